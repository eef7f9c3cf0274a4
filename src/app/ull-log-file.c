#include "ull-log-file.h"

#include "ull-lengths.h"
#include "ull-mixer.h"
#include "ull-request-log.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A header says what a CSV is; one JSON object a line is a log. As many rows are read as a level takes by itself, so that a file of
 * any size is answered for at once; a fault further down is told by the ramp that comes to it. */

#define FIRST_ROWS 1000
#define ANY_BLOCK 16 /* contents are not looked at */

gboolean
ull_log_file_may_be (const char *path)
{
  static const char *const endings[] = { ".csv", ".jsonl", ".ndjson" };
  g_autofree char *folded = g_ascii_strdown (path, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (folded, endings[i]))
      return TRUE;
  return FALSE;
}

static gboolean
has_column (char **columns, const char *name)
{
  for (guint i = 0; columns[i] != NULL; i++)
    if (g_ascii_strcasecmp (columns[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* A log may lack one of its columns: which, its own reader says. */
static gboolean
tell_kind (const char *path, UllLogFileKind *kind, GError **error)
{
  g_auto (GStrv) columns = ull_lengths_read_columns (ull_mixer_get_files (), path, error);

  if (columns == NULL)
    return FALSE;
  *kind = ULL_LOG_FILE_LOAD;
  if (columns[0] == NULL || has_column (columns, "ContextTokens") || has_column (columns, "GeneratedTokens"))
    return TRUE;
  *kind = ULL_LOG_FILE_SERIES;
  for (guint i = 0; columns[i] != NULL; i++)
    if (ull_series_is_column (columns[i]))
      return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
               _("%s: row 1: names neither the columns of a log of requests nor those of a series; TIMESTAMP, ContextTokens and "
                 "GeneratedTokens, or time and use, would be right"),
               path);
  return FALSE;
}

static gboolean
go_on_cb (gint64 unused, gpointer data)
{
  return !g_cancellable_is_cancelled (data);
}

gboolean
ull_log_file_check (const char *path, UllLogFileKind *kind, GCancellable *cancellable, GError **error)
{
  g_autoptr (UllRequestLog) log = NULL;
  g_autoptr (UllSeries) series = NULL;
  g_autoptr (GArray) rows = NULL;

  if (!tell_kind (path, kind, error))
    return FALSE;
  if (*kind == ULL_LOG_FILE_SERIES)
    {
      series = ull_series_read (ull_mixer_get_files (), path, error);
      return series != NULL;
    }
  log = ull_request_log_open (ull_mixer_get_files (), path, 1, ANY_BLOCK, error);
  rows = log != NULL ? ull_request_log_take (log, FIRST_ROWS, cancellable != NULL ? go_on_cb : NULL, cancellable, error) : NULL;
  return rows != NULL;
}
