#include "config-table.h"

#include <string.h>

ConfigTable *
config_table_read (const char *path)
{
  g_autofree char *text = NULL;
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;

  ConfigTable *table = g_new0 (ConfigTable, 1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  table->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (char **line = lines; *line; line++)
    {
      if ((*line)[0] == '#' || (*line)[0] == '\0')
        continue;
      char **cells = g_strsplit (*line, "\t", -1);
      if (!table->columns)
        table->columns = cells;
      else
        g_ptr_array_add (table->rows, cells);
    }
  return table;
}

void
config_table_free (ConfigTable *table)
{
  g_strfreev (table->columns);
  g_ptr_array_unref (table->rows);
  g_free (table);
}

const char *
config_table_get (const ConfigTable *table, guint row, const char *column)
{
  for (guint i = 0; table->columns[i]; i++)
    if (strcmp (table->columns[i], column) == 0)
      {
        char **cells = table->rows->pdata[row];
        g_assert_cmpuint (g_strv_length (cells), >, i);
        return cells[i];
      }
  g_error ("no column %s", column);
}

gint64
config_table_get_int (const ConfigTable *table, guint row, const char *column)
{
  const char *text = config_table_get (table, row, column);
  gint64 value;
  g_autoptr (GError) error = NULL;

  g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &value, &error);
  g_assert_no_error (error);
  return value;
}

gint64
config_bytes (const UllModel *model, gint64 tokens)
{
  const UllFormats formats = { ULL_DTYPE_BF16, ULL_DTYPE_BF16, ULL_DTYPE_BF16, ULL_DTYPE_BF16 };
  gint64 sum = 0;

  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; !model->runs[i].draft && k < model->runs[i].n_stores; k++)
      {
        g_autoptr (GError) error = NULL;
        gint64 bytes;
        ull_store_bytes (&model->runs[i].stores[k], &formats, tokens, 1, &bytes, &error);
        g_assert_no_error (error);
        sum += bytes * model->runs[i].count;
      }
  return sum;
}

char *
config_dup_warnings (const UllModel *model)
{
  g_auto (GStrv) list = ull_model_dup_warnings (model);
  GString *text = g_string_new (NULL);

  for (guint i = 0; list[i] != NULL; i++)
    if (!g_str_has_prefix (list[i], "the size of the weights is not known: "))
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", list[i]);
  return g_string_free (text, FALSE);
}
