/* The other cards of the group that one vessel is of, thin beside it: those of its stage are like it, those of another stage hold
 * other layers, and the same number of blocks, which are not of the same bytes there. Each stands for its own card up to as many
 * as are told apart; how many there are is written above them. */
#include "ull-vessel.h"

#include "ull-engine.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define THIN 5.0
#define APART 4.0
#define MOST 7
/* em of the whole width, below which there is no room. */
#define LEAST_WIDTH 26.0

/* What a card of the stage holds when the plan's requests run. FALSE where that is not known. */
static gboolean
fill_group (UllOtherCards *cards, const UllDisclosure *disclosure)
{
  const UllPlan *plan = disclosure->plan;
  const UllLayout *layout = &plan->layout;
  gint64 blocks;
  UllBudget budget;

  if (cards->stage >= ULL_MAX_STAGE_BYTES || layout->block_bytes == 0 ||
      !ull_engine_stage_budget (disclosure->scenario, cards->stage, &budget))
    return FALSE;
  blocks = plan->demand_bytes / layout->block_bytes;
  cards->below = budget.term[ULL_TERM_DRIVER].bytes + budget.outside + MIN (budget.fixed, budget.line);
  cards->room = disclosure->scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET ? budget.pool : plan->budget.pool;
  if (!ull_mul (blocks, layout->stage_bytes[cards->stage], &cards->used))
    cards->used = cards->room;
  cards->used = MIN (cards->used, cards->room);
  return TRUE;
}

void
ull_other_cards_init (UllOthers *others, const UllStack *stack, const UllDisclosure *disclosure)
{
  const UllLayout *layout = &disclosure->plan->layout;
  UllOtherCards alike = { .stage = layout->stage - 1, .cards = layout->tp - 1 };

  others->n = 0;
  others->cards = layout->tp * layout->stages - 1;
  alike.room = MAX (disclosure->plan->layout.pool, 0);
  alike.used = MIN (disclosure->plan->demand_bytes + disclosure->plan->retained_bytes, alike.room);
  alike.below = MAX (stack->line - alike.room, 0);
  for (gint64 stage = 0; stage < layout->stages && others->n < G_N_ELEMENTS (others->group); stage++)
    {
      UllOtherCards *group = &others->group[others->n];

      *group = stage == alike.stage ? alike : (UllOtherCards) { .stage = stage, .cards = layout->tp };
      if (group->cards > 0 && (stage == alike.stage || fill_group (group, disclosure)))
        others->n++;
    }
}

/* As many as are drawn of a group: all groups in turn, until there is no more room. */
static guint
count_drawn (const UllOthers *others, guint i)
{
  guint share = MAX (MOST / MAX (others->n, 1), 1);

  return i >= MOST ? 0 : (guint) MIN (others->group[i].cards, share);
}

static char *
count_text (const UllOthers *others)
{
  g_autofree char *count = ull_format_count (others->cards);

  /* Translators: cards beside the one that is drawn. */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s other", "%s others", (gulong) others->cards), count);
}

double
ull_vessel_others_width (UllVessel *vessel, double whole)
{
  const UllDraft *draft = vessel->draft;
  g_autofree char *text = NULL;
  guint drawn = 0;

  vessel->others.n = 0;
  if (!vessel->answered)
    return 0;
  ull_other_cards_init (&vessel->others, &vessel->stack, draft->disclosure);
  if (vessel->others.n == 0 || whole < LEAST_WIDTH * draft->em)
    {
      vessel->others.n = 0;
      return 0;
    }
  for (guint i = 0; i < vessel->others.n; i++)
    drawn += count_drawn (&vessel->others, i);
  text = count_text (&vessel->others);
  return MAX (drawn * (THIN + APART), ull_text_width (draft->context, text, draft->tick, 400)) + 8;
}

static void
draw_thin (UllVessel *vessel, const UllOtherCards *group, double x)
{
  const UllLook look = vessel->draft->spec->look;
  double below = round (ull_vessel_y (vessel, (double) group->below));
  double level = round (ull_vessel_y (vessel, (double) (group->below + group->used)));
  double line = round (ull_vessel_y (vessel, (double) (group->below + group->room)));
  UllMark *mark = ull_vessel_rect (vessel, "other-ground", x, vessel->rim, THIN, vessel->zero - vessel->rim);

  mark->fill = ull_draft_ink (vessel->draft, ULL_INK_GROUND);
  mark = ull_vessel_rect (vessel, "other-below", x, below, THIN, vessel->zero - below);
  mark->fill = ull_palette_area (look, ULL_AREA_WEIGHTS).fill;
  if (below - level >= 1)
    {
      mark = ull_vessel_rect (vessel, "other-used", x, level, THIN, below - level);
      mark->fill = ull_palette_area (look, ULL_AREA_IN_FLIGHT).fill;
    }
  mark = ull_scene_add_path (vessel->draft->scene, "other-wall");
  mark->stroke = ull_draft_ink (vessel->draft, ULL_INK_WALL);
  mark->line_width = 1;
  ull_vessel_point (vessel, x - 0.5, vessel->rim);
  ull_vessel_point (vessel, x - 0.5, vessel->zero + 0.5);
  ull_vessel_point (vessel, x + THIN + 0.5, vessel->zero + 0.5);
  ull_vessel_point (vessel, x + THIN + 0.5, vessel->rim);
  mark = ull_vessel_rect (vessel, "other-line", x - 2, line - 1, THIN + 4, 2);
  mark->fill = ull_draft_ink (vessel->draft, ULL_INK_TEXT);
}

void
ull_vessel_draw_others (UllVessel *vessel)
{
  UllDraft *draft = vessel->draft;
  g_autofree char *text = NULL;
  double left = vessel->others_left, x = floor (left) + 2;

  if (vessel->others.n == 0)
    return;
  text = count_text (&vessel->others);
  ull_vessel_text (vessel, "others", left, draft->top + 0.8 * draft->em, text, draft->tick, 400, ULL_ANCHOR_START, ULL_INK_DIM);
  for (guint i = 0; i < vessel->others.n; i++)
    {
      guint drawn = count_drawn (&vessel->others, i);
      double width = drawn * (THIN + APART) - APART, start = x;

      for (guint k = 0; k < drawn; k++, x += THIN + APART)
        draw_thin (vessel, &vessel->others.group[i], x);
      if (drawn > 0)
        ull_scene_add_spot (draft->scene, "others", ull_vessel_x (vessel, draft->spec->rtl ? start + width : start), vessel->rim,
                            width, vessel->zero - vessel->rim, ull_other_cards_describe (&vessel->others.group[i], draft->disclosure),
                            -1);
    }
}

char *
ull_other_cards_describe (const UllOtherCards *cards, const UllDisclosure *disclosure)
{
  const UllLayout *layout = &disclosure->plan->layout;
  g_autofree char *count = ull_format_count (cards->cards), *stage = ull_format_count (cards->stage + 1);
  g_autofree char *below = ull_format_gib (cards->below), *used = ull_format_gib (cards->used);
  g_autofree char *room = ull_format_gib (cards->room);

  if (cards->stage + 1 == layout->stage)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s other card like this one.", "%s other cards like this one.",
                                         (gulong) cards->cards),
                            count);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s card of stage %s: %s of cache in a pool of %s, above %s of all else.",
                                       "%s cards of stage %s: each %s of cache in a pool of %s, above %s of all else.",
                                       (gulong) cards->cards),
                          count, stage, used, room, below);
}
