#include "ull-chart-move.h"

#include "ull-lever.h"
#include "ull-units.h"

#include <math.h>

/* A place is turned back into values by the scales that the picture was drawn with. The load line's level, in bytes from
 * the bottom of the card, is what the driver keeps + allocatable * utilisation - headroom; so
 *
 *   utilisation = (level - driver + headroom) / allocatable                                                              */

/* Of the utilisation, in ppm: the least that is typed. */
#define EXACT_FRACTION (ULL_PPM_ONE / 1000)

typedef struct
{
  gint64 first, last;
} Bounds;

/* Of an axis from @min to @max, and of the lever's field. */
static Bounds
bounds_of (UllFieldId id, double min, double max)
{
  const UllField *field = ull_field_get (id);
  Bounds bounds = { MAX (field->min, (gint64) ceil (min)), MIN (field->max, (gint64) floor (max)) };

  bounds.last = MAX (bounds.first, bounds.last);
  return bounds;
}

static gint64
round_within (UllLeverId lever, double value, Bounds bounds)
{
  gint64 whole = (gint64) llround (CLAMP (value, (double) bounds.first, (double) bounds.last));

  return CLAMP (ull_lever_round (lever, whole), bounds.first, bounds.last);
}

/* A lever that may not stand at the value keeps its own: the other one moves all the same. */
static UllScenario *
with (UllScenario *taken, UllFieldId field, gint64 value)
{
  g_autoptr (UllScenario) scenario = taken;
  UllScenario *moved = NULL;

  if (scenario->value[field] != value)
    moved = ull_scenario_with (scenario, field, value, NULL, NULL);
  return moved != NULL ? moved : g_steal_pointer (&scenario);
}

static UllScenario *
unless_same (UllScenario *taken, const UllScenario *before)
{
  g_autoptr (UllScenario) scenario = taken;

  return scenario == before ? NULL : g_steal_pointer (&scenario);
}

static UllScenario *
set_point (UllScenario *scenario, gint64 tokens, gint64 requests)
{
  UllScenario *moved = with (ull_scenario_ref (scenario), ULL_FIELD_CONTEXT, tokens);

  return unless_same (with (moved, ULL_FIELD_CONCURRENCY, requests), scenario);
}

static UllScenario *
set_line (UllScenario *scenario, gint64 ppm)
{
  return unless_same (with (ull_scenario_ref (scenario), ULL_FIELD_UTILIZATION, ppm), scenario);
}

static double
utilization_at (const UllBudget *given, double level)
{
  double driver = given->term[ULL_TERM_DRIVER].present ? (double) given->term[ULL_TERM_DRIVER].bytes : 0;
  double headroom = given->term[ULL_TERM_HEADROOM].present ? (double) given->term[ULL_TERM_HEADROOM].bytes : 0;

  return (level - driver + headroom) / (double) MAX (given->allocatable, 1) * ULL_PPM_ONE;
}

/* A hundredth is the least that a slider lands on. */
static Bounds
fractions (gint64 least)
{
  return (Bounds) { least, ULL_PPM_ONE };
}

UllScenario *
ull_chart_move_to (const UllDisclosure *disclosure, const UllFrame *frame, double x, double y)
{
  if (frame->grip == ULL_GRIP_POINT)
    return set_point (disclosure->scenario,
                      round_within (ULL_LEVER_CONTEXT, ull_scale_unmap (&frame->x, x),
                                    bounds_of (ULL_FIELD_CONTEXT, frame->x.min, frame->x.max)),
                      round_within (ULL_LEVER_CONCURRENCY, ull_scale_unmap (&frame->y, y),
                                    bounds_of (ULL_FIELD_CONCURRENCY, frame->y.min, frame->y.max)));
  if (frame->grip == ULL_GRIP_LINE)
    return set_line (disclosure->scenario,
                     round_within (ULL_LEVER_UTILIZATION,
                                   utilization_at (&disclosure->given, ull_scale_unmap (&frame->y, y)),
                                   fractions (ULL_PPM_ONE / 100)));
  return NULL;
}

static gint64
step (UllLeverId lever, gint64 value, int steps, gint64 exact, Bounds bounds)
{
  int direction = steps > 0 ? 1 : -1;

  if (steps != 0 && exact > 0)
    return CLAMP (value + steps * exact, bounds.first, bounds.last);
  for (; steps != 0; steps -= direction)
    value = CLAMP (ull_lever_round_next (lever, value, direction), bounds.first, bounds.last);
  return value;
}

UllScenario *
ull_chart_move_by (const UllDisclosure *disclosure, const UllFrame *frame, int across, int up, gboolean exact)
{
  UllScenario *scenario = disclosure->scenario;
  const UllExtent *whole = &frame->whole;

  if (frame->grip == ULL_GRIP_POINT)
    return set_point (scenario,
                      step (ULL_LEVER_CONTEXT, scenario->value[ULL_FIELD_CONTEXT], across, exact ? 1 : 0,
                            bounds_of (ULL_FIELD_CONTEXT, whole->x_min, whole->x_max)),
                      step (ULL_LEVER_CONCURRENCY, scenario->value[ULL_FIELD_CONCURRENCY], up, exact ? 1 : 0,
                            bounds_of (ULL_FIELD_CONCURRENCY, whole->y_min, whole->y_max)));
  if (frame->grip == ULL_GRIP_LINE)
    return set_line (scenario, step (ULL_LEVER_UTILIZATION, scenario->value[ULL_FIELD_UTILIZATION], up,
                                     exact ? EXACT_FRACTION : 0, fractions (exact ? EXACT_FRACTION : ULL_PPM_ONE / 100)));
  return NULL;
}
