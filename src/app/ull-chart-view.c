#include "ull-chart-view-private.h"

#include "ull-chart-menu.h"
#include "ull-chart-note.h"
#include "ull-clear.h"
#include "ull-look.h"
#include "ull-painter.h"
#include "ull-watch.h"

/* Invariants
 *
 * - The scene is a function of disclosure, size, look, text scale and direction; `stale` says that one of them has
 *   changed since. It is made in snapshot, so that many changes within a frame make one scene and an unmapped chart none.
 * - `spot` is an index into the scene's spots or -1, and is looked up again in every new scene. */

G_DEFINE_FINAL_TYPE (UllChartView, ull_chart_view, GTK_TYPE_WIDGET)

enum
{
  PROP_WORKSPACE = ULL_WATCH_PROPERTY,
  PROP_KIND,
  PROP_CURRENT_STEP,
  PROP_ENLARGE,
};

const UllSpot *
ull_chart_view_peek_spot (UllChartView *self)
{
  const UllSpot *spots;
  guint n;

  if (self->scene == NULL || self->spot < 0)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  return (guint) self->spot < n ? &spots[self->spot] : NULL;
}

const UllFrame *
ull_chart_view_get_frame (UllChartView *self)
{
  return self->scene != NULL ? ull_scene_get_frame (self->scene) : NULL;
}

void
ull_chart_view_update_accessible (UllChartView *self)
{
  const UllSpot *spot = ull_chart_view_peek_spot (self);
  const char *description, *hint;
  g_autofree char *both = NULL;

  if (self->scene == NULL)
    return;
  description = spot != NULL ? spot->description : ull_scene_get_description (self->scene);
  hint = ull_chart_view_get_hint (self, spot);
  if (hint != NULL)
    both = g_strconcat (description, " ", hint, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  ull_scene_get_title (self->scene), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  both != NULL ? both : description, -1);
}

static void
update_step (UllChartView *self)
{
  const UllSpot *spot = ull_chart_view_peek_spot (self);
  int step = spot != NULL ? spot->step : -1;

  if (self->current_step == step)
    return;
  self->current_step = step;
  g_object_notify (G_OBJECT (self), "current-step");
}

void
ull_chart_view_set_spot (UllChartView *self, int index, gboolean by_keys)
{
  self->by_keys = by_keys && index >= 0;
  if (self->spot == index)
    return;
  self->spot = index;
  ull_chart_view_update_accessible (self);
  update_step (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ull_chart_view_invalidate (UllChartView *self)
{
  self->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget (UllChartView *self)
{
  ull_chart_view_set_spot (self, -1, FALSE);
  g_clear_pointer (&self->scene, ull_scene_free);
  self->stale = TRUE;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
}

/* The plane of another model is another one. */
static void
follow_model (UllChartView *self, const UllDisclosure *disclosure)
{
  const UllExtent whole = { 0, 0, 0, 0 };

  if (self->drawn == NULL || disclosure == NULL || disclosure->scenario->model != self->drawn->scenario->model)
    ull_chart_zoom_set_extent (self->zoom, &whole);
}

/* An answer that is withheld from now on must not be said for even a frame longer. */
static void
disclosure_cb (gpointer data)
{
  UllChartView *self = data;
  UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);

  if (!ull_chart_grip_is_moving (self->grip))
    ull_chart_grip_drop (self->grip);
  follow_model (self, disclosure);
  if (!self->stale && self->drawn != NULL && disclosure != NULL && ull_chart_same (self->kind, self->drawn, disclosure))
    return;
  if (disclosure == NULL || disclosure->withheld)
    forget (self);
  ull_chart_view_invalidate (self);
}

/* A chart that nobody sees does not go on saying what it last showed. */
static void
ull_chart_view_unmap (GtkWidget *widget)
{
  ull_chart_grip_drop (ULL_CHART_VIEW (widget)->grip);
  forget (ULL_CHART_VIEW (widget));
  GTK_WIDGET_CLASS (ull_chart_view_parent_class)->unmap (widget);
}

static UllChartSpec
make_spec (UllChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale = ull_text_scale (widget) * self->enlarge;
  int width = gtk_widget_get_width (widget);
  const UllExtent *axes = ull_chart_grip_get_axes (self->grip);

  return (UllChartSpec) {
    .extent = ull_extent_is_whole (axes) ? *ull_chart_zoom_get_extent (self->zoom) : *axes,
    .kind = self->kind,
    .width = width,
    .height = gtk_widget_get_height (widget),
    .look = ull_look_current (),
    .text_scale = scale,
    .rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL,
    .narrow = width < 340 * scale,
  };
}

/* A part that was pointed at stays pointed at as long as the new scene has it, by what it says or by its place in the
 * list. */
static int
find_again (UllChartView *self, const UllScene *scene)
{
  const UllSpot *old = ull_chart_view_peek_spot (self);
  const UllSpot *spots;
  guint n;

  if (old == NULL)
    return -1;
  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (spots[i].id, old->id) == 0 && g_str_equal (spots[i].description, old->description))
      return (int) i;
  if ((guint) self->spot < n && g_strcmp0 (spots[self->spot].id, old->id) == 0)
    return self->spot;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (spots[i].id, old->id) == 0)
      return (int) i;
  return -1;
}

static void
build_scene (UllChartView *self)
{
  UllDisclosure *disclosure = self->workspace != NULL ? ull_workspace_get_disclosure (self->workspace) : NULL;
  UllChartSpec spec = make_spec (self);
  g_autoptr (UllScene) scene = NULL;
  int spot;

  self->stale = FALSE;
  if (disclosure == NULL || spec.width < 1 || spec.height < 1)
    {
      g_clear_pointer (&self->scene, ull_scene_free);
      return;
    }
  scene = ull_chart_build (disclosure, &spec, self->context);
  g_clear_pointer (&self->drawn, ull_disclosure_unref);
  self->drawn = ull_disclosure_ref (disclosure);
  self->n_builds++;
  spot = find_again (self, scene);
  g_clear_pointer (&self->scene, ull_scene_free);
  self->scene = g_steal_pointer (&scene);
  self->spot = spot;
  ull_chart_view_update_accessible (self);
  update_step (self);
}

/* What the pointer drags is below the pointer, and needs no mark. */
static void
snapshot_held (UllChartView *self, GtkSnapshot *snapshot)
{
  const UllFrame *frame = ull_chart_view_get_frame (self);

  if (ull_chart_grip_is_held (self->grip) && !ull_chart_grip_is_dragged (self->grip))
    ull_chart_note_snapshot_held (snapshot, frame->grip_x, frame->grip_y);
}

static void
ull_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllChartView *self = ULL_CHART_VIEW (widget);
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
  snapshot_held (self, snapshot);
  spot = ull_chart_view_peek_spot (self);
  if (spot != NULL && !ull_chart_grip_is_held (self->grip))
    ull_chart_note_snapshot (widget, snapshot, self->scene, spot);
}

static void
ull_chart_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllChartView *self = ULL_CHART_VIEW (widget);

  self->stale = TRUE;
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
ull_chart_view_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  double scale = ull_text_scale (widget);
  gboolean tall = ULL_CHART_VIEW (widget)->kind == ULL_CHART_MEMORY;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 240;
      *natural = 368;
      return;
    }
  /* Its card knows how high the strip is. */
  if (ULL_CHART_VIEW (widget)->kind == ULL_CHART_LAYERS)
    {
      *minimum = *natural = 40;
      return;
    }
  /* Its marks stand above it as numbers, too. */
  if (ULL_CHART_VIEW (widget)->kind == ULL_CHART_LENGTHS)
    {
      *minimum = *natural = (int) (150 * MIN (scale, 1.5));
      return;
    }
  *minimum = (int) ((tall ? 280 : 180) * MIN (scale, 1.5));
  *natural = (int) ((tall ? 480 : 260) * scale);
}

static void
ull_chart_view_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  if (property_id == PROP_CURRENT_STEP)
    g_value_set_int (value, ULL_CHART_VIEW (object)->current_step);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_chart_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllChartView *self = ULL_CHART_VIEW (object);

  switch (property_id)
    {
    case PROP_WORKSPACE:
      ull_chart_grip_drop (self->grip);
      ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
      break;
    case PROP_ENLARGE:
      self->enlarge = g_value_get_double (value);
      break;
    case PROP_KIND:
      self->kind = (UllChartKind) g_value_get_int (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
ull_chart_view_dispose (GObject *object)
{
  UllChartView *self = ULL_CHART_VIEW (object);

  ull_chart_grip_drop (self->grip);
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  /* The menu, and what a part means. */
  self->menu = NULL;
  ull_clear_children (GTK_WIDGET (object));
  g_clear_pointer (&self->scene, ull_scene_free);
  g_clear_pointer (&self->drawn, ull_disclosure_unref);
  g_clear_object (&self->context);
  G_OBJECT_CLASS (ull_chart_view_parent_class)->dispose (object);
}

/* Controllers may still speak up while the widget goes. */
static void
ull_chart_view_finalize (GObject *object)
{
  UllChartView *self = ULL_CHART_VIEW (object);

  g_clear_pointer (&self->zoom, ull_chart_zoom_free);
  g_clear_pointer (&self->grip, ull_chart_grip_free);
  G_OBJECT_CLASS (ull_chart_view_parent_class)->finalize (object);
}

static void
ull_chart_view_class_init (UllChartViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_chart_view_get_property;
  object_class->set_property = ull_chart_view_set_property;
  object_class->dispose = ull_chart_view_dispose;
  object_class->finalize = ull_chart_view_finalize;
  widget_class->unmap = ull_chart_view_unmap;
  widget_class->snapshot = ull_chart_view_snapshot;
  widget_class->size_allocate = ull_chart_view_size_allocate;
  widget_class->measure = ull_chart_view_measure;

  ull_watch_install_property (object_class);
  g_object_class_install_property (object_class, PROP_KIND,
                                   g_param_spec_int ("kind", NULL, NULL, 0, ULL_N_CHARTS - 1, ULL_CHART_MEMORY,
                                                     G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY
                                                       | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_CURRENT_STEP,
                                   g_param_spec_int ("current-step", NULL, NULL, -1, G_MAXINT, -1,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_ENLARGE,
                                   g_param_spec_double ("enlarge", NULL, NULL, 1, 8, 1,
                                                        G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
  ull_chart_menu_install (widget_class);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ull_chart_view_init (UllChartView *self)
{
  self->spot = -1;
  self->current_step = -1;
  self->pointer_x = self->pointer_y = -1;
  self->stale = TRUE;
  self->context = ull_look_chart_context ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->grip = ull_chart_grip_new (self);
  self->zoom = ull_chart_zoom_new (self);
  ull_chart_view_add_controllers (self);
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (ull_chart_view_invalidate));
}

GtkWidget *
ull_chart_view_new (UllChartKind kind)
{
  return g_object_new (ULL_TYPE_CHART_VIEW, "kind", kind, NULL);
}

UllChartKind
ull_chart_view_get_kind (UllChartView *self)
{
  g_return_val_if_fail (ULL_IS_CHART_VIEW (self), ULL_CHART_MEMORY);

  return self->kind;
}

const UllScene *
ull_chart_view_get_scene (UllChartView *self)
{
  g_return_val_if_fail (ULL_IS_CHART_VIEW (self), NULL);

  if (self->stale)
    build_scene (self);
  return self->scene;
}

const UllExtent *
ull_chart_view_get_extent (UllChartView *self)
{
  g_return_val_if_fail (ULL_IS_CHART_VIEW (self), NULL);

  return ull_chart_zoom_get_extent (self->zoom);
}

int
ull_chart_view_get_spot (UllChartView *self)
{
  g_return_val_if_fail (ULL_IS_CHART_VIEW (self), -1);

  return self->spot;
}

guint
ull_chart_view_get_n_builds (UllChartView *self)
{
  g_return_val_if_fail (ULL_IS_CHART_VIEW (self), 0);

  return self->n_builds;
}
