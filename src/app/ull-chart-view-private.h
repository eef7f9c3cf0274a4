#pragma once

#include "ull-chart-grip.h"
#include "ull-chart-view.h"
#include "ull-chart-zoom.h"

G_BEGIN_DECLS

/* What the files of a chart share: the widget and its scene (-view), pointer and keys (-input), what is taken hold of
 * (-grip), how much is shown (-zoom), the menu (-menu). */
struct _UllChartView
{
  GtkWidget parent_instance;

  /* Owned */
  UllWorkspace *workspace;
  PangoContext *context;
  UllScene *scene;
  UllDisclosure *drawn; /* what the scene was made from */
  GtkWidget *menu;
  UllChartGrip *grip;
  UllChartZoom *zoom;

  /* Borrowed */
  const char *menu_spot; /* interned: what the menu was opened at, or NULL */
  const char *cursor; /* static: the pointer's shape */

  UllChartKind kind;
  double enlarge; /* of the text, on top of what the desktop has set */
  int spot;
  int current_step;
  guint n_builds;
  gboolean stale;
  gboolean by_keys; /* the spot was gone to by keys: it stays when the pointer leaves */
  double pointer_x, pointer_y;
};

/* -view */
/* The plane of the scene as it was last drawn. (nullable) */
const UllFrame *ull_chart_view_get_frame (UllChartView *self);
const UllSpot *ull_chart_view_peek_spot (UllChartView *self); /* (nullable) */
void ull_chart_view_set_spot (UllChartView *self, int index, gboolean by_keys);
/* Draws another scene at the next frame. */
void ull_chart_view_invalidate (UllChartView *self);
/* Says what the chart shows, and what may be done. */
void ull_chart_view_update_accessible (UllChartView *self);

/* -input */
void ull_chart_view_add_controllers (UllChartView *self);
/* The grip was taken hold of, or let go. */
void ull_chart_view_held (UllChartView *self);
/* What a person who does not see the chart may do with @spot. (nullable) */
const char *ull_chart_view_get_hint (UllChartView *self, const UllSpot *spot);

G_END_DECLS
