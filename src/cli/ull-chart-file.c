#include "ull-chart-file.h"

#include "ull-files.h"
#include "ull-members.h"

/* Every picture is made before the first is written, and every file is written before the first takes its place, so that
 * a fault leaves none. */

static GPtrArray *
export_all (const UllArgs *args, const UllChartOptions *options, UllChartExport export, gconstpointer subject, GError **error)
{
  const char *const *paths = ull_args_get_all (args, "output");
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      UllExportFormat format;
      GBytes *bytes;

      if (!ull_export_format_from_path (paths[i], &format, error)
          || (bytes = export (subject, &options->spec, format, options->scale, error)) == NULL)
        return NULL;
      g_ptr_array_add (files, bytes);
    }
  return g_steal_pointer (&files);
}

static gboolean
write_all (const UllArgs *args, GPtrArray *files, GError **error)
{
  const char *const *paths = ull_args_get_all (args, "output");
  g_autoptr (GArray) staged = g_array_new (FALSE, TRUE, sizeof (UllStagedFile));

  g_array_set_clear_func (staged, (GDestroyNotify) ull_staged_file_clear);
  g_array_set_size (staged, files->len);
  for (guint i = 0; i < files->len; i++)
    {
      gsize size;
      const char *data = g_bytes_get_data (g_ptr_array_index (files, i), &size);

      if (!ull_file_stage (&g_array_index (staged, UllStagedFile, i), paths[i], data, size, error))
        return FALSE;
    }
  for (guint i = 0; i < files->len; i++)
    if (!ull_file_commit (&g_array_index (staged, UllStagedFile, i), error))
      return FALSE;
  return TRUE;
}

static void
report (const UllArgs *args, GPtrArray *files, GString *out)
{
  const char *const *paths = ull_args_get_all (args, "output");
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_member_text (builder, "chart", ull_args_get_operand (args, 0));
  ull_member_array (builder, "files");
  for (guint i = 0; i < files->len; i++)
    {
      json_builder_begin_object (builder);
      ull_member_text (builder, "path", paths[i]);
      ull_member_int (builder, "bytes", (gint64) g_bytes_get_size (g_ptr_array_index (files, i)));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}

gboolean
ull_chart_file_write (const UllArgs *args,
                      const UllChartOptions *options,
                      UllChartExport export,
                      gconstpointer subject,
                      GString *out,
                      GError **error)
{
  g_autoptr (GPtrArray) files = export_all (args, options, export, subject, error);

  if (files == NULL || !write_all (args, files, error))
    return FALSE;
  if (ull_args_has (args, "json"))
    report (args, files, out);
  return TRUE;
}
