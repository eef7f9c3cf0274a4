#pragma once

#include "ull-scene-view.h"

G_BEGIN_DECLS

/* What the files of a scene's widget share: the widget and its scene (-view), pointer and keys (-input). */

enum
{
  ULL_SCENE_GRABBED,
  ULL_SCENE_DRAGGED,
  ULL_SCENE_STEPPED,
  ULL_SCENE_RELEASED,
  ULL_N_SCENE_SIGNALS,
};

extern guint ull_scene_view_signals[ULL_N_SCENE_SIGNALS];

typedef enum
{
  ULL_HELD_NOT,
  ULL_HELD_BY_POINTER,
  ULL_HELD_BY_KEYS,
} UllHeld;

struct _UllSceneView
{
  GtkWidget parent_instance;

  /* Owned */
  PangoContext *context;
  UllScene *scene;

  /* Borrowed */
  UllSceneBuilder builder;
  gpointer owner;
  const char *const *handles;
  const char *held_id; /* interned */
  GtkGesture *drag;

  UllHeld held;
  int spot;
  int least_width, least_height, natural_height;
  double from_x, from_y; /* of the handle when it was pressed */
  gboolean stale;
};

/* -view */
const UllSpot *ull_scene_view_peek_spot (UllSceneView *self); /* (nullable) */
gboolean ull_scene_view_is_handle (UllSceneView *self, const char *id);
/* (nullable) */
const UllSpot *ull_scene_view_find_spot (UllSceneView *self, const char *id, int *index);
void ull_scene_view_update_accessible (UllSceneView *self);

/* -input */
void ull_scene_view_add_controllers (UllSceneView *self);
void ull_scene_view_release (UllSceneView *self, gboolean kept);

G_END_DECLS
