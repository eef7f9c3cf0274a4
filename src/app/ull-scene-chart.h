#pragma once

#include "ull-chart.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_SCENE_CHART (ull_scene_chart_get_type ())
G_DECLARE_FINAL_TYPE (UllSceneChart, ull_scene_chart, ULL, SCENE_CHART, GtkWidget)

/* Makes the scene that is shown now; NULL: none. (transfer full) */
typedef UllScene *(*UllSceneBuilder) (gpointer owner, const UllChartSpec *spec, PangoContext *context);

/* Pixels that the scene needs at the width of @spec; 0: it takes what there is. */
typedef double (*UllSceneHeight) (gpointer owner, const UllChartSpec *spec, PangoContext *context);

/* A chart that somebody else makes. The scene is laid out when it is drawn, at most once a frame.
 *
 * Spots that are named as handles can be taken hold of, by pointer, finger, or Enter. Signals, each with the handle's id:
 * "grabbed"; "dragged" (x, y: pixels of the scene); "stepped" (across, up: -10 to 10, by arrow keys); "leapt" (a share of
 * the whole, -1 to 1, by Page, Home and End keys, where it is listened to); "released" (whether what was done stays: Escape puts it
 * back). Between the first and the last there is one change. "clicked" (x, y) is a press that took hold of nothing, or
 * Enter at a spot that is no handle: its middle. */
GtkWidget *ull_scene_chart_new (UllSceneBuilder builder, gpointer owner);
/* Borrows @owner, who says with NULL that it goes. What was shown before is forgotten. */
void ull_scene_chart_set_builder (UllSceneChart *self, UllSceneBuilder builder, gpointer owner);
/* At 100 % text. */
void ull_scene_chart_set_size (UllSceneChart *self, int least_width, int least_height, int natural_height);
/* For a scene that knows how high it needs to be. */
void ull_scene_chart_set_height (UllSceneChart *self, UllSceneHeight height);
/* Text so many times as large as elsewhere: for a room. */
void ull_scene_chart_set_enlarge (UllSceneChart *self, double enlarge);
/* @ids: borrowed, static, ends with NULL. */
void ull_scene_chart_set_handles (UllSceneChart *self, const char *const *ids);
void ull_scene_chart_invalidate (UllSceneChart *self);
/* The scene as it is drawn now; NULL where there is nothing to draw. */
const UllScene *ull_scene_chart_get_scene (UllSceneChart *self);
int ull_scene_chart_get_spot (UllSceneChart *self);

G_END_DECLS
