#include "ull-chart-options.h"

#include "ull-block-grid.h"
#include "ull-calibration.h"
#include "ull-command.h"
#include "ull-export-size.h"
#include "ull-near.h"
#include "ull-pool-timeline.h"
#include "ull-ramp-picture.h"
#include "ull-recorded-picture.h"
#include "ull-residuals-picture.h"
#include "ull-settings.h"
#include "ull-surge-picture.h"

/* Sizes are bounded so that the largest picture stays within the pixels that a .png is exported with. An option that the chart would
 * not look at is refused: who gives it believes that it was. */

#define LEAST_SIDE 200
#define MOST_SIDE 4096
#define STRIP_HEIGHT 300
#define MOST_SCALE 4

#define LOAD "Load of ramp, latency, surge, blocks, pool and recorded"
#define STEP "Step of these and of residuals"
#define LEVEL "Level of blocks, pool and recorded"

const UllOption ull_command_chart_options[] = {
  { .name = "output",
    .value = "FILE",
    .help = "the file to write, .png, .svg, .pdf or .csv; may be given again",
    .group = "Picture",
    .letter = 'o',
    .many = TRUE },
  { .name = "width", .value = "N", .help = "pixels (default: 1200; of latency, pool, recorded and residuals 960, blocks 640)", .group = "Picture" },
  { .name = "height", .value = "N", .help = "pixels (default: 800; of layers 300, latency 480, blocks 760, pool 360, recorded 840, residuals 640)", .group = "Picture" },
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
  { .name = "preset", .value = "ID", .help = "a load to begin with, see list presets (default: the file’s, else chapter)", .group = LOAD },
  { .name = "levels", .value = "N,N…|auto", .help = "clients (default: auto)", .group = LOAD },
  { .name = "requests", .value = "N", .help = "of each level (default: 1000)", .group = LOAD },
  { .name = "outputs", .value = "SPEC", .help = "tokens of an answer, in the forms of --lengths", .group = LOAD },
  { .name = "prompts", .value = "SPEC", .help = "tokens of a prompt, in place of --lengths", .group = LOAD },
  { .name = "sessions", .value = "SPEC", .help = "tokens of a question; clients go on with their history", .group = LOAD },
  { .name = "turns", .value = "N", .help = "questions of a session (default: 10)", .group = LOAD },
  { .name = "think", .value = "F", .help = "seconds between an answer and the next question", .group = LOAD },
  { .name = "patience", .value = "F", .help = "seconds after which a client leaves (default: never)", .group = LOAD },
  { .name = "trace", .value = "FILE", .help = "a recorded log", .group = LOAD },
  { .name = "arrivals", .value = "HOW", .help = "closed, poisson:RATE, gamma:RATE,CV, onoff:RATE,SECONDS,PAUSE or trace", .group = LOAD },
  { .name = "shared-prefix", .value = "N", .help = "tokens with which requests begin", .group = LOAD },
  { .name = "shared-fraction", .value = "F", .help = "of the requests, those that begin so", .group = LOAD },
  { .name = "cap", .value = "N", .help = "sequences that run at once", .group = LOAD },
  { .name = "baselines", .help = "of ramp: static batches, full-length reservation and requests of 2,000 tokens beside it", .group = LOAD },
  { .name = "beside", .value = "FILE.ullage", .help = "of ramp and latency: an earlier plan’s ramp beside it", .group = LOAD },
  { .name = "seed", .value = "N", .help = "where the draws begin (default: 1)", .group = LOAD },
  { .name = "threads", .value = "N", .help = "that compute levels", .group = LOAD },
  { .name = "generation", .value = "main|classic", .help = "of the scheduler (default: main)", .group = STEP },
  { .name = "step", .value = "A,B,C", .help = "microseconds of a step, a token, a token of context", .group = STEP },
  { .name = "fit", .value = "FILE", .help = "fit what a step takes to a real run’s request times; of residuals, the run", .group = STEP },
  { .name = "fit-first", .value = "N", .help = "requests of the run to fit to; the others test it (default: all)", .group = STEP },
  { .name = "level", .value = "N", .help = "one of the ramp’s (default: the one past the peak, where there is one)", .group = LEVEL },
  { .name = "at", .value = "F", .help = "the moment, in seconds (default: three eighths of the run)", .group = LEVEL },
  { .name = "follow", .value = "N", .help = "of blocks: a request whose blocks stand out", .group = LEVEL },
  { .name = "series", .value = "FILE", .help = "of pool and recorded: a server’s own metrics, a CSV of time, use, hit_rate, preemptions, running and waiting", .group = LEVEL },
  { .name = NULL },
};

/* Charts of other things than a plan, as they are named. */
static const char *const others[ULL_N_CHARTED] = {
  [ULL_CHARTED_CALIBRATION] = ULL_CALIBRATION_ID, [ULL_CHARTED_RAMP] = ULL_RAMP_CHART_ID,           [ULL_CHARTED_LATENCY] = ULL_LATENCY_CHART_ID,
  [ULL_CHARTED_SURGE] = ULL_SURGE_CHART_ID,       [ULL_CHARTED_BLOCKS] = ULL_BLOCKS_CHART_ID,       [ULL_CHARTED_POOL] = ULL_TIMELINE_CHART_ID,
  [ULL_CHARTED_RECORDED] = ULL_RECORDED_CHART_ID, [ULL_CHARTED_RESIDUALS] = ULL_RESIDUALS_CHART_ID,
};

#define OF(charted) (1u << (charted))
#define OF_OVER_TIME (OF (ULL_CHARTED_POOL) | OF (ULL_CHARTED_RECORDED))
#define OF_PLAYED (OF (ULL_CHARTED_BLOCKS) | OF_OVER_TIME)
#define OF_LOADS (OF (ULL_CHARTED_RAMP) | OF (ULL_CHARTED_LATENCY) | OF (ULL_CHARTED_SURGE) | OF_PLAYED)

/* Of which charts an option is: those of a load where nothing else is said, and all where its group is Picture or the scenario's. */
static const struct
{
  const char *option;
  guint charts;
} scopes[] = {
  { "record", OF (ULL_CHARTED_CALIBRATION) },
  { "baselines", OF (ULL_CHARTED_RAMP) },
  { "beside", OF (ULL_CHARTED_RAMP) | OF (ULL_CHARTED_LATENCY) },
  { "follow", OF (ULL_CHARTED_BLOCKS) },
  { "series", OF_OVER_TIME },
};

static guint
scope_of (const UllOption *option)
{
  for (gsize i = 0; i < G_N_ELEMENTS (scopes); i++)
    if (g_str_equal (scopes[i].option, option->name))
      return scopes[i].charts;
  if (g_str_equal (option->group, LOAD))
    return OF_LOADS;
  if (g_str_equal (option->group, LEVEL))
    return OF_PLAYED;
  return g_str_equal (option->group, STEP) ? OF_LOADS | OF (ULL_CHARTED_RESIDUALS) : G_MAXUINT;
}

static char *
join_names (char **names)
{
  guint n = g_strv_length (names);
  g_autofree char *last = g_strdup (names[n - 1]), *first = NULL;

  if (n == 1)
    return g_strdup (last);
  g_clear_pointer (&names[n - 1], g_free);
  first = g_strjoinv (", ", names);
  return g_strdup_printf ("%s and %s", first, last);
}

static gboolean
check_scope (const UllArgs *args, UllCharted charted, GError **error)
{
  for (const UllOption *option = ull_command_chart_options; option->name != NULL; option++)
    {
      guint scope = scope_of (option);
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) names = NULL;
      g_autofree char *joined = NULL;

      if ((scope & OF (charted)) != 0 || !ull_args_has (args, option->name))
        continue;
      for (guint i = 0; i < ULL_N_CHARTED; i++)
        if ((scope & OF (i)) != 0)
          g_strv_builder_add (builder, others[i]);
      names = g_strv_builder_end (builder);
      joined = join_names (names);
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: is of %s; leave it out of %s", option->name, joined,
                   ull_args_get_operand (args, 0));
      return FALSE;
    }
  return TRUE;
}

static gboolean
find_chart (const char *name, UllChartOptions *options)
{
  for (guint i = 0; i < ULL_N_CHARTS; i++)
    {
      options->spec.kind = (UllChartKind) i;
      if (g_str_equal (ull_chart_kind_get_id ((UllChartKind) i), name))
        return TRUE;
    }
  options->spec.kind = ULL_N_CHARTS;
  for (guint i = 0; i < ULL_N_CHARTED; i++)
    {
      options->charted = (UllCharted) i;
      if (g_strcmp0 (others[i], name) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
read_chart (const UllArgs *args, UllChartOptions *options, GError **error)
{
  const char *names[ULL_N_CHARTS + ULL_N_CHARTED + 1] = { NULL };
  const char *name = ull_args_get_operand (args, 0), *near;
  g_autofree char *all = NULL;
  guint n = 0;

  if (name != NULL && find_chart (name, options))
    return TRUE;
  for (guint i = 0; i < ULL_N_CHARTS; i++)
    names[n++] = ull_chart_kind_get_id ((UllChartKind) i);
  for (guint i = 0; i < ULL_N_CHARTED; i++)
    if (others[i] != NULL)
      names[n++] = others[i];
  near = name != NULL ? ull_near_find (name, names) : NULL;
  all = g_strjoinv (", ", (char **) names);
  if (name == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "no chart is named; write one of %s", all);
  else if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no chart; did you mean %s?", name, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no chart; write one of %s", name, all);
  return FALSE;
}

/* Before anything is computed. */
static gboolean
check_outputs (const UllArgs *args, GError **error)
{
  const char *const *paths = ull_args_get_all (args, "output");

  if (paths[0] == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--output: is needed; write -o FILE.png, .svg, .pdf or .csv");
      return FALSE;
    }
  for (guint i = 0; paths[i] != NULL; i++)
    {
      UllExportFormat format;

      if (!ull_export_format_from_path (paths[i], &format, error))
        {
          g_prefix_error (error, "--output: ");
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_number (const UllArgs *args, const char *option, gint64 min, gint64 max, double *number, GError **error)
{
  const char *text = ull_args_get (args, option);
  gint64 value;

  if (text == NULL)
    return TRUE;
  if (!ull_settings_parse (option, ULL_KIND_COUNT, min, max, text, &value, error))
    return FALSE;
  *number = (double) value;
  return TRUE;
}

static gboolean
read_look (const UllArgs *args, UllLook *look, GError **error)
{
  static const struct
  {
    const char *name;
    UllLook look;
  } looks[] = { { "light", ULL_LOOK_LIGHT }, { "dark", ULL_LOOK_DARK }, { "print", ULL_LOOK_PRINT } };
  const char *name = ull_args_get (args, "style");

  *look = ULL_LOOK_LIGHT;
  if (name == NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    if (g_str_equal (looks[i].name, name))
      {
        *look = looks[i].look;
        return TRUE;
      }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               "--style: “%s” is no style; light, dark or print would be right", name);
  return FALSE;
}

gboolean
ull_chart_options_read (const UllArgs *args, UllChartOptions *options, GError **error)
{
  UllChartSpec *spec = &options->spec;

  *options = (UllChartOptions) { .spec = { .width = 1200, .height = 800, .text_scale = 1, .title = TRUE }, .scale = 2 };
  spec->caption = !ull_args_has (args, "no-caption");
  if (!read_chart (args, options, error) || !check_scope (args, options->charted, error) || !check_outputs (args, error))
    return FALSE;
  /* A strip is a strip. */
  if (spec->kind == ULL_CHART_LAYERS)
    spec->height = STRIP_HEIGHT;
  /* The files that the window writes. */
  if ((OF (options->charted) & (OF_PLAYED | OF (ULL_CHARTED_LATENCY) | OF (ULL_CHARTED_RESIDUALS))) != 0)
    ull_export_get_size (others[options->charted], &spec->width, &spec->height);
  return read_number (args, "width", LEAST_SIDE, MOST_SIDE, &spec->width, error)
         && read_number (args, "height", LEAST_SIDE, MOST_SIDE, &spec->height, error)
         && read_number (args, "scale", 1, MOST_SCALE, &options->scale, error) && read_look (args, &spec->look, error);
}
