#include "ull-played-chart.h"

#include "ull-chart-file.h"
#include "ull-files.h"
#include "ull-pool-drawing.h"
#include "ull-ramp-drawing.h"
#include "ull-recorded-picture.h"
#include "ull-series.h"
#include "ull-settings.h"

#include "ull-units.h"

/* A level is one of the ramp's, a moment a step of it: what is between two of either was not simulated, and what lies beyond them is
 * refused. Where none is named, they are those that the window shows first. */

#define NS_PER_US 1000
#define MOST_LEVEL 65536
#define MOST_REQUEST G_MAXINT32

static GBytes *
export_blocks (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_block_grid_export (subject, spec, format, scale, error);
}

static GBytes *
export_over_time (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_timeline_export (subject, spec, format, scale, error);
}

static GBytes *
export_recorded (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_recorded_chart_export (subject, spec, format, scale, error);
}

static gboolean
read_level (const UllArgs *args, const UllRamp *ramp, gint64 *level, GError **error)
{
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN];
  const char *text = ull_args_get (args, "level");
  g_autoptr (GString) all = g_string_new (NULL);

  *level = levels[ull_ramp_find_played (ramp)].concurrency;
  if (text == NULL)
    return TRUE;
  if (!ull_settings_parse ("level", ULL_KIND_COUNT, 1, MOST_LEVEL, text, level, error))
    return FALSE;
  for (guint i = 0; i < ramp->n_levels; i++)
    {
      if (levels[i].concurrency == *level)
        return TRUE;
      g_string_append_printf (all, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", levels[i].concurrency);
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--level: the ramp has none at %s; of %s one would be right, or others with --levels", text,
               all->str);
  return FALSE;
}

static gboolean
read_moment (const UllArgs *args, const UllPlayback *playback, gint64 level, guint *step, GError **error)
{
  const char *text = ull_args_get (args, "at");
  gint64 millionths, ns, end_ns;
  guint n;
  const UllPlaybackStep *steps = ull_playback_get_steps (playback, &n);

  if (n == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "level %" G_GINT64_FORMAT ": no request runs; another level would be right", level);
      return FALSE;
    }
  *step = ull_playback_find_opening (playback);
  if (text == NULL)
    return TRUE;
  if (!ull_decimal_parse (text, &millionths, error))
    {
      g_prefix_error (error, "--at: ");
      return FALSE;
    }
  end_ns = steps[n - 1].end_ns;
  if (ull_mul (millionths, NS_PER_US, &ns) && ns <= end_ns)
    {
      *step = ull_playback_find (playback, ns);
      return TRUE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--at: level %" G_GINT64_FORMAT " ends before %s s; 0 to %" G_GINT64_FORMAT ".%03d would be right",
               level, text, end_ns / G_GINT64_CONSTANT (1000000000), (int) (end_ns / 1000000 % 1000));
  return FALSE;
}

/* People count from 1. */
static gboolean
read_followed (const UllArgs *args, const UllPoolPicture *pool, gint64 *followed, GError **error)
{
  const char *text = ull_args_get (args, "follow");
  const UllPoolRequest *first = pool->n_requests > 0 && pool->requests[0].running ? &pool->requests[0] : NULL, *found;

  *followed = -1;
  if (text == NULL)
    return TRUE;
  if (!ull_settings_parse ("follow", ULL_KIND_COUNT, 1, MOST_REQUEST, text, followed, error))
    return FALSE;
  *followed -= 1;
  found = ull_pool_picture_find (pool, *followed);
  if (found != NULL && found->running)
    return TRUE;
  if (first != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--follow: request %s holds no block at this moment; one that runs, like %" G_GINT64_FORMAT
                                                    ", would be right",
                 text, first->number + 1);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--follow: no request runs at this moment; another --at would be right");
  return FALSE;
}

static gboolean
write_blocks (const UllArgs *args, const UllPlayback *playback, guint step, const char *caption, const UllChartOptions *options, GString *out,
              GError **error)
{
  g_autoptr (UllPoolPicture) pool = ull_playback_picture (playback, step);
  UllBlockPicture picture = { .load = caption };
  g_autoptr (GArray) runs = NULL;

  if (!read_followed (args, pool, &picture.followed, error))
    return FALSE;
  runs = ull_pool_runs (pool, &picture.sharers);
  picture.run = (const UllCellRun *) (const void *) runs->data;
  picture.n = runs->len;
  return ull_chart_file_write (args, options, export_blocks, &picture, out, error);
}

static gboolean
write_over_time (const UllArgs *args, const UllPlayback *playback, guint step, const char *caption, const UllChartOptions *options,
                 GString *out, GError **error)
{
  const char *path = ull_args_get (args, "series");
  g_autoptr (GArray) samples = ull_pool_samples (playback);
  g_autoptr (GArray) recorded = NULL;
  g_autoptr (UllSeries) series = NULL;
  UllTimelinePicture picture = { .end = ull_playback_get_end (playback), .playhead = ull_playback_get_time (playback, step), .load = caption };

  picture.sample = (const UllPoolSample *) (const void *) samples->data;
  picture.n = samples->len;
  if (path != NULL)
    {
      series = ull_series_read (&ull_file_source, path, error);
      if (series == NULL)
        return FALSE;
      recorded = ull_pool_recorded (&g_array_index (series->rows, UllSeriesRow, 0).value, series->rows->len, &picture.recorded_idle);
      picture.recorded = (const UllSeriesSample *) (const void *) recorded->data;
      picture.n_recorded = recorded->len;
      picture.recorded_name = series->name;
    }
  return ull_chart_file_write (args, options, options->charted == ULL_CHARTED_RECORDED ? export_recorded : export_over_time, &picture, out, error);
}

gboolean
ull_played_chart_write (const UllArgs *args,
                        const UllScenario *scenario,
                        const UllRamp *ramp,
                        const UllRampOptions *how,
                        const UllChartOptions *options,
                        GString *out,
                        GError **error)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp), *described = NULL, *caption = NULL;
  g_autoptr (UllPlayback) playback = NULL;
  gint64 level;
  guint step;

  if (options->charted == ULL_CHARTED_RECORDED && !ull_args_has (args, "series"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--series: is needed; what was recorded is in a file: write --series FILE");
      return FALSE;
    }
  if (nothing != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: %s A load that runs would be right", ull_args_get_operand (args, 0), nothing);
      return FALSE;
    }
  if (!read_level (args, ramp, &level, error)
      || (playback = ull_playback_new (scenario, ramp->load, how, level, NULL, NULL, error)) == NULL
      || !read_moment (args, playback, level, &step, error))
    return FALSE;
  described = ull_ramp_describe_load (scenario, ramp);
  caption = ull_played_describe_moment (playback, step, ramp->load, level, described);
  return (options->charted == ULL_CHARTED_BLOCKS ? write_blocks : write_over_time) (args, playback, step, caption, options, out, error);
}
