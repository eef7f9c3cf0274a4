#include "ull-series.h"

#include "ull-csv.h"
#include "ull-error.h"
#include "ull-time.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Metrics are saved by whoever scrapes them, under the engine's name or one's own: both are known. An empty cell is a figure that
 * was not said. A counter that falls has begun anew with its server, and counts on from where it was. */

#define MOST_ROWS 1000000
/* Above 1 and up to this a figure may be a share that was rounded up, or little of a hundred. */
#define MOST_DOUBTFUL 1.5

/* What a file may have in place of the hit rate: counters of tokens, of which each row's rate is made. */
enum
{
  COLUMN_HITS = ULL_N_SERIES_COLUMNS,
  COLUMN_QUERIES,
  N_COLUMNS,
};

/* A row as it stands in the file. */
typedef struct
{
  double value[N_COLUMNS]; /* NAN: not said */
} Cells;

static const struct
{
  const char *id;
  const char *others[4]; /* NULL-ended where there are fewer */
} names[N_COLUMNS] = {
  [ULL_SERIES_TIME] = { "time", { "t_s", "timestamp", NULL } },
  [ULL_SERIES_USE] = { "use", { "vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc", "kv_cache_pct", NULL } },
  [ULL_SERIES_HIT_RATE] = { "hit_rate", { "prefix_cache_hit_rate", NULL } },
  [ULL_SERIES_PREEMPTIONS] = { "preemptions", { "vllm:num_preemptions_total", "vllm:num_preemptions", NULL } },
  [ULL_SERIES_RUNNING] = { "running", { "vllm:num_requests_running", NULL } },
  [ULL_SERIES_WAITING] = { "waiting", { "vllm:num_requests_waiting", NULL } },
  [COLUMN_HITS] = { "prefix_cache_hits", { "vllm:prefix_cache_hits_total", "vllm:prefix_cache_hits", "vllm:gpu_prefix_cache_hits_total",
                                           "vllm:gpu_prefix_cache_hits" } },
  [COLUMN_QUERIES] = { "prefix_cache_queries", { "vllm:prefix_cache_queries_total", "vllm:prefix_cache_queries",
                                                 "vllm:gpu_prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries" } },
};

void
ull_series_free (UllSeries *series)
{
  if (series == NULL)
    return;
  g_free (series->name);
  g_array_unref (series->rows);
  g_free (series);
}

static guint
find_column (const char *text)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      if (g_ascii_strcasecmp (text, names[i].id) == 0)
        return i;
      for (guint k = 0; k < G_N_ELEMENTS (names[i].others) && names[i].others[k] != NULL; k++)
        if (g_ascii_strcasecmp (text, names[i].others[k]) == 0)
          return i;
    }
  return N_COLUMNS;
}

gboolean
ull_series_is_column (const char *name)
{
  return find_column (name) < N_COLUMNS;
}

static gboolean
has_figure (const gboolean has[N_COLUMNS])
{
  for (guint i = 0; i < ULL_N_SERIES_COLUMNS; i++)
    if (i != ULL_SERIES_TIME && has[i])
      return TRUE;
  return has[COLUMN_HITS] && has[COLUMN_QUERIES];
}

/* A file's columns by their numbers from 1: what each is, N_COLUMNS where it is nothing of ours. */
static gboolean
read_header (UllCsv *csv, gboolean has[N_COLUMNS], GArray *columns, GError **error)
{
  UllCsvToken token;

  do
    {
      guint column;

      token = ull_csv_next (csv, error);
      if (token == ULL_CSV_FAULT)
        return FALSE;
      if (token == ULL_CSV_END)
        break;
      column = find_column (csv->text);
      if (column < N_COLUMNS && has[column])
        {
          ull_csv_set_error (csv, names[column].id, error, ULL_ERROR_INVALID, _("stands twice in the first row; once would be right"));
          return FALSE;
        }
      if (column < N_COLUMNS)
        has[column] = TRUE;
      g_array_append_val (columns, column);
    }
  while (token == ULL_CSV_FIELD);
  if (has[ULL_SERIES_TIME] && has_figure (has))
    return TRUE;
  if (has[ULL_SERIES_TIME])
    ull_csv_set_error (csv, NULL, error, ULL_ERROR_MISSING,
                       _("has no figure beside time that is known; use, hit_rate, preemptions, running or waiting, or the engine’s own names, would be right"));
  else
    ull_csv_set_error (csv, names[ULL_SERIES_TIME].id, error, ULL_ERROR_MISSING,
                     _("is no column of the first row; time, use, hit_rate, preemptions, running and waiting are read"));
  return FALSE;
}

static gboolean
parse_number (const char *text, double *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && isfinite (*value) && *value >= 0;
}

/* A minute's and a day's scrapes alike: a double keeps seconds of today to a quarter of a microsecond. */
static gboolean
set_time (const UllCsv *csv, double *seconds, GError **error)
{
  g_autoptr (GError) fault = NULL;
  gint64 ns;

  if (!ull_time_parse (csv->text, &ns, &fault))
    {
      ull_csv_set_error (csv, names[ULL_SERIES_TIME].id, error, (UllError) fault->code, "%s", fault->message);
      return FALSE;
    }
  *seconds = (double) ns / 1e9;
  return TRUE;
}

static gboolean
set_cell (const UllCsv *csv, guint column, Cells *row, GError **error)
{
  if (column == ULL_SERIES_TIME)
    return set_time (csv, &row->value[column], error);
  /* What a server has no figure of yet is written so by some. */
  if (g_ascii_strcasecmp (csv->text, "nan") == 0)
    return TRUE;
  if (csv->length > 0 && !parse_number (csv->text, &row->value[column]))
    {
      ull_csv_set_error (csv, names[column].id, error, ULL_ERROR_SYNTAX, _("this is no number; one from 0 on would be right"));
      return FALSE;
    }
  if ((column != ULL_SERIES_USE && column != ULL_SERIES_HIT_RATE) || !(row->value[column] > 100))
    return TRUE;
  ull_csv_set_error (csv, names[column].id, error, ULL_ERROR_INVALID, _("is more than all; at most 100 per cent would be right"));
  return FALSE;
}

static Cells
empty_row (void)
{
  Cells row;

  for (guint i = 0; i < N_COLUMNS; i++)
    row.value[i] = NAN;
  return row;
}

static gboolean
end_row (const UllCsv *csv, GArray *rows, const GArray *columns, const Cells *row, GError **error)
{
  const Cells *before = NULL;

  if (rows->len > 0)
    before = &g_array_index (rows, Cells, rows->len - 1);
  if (csv->column != columns->len)
    ull_csv_set_error (csv, NULL, error, ULL_ERROR_SYNTAX, _("has not as many columns as the header; as many would be right"));
  else if (before != NULL && row->value[ULL_SERIES_TIME] < before->value[ULL_SERIES_TIME])
    ull_csv_set_error (csv, NULL, error, ULL_ERROR_INVALID,
                       _("is earlier than the row above it; rows in the order of their time would be right"));
  else if (rows->len == MOST_ROWS)
    ull_csv_set_error (csv, NULL, error, ULL_ERROR_INVALID, _("is one row too many; at most 1,000,000 would be right"));
  else
    {
      g_array_append_vals (rows, row, 1);
      return TRUE;
    }
  return FALSE;
}

static gboolean
read_rows (UllCsv *csv, GArray *rows, const GArray *columns, GError **error)
{
  Cells row = empty_row ();
  UllCsvToken token;

  while ((token = ull_csv_next (csv, error)) == ULL_CSV_FIELD || token == ULL_CSV_LAST_FIELD)
    {
      guint column = csv->column <= columns->len ? g_array_index (columns, guint, csv->column - 1) : N_COLUMNS;

      if (ull_csv_is_blank (csv, token))
        continue;
      if (column < N_COLUMNS && !set_cell (csv, column, &row, error))
        return FALSE;
      if (token != ULL_CSV_LAST_FIELD)
        continue;
      if (!end_row (csv, rows, columns, &row, error))
        return FALSE;
      row = empty_row ();
    }
  return token == ULL_CSV_END;
}

/* Shares up to 1, per cent where a figure is well above it. One that is a little above may be either, a hundredth of the other. */
static gboolean
make_fractions (GArray *rows, UllSeriesColumn column, const char *path, GError **error)
{
  double most = 0;

  for (guint i = 0; i < rows->len; i++)
    most = fmax (most, g_array_index (rows, Cells, i).value[column]);
  if (most > 1 && most <= MOST_DOUBTFUL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   _("%s: column %s: its largest figure, %.4g, may be a share or per cent; shares of at most 1, or per cent, would be right"), path,
                   names[column].id, most);
      return FALSE;
    }
  for (guint i = 0; most > 1 && i < rows->len; i++)
    g_array_index (rows, Cells, i).value[column] /= 100;
  return TRUE;
}

static void
make_counts (GArray *rows, guint column)
{
  double sum = 0, before = NAN;

  for (guint i = 0; i < rows->len; i++)
    {
      double *value = &g_array_index (rows, Cells, i).value[column];
      double now = *value;

      if (!isfinite (now))
        continue;
      if (isfinite (before))
        sum += now >= before ? now - before : now;
      before = now;
      *value = sum;
    }
}

/* Of the tokens that are asked for until the next row, since a figure is so until then; not said where none are, nor where more were found than asked for, which a
 * counter that begins anew can make so. */
static void
make_hit_rate (GArray *rows)
{
  Cells *before = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      Cells *row = &g_array_index (rows, Cells, i);
      double asked, hit;

      if (isnan (row->value[COLUMN_HITS]) || isnan (row->value[COLUMN_QUERIES]))
        continue;
      asked = before != NULL ? row->value[COLUMN_QUERIES] - before->value[COLUMN_QUERIES] : 0;
      hit = before != NULL ? row->value[COLUMN_HITS] - before->value[COLUMN_HITS] : 0;
      if (asked > 0 && hit <= asked)
        before->value[ULL_SERIES_HIT_RATE] = hit / asked;
      before = row;
    }
}

static void
take_rows (UllSeries *series, const GArray *rows)
{
  double first = g_array_index (rows, Cells, 0).value[ULL_SERIES_TIME];

  for (guint i = 0; i < rows->len; i++)
    {
      const Cells *cells = &g_array_index (rows, Cells, i);
      UllSeriesRow row;

      for (guint k = 0; k < ULL_N_SERIES_COLUMNS; k++)
        row.value[k] = cells->value[k] - (k == ULL_SERIES_TIME ? first : 0);
      g_array_append_val (series->rows, row);
    }
}

UllSeries *
ull_series_read (const UllFileSource *files, const char *path, GError **error)
{
  g_autoptr (UllStream) stream = ull_stream_open (files, path, error);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Cells));
  g_autoptr (UllSeries) series = NULL;
  gboolean has[N_COLUMNS] = { FALSE };
  UllCsv csv;

  if (stream == NULL)
    return NULL;
  series = g_new0 (UllSeries, 1);
  series->name = g_path_get_basename (path);
  series->rows = g_array_new (FALSE, FALSE, sizeof (UllSeriesRow));
  if (ull_stream_peek (stream, NULL) == ULL_STREAM_END)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: is empty; a first row with the names of its columns would be right"), path);
      return NULL;
    }
  ull_csv_init (&csv, stream);
  if (!read_header (&csv, has, columns, error) || !read_rows (&csv, rows, columns, error))
    return NULL;
  if (rows->len == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no row below its header; at least one would be right"), path);
      return NULL;
    }
  if (!make_fractions (rows, ULL_SERIES_USE, path, error) || !make_fractions (rows, ULL_SERIES_HIT_RATE, path, error))
    return NULL;
  make_counts (rows, ULL_SERIES_PREEMPTIONS);
  make_counts (rows, COLUMN_HITS);
  make_counts (rows, COLUMN_QUERIES);
  if (!has[ULL_SERIES_HIT_RATE])
    make_hit_rate (rows);
  take_rows (series, rows);
  return g_steal_pointer (&series);
}
