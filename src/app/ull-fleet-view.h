#pragma once

#include "ull-fleet-list.h"
#include "ull-load-form.h"
#include "ull-workspace.h"

G_BEGIN_DECLS

#define ULL_TYPE_FLEET_VIEW (ull_fleet_view_get_type ())
G_DECLARE_FINAL_TYPE (UllFleetView, ull_fleet_view, ULL, FLEET_VIEW, GtkWidget)

/* How many cards carry a load: every card at every split, the fewest first. Property: "workspace". Computes only while it is
 * on screen, at most once a frame. */

UllLoadForm *ull_fleet_view_get_form (UllFleetView *self);
UllFleetList *ull_fleet_view_get_list (UllFleetView *self);
/* What the list is of, NULL while there is none. (transfer none) */
const UllFleet *ull_fleet_view_get_fleet (UllFleetView *self);
guint ull_fleet_view_get_n_computed (UllFleetView *self); /* how often, so far */

G_END_DECLS
