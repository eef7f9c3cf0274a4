#pragma once

#include "ull-device.h"

G_BEGIN_DECLS

/* The card that @option names, bundled or the person's own: (transfer full). ULL_ERROR_USAGE. */
UllDevice *ull_cards_find (const char *option, const char *id, GError **error);
/* The catalogue and the person's own cards: (transfer full) (element-type UllDevice). A file of theirs that cannot be used
 * is said on standard error and left out. */
GPtrArray *ull_cards_all (void);

G_END_DECLS
