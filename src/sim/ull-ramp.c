#include "ull-ramp-private.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A ramp is a function of scenario, load and options. The pool is that of the scenario's plan, the one capacity model of both;
 * a step's time is of card and model, and no figure of it is a claim about bytes. */

#define MOST_LEVELS 64
#define MOST_CONCURRENCY (1 << 16)
#define UNIFORM_TOKENS 2000
/* Of a log, for what it is like. */
#define MOST_MEASURED 10000
/* Levels that an automatic ramp comes to, about, for its progress. */
#define USUAL_LEVELS 13

static const char *const shape_ids[] = { "plateau", "cliff", "rising" };
static const char *const line_ids[ULL_N_LINES] = { "main", "unshared", "heavier", "uniform", "reserved", "static" };
static const char *const outcome_ids[] = { "finished", "cancelled", "refused", "unfinished" };
static const char *const reason_ids[] = { "holds", "preemptions", "latency", "hits", "first", "peak", "carries", "strained", "overloaded", "leaving", "left" };

const char *
ull_shape_get_id (UllRampShape shape)
{
  g_return_val_if_fail ((guint) shape < G_N_ELEMENTS (shape_ids), NULL);

  return shape_ids[shape];
}

const char *
ull_line_get_id (UllRampLine line)
{
  g_return_val_if_fail ((guint) line < ULL_N_LINES, NULL);

  return line_ids[line];
}

const char *
ull_outcome_get_id (UllOutcome outcome)
{
  g_return_val_if_fail ((guint) outcome < G_N_ELEMENTS (outcome_ids), NULL);

  return outcome_ids[outcome];
}

const char *
ull_operate_reason_get_id (UllOperateReason reason)
{
  g_return_val_if_fail ((guint) reason < G_N_ELEMENTS (reason_ids), NULL);

  return reason_ids[reason];
}

void
ull_ramp_options_init (UllRampOptions *options)
{
  *options = (UllRampOptions) { .generation = ULL_GENERATION_MAIN, .lines = ULL_LINES_DEFAULT, .threads = 1 };
}

/* The same answers on average, every request as long as every other. */
static UllLoad *
make_uniform (const UllLoad *load, const UllRequestLogFacts *facts)
{
  UllLoad *uniform = ull_load_copy (load);
  gint64 mean = load->kind == ULL_LOAD_TRACE ? (gint64) ceil (facts->output_mean) : ull_lengths_mean_tokens (load->outputs);
  gint64 answer = CLAMP (mean, 1, UNIFORM_TOKENS - 1);
  g_autofree char *all = g_strdup_printf ("fixed:%d", UNIFORM_TOKENS);
  g_autofree char *answers = g_strdup_printf ("fixed:%" G_GINT64_FORMAT, answer);
  g_autoptr (UllLengths) lengths = ull_lengths_new (all, NULL, NULL);
  g_autoptr (UllLengths) outputs = ull_lengths_new (answers, NULL, NULL);

  uniform->kind = ULL_LOAD_RANDOM;
  uniform->arrivals = ULL_ARRIVALS_CLOSED;
  uniform->prompts_alone = FALSE;
  uniform->prefix_tokens = 0;
  ull_load_set_lengths (uniform, lengths);
  ull_load_set_outputs (uniform, outputs);
  return uniform;
}

/* What a client keeps resident on average, which only says where automatic levels end. */
static gint64
mean_tokens (const UllLoad *load, const UllRequestLogFacts *facts)
{
  double length = ull_lengths_mean (load->lengths), answer = ull_lengths_mean (load->outputs);

  if (load->kind == ULL_LOAD_TRACE)
    return (gint64) (facts->prompt_mean + facts->output_mean);
  if (load->kind == ULL_LOAD_SESSIONS)
    return (gint64) ((double) load->prefix_tokens + (length + answer) * ((double) load->turns + 1) / 2);
  return (gint64) (load->prompts_alone ? length + answer : MAX (length, (double) load->prefix_tokens));
}

static void
tell (UllRamp *ramp, const UllRampSetting *setting)
{
  ramp->blocks = setting->pool.scheduler.blocks - 1;
  ramp->block_tokens = setting->pool.scheduler.block_tokens;
  ramp->modelled = setting->pool.modelled;
  ramp->state_blocks = setting->pool.state_blocks;
  ramp->uncached = setting->pool.uncached;
  ramp->hopeful = setting->pool.hopeful;
  ramp->caching = setting->pool.scheduler.prefix_caching;
  ramp->cap = setting->cap;
  ramp->max_num_seqs = setting->pool.scheduler.max_num_seqs;
  ramp->model_len = setting->model_len;
  ramp->reserved_at_once = setting->reserved_at_once;
}

static gboolean
set_cost (UllRampSetting *setting, UllRamp *ramp, const UllScenario *scenario, const UllPlan *plan, GError **error)
{
  g_auto (UllStepCost) cost = { 0 };

  if (!ull_step_cost_init (&cost, scenario, plan, setting->load, setting->mean_tokens, error))
    return FALSE;
  ull_step_cost_get_time (&cost, &setting->time);
  if (setting->time.base_ns == 0 && setting->time.token_ps == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("time of a step: more than 0 would be right"));
      return FALSE;
    }
  if (ramp != NULL)
    {
      ramp->cost = cost;
      cost.step_source = NULL;
    }
  return TRUE;
}

/* Opened once for all levels of all lines. */
static gboolean
open_log (UllRampSetting *setting, const UllRampOptions *options, UllRequestLogFacts *facts, GError **error)
{
  const UllLoad *load = setting->load;

  *facts = (UllRequestLogFacts) { 0 };
  if (load->kind != ULL_LOAD_TRACE)
    return TRUE;
  setting->log
    = ull_request_log_open (options->files, load->trace, load->speed, setting->pool.scheduler.block_tokens, error);
  return setting->log != NULL && ull_request_log_measure (setting->log, MIN (load->requests, MOST_MEASURED), facts, error);
}

gboolean
ull_ramp_setting_init (UllRampSetting *setting,
                       UllRamp *ramp,
                       const UllScenario *scenario,
                       const UllLoad *load,
                       const UllRampOptions *options,
                       GError **error)
{
  g_autoptr (UllPlan) plan = NULL;
  UllRequestLogFacts facts;

  *setting = (UllRampSetting) { .load = load };
  if (!ull_load_check (load, error))
    return FALSE;
  plan = ull_plan_new (scenario, error);
  if (plan == NULL || !ull_sim_pool_init (&setting->pool, scenario, &plan->layout, options->generation, error)
      || !open_log (setting, options, &facts, error))
    return FALSE;
  setting->mean_tokens = mean_tokens (load, &facts);
  if (!set_cost (setting, ramp, scenario, plan, error))
    return FALSE;
  setting->uniform = make_uniform (load, &facts);
  setting->model_len = setting->pool.scheduler.max_model_len;
  setting->cap = setting->pool.scheduler.max_num_seqs;
  if (load->cap > 0)
    setting->cap = MIN (setting->cap, load->cap);
  setting->reserved_at_once = (setting->pool.scheduler.blocks - 1) / ull_sim_pool_get_blocks (&setting->pool, setting->model_len);
  if (ramp == NULL)
    return TRUE;
  tell (ramp, setting);
  ramp->copies = scenario->value[ULL_FIELD_DP];
  ramp->refusal = ull_plan_refusal (plan);
  ramp->log = facts;
  return TRUE;
}

void
ull_ramp_setting_clear (UllRampSetting *setting)
{
  ull_sim_pool_clear (&setting->pool);
  g_clear_pointer (&setting->uniform, ull_load_unref);
  g_clear_pointer (&setting->log, ull_request_log_free);
}

static gboolean
check_options (const UllRampOptions *options, GError **error)
{
  gboolean right = options->levels == NULL || (options->n_levels > 0 && options->n_levels <= MOST_LEVELS);

  for (guint i = 0; right && options->levels != NULL && i < options->n_levels; i++)
    right = options->levels[i] >= 1 && options->levels[i] <= MOST_CONCURRENCY
            && (i == 0 || options->levels[i] > options->levels[i - 1]);
  if (right)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("levels: 1 to 64 whole numbers from 1 to 65,536, each more than the one before, would be right"));
  return FALSE;
}

/* Levels of a line in the order of the main one's. */
static void
take_levels (UllRamp *ramp, UllRampLine line, const GArray *jobs, guint first)
{
  ramp->level[line] = g_new (UllRampLevel, ramp->n_levels);
  for (guint i = 0; i < ramp->n_levels; i++)
    ramp->level[line][i] = g_array_index (jobs, UllRampJob, first + i).level;
}

static gboolean
run_other_lines (
  UllRamp *ramp, const UllRampSetting *setting, const UllRampOptions *options, UllRampProgress *progress, GError **error)
{
  guint lines = (options->lines | (1u << ULL_LINE_HEAVIER)) & ~(1u << ULL_LINE_MAIN);
  g_autoptr (GArray) jobs = g_array_new (FALSE, TRUE, sizeof (UllRampJob));
  guint first = 0;

  for (guint line = 0; line < ULL_N_LINES; line++)
    for (guint i = 0; (lines & (1u << line)) != 0 && i < ramp->n_levels; i++)
      {
        UllRampJob job = { .line = (UllRampLine) line, .concurrency = ramp->level[ULL_LINE_MAIN][i].concurrency };

        g_array_append_val (jobs, job);
      }
  progress->all = progress->done + jobs->len;
  if (!ull_ramp_run_jobs (setting, jobs, options->threads, progress, error))
    return FALSE;
  for (guint line = 0; line < ULL_N_LINES; line++)
    if ((lines & (1u << line)) != 0)
      {
        take_levels (ramp, (UllRampLine) line, jobs, first);
        first += ramp->n_levels;
      }
  return TRUE;
}

/* A level that was not measured says nothing of throughput. Where none was, all stay, to say why. */
static void
leave_out_unmeasured (UllRamp *ramp, GArray *jobs)
{
  gboolean any = FALSE;

  ramp->unmeasured = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < jobs->len; i++)
    any |= g_array_index (jobs, UllRampJob, i).level.measured;
  for (guint i = jobs->len; any && i-- > 0;)
    if (!g_array_index (jobs, UllRampJob, i).level.measured)
      {
        g_array_prepend_val (ramp->unmeasured, g_array_index (jobs, UllRampJob, i).concurrency);
        g_array_remove_index (jobs, i);
      }
}

static gboolean
run_all (
  UllRamp *ramp, const UllRampSetting *setting, const UllRampOptions *options, UllRampProgress *progress, GError **error)
{
  g_autoptr (GArray) jobs = ull_ramp_find_levels (setting, options, progress, error);

  if (jobs == NULL)
    return FALSE;
  leave_out_unmeasured (ramp, jobs);
  ramp->n_levels = jobs->len;
  take_levels (ramp, ULL_LINE_MAIN, jobs, 0);
  return run_other_lines (ramp, setting, options, progress, error);
}

static guint
count_lines (guint lines)
{
  guint n = 0;

  for (lines |= 1u << ULL_LINE_MAIN | 1u << ULL_LINE_HEAVIER; lines != 0; lines &= lines - 1)
    n++;
  return n;
}

UllRamp *
ull_ramp_new (const UllScenario *scenario,
              UllLoad *load,
              const UllRampOptions *options,
              UllRampWatch watch,
              gpointer data,
              GError **error)
{
  g_autoptr (UllRamp) ramp = g_new0 (UllRamp, 1);
  guint levels = options->levels != NULL ? options->n_levels : USUAL_LEVELS;
  UllRampProgress progress = { watch, data, 0, levels * count_lines (options->lines) };
  UllRampSetting setting;
  gboolean done;

  ramp->load = ull_load_ref (load);
  if (!check_options (options, error))
    return NULL;
  done = ull_ramp_setting_init (&setting, ramp, scenario, load, options, error)
         && run_all (ramp, &setting, options, &progress, error);
  ull_ramp_setting_clear (&setting);
  if (!done)
    return NULL;
  ull_ramp_read (ramp);
  return g_steal_pointer (&ramp);
}

void
ull_ramp_free (UllRamp *ramp)
{
  if (ramp == NULL)
    return;
  for (guint i = 0; i < ULL_N_LINES; i++)
    g_free (ramp->level[i]);
  g_clear_pointer (&ramp->unmeasured, g_array_unref);
  g_free (ramp->refusal);
  ull_step_cost_clear (&ramp->cost);
  ull_load_unref (ramp->load);
  g_free (ramp);
}
