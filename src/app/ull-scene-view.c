#include "ull-scene-view.h"

#include "ull-chart-note.h"
#include "ull-look.h"
#include "ull-painter.h"

/* Invariants
 *
 * - The scene is a function of kind, subject, size, look, text scale and direction; it is made in snapshot where one of them has
 *   changed since. Some kinds know how high they need to be.
 * - Where there is no subject there is no scene, and nothing is said: a subject's owner shows NULL before it goes. */

#define LEAST_WIDTH 240
#define NATURAL_WIDTH 480
#define LEAST_HEIGHT 200

struct _UllSceneView
{
  GtkWidget parent_instance;

  /* Owned */
  PangoContext *context;
  UllScene *scene;

  /* Borrowed */
  const UllSceneKind *kind;
  gconstpointer subject; /* (nullable) */

  int spot;
  gboolean stale;
};

G_DEFINE_FINAL_TYPE (UllSceneView, ull_scene_view, GTK_TYPE_WIDGET)

static UllChartSpec
make_spec (UllSceneView *self, int width)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale = ull_text_scale (widget);

  return (UllChartSpec) {
    .width = width,
    .height = gtk_widget_get_height (widget),
    .look = ull_look_current (),
    .text_scale = scale,
    .rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL,
    .narrow = width < 340 * scale,
  };
}

static const UllSpot *
get_spot (UllSceneView *self)
{
  const UllSpot *spots;
  guint n;

  if (self->scene == NULL || self->spot < 0)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  return (guint) self->spot < n ? &spots[self->spot] : NULL;
}

static void
update_accessible (UllSceneView *self)
{
  const UllSpot *spot = get_spot (self);
  const char *said = spot != NULL ? spot->description : "";

  if (spot == NULL && self->scene != NULL)
    said = ull_scene_get_description (self->scene);
  if (self->scene != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, ull_scene_get_title (self->scene), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said, -1);
}

static void
set_spot (UllSceneView *self, int index)
{
  if (self->spot == index)
    return;
  self->spot = index;
  update_accessible (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
invalidate (UllSceneView *self)
{
  self->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
build_scene (UllSceneView *self)
{
  UllChartSpec spec = make_spec (self, gtk_widget_get_width (GTK_WIDGET (self)));

  self->stale = FALSE;
  self->spot = -1;
  g_clear_pointer (&self->scene, ull_scene_free);
  if (self->subject != NULL && spec.width > 0 && spec.height > 0)
    self->scene = self->kind->build (self->subject, &spec, self->context);
  update_accessible (self);
}

static void
ull_scene_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllSceneView *self = ULL_SCENE_VIEW (widget);
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
  if (get_spot (self) != NULL)
    ull_chart_note_snapshot (widget, snapshot, get_spot (self));
}

static void
ull_scene_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ULL_SCENE_VIEW (widget)->stale = TRUE;
}

static GtkSizeRequestMode
ull_scene_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_scene_view_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  UllSceneView *self = ULL_SCENE_VIEW (widget);
  UllChartSpec spec = make_spec (self, for_size > 0 ? for_size : NATURAL_WIDTH);
  double scale = MIN (spec.text_scale, 1.5);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_WIDTH;
      *natural = NATURAL_WIDTH;
    }
  else if (self->subject != NULL && self->kind->height != NULL)
    *minimum = *natural = (int) self->kind->height (self->subject, &spec, self->context);
  else if (self->subject != NULL)
    {
      *minimum = (int) (LEAST_HEIGHT * scale);
      *natural = (int) (1.4 * LEAST_HEIGHT * scale);
    }
}

static void
motion_cb (UllSceneView *self, double x, double y)
{
  if (self->scene != NULL)
    set_spot (self, ull_chart_note_nearest (self->scene, x, y));
}

static void
leave_cb (UllSceneView *self)
{
  set_spot (self, -1);
}

static gboolean
key_cb (UllSceneView *self, guint keyval, guint keycode, GdkModifierType state)
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
ull_scene_view_dispose (GObject *object)
{
  UllSceneView *self = ULL_SCENE_VIEW (object);

  self->subject = NULL;
  g_clear_pointer (&self->scene, ull_scene_free);
  g_clear_object (&self->context);
  G_OBJECT_CLASS (ull_scene_view_parent_class)->dispose (object);
}

static void
ull_scene_view_class_init (UllSceneViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_scene_view_dispose;
  widget_class->snapshot = ull_scene_view_snapshot;
  widget_class->size_allocate = ull_scene_view_size_allocate;
  widget_class->get_request_mode = ull_scene_view_get_request_mode;
  widget_class->measure = ull_scene_view_measure;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ull_scene_view_init (UllSceneView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  self->spot = -1;
  self->stale = TRUE;
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

GtkWidget *
ull_scene_view_new (void)
{
  return g_object_new (ULL_TYPE_SCENE_VIEW, NULL);
}

void
ull_scene_view_show (UllSceneView *self, const UllSceneKind *kind, gconstpointer subject)
{
  g_return_if_fail (ULL_IS_SCENE_VIEW (self) && (kind != NULL || subject == NULL));

  self->kind = kind;
  self->subject = subject;
  self->spot = -1;
  g_clear_pointer (&self->scene, ull_scene_free);
  update_accessible (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  invalidate (self);
}

const UllScene *
ull_scene_view_get_scene (UllSceneView *self)
{
  g_return_val_if_fail (ULL_IS_SCENE_VIEW (self), NULL);

  if (self->stale)
    build_scene (self);
  return self->scene;
}

int
ull_scene_view_get_spot (UllSceneView *self)
{
  g_return_val_if_fail (ULL_IS_SCENE_VIEW (self), -1);

  return self->spot;
}
