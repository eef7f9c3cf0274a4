/* The label column: a name in the first line, size and source in the second. Labels keep the parts' order and stand as
 * near to them as they can without touching; where the column is too low, the least of them goes. They say as much as
 * the width allows: in full, in short, or the size alone with the name broken at a space; one that is too wide even
 * then is left out, for a cut label is worse than none. */
#include "ull-vessel.h"

#include "ull-ghost.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum
{
  SAY_FULL,
  SAY_SHORT,
  SAY_LITTLE,
} Say;

static int
rank_of (UllArea area)
{
  switch (area)
    {
    case ULL_AREA_IN_FLIGHT:
      return 2;
    case ULL_AREA_ULLAGE:
      return 3;
    case ULL_AREA_WEIGHTS:
      return 4;
    case ULL_AREA_HEADROOM:
      return 5;
    case ULL_AREA_NOT_GIVEN:
      return 6;
    case ULL_AREA_RUNTIME:
    case ULL_AREA_ACTIVATION:
      return 7;
    case ULL_AREA_DRIVER:
      return 9;
    case ULL_AREA_WASTE:
      return 10;
    default:
      return 8;
    }
}

static UllVesselLabel *
add_label (UllVesselLabels *labels, const char *id, const UllStackPart *part, int rank, gboolean strong)
{
  UllVesselLabel *label = &labels->label[labels->n++];

  *label = (UllVesselLabel) { 0 };
  label->id = id;
  label->part = part;
  label->rank = rank;
  label->strong = strong;
  label->name_ink = ULL_INK_TEXT;
  label->detail_ink = ULL_INK_DIM;
  return label;
}

static void
add_line_labels (UllVesselLabels *labels, const UllVessel *vessel)
{
  UllVesselLabel *label;

  add_label (labels, "load-line", NULL, 0, TRUE);
  if (vessel->stack.overflow <= 0)
    return;

  label = add_label (labels, "overflow", NULL, 1, TRUE);
  label->name_ink = label->detail_ink = ULL_INK_BAD;
}

/* In the order they stand, from the bottom; headroom and what is not given are above the line. */
static void
collect (UllVesselLabels *labels, const UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;
  gboolean line_done = FALSE;

  labels->n = 0;
  for (guint i = 0; i < stack->n_parts; i++)
    {
      const UllStackPart *part = &stack->part[i];

      if (!line_done && part->level >= stack->line)
        {
          add_line_labels (labels, vessel);
          line_done = TRUE;
        }
      add_label (labels, part->id, part, rank_of (part->area),
                 part->area == ULL_AREA_IN_FLIGHT || part->area == ULL_AREA_ULLAGE || part->withheld);
    }
  if (!line_done)
    add_line_labels (labels, vessel);
  if (vessel->answered && ull_disclosure_has_ghost (vessel->draft->disclosure))
    add_label (labels, "ghost", NULL, 2, FALSE)->name_ink = ULL_INK_SERIES_1;
}

static char *
name_of (const UllVesselLabel *label, const UllVessel *vessel)
{
  if (label->part != NULL)
    return g_strdup (label->part->name);
  if (g_str_equal (label->id, "ghost"))
    return g_strdup (vessel->draft->disclosure->ghost_name);
  return g_strdup (g_str_equal (label->id, "overflow") ? ull_stack_overflow_label (&vessel->stack) : _("Load line"));
}

static char *
detail_of (const UllVesselLabel *label, const UllVessel *vessel, Say say)
{
  const UllStack *stack = &vessel->stack;
  const UllDisclosure *disclosure = vessel->draft->disclosure;

  if (label->part != NULL && say == SAY_LITTLE && !label->part->withheld)
    return ull_stack_format (label->part->size);
  if (label->part != NULL)
    return ull_stack_detail (stack, disclosure, label->part, say == SAY_SHORT);
  if (g_str_equal (label->id, "ghost"))
    return ull_ghost_detail (disclosure, say == SAY_LITTLE);
  if (g_str_equal (label->id, "overflow"))
    return ull_stack_format (stack->overflow);
  if (say == SAY_LITTLE && vessel->answered)
    return ull_stack_format (stack->given);
  return ull_stack_line_detail (stack, disclosure);
}

static void
clear_lines (UllVesselLabel *label)
{
  for (guint i = 0; i < label->n_lines; i++)
    g_clear_pointer (&label->line[i], g_free);
  label->n_lines = label->n_bold = 0;
}

static void
add_lines (UllVesselLabel *label, char **lines)
{
  for (guint i = 0; lines[i] != NULL && label->n_lines < G_N_ELEMENTS (label->line); i++)
    label->line[label->n_lines++] = g_strdup (lines[i]);
}

static double
width_of (const UllVesselLabel *label, const UllDraft *draft)
{
  double width = 0;

  for (guint i = 0; i < label->n_lines; i++)
    width = MAX (width, ull_text_width (draft->context, label->line[i], draft->text,
                                        label->strong && i < label->n_bold ? 700 : 400));
  return width;
}

static void
write_label (UllVesselLabel *label, const UllVessel *vessel, Say say, double width)
{
  const UllDraft *draft = vessel->draft;
  g_autofree char *name = name_of (label, vessel);
  g_autofree char *detail = detail_of (label, vessel, say);
  double room = say == SAY_LITTLE ? width : G_MAXDOUBLE;
  g_auto (GStrv) names = ull_text_wrap (draft->context, name, draft->text, label->strong ? 700 : 400, room);
  g_auto (GStrv) details = ull_text_wrap (draft->context, detail, draft->text, 400, room);

  clear_lines (label);
  /* Four lines are more than a name and a size should take: what is longer does not fit. */
  if (g_strv_length (names) + g_strv_length (details) > G_N_ELEMENTS (label->line))
    return;

  add_lines (label, names);
  label->n_bold = label->n_lines;
  add_lines (label, details);
}

static double
write_all (UllVesselLabels *labels, const UllVessel *vessel, Say say, double width)
{
  double widest = 0;

  for (guint i = 0; i < labels->n; i++)
    {
      write_label (&labels->label[i], vessel, say, width);
      widest = MAX (widest, width_of (&labels->label[i], vessel->draft));
    }
  return widest;
}

static void
drop (UllVesselLabels *labels, guint i)
{
  clear_lines (&labels->label[i]);
  memmove (&labels->label[i], &labels->label[i + 1], sizeof (UllVesselLabel) * (labels->n - i - 1));
  labels->n--;
}

static double
height_of (const UllVesselLabel *label, const UllDraft *draft)
{
  return (label->n_lines * ULL_LINE_STEP + ULL_LABEL_GAP) * draft->em;
}

static void
drop_for_height (UllVesselLabels *labels, const UllDraft *draft)
{
  for (;;)
    {
      double height = 0;
      guint worst = 0;

      for (guint i = 0; i < labels->n; i++)
        {
          height += height_of (&labels->label[i], draft);
          if (labels->label[i].rank > labels->label[worst].rank)
            worst = i;
        }
      if (labels->n == 0 || height <= draft->bottom - draft->top)
        return;
      drop (labels, worst);
    }
}

void
ull_vessel_labels_init (UllVesselLabels *labels, UllVessel *vessel, double wide, double most)
{
  const UllDraft *draft = vessel->draft;
  Say say = draft->spec->narrow ? SAY_SHORT : SAY_FULL;

  collect (labels, vessel);
  labels->width = write_all (labels, vessel, say, wide);
  if (labels->width > wide && say == SAY_FULL)
    labels->width = write_all (labels, vessel, SAY_SHORT, wide);
  if (labels->width > wide)
    {
      write_all (labels, vessel, SAY_LITTLE, most);
      for (guint i = labels->n; i-- > 0;)
        if (labels->label[i].n_lines == 0 || width_of (&labels->label[i], draft) > most)
          drop (labels, i);
    }
  drop_for_height (labels, draft);
  labels->width = 0;
  for (guint i = 0; i < labels->n; i++)
    labels->width = MAX (labels->width, ceil (width_of (&labels->label[i], draft)));
}

static double
wanted_y (const UllVesselLabel *label, const UllVessel *vessel)
{
  const UllStack *stack = &vessel->stack;
  guint k;
  double top;

  if (label->part != NULL)
    {
      k = (guint) (label->part - stack->part);
      return (vessel->edge[k] + vessel->edge[k + 1]) / 2;
    }
  if (g_str_equal (label->id, "ghost"))
    return ull_ghost_level_y (vessel);
  if (!g_str_equal (label->id, "overflow"))
    return vessel->line_y;

  top = ull_vessel_y (vessel, (double) stack->line + (double) stack->overflow);
  return (vessel->line_y + MAX (vessel->ceiling, top)) / 2;
}

static void
aim (UllVesselLabels *labels, const UllVessel *vessel)
{
  double outer = vessel->right + ULL_WALL;

  for (guint i = 0; i < labels->n; i++)
    {
      UllVesselLabel *label = &labels->label[i];
      gboolean line = label->part == NULL && g_str_equal (label->id, "load-line");

      label->want = wanted_y (label, vessel);
      label->from = line ? outer + 2.5 + 2 * ULL_RING : outer + 1;
    }
}

static int
compare_height (gconstpointer a, gconstpointer b)
{
  const UllVesselLabel *one = a;
  const UllVesselLabel *other = b;

  /* From the top of the picture down; the stack's order, bottom first, is kept where two speak of one height. */
  if (one->want != other->want)
    return one->want < other->want ? -1 : 1;
  return one->rank - other->rank;
}

typedef struct
{
  double centre, height;
  guint count;
} Cluster;

static double
push_inside (const UllDraft *draft, double centre, double height)
{
  double highest = draft->top + height / 2;

  return CLAMP (centre, highest, MAX (highest, draft->bottom - height / 2));
}

static gboolean
touch (const Cluster *above, const Cluster *below)
{
  return above->centre + above->height / 2 > below->centre - below->height / 2;
}

static void
join (Cluster *above, const Cluster *below, const UllDraft *draft)
{
  guint count = above->count + below->count;
  double middle = (above->centre * above->count + below->centre * below->count) / count;

  above->height += below->height;
  above->count = count;
  above->centre = push_inside (draft, middle, above->height);
}

/* Neighbours that would overlap form a cluster, which stands where its members' wishes average; clusters that touch
 * join, and none stands outside the box. */
static void
place (UllVesselLabels *labels, const UllDraft *draft)
{
  Cluster clusters[ULL_MAX_VESSEL_LABELS];
  guint n = 0, i = 0;

  for (guint k = 0; k < labels->n; k++)
    {
      double height = height_of (&labels->label[k], draft);

      clusters[n++] = (Cluster) { push_inside (draft, labels->label[k].want, height), height, 1 };
      for (; n > 1 && touch (&clusters[n - 2], &clusters[n - 1]); n--)
        join (&clusters[n - 2], &clusters[n - 1], draft);
    }
  for (guint c = 0; c < n; c++)
    {
      double y = clusters[c].centre - clusters[c].height / 2;

      for (guint k = 0; k < clusters[c].count; k++, i++)
        {
          double height = height_of (&labels->label[i], draft);

          labels->label[i].centre = y + height / 2;
          y += height;
        }
    }
}

static void
draw_label (const UllVesselLabel *label, const UllVessel *vessel)
{
  const UllDraft *draft = vessel->draft;
  double outer = vessel->right + ULL_WALL;
  double top = label->centre - height_of (label, draft) / 2;
  UllMark *mark = ull_scene_add_path (draft->scene, "leader");

  mark->stroke = ull_draft_ink_alpha (draft, ULL_INK_DIM, 0x80);
  mark->line_width = 1;
  ull_vessel_point (vessel, label->from, label->want);
  ull_vessel_point (vessel, MAX (label->from, outer + 0.52 * vessel->gap), label->want);
  ull_vessel_point (vessel, vessel->label_x - 6, label->centre);
  for (guint i = 0; i < label->n_lines; i++)
    {
      gboolean name = i < label->n_bold;
      double y = top + (0.95 + i * ULL_LINE_STEP) * draft->em;

      ull_vessel_text (vessel, label->id, vessel->label_x, y, label->line[i], draft->text,
                       name && label->strong ? 700 : 400, ULL_ANCHOR_START, name ? label->name_ink : label->detail_ink);
    }
}

void
ull_vessel_labels_draw (UllVesselLabels *labels, UllVessel *vessel)
{
  aim (labels, vessel);
  qsort (labels->label, labels->n, sizeof (UllVesselLabel), compare_height);
  place (labels, vessel->draft);
  for (guint i = 0; i < labels->n; i++)
    draw_label (&labels->label[i], vessel);
}

void
ull_vessel_labels_clear (UllVesselLabels *labels)
{
  while (labels->n > 0)
    drop (labels, labels->n - 1);
}
