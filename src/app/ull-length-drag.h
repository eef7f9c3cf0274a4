#pragma once

#include "ull-lengths.h"

G_BEGIN_DECLS

/* What dragging does to a distribution of lengths: its median moves it as a whole, its 95th percentile stretches what lies above
 * and below. Whether it is of a form that has both. */
gboolean ull_length_drag_may (const UllLengths *lengths);
/* NULL where it may not, or where nothing changes. (transfer full) */
UllLengths *ull_length_drag (const UllLengths *lengths, gboolean tail, gint64 tokens);
/* The length that an arrow key leads to: an eighth of an octave on. */
gint64 ull_length_drag_step (gint64 tokens, int by);

G_END_DECLS
