#include "ull-window-private.h"

#include "config.h"
#include "ull-empty-view.h"
#include "ull-mnemonic.h"
#include "ull-model-picker.h"
#include "ull-plan-view.h"
#include "ull-sidebar.h"

#include <glib/gi18n-lib.h>

/* The frame is one template; what fills it is made when there is something to fill it with, so an empty window pays for
 * no chart and a full one for no welcome. Sizes are in logical pixels. */

#define FOLD_WIDTH 900
#define SIDEBAR_WIDTH 320
#define SEPARATOR_WIDTH 1

G_DEFINE_FINAL_TYPE (UllWindow, ull_window, ADW_TYPE_APPLICATION_WINDOW)

enum
{
  PROP_0,
  PROP_WORKSPACE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* The flap folds where both parts no longer have their natural width. The content's is not asked of the charts, which
 * take any width, but set so that folding happens at FOLD_WIDTH. */
static void
measure_content (GtkWidget *widget,
                 GtkOrientation orientation,
                 int for_size,
                 int *minimum,
                 int *natural,
                 int *minimum_baseline,
                 int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  *minimum = *natural = 0;
  if (child != NULL)
    gtk_widget_measure (child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, FOLD_WIDTH - SIDEBAR_WIDTH - SEPARATOR_WIDTH);
}

static void
allocate_content (GtkWidget *widget, int width, int height, int baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  if (child != NULL && gtk_widget_should_layout (child))
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
fill (UllWindow *self)
{
  GtkWidget *sidebar = ull_sidebar_new (self->workspace);

  self->plan_view = g_object_new (ULL_TYPE_PLAN_VIEW, "workspace", self->workspace, NULL);
  adw_bin_set_child (self->plan_page, self->plan_view);
  adw_bin_set_child (self->ramp_page, NULL);
  adw_bin_set_child (self->sidebar, sidebar);
  adw_flap_set_locked (self->flap, FALSE);
  self->levers_shown = self->settings == NULL || g_settings_get_boolean (self->settings, "show-sidebar");
  adw_flap_set_reveal_flap (self->flap, self->levers_shown && !ull_window_is_learning (self));
  /* Where the welcome had the focus, a person goes on with what is set first, not with the last chart. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && adw_flap_get_reveal_flap (self->flap) && !adw_flap_get_folded (self->flap))
    gtk_widget_grab_focus (sidebar);
}

static void
update_title (UllWindow *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  const char *path = ull_workspace_get_path (self->workspace);
  g_autofree char *file = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *whole = NULL;

  if (scenario == NULL)
    return;
  file = path != NULL ? g_path_get_basename (path) : g_strdup (scenario->model->source);
  subtitle = g_strconcat (ull_workspace_get_modified (self->workspace) ? "• " : "", file != NULL ? file : "", NULL);
  whole = g_strdup_printf ("%s – %s", scenario->model->name, _("Ullage"));
  adw_window_title_set_title (self->title, scenario->model->name);
  adw_window_title_set_subtitle (self->title, subtitle);
  if (g_strcmp0 (gtk_window_get_title (GTK_WINDOW (self)), whole) != 0)
    gtk_window_set_title (GTK_WINDOW (self), whole);
}

static void
workspace_changed_cb (UllWindow *self)
{
  if (self->plan_view == NULL && ull_workspace_get_scenario (self->workspace) != NULL)
    {
      fill (self);
      ull_window_view_changed (self);
    }
  update_title (self);
  ull_window_update_actions (self);
}

/* The program also runs where nobody installed its schema: then it starts at its default size and keeps none. */
static GSettings *
open_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, APP_ID, TRUE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

static void
restore_size (UllWindow *self)
{
  if (self->settings == NULL)
    return;
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
keep_size (UllWindow *self)
{
  int width, height;

  if (self->settings == NULL)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_int (self->settings, "window-width", width);
  g_settings_set_int (self->settings, "window-height", height);
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  /* Folded, the sidebar is hidden because there is no room, which says nothing of what the person wants. */
  if (self->plan_view != NULL && !adw_flap_get_folded (self->flap))
    g_settings_set_boolean (self->settings, "show-sidebar",
                            ull_window_is_learning (self) ? self->levers_shown : adw_flap_get_reveal_flap (self->flap));
}

static void
close_then (GtkWindow *owner, gpointer data)
{
  ULL_WINDOW (owner)->closing = TRUE;
  gtk_window_close (owner);
}

static gboolean
ull_window_close_request (GtkWindow *window)
{
  UllWindow *self = ULL_WINDOW (window);

  if (!self->closing && ull_workspace_get_modified (self->workspace))
    {
      ull_window_guard (self, close_then, NULL, NULL);
      return GDK_EVENT_STOP;
    }
  keep_size (self);
  return GTK_WINDOW_CLASS (ull_window_parent_class)->close_request (window);
}

/* The welcome is made at the last moment, when it is known that nothing was opened first. */
static void
ull_window_show (GtkWidget *widget)
{
  UllWindow *self = ULL_WINDOW (widget);

  if (adw_bin_get_child (self->plan_page) == NULL)
    {
      adw_bin_set_child (self->plan_page, ull_empty_view_new ());
      adw_bin_set_child (self->ramp_page, ull_empty_view_new ());
    }
  GTK_WIDGET_CLASS (ull_window_parent_class)->show (widget);
}

/* The split button names its arrow for the eye only, by a tooltip. */
static void
name_arrow (AdwSplitButton *button)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (button));

  while (child != NULL && !GTK_IS_MENU_BUTTON (child))
    child = gtk_widget_get_next_sibling (child);
  if (child != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Bundled models"), -1);
}

static void
open_picked_cb (UllWindow *self, const char *id)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-bundled", "s", id);
}

static gboolean
show_switcher_cb (gpointer data)
{
  UllWindow *self = data;

  self->switcher_source = 0;
  gtk_widget_set_visible (self->switcher_bar, adw_squeezer_get_visible_child (self->title_squeezer) != self->switcher);
  return G_SOURCE_REMOVE;
}

/* Where the header has no room for the views, they stand below. It is known while the header is laid out, when nothing else may
 * ask for room. */
static void
update_switchers (UllWindow *self)
{
  if (self->switcher_source == 0 && self->workspace != NULL)
    self->switcher_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, show_switcher_cb, self, NULL);
}

static void
view_cb (UllWindow *self)
{
  if (!gtk_widget_in_destruction (GTK_WIDGET (self)) && self->workspace != NULL)
    ull_window_view_changed (self);
}

static void
ull_window_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, ULL_WINDOW (object)->workspace);
}

static void
ull_window_dispose (GObject *object)
{
  UllWindow *self = ULL_WINDOW (object);

  ull_window_cancel_loading (self);
  g_clear_weak_pointer (&self->compare);
  g_clear_weak_pointer (&self->glossary);
  g_clear_weak_pointer (&self->room);
  g_clear_handle_id (&self->present_source, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), ULL_TYPE_WINDOW);
  g_clear_handle_id (&self->switcher_source, g_source_remove);
  g_clear_object (&self->settings);
  g_clear_object (&self->workspace);
  G_OBJECT_CLASS (ull_window_parent_class)->dispose (object);
}

static void
ull_window_class_init (UllWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_window_get_property;
  object_class->dispose = ull_window_dispose;
  widget_class->show = ull_window_show;
  GTK_WINDOW_CLASS (klass)->close_request = ull_window_close_request;
  properties[PROP_WORKSPACE]
    = g_param_spec_object ("workspace", NULL, NULL, ULL_TYPE_WORKSPACE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "win.glossary", NULL);
  g_type_ensure (ULL_TYPE_NOTICE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-window.ui");
  gtk_widget_class_bind_template_child (widget_class, UllWindow, title);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, content);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, views);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, plan_page);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, ramp_page);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, learn_page);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, title_squeezer);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, UllWindow, drop_highlight);
  gtk_widget_class_bind_template_callback (widget_class, update_switchers);
  gtk_widget_class_bind_template_callback (widget_class, view_cb);
}

static void
ull_window_init (UllWindow *self)
{
  GtkWidget *picker;

  self->workspace = ull_workspace_new ();
  self->settings = open_settings ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (GTK_WIDGET (self->content),
                                 gtk_custom_layout_new (NULL, measure_content, allocate_content));
  gtk_window_set_title (GTK_WINDOW (self), _("Ullage"));
  picker = ull_model_picker_new ("win.open");
  g_signal_connect_object (picker, "picked", G_CALLBACK (open_picked_cb), self, G_CONNECT_SWAPPED);
  adw_split_button_set_popover (self->open_button, GTK_POPOVER (picker));
  name_arrow (self->open_button);
  ull_window_add_actions (self);
  ull_window_add_drop_target (self);
  restore_size (self);
  g_signal_connect_object (self->workspace, "notify", G_CALLBACK (workspace_changed_cb), self, G_CONNECT_SWAPPED);
}

UllWindow *
ull_window_new (GtkApplication *application)
{
  return g_object_new (ULL_TYPE_WINDOW, "application", application, NULL);
}

UllWorkspace *
ull_window_get_workspace (UllWindow *self)
{
  g_return_val_if_fail (ULL_IS_WINDOW (self), NULL);

  return self->workspace;
}

void
ull_window_show_error (UllWindow *self, const GError *error)
{
  g_return_if_fail (ULL_IS_WINDOW (self));

  ull_notice_set_title (self->notice, error->message);
  ull_notice_set_revealed (self->notice, TRUE);
}

void
ull_window_hide_notice (UllWindow *self)
{
  ull_notice_set_revealed (self->notice, FALSE);
}

const char *
ull_window_get_notice (UllWindow *self)
{
  g_return_val_if_fail (ULL_IS_WINDOW (self), NULL);

  return ull_notice_get_revealed (self->notice) ? ull_notice_get_title (self->notice) : NULL;
}

void
ull_window_show_toast (UllWindow *self, const char *text)
{
  AdwToast *toast;
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_return_if_fail (ULL_IS_WINDOW (self));

  toast = adw_toast_new (escaped);
  adw_toast_overlay_add_toast (self->toasts, toast);
}
