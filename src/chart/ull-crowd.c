/* Places are tried in a fixed order and the first that is free is taken, so that equal charts have equal labels: near the thing
 * before farther off, and clear of the grid before across it. A box is free of a line where the line does not enter it (Liang–Barsky
 * clipping). Pixels, y downwards. */
#include "ull-crowd.h"

#include "ull-text.h"

#define TRIES 32 /* along a line */
#define CLEAR 5.0 /* pixels between a line and its name */
#define TOUCH 2.0 /* pixels next to a line that are its own */

/* What a text keeps clear of, besides other texts and dots. */
typedef enum
{
  CLEAR_OF_TEXTS,
  CLEAR_OF_LINES,
  CLEAR_OF_GRID,
} Clearance;

void
ull_crowd_init (UllCrowd *crowd, UllDraft *draft, UllBox inside)
{
  *crowd = (UllCrowd) { draft, inside, g_array_new (FALSE, FALSE, sizeof (UllBox)),
                        g_array_new (FALSE, FALSE, sizeof (UllStroke)), g_array_new (FALSE, FALSE, sizeof (double)) };
}

void
ull_crowd_clear (UllCrowd *crowd)
{
  g_clear_pointer (&crowd->boxes, g_array_unref);
  g_clear_pointer (&crowd->strokes, g_array_unref);
  g_clear_pointer (&crowd->rows, g_array_unref);
}

void
ull_crowd_take (UllCrowd *crowd, UllBox box)
{
  g_array_append_val (crowd->boxes, box);
}

void
ull_crowd_take_line (UllCrowd *crowd, double x0, double y0, double x1, double y1)
{
  UllStroke stroke = { x0, y0, x1, y1 };

  g_array_append_val (crowd->strokes, stroke);
}

void
ull_crowd_take_row (UllCrowd *crowd, double y)
{
  g_array_append_val (crowd->rows, y);
}

/* One edge of the clipping: narrows the part of the line that is inside; FALSE where nothing is left of it. */
static gboolean
clip (double by, double distance, double *from, double *to)
{
  double at;

  if (by == 0)
    return distance >= 0;
  at = distance / by;
  if (by < 0)
    *from = MAX (*from, at);
  else
    *to = MIN (*to, at);
  return *from <= *to;
}

static gboolean
enters (const UllStroke *stroke, const UllBox *box)
{
  double dx = stroke->x1 - stroke->x0, dy = stroke->y1 - stroke->y0, from = 0, to = 1;

  return clip (-dx, stroke->x0 - box->x0, &from, &to) && clip (dx, box->x1 - stroke->x0, &from, &to)
         && clip (-dy, stroke->y0 - box->y0, &from, &to) && clip (dy, box->y1 - stroke->y0, &from, &to);
}

/* A row of the grid strikes out letters, and not the air about them. */
static gboolean
is_struck (const UllCrowd *crowd, const UllBox *box)
{
  double air = 0.25 * crowd->draft->em;

  for (guint i = 0; i < crowd->rows->len; i++)
    {
      double y = g_array_index (crowd->rows, double, i);

      if (y > box->y0 + air && y < box->y1 - air)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_entered (const UllCrowd *crowd, const UllBox *box)
{
  for (guint i = 0; i < crowd->strokes->len; i++)
    if (enters (&g_array_index (crowd->strokes, UllStroke, i), box))
      return TRUE;
  return FALSE;
}

static gboolean
is_free (const UllCrowd *crowd, const UllBox *box, Clearance clearance)
{
  const UllBox *inside = &crowd->inside;

  if (box->x0 < inside->x0 || box->x1 > inside->x1 || box->y0 < inside->y0 || box->y1 > inside->y1)
    return FALSE;
  for (guint i = 0; i < crowd->boxes->len; i++)
    {
      const UllBox *other = &g_array_index (crowd->boxes, UllBox, i);

      if (box->x0 < other->x1 && other->x0 < box->x1 && box->y0 < other->y1 && other->y0 < box->y1)
        return FALSE;
    }
  if (clearance >= CLEAR_OF_LINES && is_entered (crowd, box))
    return FALSE;
  return clearance < CLEAR_OF_GRID || !is_struck (crowd, box);
}

static double
name_width (const UllDraft *draft, const UllName *name)
{
  double detail = name->detail != NULL ? ull_text_width (draft->context, name->detail, draft->tick, 400) : 0;

  return MAX (ull_text_width (draft->context, name->text, draft->text, name->weight), detail) + 6;
}

static double
name_height (const UllDraft *draft, const UllName *name)
{
  return ((name->detail != NULL ? 2 : 1) * ULL_LINE_STEP + 0.15) * draft->em;
}

/* Two texts are read towards what they name: at the end of the box that is next to it. */
static void
write_name (UllCrowd *crowd, const UllName *name, const UllBox *box, UllAnchor anchor)
{
  UllDraft *draft = crowd->draft;
  double x = anchor == ULL_ANCHOR_START ? box->x0 + 3 : anchor == ULL_ANCHOR_END ? box->x1 - 3 : (box->x0 + box->x1) / 2;

  ull_crowd_take (crowd, *box);
  ull_scene_add_text (draft->scene, name->id, x, box->y0 + draft->em, name->text, draft->text, name->weight, anchor, name->ink);
  if (name->detail != NULL)
    ull_scene_add_text (draft->scene, name->id, x, box->y0 + (1 + ULL_LINE_STEP) * draft->em, name->detail, draft->tick, 400,
                        anchor, ull_draft_ink (draft, ULL_INK_DIM));
}

/* Beside a place, in turn: how far across and up, and by how many em a text beside it is moved up or down. */
static const struct
{
  int across, up;
  double slide;
  UllAnchor anchor;
} sides[] = {
  { 1, 0, 0, ULL_ANCHOR_START },    { 1, 0, -0.7, ULL_ANCHOR_START }, { 1, 0, 0.7, ULL_ANCHOR_START },
  { -1, 0, 0, ULL_ANCHOR_END },     { -1, 0, -0.7, ULL_ANCHOR_END },  { -1, 0, 0.7, ULL_ANCHOR_END },
  { 0, 1, 0, ULL_ANCHOR_MIDDLE },   { 1, 0, 1.4, ULL_ANCHOR_START },  { -1, 0, 1.4, ULL_ANCHOR_END },
  { 0, -1, 0, ULL_ANCHOR_MIDDLE },  { 1, 1, 0, ULL_ANCHOR_START },    { -1, 1, 0, ULL_ANCHOR_END },
  { 1, -1, 0, ULL_ANCHOR_START },   { -1, -1, 0, ULL_ANCHOR_END },
};

/* Nothing runs between a place and a name farther off, which would be taken for the name of what does. Seen as a box between the
 * two, @reach from the place. */
static gboolean
is_parted (const UllCrowd *crowd, const UllBox *box, double x, double y, double reach)
{
  double to_x = CLAMP (x, box->x0, box->x1), to_y = CLAMP (y, box->y0, box->y1);
  double from_x = x + CLAMP (to_x - x, -reach, reach), from_y = y + CLAMP (to_y - y, -reach, reach);
  UllBox between = { MIN (from_x, to_x), MIN (from_y, to_y), MAX (from_x, to_x), MAX (from_y, to_y) };

  return is_entered (crowd, &between);
}

static gboolean
place_at (UllCrowd *crowd, const UllName *name, double x, double y, double reach, double off, Clearance clearance)
{
  double width = name_width (crowd->draft, name), height = name_height (crowd->draft, name);

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      double x0 = x - width / 2 + sides[i].across * (width / 2 + reach + off);
      double y0 = y - height / 2 - sides[i].up * (height / 2 + reach + off) + sides[i].slide * crowd->draft->em;
      UllBox box = { x0, y0, x0 + width, y0 + height };

      if (!is_free (crowd, &box, clearance) || (clearance >= CLEAR_OF_LINES && off > 0 && is_parted (crowd, &box, x, y, reach)))
        continue;
      write_name (crowd, name, &box, sides[i].anchor);
      return TRUE;
    }
  return FALSE;
}

gboolean
ull_crowd_name_place (UllCrowd *crowd, const UllName *name, double x, double y, double reach)
{
  static const double offs[] = { 0, 0.6, 1.2, 2 };

  for (gsize i = 0; i < G_N_ELEMENTS (offs); i++)
    {
      double off = offs[i] * crowd->draft->em;

      if (place_at (crowd, name, x, y, reach, off, CLEAR_OF_GRID) || place_at (crowd, name, x, y, reach, off, CLEAR_OF_LINES))
        return TRUE;
    }
  return FALSE;
}

gboolean
ull_crowd_name_place_across (UllCrowd *crowd, const UllName *name, double x, double y, double reach)
{
  return ull_crowd_name_place (crowd, name, x, y, reach) || place_at (crowd, name, x, y, reach, 0, CLEAR_OF_TEXTS)
         || place_at (crowd, name, x, y, reach, crowd->draft->em, CLEAR_OF_TEXTS);
}

/* Where the line is at @x, between its points; they go from left to right. */
static double
height_at (const double *points, guint n, double x)
{
  for (guint i = 0; i + 1 < n; i++)
    if (points[2 * i + 2] >= x)
      return points[2 * i + 1]
             + (points[2 * i + 3] - points[2 * i + 1]) * (x - points[2 * i]) / MAX (points[2 * i + 2] - points[2 * i], 1e-9);
  return points[2 * n - 1];
}

/* The side of the line's extreme within the text's width, so that the text stands off all of it. */
static double
extreme (const double *points, guint n, double x0, double x1, gboolean above)
{
  double best = height_at (points, n, x0), end = height_at (points, n, x1);

  best = above ? MIN (best, end) : MAX (best, end);
  for (guint i = 0; i < n; i++)
    if (points[2 * i] >= x0 && points[2 * i] <= x1)
      best = above ? MIN (best, points[2 * i + 1]) : MAX (best, points[2 * i + 1]);
  return best;
}

static gboolean
name_along (UllCrowd *crowd, const UllName *name, const double *points, guint n, Clearance clearance)
{
  static const double offs[] = { 0, 0.35, 0.7 };
  double width = name_width (crowd->draft, name), height = name_height (crowd->draft, name);
  double first = points[0], last = points[2 * n - 2] - width;

  for (guint turn = 0; turn < 2 * TRIES * G_N_ELEMENTS (offs); turn++)
    {
      double x0 = MAX (last - (last - first) * (turn / (2 * G_N_ELEMENTS (offs))) / TRIES, MIN (first, last));
      double off = CLEAR + offs[turn % G_N_ELEMENTS (offs)] * crowd->draft->em;
      gboolean above = turn / G_N_ELEMENTS (offs) % 2 == 0;
      double at = extreme (points, n, x0, x0 + width, above);
      double y0 = above ? at - height - off : at + off;
      UllBox box = { x0, y0, x0 + width, y0 + height };
      /* Up to the line, past which a name would be another's, and as far on the other side. */
      UllBox room = { x0, above ? y0 - off : at + TOUCH, x0 + width, above ? at - TOUCH : y0 + height + off };

      if (!is_free (crowd, &box, clearance) || is_entered (crowd, &room))
        continue;
      write_name (crowd, name, &box, ULL_ANCHOR_END);
      return TRUE;
    }
  return FALSE;
}

gboolean
ull_crowd_name_line (UllCrowd *crowd, const UllName *name, const double *points, guint n)
{
  return n > 0 && (name_along (crowd, name, points, n, CLEAR_OF_GRID) || name_along (crowd, name, points, n, CLEAR_OF_LINES));
}
