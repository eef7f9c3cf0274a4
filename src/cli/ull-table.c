#include "ull-table.h"

#include <string.h>

/* Widths are characters, not bytes: figures carry no-break spaces and × signs. No line ends in
 * spaces. */

#define GAP 2

struct _UllTable
{
  char *columns;
  GPtrArray *cells; /* row after row */
};

UllTable *
ull_table_new (const char *columns)
{
  UllTable *table = g_new0 (UllTable, 1);

  table->columns = g_strdup (columns);
  table->cells = g_ptr_array_new_with_free_func (g_free);
  return table;
}

void
ull_table_free (UllTable *table)
{
  g_free (table->columns);
  g_ptr_array_unref (table->cells);
  g_free (table);
}

void
ull_table_add (UllTable *table, const char *const *cells)
{
  for (gsize i = 0; i < strlen (table->columns); i++)
    g_ptr_array_add (table->cells, g_strdup (cells[i]));
}

static glong
column_width (const UllTable *table, guint column, guint n_columns)
{
  glong width = 0;

  for (guint i = column; i < table->cells->len; i += n_columns)
    width = MAX (width, g_utf8_strlen (g_ptr_array_index (table->cells, i), -1));
  return width;
}

static void
append_cell (GString *out, const char *text, glong width, char side)
{
  glong padding = width - g_utf8_strlen (text, -1);

  if (side == 'r')
    g_string_append_printf (out, "%*s", (int) padding, "");
  g_string_append (out, text);
  if (side == 'l')
    g_string_append_printf (out, "%*s", (int) padding, "");
}

static void
append_row (GString *out, const char *columns, const glong *widths, gpointer *cells)
{
  for (guint i = 0; columns[i] != '\0'; i++)
    {
      if (columns[i] == '_')
        continue;
      if (i > 0)
        g_string_append_printf (out, "%*s", GAP, "");
      append_cell (out, cells[i], widths[i], columns[i]);
    }
  while (out->len > 0 && out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

void
ull_table_append_to (const UllTable *table, GString *out)
{
  guint n_columns = (guint) strlen (table->columns);
  g_autofree glong *widths = g_new (glong, n_columns);

  for (guint i = 0; i < n_columns; i++)
    widths[i] = column_width (table, i, n_columns);
  for (guint i = 0; i < table->cells->len; i += n_columns)
    append_row (out, table->columns, widths, table->cells->pdata + i);
}
