/* A surge in words and as a table. The sums are of the simulation; figures are rounded for people, the table has them as they are. */
#include "ull-surge-plot.h"

#include "ull-ramp-plot.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

const char *
ull_surge_cap_get_name (UllSurgeCap cap)
{
  return cap == ULL_SURGE_PEAK ? _("Cap at the peak") : _("Cap at the operating point");
}

char *
ull_surge_dup_what (const UllSurge *surge)
{
  g_autofree char *burst = ull_format_count (surge->burst), *clients = ull_format_count (surge->clients);
  g_autofree char *served = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s client is served", "%s clients are served", (gulong) surge->clients),
                                             clients);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request comes at once, while %s.", "%s requests come at once, while %s.",
                                       (gulong) surge->burst),
                          burst, served);
}

char *
ull_surge_dup_sum (const UllSurge *surge, UllSurgeCap cap)
{
  const UllSurgeSide *side = &surge->side[cap];
  g_autofree char *most = ull_format_count (side->cap), *median = ull_format_seconds (side->itl_p50);
  g_autofree char *late = ull_format_seconds (side->itl_p99), *longest = ull_format_seconds (side->itl_max);
  g_autofree char *first = ull_format_seconds (side->ttft_p50), *last_first = ull_format_seconds (side->ttft_p99);
  g_autofree char *done = ull_format_seconds (side->done), *count = ull_format_count (side->preemptions);
  g_autofree char *preempted
    = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s preemption", "%s preemptions", (gulong) side->preemptions), count);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, _("%s, at most %s running: between the clients’ tokens %s, 99th percentile %s, longest %s."),
                          ull_surge_cap_get_name (cap), most, median, late, longest);
  g_string_append_c (out, ' ');
  g_string_append_printf (out, _("The burst’s first tokens come after %s, 99th percentile %s; its last answer ends after %s, with %s."), first,
                          last_first, done, preempted);
  return g_string_free (out, FALSE);
}

char *
ull_surge_chart_describe (const UllSurgePicture *picture)
{
  g_autofree char *what = NULL, *peak = NULL, *operating = NULL;

  if (picture->surge == NULL)
    return g_strdup (_("No surge was run yet."));
  what = ull_surge_dup_what (picture->surge);
  peak = ull_surge_dup_sum (picture->surge, ULL_SURGE_PEAK);
  operating = ull_surge_dup_sum (picture->surge, ULL_SURGE_OPERATING);
  return g_strjoin (" ", what, peak, operating, NULL);
}

char *
ull_surge_describe_point (const UllSurgePoint *point)
{
  g_autofree char *time = ull_format_seconds (point->seconds < 0 ? -point->seconds : point->seconds);
  g_autofree char *running = ull_format_count (point->running), *waiting = ull_format_count (point->waiting);
  g_autofree char *mean = ull_format_seconds (point->itl_mean), *longest = ull_format_seconds (point->itl_max);
  g_autofree char *when = g_strdup_printf (point->seconds < 0 ? _("%s before the burst") : _("%s after the burst"), time);

  return g_strdup_printf (_("%s: %s running, %s waiting; between two tokens %s, at most %s."), when, running, waiting, mean, longest);
}

static char *
plain (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6f", value));
}

static void
take_rows (GPtrArray *table, const UllSurgeSide *side, const char *name)
{
  for (guint i = 0; i < side->points->len; i++)
    {
      const UllSurgePoint *point = &g_array_index (side->points, UllSurgePoint, i);

      ull_table_take_row (table, g_strdup (name), g_strdup_printf ("%" G_GINT64_FORMAT, side->cap), plain (point->seconds),
                          g_strdup_printf ("%u", point->running), g_strdup_printf ("%u", point->waiting),
                          g_strdup_printf ("%u", point->preempted), plain (point->itl_mean), plain (point->itl_max), NULL);
    }
}

GPtrArray *
ull_surge_chart_table (const UllSurgePicture *picture)
{
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Cap at")), g_strdup (_("Most running")), g_strdup (_("After the burst (s)")),
                      g_strdup (_("Running")), g_strdup (_("Waiting")), g_strdup (_("Preempted")),
                      g_strdup (_("Between tokens, mean (s)")), g_strdup (_("Between tokens, longest (s)")), NULL);
  if (picture->surge == NULL)
    return table;
  take_rows (table, &picture->surge->side[ULL_SURGE_PEAK], _("the peak"));
  take_rows (table, &picture->surge->side[ULL_SURGE_OPERATING], _("the operating point"));
  return table;
}
