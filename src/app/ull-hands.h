#pragma once

#include "ull-talk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_HANDS (ull_hands_get_type ())
G_DECLARE_FINAL_TYPE (UllHands, ull_hands, ULL, HANDS, GtkWidget)

/* A show of hands as bars. Its buttons run "present.raise" and "present.lower" (int: which counter). */

/* New counters, for another question: named by its answers, or to be named by whoever counts. */
void ull_hands_start (UllHands *self, const UllTalk *talk);
/* The counts as they are now. @right: the counter of the right answer, or -1 where that is not to be shown. */
void ull_hands_update (UllHands *self, const UllTalk *talk, int right);

G_END_DECLS
