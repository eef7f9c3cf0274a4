#pragma once

#include "ull-fleet-view.h"
#include "ull-reach-view.h"

G_BEGIN_DECLS

#define ULL_TYPE_TARGET_VIEW (ull_target_view_get_type ())
G_DECLARE_FINAL_TYPE (UllTargetView, ull_target_view, ULL, TARGET_VIEW, GtkWidget)

/* From the wanted to what it takes: levers on this card, then cards. Property: "workspace". */
GtkWidget *ull_target_view_new (void);
UllReachView *ull_target_view_get_reach (UllTargetView *self);
UllFleetView *ull_target_view_get_fleet (UllTargetView *self);

G_END_DECLS
