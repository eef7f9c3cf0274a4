#include "ull-ramp.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What figures of a ramp are worth, in sentences: a gain that chance may have made is none, and a time of waiting in a queue that grows is of
 * how long one looked. */

/* Of the prompts' tokens found at first admissions: none. */
#define NO_HITS 0.0005
/* Of throughput, what rounds to 0 %. */
#define TRIFLE 0.005

static char *
dup_signed (double share)
{
  double per_cent = round (100 * share);

  return g_strdup_printf ("%s%.0f" ULL_NBSP "%%", per_cent > 0 ? "+" : per_cent < 0 ? ULL_MINUS : "", fabs (per_cent));
}

/* Of one level: a request that was preempted and comes back finds what is left of its own blocks: the one thing that is kept where no prompt begins as
 * another does. */
static void
append_own_blocks (GString *text, const UllRampLevel *with, const UllRampLevel *without)
{
  g_autofree char *kept = ull_format_count (with->recomputed_tokens), *lost = ull_format_count (without->recomputed_tokens);

  if (with->hit_rate >= NO_HITS)
    return;
  g_string_append_c (text, ' ');
  if (with->recomputed_tokens < without->recomputed_tokens)
    g_string_append_printf (text, _("No prompt finds anything that another left; a preempted request finds blocks of its own again, so that %s tokens are computed twice and not %s."),
                            kept, lost);
  else
    g_string_append (text, _("No prompt finds anything that another left."));
}

char *
ull_ramp_retention_text (const UllRamp *ramp)
{
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  g_autofree char *gain = dup_signed (ramp->retention_gain), *low = dup_signed (ramp->retention_low);
  g_autofree char *high = dup_signed (ramp->retention_high);
  g_autoptr (GString) text = g_string_new (NULL);
  guint best = ull_ramp_get_best (ramp, ULL_LINE_MAIN);

  if (nothing != NULL || ramp->level[ULL_LINE_UNSHARED] == NULL || !isfinite (ramp->retention_gain))
    return NULL;
  if (!ramp->caching)
    return g_strdup (_("Nothing is kept: there is no retention that could be worth anything."));
  if (ramp->retention_gain == 0)
    g_string_append (text, _("Retention is worth nothing: without it throughput is the same."));
  else if (!isfinite (ramp->retention_low))
    g_string_append_printf (text, _("Retention seems to be worth %s; there are too few answers to tell that from chance."), gain);
  else if (ramp->retention_low <= 0 && ramp->retention_high >= 0 && MAX (-ramp->retention_low, ramp->retention_high) < TRIFLE)
    g_string_append (text, _("Retention is worth nothing measurable: less than 1" ULL_NBSP "% either way."));
  else if (ramp->retention_low <= 0 && ramp->retention_high >= 0)
    g_string_append_printf (text, _("Retention is worth nothing measurable: %s, and anything between %s and %s may be."), gain, low, high);
  else if (g_str_equal (low, high))
    g_string_append_printf (text, _("Retention is worth %s."), gain);
  else if (ramp->retention_low > 0)
    g_string_append_printf (text, _("Retention is worth %s, between %s and %s."), gain, low, high);
  else
    g_string_append_printf (text, _("With retention throughput is less: %s, between %s and %s."), gain, low, high);
  append_own_blocks (text, &ramp->level[ULL_LINE_MAIN][best], &ramp->level[ULL_LINE_UNSHARED][best]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "1, 4", or of the first of all the last: "up to 4". */
static char *
dup_growing (const UllRamp *ramp, guint *n)
{
  GString *list = g_string_new (NULL);
  gboolean first = TRUE;

  *n = 0;
  for (guint i = 0; i < ramp->n_levels; i++)
    {
      const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i];
      g_autofree char *count = ull_format_count (level->concurrency);

      if (!level->growing)
        continue;
      first = first && *n == i;
      if (first)
        g_string_truncate (list, 0);
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", count);
      (*n)++;
    }
  if (first && *n > 1)
    {
      g_autofree char *last = g_string_free (list, FALSE);

      return g_strdup_printf (_("up to %s"), last);
    }
  return g_string_free (list, FALSE);
}

char *
ull_ramp_growth_text (const UllRamp *ramp)
{
  const UllRampLevel *last = &ramp->level[ULL_LINE_MAIN][ramp->n_levels - 1];
  guint n;
  g_autofree char *list = dup_growing (ramp, &n);
  g_autofree char *seconds = g_strdup_printf (last->measured_s < 10 ? "%.1f" : "%.0f", last->measured_s);

  if (n == 0)
    return NULL;
  if (n == ramp->n_levels)
    return g_strdup_printf (_("Waiting has no steady value at any level: the times to the first token and to the end are those of what came in %s" ULL_NBSP "s."), seconds);
  return g_strdup_printf (_("With %s running the queue grows as long as requests come: waiting has no steady value there, and the times to the first token and "
                            "to the end are those of what came in %s" ULL_NBSP "s."),
                          list, seconds);
}
