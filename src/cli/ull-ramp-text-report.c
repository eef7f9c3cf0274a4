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

static const char *
mark_of (const UllRamp *ramp, guint i)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  gboolean operates;

  if (nothing != NULL)
    return "";
  operates = i == ramp->operating && ramp->refusal == NULL;
  if (i == ramp->peak)
    return operates ? "peak, operate" : "peak";
  return operates ? "operate" : "";
}

static void
add_row (UllTable *table, const UllRamp *ramp, guint i)
{
  const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i];
  g_autofree char *clients = ull_format_count (level->concurrency);
  g_autofree char *rate = ull_format_count ((gint64) (level->output_tokens_per_s + 0.5));
  g_autofree char *low = ull_format_count ((gint64) (level->low + 0.5));
  g_autofree char *high = isfinite (level->high) ? ull_format_count ((gint64) (level->high + 0.5)) : NULL;
  g_autofree char *range = isfinite (level->high) ? g_strconcat (low, "–", high, NULL) : g_strdup ("");
  g_autofree char *use = dup_percent (level->kv_use_mean), *hits = dup_percent (level->hit_rate);
  g_autofree char *preempted = g_strdup_printf ("%.1f", level->preemptions_per_100);
  g_autofree char *running = g_strdup_printf ("%.1f", level->running_mean);
  g_autofree char *ttft = g_strdup_printf ("%.2f", level->ttft_p50), *ttft99 = g_strdup_printf ("%.2f", level->ttft_p99);
  g_autofree char *itl99 = g_strdup_printf ("%.0f", level->itl_p99 * 1000);
  g_autofree char *e2e = g_strdup_printf ("%.1f", level->e2e_p50);

  ull_table_add (table, (const char *[]){ clients, rate, range, running, use, hits, preempted, ttft, ttft99, itl99, e2e,
                                          mark_of (ramp, i) });
}

static void
append_levels (const UllRamp *ramp, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("rrrrrrrrrrrl");
  const char *first = ramp->load->arrivals == ULL_ARRIVALS_CLOSED ? "Clients" : "Running";

  ull_table_add (table, (const char *[]){ first, "Tokens/s", "95 %", "at once", "Use", "Hits", "Preempted/100", "TTFT s", "p99",
                                          "ITL p99 ms", "E2E s", "" });
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
  rate = ull_format_count ((gint64) (best->output_tokens_per_s + 0.5));
  clients = ull_format_count (best->concurrency);
  g_string_append_printf (out, "%s: at most %s tokens per second, at %s.\n", label, rate, clients);
}

static void
append_step (const UllRamp *ramp, GString *out)
{
  const char *const labels[ULL_N_STEP_COEFFICIENTS] = { "of a step", "of a token", "of a token of context" };

  g_string_append (out, "\nTime, simulated\n");
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    {
      const UllCost *cost = &ramp->cost.coefficient[i];
      g_autofree char *why = ull_step_cost_text (&ramp->cost, (UllStepCoefficient) i);
      g_autofree char *label = g_strdup_printf ("  %-22s", labels[i]);

      int digits = i == ULL_STEP_CONTEXT ? 4 : 1;

      g_string_append_printf (out, "%s%.*f µs (%.*f to %.*f)  %s\n", label, digits, cost->us, digits, cost->low, digits, cost->high,
                              why);
    }
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
append_surge (const UllSurge *surge, GString *out)
{
  g_string_append_printf (out, "\n%" G_GINT64_FORMAT " request%s at once, while %" G_GINT64_FORMAT " client%s served\n", surge->burst,
                          surge->burst == 1 ? "" : "s", surge->clients, surge->clients == 1 ? " is" : "s are");
  for (guint i = 0; i < ULL_N_SURGES; i++)
    {
      const UllSurgeSide *side = &surge->side[i];

      g_string_append_printf (out,
                              "  at most %" G_GINT64_FORMAT " running: between the clients’ tokens %.0f ms, p99 %.0f; the burst’s first "
                              "tokens p99 %.1f s; %" G_GINT64_FORMAT " preemptions\n",
                              side->cap, side->itl_p50 * 1000, side->itl_p99 * 1000, side->ttft_p99, side->preemptions);
    }
}

void
ull_ramp_report_text (const UllRamp *ramp, const UllFit *fit, const UllSurge *surge, GString *out)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  g_autofree char *headline = ull_ramp_headline (ramp), *detail = ull_ramp_detail (ramp);
  g_autofree char *reason = ull_ramp_reason_text (ramp), *shape = ull_ramp_shape_text (ramp);
  g_autofree char *blocks = ull_format_count (ramp->blocks);

  g_string_append_printf (out, "%s\n%s\n", headline, detail);
  if (ull_ramp_operates (ramp))
    g_string_append_printf (out, "%s\n", reason);
  if (nothing == NULL)
    g_string_append_printf (out, "%s\n", shape);
  g_string_append_c (out, '\n');
  append_levels (ramp, out);
  g_string_append_c (out, '\n');
  append_line (ramp, ULL_LINE_UNSHARED, "Without sharing", out);
  if (isfinite (ramp->retention_gain))
    g_string_append_printf (out, "Retention is worth %.0f %%.\n", ramp->retention_gain * 100);
  append_line (ramp, ULL_LINE_UNIFORM, "Were every request 2,000 tokens", out);
  append_line (ramp, ULL_LINE_RESERVED, "Were the model length reserved for each", out);
  append_line (ramp, ULL_LINE_STATIC, "Were batches to end together", out);
  if (surge != NULL)
    append_surge (surge, out);
  append_step (ramp, out);
  if (fit != NULL)
    {
      append_errors (fit, TRUE, "it was fitted to", out);
      append_errors (fit, FALSE, "it was not", out);
    }
  g_string_append_printf (out,
                          "\nThe vLLM scheduler on this engine’s pool of %s blocks of %" G_GINT64_FORMAT " tokens, at most %" G_GINT64_FORMAT
                          " sequences at once.\n",
                          blocks, ramp->block_tokens, ramp->cap);
  if (ramp->modelled)
    g_string_append (out, "What windows, states and further groups hold is the plan’s; no engine’s steps were recorded with them.\n");
}
