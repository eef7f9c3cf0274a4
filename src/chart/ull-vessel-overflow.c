/* What passes the load line: 4 px bars from the line up, inset from the walls so that headroom and what is not given
 * stay visible beside it. Past twice the card the top is torn, and the figure stands in the tear. */
#include "ull-vessel.h"

#include <math.h>

#define INSET 5.0
#define TOOTH 5.0

static void
tear (UllVessel *vessel, double left, double right, double top, double bottom)
{
  guint teeth = MAX (2u, (guint) ((right - left) / (2 * TOOTH)));
  double step = (right - left) / teeth;

  ull_vessel_point (vessel, left, bottom);
  ull_vessel_point (vessel, left, top + TOOTH);
  for (guint i = 0; i < teeth; i++)
    {
      ull_vessel_point (vessel, left + (i + 0.5) * step, top);
      ull_vessel_point (vessel, left + (i + 1) * step, top + TOOTH);
    }
  ull_vessel_point (vessel, right, bottom);
}

static void
draw_figure (UllVessel *vessel, double left, double right, double top)
{
  UllDraft *draft = vessel->draft;
  g_autofree char *figure = ull_stack_format (vessel->stack.overflow);
  double width = ull_text_width (draft->context, figure, draft->text, 700);
  double y = top + 2 * TOOTH;
  UllMark *mark;

  /* The label beside the vessel has it too. */
  if (width + 6 > right - left || y + 1.5 * draft->em > vessel->line_y)
    return;

  mark = ull_vessel_rect (vessel, "overflow-figure", (left + right - width) / 2 - 3, y, width + 6, 1.4 * draft->em);
  mark->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  ull_vessel_text (vessel, "overflow-figure", (left + right) / 2, y + 1.05 * draft->em, figure, draft->text, 700,
                   ULL_ANCHOR_MIDDLE, ULL_INK_BAD);
}

void
ull_vessel_draw_overflow (UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;
  UllAreaStyle style = ull_palette_area (vessel->draft->spec->look, ULL_AREA_OVERFLOW);
  double inset = MIN (INSET, (vessel->right - vessel->left) / 4);
  double left = vessel->left + inset;
  double right = vessel->right - inset;
  double top = ull_vessel_y (vessel, (double) stack->line + (double) stack->overflow);
  gboolean torn = (double) stack->line + (double) stack->overflow > 2.0 * (double) stack->card;
  UllMark *mark;

  if (stack->overflow <= 0)
    return;

  top = MIN (round (MAX (top, vessel->ceiling)), vessel->line_y - 2);
  if (torn)
    {
      mark = ull_scene_add_path (vessel->draft->scene, "overflow");
      mark->closed = TRUE;
      tear (vessel, left + 1, right - 1, top, vessel->line_y);
    }
  else
    mark = ull_vessel_rect (vessel, "overflow", left + 1, top + 1, right - left - 2, vessel->line_y - top - 1);
  mark->fill = style.fill;
  mark->pattern = style.pattern;
  mark->ink = style.ink;
  mark->stroke = style.ink;
  mark->line_width = 2;
  if (torn)
    draw_figure (vessel, left, right, top);
}
