#pragma once

#include "ull-figure-row.h"

#include "ull-fleet.h"

G_BEGIN_DECLS

#define ULL_TYPE_FLEET_ROW (ull_fleet_row_get_type ())
G_DECLARE_FINAL_TYPE (UllFleetRow, ull_fleet_row, ULL, FLEET_ROW, UllFigureRow)

/* One card at one split: memory or price, how much of it is used, how many cards; below, of what these are made. */
GtkWidget *ull_fleet_row_new (void);
/* @present: it is the card of the scenario. @priced: the first figure is the price. */
void ull_fleet_row_set (UllFleetRow *self, const UllFleetOption *option, gboolean present, gboolean priced);
void ull_fleet_row_set_head (UllFleetRow *self, gboolean priced);

G_END_DECLS
