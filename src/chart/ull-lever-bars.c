/* Tiers of the host hold hundreds of times what a card does, and none of it runs: they are in the table alone.
 *
 * A bar is drawn by the tokens that the pool then holds, as a factor of now; where a lever leaves them as they are, by the
 * requests that fit. Both are the table's: nothing is computed here but the ratio. */
#include "ull-lever-bars.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define SAME 0.005

static void
clear_bar (gpointer data)
{
  UllLeverBar *bar = data;

  g_clear_pointer (&bar->name, g_free);
  g_clear_pointer (&bar->figures, g_free);
  g_clear_pointer (&bar->description, g_free);
}

static double
requests_factor (const UllPullRow *row, const UllPlan *now)
{
  if (now->max_concurrency <= 0 || now->max_concurrency == G_MAXINT64 || row->requests == G_MAXINT64)
    return NAN;
  return (double) row->requests / (double) now->max_concurrency;
}

static gboolean
by_tokens (const UllPullRow *row)
{
  return !isnan (row->factor_tokens) && fabs (row->factor_tokens - 1) >= SAME;
}

double
ull_lever_bar_get_factor (const UllPullRow *row, const UllPlan *now)
{
  double factor = by_tokens (row) ? row->factor_tokens : requests_factor (row, now);

  return factor > 0 ? factor : NAN;
}

void
ull_lever_bars_get_range (const UllLevers *levers, double *least, double *most)
{
  *least = 0.9;
  *most = 2;
  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);
      double factor = ull_lever_bar_get_factor (row, levers->plan);

      if (row->pull[0].id == ULL_PULL_HOST || isnan (factor))
        continue;
      *least = MIN (*least, factor);
      *most = MAX (*most, factor);
    }
  *least *= 0.95;
  *most *= 1.05;
}

void
ull_lever_bar_dress (UllMark *mark, UllGain gain, UllLook look)
{
  UllAreaStyle filled = ull_palette_area (look, ULL_AREA_IN_FLIGHT);
  guint32 ground = ull_palette_ink (look, ULL_INK_GROUND);

  mark->fill = gain == ULL_GAIN_ADDS ? ground : filled.fill;
  if (gain == ULL_GAIN_ADDS)
    {
      mark->stroke = filled.fill;
      mark->line_width = 1.5;
      mark->pattern = ULL_PATTERN_HAIRLINES_RISING;
      mark->ink = filled.fill;
    }
  else if (gain == ULL_GAIN_BOTH)
    {
      mark->pattern = ULL_PATTERN_LINES_RISING;
      mark->ink = (ground & 0xffffff00) | 0xa0;
    }
}

/* "tokens × 1.51", or what there then is, where there is nothing now that it could be a multiple of. */
static char *
factor_text (const UllPullRow *row, double factor)
{
  g_autofree char *count = NULL;

  if (isnan (factor))
    {
      count = ull_format_count (MAX (row->requests, 0));
      return g_strdup_printf (_("%s fit"), count);
    }
  return g_strdup_printf (by_tokens (row) ? _("tokens × %.2f") : _("requests × %.2f"), factor);
}

static char *
figures_text (const UllPullRow *row, double factor)
{
  g_autofree char *first = factor_text (row, factor), *size = NULL;

  if (row->gain_bytes == 0)
    return g_strdup_printf ("%s · %s", first, ull_gain_get_label (row->gain));
  size = ull_format_gib (ABS (row->gain_bytes));
  return g_strdup_printf ("%s · %s" ULL_NBSP "%s · %s", first, row->gain_bytes < 0 ? ULL_MINUS : "+", size,
                          ull_gain_get_label (row->gain));
}

/* A row more, all of it zero. */
static UllLeverBar *
append (UllLeverBars *bars)
{
  g_array_set_size (bars->rows, bars->rows->len + 1);
  return &g_array_index (bars->rows, UllLeverBar, bars->rows->len - 1);
}

static void
add_row (UllLeverBars *bars, const UllPullRow *row)
{
  g_autofree char *id = ull_pull_row_dup_id (row), *cost = ull_pull_row_dup_cost (row);
  UllLeverBar *bar = append (bars);

  bar->gain = row->gain;
  bar->factor = ull_lever_bar_get_factor (row, bars->levers->plan);
  bar->id = ull_scene_intern (id);
  bar->name = ull_pull_row_dup_label (row);
  bar->figures = figures_text (row, bar->factor);
  bar->description = g_strdup_printf (_("%s: %s. It costs: %s."), bar->name, bar->figures, cost);
  bars->any |= !isnan (bar->factor);
}

/* After those that can move. */
static void
add_impossible (UllLeverBars *bars, const char *name, const char *reason)
{
  UllLeverBar *bar;

  if (reason == NULL)
    return;
  bar = append (bars);
  bar->id = "impossible";
  bar->reason = reason;
  bar->factor = NAN;
  bar->name = g_strdup (name);
  bar->figures = g_strdup (reason);
  bar->description = g_strdup_printf ("%s: %s", name, reason);
}

static char *
title_text (const UllPlan *plan)
{
  g_autofree char *tokens = ull_format_count (MAX (plan->layout.tokens, 0));
  g_autofree char *requests = plan->max_concurrency == G_MAXINT64 ? g_strdup (_("any number"))
                                                                  : ull_format_count (plan->max_concurrency);

  return g_strdup_printf (_("Tokens, or requests where tokens stay, as a multiple of now: %s tokens, %s requests"), tokens, requests);
}

gboolean
ull_lever_bars_init (UllLeverBars *bars, const UllDisclosure *disclosure, char **note)
{
  *bars = (UllLeverBars) { .any = FALSE };
  if (disclosure->withheld || (disclosure->plan != NULL && disclosure->n_steps < disclosure->plan->derivation.n_steps))
    *note = g_strdup (_("Withheld until you commit."));
  else if (disclosure->plan == NULL)
    *note = g_strdup (disclosure->problem);
  else
    bars->levers = ull_levers_new (disclosure->scenario, NULL, NULL);
  if (bars->levers == NULL)
    return FALSE;
  bars->rows = g_array_new (FALSE, TRUE, sizeof (UllLeverBar));
  g_array_set_clear_func (bars->rows, clear_bar);
  for (guint i = 0; i < bars->levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (bars->levers->rows, UllPullRow, i);

      if (row->pull[0].id == ULL_PULL_HOST)
        bars->n_left++;
      else
        add_row (bars, row);
    }
  add_impossible (bars, ull_field_get_label (ull_field_get (ULL_FIELD_KV_HEADS)),
                  ull_scenario_get_kv_heads_reason (disclosure->scenario));
  bars->title = title_text (bars->levers->plan);
  ull_lever_bars_get_range (bars->levers, &bars->least, &bars->most);
  return TRUE;
}

void
ull_lever_bars_clear (UllLeverBars *bars)
{
  g_clear_pointer (&bars->levers, ull_levers_free);
  g_clear_pointer (&bars->rows, g_array_unref);
  g_clear_pointer (&bars->title, g_free);
}

char *
ull_chart_describe_levers (const UllDisclosure *disclosure)
{
  g_autofree char *note = NULL;
  GString *out;
  UllLeverBars bars;

  if (!ull_lever_bars_init (&bars, disclosure, &note))
    return g_steal_pointer (&note);
  out = g_string_new (bars.title);
  g_string_append_c (out, '.');
  for (guint i = 0; i < bars.rows->len; i++)
    g_string_append_printf (out, " %s", g_array_index (bars.rows, UllLeverBar, i).description);
  ull_lever_bars_clear (&bars);
  return g_string_free (out, FALSE);
}

static char *
plain (gint64 number)
{
  return number < 0 || number == G_MAXINT64 ? g_strdup ("") : g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static void
add_table_row (GPtrArray *table, const UllPullRow *row)
{
  char factor[G_ASCII_DTOSTR_BUF_SIZE] = "";

  if (!isnan (row->factor_tokens))
    g_ascii_formatd (factor, sizeof factor, "%.4f", row->factor_tokens);
  ull_table_take_row (table, ull_pull_row_dup_label (row), plain (row->tokens), g_strdup (factor),
                      plain (row->requests), g_strdup_printf ("%" G_GINT64_FORMAT, row->gain_bytes),
                      g_strdup (ull_gain_get_label (row->gain)), g_strdup (ull_pull_get_term_label (row->pull[0].id)),
                      ull_pull_row_dup_cost (row), NULL);
}

GPtrArray *
ull_chart_levers_table (const UllDisclosure *disclosure)
{
  GPtrArray *table = ull_rows_new ();
  g_autofree char *note = NULL;
  UllLeverBars bars;

  ull_table_take_row (table, g_strdup (_("Lever, alone")), g_strdup (_("Tokens")), g_strdup (_("Tokens, times now")),
                      g_strdup (_("Requests")), g_strdup (_("Pool gained (bytes)")), g_strdup (_("Kind")),
                      g_strdup (_("Changes")), g_strdup (_("Costs")), NULL);
  if (!ull_lever_bars_init (&bars, disclosure, &note))
    return table;
  for (guint i = 0; i < bars.levers->rows->len; i++)
    add_table_row (table, &g_array_index (bars.levers->rows, UllPullRow, i));
  ull_lever_bars_clear (&bars);
  return table;
}
