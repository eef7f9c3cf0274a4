#include "ull-data-table.h"

#include "ull-mnemonic.h"
#include "ull-table-view.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* The table is the chart library's own (ull_chart_table), so that picture, export and table cannot differ, and a
 * withheld answer is not in it either. */

struct _UllDataTable
{
  AdwWindow parent_instance;

  /* Template */
  AdwHeaderBar *header;
  UllTableView *view;
  GtkToggleButton *memory;
  GtkToggleButton *curves;
  GtkToggleButton *layers;
  GtkToggleButton *levers;

  /* Owned */
  UllWorkspace *workspace;

  UllChartKind kind;
};

G_DEFINE_FINAL_TYPE (UllDataTable, ull_data_table, ADW_TYPE_WINDOW)

static void
disclosure_cb (gpointer data)
{
  UllDataTable *self = data;
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  g_autoptr (GPtrArray) table = NULL;

  if (disclosure == NULL)
    return;
  table = ull_chart_table (disclosure, self->kind);
  ull_table_view_set (self->view, table);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *csv = ull_data_table_dup_csv (ULL_DATA_TABLE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
}

/* NULL for the lengths, whose page has a table of its own. */
static GtkToggleButton *
button_of (UllDataTable *self, UllChartKind kind)
{
  GtkToggleButton *const buttons[ULL_N_CHARTS] = { [ULL_CHART_MEMORY] = self->memory,
                                                   [ULL_CHART_CURVES] = self->curves,
                                                   [ULL_CHART_LAYERS] = self->layers,
                                                   [ULL_CHART_LEVERS] = self->levers };

  return buttons[kind];
}

static void
kind_cb (UllDataTable *self)
{
  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    {
      GtkToggleButton *button = button_of (self, (UllChartKind) kind);

      if (button != NULL && gtk_toggle_button_get_active (button))
        ull_data_table_set_kind (self, (UllChartKind) kind);
    }
}

static void
ull_data_table_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllDataTable *self = ULL_DATA_TABLE (object);

  if (property_id == ULL_WATCH_PROPERTY)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_data_table_dispose (GObject *object)
{
  UllDataTable *self = ULL_DATA_TABLE (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_DATA_TABLE);
  G_OBJECT_CLASS (ull_data_table_parent_class)->dispose (object);
}

static void
ull_data_table_class_init (UllDataTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_data_table_set_property;
  object_class->dispose = ull_data_table_dispose;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_TABLE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-data-table.ui");
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, header);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, view);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, memory);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, curves);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, layers);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, levers);
  gtk_widget_class_bind_template_callback (widget_class, kind_cb);
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_data_table_init (UllDataTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  ull_table_view_set_label (self->view, _("Data of the chart"));
}

UllDataTable *
ull_data_table_new (GtkWindow *parent, UllWorkspace *workspace, UllChartKind kind)
{
  UllDataTable *self = g_object_new (ULL_TYPE_DATA_TABLE, "transient-for", parent, NULL);

  self->kind = kind;
  gtk_toggle_button_set_active (button_of (self, kind), TRUE);
  g_object_set (self, "workspace", workspace, NULL);
  return self;
}

UllDataTable *
ull_data_table_new_of (GtkWindow *parent, const char *title, GPtrArray *table)
{
  UllDataTable *self = g_object_new (ULL_TYPE_DATA_TABLE, "transient-for", parent, "title", title, NULL);

  /* There is nothing to choose: the window's title takes the place of the choices. */
  adw_header_bar_set_title_widget (self->header, NULL);
  ull_table_view_set_label (self->view, title);
  ull_table_view_set (self->view, table);
  return self;
}

void
ull_data_table_set_kind (UllDataTable *self, UllChartKind kind)
{
  g_return_if_fail (ULL_IS_DATA_TABLE (self));

  if (self->kind == kind)
    return;
  self->kind = kind;
  gtk_toggle_button_set_active (button_of (self, kind), TRUE);
  if (self->workspace != NULL)
    disclosure_cb (self);
}

char *
ull_data_table_dup_csv (UllDataTable *self)
{
  g_return_val_if_fail (ULL_IS_DATA_TABLE (self), NULL);

  return ull_table_view_dup_csv (self->view);
}
