#include "ull-command.h"

#include "ull-calibration.h"
#include "ull-chart-file.h"
#include "ull-load-chart.h"
#include "ull-settings.h"

/* What a chart is of is read here, of a load beside it; then it is one function that makes a file of any format. */

/* Nobody has to have answered yet, but a file that is named has to be there. */
static UllRecord *
read_record (const UllArgs *args, GError **error)
{
  const char *path = ull_args_get (args, "record");
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "ullage", "record.json", NULL);

  if (path == NULL && !g_file_test (own, G_FILE_TEST_EXISTS))
    return ull_record_new ();
  return ull_record_read (path != NULL ? path : own, error);
}

static GBytes *
export_calibration (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_calibration_export (subject, spec, format, scale, error);
}

static gboolean
write_calibration (const UllArgs *args, const UllChartOptions *options, GString *out, GError **error)
{
  const char *model = ull_args_get_operand (args, 1) != NULL ? ull_args_get_operand (args, 1) : ull_args_get (args, "model");
  g_autoptr (UllRecord) record = NULL;
  UllCalibration calibration;

  if (model != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: calibration is of a record and takes no model; write --record FILE", model);
      return FALSE;
    }
  record = read_record (args, error);
  if (record == NULL)
    return FALSE;
  ull_calibration_init (&calibration, record);
  return ull_chart_file_write (args, options, export_calibration, &calibration, out, error);
}

static GBytes *
export_plan (gconstpointer subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  return ull_chart_export (subject, spec, format, scale, error);
}

static gboolean
write_plan (const UllArgs *args, UllScenario *scenario, const UllChartOptions *options, GString *out, GError **error)
{
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);

  if (disclosure->plan != NULL)
    return ull_chart_file_write (args, options, export_plan, disclosure, out, error);
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW, "%s", disclosure->problem);
  return FALSE;
}

UllExit
ull_command_chart (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  UllChartOptions options;
  gboolean written;

  if (!ull_chart_options_read (args, &options, error))
    return ULL_EXIT_USAGE;
  if (options.charted == ULL_CHARTED_CALIBRATION)
    return write_calibration (args, &options, out, error) ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
  scenario = ull_settings_scenario (args, 1, NULL, error);
  if (scenario == NULL)
    return ULL_EXIT_INPUT;
  written = options.charted == ULL_CHARTED_PLAN ? write_plan (args, scenario, &options, out, error)
                                                : ull_load_chart_write (args, scenario, &options, out, error);
  return written ? ULL_EXIT_DONE : ULL_EXIT_INPUT;
}
