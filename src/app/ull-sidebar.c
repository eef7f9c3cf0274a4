#include "ull-sidebar.h"

#include "ull-device-picker.h"
#include "ull-lever-panel.h"
#include "ull-load-panel.h"
#include "ull-model-picker.h"
#include "ull-own-cards.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Choosing a model or a card here is a lever like the others: it runs a window action that keeps every other setting
 * and can be undone. Each list is made when its row is first pressed.
 *
 * The rows are plain buttons: a GtkMenuButton has one height whatever its width and would cut the text it could wrap. */

struct _UllSidebar
{
  AdwBin parent_instance;

  /* Template */
  GtkButton *model_button;
  GtkLabel *model_title;
  GtkLabel *model_about;
  GtkButton *device_button;
  GtkLabel *device_title;
  GtkLabel *device_about;
  AdwBin *load;
  GtkWidget *levers;

  /* Owned */
  UllWorkspace *workspace;

  /* Borrowed: children of their buttons once they are made */
  GtkWidget *model_picker;
  GtkWidget *device_picker;

  gint64 cards_stamp;
};

G_DEFINE_FINAL_TYPE (UllSidebar, ull_sidebar, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_WORKSPACE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* The kind of all layers that count, or NULL where they differ. */
static const char *
only_kind (const UllModel *model)
{
  const UllRun *first = NULL;

  for (guint i = 0; i < model->n_runs; i++)
    {
      const UllRun *run = &model->runs[i];

      if (run->draft)
        continue;
      if (first != NULL && run->kind != first->kind)
        return NULL;
      first = run;
    }
  return first != NULL ? ull_layer_kind_get_label (first->kind) : NULL;
}

static char *
describe_model (const UllModel *model)
{
  GString *text = g_string_new (NULL);
  gint64 heads = ull_model_get_kv_heads (model);
  gint64 dim = ull_model_get_head_dim (model);
  guint layers = ull_model_get_layers (model);
  /* A latent has a size, but no heads that keep it. */
  gboolean has_heads = ull_model_get_scaled_heads (model) > 0;

  g_string_append_printf (text, ngettext ("%u layer", "%u layers", layers), layers);
  if (has_heads && heads > 0 && dim > 0)
    g_string_append_printf (text, ngettext (" · %d KV head × %d", " · %d KV heads × %d", (gulong) heads), (int) heads,
                            (int) dim);
  else if (!has_heads && only_kind (model) != NULL)
    g_string_append_printf (text, " · %s", only_kind (model));
  if (model->native_dtype >= 0)
    g_string_append_printf (text, " · %s", ull_dtype_info (model->native_dtype)->id);
  if (model->as_plain)
    g_string_append (text, _(" · read as plain attention"));
  return g_string_free (text, FALSE);
}

/* The visible text is the label's; the button is told it again, because a button with a child of its own has no name. */
static void
set_row (GtkButton *button, GtkLabel *title, GtkLabel *about, const char *kind, const char *name, const char *note)
{
  g_autofree char *spoken = g_strdup_printf ("%s: %s", kind, name);

  gtk_label_set_text (title, name);
  gtk_label_set_text (about, note);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, note, -1);
}

static void
update (UllSidebar *self)
{
  UllScenario *scenario = self->workspace != NULL ? ull_workspace_get_scenario (self->workspace) : NULL;
  g_autofree char *model = NULL;
  g_autofree char *device = NULL;

  if (scenario == NULL)
    return;
  model = describe_model (scenario->model);
  device = ull_device_picker_describe (scenario->device);
  set_row (self->model_button, self->model_title, self->model_about, _("Model"), scenario->model->name, model);
  set_row (self->device_button, self->device_title, self->device_about, _("Card"), scenario->device->name, device);
}

static void
model_picked_cb (UllSidebar *self, const char *id)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.set-model", "s", id);
}

static void
device_picked_cb (UllSidebar *self, const char *id)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.set-device", "s", id);
}

static void
attach (UllSidebar *self, GtkWidget *picker, GtkButton *button, GCallback picked_cb)
{
  g_signal_connect_object (picker, "picked", picked_cb, self, G_CONNECT_SWAPPED);
  gtk_popover_set_position (GTK_POPOVER (picker), GTK_POS_BOTTOM);
  gtk_widget_set_parent (picker, GTK_WIDGET (button));
}

static void
model_clicked_cb (UllSidebar *self)
{
  if (self->model_picker == NULL)
    {
      self->model_picker = ull_model_picker_new ("win.replace-model");
      attach (self, self->model_picker, self->model_button, G_CALLBACK (model_picked_cb));
    }
  gtk_popover_popup (GTK_POPOVER (self->model_picker));
}

/* Cards of one's own may have been added, here or by hand, since the list was made. */
static void
device_clicked_cb (UllSidebar *self)
{
  gint64 stamp = ull_own_cards_get_stamp ();

  if (self->cards_stamp != stamp)
    g_clear_pointer (&self->device_picker, gtk_widget_unparent);
  self->cards_stamp = stamp;
  if (self->device_picker == NULL)
    {
      self->device_picker = ull_device_picker_new ();
      attach (self, self->device_picker, self->device_button, G_CALLBACK (device_picked_cb));
    }
  gtk_popover_popup (GTK_POPOVER (self->device_picker));
}

static void
set_workspace (UllSidebar *self, UllWorkspace *workspace)
{
  if (workspace == NULL)
    return;
  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "notify::disclosure", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
ull_sidebar_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, ULL_SIDEBAR (object)->workspace);
}

static void
ull_sidebar_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  set_workspace (ULL_SIDEBAR (object), g_value_get_object (value));
}

static void
ull_sidebar_dispose (GObject *object)
{
  UllSidebar *self = ULL_SIDEBAR (object);

  g_clear_pointer (&self->model_picker, gtk_widget_unparent);
  g_clear_pointer (&self->device_picker, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), ULL_TYPE_SIDEBAR);
  g_clear_object (&self->workspace);
  G_OBJECT_CLASS (ull_sidebar_parent_class)->dispose (object);
}

static gboolean
ull_sidebar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (ULL_SIDEBAR (widget)->model_button));
}

static void
ull_sidebar_class_init (UllSidebarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_sidebar_get_property;
  object_class->set_property = ull_sidebar_set_property;
  object_class->dispose = ull_sidebar_dispose;
  widget_class->grab_focus = ull_sidebar_grab_focus;
  properties[PROP_WORKSPACE]
    = g_param_spec_object ("workspace", NULL, NULL, ULL_TYPE_WORKSPACE,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (ULL_TYPE_LEVER_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, model_button);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, model_title);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, model_about);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, device_button);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, device_title);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, device_about);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, load);
  gtk_widget_class_bind_template_child (widget_class, UllSidebar, levers);
  gtk_widget_class_bind_template_callback (widget_class, model_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, device_clicked_cb);
}

static void
ull_sidebar_init (UllSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ull_sidebar_new (UllWorkspace *workspace)
{
  return g_object_new (ULL_TYPE_SIDEBAR, "workspace", workspace, NULL);
}

/* The panel is made when a ramp is first looked at. */
void
ull_sidebar_show_load (UllSidebar *self, gboolean load)
{
  GtkWidget *panel;

  g_return_if_fail (ULL_IS_SIDEBAR (self));

  if (load && adw_bin_get_child (self->load) == NULL)
    {
      panel = ull_load_panel_new ();
      g_object_set (panel, "workspace", self->workspace, NULL);
      adw_bin_set_child (self->load, panel);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->load), load);
  gtk_widget_set_visible (self->levers, !load);
}
