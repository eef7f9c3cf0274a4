/* From the simulator's values to the charts': figures are copied, nothing is computed. An interval that was not measured is none. */
#include "ull-ramp-drawing.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static double
or_none (double seconds)
{
  return isfinite (seconds) ? seconds : 0;
}

/* The others' requests share nothing. */
static gboolean
has_hits (UllRampLine line)
{
  return line == ULL_LINE_MAIN || line == ULL_LINE_HEAVIER;
}

static UllRampDot *
make_dots (const UllRamp *ramp, UllRampLine line)
{
  UllRampDot *dots = g_new0 (UllRampDot, MAX (ramp->n_levels, 1));

  for (guint i = 0; i < ramp->n_levels; i++)
    {
      const UllRampLevel *level = &ramp->level[line][i];
      gboolean interval = isfinite (level->high) && level->low > 0;

      dots[i] = (UllRampDot) {
        .clients = (double) level->concurrency,
        .throughput = level->output_tokens_per_s,
        .low = interval ? level->low : level->output_tokens_per_s,
        .high = interval ? level->high : level->output_tokens_per_s,
        .requests = level->requests_per_s,
        .use = level->kv_use_mean,
        .hit_rate = ramp->caching && has_hits (line) ? level->hit_rate : -1,
        .preemptions = level->preemptions_per_100,
        .time = { { or_none (level->ttft_p50), or_none (level->ttft_p99) },
                  { or_none (level->tpot_p50), or_none (level->tpot_p99) },
                  { or_none (level->itl_p50), or_none (level->itl_p99) } },
        .figure = { [ULL_FIGURE_REQUESTS] = (double) level->requests,
                    [ULL_FIGURE_USE_MAX] = level->kv_use_max,
                    [ULL_FIGURE_RETAINED] = level->retained_mean,
                    [ULL_FIGURE_PREEMPTED] = (double) level->preemptions,
                    [ULL_FIGURE_RECOMPUTED] = (double) level->recomputed_tokens,
                    [ULL_FIGURE_USEFUL] = level->useful_share,
                    [ULL_FIGURE_RUNNING] = level->running_mean,
                    [ULL_FIGURE_WAITING] = level->waiting_mean,
                    [ULL_FIGURE_TTFT_P90] = or_none (level->ttft_p90),
                    [ULL_FIGURE_ITL_MAX] = or_none (level->itl_max),
                    [ULL_FIGURE_E2E] = or_none (level->e2e_p50),
                    [ULL_FIGURE_E2E_P99] = or_none (level->e2e_p99),
                    [ULL_FIGURE_REFUSED] = (double) level->refused,
                    [ULL_FIGURE_LEFT] = (double) level->left,
                    [ULL_FIGURE_GROWTH] = level->queue_growth_per_s },
        .growing = level->growing,
      };
    }
  return dots;
}

static const char *
count_what (const UllLoad *load)
{
  if (load->arrivals != ULL_ARRIVALS_CLOSED)
    return _("Requests that run at once, at most");
  if (load->kind == ULL_LOAD_SESSIONS)
    return load->think_seconds > 0 ? _("Clients, each pausing between its turns") : _("Clients, each sending its next turn at once");
  return _("Clients, each sending its next request at once");
}

static void
set_text (char **text, char *other)
{
  g_free (*text);
  *text = other;
}

static char *
describe_step (const UllStepCost *cost)
{
  const char *source = cost->step_source != NULL ? cost->step_source : "";

  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (cost->coefficient[i].source == ULL_COST_FITTED)
      return g_strdup_printf (_("Step time fitted to %s."), source);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (cost->coefficient[i].source == ULL_COST_TYPED)
      return cost->step_source != NULL ? g_strdup_printf (_("Step time typed: %s."), _(source)) : g_strdup (_("Step time typed."));
  return g_strdup (_("Step time of card and model."));
}

/* Without them a figure in a slide means nothing. */
char *
ull_ramp_describe_load (const UllScenario *scenario, const UllRamp *ramp)
{
  g_autofree char *pool = ull_ramp_pool_text (ramp);
  g_autofree char *load = g_strdup (_("of one’s own")), *step = describe_step (&ramp->cost);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, ramp->load->seed);

  for (guint i = 0; ramp->load->preset != NULL && i < ull_load_get_n_presets (); i++)
    if (g_strcmp0 (ramp->load->preset, ull_load_get_preset (i)->id) == 0)
      set_text (&load, ull_load_is_preset (ramp->load) ? g_strdup (_(ull_load_get_preset (i)->title))
                                                       : g_strdup_printf (_("%s, changed"), _(ull_load_get_preset (i)->title)));
  if (ramp->load->kind == ULL_LOAD_TRACE)
    set_text (&load, g_path_get_basename (ramp->load->trace));
  return g_strdup_printf (_("%s on %s, %s. Load: %s; seed %s. %s"), scenario->model->name, scenario->device->name, pool, load, seed, step);
}

UllRampLine
ull_baseline_get_line (UllBaseline baseline)
{
  static const UllRampLine lines[ULL_N_BASELINES] = { [ULL_BASELINE_UNIFORM] = ULL_LINE_UNIFORM,
                                                      [ULL_BASELINE_RESERVED] = ULL_LINE_RESERVED,
                                                      [ULL_BASELINE_STATIC] = ULL_LINE_STATIC };

  g_return_val_if_fail (baseline < ULL_N_BASELINES, ULL_LINE_MAIN);

  return lines[baseline];
}

static void
add_baselines (UllRampDrawing *drawing, const UllRamp *ramp)
{
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    {
      UllRampLine line = ull_baseline_get_line ((UllBaseline) i);

      if (ramp->level[line] == NULL)
        continue;
      drawing->dots[3 + i] = make_dots (ramp, line);
      drawing->picture.baseline[i] = (UllRampCurve) { drawing->dots[3 + i], ramp->n_levels, NULL };
    }
}

void
ull_ramp_drawing_limit (UllRampDrawing *drawing, guint lines)
{
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    if ((lines & (1u << ull_baseline_get_line ((UllBaseline) i))) == 0)
      drawing->picture.baseline[i].n = 0;
}

void
ull_ramp_drawing_init (UllRampDrawing *drawing,
                       const UllScenario *scenario,
                       const UllRamp *ramp,
                       const UllRamp *before,
                       const char *before_name)
{
  UllRampPicture *picture = &drawing->picture;

  *drawing = (UllRampDrawing) { .load = ull_ramp_describe_load (scenario, ramp), .nothing = ull_ramp_nothing_text (ramp) };
  drawing->dots[0] = make_dots (ramp, ULL_LINE_MAIN);
  *picture = (UllRampPicture) { .with = { drawing->dots[0], ramp->n_levels, NULL },
                                .peak = drawing->nothing == NULL ? (int) ramp->peak : -1,
                                .operating = ull_ramp_operates (ramp) ? (int) ramp->operating : -1,
                                .plateau = ramp->shape == ULL_SHAPE_PLATEAU,
                                .rising = ramp->shape == ULL_SHAPE_RISING,
                                .open = ramp->load->arrivals != ULL_ARRIVALS_CLOSED,
                                .unsure = ull_ramp_is_unsure (ramp),
                                .nothing = drawing->nothing,
                                .refusal = ramp->refusal,
                                .cap = ramp->cap,
                                .clients = count_what (ramp->load),
                                .load = drawing->load };
  if (ramp->level[ULL_LINE_UNSHARED] != NULL && ramp->caching)
    {
      drawing->dots[1] = make_dots (ramp, ULL_LINE_UNSHARED);
      picture->without = (UllRampCurve) { drawing->dots[1], ramp->n_levels, NULL };
    }
  add_baselines (drawing, ramp);
  if (before != NULL)
    {
      drawing->dots[2] = make_dots (before, ULL_LINE_MAIN);
      picture->before = (UllRampCurve) { drawing->dots[2], before->n_levels, before_name };
    }
}

void
ull_ramp_drawing_clear (UllRampDrawing *drawing)
{
  for (gsize i = 0; i < G_N_ELEMENTS (drawing->dots); i++)
    g_clear_pointer (&drawing->dots[i], g_free);
  g_clear_pointer (&drawing->load, g_free);
  g_clear_pointer (&drawing->nothing, g_free);
}
