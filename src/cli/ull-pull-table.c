#include "ull-pull-report.h"

#include "ull-table.h"
#include "ull-units.h"

#include <math.h>

/* For people: a row a lever, its figures, then in words what it changes and what it costs. */

/* Pairs past these are much like them; --json has all. */
#define MOST_PAIRS 10

static char *
count_text (gint64 count)
{
  return count < 0 || count == G_MAXINT64 ? g_strdup ("no bound") : ull_format_count (count);
}

static char *
factor_text (double factor)
{
  return isnan (factor) ? g_strdup ("") : g_strdup_printf (ULL_TIMES "%.2f", factor);
}

static char *
cost_text (const UllPullRow *row)
{
  g_autofree char *cost = ull_pull_row_dup_cost (row);
  g_autofree char *size = NULL, *held = NULL;

  if (row->host_bytes == 0)
    return g_steal_pointer (&cost);
  size = ull_format_size (row->hit_bytes);
  held = ull_format_size (row->host_bytes);
  return g_strdup_printf ("%s; %s of it, a hit brings back %s in %.1f" ULL_NBSP "ms at least", cost, held, size,
                          (double) row->hit_us / 1000);
}

static void
add_lever (UllTable *table, const UllPullRow *row)
{
  g_autofree char *label = ull_pull_row_dup_label (row);
  g_autofree char *indented = g_strconcat ("  ", label, NULL);
  g_autofree char *tokens = count_text (row->tokens);
  g_autofree char *factor = factor_text (row->factor_tokens);
  g_autofree char *requests = count_text (row->requests);
  g_autofree char *gained = ull_format_gib (row->gain_bytes);
  g_autofree char *cost = cost_text (row);

  ull_table_add (table, (const char *[]){ indented, tokens, factor, requests, gained, ull_gain_get_label (row->gain),
                                          ull_pull_get_term_label (row->pull[0].id), cost });
}

void
ull_levers_report_text (const UllLevers *levers, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("lrrrrlll");
  g_autofree char *tokens = count_text (levers->plan->layout.tokens);
  g_autofree char *requests = count_text (levers->plan->max_concurrency);
  g_autofree char *context = ull_format_count (levers->plan->context);
  g_autofree char *headline = ull_plan_headline (levers->plan);

  g_string_append_printf (out, "%s\nNow: %s tokens, %s requests of %s.\n\n", headline, tokens, requests, context);
  ull_table_add (table,
                 (const char *[]){ "Lever", "Tokens", "", "Requests", "Pool gained", "Kind", "Changes", "Costs" });
  for (guint i = 0; i < levers->rows->len; i++)
    add_lever (table, &g_array_index (levers->rows, UllPullRow, i));
  ull_table_append_to (table, out);
}

static char *
wanted_text (const UllReach *reach)
{
  g_autofree char *amount = ull_format_count (reach->amount);
  g_autofree char *other = NULL;

  switch (reach->want)
    {
    case ULL_WANT_TOKENS:
      return g_strdup_printf ("%s tokens", amount);
    case ULL_WANT_REQUESTS:
      other = ull_format_count (reach->plan->context);
      return g_strdup_printf ("%s requests of %s tokens", amount, other);
    case ULL_WANT_CONTEXT:
    case ULL_N_WANTS:
    default:
      other = ull_format_count (reach->plan->concurrency);
      return g_strdup_printf ("%s tokens a request, %s at once", amount, other);
    }
}

static void
append_rows (const UllReach *reach, const GArray *rows, guint most, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("llrrl");
  gboolean of_length = reach->want == ULL_WANT_CONTEXT;

  ull_table_add (table, (const char *[]){ "Lever", "", "Tokens", of_length ? "Longest" : "Requests", "Costs" });
  for (guint i = 0; i < MIN (rows->len, most); i++)
    {
      const UllPullRow *row = &g_array_index (rows, UllPullRow, i);
      g_autofree char *label = ull_pull_row_dup_label (row);
      g_autofree char *indented = g_strconcat ("  ", label, NULL);
      g_autofree char *tokens = count_text (row->tokens);
      g_autofree char *most_text = count_text (of_length ? row->max_context : row->requests);
      g_autofree char *cost = ull_pull_row_dup_cost (row);

      ull_table_add (table, (const char *[]){ indented, row->reached ? "enough" : "not alone", tokens, most_text, cost });
    }
  ull_table_append_to (table, out);
}

void
ull_reach_report_text (const UllReach *reach, GString *out)
{
  g_autofree char *wanted = wanted_text (reach);
  g_autofree char *headline = ull_plan_headline (reach->plan);

  g_string_append_printf (out, "Wanted: %s.\n%s\n", wanted, headline);
  if (reach->reached)
    {
      g_string_append (out, "That is there as it is.\n");
      return;
    }
  g_string_append (out, "\nOne lever\n");
  append_rows (reach, reach->single, G_MAXUINT, out);
  if (reach->pairs->len == 0)
    {
      g_string_append (out, "\nNo two levers reach it together that do not alone.\n");
      return;
    }
  g_string_append (out, "\nTwo levers, the cheapest pair first\n");
  append_rows (reach, reach->pairs, MOST_PAIRS, out);
  if (reach->pairs->len > MOST_PAIRS)
    g_string_append_printf (out, "  and %u more; --json has them\n", reach->pairs->len - MOST_PAIRS);
}
