#include "ull-calibration-view.h"

#include "ull-chart-note.h"
#include "ull-look.h"
#include "ull-painter.h"

/* The scene is a function of calibration, size, look, text scale and direction, and is made in snapshot where one of them
 * has changed. It shows answers that were given, so nothing of it is ever withheld. */

#define LEAST_WIDTH 240
#define LEAST_HEIGHT 200

struct _UllCalibrationView
{
  GtkWidget parent_instance;

  UllCalibration calibration;

  /* Owned */
  PangoContext *context;
  UllScene *scene;

  int spot;
  gboolean stale;
};

G_DEFINE_FINAL_TYPE (UllCalibrationView, ull_calibration_view, GTK_TYPE_WIDGET)

static const UllSpot *
get_spot (UllCalibrationView *self)
{
  const UllSpot *spots;
  guint n;

  if (self->scene == NULL || self->spot < 0)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  return (guint) self->spot < n ? &spots[self->spot] : NULL;
}

static void
update_accessible (UllCalibrationView *self)
{
  const UllSpot *spot = get_spot (self);

  if (self->scene != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, ull_scene_get_title (self->scene),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    spot != NULL ? spot->description : ull_scene_get_description (self->scene), -1);
}

static void
set_spot (UllCalibrationView *self, int spot)
{
  if (self->spot == spot)
    return;
  self->spot = spot;
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
invalidate (gpointer data)
{
  UllCalibrationView *self = data;

  self->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
build_scene (UllCalibrationView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale = ull_text_scale (widget);
  int width = gtk_widget_get_width (widget);
  UllChartSpec spec = { .width = width, .height = gtk_widget_get_height (widget), .look = ull_look_current (),
                        .text_scale = scale, .rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL,
                        .narrow = width < 340 * scale };

  self->stale = FALSE;
  self->spot = -1;
  g_clear_pointer (&self->scene, ull_scene_free);
  if (spec.width < 1 || spec.height < 1)
    return;
  self->scene = ull_calibration_build (&self->calibration, &spec, self->context);
  update_accessible (self);
}

static void
ull_calibration_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllCalibrationView *self = ULL_CALIBRATION_VIEW (widget);
  const UllSpot *spot;
  graphene_rect_t bounds;
  cairo_t *cr;

  if (self->stale)
    build_scene (self);
  if (self->scene == NULL)
    return;
  bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  ull_painter_paint (self->scene, cr, self->context);
  cairo_destroy (cr);
  spot = get_spot (self);
  if (spot != NULL)
    ull_chart_note_snapshot (widget, snapshot, spot);
}

static void
ull_calibration_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ULL_CALIBRATION_VIEW (widget)->stale = TRUE;
}

static void
ull_calibration_view_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  double scale = MIN (ull_text_scale (widget), 1.5);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : (int) (LEAST_HEIGHT * scale);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : (int) (1.4 * LEAST_HEIGHT * scale);
}

static void
motion_cb (UllCalibrationView *self, double x, double y)
{
  if (self->scene != NULL)
    set_spot (self, ull_chart_note_nearest (self->scene, x, y));
}

static void
leave_cb (UllCalibrationView *self)
{
  set_spot (self, -1);
}

static gboolean
key_cb (UllCalibrationView *self, guint keyval, guint keycode, GdkModifierType state)
{
  int next;

  if (self->scene == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
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
ull_calibration_view_dispose (GObject *object)
{
  UllCalibrationView *self = ULL_CALIBRATION_VIEW (object);

  g_clear_pointer (&self->scene, ull_scene_free);
  g_clear_object (&self->context);
  G_OBJECT_CLASS (ull_calibration_view_parent_class)->dispose (object);
}

static void
ull_calibration_view_class_init (UllCalibrationViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_calibration_view_dispose;
  widget_class->snapshot = ull_calibration_view_snapshot;
  widget_class->size_allocate = ull_calibration_view_size_allocate;
  widget_class->measure = ull_calibration_view_measure;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ull_calibration_view_init (UllCalibrationView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->spot = -1;
  self->stale = TRUE;
  self->calibration.latest = -1;
  self->context = ull_chart_context_new ();
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, key);
  ull_look_watch (widget, G_CALLBACK (invalidate));
}

void
ull_calibration_view_set (UllCalibrationView *self, const UllCalibration *calibration)
{
  g_return_if_fail (ULL_IS_CALIBRATION_VIEW (self));

  self->calibration = *calibration;
  invalidate (self);
}

const UllScene *
ull_calibration_view_get_scene (UllCalibrationView *self)
{
  g_return_val_if_fail (ULL_IS_CALIBRATION_VIEW (self), NULL);

  if (self->stale)
    build_scene (self);
  return self->scene;
}

int
ull_calibration_view_get_spot (UllCalibrationView *self)
{
  g_return_val_if_fail (ULL_IS_CALIBRATION_VIEW (self), -1);

  return self->spot;
}
