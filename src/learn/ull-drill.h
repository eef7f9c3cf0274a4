#pragma once

#include "ull-question.h"

#include "ull-random.h"

G_BEGIN_DECLS

/* Drills: questions without end about any model, card and engine. What one misses comes back sooner, and near the boundary is
 * asked as often as far from it. The same seed gives the same drills, so that a class has one sheet. */

#define ULL_DRILL_LEVELS 3

/* What is drilled: each has a box of its own. */
typedef enum
{
  ULL_DRILL_PER_TOKEN,
  ULL_DRILL_REQUEST,
  ULL_DRILL_FITS,
  ULL_DRILL_POOL,
  ULL_DRILL_TOKENS,
  ULL_DRILL_REQUESTS,
  ULL_DRILL_LEVER,
  ULL_DRILL_FACTOR,
  ULL_DRILL_LIMIT,
  ULL_N_DRILL_KINDS,
} UllDrillKind;

/* Boxes as Leitner has them: a right answer moves a kind one box up, a wrong one back to the first, and each box is drawn from
 * half as often as the one below. */
#define ULL_DRILL_BOXES 5

typedef struct
{
  guint8 kind[ULL_N_DRILL_KINDS]; /* 0: missed, or new */
  guint8 slip[ULL_N_SLIPS];       /* how often it was made lately: at most ULL_DRILL_BOXES */
} UllDrillBoxes;

typedef struct _UllDrills UllDrills;

/* @level: 1 to ULL_DRILL_LEVELS. Level 1 asks of one step of the sum, 2 of the budget and what fits, 3 of levers and limits,
 * several cards and blocks. NULL with an error where the scenario has no plan or nothing fits in it at all. */
UllDrills *ull_drills_new (UllScenario *scenario, guint level, guint64 seed, GError **error);
void ull_drills_free (UllDrills *drills);
/* (transfer full). Never NULL. */
UllQuestion *ull_drills_next (UllDrills *drills);
/* What the answer to the last one was: where the next are drawn from. */
void ull_drills_answered (UllDrills *drills, const UllGrade *grade);
/* (transfer none). A copy can be kept and given back. */
const UllDrillBoxes *ull_drills_get_boxes (const UllDrills *drills);
void ull_drills_set_boxes (UllDrills *drills, const UllDrillBoxes *boxes);
/* Why this one, where there is a reason: "You used query heads for KV heads." (transfer full) (nullable) */
char *ull_drills_dup_reason (const UllDrills *drills);

/* What is to be known of model, card and engine to answer drills about @scenario on paper: a line each. (transfer full) */
char *ull_drill_dup_facts (const UllScenario *scenario);

/* @n questions and their answers. (transfer full) (element-type UllQuestion) */
GPtrArray *ull_drills_sheet (UllScenario *scenario, guint level, guint64 seed, guint n, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllDrills, ull_drills_free)

G_END_DECLS
