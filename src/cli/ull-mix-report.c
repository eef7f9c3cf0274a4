#include "ull-mix-report.h"

#include "ull-members.h"
#include "ull-table.h"
#include "ull-units.h"

#include <math.h>

/* Probabilities are fractions in JSON and per cent for people. What was not drawn is null. */

static const char *const ids[ULL_N_MIX_LENGTHS] = { "p50", "p95", "p99", "max" };
static const char *const labels[ULL_N_MIX_LENGTHS] = { "Half are at most", "95 % are at most", "99 % are at most", "The longest" };

static void
begin_object (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
}

void
ull_mix_report_json (const UllMix *mix, const UllLengths *lengths, JsonBuilder *builder)
{
  begin_object (builder, "lengths");
  ull_member_text (builder, "spec", ull_lengths_get_spec (lengths));
  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    ull_member_int (builder, ids[i], mix->tokens[i]);
  ull_member_double (builder, "mean", mix->mean);
  begin_object (builder, "concurrency");
  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    ull_member_known_int (builder, ids[i], mix->concurrency[i]);
  json_builder_end_object (builder);
  ull_member_int (builder, "expected_bytes", mix->expected_bytes);
  ull_member_int (builder, "deviation_bytes", mix->deviation_bytes);
  ull_member_int (builder, "expected_tokens", mix->expected_tokens);
  ull_member_known_int (builder, "expected_concurrency", mix->expected_fit);
  begin_object (builder, "overflow");
  ull_member_int (builder, "k", mix->requests);
  ull_member_double (builder, "normal", mix->normal);
  ull_member_double (builder, "monte_carlo", mix->drawn ? mix->monte_carlo : NAN);
  ull_member_double (builder, "standard_error", mix->drawn ? mix->standard_error : NAN);
  ull_member_double (builder, "difference", mix->drawn ? mix->normal - mix->monte_carlo : NAN);
  ull_member_int (builder, "trials", mix->n_trials);
  ull_member_int (builder, "seed", (gint64) mix->seed);
  json_builder_end_object (builder);
  ull_member_known_int (builder, "safe_concurrency", mix->safe);
  ull_member_known_int (builder, "safe_concurrency_normal", mix->safe_normal);
  ull_member_double (builder, "longer_than_accepted", mix->beyond);
  ull_member_known_int (builder, "product_tokens", mix->product_tokens);
  ull_member_known_int (builder, "product_bytes", mix->product_bytes);
  json_builder_end_object (builder);
}

static char *
format_requests (gint64 requests)
{
  g_autofree char *count = ull_format_count (requests);

  return requests == G_MAXINT64 ? g_strdup ("no bound") : g_strconcat (count, requests == 1 ? ULL_NBSP "request" : ULL_NBSP "requests", NULL);
}

static char *
format_size (gint64 bytes)
{
  return bytes >= ULL_GIB ? ull_format_both (bytes) : ull_format_size (bytes);
}

void
ull_mix_report_verdict (const UllMix *mix, GString *out)
{
  g_autofree char *asked = format_requests (mix->requests);
  g_autofree char *safe = format_requests (mix->safe);

  g_string_append_printf (out, "Of these lengths %s overflow with a probability of %.2f %%; 1 %% at most allows %s.\n", asked,
                          100 * (mix->drawn ? mix->monte_carlo : mix->normal), safe);
}

static void
append_lengths (const UllMix *mix, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("lrr");
  g_autofree char *fit = format_requests (mix->expected_fit);
  gint64 tenths = (gint64) (10 * mix->mean + 0.5);
  g_autofree char *whole = ull_format_count (tenths / 10);
  g_autofree char *mean = g_strdup_printf ("%s.%d" ULL_NBSP "tokens", whole, (int) (tenths % 10));

  for (int i = 0; i < ULL_N_MIX_LENGTHS; i++)
    {
      g_autofree char *label = g_strconcat ("  ", labels[i], NULL);
      g_autofree char *count = ull_format_count (mix->tokens[i]);
      g_autofree char *tokens = g_strconcat (count, ULL_NBSP "tokens", NULL);
      g_autofree char *requests = format_requests (mix->concurrency[i]);

      ull_table_add (table, (const char *[]){ label, tokens, requests });
    }
  ull_table_add (table, (const char *[]){ "  On average", mean, fit });
  ull_table_append_to (table, out);
}

static void
add_row (UllTable *table, const char *label, char *value)
{
  g_autofree char *owned = value;

  ull_table_add (table, (const char *[]){ label, owned });
}

static char *
format_drawn (const UllMix *mix)
{
  g_autofree char *trials = ull_format_count (mix->n_trials);

  if (!mix->drawn)
    return g_strdup ("not drawn: more than a million requests fit");
  return g_strdup_printf ("%.2f %% ± %.2f %% in %s draws of seed %" G_GINT64_FORMAT ", %.2f %% beside the normal one",
                          100 * mix->monte_carlo, 100 * mix->standard_error, trials, (gint64) mix->seed,
                          100 * fabs (mix->normal - mix->monte_carlo));
}

static char *
format_safe (const UllMix *mix)
{
  g_autofree char *safe = format_requests (mix->safe);
  g_autofree char *normal = format_requests (mix->safe_normal);

  return g_strdup_printf ("%s (%s by the normal approximation)", safe, normal);
}

static char *
format_product (const UllMix *mix)
{
  g_autofree char *length = ull_format_count (mix->model_len);
  g_autofree char *requests = ull_format_count (mix->max_num_seqs);
  g_autofree char *tokens = ull_format_count (mix->product_tokens);
  g_autofree char *size = format_size (mix->product_bytes);

  return g_strdup_printf ("%s × %s = %s tokens, %s: a product that no load reaches", length, requests, tokens, size);
}

void
ull_mix_report_text (const UllMix *mix, const UllLengths *lengths, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("ll");
  g_autofree char *asked = ull_format_count (mix->requests);
  g_autofree char *overflow = g_strdup_printf ("  Overflow of %s", asked);
  g_autofree char *expected = format_size (mix->expected_bytes);
  g_autofree char *deviation = format_size (mix->deviation_bytes);
  g_autofree char *rows = ull_format_count (ull_lengths_get_n_rows (lengths));

  g_string_append_printf (out, "\nLengths, %s", ull_lengths_get_spec (lengths));
  if (ull_lengths_get_n_rows (lengths) > 0)
    g_string_append_printf (out, ", %s rows", rows);
  g_string_append_c (out, '\n');
  append_lengths (mix, out);
  add_row (table, "  A request takes", g_strdup_printf ("%s on average, deviation %s", expected, deviation));
  add_row (table, overflow, g_strdup_printf ("%.2f %% by the normal approximation", 100 * mix->normal));
  add_row (table, "", format_drawn (mix));
  add_row (table, "  Overflow at most 1 %", format_safe (mix));
  if (mix->product_tokens >= 0)
    add_row (table, "  Model length × max sequences", format_product (mix));
  if (mix->beyond > 0)
    add_row (table, "  Longer than accepted", g_strdup_printf ("%.2f %% of the requests", 100 * mix->beyond));
  ull_table_append_to (table, out);
}
