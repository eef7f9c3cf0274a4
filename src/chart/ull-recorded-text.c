/* Two origins of the same figures. Both are steps: what was so at a point's time is so until the next, and a mean is over time. They are
 * compared over the time that both have, for what one of them alone has says nothing of the other. */
#include "ull-recorded-plot.h"

#include "ull-ramp-plot.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const char *
ull_recorded_get_title (UllRecordedFigure figure)
{
  static const char *const titles[ULL_N_RECORDED_FIGURES] = {
    [ULL_RECORDED_USE] = N_("KV use"),
    [ULL_RECORDED_HIT_RATE] = N_("Prefix hit rate"),
    [ULL_RECORDED_RUNNING] = N_("Running"),
    [ULL_RECORDED_WAITING] = N_("Waiting"),
    [ULL_RECORDED_PREEMPTIONS] = N_("Preemptions so far"),
  };

  return _(titles[figure]);
}

gboolean
ull_recorded_is_share (UllRecordedFigure figure)
{
  return figure == ULL_RECORDED_USE || figure == ULL_RECORDED_HIT_RATE;
}

static double
read_recorded (const UllSeriesSample *sample, UllRecordedFigure figure)
{
  const double values[ULL_N_RECORDED_FIGURES] = {
    [ULL_RECORDED_USE] = sample->use,
    [ULL_RECORDED_HIT_RATE] = sample->hit_rate,
    [ULL_RECORDED_RUNNING] = sample->running,
    [ULL_RECORDED_WAITING] = sample->waiting,
    [ULL_RECORDED_PREEMPTIONS] = sample->preemptions,
  };

  return values[figure];
}

static double
read_simulated (const UllPoolSample *sample, UllRecordedFigure figure, double preemptions)
{
  const double values[ULL_N_RECORDED_FIGURES] = {
    [ULL_RECORDED_USE] = sample->used,
    [ULL_RECORDED_HIT_RATE] = sample->hit_rate,
    [ULL_RECORDED_RUNNING] = sample->running,
    [ULL_RECORDED_WAITING] = sample->waiting,
    [ULL_RECORDED_PREEMPTIONS] = preemptions,
  };

  return values[figure];
}

/* A day of a server's seconds beside a minute: what lies beyond the axis is looked at by nobody but the table. */
static guint
count_within (const UllTimelinePicture *picture)
{
  double end = ull_timeline_find_end (picture);
  guint low = 0, high = picture->n_recorded;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (picture->recorded[middle].time <= end)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
ull_recorded_has (const UllTimelinePicture *picture, UllRecordedFigure figure)
{
  for (guint i = 0, n = count_within (picture); i < n; i++)
    if (!isnan (read_recorded (&picture->recorded[i], figure)))
      return TRUE;
  return FALSE;
}

GArray *
ull_recorded_trace (const UllTimelinePicture *picture, UllRecordedFigure figure, gboolean recorded)
{
  guint n = recorded ? count_within (picture) : picture->n;
  GArray *trace = g_array_sized_new (FALSE, FALSE, sizeof (UllRecordedPoint), n);
  double preemptions = 0;

  for (guint i = 0; i < n; i++)
    {
      UllRecordedPoint point;

      preemptions += recorded ? 0 : picture->sample[i].preempted;
      if (recorded)
        point = (UllRecordedPoint) { picture->recorded[i].time, read_recorded (&picture->recorded[i], figure) };
      else
        point = (UllRecordedPoint) { picture->sample[i].time, read_simulated (&picture->sample[i], figure, preemptions) };
      g_array_append_val (trace, point);
    }
  return trace;
}

double
ull_recorded_find_common (const UllTimelinePicture *picture)
{
  return picture->n_recorded > 0 ? MIN (picture->end, picture->recorded[picture->n_recorded - 1].time) : 0;
}

/* The last point is known where it stands: it lasts until the time ends, which for one that was recorded is there. */
static double
find_mean (const GArray *trace, double until)
{
  double sum = 0, lasted = 0, last = NAN;

  for (guint i = 0; i < trace->len; i++)
    {
      const UllRecordedPoint *point = &g_array_index (trace, UllRecordedPoint, i);
      double next = i + 1 < trace->len ? g_array_index (trace, UllRecordedPoint, i + 1).time : until;
      double time = MIN (next, until) - point->time;

      if (isnan (point->value) || point->time > until)
        continue;
      last = point->value;
      sum += MAX (time, 0) * point->value;
      lasted += MAX (time, 0);
    }
  return lasted > 0 ? sum / lasted : last;
}

/* Of the last point that is not later. */
static double
find_at (const GArray *trace, double seconds)
{
  guint low = 0, high = trace->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (trace, UllRecordedPoint, middle).time <= seconds)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? g_array_index (trace, UllRecordedPoint, low - 1).value : NAN;
}

/* Counters are what they were last known to be. */
static double
find_count (const GArray *trace, double seconds)
{
  double value = NAN;

  for (guint i = 0; i < trace->len && g_array_index (trace, UllRecordedPoint, i).time <= seconds; i++)
    if (!isnan (g_array_index (trace, UllRecordedPoint, i).value))
      value = g_array_index (trace, UllRecordedPoint, i).value;
  return value;
}

double
ull_recorded_sum (const UllTimelinePicture *picture, UllRecordedFigure figure, gboolean recorded)
{
  g_autoptr (GArray) trace = ull_recorded_trace (picture, figure, recorded);
  double common = ull_recorded_find_common (picture);

  return figure == ULL_RECORDED_PREEMPTIONS ? find_count (trace, common) : find_mean (trace, common);
}

/* (transfer full) */
static char *
format_figure (UllRecordedFigure figure, double value)
{
  if (isnan (value))
    return g_strdup ("–");
  if (ull_recorded_is_share (figure))
    return ull_format_share (value);
  if (figure == ULL_RECORDED_PREEMPTIONS)
    return ull_format_count ((gint64) llround (value));
  return ull_format_rate (value);
}

char *
ull_recorded_compare (const UllTimelinePicture *picture, UllRecordedFigure figure)
{
  g_autofree char *recorded = format_figure (figure, ull_recorded_sum (picture, figure, TRUE));
  g_autofree char *simulated = format_figure (figure, ull_recorded_sum (picture, figure, FALSE));

  return g_strdup_printf (_("%s recorded, %s simulated"), recorded, simulated);
}

char *
ull_recorded_describe_moment (const UllTimelinePicture *picture, UllRecordedTraces traces, double seconds)
{
  g_autofree char *time = ull_format_seconds (seconds);
  GString *out = g_string_new (time);

  for (guint i = 0; i < ULL_N_RECORDED_FIGURES; i++)
    {
      UllRecordedFigure figure = (UllRecordedFigure) i;
      g_autofree char *one = NULL, *other = NULL;

      if (traces[i][TRUE] == NULL)
        continue;
      one = format_figure (figure, find_at (traces[i][TRUE], seconds));
      other = format_figure (figure, seconds <= picture->end ? find_at (traces[i][FALSE], seconds) : NAN);
      g_string_append (out, out->len == strlen (time) ? ": " : "; ");
      g_string_append_printf (out, _("%s %s recorded, %s simulated"), ull_recorded_get_title (figure), one, other);
    }
  g_string_append_c (out, '.');
  return g_string_free (out, FALSE);
}

static const char *
get_name (const UllTimelinePicture *picture)
{
  return picture->recorded_name != NULL ? picture->recorded_name : _("The recorded series");
}

char *
ull_recorded_describe_rest (const UllTimelinePicture *picture)
{
  double axis = ull_timeline_find_end (picture), end = picture->n_recorded > 0 ? picture->recorded[picture->n_recorded - 1].time : 0;
  g_autofree char *idle = ull_format_seconds (picture->recorded_idle), *all = ull_format_seconds (end), *until = ull_format_seconds (axis);
  const char *name = get_name (picture);
  g_autofree char *before
    = picture->recorded_idle > 0 ? g_strdup_printf (_("Of %s the first %s, in which nothing ran, are left out."), name, idle) : NULL;
  g_autofree char *after
    = end > axis ? g_strdup_printf (_("%s goes on until %s; what comes after %s is in the table alone."), name, all, until) : NULL;

  if (before == NULL)
    return g_steal_pointer (&after);
  return g_strjoin (" ", before, after, NULL);
}

char *
ull_recorded_chart_describe (const UllTimelinePicture *picture)
{
  g_autofree char *common = ull_format_seconds (ull_recorded_find_common (picture)), *rest = ull_recorded_describe_rest (picture);
  GString *out;
  gboolean any = FALSE;

  if (picture->n == 0)
    return g_strdup (_("No level is played."));
  if (picture->n_recorded == 0)
    return g_strdup (_("No series is open."));
  if (ull_recorded_find_common (picture) <= 0)
    return g_strdup_printf (_("%s over what was simulated. There is no time that both have, and so no mean."), get_name (picture));
  out = g_string_new (NULL);
  g_string_append_printf (out, _("%s over what was simulated. Means over the first %s, which both have:"), get_name (picture), common);
  for (guint i = 0; i < ULL_N_RECORDED_FIGURES; i++)
    {
      g_autofree char *compared = NULL;

      if (!ull_recorded_has (picture, (UllRecordedFigure) i))
        continue;
      compared = ull_recorded_compare (picture, (UllRecordedFigure) i);
      g_string_append_printf (out, "%s %s: %s", any ? ";" : "", ull_recorded_get_title ((UllRecordedFigure) i), compared);
      any = TRUE;
    }
  if (!any)
    g_string_append_printf (out, " %s", _("nothing was recorded"));
  g_string_append_c (out, '.');
  if (rest != NULL)
    g_string_append_printf (out, " %s", rest);
  return g_string_free (out, FALSE);
}
