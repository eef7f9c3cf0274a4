#include "ull-table-view.h"

#include "ull-clear.h"
#include "ull-csv.h"
#include "ull-units.h"

#include <string.h>

/* A row is a GtkStringList of its cells as they were given; grouping is only for the eye. Columns are made anew where the
 * headings or the side that a column ends at have changed, and kept otherwise, so that a moving lever leaves the scroll
 * position and widths alone. */

#define HEADING_CHARACTERS 18

struct _UllTableView
{
  GtkWidget parent_instance;

  /* Owned */
  GtkColumnView *view; /* borrowed from the child */
  GtkMultiSelection *selection;
  GListStore *rows;
  char **header;
  GArray *figures; /* gboolean a column: it holds figures */
};

G_DEFINE_FINAL_TYPE (UllTableView, ull_table_view, GTK_TYPE_WIDGET)

/* A sign of any kind and a digit after it, or a factor. */
static gboolean
is_figure (const char *text)
{
  const char *signs[] = { "-", "+", ULL_MINUS, ULL_TIMES };

  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_has_prefix (text, signs[i]))
      return g_ascii_isdigit (text[strlen (signs[i])]);
  return g_ascii_isdigit (text[0]);
}

/* "25769803776" is read as "25,769,803,776"; what is no plain number stays as it is. */
static char *
group_digits (const char *text)
{
  gsize digits = strspn (text, "0123456789");
  const char *rest = text + digits;
  g_autofree char *whole = NULL;

  if (digits == 0 || digits > 18 || (*rest != '\0' && (*rest != '.' || strspn (rest + 1, "0123456789") != strlen (rest + 1))))
    return g_strdup (text);
  whole = ull_format_count (g_ascii_strtoll (text, NULL, 10));
  return g_strconcat (whole, rest, NULL);
}

static guint
column_of (GtkListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

static void
setup_cell_cb (UllTableView *self, GtkListItem *item, GtkListItemFactory *factory)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), g_array_index (self->figures, gboolean, column_of (factory)) ? 1 : 0);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell_cb (UllTableView *self, GtkListItem *item, GtkListItemFactory *factory)
{
  GtkStringList *row = gtk_list_item_get_item (item);
  const char *text = gtk_string_list_get_string (row, column_of (factory));
  g_autofree char *shown = group_digits (text != NULL ? text : "");

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), shown);
}

/* A heading breaks at spaces rather than to make its column wider than the figures. A label that wraps by itself would be
 * given its least width, a word a line. */
static char *
break_heading (const char *text)
{
  char *broken = g_strdup (text);
  glong length = 0;

  for (char *c = broken; *c != '\0'; c = g_utf8_next_char (c), length++)
    {
      const char *end = *c == ' ' ? strchr (c + 1, ' ') : NULL;

      if (*c != ' ' || length + g_utf8_strlen (c + 1, end != NULL ? end - c - 1 : -1) < HEADING_CHARACTERS)
        continue;
      *c = '\n';
      length = -1;
    }
  return broken;
}

static void
add_column (UllTableView *self, guint i)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  g_autofree char *heading = break_heading (self->header[i]);

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (i));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cell_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cell_cb), self, G_CONNECT_SWAPPED);
  column = gtk_column_view_column_new (heading, factory);
  gtk_column_view_column_set_expand (column, i == 0);
  gtk_column_view_append_column (self->view, column);
}

static GtkLabel *
find_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *label = find_label (child);

      if (label != NULL)
        return label;
    }
  return NULL;
}

/* A column's heading is a widget of the toolkit's own, and has no property for where it stands. */
static void
align_headings (UllTableView *self)
{
  GtkWidget *heading = gtk_widget_get_first_child (GTK_WIDGET (self->view));

  heading = heading != NULL ? gtk_widget_get_first_child (heading) : NULL;
  for (guint i = 0; heading != NULL && i < self->figures->len; heading = gtk_widget_get_next_sibling (heading), i++)
    {
      GtkLabel *label = find_label (heading);
      gboolean right = g_array_index (self->figures, gboolean, i);

      if (label == NULL)
        continue;
      gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
      gtk_label_set_xalign (label, right ? 1 : 0);
      gtk_label_set_justify (label, right ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
    }
}

static void
remove_columns (UllTableView *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  g_clear_pointer (&self->header, g_strfreev);
  g_array_set_size (self->figures, 0);
}

/* A column is of figures where one of its cells is, but for the first, which names the rows unless all of it are. */
static gboolean
holds_figures (GPtrArray *table, guint column)
{
  guint n = 0;

  for (guint i = 1; i < table->len; i++)
    n += is_figure (((char **) g_ptr_array_index (table, i))[column]);
  return column == 0 ? table->len > 1 && n == table->len - 1 : n > 0;
}

static void
set_columns (UllTableView *self, GPtrArray *table)
{
  char **header = g_ptr_array_index (table, 0);
  guint n = g_strv_length (header);
  gboolean same = self->header != NULL && g_strv_equal ((const char *const *) self->header, (const char *const *) header);

  for (guint i = 0; same && i < n; i++)
    same = g_array_index (self->figures, gboolean, i) == holds_figures (table, i);
  if (same)
    return;
  g_list_store_remove_all (self->rows);
  remove_columns (self);
  self->header = g_strdupv (header);
  for (guint i = 0; i < n; i++)
    {
      gboolean figures = holds_figures (table, i);

      g_array_append_val (self->figures, figures);
    }
  for (guint i = 0; i < n; i++)
    add_column (self, i);
  align_headings (self);
}

void
ull_table_view_set (UllTableView *self, GPtrArray *table)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (ULL_IS_TABLE_VIEW (self));

  if (table->len > 0)
    set_columns (self, table);
  for (guint i = 1; i < table->len; i++)
    g_ptr_array_add (rows, gtk_string_list_new (g_ptr_array_index (table, i)));
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
}

void
ull_table_view_clear (UllTableView *self)
{
  g_return_if_fail (ULL_IS_TABLE_VIEW (self));

  g_list_store_remove_all (self->rows);
  remove_columns (self);
}

static void
ull_table_view_dispose (GObject *object)
{
  UllTableView *self = ULL_TABLE_VIEW (object);

  ull_clear_children (GTK_WIDGET (object));
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->header, g_strfreev);
  g_clear_pointer (&self->figures, g_array_unref);
  G_OBJECT_CLASS (ull_table_view_parent_class)->dispose (object);
}

static void
ull_table_view_class_init (UllTableViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ull_table_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ull_table_view_init (UllTableView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->figures = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->rows = g_list_store_new (GTK_TYPE_STRING_LIST);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}

void
ull_table_view_set_label (UllTableView *self, const char *label)
{
  g_return_if_fail (ULL_IS_TABLE_VIEW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

guint
ull_table_view_get_n_rows (UllTableView *self)
{
  g_return_val_if_fail (ULL_IS_TABLE_VIEW (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

char *
ull_table_view_dup_cell (UllTableView *self, guint row, guint column)
{
  g_autoptr (GtkStringList) cells = NULL;
  const char *text;

  g_return_val_if_fail (ULL_IS_TABLE_VIEW (self), NULL);

  cells = g_list_model_get_item (G_LIST_MODEL (self->rows), row);
  text = cells != NULL ? gtk_string_list_get_string (cells, column) : NULL;
  return text != NULL ? group_digits (text) : NULL;
}

static void
append_row (GString *csv, GtkStringList *row)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  guint n = g_list_model_get_n_items (G_LIST_MODEL (row));

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (cells, (gpointer) gtk_string_list_get_string (row, i));
  g_ptr_array_add (cells, NULL);
  ull_csv_append_row (csv, (const char *const *) cells->pdata, ULL_CSV_CRLF);
}

char *
ull_table_view_dup_csv (UllTableView *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  GString *csv;

  g_return_val_if_fail (ULL_IS_TABLE_VIEW (self), NULL);

  csv = g_string_new (NULL);
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (self->header != NULL)
    ull_csv_append_row (csv, (const char *const *) self->header, ULL_CSV_CRLF);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (GtkStringList) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      if (gtk_bitset_is_empty (selected) || gtk_bitset_contains (selected, i))
        append_row (csv, row);
    }
  return g_string_free (csv, FALSE);
}
