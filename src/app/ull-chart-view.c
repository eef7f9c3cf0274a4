#include "ull-chart-view.h"

#include "ull-chart-note.h"
#include "ull-look.h"
#include "ull-painter.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* Invariants
 *
 * - The scene is a function of disclosure, size, look, text scale and direction; `stale` says that one of them has
 *   changed since. It is made in snapshot, so that many changes within a frame make one scene and an unmapped chart none.
 * - `spot` is an index into the scene's spots or -1, and is looked up again in every new scene. */

struct _UllChartView
{
  GtkWidget parent_instance;

  /* Owned */
  UllWorkspace *workspace;
  PangoContext *context;
  UllScene *scene;
  UllDisclosure *drawn; /* what the scene was made from */
  GtkWidget *menu;

  UllChartKind kind;
  int spot;
  int current_step;
  guint n_builds;
  gboolean stale;
  gboolean by_keys; /* the spot was gone to by keys: it stays when the pointer leaves */
  double pointer_x, pointer_y;
};

G_DEFINE_FINAL_TYPE (UllChartView, ull_chart_view, GTK_TYPE_WIDGET)

enum
{
  PROP_WORKSPACE = ULL_WATCH_PROPERTY,
  PROP_KIND,
  PROP_CURRENT_STEP,
};

static const UllSpot *
get_spot (UllChartView *self)
{
  const UllSpot *spots;
  guint n;

  if (self->scene == NULL || self->spot < 0)
    return NULL;
  spots = ull_scene_get_spots (self->scene, &n);
  return (guint) self->spot < n ? &spots[self->spot] : NULL;
}

static void
update_accessible (UllChartView *self)
{
  const UllSpot *spot = get_spot (self);

  if (self->scene == NULL)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  ull_scene_get_title (self->scene), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spot != NULL ? spot->description : ull_scene_get_description (self->scene), -1);
}

static void
update_step (UllChartView *self)
{
  const UllSpot *spot = get_spot (self);
  int step = spot != NULL ? spot->step : -1;

  if (self->current_step == step)
    return;
  self->current_step = step;
  g_object_notify (G_OBJECT (self), "current-step");
}

static void
set_spot (UllChartView *self, int index, gboolean by_keys)
{
  self->by_keys = by_keys && index >= 0;
  if (self->spot == index)
    return;
  self->spot = index;
  update_accessible (self);
  update_step (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
invalidate (gpointer data)
{
  UllChartView *self = data;

  self->stale = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget (UllChartView *self)
{
  set_spot (self, -1, FALSE);
  g_clear_pointer (&self->scene, ull_scene_free);
  self->stale = TRUE;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "", -1);
}

/* An answer that is withheld from now on must not be said for even a frame longer. */
static void
disclosure_cb (gpointer data)
{
  UllChartView *self = data;
  UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);

  if (!self->stale && self->drawn != NULL && disclosure != NULL && ull_chart_same (self->kind, self->drawn, disclosure))
    return;
  if (disclosure == NULL || disclosure->withheld)
    forget (self);
  invalidate (self);
}

/* A chart that nobody sees does not go on saying what it last showed. */
static void
ull_chart_view_unmap (GtkWidget *widget)
{
  forget (ULL_CHART_VIEW (widget));
  GTK_WIDGET_CLASS (ull_chart_view_parent_class)->unmap (widget);
}

static UllChartSpec
make_spec (UllChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale = ull_text_scale (widget);
  int width = gtk_widget_get_width (widget);

  return (UllChartSpec) {
    .kind = self->kind,
    .width = width,
    .height = gtk_widget_get_height (widget),
    .look = ull_look_current (),
    .text_scale = scale,
    .rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL,
    .narrow = width < 340 * scale,
  };
}

/* A part that was pointed at stays pointed at as long as the new scene has it in the same place of its list. */
static int
find_again (UllChartView *self, const UllScene *scene)
{
  const UllSpot *old = get_spot (self);
  const UllSpot *spots;
  guint n;

  if (old == NULL)
    return -1;
  spots = ull_scene_get_spots (scene, &n);
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
  update_accessible (self);
  update_step (self);
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
  spot = get_spot (self);
  if (spot != NULL)
    ull_chart_note_snapshot (widget, snapshot, spot);
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
motion_cb (UllChartView *self, double x, double y)
{
  gboolean moved = x != self->pointer_x || y != self->pointer_y;

  self->pointer_x = x;
  self->pointer_y = y;
  /* GTK tells of a pointer that rests whenever something is laid out anew; that must not undo what the keys did. */
  if (self->scene != NULL && (moved || !self->by_keys))
    set_spot (self, ull_chart_note_nearest (self->scene, x, y), FALSE);
}

static void
leave_cb (UllChartView *self)
{
  if (!self->by_keys)
    set_spot (self, -1, FALSE);
}

static void
unfocus_cb (UllChartView *self)
{
  set_spot (self, -1, FALSE);
}

static gboolean
key_cb (UllChartView *self, guint keyval, guint keycode, GdkModifierType state)
{
  int next;

  if (self->scene == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Escape && self->spot >= 0)
    {
      set_spot (self, -1, FALSE);
      return GDK_EVENT_STOP;
    }
  if (!ull_chart_note_step (self->scene, self->spot, keyval, &next))
    return GDK_EVENT_PROPAGATE;
  set_spot (self, next, TRUE);
  return GDK_EVENT_STOP;
}

static void
popup_menu (UllChartView *self, double x, double y)
{
  if (self->menu == NULL)
    {
      g_autoptr (GMenu) menu = g_menu_new ();

      g_menu_append (menu, _("_Export…"), "chart.export");
      g_menu_append (menu, _("_Data Table"), "plan.data-table");
      self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
pressed_cb (UllChartView *self, int n_press, double x, double y, GtkGesture *gesture)
{
  GdkEvent *event = gtk_gesture_get_last_event (gesture, NULL);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (event == NULL || !gdk_event_triggers_context_menu (event))
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  popup_menu (self, x, y);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  popup_menu (ULL_CHART_VIEW (widget), gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
}

/* The window's own dialog, told which chart. */
static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.export", NULL);
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
      ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
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

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->scene, ull_scene_free);
  g_clear_pointer (&self->drawn, ull_disclosure_unref);
  g_clear_object (&self->context);
  G_OBJECT_CLASS (ull_chart_view_parent_class)->dispose (object);
}

static void
install_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "chart.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "chart.export", NULL, export_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "chart.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "chart.menu", NULL);
}

static void
ull_chart_view_class_init (UllChartViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_chart_view_get_property;
  object_class->set_property = ull_chart_view_set_property;
  object_class->dispose = ull_chart_view_dispose;
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
  install_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
add_controllers (UllChartView *self)
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

static void
ull_chart_view_init (UllChartView *self)
{
  self->spot = -1;
  self->current_step = -1;
  self->pointer_x = self->pointer_y = -1;
  self->stale = TRUE;
  self->context = ull_chart_context_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  add_controllers (self);
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (invalidate));
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
