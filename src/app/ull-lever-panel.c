#include "ull-lever-panel.h"

#include "ull-clear.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* A card of the levers that are always in sight, and one of the engine and the sections that fold. */

struct _UllLeverPanel
{
  GtkWidget parent_instance;

  /* Template */
  GtkBox *levers;
  GtkBox *groups;
  GtkMenuButton *engine;
  GtkLabel *engine_name;

  /* Owned */
  UllWorkspace *workspace;

  /* Borrowed */
  UllLeverGroup *group[ULL_N_SECTIONS]; /* none for the first section */
};

G_DEFINE_FINAL_TYPE (UllLeverPanel, ull_lever_panel, GTK_TYPE_WIDGET)

static void
add_sections (UllLeverPanel *self)
{
  UllLeverId levers[ULL_N_LEVERS];
  guint n = ull_section_list (ULL_SECTION_FIRST, NULL, levers);

  for (guint i = 0; i < n; i++)
    gtk_box_append (self->levers, ull_lever_row_new (levers[i]));
  for (int section = ULL_SECTION_FIRST + 1; section < ULL_N_SECTIONS; section++)
    {
      self->group[section] = ULL_LEVER_GROUP (ull_lever_group_new ((UllSection) section));
      gtk_box_append (self->groups, GTK_WIDGET (self->group[section]));
    }
}

static void
engine_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLeverPanel *self = ULL_LEVER_PANEL (widget);

  if (self->workspace != NULL && ull_workspace_get_scenario (self->workspace) != NULL)
    ull_workspace_set_field (self->workspace, ULL_FIELD_ENGINE, g_variant_get_int32 (parameter), NULL, NULL);
}

/* Made when it is first opened: a popover is dear. */
static void
create_popup_cb (GtkMenuButton *button, gpointer data)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (int i = 0; i < ULL_N_ENGINES; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (ull_engine_get_label ((UllEngineId) i), NULL);

      g_menu_item_set_action_and_target (item, "lever.engine", "i", i);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
}

static void
disclosure_cb (gpointer data)
{
  UllLeverPanel *self = data;
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autofree char *spoken = NULL;
  const char *name;

  if (scenario == NULL)
    return;
  name = ull_engine_get_label ((UllEngineId) scenario->value[ULL_FIELD_ENGINE]);
  if (g_strcmp0 (gtk_label_get_text (self->engine_name), name) == 0)
    return;
  gtk_label_set_text (self->engine_name, name);
  spoken = g_strdup_printf ("%s. %s.", name, ull_field_get_help (ull_field_get (ULL_FIELD_ENGINE)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->engine), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, spoken, -1);
}

static void
set_workspace (UllLeverPanel *self, UllWorkspace *workspace)
{
  if (!ull_watch (&self->workspace, workspace, disclosure_cb, self))
    return;
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->levers)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    g_object_set (row, "workspace", workspace, NULL);
  for (int section = ULL_SECTION_FIRST + 1; section < ULL_N_SECTIONS; section++)
    g_object_set (self->group[section], "workspace", workspace, NULL);
}

static void
ull_lever_panel_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  if (property_id == ULL_WATCH_PROPERTY)
    set_workspace (ULL_LEVER_PANEL (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_lever_panel_dispose (GObject *object)
{
  UllLeverPanel *self = ULL_LEVER_PANEL (object);

  set_workspace (self, NULL);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_lever_panel_parent_class)->dispose (object);
}

static void
ull_lever_panel_class_init (UllLeverPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_lever_panel_set_property;
  object_class->dispose = ull_lever_panel_dispose;
  ull_watch_install_property (object_class);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-lever-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLeverPanel, levers);
  gtk_widget_class_bind_template_child (widget_class, UllLeverPanel, groups);
  gtk_widget_class_bind_template_child (widget_class, UllLeverPanel, engine);
  gtk_widget_class_bind_template_child (widget_class, UllLeverPanel, engine_name);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_install_action (widget_class, "lever.engine", "i", engine_action);
}

static void
ull_lever_panel_init (UllLeverPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A menu button centres what is in it; a row is as wide as its card. */
  gtk_widget_set_halign (gtk_widget_get_parent (gtk_menu_button_get_child (self->engine)), GTK_ALIGN_FILL);
  gtk_menu_button_set_create_popup_func (self->engine, create_popup_cb, NULL, NULL);
  add_sections (self);
}

UllLeverRow *
ull_lever_panel_get_row (UllLeverPanel *self, UllLeverId lever)
{
  UllSection section = ull_lever_get_section (lever);
  GtkWidget *row;

  g_return_val_if_fail (ULL_IS_LEVER_PANEL (self), NULL);
  g_return_val_if_fail (section != ULL_N_SECTIONS, NULL);

  if (section != ULL_SECTION_FIRST)
    return ull_lever_group_get_row (self->group[section], lever);
  for (row = gtk_widget_get_first_child (GTK_WIDGET (self->levers)); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (ull_lever_row_get_lever (ULL_LEVER_ROW (row)) == lever)
      return ULL_LEVER_ROW (row);
  return NULL;
}

UllLeverGroup *
ull_lever_panel_get_group (UllLeverPanel *self, UllSection section)
{
  g_return_val_if_fail (ULL_IS_LEVER_PANEL (self), NULL);

  return self->group[section];
}
