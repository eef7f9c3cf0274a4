/* What the cells of a pool's grid stand for, in up to two columns. Whoever is followed, and how many blocks a cell is, have a row that is
 * there without them too: following somebody moves no cell. An entry without the room for its words has one of them, or none. */
#include "ull-block-grid-private.h"

#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LINE 1.5 /* em */
#define DESCENT 0.3

char *
ull_block_legend_text (const UllBlockPicture *picture, UllCellKind kind)
{
  g_autofree char *sharers = ull_format_count (picture->sharers);

  switch (kind)
    {
    case ULL_CELL_SHARED:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "shared by %s request", "shared by %s requests", (gulong) picture->sharers),
                              sharers);
    case ULL_CELL_OWNED:
      return g_strdup (_("in use, by owner"));
    case ULL_CELL_RETAINED:
      return g_strdup (_("retained"));
    case ULL_CELL_FREE:
    case ULL_N_CELLS:
    default:
      return g_strdup (_("free"));
    }
}

/* Of one entry, with what parts it from the next. */
static double
width_of (const UllBlockGrid *grid, const char *text)
{
  UllDraft *draft = grid->draft;
  g_autofree char *all = ull_format_count (grid->blocks);

  return ull_text_width (draft->context, text, draft->text, 400) + ull_text_width (draft->context, all, draft->text, 700) + 2.5 * draft->em;
}

static double
entry_width (const UllBlockGrid *grid, guint kind)
{
  g_autofree char *text = ull_block_legend_text (grid->picture, (UllCellKind) kind);

  return width_of (grid, text);
}

/* What an entry says in this room: the whole, or one word of it. (transfer full) (nullable): not even that has room. */
static char *
fitting_text (const UllBlockGrid *grid, UllCellKind kind, double room)
{
  const char *words[ULL_N_CELLS] = { _("shared"), _("in use"), _("retained"), _("free") };
  double most = room + 0.5 * grid->draft->em;

  if (entry_width (grid, kind) <= most)
    return ull_block_legend_text (grid->picture, kind);
  return width_of (grid, words[kind]) <= most ? g_strdup (words[kind]) : NULL;
}

static double
first_width (const UllBlockGrid *grid)
{
  return MAX (entry_width (grid, ULL_CELL_SHARED), entry_width (grid, ULL_CELL_RETAINED));
}

/* Where the second column begins, of what room there is: the first has every other entry. */
static double
second_column (const UllBlockGrid *grid)
{
  double first = first_width (grid), second = MAX (entry_width (grid, ULL_CELL_OWNED), entry_width (grid, ULL_CELL_FREE));

  return first + CLAMP (grid->draft->right - grid->draft->left - first - second, 0, grid->draft->em);
}

gint64
ull_block_legend_count_followed (const UllBlockPicture *picture)
{
  gint64 blocks = 0;

  for (guint i = 0; picture->followed >= 0 && i < picture->n; i++)
    if (picture->run[i].owner == picture->followed)
      blocks += picture->run[i].blocks;
  return blocks;
}

double
ull_block_legend_lay_out (UllBlockGrid *grid)
{
  UllDraft *draft = grid->draft;
  double second = MAX (entry_width (grid, ULL_CELL_OWNED), entry_width (grid, ULL_CELL_FREE));

  grid->two = first_width (grid) + second <= draft->right - draft->left + 0.5 * draft->em;
  return ((grid->two ? 3 : 6) * LINE + DESCENT) * draft->em;
}

static guint32
mix (guint32 over, guint32 under, double share)
{
  guint32 colour = 0xff;

  for (guint shift = 8; shift < 32; shift += 8)
    colour |= (guint32) lround (share * (over >> shift & 0xff) + (1 - share) * (under >> shift & 0xff)) << shift;
  return colour;
}

/* Two blues alternate by request, so that neighbours are told apart. */
void
ull_block_legend_style (const UllBlockGrid *grid, UllMark *mark, UllCellKind kind, guint turn, gboolean followed)
{
  UllLook look = grid->draft->spec->look;
  UllAreaStyle flight = ull_palette_area (look, ULL_AREA_IN_FLIGHT), kept = ull_palette_area (look, ULL_AREA_RETAINED);
  guint32 ground = ull_palette_ink (look, ULL_INK_GROUND);

  switch (kind)
    {
    case ULL_CELL_SHARED:
      mark->fill = ull_palette_ink (look, ULL_INK_SERIES_3);
      mark->pattern = ULL_PATTERN_LINES_RISING;
      mark->ink = (ground & 0xffffff00) | 0xa0;
      break;
    case ULL_CELL_OWNED:
      mark->fill = turn % 2 == 0 ? flight.fill : mix (flight.fill, ground, 0.6);
      break;
    case ULL_CELL_RETAINED:
      mark->fill = kept.fill;
      mark->pattern = kept.pattern;
      mark->ink = kept.ink;
      break;
    case ULL_CELL_FREE:
    case ULL_N_CELLS:
    default:
      mark->fill = mix (ull_palette_ink (look, ULL_INK_DIM), ground, 0.3);
      break;
    }
  if (followed)
    mark->fill = ull_palette_ink (look, ULL_INK_SERIES_2);
}

/* The text of an entry, and where its swatch begins. */
static double
draw_entry_text (const UllBlockGrid *grid, gint64 count, const char *text, double x, double y, double width)
{
  UllDraft *draft = grid->draft;
  g_autofree char *blocks = ull_format_count (count), *all = ull_format_count (grid->blocks);
  double figures = ull_text_width (draft->context, all, draft->text, 700), em = draft->em;
  gboolean rtl = draft->spec->rtl;
  double end = rtl ? x + width - 1.5 * em : x + 1.5 * em + figures, label = rtl ? end - figures - 0.5 * em : end + 0.5 * em;

  ull_scene_add_text (draft->scene, "legend", end, y, blocks, draft->text, 700, ULL_ANCHOR_END, ull_draft_ink (draft, ULL_INK_TEXT));
  ull_scene_add_text (draft->scene, "legend", label, y, text, draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                      ull_draft_ink (draft, ULL_INK_DIM));
  return rtl ? x + width - 0.9 * em : x;
}

static void
draw_entry (const UllBlockGrid *grid, UllCellKind kind, const char *text, double x, double y, double width)
{
  UllDraft *draft = grid->draft;
  double em = draft->em, swatch = draw_entry_text (grid, ull_block_grid_count (grid->picture, kind), text, x, y, width);
  UllMark *mark = ull_scene_add_rect (draft->scene, "legend", swatch, y - 0.8 * em, 0.9 * em, 0.9 * em);

  ull_block_legend_style (grid, mark, kind, 0, FALSE);
  if (kind != ULL_CELL_OWNED)
    return;
  mark->width = 0.45 * em;
  mark = ull_scene_add_rect (draft->scene, "legend", swatch + 0.45 * em, y - 0.8 * em, 0.45 * em, 0.9 * em);
  ull_block_legend_style (grid, mark, kind, 1, FALSE);
}

static void
draw_followed (const UllBlockGrid *grid, double x, double y, double room)
{
  UllDraft *draft = grid->draft;
  g_autofree char *number = ull_format_count (grid->picture->followed + 1);
  g_autofree char *text = g_strdup_printf (_("of request %s alone"), number);
  double em = draft->em, most = room + 0.5 * em, swatch;

  if (width_of (grid, text) > most)
    {
      g_free (text);
      text = g_strdup_printf (_("request %s"), number);
    }
  if (y + DESCENT * em > draft->bottom || width_of (grid, text) > most)
    return;
  swatch = draw_entry_text (grid, ull_block_legend_count_followed (grid->picture), text, x, y, room);
  ull_block_legend_style (grid, ull_scene_add_rect (draft->scene, "legend", swatch, y - 0.8 * em, 0.9 * em, 0.9 * em), ULL_CELL_OWNED, 0,
                          TRUE);
}

static void
draw_each (const UllBlockGrid *grid, double x, double y, double room)
{
  UllDraft *draft = grid->draft;
  gboolean rtl = draft->spec->rtl;
  g_autofree char *each = ull_format_count (grid->each);
  g_autofree char *text = g_strdup_printf (_("a cell is %s blocks"), each);

  if (grid->each > 1 && y + DESCENT * draft->em <= draft->bottom && ull_text_width (draft->context, text, draft->text, 400) <= room)
    ull_scene_add_text (draft->scene, "legend", rtl ? x + room : x, y, text, draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                        ull_draft_ink (draft, ULL_INK_DIM));
}

/* Where a column begins, and its room. */
static double
column (const UllBlockGrid *grid, gboolean right, double *room)
{
  UllDraft *draft = grid->draft;
  double width = draft->right - draft->left, second = second_column (grid), x;

  *room = right ? width - second : grid->two ? second : width;
  x = right ? draft->left + second : draft->left;
  return draft->spec->rtl ? draft->left + draft->right - x - *room : x;
}

/* One row where there are two columns: who is followed, and beside it, or without it, what a cell is. */
static void
draw_notes (const UllBlockGrid *grid, double y)
{
  gboolean followed = ull_block_legend_count_followed (grid->picture) > 0;
  double room, x = column (grid, FALSE, &room);

  if (followed)
    draw_followed (grid, x, y, room);
  if (!grid->two)
    y += followed ? LINE * grid->draft->em : 0;
  else if (followed)
    x = column (grid, TRUE, &room);
  draw_each (grid, x, y, room);
}

void
ull_block_legend_draw (const UllBlockGrid *grid)
{
  UllDraft *draft = grid->draft;
  double step = LINE * draft->em, y = grid->legend_y + draft->em;

  for (guint kind = 0; kind < ULL_N_CELLS; kind++)
    {
      double room, x = column (grid, grid->two && kind % 2 == 1, &room), at = y + (grid->two ? kind / 2 : kind) * step;
      g_autofree char *text = fitting_text (grid, (UllCellKind) kind, room);

      if (text != NULL && at + DESCENT * draft->em <= draft->bottom)
        draw_entry (grid, (UllCellKind) kind, text, x, at, room);
    }
  draw_notes (grid, y + (grid->two ? 2 : 4) * step);
}
