#pragma once

#include "ull-device.h"

G_BEGIN_DECLS

/* The person's own cards, in their data folder, which the command line reads too. */
char *ull_own_cards_dup_path (void);
GPtrArray *ull_own_cards_read (GError **error);
/* Differs once the file was written again; 0 where there is none. */
gint64 ull_own_cards_get_stamp (void);
/* Of the catalogue, else one of their own: (transfer full) (nullable) */
UllDevice *ull_own_cards_find (const char *id);

G_END_DECLS
