#pragma once

#include "ull-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The parts of a scene that answer: which one is meant, and how it is marked and named on the chart. */

/* Index of the spot nearest to the place, or -1 where there is none. */
int ull_chart_note_nearest (const UllScene *scene, double x, double y);
/* Where an arrow key, Home or End leads from @spot (-1: nowhere yet). FALSE for any other key or without spots. */
gboolean ull_chart_note_step (const UllScene *scene, int spot, guint keyval, int *next);
/* A ring around the spot and its description beside it, within the widget and, where there is room, off the scene's texts. */
void ull_chart_note_snapshot (GtkWidget *widget, GtkSnapshot *snapshot, const UllScene *scene, const UllSpot *spot);

/* A round ring about the place alone: what is there is held by keys. */
void ull_chart_note_snapshot_held (GtkSnapshot *snapshot, double x, double y);

G_END_DECLS
