#include "ull-data-table.h"

#include "ull-watch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The table is the chart library's own (ull_chart_table), so that picture, export and table cannot differ, and a
 * withheld answer is not in it either. A row is a GtkStringList of its cells. */

struct _UllDataTable
{
  AdwWindow parent_instance;

  /* Template */
  GtkColumnView *view;
  GtkToggleButton *memory;
  GtkToggleButton *curves;
  GtkToggleButton *layers;
  GtkMultiSelection *selection;
  GListStore *rows;

  /* Owned */
  UllWorkspace *workspace;
  char **header;

  UllChartKind kind;
};

G_DEFINE_FINAL_TYPE (UllDataTable, ull_data_table, ADW_TYPE_WINDOW)

static guint
column_of (GtkListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

static void
setup_cell_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static gboolean
is_figure (const char *text)
{
  return text != NULL && (g_ascii_isdigit (text[0]) || text[0] == '-');
}

static void
bind_cell_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkStringList *row = gtk_list_item_get_item (item);
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  const char *text = gtk_string_list_get_string (row, column_of (factory));

  /* Figures end at one edge; names, of a part or of a source, begin at the other. */
  gtk_label_set_xalign (label, column_of (factory) > 0 && is_figure (text) ? 1 : 0);
  gtk_label_set_text (label, text != NULL ? text : "");
}

static void
add_column (UllDataTable *self, guint i, const char *title)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (i));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell_cb), NULL);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (self->view, column);
}

static void
set_header (UllDataTable *self, char **header)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  if (self->header != NULL && g_strv_equal ((const char *const *) self->header, (const char *const *) header))
    return;
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  g_clear_pointer (&self->header, g_strfreev);
  self->header = g_strdupv (header);
  for (guint i = 0; header[i] != NULL; i++)
    add_column (self, i, header[i]);
}

static void
disclosure_cb (gpointer data)
{
  UllDataTable *self = data;
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  g_autoptr (GPtrArray) table = NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  if (disclosure == NULL)
    return;
  table = ull_chart_table (disclosure, self->kind);
  if (table->len > 0)
    set_header (self, g_ptr_array_index (table, 0));
  for (guint i = 1; i < table->len; i++)
    g_ptr_array_add (rows, gtk_string_list_new (g_ptr_array_index (table, i)));
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
}

/* RFC 4180: a cell with a comma, a quote or a line break is quoted, quotes doubled. */
static void
append_cell (GString *csv, const char *cell, gboolean first)
{
  if (!first)
    g_string_append_c (csv, ',');
  if (strpbrk (cell, ",\"\r\n") == NULL)
    {
      g_string_append (csv, cell);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *p = cell; *p != 0; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  g_string_append_c (csv, '"');
}

static void
append_row (GString *csv, GtkStringList *row)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (row));

  for (guint i = 0; i < n; i++)
    append_cell (csv, gtk_string_list_get_string (row, i), i == 0);
  g_string_append (csv, "\r\n");
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *csv = ull_data_table_dup_csv (ULL_DATA_TABLE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
}

static void
kind_cb (UllDataTable *self)
{
  if (gtk_toggle_button_get_active (self->memory))
    ull_data_table_set_kind (self, ULL_CHART_MEMORY);
  else if (gtk_toggle_button_get_active (self->curves))
    ull_data_table_set_kind (self, ULL_CHART_CURVES);
  else if (gtk_toggle_button_get_active (self->layers))
    ull_data_table_set_kind (self, ULL_CHART_LAYERS);
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
  g_clear_pointer (&self->header, g_strfreev);
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

  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-data-table.ui");
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, view);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, memory);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, curves);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, layers);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, selection);
  gtk_widget_class_bind_template_child (widget_class, UllDataTable, rows);
  gtk_widget_class_bind_template_callback (widget_class, kind_cb);
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_data_table_init (UllDataTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkToggleButton *
button_of (UllDataTable *self, UllChartKind kind)
{
  if (kind == ULL_CHART_LAYERS)
    return self->layers;
  return kind == ULL_CHART_MEMORY ? self->memory : self->curves;
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
  GListModel *rows;
  g_autoptr (GtkBitset) selected = NULL;
  g_autoptr (GtkStringList) header = NULL;
  GString *csv;

  g_return_val_if_fail (ULL_IS_DATA_TABLE (self), NULL);

  rows = G_LIST_MODEL (self->selection);
  csv = g_string_new (NULL);
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  header = gtk_string_list_new ((const char *const *) self->header);
  append_row (csv, header);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkStringList) row = g_list_model_get_item (rows, i);

      if (gtk_bitset_is_empty (selected) || gtk_bitset_contains (selected, i))
        append_row (csv, row);
    }
  return g_string_free (csv, FALSE);
}
