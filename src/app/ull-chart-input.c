#include "ull-chart-view-private.h"

#include "ull-chart-menu.h"
#include "ull-chart-note.h"

#include <glib/gi18n-lib.h>

/* Pointer and keys go to the grip first, then to the zoom; what neither takes moves the cursor from part to part. */

/* The spot of what can be taken hold of. */
static gboolean
is_grip (UllChartView *self, const UllSpot *spot)
{
  return g_str_equal (spot->id, self->kind == ULL_CHART_CURVES ? "present" : "load-line");
}

const char *
ull_chart_view_get_hint (UllChartView *self, const UllSpot *spot)
{
  const UllFrame *frame = ull_chart_view_get_frame (self);

  if (ull_chart_grip_is_held (self->grip))
    return _("Held: arrow keys move it, with Shift ten times as far. Enter drops it, Escape puts it back.");
  if (spot != NULL && frame != NULL && frame->grip != ULL_GRIP_NONE && is_grip (self, spot))
    return _("Enter takes hold of it.");
  return NULL;
}

static void
update_cursor (UllChartView *self)
{
  const char *cursor = NULL;

  if (ull_chart_grip_is_dragged (self->grip))
    cursor = self->kind == ULL_CHART_CURVES ? "grabbing" : "ns-resize";
  else if (ull_chart_grip_hits (self->grip, self->pointer_x, self->pointer_y))
    cursor = self->kind == ULL_CHART_CURVES ? "grab" : "ns-resize";
  if (self->cursor == cursor)
    return;
  self->cursor = cursor;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

void
ull_chart_view_held (UllChartView *self)
{
  const UllSpot *spots;
  guint n = 0;

  update_cursor (self);
  if (self->scene == NULL)
    return;
  spots = ull_scene_get_spots (self->scene, &n);
  for (guint i = 0; i < n && ull_chart_grip_is_held (self->grip); i++)
    if (is_grip (self, &spots[i]))
      ull_chart_view_set_spot (self, (int) i, !ull_chart_grip_is_dragged (self->grip));
  ull_chart_view_update_accessible (self);
  ull_chart_view_invalidate (self);
}

static void
motion_cb (UllChartView *self, double x, double y)
{
  gboolean moved = x != self->pointer_x || y != self->pointer_y;

  self->pointer_x = x;
  self->pointer_y = y;
  update_cursor (self);
  if (ull_chart_grip_is_held (self->grip))
    return;
  /* GTK tells of a pointer that rests whenever something is laid out anew; that must not undo what the keys did. */
  if (self->scene != NULL && (moved || !self->by_keys))
    ull_chart_view_set_spot (self, ull_chart_note_nearest (self->scene, x, y), FALSE);
}

static void
leave_cb (UllChartView *self)
{
  if (!self->by_keys && !ull_chart_grip_is_held (self->grip))
    ull_chart_view_set_spot (self, -1, FALSE);
}

static void
unfocus_cb (UllChartView *self)
{
  ull_chart_grip_drop (self->grip);
  ull_chart_view_set_spot (self, -1, FALSE);
}

static gboolean
key_cb (UllChartView *self, guint keyval, guint keycode, GdkModifierType state)
{
  int next;

  if (self->scene == NULL)
    return GDK_EVENT_PROPAGATE;
  if (ull_chart_grip_key (self->grip, keyval, state) || ull_chart_zoom_key (self->zoom, keyval, state))
    return GDK_EVENT_STOP;
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Escape && self->spot >= 0)
    {
      ull_chart_view_set_spot (self, -1, FALSE);
      return GDK_EVENT_STOP;
    }
  if (!ull_chart_note_step (self->scene, self->spot, keyval, &next))
    return GDK_EVENT_PROPAGATE;
  ull_chart_view_set_spot (self, next, TRUE);
  return GDK_EVENT_STOP;
}

static void
pressed_cb (UllChartView *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GdkEvent *event = gtk_gesture_get_last_event (gesture, NULL);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (event == NULL || !gdk_event_triggers_context_menu (event))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  ull_chart_menu_popup (self, x, y);
}

void
ull_chart_view_add_controllers (UllChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (unfocus_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}
