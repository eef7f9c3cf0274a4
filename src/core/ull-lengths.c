#include "ull-lengths-private.h"

#include "ull-csv.h"
#include "ull-normal.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Three forms, all of whole tokens. The lognormal is rounded to the nearest token and then held within its bounds, so that
 * P (length <= t) = Phi ((ln (t + 1/2) - mu) / sigma) for min <= t < max, and its quantile is the nearest token of
 * exp (mu + sigma z): of lognormal (6.6, 0.9) the median is exp (6.6) = 735 and the 99th percentile
 * exp (6.6 + 0.9 * 2.3263) = 5,965. Without a spread it is one length, a uniform from it to itself, as fixed is. */

/* Beyond 9 deviations lies less than 1 in 10^18. */
#define REACH 9.0
#define MAX_CELLS 65536

static gint64
nearest_token (const UllLengths *lengths, double z)
{
  double tokens = exp (lengths->mu + lengths->sigma * z);

  if (!(tokens < (double) lengths->max))
    return lengths->max;
  return MAX ((gint64) floor (tokens + 0.5), lengths->min);
}

static void
lengths_clear (gpointer data)
{
  UllLengths *lengths = data;

  g_clear_pointer (&lengths->spec, g_free);
  g_clear_pointer (&lengths->counts, g_array_unref);
}

UllLengths *
ull_lengths_ref (UllLengths *lengths)
{
  return g_atomic_rc_box_acquire (lengths);
}

void
ull_lengths_unref (UllLengths *lengths)
{
  g_atomic_rc_box_release_full (lengths, lengths_clear);
}

static gboolean
set_usage (GError **error, const char *spec, const char *what)
{
  g_autofree char *shown = ull_csv_dup_shown (spec);

  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "“%s”: %s", shown, what);
  return FALSE;
}

static gboolean
parse_real (const char *spec, const char *text, double least, double *value, GError **error)
{
  g_autofree char *message = NULL;
  char *end = NULL;

  /* Neither hexadecimal nor the names of what is not finite. */
  if (*text != '\0' && text[strspn (text, "0123456789+-.eE")] == '\0')
    *value = g_ascii_strtod (text, &end);
  if (end != NULL && *end == '\0' && isfinite (*value) && *value >= least)
    return TRUE;
  message = g_strdup_printf (least < 0 ? _("“%s” is no finite number; lognormal:6.6,0.9,64,8192 would be right")
                                       : _("“%s” is no finite number from 0 on; lognormal:6.6,0.9,64,8192 would be right"),
                             text);
  return set_usage (error, spec, message);
}

static gboolean
parse_length (const char *spec, const char *text, gint64 *value, GError **error)
{
  g_autoptr (GError) fault = NULL;

  if (!ull_count_parse (text, value, &fault))
    return set_usage (error, spec, fault->message);
  if (*value >= 1 && *value <= ULL_LENGTHS_MAX)
    return TRUE;
  return set_usage (error, spec, _("a request has 1 to 2^40 tokens; a length within them would be right"));
}

static gboolean
parse_bounds (UllLengths *lengths, const char *least, const char *most, GError **error)
{
  if (!parse_length (lengths->spec, least, &lengths->min, error)
      || !parse_length (lengths->spec, most, &lengths->max, error))
    return FALSE;
  return lengths->min <= lengths->max
         || set_usage (error, lengths->spec, _("the least length is more than the most; the other order would be right"));
}

static gboolean
parse_numbers (UllLengths *lengths, const char *kind, const char *rest, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (rest, ",", 6);
  guint n = g_strv_length (parts);

  if (g_str_equal (kind, "fixed"))
    return n == 1 ? parse_bounds (lengths, parts[0], parts[0], error)
                  : set_usage (error, lengths->spec, _("takes one number; fixed:4096 would be right"));
  if (g_str_equal (kind, "uniform"))
    return n == 2 ? parse_bounds (lengths, parts[0], parts[1], error)
                  : set_usage (error, lengths->spec, _("takes two numbers; uniform:64,8192 would be right"));
  if (n != 4)
    return set_usage (error, lengths->spec, _("takes four numbers; lognormal:6.6,0.9,64,8192 would be right"));
  if (!parse_real (lengths->spec, parts[0], -G_MAXDOUBLE, &lengths->mu, error)
      || !parse_real (lengths->spec, parts[1], 0, &lengths->sigma, error)
      || !parse_bounds (lengths, parts[2], parts[3], error))
    return FALSE;
  if (lengths->sigma > 0)
    lengths->form = ULL_LENGTHS_LOGNORMAL;
  else
    lengths->min = lengths->max = nearest_token (lengths, 0);
  return TRUE;
}

static void
take_bounds (UllLengths *lengths)
{
  lengths->min = g_array_index (lengths->counts, UllLengthCount, 0).tokens;
  lengths->max = g_array_index (lengths->counts, UllLengthCount, lengths->counts->len - 1).tokens;
}

static gboolean
read_file (UllLengths *lengths, gboolean is_trace, const char *rest, const UllFileSource *source, GError **error)
{
  const char *colon = is_trace ? rest + strlen (rest) : strrchr (rest, ':');
  g_autofree char *path = colon != NULL ? g_strndup (rest, (gsize) (colon - rest)) : NULL;

  if (path == NULL || *path == '\0' || (!is_trace && colon[1] == '\0'))
    return set_usage (error, lengths->spec,
                      is_trace ? _("names no file; trace:FILE would be right")
                               : _("names no file and column; csv:FILE:COLUMN would be right"));
  if (source == NULL)
    return set_usage (error, lengths->spec, _("a file cannot be read here; a form without one would be right"));
  lengths->form = ULL_LENGTHS_COUNTED;
  lengths->counts = is_trace ? ull_lengths_read_trace (source, path, error)
                             : ull_lengths_read_csv (source, path, colon + 1, error);
  if (lengths->counts == NULL)
    return FALSE;
  take_bounds (lengths);
  return TRUE;
}

static double
find_mean (const UllLengths *lengths)
{
  gsize n_cells;
  g_autofree UllLengthCell *cells = ull_lengths_cells (lengths, 1, &n_cells);
  double mean = 0;

  for (gsize i = 0; i < n_cells; i++)
    mean += cells[i].weight * (double) cells[i].tokens;
  return mean;
}

UllLengths *
ull_lengths_new (const char *spec, const UllFileSource *source, GError **error)
{
  static const char *const kinds[] = { "fixed", "uniform", "lognormal", "csv", "trace", NULL };
  g_autoptr (UllLengths) lengths = g_atomic_rc_box_new0 (UllLengths);
  const char *colon = strchr (spec, ':');
  g_autofree char *kind = colon != NULL ? g_strndup (spec, (gsize) (colon - spec)) : g_strdup ("");
  gboolean is_file = g_str_equal (kind, "csv") || g_str_equal (kind, "trace");

  lengths->spec = g_strdup (spec);
  if (!g_strv_contains (kinds, kind))
    set_usage (error, spec,
               _("is no distribution of lengths; fixed:N, uniform:A,B, lognormal:MU,SIGMA,MIN,MAX, csv:FILE:COLUMN or "
                 "trace:FILE would be right"));
  else if (is_file ? read_file (lengths, *kind == 't', colon + 1, source, error)
                   : parse_numbers (lengths, kind, colon + 1, error))
    {
      lengths->mean = find_mean (lengths);
      return g_steal_pointer (&lengths);
    }
  return NULL;
}

UllLengths *
ull_lengths_take_counts (const char *spec, GArray *counts)
{
  UllLengths *lengths = g_atomic_rc_box_new0 (UllLengths);

  lengths->form = ULL_LENGTHS_COUNTED;
  lengths->spec = g_strdup (spec);
  lengths->counts = counts;
  take_bounds (lengths);
  lengths->mean = find_mean (lengths);
  return lengths;
}

const char *
ull_lengths_get_spec (const UllLengths *lengths)
{
  return lengths->spec;
}

static const UllLengthCount *
count_at (const UllLengths *lengths, gsize index)
{
  return &g_array_index (lengths->counts, UllLengthCount, index);
}

gint64
ull_lengths_get_n_rows (const UllLengths *lengths)
{
  return lengths->form == ULL_LENGTHS_COUNTED ? count_at (lengths, lengths->counts->len - 1)->up_to : 0;
}

/* The first length up to which there are @rank requests. */
static gint64
counted_quantile (const UllLengths *lengths, gint64 rank)
{
  gsize low = 0, high = lengths->counts->len - 1;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (count_at (lengths, middle)->up_to >= rank)
        high = middle;
      else
        low = middle + 1;
    }
  return count_at (lengths, low)->tokens;
}

gint64
ull_lengths_quantile (const UllLengths *lengths, gint64 ppm)
{
  gint64 rank = 0;

  g_return_val_if_fail (ppm >= 0 && ppm <= ULL_PPM_ONE, lengths->max);

  switch (lengths->form)
    {
    case ULL_LENGTHS_LOGNORMAL:
      if (ppm == 0 || ppm == ULL_PPM_ONE)
        return ppm == 0 ? lengths->min : lengths->max;
      return nearest_token (lengths, ull_normal_quantile ((double) ppm / (double) ULL_PPM_ONE));
    case ULL_LENGTHS_COUNTED:
      ull_mul_div_ceil (ull_lengths_get_n_rows (lengths), ppm, ULL_PPM_ONE, &rank);
      return counted_quantile (lengths, MAX (rank, 1));
    case ULL_LENGTHS_UNIFORM:
    default:
      ull_mul_div_ceil (lengths->max - lengths->min + 1, ppm, ULL_PPM_ONE, &rank);
      return lengths->min + MAX (rank, 1) - 1;
    }
}

static double
counted_at_most (const UllLengths *lengths, gint64 tokens)
{
  gsize low = 0, high = lengths->counts->len;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (count_at (lengths, middle)->tokens > tokens)
        high = middle;
      else
        low = middle + 1;
    }
  return low == 0 ? 0 : (double) count_at (lengths, low - 1)->up_to / (double) ull_lengths_get_n_rows (lengths);
}

double
ull_lengths_at_most (const UllLengths *lengths, gint64 tokens)
{
  if (tokens < lengths->min)
    return 0;
  if (tokens >= lengths->max)
    return 1;
  if (lengths->form == ULL_LENGTHS_LOGNORMAL)
    return ull_normal_at_most ((log ((double) tokens + 0.5) - lengths->mu) / lengths->sigma);
  if (lengths->form == ULL_LENGTHS_COUNTED)
    return counted_at_most (lengths, tokens);
  return (double) (tokens - lengths->min + 1) / (double) (lengths->max - lengths->min + 1);
}

/* One cell a granule, from that of @low to that of @high. */
static UllLengthCell *
granule_cells (const UllLengths *lengths, gint64 granule, gint64 low, gint64 high, gsize *n_cells)
{
  gint64 first = ull_div_ceil (low, granule), n = ull_div_ceil (high, granule) - first + 1;
  UllLengthCell *cells = g_new (UllLengthCell, n);
  double before = 0;

  for (gint64 i = 0; i < n; i++)
    {
      gint64 tokens = MIN ((first + i) * granule, lengths->max);
      double up_to = i + 1 < n ? ull_lengths_at_most (lengths, tokens) : 1;

      cells[i] = (UllLengthCell) { tokens, up_to - before };
      before = up_to;
    }
  *n_cells = (gsize) n;
  return cells;
}

/* Equal steps, of the length or of its logarithm, each with its middle for all of it. */
static UllLengthCell *
step_cells (const UllLengths *lengths, gsize *n_cells)
{
  UllLengthCell *cells = g_new (UllLengthCell, MAX_CELLS);
  double span = (double) (lengths->max - lengths->min), before = 0;

  for (gsize i = 0; i < MAX_CELLS; i++)
    {
      double middle = ((double) i + 0.5) / MAX_CELLS, end = ((double) i + 1) / MAX_CELLS;
      gboolean is_uniform = lengths->form == ULL_LENGTHS_UNIFORM;
      double up_to = is_uniform || i + 1 == MAX_CELLS ? end : ull_normal_at_most (REACH * (2 * end - 1));

      cells[i].tokens = is_uniform ? lengths->min + (gint64) floor (span * middle + 0.5)
                                   : nearest_token (lengths, REACH * (2 * middle - 1));
      cells[i].weight = up_to - before;
      before = up_to;
    }
  *n_cells = MAX_CELLS;
  return cells;
}

static UllLengthCell *
counted_cells (const UllLengths *lengths, gint64 granule, gsize *n_cells)
{
  UllLengthCell *cells = g_new (UllLengthCell, lengths->counts->len);
  double n_rows = (double) ull_lengths_get_n_rows (lengths);
  gint64 before = 0;
  gsize n = 0;

  for (gsize i = 0; i < lengths->counts->len; i++)
    {
      const UllLengthCount *count = count_at (lengths, i);

      if (n > 0 && ull_div_ceil (cells[n - 1].tokens, granule) == ull_div_ceil (count->tokens, granule))
        n--;
      else
        before = i > 0 ? count_at (lengths, i - 1)->up_to : 0;
      cells[n++] = (UllLengthCell) { count->tokens, (double) (count->up_to - before) / n_rows };
    }
  *n_cells = n;
  return cells;
}

UllLengthCell *
ull_lengths_cells (const UllLengths *lengths, gint64 granule, gsize *n_cells)
{
  gboolean is_lognormal = lengths->form == ULL_LENGTHS_LOGNORMAL;
  gint64 low = is_lognormal ? nearest_token (lengths, -REACH) : lengths->min;
  gint64 high = is_lognormal ? nearest_token (lengths, REACH) : lengths->max;

  g_return_val_if_fail (granule > 0, NULL);

  if (lengths->form == ULL_LENGTHS_COUNTED)
    return counted_cells (lengths, granule, n_cells);
  if (ull_div_ceil (high, granule) - ull_div_ceil (low, granule) < MAX_CELLS)
    return granule_cells (lengths, granule, low, high, n_cells);
  return step_cells (lengths, n_cells);
}

double
ull_lengths_mean (const UllLengths *lengths)
{
  return lengths->mean;
}

/* A sum of weights is a hair beside 1: what is a hair above a whole number is that number, not the next. */
gint64
ull_lengths_mean_tokens (const UllLengths *lengths)
{
  return CLAMP ((gint64) ceil (lengths->mean * (1 - 1e-12)), lengths->min, lengths->max);
}
