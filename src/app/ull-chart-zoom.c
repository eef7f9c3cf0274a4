#include "ull-chart-zoom.h"

#include "ull-chart-view-private.h"

#include <math.h>
#include <string.h>

/* The extent is of values, not of pixels: it stays where it is while levers move the curves through it. A gesture works on
 * the extent that it began with, so that its steps do not add up their roundings. */

#define STEP 1.25
#define MOST_CLICKS 3.0 /* of the wheel in one event */
#define PAN_SHARE 0.1

struct _UllChartZoom
{
  /* Borrowed */
  UllChartView *view;
  GtkEventController *wheel;
  GtkGesture *pan;
  GtkGesture *pinch;

  UllExtent extent;
  UllExtent begun;
  double about_x, about_y; /* values */
};

static const UllFrame *
get_frame (UllChartZoom *zoom)
{
  const UllFrame *frame = ull_chart_view_get_frame (zoom->view);

  return frame != NULL && !ull_extent_is_whole (&frame->whole) ? frame : NULL;
}

const UllExtent *
ull_chart_zoom_get_extent (UllChartZoom *zoom)
{
  return &zoom->extent;
}

void
ull_chart_zoom_set_extent (UllChartZoom *zoom, const UllExtent *extent)
{
  if (memcmp (&zoom->extent, extent, sizeof *extent) == 0)
    return;
  zoom->extent = *extent;
  ull_chart_view_invalidate (zoom->view);
}

static double
value_at (const UllScale *scale, double pixel)
{
  return ull_scale_unmap (scale, CLAMP (pixel, MIN (scale->from, scale->to), MAX (scale->from, scale->to)));
}

static void
zoom_about (UllChartZoom *zoom, const UllFrame *frame, double x, double y, double factor)
{
  UllExtent extent = ull_extent_zoom (&zoom->extent, &frame->whole, value_at (&frame->x, x), value_at (&frame->y, y),
                                      factor);

  ull_chart_zoom_set_extent (zoom, &extent);
}

static void
shift (UllChartZoom *zoom, const UllFrame *frame, const UllExtent *from, double across, double up)
{
  UllExtent extent = ull_extent_shift (from, &frame->whole, across, up);

  ull_chart_zoom_set_extent (zoom, &extent);
}

void
ull_chart_zoom_by (UllChartZoom *zoom, int steps)
{
  const UllFrame *frame = get_frame (zoom);
  const UllExtent whole = { 0, 0, 0, 0 };
  const UllSpot *spot = ull_chart_view_peek_spot (zoom->view);

  if (frame == NULL)
    return;
  if (steps == 0)
    ull_chart_zoom_set_extent (zoom, &whole);
  else if (spot != NULL)
    zoom_about (zoom, frame, spot->x + spot->width / 2, spot->y + spot->height / 2, pow (STEP, steps));
  else
    zoom_about (zoom, frame, frame->grip_x, frame->grip_y, pow (STEP, steps));
}

static gboolean
scroll_cb (UllChartZoom *zoom, double dx, double dy)
{
  const UllFrame *frame = get_frame (zoom);
  GdkModifierType state = gtk_event_controller_get_current_event_state (zoom->wheel);
  double clicks = CLAMP (dx + dy, -MOST_CLICKS, MOST_CLICKS);

  if (frame == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      zoom_about (zoom, frame, zoom->view->pointer_x, zoom->view->pointer_y, pow (STEP, -clicks));
      return GDK_EVENT_STOP;
    }
  if ((state & GDK_SHIFT_MASK) == 0 || ull_extent_is_whole (&zoom->extent))
    return GDK_EVENT_PROPAGATE;
  shift (zoom, frame, &zoom->extent, clicks * PAN_SHARE, 0);
  return GDK_EVENT_STOP;
}

static void
pan_begin_cb (UllChartZoom *zoom, double x, double y)
{
  if (get_frame (zoom) == NULL || ull_extent_is_whole (&zoom->extent) || ull_chart_grip_hits (zoom->view->grip, x, y))
    {
      gtk_gesture_set_state (zoom->pan, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (zoom->pan, GTK_EVENT_SEQUENCE_CLAIMED);
  zoom->begun = zoom->extent;
}

static void
pan_update_cb (UllChartZoom *zoom, double dx, double dy)
{
  const UllFrame *frame = get_frame (zoom);

  if (frame != NULL && !ull_extent_is_whole (&zoom->begun))
    shift (zoom, frame, &zoom->begun, -dx / MAX (frame->right - frame->left, 1),
           dy / MAX (frame->bottom - frame->top, 1));
}

static void
pan_end_cb (UllChartZoom *zoom)
{
  zoom->begun = (UllExtent) { 0, 0, 0, 0 };
}

static void
pinch_begin_cb (UllChartZoom *zoom)
{
  const UllFrame *frame = get_frame (zoom);
  double x, y;

  if (frame == NULL || !gtk_gesture_get_bounding_box_center (zoom->pinch, &x, &y))
    {
      gtk_gesture_set_state (zoom->pinch, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (zoom->pinch, GTK_EVENT_SEQUENCE_CLAIMED);
  zoom->begun = zoom->extent;
  zoom->about_x = value_at (&frame->x, x);
  zoom->about_y = value_at (&frame->y, y);
}

static void
pinch_cb (UllChartZoom *zoom, double factor)
{
  const UllFrame *frame = get_frame (zoom);
  UllExtent extent;

  if (frame == NULL || factor <= 0)
    return;
  extent = ull_extent_zoom (&zoom->begun, &frame->whole, zoom->about_x, zoom->about_y, factor);
  ull_chart_zoom_set_extent (zoom, &extent);
}

static gboolean
pan_key (UllChartZoom *zoom, guint keyval)
{
  const UllFrame *frame = get_frame (zoom);
  double across = keyval == GDK_KEY_Right ? PAN_SHARE : keyval == GDK_KEY_Left ? -PAN_SHARE : 0;
  double up = keyval == GDK_KEY_Up ? PAN_SHARE : keyval == GDK_KEY_Down ? -PAN_SHARE : 0;

  if (frame == NULL || ull_extent_is_whole (&zoom->extent) || (across == 0 && up == 0))
    return GDK_EVENT_PROPAGATE;
  shift (zoom, frame, &zoom->extent, across, up);
  return GDK_EVENT_STOP;
}

gboolean
ull_chart_zoom_key (UllChartZoom *zoom, guint keyval, GdkModifierType state)
{
  if (get_frame (zoom) == NULL || (state & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      ull_chart_zoom_by (zoom, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ull_chart_zoom_by (zoom, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      ull_chart_zoom_by (zoom, 0);
      return GDK_EVENT_STOP;
    default:
      return (state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == GDK_SHIFT_MASK ? pan_key (zoom, keyval)
                                                                            : GDK_EVENT_PROPAGATE;
    }
}

static void
add_gestures (UllChartZoom *zoom)
{
  GtkWidget *widget = GTK_WIDGET (zoom->view);

  zoom->wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  zoom->pan = gtk_gesture_drag_new ();
  zoom->pinch = gtk_gesture_zoom_new ();
  g_signal_connect_swapped (zoom->wheel, "scroll", G_CALLBACK (scroll_cb), zoom);
  g_signal_connect_swapped (zoom->pan, "drag-begin", G_CALLBACK (pan_begin_cb), zoom);
  g_signal_connect_swapped (zoom->pan, "drag-update", G_CALLBACK (pan_update_cb), zoom);
  g_signal_connect_swapped (zoom->pan, "drag-end", G_CALLBACK (pan_end_cb), zoom);
  g_signal_connect_swapped (zoom->pinch, "begin", G_CALLBACK (pinch_begin_cb), zoom);
  g_signal_connect_swapped (zoom->pinch, "scale-changed", G_CALLBACK (pinch_cb), zoom);
  gtk_widget_add_controller (widget, zoom->wheel);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (zoom->pan));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (zoom->pinch));
}

UllChartZoom *
ull_chart_zoom_new (UllChartView *view)
{
  UllChartZoom *zoom = g_new0 (UllChartZoom, 1);

  zoom->view = view;
  add_gestures (zoom);
  return zoom;
}

void
ull_chart_zoom_free (UllChartZoom *zoom)
{
  GtkEventController *listening[]
    = { zoom->wheel, GTK_EVENT_CONTROLLER (zoom->pan), GTK_EVENT_CONTROLLER (zoom->pinch) };

  for (gsize i = 0; i < G_N_ELEMENTS (listening); i++)
    {
      g_signal_handlers_disconnect_by_data (listening[i], zoom);
      gtk_widget_remove_controller (GTK_WIDGET (zoom->view), listening[i]);
    }
  g_free (zoom);
}
