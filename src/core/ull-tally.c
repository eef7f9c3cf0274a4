#include "ull-lengths-private.h"

#include <glib/gi18n-lib.h>

/* Lengths below a Mi are counted in an array that reaches as far as the longest, so that millions of rows take no more
 * memory than one; the few above are kept as they are and sorted at the end. Both are exact. */

#define MIN_COUNTED (1 << 12)
#define MAX_COUNTED (1 << 20)
#define MAX_LONG (1 << 22)

struct _UllTally
{
  gint64 *counts; /* n_counted of them */
  gint64 n_counted;
  GArray *longer;
};

UllTally *
ull_tally_new (void)
{
  UllTally *tally = g_new (UllTally, 1);

  tally->n_counted = MIN_COUNTED;
  tally->counts = g_new0 (gint64, MIN_COUNTED);
  tally->longer = g_array_new (FALSE, FALSE, sizeof (gint64));
  return tally;
}

void
ull_tally_free (UllTally *tally)
{
  g_clear_pointer (&tally->counts, g_free);
  g_clear_pointer (&tally->longer, g_array_unref);
  g_free (tally);
}

static void
reach (UllTally *tally, gint64 tokens)
{
  gint64 before = tally->n_counted;

  while (tally->n_counted <= tokens)
    tally->n_counted *= 2;
  tally->counts = g_renew (gint64, tally->counts, tally->n_counted);
  for (gint64 i = before; i < tally->n_counted; i++)
    tally->counts[i] = 0;
}

gboolean
ull_tally_add (UllTally *tally, gint64 tokens, const char *path, GError **error)
{
  if (tokens < MAX_COUNTED)
    {
      if (tokens >= tally->n_counted)
        reach (tally, tokens);
      tally->counts[tokens]++;
      return TRUE;
    }
  if (tally->longer->len == MAX_LONG)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
                   _("%s: has more than %d rows of over a million tokens; fewer would be right"), path, MAX_LONG);
      return FALSE;
    }
  g_array_append_val (tally->longer, tokens);
  return TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
append_run (GArray *counts, gint64 tokens, gint64 n)
{
  gint64 before = counts->len > 0 ? g_array_index (counts, UllLengthCount, counts->len - 1).up_to : 0;
  UllLengthCount count = { tokens, before + n };

  if (n > 0)
    g_array_append_val (counts, count);
}

GArray *
ull_tally_finish (UllTally *tally, const char *path, GError **error)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (UllLengthCount));
  guint n;

  for (gint64 tokens = 0; tokens < tally->n_counted; tokens++)
    append_run (counts, tokens, tally->counts[tokens]);
  g_array_sort (tally->longer, compare);
  for (guint i = 0; i < tally->longer->len; i += n)
    {
      gint64 tokens = g_array_index (tally->longer, gint64, i);

      for (n = 1; i + n < tally->longer->len && g_array_index (tally->longer, gint64, i + n) == tokens; n++)
        ;
      append_run (counts, tokens, n);
    }
  if (counts->len > 0)
    return g_steal_pointer (&counts);
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no rows; a row for each request would be right"), path);
  return NULL;
}
