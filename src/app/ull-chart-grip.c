#include "ull-chart-grip.h"

#include "ull-chart-move.h"
#include "ull-chart-view-private.h"

#include <math.h>

/* Invariants
 *
 * - Between taking hold and letting go there is one open change of the workspace. It is ended exactly once: by a drop,
 *   by putting the grip back where it was (which leaves no entry), or by whatever else changes the workspace.
 * - What is dragged follows the pointer at the distance at which it was pressed, so that taking hold moves nothing. */

/* Of a point half, so that the target is 28 pixels wide; of a line along its length, beside its ring. */
#define REACH 14.0
#define REACH_LINE 8.0

typedef enum
{
  HELD_NOT,
  HELD_BY_POINTER,
  HELD_BY_KEYS,
} Held;

struct _UllChartGrip
{
  /* Owned */
  UllScenario *before; /* while held: where it is put back to */
  UllWorkspace *workspace;

  /* Borrowed */
  UllChartView *view;
  GtkGesture *drag;

  Held held;
  gboolean moving;
  double from_x, from_y; /* where the grip was when it was pressed */
  UllExtent axes;
};

static const UllFrame *
get_frame (UllChartGrip *grip)
{
  const UllFrame *frame = ull_chart_view_get_frame (grip->view);

  return frame != NULL && frame->grip != ULL_GRIP_NONE ? frame : NULL;
}

static const UllDisclosure *
get_disclosure (UllChartGrip *grip)
{
  UllWorkspace *workspace = grip->view->workspace;

  return workspace != NULL ? ull_workspace_get_disclosure (workspace) : NULL;
}

gboolean
ull_chart_grip_hits (UllChartGrip *grip, double x, double y)
{
  const UllFrame *frame = get_frame (grip);

  if (frame == NULL)
    return FALSE;
  if (frame->grip == ULL_GRIP_LINE && x >= frame->grip_from && x <= frame->grip_to
      && fabs (y - frame->grip_y) <= REACH_LINE)
    return TRUE;
  return fabs (x - frame->grip_x) <= REACH && fabs (y - frame->grip_y) <= REACH;
}

static gboolean
take_hold (UllChartGrip *grip, Held how)
{
  UllWorkspace *workspace = grip->view->workspace;
  const UllFrame *frame = get_frame (grip);

  if (frame == NULL || get_disclosure (grip) == NULL)
    return FALSE;
  ull_chart_grip_drop (grip);
  grip->held = how;
  grip->before = ull_scenario_ref (ull_workspace_get_scenario (workspace));
  grip->workspace = g_object_ref (workspace);
  if (how == HELD_BY_POINTER && frame->grip == ULL_GRIP_POINT)
    grip->axes = (UllExtent){ frame->x.min, frame->x.max, frame->y.min, frame->y.max };
  ull_workspace_begin_change (workspace);
  ull_chart_view_held (grip->view);
  return TRUE;
}

void
ull_chart_grip_drop (UllChartGrip *grip)
{
  g_autoptr (UllWorkspace) workspace = g_steal_pointer (&grip->workspace);

  if (grip->held == HELD_NOT)
    return;
  grip->held = HELD_NOT;
  grip->axes = (UllExtent){ 0, 0, 0, 0 };
  g_clear_pointer (&grip->before, ull_scenario_unref);
  ull_workspace_end_change (workspace);
  ull_chart_view_held (grip->view);
}

static void
apply (UllChartGrip *grip, UllScenario *taken)
{
  g_autoptr (UllScenario) scenario = taken;

  if (scenario == NULL)
    return;
  grip->moving = TRUE;
  ull_workspace_apply (grip->workspace, scenario);
  grip->moving = FALSE;
}

/* A part of the plane that is shown follows what the keys move. */
static void
reveal (UllChartGrip *grip)
{
  const UllFrame *frame = get_frame (grip);
  const UllScenario *scenario = ull_workspace_get_scenario (grip->workspace);
  UllExtent extent;

  if (frame == NULL || ull_extent_is_whole (&frame->whole))
    return;
  extent = ull_extent_reveal (ull_chart_zoom_get_extent (grip->view->zoom), &frame->whole,
                              (double) scenario->value[ULL_FIELD_CONTEXT],
                              (double) scenario->value[ULL_FIELD_CONCURRENCY]);
  ull_chart_zoom_set_extent (grip->view->zoom, &extent);
}

static void
put_back (UllChartGrip *grip)
{
  apply (grip, ull_scenario_ref (grip->before));
  ull_chart_grip_drop (grip);
}

static void
begin_cb (UllChartGrip *grip, double x, double y)
{
  const UllFrame *frame = get_frame (grip);

  if (!ull_chart_grip_hits (grip, x, y) || !take_hold (grip, HELD_BY_POINTER))
    {
      gtk_gesture_set_state (grip->drag, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (grip->drag, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (grip->view));
  grip->from_x = frame->grip_x;
  grip->from_y = frame->grip_y;
}

/* The question that a lever asks anew has no answer that could be moved: then it is let go. */
static void
update_cb (UllChartGrip *grip, double dx, double dy)
{
  const UllFrame *frame = get_frame (grip);

  if (grip->held != HELD_BY_POINTER)
    return;
  if (frame == NULL)
    {
      ull_chart_grip_drop (grip);
      return;
    }
  apply (grip, ull_chart_move_to (get_disclosure (grip), frame, grip->from_x + dx, grip->from_y + dy));
}

static void
end_cb (UllChartGrip *grip)
{
  if (grip->held == HELD_BY_POINTER)
    ull_chart_grip_drop (grip);
}

/* A finger that turns out to scroll the page, a grab that breaks: nothing was meant. */
static void
cancel_cb (UllChartGrip *grip)
{
  if (grip->held == HELD_BY_POINTER)
    put_back (grip);
}

static gboolean
arrow (guint keyval, int *across, int *up)
{
  static const struct
  {
    guint key, keypad;
    int across, up;
  } arrows[] = { { GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0 },
                 { GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0 },
                 { GDK_KEY_Up, GDK_KEY_KP_Up, 0, 1 },
                 { GDK_KEY_Down, GDK_KEY_KP_Down, 0, -1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (arrows); i++)
    if (keyval == arrows[i].key || keyval == arrows[i].keypad)
      {
        *across = arrows[i].across;
        *up = arrows[i].up;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_enter (guint keyval)
{
  return keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter;
}

static gboolean
key_while_held (UllChartGrip *grip, guint keyval, GdkModifierType state)
{
  int times = (state & GDK_SHIFT_MASK) != 0 ? 10 : 1, across, up;
  const UllFrame *frame = get_frame (grip);

  if (keyval == GDK_KEY_Escape)
    put_back (grip);
  else if (is_enter (keyval))
    ull_chart_grip_drop (grip);
  else if (arrow (keyval, &across, &up) && frame != NULL)
    {
      apply (grip, ull_chart_move_by (get_disclosure (grip), frame, across * times, up * times,
                                      (state & GDK_CONTROL_MASK) != 0));
      reveal (grip);
    }
  else
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Escape && grip->drag != NULL)
    gtk_gesture_set_state (grip->drag, GTK_EVENT_SEQUENCE_DENIED);
  return GDK_EVENT_STOP;
}

gboolean
ull_chart_grip_key (UllChartGrip *grip, guint keyval, GdkModifierType state)
{
  if ((state & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  if (grip->held != HELD_NOT)
    return key_while_held (grip, keyval, state);
  if (!is_enter (keyval) || (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0 || !take_hold (grip, HELD_BY_KEYS))
    return GDK_EVENT_PROPAGATE;
  reveal (grip);
  return GDK_EVENT_STOP;
}

gboolean
ull_chart_grip_is_held (UllChartGrip *grip)
{
  return grip->held != HELD_NOT;
}

gboolean
ull_chart_grip_is_dragged (UllChartGrip *grip)
{
  return grip->held == HELD_BY_POINTER;
}

gboolean
ull_chart_grip_is_moving (UllChartGrip *grip)
{
  return grip->moving;
}

const UllExtent *
ull_chart_grip_get_axes (UllChartGrip *grip)
{
  return &grip->axes;
}

UllChartGrip *
ull_chart_grip_new (UllChartView *view)
{
  UllChartGrip *grip = g_new0 (UllChartGrip, 1);

  grip->view = view;
  grip->drag = gtk_gesture_drag_new ();
  g_signal_connect_swapped (grip->drag, "drag-begin", G_CALLBACK (begin_cb), grip);
  g_signal_connect_swapped (grip->drag, "drag-update", G_CALLBACK (update_cb), grip);
  g_signal_connect_swapped (grip->drag, "cancel", G_CALLBACK (cancel_cb), grip);
  g_signal_connect_swapped (grip->drag, "drag-end", G_CALLBACK (end_cb), grip);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (grip->drag));
  return grip;
}

void
ull_chart_grip_free (UllChartGrip *grip)
{
  GtkEventController *drag = GTK_EVENT_CONTROLLER (g_steal_pointer (&grip->drag));

  ull_chart_grip_drop (grip);
  g_signal_handlers_disconnect_by_data (drag, grip);
  gtk_widget_remove_controller (GTK_WIDGET (grip->view), drag);
  g_free (grip);
}
