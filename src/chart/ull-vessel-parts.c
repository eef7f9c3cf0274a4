/* The parts between the walls. Bounds are whole pixels, so that edges are sharp: a part is off by less than a pixel,
 * or, where it would be thinner than 2 px, as thick as that at its neighbours' cost. The load line and the rim are
 * never moved. Between two filled parts 2 px of ground are left free, at the top of the lower one. */
#include "ull-vessel.h"

#include "ull-units.h"

#include <math.h>

#define LEAST 2.0
#define LEAST_OPEN 4.0 /* of a part of the weights, for a line beside it */
#define GAP 2.0
#define CORNER 7.5 /* inner radius of the vessel's bottom */
#define REQUEST_LEAST 6.0 /* pixels from which requests are told apart */
#define MENISCUS 5.0

static gboolean
is_filled (const UllStackPart *part)
{
  return part->area != ULL_AREA_ULLAGE && part->area != ULL_AREA_NOT_GIVEN;
}

static double
gap_above (const UllStack *stack, guint i)
{
  const UllStackPart *part = &stack->part[i];

  /* The cache is one liquid: its rounding is a shade of it. The load line parts what touches it. */
  if (i + 1 == stack->n_parts || !is_filled (part) || !is_filled (part + 1) || part->area == ULL_AREA_IN_FLIGHT
      || part[1].level == stack->line)
    return 0;
  return GAP;
}

static void
set_edges (UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;
  double floor_y = vessel->zero;

  vessel->edge[0] = vessel->zero;
  for (guint i = 0; i < stack->n_parts; i++)
    {
      gint64 top = stack->part[i].level + stack->part[i].bytes;
      double y = round (ull_vessel_y (vessel, (double) top));

      floor_y = MIN (y, floor_y - LEAST - gap_above (stack, i));
      vessel->edge[i + 1] = top == stack->line || top == stack->card ? y : floor_y;
      floor_y = vessel->edge[i + 1];
    }
  for (guint i = stack->n_parts; i-- > 1;)
    if (stack->part[i].level != stack->line)
      vessel->edge[i] = MIN (vessel->zero, MAX (vessel->edge[i], vessel->edge[i + 1] + LEAST + gap_above (stack, i)));
}

/* How far the rounded bottom reaches in at a height. */
static double
inset_at (const UllVessel *vessel, double y)
{
  double above = vessel->zero - y;
  double rise = CORNER - above;

  return above >= CORNER ? 0 : CORNER - sqrt (MAX (0, CORNER * CORNER - rise * rise));
}

static UllMark *
add_slab (UllVessel *vessel, const char *id, double top, double bottom)
{
  UllMark *mark;

  if (vessel->zero - bottom >= CORNER || vessel->right - vessel->left < 2 * CORNER)
    return ull_vessel_rect (vessel, id, vessel->left, top, vessel->right - vessel->left, bottom - top);

  mark = ull_scene_add_path (vessel->draft->scene, id);
  mark->closed = TRUE;
  for (int i = 0; i <= 8; i++)
    {
      double y = MAX (top, vessel->zero - CORNER) + (bottom - MAX (top, vessel->zero - CORNER)) * i / 8;

      if (i == 0 && y > top)
        ull_vessel_point (vessel, vessel->left, top);
      ull_vessel_point (vessel, vessel->left + inset_at (vessel, y), y);
    }
  for (int i = 8; i >= 0; i--)
    {
      double y = MAX (top, vessel->zero - CORNER) + (bottom - MAX (top, vessel->zero - CORNER)) * i / 8;

      ull_vessel_point (vessel, vessel->right - inset_at (vessel, y), y);
      if (i == 0 && y > top)
        ull_vessel_point (vessel, vessel->right, top);
    }
  return mark;
}

static void
add_spot (UllVessel *vessel, const char *id, double top, double bottom, char *description, int step)
{
  double left = ull_vessel_x (vessel, vessel->draft->spec->rtl ? vessel->right : vessel->left);

  ull_scene_add_spot (vessel->draft->scene, id, left, top, vessel->right - vessel->left, bottom - top, description,
                      step);
}

/* The weights open into what they are for: a spot each, within their own, from the bottom up, and a hairline between those that
 * are thick enough to be told apart. */
static void
open_weights (UllVessel *vessel, double top, double bottom)
{
  static const char *const ids[ULL_N_WEIGHT_PARTS] = { "weights-embedding", "weights-attention", "weights-mlp", "weights-experts",
                                                       "weights-norms", "weights-head", "weights-draft", "weights-vision",
                                                       "weights-other" };
  const UllDisclosure *disclosure = vessel->draft->disclosure;
  const gint64 *bytes = disclosure->given.weight_part;
  double whole = 0, below = 0;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    whole += (double) bytes[i];
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      double from = bottom - below / MAX (whole, 1) * (bottom - top), to;

      if (bytes[i] <= 0)
        continue;
      below += (double) bytes[i];
      to = bottom - below / whole * (bottom - top);
      add_spot (vessel, ids[i], to, MAX (from, to + 1), ull_stack_describe_weights (disclosure, (UllWeightPart) i),
                ull_stack_weights_step (disclosure, (UllWeightPart) i));
      if (from - to >= LEAST_OPEN && to - top >= LEAST_OPEN)
        {
          UllMark *mark = ull_vessel_rect (vessel, "weights-part", vessel->left, round (to), vessel->right - vessel->left, 1);

          mark->fill = ull_draft_ink_alpha (vessel->draft, ULL_INK_GROUND, 0x80);
        }
    }
}

static void
draw_part (UllVessel *vessel, guint i)
{
  const UllStack *stack = &vessel->stack;
  const UllStackPart *part = &stack->part[i];
  UllAreaStyle style = ull_palette_area (vessel->draft->spec->look, part->area);
  double top = vessel->edge[i + 1];
  double bottom = vessel->edge[i];
  UllMark *mark = add_slab (vessel, part->id, top + gap_above (stack, i), bottom);

  mark->fill = style.fill;
  mark->pattern = style.pattern;
  mark->ink = style.ink;
  add_spot (vessel, part->id, top, bottom, ull_stack_describe_part (vessel->draft->disclosure, part), part->step);
  if (vessel->answered && g_str_equal (part->id, ull_term_get_id (ULL_TERM_WEIGHTS)))
    open_weights (vessel, top, bottom);
}

/* A level line across the vessel, a pixel thick on whole pixels. */
static UllMark *
add_rule (UllVessel *vessel, const char *id, double bytes, double inset)
{
  double y = floor (ull_vessel_y (vessel, bytes)) + 0.5;
  UllMark *mark = ull_scene_add_path (vessel->draft->scene, id);

  mark->line_width = 1;
  ull_vessel_point (vessel, vessel->left + inset, y);
  ull_vessel_point (vessel, vessel->right - inset, y);
  return mark;
}

static void
draw_requests (UllVessel *vessel, const UllStackPart *part)
{
  const UllPlan *plan = vessel->draft->disclosure->plan;
  gint64 each;
  double spacing;

  if (!ull_layout_exact_bytes (&plan->layout, plan->context, &each) || each <= 0)
    return;

  spacing = (double) (each - plan->shared_bytes) * vessel->per_byte;
  for (gint64 k = 1; spacing >= REQUEST_LEAST && k < plan->concurrency; k++)
    {
      /* Those that share a prefix hold it once. */
      gint64 height = k * each - MIN (k - 1, MAX (plan->layout.sharers - 1, 0)) * plan->shared_bytes;
      UllMark *mark;

      if (height >= part->bytes)
        break;
      mark = add_rule (vessel, "request", (double) (part->level + height), 0);
      gboolean dark = vessel->draft->spec->look == ULL_LOOK_DARK || vessel->draft->spec->look == ULL_LOOK_CONTRAST_DARK;

      mark->stroke = dark ? 0x00000066 : 0xffffff80;
    }
}

/* A dashed line for each request that still fits, where it would reach to. */
static void
draw_free_requests (UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;
  const UllPlan *plan = vessel->draft->disclosure->plan;
  gint64 more = plan->max_concurrency - plan->concurrency;
  double spacing = (double) (stack->request - plan->shared_bytes) * vessel->per_byte;

  if (plan->max_concurrency == G_MAXINT64 || spacing < REQUEST_LEAST || stack->refused)
    return;

  for (gint64 k = 1; k <= more; k++)
    {
      gint64 demand;
      double bytes;
      UllMark *mark;

      if (!ull_layout_demand_bytes (&plan->layout, plan->context, plan->concurrency + k, &demand))
        return;
      bytes = (double) stack->level + (double) (demand - plan->demand_bytes);
      if (ull_vessel_y (vessel, bytes) < vessel->line_y + 1.5)
        continue;
      mark = add_rule (vessel, "free-request", bytes, 4);
      mark->stroke = (ull_palette_area (vessel->draft->spec->look, ULL_AREA_IN_FLIGHT).fill & 0xffffff00) | 0xb0;
      mark->dash[0] = mark->dash[1] = 4;
    }
}

static void
draw_line_spots (UllVessel *vessel)
{
  const UllDisclosure *disclosure = vessel->draft->disclosure;
  const UllStack *stack = &vessel->stack;
  double top = MAX (vessel->ceiling, ull_vessel_y (vessel, (double) stack->line + (double) stack->overflow));

  add_spot (vessel, "load-line", vessel->line_y - 4, vessel->line_y + 4, ull_stack_describe_line (stack, disclosure),
            ull_stack_step (disclosure, ULL_STEP_GIVEN));
  if (stack->overflow > 0)
    add_spot (vessel, "overflow", MIN (top, vessel->line_y - LEAST), vessel->line_y,
              ull_stack_describe_overflow (stack, disclosure),
              ull_stack_step (disclosure, stack->weights_over ? ULL_STEP_POOL : ULL_STEP_ULLAGE));
}

void
ull_vessel_draw_parts (UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;
  gboolean line_done = FALSE;

  set_edges (vessel);
  for (guint i = 0; i < stack->n_parts; i++)
    {
      if (!line_done && stack->part[i].level >= stack->line)
        {
          draw_line_spots (vessel);
          line_done = TRUE;
        }
      draw_part (vessel, i);
      if (stack->part[i].area == ULL_AREA_IN_FLIGHT)
        draw_requests (vessel, &stack->part[i]);
      if (stack->part[i].area == ULL_AREA_ULLAGE && vessel->answered)
        draw_free_requests (vessel);
    }
  if (!line_done)
    draw_line_spots (vessel);
}

/* The liquid creeps up both walls. */
static void
draw_meniscus (UllVessel *vessel, double level, double room)
{
  double rise = MIN (MENISCUS, room);
  double reach = MIN (9, (vessel->right - vessel->left) / 2);

  for (int side = 0; side < 2; side++)
    {
      double wall = side == 0 ? vessel->left : vessel->right;
      UllMark *mark = ull_scene_add_path (vessel->draft->scene, "meniscus");

      mark->closed = TRUE;
      mark->fill = ull_palette_area (vessel->draft->spec->look, ULL_AREA_IN_FLIGHT).fill;
      ull_vessel_point (vessel, wall, level);
      for (int i = 0; i <= 6; i++)
        {
          double t = i / 6.0;

          ull_vessel_point (vessel, wall + (side == 0 ? reach : -reach) * t, level - rise * (1 - t) * (1 - t));
        }
    }
}

static void
add_bar (UllVessel *vessel, double x, double high, double low, double width, guint32 colour)
{
  const double half = 5;

  for (int i = 0; i < 3; i++)
    {
      UllMark *mark = ull_scene_add_path (vessel->draft->scene, "uncertainty");

      mark->stroke = colour;
      mark->line_width = width;
      ull_vessel_point (vessel, i == 0 ? x : x - half, i == 2 ? low : high);
      ull_vessel_point (vessel, i == 0 ? x : x + half, i == 1 ? high : low);
    }
}

static void
draw_uncertainty (UllVessel *vessel)
{
  double high = ull_vessel_y (vessel, (double) vessel->stack.level_high);
  double low = ull_vessel_y (vessel, (double) vessel->stack.level_low);
  double x = vessel->right - MIN (23, (vessel->right - vessel->left) / 2);
  UllMark *mark;

  high = MAX (high, vessel->rim);
  low = MIN (low, vessel->zero);
  if (low - high < 1)
    return;

  mark = ull_vessel_rect (vessel, "uncertainty", vessel->left, high, vessel->right - vessel->left, low - high);
  mark->fill = ull_draft_ink_alpha (vessel->draft, ULL_INK_TEXT, 0x29); /* 16 % */
  add_bar (vessel, x, high, low, 4, ull_draft_ink (vessel->draft, ULL_INK_GROUND));
  add_bar (vessel, x, high, low, 1.5, ull_draft_ink (vessel->draft, ULL_INK_TEXT));
}

void
ull_vessel_draw_level (UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;

  for (guint i = 1; i < stack->n_parts; i++)
    {
      const UllStackPart *below = &stack->part[i - 1];

      if (stack->part[i].area == ULL_AREA_ULLAGE
          && (below->area == ULL_AREA_IN_FLIGHT || below->area == ULL_AREA_WASTE))
        draw_meniscus (vessel, vessel->edge[i], vessel->edge[i] - vessel->edge[i + 1]);
    }
  draw_uncertainty (vessel);
}
