#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A name and, at the other end of the row, its field; the field below the name where the row has no room for both. */

#define ULL_TYPE_PAIR_LAYOUT (ull_pair_layout_get_type ())
G_DECLARE_FINAL_TYPE (UllPairLayout, ull_pair_layout, ULL, PAIR_LAYOUT, GtkLayoutManager)

/* The field's entry asks for room for @text. What once had room keeps it, so that a drag moves nothing. */
void ull_pair_keep_room (GtkEntry *entry, const char *text);

G_END_DECLS
