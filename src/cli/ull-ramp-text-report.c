#include "ull-ramp-report.h"

#include "ull-table.h"
#include "ull-units.h"

#include <math.h>

/* What a person reads of a ramp: the answer, a row a level, then what it was computed with. */

static char *
dup_percent (double fraction)
{
  return g_strdup_printf ("%.0f %%", fraction * 100);
}

static char *
dup_mark (const UllRamp *ramp, guint i)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i];
  const char *marks[5] = { NULL };
  guint n = 0;

  if (nothing == NULL && i == ramp->peak)
    marks[n++] = "peak";
  if (nothing == NULL && i == ramp->operating && ull_ramp_operates (ramp))
    marks[n++] = "operate";
  if (nothing == NULL && level->growing)
    marks[n++] = "queue grows";
  if (nothing == NULL && ull_ramp_level_loses (level))
    marks[n++] = "clients leave";
  return g_strjoinv (", ", (char **) marks);
}

/* A time of which none was measured is no 0. */
static char *
dup_time (double seconds, int decimals)
{
  return isfinite (seconds) ? ull_format_decimal (seconds, decimals) : g_strdup ("–");
}

static void
add_row (UllTable *table, const UllRamp *ramp, guint i)
{
  const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i];
  g_autofree char *clients = ull_format_count (level->concurrency);
  g_autofree char *rate = ull_format_throughput (level->output_tokens_per_s);
  g_autofree char *low = ull_format_throughput (level->low);
  g_autofree char *high = isfinite (level->high) ? ull_format_throughput (level->high) : NULL;
  g_autofree char *range = isfinite (level->high) ? g_strconcat (low, "–", high, NULL) : g_strdup ("");
  g_autofree char *use = dup_percent (level->kv_use_mean), *hits = ramp->uncached ? g_strdup ("–") : dup_percent (level->hit_rate);
  g_autofree char *preempted = ull_format_decimal (level->preemptions_per_100, 1);
  g_autofree char *running = ull_format_decimal (level->running_mean, 1);
  g_autofree char *ttft = dup_time (level->ttft_p50, 2), *ttft99 = dup_time (level->ttft_p99, 2);
  g_autofree char *itl99 = dup_time (level->itl_p99 * 1000, 0);
  g_autofree char *e2e = dup_time (level->e2e_p50, 1);
  g_autofree char *left = ull_format_count (level->left), *mark = dup_mark (ramp, i);

  ull_table_add (table, (const char *[]){ clients, rate, range, running, use, hits, preempted, ttft, ttft99, itl99, e2e, left,
                                          mark });
}

static gboolean
anybody_leaves (const UllRamp *ramp)
{
  for (guint i = 0; i < ramp->n_levels; i++)
    if (ramp->level[ULL_LINE_MAIN][i].left > 0)
      return TRUE;
  return FALSE;
}

static void
append_levels (const UllRamp *ramp, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new (anybody_leaves (ramp) ? "rrrrrrrrrrrrl" : "rrrrrrrrrrr_l");
  const char *first = ramp->load->arrivals == ULL_ARRIVALS_CLOSED ? "Clients" : "Running";

  ull_table_add (table, (const char *[]){ first, "Tokens/s", "95 %", "at once", "Use", "Hits", "Preempted/100", "TTFT s", "p99",
                                          "ITL p99 ms", "E2E s", "Left", "" });
  for (guint i = 0; i < ramp->n_levels; i++)
    add_row (table, ramp, i);
  ull_table_append_to (table, out);
}

static void
append_line (const UllRamp *ramp, UllRampLine line, const char *label, GString *out)
{
  g_autofree char *rate = NULL, *clients = NULL;
  const UllRampLevel *best;

  if (ramp->level[line] == NULL)
    return;
  best = &ramp->level[line][ull_ramp_get_best (ramp, line)];
  if (best->output_tokens_per_s <= 0)
    {
      g_string_append_printf (out, "%s: no request runs.\n", label);
      return;
    }
  rate = ull_format_throughput (best->output_tokens_per_s);
  clients = ull_format_count (best->concurrency);
  g_string_append_printf (out, "%s: at most %s tokens per second, at %s.\n", label, rate, clients);
}

static void
append_step (const UllRamp *ramp, GString *out)
{
  const char *const labels[ULL_N_STEP_COEFFICIENTS] = { "of a step", "of a token", "of a token of context" };

  g_autoptr (UllTable) table = ull_table_new ("lrll");

  g_string_append (out, "\nTime, simulated\n");
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    {
      const UllCost *cost = &ramp->cost.coefficient[i];
      int decimals = i == ULL_STEP_CONTEXT ? 4 : 1;
      g_autofree char *why = ull_step_cost_text (&ramp->cost, (UllStepCoefficient) i);
      g_autofree char *us = ull_format_decimal (cost->us, decimals), *low = ull_format_decimal (cost->low, decimals);
      g_autofree char *high = ull_format_decimal (cost->high, decimals), *label = g_strconcat ("  ", labels[i], NULL);
      g_autofree char *time = g_strconcat (us, ULL_NBSP "µs", NULL), *range = cost->source == ULL_COST_FORMULA ? g_strdup_printf ("(%s to %s)", low, high) : g_strdup ("");

      ull_table_add (table, (const char *[]){ label, time, range, why });
    }
  ull_table_append_to (table, out);
}

static void
append_errors (const UllFit *fit, gboolean fitted, const char *which, GString *out)
{
  UllFitErrors errors;

  ull_fit_get_errors (fit, fitted, &errors);
  if (errors.n > 0)
    g_string_append_printf (out, "  Of %u requests that %s: end to end off by %.1f %%, first token by %.1f %% (medians).\n", errors.n,
                            which, errors.median_e2e * 100, errors.median_ttft * 100);
}

static void
append_fit (const UllFit *fit, GString *out)
{
  g_autofree char *doubt = ull_fit_dup_doubt (fit), *parts = ull_fit_dup_parts (fit);

  if (parts != NULL)
    g_string_append_printf (out, "  %s\n", parts);
  append_errors (fit, TRUE, "it was fitted to", out);
  append_errors (fit, FALSE, "it was not", out);
  if (doubt != NULL)
    g_string_append_printf (out, "  %s\n", doubt);
}

static void
append_surge (const UllSurge *surge, GString *out)
{
  g_autofree char *burst = ull_format_count (surge->burst), *clients = ull_format_count (surge->clients);

  g_string_append_printf (out, "\n%s request%s at once, while %s client%s served\n", burst, surge->burst == 1 ? "" : "s", clients,
                          surge->clients == 1 ? " is" : "s are");
  for (guint i = 0; i < ULL_N_SURGES; i++)
    {
      const UllSurgeSide *side = &surge->side[i];
      g_autofree char *cap = ull_format_count (side->cap), *preemptions = ull_format_count (side->preemptions);
      g_autofree char *gap = ull_format_decimal (side->itl_p50 * 1000, 0), *gap99 = ull_format_decimal (side->itl_p99 * 1000, 0);
      g_autofree char *first = ull_format_decimal (side->ttft_p99, 1);

      g_string_append_printf (out,
                              "  at most %s running: between the clients’ tokens %s" ULL_NBSP "ms, p99 %s; the burst’s first tokens "
                              "p99 %s" ULL_NBSP "s; %s preemptions\n",
                              cap, gap, gap99, first, preemptions);
    }
}

static void
append_beside (const UllRamp *ramp, const UllGivenBeside *beside, GString *out)
{
  g_autofree char *change = ull_ramp_change_text (beside->ramp, ramp), *headline = ull_ramp_headline (beside->ramp);

  g_string_append_printf (out, "\nBeside it, %s: %s\n%s\n", beside->name, headline, change);
}

static void
append_remarks (const UllRamp *ramp, GString *out)
{
  g_auto (GStrv) remarks = ull_ramp_dup_remarks (ramp);

  for (guint i = 0; remarks[i] != NULL; i++)
    g_string_append_printf (out, "%s\n", remarks[i]);
}

void
ull_ramp_report_text (const UllRamp *ramp, const UllRampExtras *extras, GString *out)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  g_autofree char *headline = ull_ramp_headline (ramp), *detail = ull_ramp_detail (ramp);
  g_autofree char *reason = ull_ramp_reason_text (ramp), *shape = ull_ramp_shape_text (ramp);
  g_autofree char *pool = ull_ramp_pool_text (ramp), *note = ull_ramp_pool_note (ramp);
  g_autofree char *cap = ull_format_count (ramp->cap), *retention = ull_ramp_retention_text (ramp);

  g_string_append_printf (out, "%s\n%s\n", headline, detail);
  if (ull_ramp_operates (ramp))
    g_string_append_printf (out, "%s\n", reason);
  if (nothing == NULL)
    g_string_append_printf (out, "%s\n", shape);
  if (extras->beside->ramp != NULL)
    append_beside (ramp, extras->beside, out);
  g_string_append_c (out, '\n');
  append_levels (ramp, out);
  if (!ramp->uncached || ramp->level[ULL_LINE_UNIFORM] != NULL)
    g_string_append_c (out, '\n');
  if (!ramp->uncached)
    append_line (ramp, ULL_LINE_UNSHARED, "Without sharing", out);
  if (retention != NULL)
    g_string_append_printf (out, "%s\n", retention);
  append_line (ramp, ULL_LINE_UNIFORM, "Were every request 2,000 tokens", out);
  append_line (ramp, ULL_LINE_RESERVED, "Were the model length reserved for each", out);
  append_line (ramp, ULL_LINE_STATIC, "Were batches to end together", out);
  if (extras->surge != NULL)
    append_surge (extras->surge, out);
  append_step (ramp, out);
  if (extras->fit != NULL)
    append_fit (extras->fit, out);
  g_string_append_printf (out,
                          "\nThe vLLM scheduler on this engine’s pool of %s, at most %s sequences at once.\n", pool, cap);
  append_remarks (ramp, out);
  if (note != NULL)
    g_string_append_printf (out, "%s\n", note);
}
