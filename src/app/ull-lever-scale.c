#include "ull-lever.h"

#include "ull-units.h"

#include <math.h>

/* Three kinds of slider. LOG: the position is the binary logarithm of the value. LINEAR: the position is the value in
 * the unit of its ticks. STOPS: the position is the index of a stop; a value between two stops stands between them.
 *
 * A slider only ever lands on round values; any other value is typed and the slider shows where it lies. Round on a
 * logarithmic slider is a sixteenth of the octave, so that every value has at most five significant binary digits. */

typedef enum
{
  SCALE_LOG,
  SCALE_LINEAR,
  SCALE_STOPS,
} ScaleKind;

typedef struct
{
  ScaleKind kind;
  gint64 unit;  /* LINEAR: value of position 1 */
  gint64 round; /* LINEAR: values a drag lands on */
} ScaleInfo;

/* What a kind of setting runs over, unless its lever says otherwise. */
static const ScaleInfo of_kind[] = {
  [ULL_KIND_COUNT] = { SCALE_LOG, 1, 1 },   [ULL_KIND_SIZE] = { SCALE_LINEAR, ULL_GIB, ULL_GIB / 16 },
  [ULL_KIND_DTYPE] = { SCALE_STOPS, 1, 1 }, [ULL_KIND_FRACTION] = { SCALE_LINEAR, ULL_PPM_ONE, ULL_PPM_ONE / 100 },
  [ULL_KIND_BOOL] = { SCALE_STOPS, 1, 1 },  [ULL_KIND_CHOICE] = { SCALE_STOPS, 1, 1 },
  [ULL_KIND_VERSION] = { SCALE_STOPS, 1, 1 },
};

static ScaleInfo
get_info (UllLeverId id)
{
  if (id == ULL_LEVER_WEIGHTS || id == ULL_LEVER_AVAILABLE)
    return (ScaleInfo) { SCALE_LOG, 1, 1 };
  if (id >= (UllLeverId) ULL_N_FIELDS || id == ULL_LEVER_KV_HEADS || id == ULL_LEVER_BLOCK_SIZE || id == ULL_LEVER_TP)
    return (ScaleInfo) { SCALE_STOPS, 1, 1 };
  return of_kind[ull_field_get ((UllFieldId) id)->kind];
}

gboolean
ull_lever_scale_equal (const UllLeverScale *a, const UllLeverScale *b)
{
  if (a->id != b->id || a->n_stops != b->n_stops)
    return FALSE;
  for (guint i = 0; i < a->n_stops; i++)
    if (a->stop[i].position != b->stop[i].position || a->stop[i].value != b->stop[i].value ||
        a->stop[i].hollow != b->stop[i].hollow)
      return FALSE;
  return TRUE;
}

/* What a stop is ordered by: a format by its width, anything else by its value. */
static double
weigh (UllLeverId id, gint64 value)
{
  const UllDtypeInfo *info;

  if (id != ULL_LEVER_KV_DTYPE && (id >= (UllLeverId) ULL_N_FIELDS || ull_field_get ((UllFieldId) id)->kind != ULL_KIND_DTYPE))
    return (double) value;
  info = ull_dtype_info ((UllDtype) value);
  return -(double) info->block_bytes / (double) info->block_elements;
}

static double
position_between_stops (const UllLeverScale *scale, gint64 value)
{
  double weight = weigh (scale->id, value);

  for (guint i = 0; i < scale->n_stops; i++)
    if (scale->stop[i].value == value)
      return scale->stop[i].position;
  for (guint i = 0; i < scale->n_stops; i++)
    {
      double here = weigh (scale->id, scale->stop[i].value);
      double before = i > 0 ? weigh (scale->id, scale->stop[i - 1].value) : here;

      if (weight > here)
        continue;
      if (i == 0 || weight == here)
        return scale->stop[i].position;
      return scale->stop[i - 1].position + (weight - before) / (here - before)
                                             * (scale->stop[i].position - scale->stop[i - 1].position);
    }
  return scale->n_stops > 0 ? scale->upper : scale->lower;
}

double
ull_lever_scale_position (const UllLeverScale *scale, const UllScenario *scenario)
{
  ScaleInfo info = get_info (scale->id);
  gint64 value = ull_lever_get_value (scale->id, scenario);
  double position;

  if (info.kind == SCALE_LOG && value < scale->least)
    position = scale->lower + (double) value / (double) scale->least;
  else if (info.kind == SCALE_LOG)
    position = log2 ((double) MAX (value, 1));
  else if (info.kind == SCALE_LINEAR)
    position = (double) value / (double) info.unit;
  else
    position = position_between_stops (scale, value);
  return CLAMP (position, scale->lower, scale->upper);
}

/* The distance of round values about @value. */
static gint64
granule_at (gint64 value)
{
  gint64 granule = 1;

  while (value / granule >= 32)
    granule *= 2;
  return granule;
}

static guint
nearest (const UllLeverScale *scale, double position)
{
  guint best = 0;

  for (guint i = 1; i < scale->n_stops; i++)
    if (fabs (scale->stop[i].position - position) < fabs (scale->stop[best].position - position))
      best = i;
  return best;
}

gint64
ull_lever_round (UllLeverId id, gint64 value)
{
  ScaleInfo info = get_info (id);
  gint64 granule = info.kind == SCALE_LINEAR ? info.round : granule_at (value);

  return (value + granule / 2) / granule * granule;
}

gint64
ull_lever_scale_value (const UllLeverScale *scale, double position)
{
  ScaleInfo info = get_info (scale->id);

  position = CLAMP (position, scale->lower, scale->upper);
  if (info.kind == SCALE_STOPS)
    return scale->stop[nearest (scale, position)].value;
  if (info.kind == SCALE_LINEAR)
    return (gint64) llround (position * (double) info.unit / (double) info.round) * info.round;
  if (scale->least > 0 && position < scale->lower + 1)
    return position < scale->lower + 0.5 ? 0 : scale->least;
  return ull_lever_round (scale->id, (gint64) llround (exp2 (position)));
}

static gint64
step_to_stop (const UllLeverScale *scale, double position, int direction)
{
  const double epsilon = 1e-9;

  if (direction > 0)
    for (guint i = 0; i < scale->n_stops; i++)
      if (!scale->stop[i].hollow && scale->stop[i].position > position + epsilon)
        return scale->stop[i].value;
  if (direction < 0)
    for (guint i = scale->n_stops; i > 0; i--)
      if (!scale->stop[i - 1].hollow && scale->stop[i - 1].position < position - epsilon)
        return scale->stop[i - 1].value;
  return scale->stop[nearest (scale, position)].value;
}

/* From a value that is not round, the nearest round one on that side. */
gint64
ull_lever_round_next (UllLeverId id, gint64 value, int direction)
{
  ScaleInfo info = get_info (id);
  gint64 granule;

  if (info.kind == SCALE_LINEAR)
    granule = info.round;
  else
    granule = granule_at (direction > 0 ? value : MAX (value - 1, 1));
  return direction > 0 ? (value / granule + 1) * granule : (value - 1) / granule * granule;
}

/* Within the slider's ends; below the least value of one that begins with none there is none. */
static gint64
step_round (const UllLeverScale *scale, gint64 value, int direction)
{
  if (scale->least > 0 && (direction > 0 ? value < scale->least : value <= scale->least))
    return direction > 0 ? scale->least : 0;
  return CLAMP (ull_lever_round_next (scale->id, value, direction), scale->stop[0].value,
                scale->stop[scale->n_stops - 1].value);
}

gint64
ull_lever_scale_step (const UllLeverScale *scale, const UllScenario *scenario, UllLeverStep step)
{
  int direction = step == ULL_STEP_MORE || step == ULL_STEP_STOP_AFTER ? 1 : -1;
  gint64 value = ull_lever_get_value (scale->id, scenario);

  g_return_val_if_fail (scale->n_stops > 0, value);

  if (step == ULL_STEP_FIRST)
    return scale->stop[0].value;
  if (step == ULL_STEP_LAST)
    return scale->stop[scale->n_stops - 1].value;
  if (get_info (scale->id).kind == SCALE_STOPS || step == ULL_STEP_STOP_AFTER || step == ULL_STEP_STOP_BEFORE)
    return step_to_stop (scale, ull_lever_scale_position (scale, scenario), direction);
  return step_round (scale, value, direction);
}
