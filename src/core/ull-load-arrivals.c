#include "ull-load.h"

#include "ull-error.h"
#include "ull-json.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Arrivals as they are typed: a name, and after a colon its figures with commas between them. */

static const struct
{
  const char *name;
  guint n_figures;
  gsize figures[3]; /* members of the load */
} forms[ULL_N_ARRIVALS] = {
  [ULL_ARRIVALS_CLOSED] = { "closed", 0, { 0 } },
  [ULL_ARRIVALS_POISSON] = { "poisson", 1, { G_STRUCT_OFFSET (UllLoad, rate) } },
  [ULL_ARRIVALS_GAMMA] = { "gamma", 2, { G_STRUCT_OFFSET (UllLoad, rate), G_STRUCT_OFFSET (UllLoad, cv) } },
  [ULL_ARRIVALS_ON_OFF] = { "onoff",
                            3,
                            { G_STRUCT_OFFSET (UllLoad, rate), G_STRUCT_OFFSET (UllLoad, on_seconds),
                              G_STRUCT_OFFSET (UllLoad, off_seconds) } },
  [ULL_ARRIVALS_TRACE] = { "trace", 0, { 0 } },
};

static gboolean
set_unknown (const char *text, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *shown = ull_json_dup_shown (valid);

  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("%s: are no arrivals; closed, poisson:RATE, gamma:RATE,CV, onoff:RATE,SECONDS,PAUSE or trace would be right"),
               shown);
  return FALSE;
}

static gboolean
read_figures (const char *rest, guint n, double *figures)
{
  for (guint i = 0; i < n; i++)
    {
      char *end;

      figures[i] = g_ascii_strtod (rest, &end);
      if (end == rest || !isfinite (figures[i]) || *end != (i + 1 < n ? ',' : '\0'))
        return FALSE;
      rest = end + 1;
    }
  return TRUE;
}

gboolean
ull_load_parse_arrivals (UllLoad *load, const char *text, GError **error)
{
  gsize length = strcspn (text, ":");

  for (guint i = 0; i < ULL_N_ARRIVALS; i++)
    {
      double figures[3];

      if (strlen (forms[i].name) != length || strncmp (text, forms[i].name, length) != 0)
        continue;
      if ((text[length] == ':') != (forms[i].n_figures > 0)
          || (forms[i].n_figures > 0 && !read_figures (text + length + 1, forms[i].n_figures, figures)))
        break;
      load->arrivals = (UllArrivals) i;
      for (guint k = 0; k < forms[i].n_figures; k++)
        G_STRUCT_MEMBER (double, load, forms[i].figures[k]) = figures[k];
      return TRUE;
    }
  return set_unknown (text, error);
}

char *
ull_load_dup_arrivals (const UllLoad *load)
{
  GString *text = g_string_new (forms[load->arrivals].name);

  for (guint i = 0; i < forms[load->arrivals].n_figures; i++)
    {
      char figure[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_dtostr (figure, sizeof figure, G_STRUCT_MEMBER (double, load, forms[load->arrivals].figures[i]));
      g_string_append_printf (text, "%c%s", i == 0 ? ':' : ',', figure);
    }
  return g_string_free (text, FALSE);
}
