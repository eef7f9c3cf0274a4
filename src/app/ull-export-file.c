#include "ull-export-file.h"

#include "ull-error.h"
#include "ull-ramp-shown.h"
#include "ull-residuals-picture.h"
#include "ull-surge-picture.h"

/* A file is for a slide or a page and not a copy of the window: it has a size of its own, and it carries the heading
 * and the assumptions, without which a figure in a slide means nothing. */

static const struct
{
  double width;
  double height;
} sizes[ULL_N_CHARTS] = {
  [ULL_CHART_MEMORY] = { 640, 760 },
  [ULL_CHART_CURVES] = { 960, 600 },
  [ULL_CHART_LAYERS] = { 960, 240 },
  [ULL_CHART_LENGTHS] = { 960, 480 },
  [ULL_CHART_LEVERS] = { 960, 1080 },
};

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

gboolean
ull_export_file_write (const UllDisclosure *disclosure,
                       UllChartKind kind,
                       UllLook look,
                       const char *path,
                       GError **error)
{
  UllExportFormat format;
  g_autoptr (GBytes) bytes = NULL;
  UllChartSpec spec = { .kind = kind, .look = look, .text_scale = 1, .title = TRUE, .caption = TRUE };

  spec.width = sizes[kind].width;
  spec.height = sizes[kind].height;
  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = ull_chart_export (disclosure, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

/* Of a chart that is not a plan's. */
static UllChartSpec
make_spec (double width, double height, UllLook look)
{
  return (UllChartSpec) { .width = width, .height = height, .look = look, .text_scale = 1, .title = TRUE, .caption = TRUE };
}

gboolean
ull_export_file_write_ramp (UllRampRun *run, UllRampPanels panels, UllLook look, const char *path, GError **error)
{
  UllChartSpec spec = make_spec (960, panels == ULL_RAMP_ALL ? 1080 : 480, look);
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
  UllChartSpec spec = make_spec (640, 760, look);
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = ull_block_grid_export (picture, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_over_time (const UllTimelinePicture *picture, UllLook look, const char *path, GError **error)
{
  UllChartSpec spec = make_spec (960, 360, look);
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  bytes = ull_timeline_export (picture, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_residuals (UllFitRun *run, UllLook look, const char *path, GError **error)
{
  UllScenario *of = ull_fit_run_get_scenario (run);
  UllChartSpec spec = { .width = 960, .height = 640, .look = look, .text_scale = 1, .title = TRUE, .caption = TRUE };
  UllResidualsPicture picture = { .fit = ull_fit_run_get_fit (run), .name = ull_fit_run_get_name (run) };
  g_autofree char *load = NULL;
  g_autoptr (GBytes) bytes = NULL;
  UllExportFormat format;

  g_return_val_if_fail (of != NULL, FALSE);

  if (!ull_export_format_from_path (path, &format, error))
    return FALSE;
  picture.load = load = g_strdup_printf ("%s, %s.", of->model->name, of->device->name);
  bytes = ull_residuals_export (&picture, &spec, format, PNG_SCALE, error);
  return write_bytes (bytes, path, error);
}

gboolean
ull_export_file_write_surge (UllSurgeRun *run, UllLook look, const char *path, GError **error)
{
  UllRampResult *of = ull_surge_run_get_ramp (run);
  UllChartSpec spec = make_spec (960, 720, look);
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
