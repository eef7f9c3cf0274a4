#include "ull-export-file.h"

#include "ull-error.h"
#include "ull-export-size.h"
#include "ull-ramp-shown.h"
#include "ull-recorded-picture.h"
#include "ull-residuals-picture.h"
#include "ull-surge-picture.h"

/* A file carries the heading and the assumptions, without which a figure in a slide means nothing. */

/* Of PNG pixels: sharp on a projector and when a page is printed. */
#define PNG_SCALE 2

static gboolean
write_bytes (GBytes *bytes, const char *path, GError **error)
{
  g_autoptr (GError) local_error = NULL;

  if (bytes == NULL)
    return FALSE;
  if (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &local_error))
    return TRUE;
  g_set_error_literal (error, ULL_ERROR, ULL_ERROR_IO, local_error->message);
  return FALSE;
}

static UllChartSpec
make_spec (const char *chart, UllLook look)
{
  UllChartSpec spec = { .look = look, .text_scale = 1, .title = TRUE, .caption = TRUE };

  ull_export_get_size (chart, &spec.width, &spec.height);
  return spec;
}

gboolean
ull_export_file_write (const UllDisclosure *disclosure,
                       UllChartKind kind,
                       UllLook look,
                       const char *path,
                       GError **error)
{
  UllExportFormat format;
  g_autoptr (GBytes) bytes = NULL;
  UllChartSpec spec = make_spec (ull_chart_kind_get_id (kind), look);

  spec.kind = kind;
  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = ull_chart_export (disclosure, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_ramp (UllRampRun *run, UllRampPanels panels, UllLook look, const char *path, GError **error)
{
  UllChartSpec spec = make_spec (panels == ULL_RAMP_ALL ? ULL_RAMP_CHART_ID : ULL_LATENCY_CHART_ID, look);
  g_auto (UllRampShown) shown = { .result = NULL };
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  ull_ramp_shown_update (&shown, run);
  g_return_val_if_fail (ull_ramp_shown_get (&shown) != NULL, FALSE);

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = ull_ramp_chart_export (ull_ramp_shown_get (&shown), panels, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_blocks (const UllBlockPicture *picture, UllLook look, const char *path, GError **error)
{
  UllChartSpec spec = make_spec (ULL_BLOCKS_CHART_ID, look);
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = ull_block_grid_export (picture, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_over_time (const UllTimelinePicture *picture, const char *chart, UllLook look, const char *path, GError **error)
{
  gboolean recorded = g_str_equal (chart, ULL_RECORDED_CHART_ID);
  UllChartSpec spec = make_spec (chart, look);
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = (recorded ? ull_recorded_chart_export : ull_timeline_export) (picture, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_residuals (UllFitRun *run, UllLook look, const char *path, GError **error)
{
  UllScenario *of = ull_fit_run_get_scenario (run);
  UllChartSpec spec = make_spec (ULL_RESIDUALS_CHART_ID, look);
  UllResidualsPicture picture = { .fit = ull_fit_run_get_fit (run), .name = ull_fit_run_get_name (run) };
  g_autofree char *load = NULL;
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  g_return_val_if_fail (of != NULL, FALSE);

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  picture.load = load = ull_residuals_describe_load (of);
  bytes = ull_residuals_export (&picture, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_surge (UllSurgeRun *run, UllLook look, const char *path, GError **error)
{
  UllRampResult *of = ull_surge_run_get_ramp (run);
  UllChartSpec spec = make_spec (ULL_SURGE_CHART_ID, look);
  g_autofree char *load = NULL;
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  g_return_val_if_fail (of != NULL, FALSE);

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  load = ull_ramp_describe_load (of->scenario, of->ramp);
  bytes = ull_surge_chart_export (&(UllSurgePicture) { ull_surge_run_get_surge (run), load }, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}
