/* Residuals in words and as a table. A median hides the few and a sum hides errors that cancel, so both are said. A request that the
 * coefficients were fitted to is no test of them, and the words say which are. */
#include "ull-residuals-picture.h"

#include "ull-chart-private.h"
#include "ull-ramp-plot.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static char *
format_off (double share)
{
  return g_strdup_printf ("%.1f" ULL_NBSP "%%", 100 * share);
}

static char *
format_signed (double share)
{
  double per_cent = 100 * share;
  const char *sign = per_cent >= 0.05 ? "+" : per_cent <= -0.05 ? ULL_MINUS : "";

  return g_strdup_printf ("%s%.1f" ULL_NBSP "%%", sign, fabs (per_cent));
}

static void
append_errors (GString *out, const UllFit *fit, gboolean fitted)
{
  UllFitErrors errors;
  g_autofree char *end = NULL, *first = NULL, *end_sum = NULL, *first_sum = NULL, *count = NULL;

  ull_fit_get_errors (fit, fitted, &errors);
  if (errors.n == 0)
    return;
  count = ull_format_count (errors.n);
  end = format_off (errors.median_e2e);
  first = format_off (errors.median_ttft);
  end_sum = format_signed (errors.total_e2e);
  first_sum = format_signed (errors.total_ttft);
  g_string_append_c (out, ' ');
  g_string_append_printf (out,
                          fitted ? _("Of %s requests that it was fitted to, end to end is off by %s (median; their sum by %s), the first token by %s (%s).")
                                 : _("Of %s requests that it was not fitted to, end to end is off by %s (median; their sum by %s), the first token by %s (%s)."),
                          count, end, end_sum, first, first_sum);
}

static guint
count_unanswered (const UllFit *fit, gboolean *all_fitted)
{
  guint n = 0;

  *all_fitted = TRUE;
  for (guint i = 0; i < fit->residuals->len; i++)
    {
      const UllResidual *residual = &g_array_index (fit->residuals, UllResidual, i);

      n += !isfinite (residual->simulated_e2e);
      *all_fitted &= residual->fitted;
    }
  return n;
}

char *
ull_residuals_describe (const UllResidualsPicture *picture)
{
  g_autofree char *doubt = NULL;
  gboolean all_fitted;
  g_autofree char *parts = NULL;
  guint unanswered;
  GString *out;

  if (picture->fit == NULL)
    return g_strdup (_("No run was fitted yet."));
  out = g_string_new (NULL);
  g_string_append_printf (out, _("Fitted to %s: simulated over measured times, a point a request."), picture->name != NULL ? picture->name : _("a run"));
  parts = ull_fit_dup_parts (picture->fit);
  if (parts != NULL)
    g_string_append_printf (out, " %s", parts);
  doubt = ull_fit_dup_doubt (picture->fit);
  if (doubt != NULL)
    g_string_append_printf (out, " %s", doubt);
  append_errors (out, picture->fit, TRUE);
  append_errors (out, picture->fit, FALSE);
  unanswered = count_unanswered (picture->fit, &all_fitted);
  if (all_fitted)
    g_string_append_printf (out, " %s", _("No request was left out to test it."));
  if (unanswered > 0)
    {
      g_string_append_c (out, ' ');
      g_string_append_printf (out, g_dngettext (GETTEXT_PACKAGE, "%u request is never answered in the simulation.", "%u requests are never answered in the simulation.", unanswered),
                              unanswered);
    }
  return g_string_free (out, FALSE);
}

char *
ull_residuals_describe_load (const UllScenario *scenario)
{
  return g_strdup_printf ("%s, %s.", scenario->model->name, scenario->device->name);
}

char *
ull_residuals_describe_request (const UllFit *fit, guint i, gboolean first_token)
{
  const UllResidual *residual = &g_array_index (fit->residuals, UllResidual, i);
  double real = first_token ? residual->ttft : residual->e2e, made = first_token ? residual->simulated_ttft : residual->simulated_e2e;
  g_autofree char *number = ull_format_count ((gint64) i + 1), *measured = ull_format_seconds (real), *simulated = ull_format_seconds (made);
  g_autofree char *off = format_signed (made / real - 1);
  g_autofree char *text = g_strdup_printf (first_token ? _("Request %s, first token: measured %s, simulated %s, %s.") : _("Request %s, end to end: measured %s, simulated %s, %s."),
                                           number, measured, simulated, off);

  if (residual->fitted)
    return g_steal_pointer (&text);
  return g_strjoin (" ", text, _("Not fitted to it."), NULL);
}

static char *
plain (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return isfinite (value) ? g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6f", value)) : g_strdup ("");
}

GPtrArray *
ull_residuals_table (const UllResidualsPicture *picture)
{
  GPtrArray *table = ull_rows_new ();

  ull_table_take_row (table, g_strdup (_("Request")), g_strdup (_("Fitted to it")), g_strdup (_("End to end, measured (s)")),
                      g_strdup (_("End to end, simulated (s)")), g_strdup (_("Error (share)")), g_strdup (_("First token, measured (s)")),
                      g_strdup (_("First token, simulated (s)")), g_strdup (_("Error (share)")), NULL);
  for (guint i = 0; picture->fit != NULL && i < picture->fit->residuals->len; i++)
    {
      const UllResidual *residual = &g_array_index (picture->fit->residuals, UllResidual, i);

      ull_table_take_row (table, g_strdup_printf ("%u", i + 1), g_strdup (residual->fitted ? _("yes") : _("no")), plain (residual->e2e),
                          plain (residual->simulated_e2e), plain (residual->simulated_e2e / residual->e2e - 1), plain (residual->ttft),
                          plain (residual->simulated_ttft), plain (residual->simulated_ttft / residual->ttft - 1), NULL);
    }
  return table;
}
