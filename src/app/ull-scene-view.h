#pragma once

#include "ull-scene-kind.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_SCENE_VIEW (ull_scene_view_get_type ())
G_DECLARE_FINAL_TYPE (UllSceneView, ull_scene_view, ULL, SCENE_VIEW, GtkWidget)

/* A small chart: each of its parts answers to the pointer and to the arrow keys. */
GtkWidget *ull_scene_view_new (void);
/* @subject: (nullable), borrowed: it and what it points to must live until the next call. */
void ull_scene_view_show (UllSceneView *self, const UllSceneKind *kind, gconstpointer subject);
/* The scene as it is drawn now; NULL where there is nothing to draw. */
const UllScene *ull_scene_view_get_scene (UllSceneView *self);
/* The part that is named, an index into the scene's spots, or -1. */
int ull_scene_view_get_spot (UllSceneView *self);

G_END_DECLS
