/* A ramp in words and as a table. Figures are rounded for people; the table has them as they are, in the units of its head. */
#include "ull-ramp-plot.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Three figures are what a simulation can mean. */
static char *
three_figures (double value)
{
  if (value >= 100)
    return ull_format_count ((gint64) llround (value));
  return value >= 10 ? g_strdup_printf ("%.1f", value) : g_strdup_printf ("%.2f", value);
}

char *
ull_format_rate (double rate)
{
  return three_figures (MAX (rate, 0));
}

char *
ull_format_share (double share)
{
  double per_cent = 100 * share;

  if (per_cent > 0 && per_cent < 0.95)
    return g_strdup_printf ("%.1f" ULL_NBSP "%%", MAX (per_cent, 0.1));
  return g_strdup_printf ("%.0f" ULL_NBSP "%%", per_cent);
}

char *
ull_format_seconds (double seconds)
{
  double value = seconds < 0.9995 ? seconds * 1e3 : seconds < 119.5 ? seconds : seconds / 60;
  const char *unit = seconds < 0.9995 ? "ms" : seconds < 119.5 ? "s" : "min";

  if (value >= 99.5 || (value >= 9.95 && fabs (value - round (value)) < 0.05))
    return g_strdup_printf ("%.0f" ULL_NBSP "%s", value, unit);
  if (fabs (value - round (value)) < 0.005)
    return g_strdup_printf ("%.0f" ULL_NBSP "%s", value, unit);
  return g_strdup_printf (value >= 9.95 ? "%.1f" ULL_NBSP "%s" : "%.2g" ULL_NBSP "%s", value, unit);
}

char *
ull_format_time_tick (double seconds)
{
  g_autofree char *count = NULL;

  if (seconds < 0.9995)
    return ull_format_seconds (seconds);
  if (seconds < 10 && fabs (seconds - round (seconds)) > 0.05)
    return g_strdup_printf ("%.1f" ULL_NBSP "s", seconds);
  count = ull_format_count ((gint64) llround (seconds));
  return g_strdup_printf ("%s" ULL_NBSP "s", count);
}

static char *
format_clients (const UllRampPicture *picture, const UllRampDot *dot)
{
  gint64 clients = (gint64) llround (dot->clients);
  g_autofree char *count = ull_format_count (clients);

  if (picture->open)
    return g_strdup_printf (_("%s running at most"), count);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s client", "%s clients", (gulong) clients), count);
}

const char *
ull_baseline_get_name (UllBaseline baseline, gboolean brief)
{
  static const char *const names[ULL_N_BASELINES][2]
    = { { N_("every request 2,000 tokens"), N_("2,000 tokens each") },
        { N_("full-length reservation"), N_("reserved") },
        { N_("static batches"), N_("static") } };

  return _(names[baseline][brief]);
}

static void
append_baseline (GString *out, const UllRampCurve *curve, UllBaseline baseline, double clients)
{
  for (guint i = 0; i < curve->n; i++)
    if (curve->dot[i].clients == clients)
      {
        g_autofree char *rate = ull_format_rate (curve->dot[i].throughput);

        g_string_append_c (out, ' ');
        g_string_append_printf (out, C_("a line of a chart: its figure", "%s: %s."), ull_baseline_get_name (baseline, FALSE), rate);
      }
}

static void
append_throughput (GString *out, const UllRampPicture *picture, guint i)
{
  const UllRampDot *dot = &picture->with.dot[i];
  g_autofree char *clients = format_clients (picture, dot), *rate = ull_format_rate (dot->throughput);
  g_autofree char *low = ull_format_rate (dot->low), *high = ull_format_rate (dot->high);

  if (dot->high > dot->low)
    g_string_append_printf (out, _("%s: %s output tokens a second, between %s and %s."), clients, rate, low, high);
  else
    g_string_append_printf (out, _("%s: %s output tokens a second."), clients, rate);
  if ((int) i == picture->operating)
    g_string_append_printf (out, " %s", _("Operate here."));
  if ((int) i == picture->peak && !picture->plateau && !picture->rising)
    g_string_append_printf (out, " %s", _("The peak."));
  if (i < picture->without.n && picture->without.dot[i].clients == dot->clients)
    {
      g_autofree char *alone = ull_format_rate (picture->without.dot[i].throughput);

      g_string_append_c (out, ' ');
      g_string_append_printf (out, _("Without sharing: %s."), alone);
    }
  for (guint k = 0; k < ULL_N_BASELINES; k++)
    append_baseline (out, &picture->baseline[k], (UllBaseline) k, dot->clients);
}

static void
append_pool (GString *out, const UllRampPicture *picture, guint i)
{
  const UllRampDot *dot = &picture->with.dot[i];
  g_autofree char *clients = format_clients (picture, dot), *use = ull_format_share (dot->use);
  g_autofree char *hits = dot->hit_rate >= 0 ? ull_format_share (dot->hit_rate) : NULL;

  g_string_append_printf (out, _("%s: %s of the blocks in use."), clients, use);
  if (hits != NULL)
    g_string_append_printf (out, _(" Hit rate %s."), hits);
  g_string_append_printf (out, _(" Preemptions per 100 requests: %.1f."), dot->preemptions);
}

static void
append_latency (GString *out, const UllRampPicture *picture, guint i)
{
  static const char *const names[ULL_N_TIMES] = { N_("Time to first token"), N_("Time per token"), N_("Between tokens") };
  const UllRampDot *dot = &picture->with.dot[i];
  g_autofree char *clients = format_clients (picture, dot);

  g_string_append_printf (out, "%s:", clients);
  for (guint k = 0; k < ULL_N_TIMES; k++)
    if (dot->time[k].p99 > 0)
      {
        g_autofree char *median = ull_format_seconds (dot->time[k].median), *late = ull_format_seconds (dot->time[k].p99);

        g_string_append_c (out, ' ');
        g_string_append_printf (out, _("%s: median %s, 99th percentile %s."), _(names[k]), median, late);
      }
  if (dot->growing)
    g_string_append_printf (out, " %s", _("The queue grows: waiting has no steady value."));
}

char *
ull_ramp_describe_dot (const UllRampPicture *picture, guint i, UllRampPanels panel)
{
  GString *out = g_string_new (NULL);

  if (panel == ULL_RAMP_THROUGHPUT)
    append_throughput (out, picture, i);
  else if (panel == ULL_RAMP_POOL)
    append_pool (out, picture, i);
  else
    append_latency (out, picture, i);
  return g_string_free (out, FALSE);
}

static void
describe_peak (GString *out, const UllRampPicture *picture)
{
  const UllRampDot *peak = picture->peak >= 0 ? &picture->with.dot[picture->peak] : NULL;
  g_autofree char *rate = NULL, *clients = NULL;

  if (peak == NULL)
    return;
  rate = ull_format_rate (peak->throughput);
  clients = format_clients (picture, peak);
  if (picture->with.n == 1)
    g_string_append_printf (out, _(" One level: %s at %s."), rate, clients);
  else if (picture->unsure)
    g_string_append_printf (out, _(" A plateau as far as the intervals tell: %s at %s, and less past it."), rate, clients);
  else if (picture->plateau)
    g_string_append_printf (out, _(" A plateau: it does not turn back; %s at %s."), rate, clients);
  else if (picture->rising)
    g_string_append_printf (out, _(" It still rises, and its peak lies beyond the last level simulated: %s at %s."), rate, clients);
  else
    g_string_append_printf (out, _(" The peak: %s at %s."), rate, clients);
}

static const UllRampDot *
best_of (const UllRampCurve *curve)
{
  const UllRampDot *best = curve->dot;

  for (guint i = 1; i < curve->n; i++)
    if (curve->dot[i].throughput > best->throughput)
      best = &curve->dot[i];
  return best;
}

/* What a baseline comes to, and whether the load does: whoever plans with one short length has either too much or too little. */
static void
describe_baseline (GString *out, const UllRampPicture *picture, UllBaseline baseline)
{
  const UllRampDot *best = best_of (&picture->baseline[baseline]), *own = best_of (&picture->with);
  g_autofree char *rate = ull_format_rate (best->throughput), *clients = format_clients (picture, best);
  g_autofree char *name = g_strdup (ull_baseline_get_name (baseline, FALSE));

  g_string_append_c (out, ' ');
  if (baseline == ULL_BASELINE_UNIFORM && best->throughput > own->throughput)
    g_string_append_printf (out, _("Beside it, %s: at most %s, at %s, a capacity that this load does not reach."), name, rate, clients);
  else
    g_string_append_printf (out, _("Beside it, %s: at most %s, at %s."), name, rate, clients);
}

char *
ull_ramp_chart_describe (const UllRampPicture *picture)
{
  GString *out;

  if (picture->with.n == 0)
    return g_strdup (picture->withheld != NULL ? picture->withheld : _("No ramp was run yet."));
  out = g_string_new (picture->open ? _("Output tokens a second over the most requests that run at once, as simulated.")
                                    : _("Output tokens a second over clients, as simulated."));
  if (picture->refusal != NULL)
    g_string_append_printf (out, " %s", picture->refusal);
  if (picture->nothing != NULL)
    g_string_append_printf (out, " %s", picture->nothing);
  describe_peak (out, picture);
  if (picture->operating >= 0)
    {
      g_autofree char *rate = ull_format_rate (picture->with.dot[picture->operating].throughput);
      g_autofree char *clients = format_clients (picture, &picture->with.dot[picture->operating]);

      g_string_append_printf (out, _(" Operate at %s: %s."), clients, rate);
    }
  if (picture->cap > 0)
    {
      g_autofree char *cap = ull_format_count (picture->cap);

      g_string_append_printf (out, _(" At most %s requests run at once."), cap);
    }
  for (guint i = 0; i < picture->n_said; i++)
    {
      g_autofree char *said = ull_ramp_describe_said (&picture->said[i]);

      g_string_append_printf (out, " %s", said);
    }
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    if (picture->baseline[i].n > 0)
      describe_baseline (out, picture, (UllBaseline) i);
  return g_string_free (out, FALSE);
}

/* What was not measured, or has no meaning for such a server, is an empty cell. */
static char *
plain (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    return g_strdup ("");
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", value));
}

#define COLUMNS_BEFORE 15

static const char *const figures[ULL_N_RAMP_FIGURES] = {
  [ULL_FIGURE_REQUESTS] = N_("Requests measured"),       [ULL_FIGURE_USE_MAX] = N_("KV use, most (share)"),
  [ULL_FIGURE_RETAINED] = N_("Retained (share)"),        [ULL_FIGURE_PREEMPTED] = N_("Preemptions"),
  [ULL_FIGURE_RECOMPUTED] = N_("Recomputed (tokens)"),   [ULL_FIGURE_USEFUL] = N_("Useful (share of tokens)"),
  [ULL_FIGURE_RUNNING] = N_("Running, mean"),            [ULL_FIGURE_WAITING] = N_("Waiting, mean"),
  [ULL_FIGURE_TTFT_P90] = N_("TTFT p90 (s)"),            [ULL_FIGURE_ITL_MAX] = N_("ITL longest (s)"),
  [ULL_FIGURE_E2E] = N_("End to end median (s)"),        [ULL_FIGURE_E2E_P99] = N_("End to end p99 (s)"),
  [ULL_FIGURE_REFUSED] = N_("Refused"),                  [ULL_FIGURE_LEFT] = N_("Left"),
  [ULL_FIGURE_GROWTH] = N_("Queue grows by (requests a second)"),
};

static char *
plain_time (double seconds)
{
  return plain (seconds > 0 ? seconds : NAN);
}

static void
take_rows (GPtrArray *table, const UllRampCurve *line, const char *name)
{
  for (guint i = 0; i < line->n; i++)
    {
      const UllRampDot *dot = &line->dot[i];
      char **row = g_new0 (char *, COLUMNS_BEFORE + ULL_N_RAMP_FIGURES + 1), **cell = row;

      *cell++ = g_strdup (name);
      *cell++ = plain (dot->clients);
      *cell++ = plain (dot->throughput);
      *cell++ = plain (dot->low);
      *cell++ = plain (dot->high);
      *cell++ = plain (dot->requests);
      *cell++ = plain (dot->use);
      *cell++ = dot->hit_rate >= 0 ? plain (dot->hit_rate) : g_strdup ("");
      *cell++ = plain (dot->preemptions);
      for (guint k = 0; k < ULL_N_TIMES; k++)
        {
          *cell++ = plain_time (dot->time[k].median);
          *cell++ = plain_time (dot->time[k].p99);
        }
      for (guint k = 0; k < ULL_N_RAMP_FIGURES; k++)
        *cell++ = k >= ULL_FIGURE_TTFT_P90 && k <= ULL_FIGURE_E2E_P99 ? plain_time (dot->figure[k]) : plain (dot->figure[k]);
      g_ptr_array_add (table, row);
    }
}

/* A number that was said has clients and nothing that was measured. */
static void
take_said (GPtrArray *table, const UllRampPicture *picture)
{
  for (guint i = 0; i < picture->n_said; i++)
    {
      char **row = g_new0 (char *, COLUMNS_BEFORE + ULL_N_RAMP_FIGURES + 1);

      row[0] = g_strdup (picture->said[i].name);
      row[1] = plain (picture->said[i].clients);
      for (guint j = 2; j < COLUMNS_BEFORE + ULL_N_RAMP_FIGURES; j++)
        row[j] = g_strdup ("");
      g_ptr_array_add (table, row);
    }
}

GPtrArray *
ull_ramp_chart_table (const UllRampPicture *picture)
{
  static const char *const names[COLUMNS_BEFORE] = {
    N_("Ramp"), N_("Clients"), N_("Output tokens a second"), N_("Low"), N_("High"), N_("Requests a second"), N_("KV use (share)"),
    N_("Hit rate (share)"), N_("Preemptions per 100 requests"), N_("TTFT median (s)"), N_("TTFT p99 (s)"), N_("TPOT median (s)"),
    N_("TPOT p99 (s)"), N_("ITL median (s)"), N_("ITL p99 (s)"),
  };
  GPtrArray *table = ull_rows_new ();
  char **row = g_new0 (char *, COLUMNS_BEFORE + ULL_N_RAMP_FIGURES + 1);

  for (guint i = 0; i < COLUMNS_BEFORE; i++)
    row[i] = g_strdup (i == 1 && picture->open ? _("Running, at most") : _(names[i]));
  for (guint i = 0; i < ULL_N_RAMP_FIGURES; i++)
    row[COLUMNS_BEFORE + i] = g_strdup (_(figures[i]));
  g_ptr_array_add (table, row);
  take_rows (table, &picture->with, _("With sharing"));
  take_rows (table, &picture->without, _("Without sharing"));
  take_rows (table, &picture->before, picture->before.name != NULL ? picture->before.name : _("Before"));
  take_said (table, picture);
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    take_rows (table, &picture->baseline[i], ull_baseline_get_name ((UllBaseline) i, FALSE));
  return table;
}
