#include "ull-given-load.h"

#include "ull-files.h"
#include "ull-given-read.h"
#include "ull-settings.h"

#include "ull-units.h"

#include <string.h>

/* A load is a preset with options over it. What an option sets also says what kind of load it is: --sessions makes one of
 * sessions, --trace a log, --lengths and --context one of random requests.
 *
 * A length that is typed is kept. Without a preset or a load that was named, nothing is shared beside it but what --shared-prefix says: a
 * prefix that nobody asked for would make another prompt of it. */

#define MOST_LEVELS 64
#define MOST_LEVEL 65536
#define MOST_THREADS 64
#define MOST_PREFIX (1 << 24)
/* What the simulation counts a step and a token in; less than half of one is none. */
#define NS_PER_US 1e3
#define PS_PER_US 1e6

static gboolean
set_usage (GError **error, const char *option, const char *message)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: %s", option, message);
  return FALSE;
}

static gboolean
read_count (const UllArgs *args, const char *option, gint64 min, gint64 max, gint64 *value, GError **error)
{
  const char *text = ull_args_get (args, option);

  return text == NULL || ull_settings_parse (option, ULL_KIND_COUNT, min, max, text, value, error);
}

static gboolean
read_seconds (const UllArgs *args, const char *option, double *value, GError **error)
{
  const char *text = ull_args_get (args, option);
  gint64 millionths;

  if (text == NULL)
    return TRUE;
  if (!ull_decimal_parse (text, &millionths, error))
    {
      g_prefix_error (error, "--%s: ", option);
      return FALSE;
    }
  *value = (double) millionths / 1e6;
  return TRUE;
}

static UllLengths *
read_spec (const UllArgs *args, const char *option, GError **error)
{
  UllLengths *lengths = ull_lengths_new (ull_args_get (args, option), &ull_file_source, error);

  if (lengths == NULL && error != NULL && g_error_matches (*error, ULL_ERROR, ULL_ERROR_USAGE))
    g_prefix_error (error, "--%s: ", option);
  return lengths;
}

static gboolean
read_lengths (const UllArgs *args, const UllScenario *scenario, UllLoad *load, GError **error)
{
  const char *const specs[] = { "prompts", "sessions", "outputs" };

  if (ull_args_has (args, "lengths") || ull_args_has (args, "context"))
    {
      g_autofree char *spec = g_strdup_printf ("fixed:%" G_GINT64_FORMAT, scenario->value[ULL_FIELD_CONTEXT]);
      g_autoptr (UllLengths) fixed = ull_lengths_new (spec, NULL, NULL);

      load->kind = ULL_LOAD_RANDOM;
      load->prompts_alone = FALSE;
      ull_load_set_lengths (load, scenario->lengths != NULL ? scenario->lengths : fixed);
    }
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (UllLengths) lengths = NULL;

      if (!ull_args_has (args, specs[i]))
        continue;
      lengths = read_spec (args, specs[i], error);
      if (lengths == NULL)
        return FALSE;
      (i == 2 ? ull_load_set_outputs : ull_load_set_lengths) (load, lengths);
      if (i < 2)
        {
          load->kind = i == 0 ? ULL_LOAD_RANDOM : ULL_LOAD_SESSIONS;
          load->prompts_alone = i == 0;
        }
    }
  return TRUE;
}

/* At most one option says what is asked. */
static gboolean
check_kind (const UllArgs *args, GError **error)
{
  const char *const options[] = { "lengths", "context", "prompts", "sessions", "trace" };
  const char *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      if (!ull_args_has (args, options[i]))
        continue;
      if (found != NULL)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: given beside --%s; a load is one of the two", options[i], found);
          return FALSE;
        }
      found = options[i];
    }
  return TRUE;
}

/* "8000,12,0.1": microseconds a step, a token, a token of context. */
static gboolean
read_step (const UllArgs *args, UllLoad *load, GError **error)
{
  const char *text = ull_args_get (args, "step");
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ",", ULL_N_STEP_COEFFICIENTS + 1) : NULL;

  if (text == NULL)
    return TRUE;
  if (g_strv_length (parts) != ULL_N_STEP_COEFFICIENTS)
    return set_usage (error, "step", "three numbers of microseconds are needed: of a step, a token, and a token of context; "
                                     "8000,12,0.1 would be right");
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    {
      char *end;

      load->step_us[i] = g_ascii_strtod (parts[i], &end);
      if (end == parts[i] || *end != '\0' || !(load->step_us[i] >= 0 && load->step_us[i] <= 1e9))
        return set_usage (error, "step", "is no three numbers of microseconds from 0 to 1e9; 8000,12,0.1 would be right");
    }
  if (load->step_us[ULL_STEP_BASE] * NS_PER_US < 0.5 && load->step_us[ULL_STEP_TOKEN] * PS_PER_US < 0.5)
    return set_usage (error, "step", "takes no time, whatever is in it; a first or second number of more than 0 would be right");
  load->step_fitted = FALSE;
  load->step_hidden = 0;
  ull_load_set_step_source (load, NULL);
  return TRUE;
}

static gboolean
read_arrivals (const UllArgs *args, UllLoad *load, GError **error)
{
  const char *text = ull_args_get (args, "arrivals");

  if (load->kind == ULL_LOAD_SESSIONS)
    load->arrivals = ULL_ARRIVALS_CLOSED;
  if (text == NULL || ull_load_parse_arrivals (load, text, error))
    return TRUE;
  g_prefix_error (error, "--arrivals: ");
  return FALSE;
}

/* The length that is typed, or NULL. */
static const char *
typed_length (const UllArgs *args)
{
  const char *const options[] = { "lengths", "context", "prompts", "sessions" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (ull_args_has (args, options[i]))
      return options[i];
  return NULL;
}

/* Of a request the longest prompt that its lengths allow. That of sessions stands behind the prefix. */
static gint64
longest_prompt (const UllLoad *load)
{
  gint64 longest = ull_lengths_quantile (load->lengths, 1000000);

  return load->prompts_alone ? longest : MAX (longest - MAX (ull_lengths_quantile (load->outputs, 0), 1), 1);
}

/* A prefix longer than all prompts would make one prompt of them without a word. */
static gboolean
check_prefix (const UllArgs *args, const UllLoad *load, GError **error)
{
  const char *length = typed_length (args);
  g_autofree char *most = ull_format_count (longest_prompt (load)), *prefix = ull_format_count (load->prefix_tokens);

  if (load->kind != ULL_LOAD_RANDOM || load->prefix_tokens <= longest_prompt (load))
    return TRUE;
  if (ull_args_has (args, "shared-prefix"))
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--shared-prefix: no prompt is as long; at most %s would be right", most);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "--%s: no prompt is as long as the load’s shared prefix of %s tokens; longer ones, or --shared-prefix of at most %s beside it, would be right",
                 length != NULL ? length : "outputs", prefix, most);
  return FALSE;
}

/* An answer that was typed is not to be cut, but by a length that is drawn beside it. */
static gboolean
check_answers (const UllArgs *args, const UllLoad *load, GError **error)
{
  gint64 answer = ull_lengths_quantile (load->outputs, 1000000), whole = ull_lengths_quantile (load->lengths, 1000000);
  g_autofree char *answers = ull_format_count (answer), *wholes = ull_format_count (whole);

  if (load->kind != ULL_LOAD_RANDOM || load->prompts_alone || !ull_args_has (args, "outputs") || answer < whole)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               "--outputs: answers of up to %s tokens do not lie within requests of up to %s, which --%s gives with their answers; shorter ones, or --prompts in place "
               "of it, with the answer on top, would be right",
               answers, wholes, ull_args_has (args, "context") ? "context" : "lengths");
  return FALSE;
}

static gboolean
read_prefix (const UllArgs *args, UllLoad *load, GError **error)
{
  const char *fraction = ull_args_get (args, "shared-fraction");
  gint64 ppm;

  if (!read_count (args, "shared-prefix", 0, MOST_PREFIX, &load->prefix_tokens, error) || !check_answers (args, load, error)
      || !check_prefix (args, load, error))
    return FALSE;
  if (fraction == NULL)
    return TRUE;
  if (!ull_settings_parse ("shared-fraction", ULL_KIND_FRACTION, 0, 1000000, fraction, &ppm, error))
    return FALSE;
  load->prefix_fraction = (double) ppm / 1e6;
  return TRUE;
}

static gboolean
read_figures (const UllArgs *args, UllLoad *load, GError **error)
{
  gint64 seed = (gint64) load->seed;

  if (!read_count (args, "requests", 1, 1000000, &load->requests, error)
      || !read_count (args, "turns", 1, 1000000, &load->turns, error)
      || !read_count (args, "cap", 1, 1 << 20, &load->cap, error) || !read_count (args, "seed", 0, G_MAXINT64, &seed, error)
      || !read_seconds (args, "think", &load->think_seconds, error)
      || !read_seconds (args, "patience", &load->patience_seconds, error))
    return FALSE;
  load->seed = (guint64) seed;
  return read_prefix (args, load, error) && read_arrivals (args, load, error) && read_step (args, load, error);
}

static UllLoad *
first_load (const UllArgs *args, const UllScenario *scenario, GError **error)
{
  const char *preset = ull_args_get (args, "preset");
  UllLoad *load;

  if (preset == NULL)
    return scenario->load != NULL ? ull_load_copy (scenario->load) : ull_load_new_preset (ull_load_get_preset (0)->id);
  load = ull_load_new_preset (preset);
  if (load == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "--preset: “%s” is none; chapter, chat, long-outputs, code, conversation or agents would be right", preset);
  return load;
}

UllLoad *
ull_given_load (const UllArgs *args, const UllScenario *scenario, GError **error)
{
  g_autoptr (UllLoad) load = NULL;
  g_autoptr (GError) fault = NULL;

  if (!check_kind (args, error) || (load = first_load (args, scenario, error)) == NULL
      || !read_lengths (args, scenario, load, error))
    return NULL;
  if (typed_length (args) != NULL && !ull_args_has (args, "preset") && scenario->load == NULL)
    load->prefix_tokens = 0;
  if (ull_args_has (args, "trace"))
    {
      load->kind = ULL_LOAD_TRACE;
      load->arrivals = ULL_ARRIVALS_TRACE;
      ull_load_set_trace (load, ull_args_get (args, "trace"));
    }
  if (!read_figures (args, load, error) || !ull_given_check_read (args, load, error))
    return NULL;
  if (ull_load_check (load, &fault))
    return g_steal_pointer (&load);
  /* What is typed is the fault of who typed it. */
  g_set_error_literal (error, ULL_ERROR, ULL_ERROR_USAGE, fault->message);
  return NULL;
}

static gboolean
read_levels (const UllArgs *args, UllRampOptions *options, GArray *levels, GError **error)
{
  const char *text = ull_args_get (args, "levels");
  g_auto (GStrv) parts = text != NULL ? g_strsplit (text, ",", MOST_LEVELS + 1) : NULL;
  gint64 before = 0;

  if (text == NULL || g_str_equal (text, "auto"))
    return TRUE;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gint64 level;

      if (i == MOST_LEVELS)
        return set_usage (error, "levels", "are more than 64; fewer, or auto, would be right");
      if (!ull_settings_parse ("levels", ULL_KIND_COUNT, 1, MOST_LEVEL, parts[i], &level, error))
        return FALSE;
      if (level <= before)
        return set_usage (error, "levels", "each must be more than the one before; 1,2,4,8 would be right");
      g_array_append_val (levels, level);
      before = level;
    }
  options->levels = (const gint64 *) (gpointer) levels->data;
  options->n_levels = levels->len;
  return levels->len > 0 || set_usage (error, "levels", "none is named; 1,2,4,8 would be right");
}

gboolean
ull_given_ramp (const UllArgs *args, UllRampOptions *options, GArray *levels, GError **error)
{
  const char *generation = ull_args_get (args, "generation");
  gint64 threads = (gint64) MIN (g_get_num_processors (), 8);

  ull_ramp_options_init (options);
  options->files = &ull_file_source;
  if (generation != NULL)
    {
      guint i = 0;

      while (i < ULL_N_GENERATIONS && !g_str_equal (generation, ull_generation_get_id ((UllGenerationId) i)))
        i++;
      if (i == ULL_N_GENERATIONS)
        return set_usage (error, "generation", "is none of the recorded ones; main or classic would be right");
      options->generation = (UllGenerationId) i;
    }
  if (ull_args_has (args, "baselines"))
    options->lines |= 1u << ULL_LINE_UNIFORM | 1u << ULL_LINE_RESERVED | 1u << ULL_LINE_STATIC;
  if (!read_count (args, "threads", 1, MOST_THREADS, &threads, error))
    return FALSE;
  options->threads = (guint) threads;
  return read_levels (args, options, levels, error);
}
