#pragma once

#include "ull-scene-chart.h"

G_BEGIN_DECLS

/* What the files of a scene's widget share: the widget and its scene (-view), pointer and keys (-input). */

enum
{
  ULL_SCENE_GRABBED,
  ULL_SCENE_DRAGGED,
  ULL_SCENE_STEPPED,
  ULL_SCENE_LEAPT,
  ULL_SCENE_RELEASED,
  ULL_SCENE_CLICKED,
  ULL_N_SCENE_SIGNALS,
};

extern guint ull_scene_chart_signals[ULL_N_SCENE_SIGNALS];

typedef enum
{
  ULL_HELD_NOT,
  ULL_HELD_BY_POINTER,
  ULL_HELD_BY_KEYS,
} UllHeld;

struct _UllSceneChart
{
  GtkWidget parent_instance;

  /* Owned */
  PangoContext *context;
  UllScene *scene;

  /* Borrowed */
  UllSceneBuilder builder;
  UllSceneHeight height; /* (nullable) */
  gpointer owner;
  const char *const *handles;
  const char *held_id; /* interned */
  GtkGesture *drag;

  UllHeld held;
  int spot;
  int least_width, least_height, natural_height;
  double enlarge;
  double from_x, from_y; /* of the handle when it was pressed */
  gboolean stale;
  gboolean took_hold;    /* the last press did: its release is no click, also where Escape has let go */
};

/* -view */
const UllSpot *ull_scene_chart_peek_spot (UllSceneChart *self); /* (nullable) */
gboolean ull_scene_chart_is_handle (UllSceneChart *self, const char *id);
/* (nullable) */
const UllSpot *ull_scene_chart_find_spot (UllSceneChart *self, const char *id, int *index);
void ull_scene_chart_update_accessible (UllSceneChart *self);

/* -input */
/* Whether somebody listens to leaps. */
gboolean ull_scene_chart_leaps (UllSceneChart *self);
/* Whether somebody listens to clicks. */
gboolean ull_scene_chart_is_clicked (UllSceneChart *self);
void ull_scene_chart_add_controllers (UllSceneChart *self);
void ull_scene_chart_release (UllSceneChart *self, gboolean kept);

G_END_DECLS
