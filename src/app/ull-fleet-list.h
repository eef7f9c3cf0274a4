#pragma once

#include "ull-fleet-row.h"

G_BEGIN_DECLS

#define ULL_TYPE_FLEET_LIST (ull_fleet_list_get_type ())
G_DECLARE_FINAL_TYPE (UllFleetList, ull_fleet_list, ULL, FLEET_LIST, GtkWidget)

/* The options of a fleet: the first of them and all of the present card, those of a name, the cards that are ruled out. A
 * row that is chosen takes a price, kept for the session, and can be used. Signals: "priced"; "used", with the
 * UllFleetOption. */
GtkWidget *ull_fleet_list_new (void);
/* @fleet is borrowed until the next call; NULL: there is none, and nothing of it stays. @present: the scenario's card. */
void ull_fleet_list_set (UllFleetList *self, const UllFleet *fleet, UllDevice *present);
/* What was typed for one card, in millionths; -1 where nothing was. */
gint64 ull_fleet_list_get_price (UllFleetList *self, const UllDevice *device);
/* Puts what is said and asked of the chosen row at the end of @parent, a box that holds the list. */
void ull_fleet_list_move_chosen (UllFleetList *self, GtkWidget *parent);
/* The row of the card at the split; NULL where none is shown. (transfer none) */
UllFleetRow *ull_fleet_list_get_row (UllFleetList *self, const char *device, gint64 tp);

G_END_DECLS
