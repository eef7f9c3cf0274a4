#include "ull-load-chart.h"

#include "ull-chart-file.h"
#include "ull-given-beside.h"
#include "ull-given-fit.h"
#include "ull-given-load.h"
#include "ull-played-chart.h"
#include "ull-ramp-drawing.h"
#include "ull-residuals-picture.h"
#include "ull-surge-picture.h"

/* What the window draws of a ramp, from the same values: a load on the pool that plan computes, with a step that may be fitted first. */

static GBytes *
export_ramp (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_ramp_chart_export (subject, ULL_RAMP_ALL, spec, format, scale, error);
}

static GBytes *
export_latency (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_ramp_chart_export (subject, ULL_RAMP_LATENCY, spec, format, scale, error);
}

static GBytes *
export_surge (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_surge_chart_export (subject, spec, format, scale, error);
}

static GBytes *
export_residuals (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_residuals_export (subject, spec, format, scale, error);
}

/* A fit is of the run's own requests: of the load only its step is looked at, where the search begins. */
static gboolean
write_residuals (const UllArgs *args, const UllScenario *scenario, const UllFit *fit, const UllLoad *load, const UllChartOptions *options,
                 GString *out, GError **error)
{
  g_autofree char *of = ull_residuals_describe_load (scenario);
  UllResidualsPicture picture = { .fit = fit, .name = load->step_source, .load = of };

  if (fit != NULL)
    return ull_chart_file_write (args, options, export_residuals, &picture, out, error);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--fit: is needed; residuals are of a run: write --fit FILE");
  return FALSE;
}

static gboolean
write_ramp (const UllArgs *args, const UllScenario *scenario, UllLoad *load, const UllRampOptions *how, const UllChartOptions *options,
            GString *out, GError **error)
{
  g_autoptr (UllRamp) ramp = ull_ramp_new (scenario, load, how, NULL, NULL, error);
  g_auto (UllRampDrawing) drawing = { .load = NULL };
  g_auto (UllGivenBeside) beside = { .ramp = NULL };
  g_autoptr (UllSurge) surge = NULL;

  if (ramp == NULL || !ull_given_beside (args, scenario, how, &beside, error))
    return FALSE;
  if (options->charted == ULL_CHARTED_BLOCKS || options->charted == ULL_CHARTED_POOL || options->charted == ULL_CHARTED_RECORDED)
    return ull_played_chart_write (args, scenario, ramp, how, options, out, error);
  ull_ramp_drawing_init (&drawing, scenario, ramp, beside.ramp, beside.name);
  if (options->charted == ULL_CHARTED_RAMP)
    return ull_chart_file_write (args, options, export_ramp, &drawing.picture, out, error);
  if (options->charted == ULL_CHARTED_LATENCY)
    return ull_chart_file_write (args, options, export_latency, &drawing.picture, out, error);
  surge = ull_surge_new (scenario, ramp, how, NULL, NULL, error);
  return surge != NULL
         && ull_chart_file_write (args, options, export_surge, &(UllSurgePicture) { surge, drawing.load }, out, error);
}

gboolean
ull_load_chart_write (
  const UllArgs *args, const UllScenario *scenario, const UllChartOptions *options, GString *out, GError **error)
{
  g_autoptr (UllLoad) load = ull_given_load (args, scenario, error);
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (UllFit) fit = NULL;
  UllRampOptions how;

  if (load == NULL || !ull_given_ramp (args, &how, levels, error)
      || !ull_given_fit (args, scenario, load, how.generation, &fit, error))
    return FALSE;
  if (options->charted == ULL_CHARTED_RESIDUALS)
    return write_residuals (args, scenario, fit, load, options, out, error);
  return write_ramp (args, scenario, load, &how, options, out, error);
}
