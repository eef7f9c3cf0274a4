#include "ull-ghost.h"

/* The pinned pool as a dashed outline in the vessel, from its first byte to its load line, and the level of what is in
 * use. Levels are bytes of the pinned scenario's own card, on the present card's scale; of a much larger card only what
 * lies within twice the present one is drawn, and the outline is open at the top. Under every dash runs a wider line in
 * the ground's colour, since the areas behind it are of every tone. */

#define INSET 5.0
#define ALPHA 0x99 /* 60 % */

static const double dashes[4] = { 5, 3, 0, 0 };

double
ull_ghost_top (const UllDisclosure *disclosure)
{
  UllStack stack;

  if (!ull_disclosure_has_ghost (disclosure) || !ull_stack_init (&stack, disclosure->ghost))
    return 0;
  return (double) stack.line;
}

static double
clamped_y (const UllVessel *vessel, gint64 bytes)
{
  double y = ull_vessel_y (vessel, (double) bytes);

  return CLAMP (y, vessel->ceiling, vessel->zero);
}

double
ull_ghost_level_y (const UllVessel *vessel)
{
  UllStack stack;

  if (!ull_stack_init (&stack, vessel->draft->disclosure->ghost))
    return vessel->zero;
  return clamped_y (vessel, stack.level);
}

static void
add_line (UllVessel *vessel, const UllCurvePoint *points, guint n, guint32 colour, double width, gboolean dashed)
{
  UllMark *mark = ull_scene_add_path (vessel->draft->scene, "ghost");

  mark->stroke = colour;
  mark->line_width = width;
  for (guint i = 0; dashed && i < G_N_ELEMENTS (dashes); i++)
    mark->dash[i] = dashes[i];
  for (guint i = 0; i < n; i++)
    ull_vessel_point (vessel, points[i].x, points[i].y);
}

static void
draw_line (UllVessel *vessel, const UllCurvePoint *points, guint n)
{
  UllLook look = vessel->draft->spec->look;
  guint32 hue = ull_palette_area (look, ULL_AREA_IN_FLIGHT).fill;

  add_line (vessel, points, n, ull_draft_ink_alpha (vessel->draft, ULL_INK_GROUND, 0xd0), 4, FALSE);
  add_line (vessel, points, n, (hue & 0xffffff00) | ALPHA, 2, TRUE);
}

void
ull_ghost_draw_pool (UllVessel *vessel)
{
  const UllDisclosure *disclosure = vessel->draft->disclosure;
  double inset = MIN (INSET, (vessel->right - vessel->left) / 4);
  double left = vessel->left + inset, right = vessel->right - inset;
  double bottom, top, level;
  UllStack stack;

  if (!ull_disclosure_has_ghost (disclosure) || !ull_stack_init (&stack, disclosure->ghost))
    return;
  bottom = clamped_y (vessel, stack.demand_level);
  top = clamped_y (vessel, stack.line);
  level = clamped_y (vessel, stack.level);
  if (bottom <= vessel->ceiling)
    return;
  if (ull_vessel_y (vessel, (double) stack.line) < vessel->ceiling)
    draw_line (vessel, (UllCurvePoint[]) { { left, top }, { left, bottom }, { right, bottom }, { right, top } }, 4);
  else
    draw_line (vessel,
               (UllCurvePoint[]) { { left, top }, { left, bottom }, { right, bottom }, { right, top }, { left, top } }, 5);
  if (level > top + 1 && level < bottom - 1)
    draw_line (vessel, (UllCurvePoint[]) { { left, level }, { right, level } }, 2);
}
