#include "ull-length-drag.h"

#include <math.h>

/* lognormal:MU,SIGMA,MIN,MAX. The median is exp (MU); the 95th percentile is exp (MU + Z95 SIGMA), Z95 the standard normal's. Where
 * one is dragged towards an end, the end gives way, so that what is dragged stays below the pointer. */

#define Z95 1.6448536269514722
#define LEAST_SIGMA 0.05
#define MOST_SIGMA 3.0
#define MOST_TOKENS (G_GINT64_CONSTANT (1) << 20)

typedef struct
{
  double mu, sigma;
  gint64 min, max;
} Form;

static gboolean
parse (const UllLengths *lengths, Form *form)
{
  const char *spec = ull_lengths_get_spec (lengths);
  g_auto (GStrv) parts = NULL;

  if (!g_str_has_prefix (spec, "lognormal:"))
    return FALSE;
  parts = g_strsplit (spec + strlen ("lognormal:"), ",", -1);
  if (g_strv_length (parts) != 4)
    return FALSE;
  *form = (Form) { g_ascii_strtod (parts[0], NULL), g_ascii_strtod (parts[1], NULL), g_ascii_strtoll (parts[2], NULL, 10),
                   g_ascii_strtoll (parts[3], NULL, 10) };
  return form->max > 0;
}

static UllLengths *
write (const Form *form)
{
  char mu[G_ASCII_DTOSTR_BUF_SIZE], sigma[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *spec = NULL;

  g_ascii_formatd (mu, sizeof mu, "%.4f", form->mu);
  g_ascii_formatd (sigma, sizeof sigma, "%.4f", form->sigma);
  spec = g_strdup_printf ("lognormal:%s,%s,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, mu, sigma, form->min, form->max);
  return ull_lengths_new (spec, NULL, NULL);
}

gboolean
ull_length_drag_may (const UllLengths *lengths)
{
  Form form;

  return lengths != NULL && parse (lengths, &form);
}

UllLengths *
ull_length_drag (const UllLengths *lengths, gboolean tail, gint64 tokens)
{
  Form form;

  tokens = CLAMP (tokens, 1, MOST_TOKENS);
  if (!parse (lengths, &form) || ull_lengths_quantile (lengths, tail ? 950000 : 500000) == tokens)
    return NULL;
  if (tail)
    form.sigma = CLAMP ((log ((double) tokens) - form.mu) / Z95, LEAST_SIGMA, MOST_SIGMA);
  else
    form.mu = log ((double) tokens);
  form.min = MIN (form.min, MAX (tokens / 4, 1));
  form.max = MAX (form.max, (gint64) (4 * exp (form.mu + Z95 * form.sigma)));
  return write (&form);
}

gint64
ull_length_drag_step (gint64 tokens, int by)
{
  gint64 next = llround ((double) tokens * exp2 (by / 8.0));

  return next != tokens ? MAX (next, 1) : MAX (tokens + (by > 0 ? 1 : -1), 1);
}
