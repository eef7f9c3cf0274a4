#include "ull-scene-chart-private.h"

#include "ull-chart-note.h"
#include "ull-look.h"
#include "ull-painter.h"

#include <glib/gi18n-lib.h>

/* Invariants
 *
 * - The scene is a function of what the owner shows, size, look, text scale and direction. It is made in snapshot where one of them
 *   has changed; one that nobody sees is forgotten, so that nothing withheld is said for longer than it is shown.
 * - Between "grabbed" and "released" a handle is held, by pointer or by keys. Each "grabbed" has its "released" (-input). */

G_DEFINE_FINAL_TYPE (UllSceneChart, ull_scene_chart, GTK_TYPE_WIDGET)

guint ull_scene_chart_signals[ULL_N_SCENE_SIGNALS];

const UllSpot *
ull_scene_chart_peek_spot (UllSceneChart *self)
{
  const UllSpot *spots;
  guint n;

  if (self->scene == NULL || self->spot < 0)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  return (guint) self->spot < n ? &spots[self->spot] : NULL;
}

gboolean
ull_scene_chart_is_handle (UllSceneChart *self, const char *id)
{
  for (guint i = 0; self->handles != NULL && self->handles[i] != NULL; i++)
    if (g_str_equal (self->handles[i], id))
      return TRUE;
  return FALSE;
}

const UllSpot *
ull_scene_chart_find_spot (UllSceneChart *self, const char *id, int *index)
{
  const UllSpot *spots;
  guint n;

  if (self->scene == NULL)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (spots[i].id, id))
      {
        *index = (int) i;
        return &spots[i];
      }
  return NULL;
}

void
ull_scene_chart_update_accessible (UllSceneChart *self)
{
  const UllSpot *spot = ull_scene_chart_peek_spot (self);
  const char *hint = NULL;
  g_autofree char *both = NULL;

  if (self->scene == NULL)
    return;
  if (self->held != ULL_HELD_NOT && ull_scene_chart_leaps (self))
    hint = _("Held: an arrow key moves it by a step, with Shift by a hundredth of the whole, Page Up and Page Down by a tenth, Home and End "
             "to its ends. Enter drops it, Escape puts it back.");
  else if (self->held != ULL_HELD_NOT)
    hint = _("Held: arrow keys move it, with Shift ten times as far. Enter drops it, Escape puts it back.");
  else if (spot != NULL && ull_scene_chart_is_handle (self, spot->id))
    hint = _("Enter takes hold of it.");
  else if (spot != NULL && ull_scene_chart_is_clicked (self))
    hint = _("Enter chooses it, as a click does.");
  both = g_strjoin (hint != NULL ? " " : "", spot != NULL ? spot->description : ull_scene_get_description (self->scene),
                    hint != NULL ? hint : "", NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, ull_scene_get_title (self->scene),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, both, -1);
}

static void
forget (UllSceneChart *self)
{
  self->spot = -1;
  self->stale = TRUE;
  g_clear_pointer (&self->scene, ull_scene_free);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
}

static void
invalidate_cb (gpointer data)
{
  ull_scene_chart_invalidate (data);
}

static UllChartSpec
make_spec (UllSceneChart *self, int width)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale = ull_text_scale (widget) * self->enlarge;

  return (UllChartSpec) { .width = width, .height = gtk_widget_get_height (widget), .look = ull_look_current (),
                          .text_scale = scale, .rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL,
                          .narrow = width < 340 * scale };
}

/* A part that was pointed at stays so as long as the new scene has one of its name. */
static void
build_scene (UllSceneChart *self)
{
  UllChartSpec spec = make_spec (self, gtk_widget_get_width (GTK_WIDGET (self)));
  const UllSpot *old = ull_scene_chart_peek_spot (self);
  g_autofree char *id = old != NULL ? g_strdup (old->id) : NULL;
  int spot = self->spot;

  self->stale = FALSE;
  self->spot = -1;
  g_clear_pointer (&self->scene, ull_scene_free);
  if (spec.width < 1 || spec.height < 1 || self->builder == NULL)
    return;
  self->scene = self->builder (self->owner, &spec, self->context);
  if (self->scene != NULL && id != NULL)
    {
      const UllSpot *spots;
      guint n;

      spots = ull_scene_get_spots (self->scene, &n);
      if (spot < (int) n && g_str_equal (spots[spot].id, id))
        self->spot = spot;
      else
        ull_scene_chart_find_spot (self, id, &self->spot);
    }
  ull_scene_chart_update_accessible (self);
}

static void
ull_scene_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllSceneChart *self = ULL_SCENE_CHART (widget);
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
  spot = ull_scene_chart_peek_spot (self);
  if (self->held == ULL_HELD_BY_KEYS && spot != NULL)
    ull_chart_note_snapshot_held (snapshot, spot->x + spot->width / 2, spot->y + spot->height / 2);
  else if (spot != NULL && self->held == ULL_HELD_NOT)
    ull_chart_note_snapshot (widget, snapshot, self->scene, spot);
}

static void
ull_scene_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ULL_SCENE_CHART (widget)->stale = TRUE;
}

static GtkSizeRequestMode
ull_scene_chart_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_scene_chart_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  UllSceneChart *self = ULL_SCENE_CHART (widget);
  UllChartSpec spec = make_spec (self, for_size > 0 ? for_size : self->least_width);
  double scale = MIN (spec.text_scale, 1.5), needed = 0;

  if (orientation == GTK_ORIENTATION_VERTICAL && self->height != NULL && self->builder != NULL)
    needed = self->height (self->owner, &spec, self->context);
  if (needed > 0)
    {
      *minimum = *natural = (int) needed;
      return;
    }
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? self->least_width : (int) (self->least_height * scale);
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? self->least_width : (int) (self->natural_height * scale);
}

/* A chart that goes away lets go: what was dragged stays. */
static void
ull_scene_chart_unmap (GtkWidget *widget)
{
  ull_scene_chart_release (ULL_SCENE_CHART (widget), TRUE);
  forget (ULL_SCENE_CHART (widget));
  GTK_WIDGET_CLASS (ull_scene_chart_parent_class)->unmap (widget);
}

static void
ull_scene_chart_dispose (GObject *object)
{
  UllSceneChart *self = ULL_SCENE_CHART (object);

  self->builder = NULL;
  g_clear_pointer (&self->scene, ull_scene_free);
  g_clear_object (&self->context);
  G_OBJECT_CLASS (ull_scene_chart_parent_class)->dispose (object);
}

static void
ull_scene_chart_class_init (UllSceneChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_scene_chart_dispose;
  widget_class->snapshot = ull_scene_chart_snapshot;
  widget_class->size_allocate = ull_scene_chart_size_allocate;
  widget_class->get_request_mode = ull_scene_chart_get_request_mode;
  widget_class->measure = ull_scene_chart_measure;
  widget_class->unmap = ull_scene_chart_unmap;
  ull_scene_chart_signals[ULL_SCENE_GRABBED] = g_signal_new ("grabbed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  ull_scene_chart_signals[ULL_SCENE_DRAGGED] = g_signal_new ("dragged", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_STRING,
                                          G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  ull_scene_chart_signals[ULL_SCENE_STEPPED] = g_signal_new ("stepped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_STRING,
                                          G_TYPE_INT, G_TYPE_INT);
  ull_scene_chart_signals[ULL_SCENE_LEAPT] = g_signal_new ("leapt", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING,
                                        G_TYPE_DOUBLE);
  ull_scene_chart_signals[ULL_SCENE_CLICKED] = g_signal_new ("clicked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                          G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  ull_scene_chart_signals[ULL_SCENE_RELEASED] = g_signal_new ("released", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING,
                                           G_TYPE_BOOLEAN);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ull_scene_chart_init (UllSceneChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->spot = -1;
  self->stale = TRUE;
  self->enlarge = 1;
  self->least_width = 240;
  self->least_height = self->natural_height = 160;
  self->context = ull_look_chart_context ();
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  ull_scene_chart_add_controllers (self);
  ull_look_watch (widget, G_CALLBACK (invalidate_cb));
}

GtkWidget *
ull_scene_chart_new (UllSceneBuilder builder, gpointer owner)
{
  UllSceneChart *self = g_object_new (ULL_TYPE_SCENE_CHART, NULL);

  ull_scene_chart_set_builder (self, builder, owner);
  return GTK_WIDGET (self);
}

void
ull_scene_chart_set_builder (UllSceneChart *self, UllSceneBuilder builder, gpointer owner)
{
  g_return_if_fail (ULL_IS_SCENE_CHART (self));

  self->builder = builder;
  self->owner = owner;
  forget (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ull_scene_chart_set_height (UllSceneChart *self, UllSceneHeight height)
{
  g_return_if_fail (ULL_IS_SCENE_CHART (self));

  self->height = height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ull_scene_chart_set_size (UllSceneChart *self, int least_width, int least_height, int natural_height)
{
  g_return_if_fail (ULL_IS_SCENE_CHART (self));

  self->least_width = least_width;
  self->least_height = least_height;
  self->natural_height = natural_height;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ull_scene_chart_set_enlarge (UllSceneChart *self, double enlarge)
{
  g_return_if_fail (ULL_IS_SCENE_CHART (self) && enlarge > 0);

  self->enlarge = enlarge;
  ull_scene_chart_invalidate (self);
}

void
ull_scene_chart_set_handles (UllSceneChart *self, const char *const *ids)
{
  g_return_if_fail (ULL_IS_SCENE_CHART (self));

  self->handles = ids;
}

void
ull_scene_chart_invalidate (UllSceneChart *self)
{
  g_return_if_fail (ULL_IS_SCENE_CHART (self));

  self->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const UllScene *
ull_scene_chart_get_scene (UllSceneChart *self)
{
  g_return_val_if_fail (ULL_IS_SCENE_CHART (self), NULL);

  if (self->stale)
    build_scene (self);
  return self->scene;
}

int
ull_scene_chart_get_spot (UllSceneChart *self)
{
  g_return_val_if_fail (ULL_IS_SCENE_CHART (self), -1);

  return self->spot;
}
