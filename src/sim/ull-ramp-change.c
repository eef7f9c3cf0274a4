#include "ull-ramp.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What became of a ramp when something was changed, in sentences: pool, peak and operating point, or that nothing did and why. Two ramps are
 * the same where each level of the one is a level of the other and came to the same figures. */

static const UllRampLevel *
level_at (const UllRamp *ramp, guint i)
{
  return &ramp->level[ULL_LINE_MAIN][i];
}

/* A time that was not measured is the same as another that was not. */
static gboolean
is_same_time (double a, double b)
{
  return a == b || (!isfinite (a) && !isfinite (b));
}

static gboolean
is_same_level (const UllRampLevel *a, const UllRampLevel *b)
{
  return a->concurrency == b->concurrency && a->output_tokens_per_s == b->output_tokens_per_s && is_same_time (a->ttft_p99, b->ttft_p99)
         && is_same_time (a->itl_p99, b->itl_p99) && a->preemptions == b->preemptions && a->refused == b->refused && a->kv_use_mean == b->kv_use_mean
         && a->hit_rate == b->hit_rate;
}

static gboolean
run_alike (const UllRamp *before, const UllRamp *after)
{
  if (before->n_levels != after->n_levels)
    return FALSE;
  for (guint i = 0; i < after->n_levels; i++)
    if (!is_same_level (level_at (before, i), level_at (after, i)))
      return FALSE;
  return TRUE;
}

static void
append (GString *text, char *taken)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", taken);
  g_free (taken);
}

static void
append_start (GString *text, const UllRamp *before, const UllRamp *after)
{
  if (before->refusal != NULL && after->refusal == NULL)
    append (text, g_strdup (_("Now the engine starts; before it would not.")));
  else if (before->refusal == NULL && after->refusal != NULL)
    append (text, g_strdup (_("Now the engine would not start; before it did.")));
}

static void
append_pool (GString *text, const UllRamp *before, const UllRamp *after)
{
  g_autofree char *now = ull_format_count (after->blocks), *then = ull_format_count (before->blocks);

  if (after->blocks == before->blocks)
    append (text, g_strdup_printf (_("The pool has %s blocks, as before."), now));
  else
    append (text, g_strdup_printf (_("The pool has %s blocks; before it had %s."), now, then));
}

/* "626 tokens per second at 64". */
static char *
dup_place (const UllRamp *ramp, guint i)
{
  g_autofree char *rate = ull_format_throughput (level_at (ramp, i)->output_tokens_per_s);
  g_autofree char *at = ull_format_count (level_at (ramp, i)->concurrency);

  return g_strdup_printf (_("%s tokens per second at %s"), rate, at);
}

static void
append_peak (GString *text, const UllRamp *before, const UllRamp *after)
{
  g_autofree char *gone = ull_ramp_nothing_text (before), *nothing = ull_ramp_nothing_text (after);
  g_autofree char *then = dup_place (before, before->peak), *now = dup_place (after, after->peak);

  if (gone != NULL && nothing != NULL)
    append (text, g_strdup (_("There is no peak, as before.")));
  else if (nothing != NULL)
    append (text, g_strdup_printf (_("There is no peak now; before it was %s."), then));
  else if (gone != NULL)
    append (text, g_strdup_printf (_("The peak is %s; before there was none."), now));
  else if (g_str_equal (then, now))
    append (text, g_strdup_printf (_("The peak is %s, as before."), now));
  else
    append (text, g_strdup_printf (_("The peak is %s; before it was %s."), now, then));
}

static void
append_operating (GString *text, const UllRamp *before, const UllRamp *after)
{
  gboolean did = ull_ramp_operates (before), does = ull_ramp_operates (after);
  g_autofree char *then = dup_place (before, before->operating), *now = dup_place (after, after->operating);

  if (!did && !does)
    append (text, g_strdup (_("There is no operating point, as before.")));
  else if (!does)
    append (text, g_strdup_printf (_("There is no operating point now; before it was %s."), then));
  else if (!did)
    append (text, g_strdup_printf (_("The operating point is %s; before there was none."), now));
  else if (g_str_equal (then, now))
    append (text, g_strdup_printf (_("The operating point is %s, as before."), now));
  else
    append (text, g_strdup_printf (_("The operating point is %s; before it was %s."), now, then));
}

static gboolean
refuses_some (const UllRamp *ramp)
{
  for (guint i = 0; i < ramp->n_levels; i++)
    if (level_at (ramp, i)->refused > 0)
      return TRUE;
  return FALSE;
}

/* Why a thing that was changed changes nothing, where the rules of the engine say so. */
static void
append_why (GString *text, const UllRamp *before, const UllRamp *after)
{
  g_autofree char *cap = ull_format_count (MIN (before->cap, after->cap));

  if (before->model_len != after->model_len && !refuses_some (after))
    append (text, g_strdup (_("A model length only bounds what is refused, and what the engine checks when it starts; no request of this load is so long.")));
  else if (before->model_len != after->model_len)
    append (text, g_strdup (_("A model length only bounds what is refused, and what the engine checks when it starts; of this load the same are refused.")));
  else if (before->cap != after->cap)
    append (text, g_strdup_printf (_("A cap bounds how many run at once, and at no level would there be more than %s."), cap));
}

char *
ull_ramp_change_text (const UllRamp *before, const UllRamp *after)
{
  GString *text = g_string_new (NULL);

  append_start (text, before, after);
  if (before->blocks == after->blocks && run_alike (before, after))
    {
      g_autofree char *blocks = ull_format_count (after->blocks);

      if (text->len == 0)
        append (text, g_strdup_printf (_("This changes nothing: the pool has %s blocks, as before, and what runs on it is the same."), blocks));
      else
        append (text, g_strdup_printf (_("Else nothing changes: the pool has %s blocks, as before, and what runs on it is the same."), blocks));
      append_why (text, before, after);
      if (ull_ramp_operates (before) != ull_ramp_operates (after))
        append_operating (text, before, after);
      return g_string_free (text, FALSE);
    }
  if (!ull_load_equal (before->load, after->load))
    append (text, g_strdup (_("The load is another one, too.")));
  append_pool (text, before, after);
  append_peak (text, before, after);
  append_operating (text, before, after);
  return g_string_free (text, FALSE);
}
