/* The memory of one card as a vessel. Its height is what the driver reports, to scale; what passes the load line may
 * stand above the rim, up to twice the card, and the whole is scaled to leave room for it. While the answer is withheld
 * nothing is read but the card and the load line. */
#include "ull-vessel.h"

#include "ull-ghost.h"
#include "ull-scale.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TICK_LENGTH 6.0
#define LIP 5.0

double
ull_vessel_y (const UllVessel *vessel, double bytes)
{
  return vessel->zero - bytes * vessel->per_byte;
}

double
ull_vessel_x (const UllVessel *vessel, double x)
{
  return vessel->draft->spec->rtl ? vessel->draft->spec->width - x : x;
}

UllMark *
ull_vessel_rect (const UllVessel *vessel, const char *id, double x, double y, double width, double height)
{
  double left = vessel->draft->spec->rtl ? ull_vessel_x (vessel, x + width) : x;

  return ull_scene_add_rect (vessel->draft->scene, id, left, y, width, height);
}

void
ull_vessel_point (const UllVessel *vessel, double x, double y)
{
  ull_scene_add_point (vessel->draft->scene, ull_vessel_x (vessel, x), y);
}

UllMark *
ull_vessel_text (const UllVessel *vessel, const char *id, double x, double y, const char *text, double size, int weight,
                 UllAnchor anchor, UllInk ink)
{
  if (vessel->draft->spec->rtl && anchor != ULL_ANCHOR_MIDDLE)
    anchor = anchor == ULL_ANCHOR_START ? ULL_ANCHOR_END : ULL_ANCHOR_START;
  return ull_scene_add_text (vessel->draft->scene, id, ull_vessel_x (vessel, x), y, text, size, weight, anchor,
                             ull_draft_ink (vessel->draft, ink));
}

static char *
tick_text (double gib)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.10g", gib);
  return g_strdup (buffer);
}

static double
tick_step (const UllVessel *vessel)
{
  double room = vessel->zero - vessel->ceiling;
  double range = room / vessel->per_byte / (double) ULL_GIB;
  double intervals = CLAMP (room / (2.2 * vessel->draft->em), 1, 6);

  return ull_scale_memory_step (range, (guint) intervals);
}

/* Marks of the scale reach what is drawn, not only the card, so that an overflow can be read too. */
static double
last_tick (const UllVessel *vessel)
{
  double top = (vessel->zero - vessel->ceiling) / vessel->per_byte / (double) ULL_GIB;

  return top * 1.005;
}

static double
scale_width (const UllVessel *vessel)
{
  const UllDraft *draft = vessel->draft;
  double width = ull_text_width (draft->context, "GiB", draft->tick, 400);
  double step = tick_step (vessel);

  for (double gib = 0; gib <= last_tick (vessel); gib += step)
    {
      g_autofree char *text = tick_text (gib);

      width = MAX (width, ull_text_width (draft->context, text, draft->tick, 400));
    }
  return width;
}

static void
draw_scale (UllVessel *vessel)
{
  UllDraft *draft = vessel->draft;
  double outer = vessel->left - ULL_WALL;
  double step = tick_step (vessel);

  ull_vessel_text (vessel, "unit", outer - TICK_LENGTH - 3, draft->top + 0.8 * draft->em, "GiB", draft->tick, 400,
                   ULL_ANCHOR_END, ULL_INK_DIM);
  for (double gib = 0; gib <= last_tick (vessel); gib += step)
    {
      g_autofree char *text = tick_text (gib);
      double y = floor (ull_vessel_y (vessel, gib * (double) ULL_GIB));
      UllMark *mark;

      ull_vessel_text (vessel, "tick", outer - TICK_LENGTH - 3, y + 0.33 * draft->em, text, draft->tick, 400,
                       ULL_ANCHOR_END, ULL_INK_DIM);
      mark = ull_vessel_rect (vessel, "tick", outer - TICK_LENGTH, y - 0.5, TICK_LENGTH - 1, 1.5);
      mark->fill = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0xb0);
    }
}

/* A quarter of a circle or ellipse from one end to the other, bending towards @corner. */
static void
add_bend (UllVessel *vessel, double x1, double y1, double x2, double y2, gboolean level_first)
{
  for (int i = 1; i <= 8; i++)
    {
      double angle = i * G_PI_2 / 8;
      double slow = 1 - cos (angle);
      double fast = sin (angle);

      ull_vessel_point (vessel, x1 + (x2 - x1) * (level_first ? fast : slow),
                        y1 + (y2 - y1) * (level_first ? slow : fast));
    }
}

static void
draw_walls (UllVessel *vessel)
{
  double left = vessel->left - ULL_WALL / 2;
  double right = vessel->right + ULL_WALL / 2;
  double bottom = vessel->zero + ULL_WALL / 2;
  double radius = 9;
  UllMark *mark = ull_scene_add_path (vessel->draft->scene, "wall");

  mark->stroke = ull_draft_ink (vessel->draft, ULL_INK_WALL);
  mark->line_width = ULL_WALL;
  ull_vessel_point (vessel, left - 5.5, vessel->rim - LIP);
  add_bend (vessel, left - 5.5, vessel->rim - LIP, left, vessel->rim + 3, TRUE);
  ull_vessel_point (vessel, left, bottom - radius);
  add_bend (vessel, left, bottom - radius, left + radius, bottom, FALSE);
  ull_vessel_point (vessel, right - radius, bottom);
  add_bend (vessel, right - radius, bottom, right, bottom - radius, TRUE);
  ull_vessel_point (vessel, right, vessel->rim + 3);
  add_bend (vessel, right, vessel->rim + 3, right + 5.5, vessel->rim - LIP, FALSE);
}

/* Weights or requests over the line make it a warning. */
static void
draw_load_line (UllVessel *vessel)
{
  UllInk ink = vessel->stack.overflow > 0 ? ULL_INK_BAD : ULL_INK_TEXT;
  double outer = vessel->right + ULL_WALL;
  UllMark *mark = ull_scene_add_path (vessel->draft->scene, "load-line");

  mark->stroke = ull_draft_ink (vessel->draft, ink);
  mark->line_width = 2.5;
  ull_vessel_point (vessel, vessel->left - ULL_WALL - 3, vessel->line_y);
  ull_vessel_point (vessel, outer + 2.5 + 2 * ULL_RING, vessel->line_y);
  mark = ull_scene_add_circle (vessel->draft->scene, "load-line", ull_vessel_x (vessel, outer + 2.5 + ULL_RING),
                               vessel->line_y, 2 * ULL_RING);
  mark->stroke = ull_draft_ink (vessel->draft, ink);
  mark->line_width = 2.5;
}

static void
draw_withheld_words (UllVessel *vessel)
{
  UllDraft *draft = vessel->draft;
  double middle = (vessel->left + vessel->right) / 2;
  double centre = (vessel->zero + vessel->rim) / 2;
  double height = MIN (4 * draft->em, vessel->zero - vessel->rim);
  double width = MAX (ull_text_width (draft->context, _("Withheld"), draft->text, 700),
                      ull_text_width (draft->context, _("until you commit"), draft->text, 400));
  gboolean both = height >= 3 * draft->em && !draft->disclosure->drawn;
  UllMark *mark;

  if (height < 1.5 * draft->em || width > vessel->right - vessel->left)
    return;

  width = MIN (width + 2 * draft->em, vessel->right - vessel->left);
  mark = ull_vessel_rect (vessel, "withheld", middle - width / 2, centre - height / 2, width, height);
  mark->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  ull_vessel_text (vessel, "withheld", middle, centre + (both ? -0.25 : 0.35) * draft->em, _ ("Withheld"), draft->text,
                   700, ULL_ANCHOR_MIDDLE, ULL_INK_TEXT);
  if (both)
    ull_vessel_text (vessel, "withheld", middle, centre + (ULL_LINE_STEP - 0.25) * draft->em, _("until you commit"),
                     draft->text, 400, ULL_ANCHOR_MIDDLE, ULL_INK_DIM);
}

static void
draw_withheld (UllVessel *vessel)
{
  UllAreaStyle style = ull_palette_area (vessel->draft->spec->look, ULL_AREA_NOT_GIVEN);
  UllMark *mark = ull_vessel_rect (vessel, "withheld", vessel->left, vessel->rim, vessel->right - vessel->left,
                                   vessel->zero - vessel->rim);

  mark->pattern = style.pattern;
  mark->ink = style.ink;
  draw_withheld_words (vessel);
}

/* The words in the middle of a withheld vessel must lie inside it. */
static double
least_width (const UllVessel *vessel)
{
  const UllDraft *draft = vessel->draft;

  if (!draft->disclosure->withheld || vessel->stack.n_parts > 0)
    return 3.5 * draft->em;
  return 8 + MAX (ull_text_width (draft->context, _("Withheld"), draft->text, 700),
                  ull_text_width (draft->context, _("until you commit"), draft->text, 400));
}

static void
set_heights (UllVessel *vessel)
{
  const UllDraft *draft = vessel->draft;
  const UllStack *stack = &vessel->stack;
  double most
    = MAX ((double) stack->card, MIN ((double) stack->line + (double) stack->overflow, 2.0 * (double) stack->card));

  most = MAX (most, MIN (ull_ghost_top (draft->disclosure), 2.0 * (double) stack->card));
  vessel->zero = floor (draft->bottom - MAX (ULL_WALL + 1, 0.4 * draft->em));
  vessel->ceiling = ceil (draft->top + 2 * draft->em);
  vessel->zero = MAX (vessel->zero, vessel->ceiling + 1);
  vessel->per_byte = (vessel->zero - vessel->ceiling) / most;
  vessel->rim = round (ull_vessel_y (vessel, (double) stack->card));
  vessel->line_y = round (ull_vessel_y (vessel, (double) stack->line));
}

static void
set_widths (UllVessel *vessel, UllVesselLabels *labels)
{
  const UllDraft *draft = vessel->draft;
  double whole = draft->right - draft->left;
  double scale = ull_vessel_others_width (vessel, whole) + scale_width (vessel) + 3 + TICK_LENGTH + ULL_WALL;
  double fixed = scale + ULL_WALL;
  double least = least_width (vessel);
  double inner;

  vessel->gap = CLAMP (whole * 0.115, 30, 42);
  /* Nothing is said in full at the cost of a vessel too slim to be read. */
  ull_vessel_labels_init (labels, vessel, whole - fixed - vessel->gap - MAX (least, 0.26 * whole),
                          whole - fixed - vessel->gap - least);
  inner = whole - fixed - (labels->n > 0 ? vessel->gap + labels->width : 2.5 + 2 * ULL_RING + 2);
  inner = MIN (inner, MAX (170, 0.55 * (vessel->zero - vessel->ceiling)));
  inner = MAX (inner, 8);
  whole -= fixed + inner + vessel->gap + labels->width;
  vessel->others_left = draft->left + MAX (0, whole / 2);
  vessel->left = floor (vessel->others_left + scale);
  vessel->right = vessel->left + floor (inner);
  vessel->label_x = vessel->right + ULL_WALL + vessel->gap;
}

/* The load line is taken hold of at its ring or along its length. Where the pool itself is given there is no card that a
 * part of could be given. */
static void
set_frame (const UllVessel *vessel)
{
  const UllDraft *draft = vessel->draft;
  double ring = vessel->right + ULL_WALL + 2.5 + ULL_RING;
  double ends[2] = { ull_vessel_x (vessel, vessel->left), ull_vessel_x (vessel, ring + ULL_RING) };
  UllFrame frame = { .left = MIN (ends[0], ends[1]), .right = MAX (ends[0], ends[1]), .top = vessel->ceiling,
                     .bottom = vessel->zero };

  frame.y = (UllScale){ 0, (vessel->zero - vessel->ceiling) / vessel->per_byte, vessel->zero, vessel->ceiling, FALSE };
  frame.grip_x = ull_vessel_x (vessel, ring);
  frame.grip_y = vessel->line_y;
  frame.grip_from = frame.left;
  frame.grip_to = frame.right;
  if (draft->disclosure->scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET)
    frame.grip = ULL_GRIP_LINE;
  ull_scene_set_frame (draft->scene, &frame);
}

void
ull_chart_draw_memory (UllDraft *draft)
{
  UllVessel vessel = { .draft = draft };
  UllVesselLabels labels;
  UllMark *mark;

  vessel.answered = ull_stack_init (&vessel.stack, draft->disclosure);
  if (!vessel.answered && !draft->disclosure->withheld)
    {
      ull_draft_note (draft, draft->disclosure->problem,
                      (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      return;
    }
  set_heights (&vessel);
  set_widths (&vessel, &labels);
  set_frame (&vessel);
  mark = ull_vessel_rect (&vessel, "ground", vessel.left, vessel.rim, vessel.right - vessel.left,
                          vessel.zero - vessel.rim);
  mark->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  if (vessel.answered || vessel.stack.n_parts > 0)
    ull_vessel_draw_parts (&vessel);
  else
    draw_withheld (&vessel);
  ull_vessel_draw_others (&vessel);
  draw_scale (&vessel);
  draw_walls (&vessel);
  if (vessel.answered)
    {
      ull_vessel_draw_overflow (&vessel);
      ull_vessel_draw_level (&vessel);
      ull_ghost_draw_pool (&vessel);
    }
  draw_load_line (&vessel);
  ull_vessel_labels_draw (&labels, &vessel);
  ull_vessel_labels_clear (&labels);
}
