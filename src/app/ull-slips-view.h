#pragma once

#include "ull-chart-slips.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_SLIPS_VIEW (ull_slips_view_get_type ())
G_DECLARE_FINAL_TYPE (UllSlipsView, ull_slips_view, ULL, SLIPS_VIEW, GtkWidget)

/* An answer among the usual mistakes. Hidden while it has none to show, or one that no axis can show. */
GtkWidget *ull_slips_view_new (void);
/* @answered: (nullable), borrowed: what it points to must live until the next call. */
void ull_slips_view_set_answered (UllSlipsView *self, const UllAnswered *answered);
/* The scene as it is drawn now; NULL where there is nothing to draw. */
const UllScene *ull_slips_view_get_scene (UllSlipsView *self);

G_END_DECLS
