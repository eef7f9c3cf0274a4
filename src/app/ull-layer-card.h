#pragma once

#include "ull-chart-view.h"

G_BEGIN_DECLS

#define ULL_TYPE_LAYER_CARD (ull_layer_card_get_type ())
G_DECLARE_FINAL_TYPE (UllLayerCard, ull_layer_card, ULL, LAYER_CARD, GtkWidget)

/* The layer strip in a card that is as high as the strip needs to be. Property: "workspace". Where the card is a page of
 * its own, room is left above the strip for what switches pages. */
GtkWidget *ull_layer_card_new (void);
/* One that is never such a page, however narrow. */
GtkWidget *ull_layer_card_new_alone (void);
UllChartView *ull_layer_card_get_chart (UllLayerCard *self);

G_END_DECLS
