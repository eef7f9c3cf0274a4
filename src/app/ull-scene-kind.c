/* The charts of what a person answered, and of what was asked. A file has a size of its own. */
#include "ull-scene-kind.h"

#include "ull-calibration.h"

#include <glib/gi18n-lib.h>

#define WIDTH 800.0
#define CALIBRATION_HEIGHT 600.0
#define RAMP_HEIGHT 700.0
#define RAMP_PANELS (ULL_RAMP_THROUGHPUT | ULL_RAMP_POOL)
#define PNG_SCALE 2

static UllScene *
build_slips (gconstpointer subject, const UllChartSpec *spec, PangoContext *context)
{
  return ull_slips_chart_build (subject, spec, context);
}

static double
slips_height (gconstpointer subject, const UllChartSpec *spec, PangoContext *context)
{
  return ull_slips_chart_height (subject, spec, context);
}

static GPtrArray *
slips_table (gconstpointer subject)
{
  return ull_slips_chart_table (subject);
}

static GBytes *
export_slips (gconstpointer subject, UllExportFormat format, GError **error)
{
  UllChartSpec spec;

  ull_slips_chart_page (subject, &spec);
  return ull_slips_chart_export (subject, &spec, format, PNG_SCALE, error);
}

static UllScene *
build_calibration (gconstpointer subject, const UllChartSpec *spec, PangoContext *context)
{
  return ull_calibration_build (subject, spec, context);
}

static GPtrArray *
calibration_table (gconstpointer subject)
{
  return ull_calibration_table (subject);
}

static GBytes *
export_calibration (gconstpointer subject, UllExportFormat format, GError **error)
{
  const UllChartSpec spec = { .width = WIDTH, .height = CALIBRATION_HEIGHT, .look = ULL_LOOK_LIGHT, .text_scale = 1, .title = TRUE, .caption = TRUE };

  return ull_calibration_export (subject, &spec, format, PNG_SCALE, error);
}

static UllScene *
build_ramp (gconstpointer subject, const UllChartSpec *spec, PangoContext *context)
{
  return ull_ramp_chart_build (subject, RAMP_PANELS, spec, context);
}

static GPtrArray *
ramp_table (gconstpointer subject)
{
  return ull_ramp_chart_table (subject);
}

static GBytes *
export_ramp (gconstpointer subject, UllExportFormat format, GError **error)
{
  const UllChartSpec spec = { .width = WIDTH, .height = RAMP_HEIGHT, .look = ULL_LOOK_LIGHT, .text_scale = 1, .title = TRUE, .caption = TRUE };

  return ull_ramp_chart_export (subject, RAMP_PANELS, &spec, format, PNG_SCALE, error);
}

const UllSceneKind ull_scene_slips
  = { "slips", N_("Your number among the usual mistakes"), build_slips, slips_height, slips_table, export_slips };
const UllSceneKind ull_scene_calibration
  = { ULL_CALIBRATION_ID, N_("How well you know what you know"), build_calibration, NULL, calibration_table, export_calibration };
const UllSceneKind ull_scene_ramp
  = { ULL_RAMP_CHART_ID, N_("Throughput over concurrency"), build_ramp, NULL, ramp_table, export_ramp };
