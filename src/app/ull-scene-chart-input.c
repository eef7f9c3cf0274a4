#include "ull-scene-chart-private.h"

#include "ull-chart-note.h"

/* Pointer and keys: what takes hold of a handle goes first, what is left moves the cursor from part to part. A handle follows the
 * pointer at the distance at which it was pressed, so that taking hold moves nothing. */

#define REACH 12.0 /* pixels about a handle */

/* The handle that a press at the place takes hold of, the nearest first. */
static const UllSpot *
hit (UllSceneChart *self, double x, double y)
{
  const UllSpot *spots, *best = NULL;
  double least = REACH * REACH;
  guint n;

  if (self->scene == NULL)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  for (guint i = 0; i < n; i++)
    {
      double dx = x - spots[i].x - spots[i].width / 2, dy = y - spots[i].y - spots[i].height / 2;

      if (ull_scene_chart_is_handle (self, spots[i].id) && dx * dx + dy * dy <= least)
        {
          least = dx * dx + dy * dy;
          best = &spots[i];
        }
    }
  return best;
}

static void
set_spot (UllSceneChart *self, int spot)
{
  if (self->spot == spot)
    return;
  self->spot = spot;
  ull_scene_chart_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ull_scene_chart_release (UllSceneChart *self, gboolean kept)
{
  const char *id = self->held_id;

  if (self->held == ULL_HELD_NOT)
    return;
  self->held = ULL_HELD_NOT;
  self->held_id = NULL;
  g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_RELEASED], 0, id, kept);
  ull_scene_chart_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
grab (UllSceneChart *self, const UllSpot *spot, UllHeld how)
{
  int index;

  ull_scene_chart_release (self, TRUE);
  self->held = how;
  self->held_id = ull_scene_intern (spot->id);
  self->from_x = spot->x + spot->width / 2;
  self->from_y = spot->y + spot->height / 2;
  if (ull_scene_chart_find_spot (self, self->held_id, &index) != NULL)
    self->spot = index;
  g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_GRABBED], 0, self->held_id);
  ull_scene_chart_update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
begin_cb (UllSceneChart *self, double x, double y)
{
  const UllSpot *spot = hit (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->took_hold = spot != NULL;
  if (spot == NULL)
    {
      gtk_gesture_set_state (self->drag, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (self->drag, GTK_EVENT_SEQUENCE_CLAIMED);
  grab (self, spot, ULL_HELD_BY_POINTER);
}

static void
update_cb (UllSceneChart *self, double dx, double dy)
{
  if (self->held == ULL_HELD_BY_POINTER)
    g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_DRAGGED], 0, self->held_id, self->from_x + dx, self->from_y + dy);
}

static void
end_cb (UllSceneChart *self)
{
  if (self->held == ULL_HELD_BY_POINTER)
    ull_scene_chart_release (self, TRUE);
}

static void
cancel_cb (UllSceneChart *self)
{
  if (self->held == ULL_HELD_BY_POINTER)
    ull_scene_chart_release (self, FALSE);
}

static void
motion_cb (UllSceneChart *self, double x, double y)
{
  if (self->scene == NULL || self->held != ULL_HELD_NOT)
    return;
  set_spot (self, ull_chart_note_nearest (self->scene, x, y));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hit (self, x, y) != NULL ? "ew-resize" : NULL);
}

static void
leave_cb (UllSceneChart *self)
{
  if (self->held == ULL_HELD_NOT)
    set_spot (self, -1);
}

static void
unfocus_cb (UllSceneChart *self)
{
  ull_scene_chart_release (self, TRUE);
  set_spot (self, -1);
}

static gboolean
is_enter (guint keyval)
{
  return keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter;
}

/* A double click is one click: it would undo what it did. */
static void
clicked_cb (UllSceneChart *self, int n_press, double x, double y)
{
  if (self->held == ULL_HELD_NOT && !self->took_hold && n_press == 1)
    g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_CLICKED], 0, x, y);
}

gboolean
ull_scene_chart_leaps (UllSceneChart *self)
{
  return g_signal_has_handler_pending (self, ull_scene_chart_signals[ULL_SCENE_LEAPT], 0, FALSE);
}

gboolean
ull_scene_chart_is_clicked (UllSceneChart *self)
{
  return g_signal_has_handler_pending (self, ull_scene_chart_signals[ULL_SCENE_CLICKED], 0, FALSE);
}

/* The share of the whole that a key leaps by; 0: it does not. Down is on, as in a text. */
static double
leap_of (guint keyval)
{
  static const struct
  {
    guint key, keypad;
    double share;
  } leaps[] = { { GDK_KEY_Home, GDK_KEY_KP_Home, -1 },
                { GDK_KEY_End, GDK_KEY_KP_End, 1 },
                { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, -0.1 },
                { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0.1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (leaps); i++)
    if (keyval == leaps[i].key || keyval == leaps[i].keypad)
      return leaps[i].share;
  return 0;
}

static gboolean
key_while_held (UllSceneChart *self, guint keyval, GdkModifierType state)
{
  int times = (state & GDK_SHIFT_MASK) != 0 ? 10 : 1, across = 0, up = 0;

  if (keyval == GDK_KEY_Escape)
    ull_scene_chart_release (self, FALSE);
  else if (is_enter (keyval))
    ull_scene_chart_release (self, TRUE);
  else if (keyval == GDK_KEY_Left || keyval == GDK_KEY_Right)
    across = keyval == GDK_KEY_Left ? -times : times;
  else if (keyval == GDK_KEY_Up || keyval == GDK_KEY_Down)
    up = keyval == GDK_KEY_Down ? -times : times;
  else if (leap_of (keyval) != 0 && ull_scene_chart_leaps (self))
    g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_LEAPT], 0, self->held_id, leap_of (keyval));
  else
    return GDK_EVENT_PROPAGATE;
  if (across != 0 || up != 0)
    g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_STEPPED], 0, self->held_id, across, up);
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (UllSceneChart *self, guint keyval, guint keycode, GdkModifierType state)
{
  const UllSpot *spot = ull_scene_chart_peek_spot (self);
  int next;

  if (self->scene == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (self->held != ULL_HELD_NOT)
    return key_while_held (self, keyval, state);
  if (is_enter (keyval) && spot != NULL && ull_scene_chart_is_handle (self, spot->id))
    {
      grab (self, spot, ULL_HELD_BY_KEYS);
      return GDK_EVENT_STOP;
    }
  if (is_enter (keyval) && spot != NULL && ull_scene_chart_is_clicked (self))
    {
      g_signal_emit (self, ull_scene_chart_signals[ULL_SCENE_CLICKED], 0, spot->x + spot->width / 2, spot->y + spot->height / 2);
      return GDK_EVENT_STOP;
    }
  if (keyval == GDK_KEY_Escape && self->spot >= 0)
    {
      set_spot (self, -1);
      return GDK_EVENT_STOP;
    }
  if (!ull_chart_note_step (self->scene, self->spot, keyval, &next))
    return GDK_EVENT_PROPAGATE;
  set_spot (self, next);
  return GDK_EVENT_STOP;
}

static void
add_drag (UllSceneChart *self)
{
  self->drag = gtk_gesture_drag_new ();
  g_signal_connect_swapped (self->drag, "drag-begin", G_CALLBACK (begin_cb), self);
  g_signal_connect_swapped (self->drag, "drag-update", G_CALLBACK (update_cb), self);
  g_signal_connect_swapped (self->drag, "drag-end", G_CALLBACK (end_cb), self);
  g_signal_connect_swapped (self->drag, "cancel", G_CALLBACK (cancel_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (self->drag));
}

void
ull_scene_chart_add_controllers (UllSceneChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (unfocus_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, key);
  g_signal_connect_swapped (click, "released", G_CALLBACK (clicked_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  add_drag (self);
}
