#include "ull-lever-group.h"

#include "ull-clear.h"
#include "ull-watch.h"

/* Closed, the row says what in it differs from a new document, or else how many levers it holds; open, the levers say it
 * themselves. Every row costs a start a millisecond, so that a section that nobody opens has none. */

struct _UllLeverGroup
{
  GtkWidget parent_instance;

  /* Template */
  GtkToggleButton *toggle;
  GtkLabel *title;
  GtkLabel *summary;
  GtkImage *arrow;
  GtkBox *levers;

  /* Owned */
  UllWorkspace *workspace;

  UllSection section;
};

G_DEFINE_FINAL_TYPE (UllLeverGroup, ull_lever_group, GTK_TYPE_WIDGET)

static void
add_rows (UllLeverGroup *self)
{
  UllLeverId levers[ULL_N_LEVERS];
  guint n = ull_section_list (self->section, NULL, levers);

  for (guint i = 0; i < n; i++)
    {
      GtkWidget *row = ull_lever_row_new (levers[i]);

      g_object_set (row, "workspace", self->workspace, NULL);
      gtk_box_append (self->levers, row);
    }
}

/* What the engine does not read is not there. */
static void
update_rows (UllLeverGroup *self, const UllScenario *scenario)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->levers)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    gtk_widget_set_visible (row, ull_lever_is_read (ull_lever_row_get_lever (ULL_LEVER_ROW (row)), scenario));
}

static void
update (UllLeverGroup *self)
{
  UllScenario *scenario = self->workspace != NULL ? ull_workspace_get_scenario (self->workspace) : NULL;
  g_autofree char *set = scenario != NULL ? ull_section_dup_summary (self->section, scenario) : g_strdup ("");
  UllLeverId levers[ULL_N_LEVERS];
  guint n = ull_section_list (self->section, scenario, levers);
  g_autofree char *count = g_strdup_printf ("%u", n);
  const char *shown = set[0] == '\0' ? count : set;

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (scenario != NULL)
    update_rows (self, scenario);
  if (g_strcmp0 (gtk_label_get_text (self->summary), shown) == 0)
    return;
  gtk_label_set_text (self->summary, shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, set, -1);
}

static void
toggled_cb (UllLeverGroup *self)
{
  gboolean open = gtk_toggle_button_get_active (self->toggle);

  if (open && gtk_widget_get_first_child (GTK_WIDGET (self->levers)) == NULL)
    add_rows (self);
  gtk_widget_set_visible (GTK_WIDGET (self->levers), open);
  gtk_image_set_from_icon_name (self->arrow, open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->summary), !open);
  gtk_widget_set_hexpand (GTK_WIDGET (self->arrow), open);
  update (self);
}

static void
disclosure_cb (gpointer data)
{
  update (data);
}

static void
ull_lever_group_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLeverGroup *self = ULL_LEVER_GROUP (object);
  UllWorkspace *workspace = g_value_get_object (value);

  if (property_id != ULL_WATCH_PROPERTY)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
      return;
    }
  if (!ull_watch (&self->workspace, workspace, disclosure_cb, self))
    return;
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->levers)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    g_object_set (row, "workspace", workspace, NULL);
}

static void
ull_lever_group_dispose (GObject *object)
{
  UllLeverGroup *self = ULL_LEVER_GROUP (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_lever_group_parent_class)->dispose (object);
}

static void
ull_lever_group_class_init (UllLeverGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_lever_group_set_property;
  object_class->dispose = ull_lever_group_dispose;
  ull_watch_install_property (object_class);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-lever-group.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLeverGroup, toggle);
  gtk_widget_class_bind_template_child (widget_class, UllLeverGroup, title);
  gtk_widget_class_bind_template_child (widget_class, UllLeverGroup, summary);
  gtk_widget_class_bind_template_child (widget_class, UllLeverGroup, arrow);
  gtk_widget_class_bind_template_child (widget_class, UllLeverGroup, levers);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "levergroup");
}

static void
ull_lever_group_init (UllLeverGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ull_lever_group_new (UllSection section)
{
  UllLeverGroup *self = g_object_new (ULL_TYPE_LEVER_GROUP, NULL);
  const char *label = ull_section_get_label (section);

  self->section = section;
  gtk_label_set_text (self->title, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_STATE_EXPANDED, FALSE, -1);
  update (self);
  return GTK_WIDGET (self);
}

void
ull_lever_group_set_open (UllLeverGroup *self, gboolean open)
{
  g_return_if_fail (ULL_IS_LEVER_GROUP (self));

  gtk_toggle_button_set_active (self->toggle, open);
}

UllLeverRow *
ull_lever_group_get_row (UllLeverGroup *self, UllLeverId lever)
{
  GtkWidget *row;

  g_return_val_if_fail (ULL_IS_LEVER_GROUP (self), NULL);

  ull_lever_group_set_open (self, TRUE);
  for (row = gtk_widget_get_first_child (GTK_WIDGET (self->levers)); row != NULL; row = gtk_widget_get_next_sibling (row))
    if (ull_lever_row_get_lever (ULL_LEVER_ROW (row)) == lever)
      return ULL_LEVER_ROW (row);
  return NULL;
}

const char *
ull_lever_group_get_summary (UllLeverGroup *self)
{
  g_return_val_if_fail (ULL_IS_LEVER_GROUP (self), NULL);

  return gtk_label_get_text (self->summary);
}
