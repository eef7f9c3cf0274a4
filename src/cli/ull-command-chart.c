#include "ull-command.h"
#include "ull-calibration.h"
#include "ull-chart-options.h"
#include "ull-files.h"
#include "ull-given-load.h"
#include "ull-members.h"
#include "ull-ramp-drawing.h"
#include "ull-settings.h"
#include "ull-surge-picture.h"

const UllOption ull_command_chart_options[] = {
  { .name = "output",
    .value = "FILE",
    .help = "the file to write, .png, .svg, .pdf or .csv; may be given again",
    .group = "Picture",
    .letter = 'o',
    .many = TRUE },
  { .name = "width", .value = "N", .help = "pixels (default: 1200)", .group = "Picture" },
  { .name = "height", .value = "N", .help = "pixels (default: 800; of layers 300)", .group = "Picture" },
  { .name = "scale",
    .value = "N",
    .help = "dots a pixel in a .png, 1 to 4 (default: 2)",
    .group = "Picture" },
  { .name = "style", .value = "light|dark|print", .help = "colours (default: light)", .group = "Picture" },
  { .name = "no-caption", .help = "leave out the assumptions below the picture", .group = "Picture" },
  { .name = "record",
    .value = "FILE",
    .help = "of calibration: the answers (default: the program’s own record)",
    .group = "Picture" },
  { .name = "preset", .value = "ID", .help = "of ramp and surge: the load, see list presets (default: the file’s, else chapter)", .group = "Load" },
  { .name = "levels", .value = "N,N…|auto", .help = "of ramp and surge: clients (default: auto)", .group = "Load" },
  { .name = "requests", .value = "N", .help = "of ramp and surge: of each level (default: 1000)", .group = "Load" },
  { .name = "outputs", .value = "SPEC", .help = "of ramp and surge: tokens of an answer, in the forms of --lengths", .group = "Load" },
  { .name = "prompts", .value = "SPEC", .help = "of ramp and surge: tokens of a prompt, in place of --lengths", .group = "Load" },
  { .name = "sessions", .value = "SPEC", .help = "of ramp and surge: tokens of a question; clients go on with their history", .group = "Load" },
  { .name = "turns", .value = "N", .help = "of ramp and surge: questions of a session (default: 10)", .group = "Load" },
  { .name = "think", .value = "F", .help = "of ramp and surge: seconds between an answer and the next question", .group = "Load" },
  { .name = "patience", .value = "F", .help = "of ramp and surge: seconds after which a client leaves (default: never)", .group = "Load" },
  { .name = "trace", .value = "FILE", .help = "of ramp and surge: a recorded log", .group = "Load" },
  { .name = "arrivals", .value = "HOW", .help = "of ramp and surge: closed, poisson:RATE, gamma:RATE,CV, onoff:RATE,SECONDS,PAUSE or trace", .group = "Load" },
  { .name = "shared-prefix", .value = "N", .help = "of ramp and surge: tokens with which requests begin", .group = "Load" },
  { .name = "shared-fraction", .value = "F", .help = "of ramp and surge: of the requests, those that begin so", .group = "Load" },
  { .name = "cap", .value = "N", .help = "of ramp and surge: sequences that run at once", .group = "Load" },
  { .name = "baselines", .help = "of ramp: static batches, full-length reservation and requests of 2,000 tokens beside it", .group = "Load" },
  { .name = "seed", .value = "N", .help = "of ramp and surge: where the draws begin (default: 1)", .group = "Load" },
  { .name = "generation", .value = "main|classic", .help = "of ramp and surge: of the scheduler (default: main)", .group = "Load" },
  { .name = "step", .value = "A,B,C", .help = "of ramp and surge: microseconds of a step, a token, a token of context", .group = "Load" },
  { .name = "threads", .value = "N", .help = "of ramp and surge: that compute levels", .group = "Load" },
  { .name = NULL },
};

/* What is drawn: a plan, or else a record, a ramp, or a burst. */
typedef struct
{
  const UllDisclosure *disclosure;
  const UllCalibration *calibration;
  const UllRampPicture *ramp;
  const UllSurgePicture *surge;
} Subject;

static GBytes *
export_one (const Subject *subject, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  if (subject->calibration != NULL)
    return ull_calibration_export (subject->calibration, spec, format, scale, error);
  if (subject->surge != NULL)
    return ull_surge_chart_export (subject->surge, spec, format, scale, error);
  if (subject->ramp != NULL)
    return ull_ramp_chart_export (subject->ramp, ULL_RAMP_ALL, spec, format, scale, error);
  return ull_chart_export (subject->disclosure, spec, format, scale, error);
}

/* Every picture is made before the first is written, and every file is written before the first takes its place, so that
 * a fault leaves none. */
static GPtrArray *
export_all (const UllArgs *args,
            const Subject *subject,
            const UllChartSpec *spec,
            double scale,
            GError **error)
{
  const char *const *paths = ull_args_get_all (args, "output");
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  if (paths[0] == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--output: is needed; write -o FILE.png, .svg, .pdf or .csv");
      return NULL;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    {
      UllExportFormat format;
      GBytes *bytes;

      if (!ull_export_format_from_path (paths[i], &format, error))
        {
          g_prefix_error (error, "--output: ");
          return NULL;
        }
      bytes = export_one (subject, spec, format, scale, error);
      if (bytes == NULL)
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

static UllExit
write_subject (const UllArgs *args, const Subject *subject, const UllChartSpec *spec, double scale, GString *out, GError **error)
{
  g_autoptr (GPtrArray) files = export_all (args, subject, spec, scale, error);

  if (files == NULL || !write_all (args, files, error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    report (args, files, out);
  return ULL_EXIT_DONE;
}

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

static UllExit
write_calibration (const UllArgs *args, const UllChartSpec *spec, double scale, GString *out, GError **error)
{
  g_autoptr (UllRecord) record = NULL;
  UllCalibration calibration;
  Subject subject = { .calibration = &calibration };

  const char *model = ull_args_get_operand (args, 1) != NULL ? ull_args_get_operand (args, 1) : ull_args_get (args, "model");

  if (model != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: calibration is of a record and takes no model; write --record FILE", model);
      return ULL_EXIT_USAGE;
    }
  record = read_record (args, error);
  if (record == NULL)
    return ULL_EXIT_INPUT;
  ull_calibration_init (&calibration, record);
  return write_subject (args, &subject, spec, scale, out, error);
}

static gboolean
is_surge (const UllArgs *args)
{
  return g_str_equal (ull_args_get_operand (args, 0), ULL_SURGE_CHART_ID);
}

static UllExit
write_ramp (const UllArgs *args, const UllScenario *scenario, const UllChartSpec *spec, double scale, GString *out, GError **error)
{
  g_autoptr (UllLoad) load = ull_given_load (args, scenario, error);
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (UllRamp) ramp = NULL;
  g_autoptr (UllSurge) surge = NULL;
  g_auto (UllRampDrawing) drawing = { .load = NULL };
  UllRampOptions options;

  if (load == NULL || !ull_given_ramp (args, &options, levels, error))
    return ULL_EXIT_INPUT;
  ramp = ull_ramp_new (scenario, load, &options, NULL, NULL, error);
  if (ramp == NULL)
    return ULL_EXIT_INPUT;
  ull_ramp_drawing_init (&drawing, scenario, ramp, NULL, NULL);
  if (!is_surge (args))
    return write_subject (args, &(Subject) { .ramp = &drawing.picture }, spec, scale, out, error);
  surge = ull_surge_new (scenario, ramp, &options, NULL, NULL, error);
  if (surge == NULL)
    return ULL_EXIT_INPUT;
  return write_subject (args, &(Subject) { .surge = &(UllSurgePicture) { surge, drawing.load } }, spec, scale, out, error);
}

UllExit
ull_command_chart (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (UllDisclosure) disclosure = NULL;
  UllChartSpec spec;
  double scale;

  if (!ull_chart_options_read (args, &spec, &scale, error))
    return ULL_EXIT_USAGE;
  if (g_str_equal (ull_args_get_operand (args, 0), ULL_CALIBRATION_ID))
    return write_calibration (args, &spec, scale, out, error);
  scenario = ull_settings_scenario (args, 1, NULL, error);
  if (scenario == NULL)
    return ULL_EXIT_INPUT;
  if (spec.kind == ULL_N_CHARTS)
    return write_ramp (args, scenario, &spec, scale, out, error);
  disclosure = ull_disclosure_new (scenario);
  if (disclosure->plan == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW, "%s", disclosure->problem);
      return ULL_EXIT_INPUT;
    }
  return write_subject (args, &(Subject) { .disclosure = disclosure }, &spec, scale, out, error);
}
