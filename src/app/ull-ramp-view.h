#pragma once

#include "ull-pool-card.h"
#include "ull-ramp-card.h"
#include "ull-ramp-picture.h"
#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_RAMP_VIEW (ull_ramp_view_get_type ())
G_DECLARE_FINAL_TYPE (UllRampView, ull_ramp_view, ULL, RAMP_VIEW, GtkWidget)

/* The load over ever more clients: where to operate, what the pool does meanwhile. A ramp is run while the view is seen. While a
 * prediction is pending it shows nothing of the pool. Property: "workspace". Signals:
 * "problem" (a sentence). */
GtkWidget *ull_ramp_view_new (UllWorkspace *workspace);
UllPoolCard *ull_ramp_view_get_pool (UllRampView *self);
GtkWidget *ull_ramp_view_get_chart (UllRampView *self);
UllRampPage ull_ramp_view_get_page (UllRampView *self);
void ull_ramp_view_set_page (UllRampView *self, UllRampPage page);
/* The sentence of the verdict. */
const char *ull_ramp_view_get_headline (UllRampView *self);

G_END_DECLS
