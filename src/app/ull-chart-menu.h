#pragma once

#include "ull-chart-view.h"

G_BEGIN_DECLS

/* The menu of a chart, with the actions and keys that it has in common with the keyboard. */

/* In class_init. */
void ull_chart_menu_install (GtkWidgetClass *widget_class);
void ull_chart_menu_popup (UllChartView *self, double x, double y);

G_END_DECLS
