#include "ull-drill-private.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>

/* Kinds are drawn by the boxes they are in. After a slip that has a name, two more of the same kind come first. A kind that the
 * scenario has no question of is found out by trying, so that there is no list of what goes with what. */

#define TRIES 64
#define AGAIN 2

struct _UllDrills
{
  UllScenario *scenario;
  guint level;
  UllRandom random;
  UllDrillBoxes boxes;
  UllDrillKind last;
  guint again;      /* drills of the last kind that are still to come for a slip's sake */
  UllSlipId slip;   /* that slip */
  gboolean can[ULL_N_DRILL_KINDS];
  guint number;
};

static UllQuestion *
try_kind (UllDrills *drills, UllDrillKind kind)
{
  UllQuestion *question = NULL;

  for (guint i = 0; i < TRIES && question == NULL; i++)
    question = ull_drill_make (kind, drills->scenario, drills->level, drills->number, &drills->random);
  return question;
}

UllDrills *
ull_drills_new (UllScenario *scenario, guint level, guint64 seed, GError **error)
{
  g_autoptr (UllDrills) drills = g_new0 (UllDrills, 1);
  gboolean any = FALSE;

  g_return_val_if_fail (level >= 1 && level <= ULL_DRILL_LEVELS, NULL);

  drills->scenario = ull_scenario_ref (scenario);
  drills->level = level;
  drills->slip = ULL_N_SLIPS;
  ull_random_init (&drills->random, seed);
  for (int kind = 0; kind < ULL_N_DRILL_KINDS; kind++)
    {
      g_autoptr (UllQuestion) question = ull_drill_is_of_level ((UllDrillKind) kind, level) ? try_kind (drills, (UllDrillKind) kind) : NULL;

      drills->can[kind] = question != NULL;
      any |= drills->can[kind];
    }
  if (any)
    return g_steal_pointer (&drills);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("nothing can be asked about this: no request fits, or none takes memory"));
  return NULL;
}

void
ull_drills_free (UllDrills *drills)
{
  g_clear_pointer (&drills->scenario, ull_scenario_unref);
  g_free (drills);
}

static guint
weight_of (const UllDrills *drills, int kind)
{
  return drills->can[kind] ? 1u << (ULL_DRILL_BOXES - 1 - drills->boxes.kind[kind]) : 0;
}

static UllDrillKind
draw_kind (UllDrills *drills)
{
  guint64 sum = 0, draw;
  int kind = 0;

  for (int i = 0; i < ULL_N_DRILL_KINDS; i++)
    sum += weight_of (drills, i);
  draw = ull_random_below (&drills->random, sum);
  while (draw >= weight_of (drills, kind))
    draw -= weight_of (drills, kind++);
  return (UllDrillKind) kind;
}

UllQuestion *
ull_drills_next (UllDrills *drills)
{
  UllQuestion *question = NULL;

  drills->number++;
  while (question == NULL)
    {
      UllDrillKind kind = drills->again > 0 ? drills->last : draw_kind (drills);

      question = try_kind (drills, kind);
      drills->last = kind;
      if (drills->again > 0)
        drills->again--;
      else
        drills->slip = ULL_N_SLIPS;
    }
  return question;
}

void
ull_drills_answered (UllDrills *drills, const UllGrade *grade)
{
  guint8 *box = &drills->boxes.kind[drills->last];
  UllSlipId slip = grade->slip != NULL ? ull_slip_from_id (grade->slip) : ULL_N_SLIPS;

  if (grade->right)
    {
      *box = (guint8) MIN (*box + 1, ULL_DRILL_BOXES - 1);
      if (drills->slip != ULL_N_SLIPS && drills->boxes.slip[drills->slip] > 0)
        drills->boxes.slip[drills->slip]--;
      return;
    }
  *box = 0;
  if (slip == ULL_N_SLIPS)
    return;
  drills->boxes.slip[slip] = (guint8) MIN (drills->boxes.slip[slip] + 1, ULL_DRILL_BOXES);
  drills->slip = slip;
  drills->again = AGAIN;
}

const UllDrillBoxes *
ull_drills_get_boxes (const UllDrills *drills)
{
  return &drills->boxes;
}

void
ull_drills_set_boxes (UllDrills *drills, const UllDrillBoxes *boxes)
{
  for (int i = 0; i < ULL_N_DRILL_KINDS; i++)
    drills->boxes.kind[i] = MIN (boxes->kind[i], ULL_DRILL_BOXES - 1);
  for (int i = 0; i < ULL_N_SLIPS; i++)
    drills->boxes.slip[i] = MIN (boxes->slip[i], ULL_DRILL_BOXES);
}

char *
ull_drills_dup_reason (const UllDrills *drills)
{
  if (drills->slip == ULL_N_SLIPS)
    return NULL;
  /* Translators: "The last one was query heads for KV heads: two more of its kind." */
  return g_strdup_printf (_("You took %s: two more of the kind."), ull_slip_get_name (drills->slip));
}

GPtrArray *
ull_drills_sheet (UllScenario *scenario, guint level, guint64 seed, guint n, GError **error)
{
  g_autoptr (UllDrills) drills = ull_drills_new (scenario, level, seed, error);
  GPtrArray *sheet;

  if (drills == NULL)
    return NULL;
  sheet = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_question_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (sheet, ull_drills_next (drills));
  return sheet;
}
