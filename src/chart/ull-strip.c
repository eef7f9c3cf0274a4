/* One row where a cell can be wide enough to show its pattern, else rows of a multiple of eight, so that the numbers
 * below stand under one another. Cells are whole pixels apart. Everything is measured from the width alone first; a box
 * that is too low then takes height off the cells and, last, the numbers. */
#include "ull-strip.h"

#include "ull-text.h"

#include <math.h>

#define HEADING_POINTS 11.0
#define STACKED_BELOW 45.0  /* em of width */
#define COLUMN_SHARE 0.42   /* of the width, that words beside the cells may take */
#define LEAST_IN_A_ROW 7.0  /* pixels of a cell */
#define LEAST_WRAPPED 10.0
#define LEAST 4.0
#define LEAST_HEIGHT 6.0
#define CELL_WIDTH 17.0
#define CELL_HEIGHT 20.0
#define LARGE 1.6           /* times, where the picture is wide and the cells have it to themselves */
#define DRAFT_MARK 8.0

static void
clear_line (gpointer data)
{
  g_clear_pointer (&((UllStripLine *) data)->text, g_free);
}

static GArray *
new_lines (void)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (UllStripLine));

  g_array_set_clear_func (lines, clear_line);
  return lines;
}

double
ull_strip_line_step (const UllStripLine *line)
{
  return line->size * ULL_PX_PER_POINT * 1.22;
}

double
ull_strip_lines_height (const GArray *lines)
{
  double height = 0;

  for (guint i = 0; i < lines->len; i++)
    height += ull_strip_line_step (&g_array_index (lines, UllStripLine, i));
  return height;
}

static void
add_lines (UllStrip *strip, GArray *lines, const char *text, const UllStripLine *like, double room)
{
  PangoContext *context = strip->draft->context;
  g_auto (GStrv) wrapped = ull_text_wrap (context, text, like->size, like->weight, room - like->inset);

  for (guint i = 0; wrapped[i] != NULL; i++)
    {
      UllStripLine line = *like;

      line.width = line.inset + ull_text_width (context, wrapped[i], line.size, line.weight);
      /* A word that is wider than the picture is not cut: it is left out. */
      if (line.width > strip->draft->right - strip->draft->left)
        continue;
      line.starts = i == 0;
      if (i > 0)
        line.key = -1;
      line.text = g_strdup (wrapped[i]);
      g_array_append_val (lines, line);
    }
}

/* With one kind of layer there is nothing to tell apart, so no swatch. */
static void
set_words (UllStrip *strip, double room)
{
  UllDraft *draft = strip->draft;
  UllStripLine heading = { .size = HEADING_POINTS * draft->text / 9, .weight = 700, .ink = ULL_INK_TEXT, .key = -1 };
  UllStripLine dim = { .size = draft->text, .weight = 400, .ink = ULL_INK_DIM };
  g_autofree char *text = ull_layers_heading (&strip->layers);

  g_array_set_size (strip->heading, 0);
  g_array_set_size (strip->keys, 0);
  add_lines (strip, strip->heading, text, &heading, room);
  for (guint i = 0; i < strip->layers.n_keys; i++)
    {
      g_autofree char *key = ull_layers_key_text (&strip->layers, &strip->layers.key[i]);

      dim.key = strip->layers.n_keys > 1 ? (int) i : -1;
      dim.inset = strip->layers.n_keys > 1 ? 1.6 * draft->em : 0;
      add_lines (strip, strip->keys, key, &dim, room);
    }
}

static double
widest (const GArray *lines)
{
  double width = 0;

  for (guint i = 0; i < lines->len; i++)
    width = MAX (width, g_array_index (lines, UllStripLine, i).width);
  return width;
}

void
ull_strip_init (UllStrip *strip, UllDraft *draft, const UllDisclosure *disclosure)
{
  double width = draft->right - draft->left;

  *strip = (UllStrip) { .draft = draft, .heading = new_lines (), .keys = new_lines () };
  ull_layers_init (&strip->layers, disclosure);
  strip->stacked = draft->spec->narrow || width < STACKED_BELOW * draft->em;
  strip->above = ULL_STRIP_MARGIN;
  for (guint i = 0; i < strip->layers.n_keys; i++)
    if (strip->layers.key[i].draft)
      strip->above += DRAFT_MARK;
  set_words (strip, strip->stacked ? width : COLUMN_SHARE * width);
}

void
ull_strip_clear (UllStrip *strip)
{
  g_clear_pointer (&strip->heading, g_array_unref);
  g_clear_pointer (&strip->keys, g_array_unref);
}

static guint
columns_of (const UllStrip *strip, double width, double least)
{
  double most = floor ((width + ULL_STRIP_GAP) / (least + ULL_STRIP_GAP));

  if (most >= 8)
    most = floor (most / 8) * 8;
  return (guint) CLAMP (most, 1, (double) strip->layers.model->n_layers);
}

static double
numbers_height (const UllStrip *strip)
{
  return strip->numbered ? 1.35 * strip->draft->tick * ULL_PX_PER_POINT : 0;
}

static void
set_rows (UllStrip *strip, double width, double least)
{
  guint n = strip->layers.model->n_layers;
  double large = strip->stacked && width >= 600 ? LARGE : 1;

  strip->columns = n;
  strip->rows = 1;
  if (width + ULL_STRIP_GAP < n * (LEAST_IN_A_ROW + ULL_STRIP_GAP))
    {
      guint most = columns_of (strip, width, least);

      strip->rows = (n + most - 1) / most;
      /* As even as eights allow: 80 layers are two rows of 40, not 72 and 8. */
      strip->columns = MIN (most, ((n + strip->rows - 1) / strip->rows + 7) / 8 * 8);
    }
  strip->pitch = floor (MIN ((width + ULL_STRIP_GAP) / strip->columns, CELL_WIDTH * large + ULL_STRIP_GAP));
  strip->cell_width = strip->pitch - ULL_STRIP_GAP;
  strip->cell_height = CELL_HEIGHT * large;
  strip->row_step = strip->above + strip->cell_height + ULL_STRIP_MARGIN + numbers_height (strip);
}

static double
fixed_height (const UllStrip *strip)
{
  if (!strip->stacked)
    return 0;
  return ull_strip_lines_height (strip->heading) + ull_strip_lines_height (strip->keys)
         + 1.3 * strip->draft->em;
}

static double
cells_width (const UllStrip *strip)
{
  const UllDraft *draft = strip->draft;
  double width = draft->right - draft->left - 2 * ULL_STRIP_MARGIN;

  if (strip->stacked)
    return width;
  return width - MAX (widest (strip->heading), widest (strip->keys)) - 2 * draft->em;
}

double
ull_strip_height (UllStrip *strip)
{
  double words = ull_strip_lines_height (strip->heading) + ull_strip_lines_height (strip->keys);

  strip->numbered = TRUE;
  set_rows (strip, cells_width (strip), LEAST_WRAPPED);
  if (strip->stacked)
    return fixed_height (strip) + strip->rows * strip->row_step;
  return MAX (words, strip->rows * strip->row_step);
}

/* Takes what is too much off the cells, then the numbers, then makes more columns of narrower cells. */
static gboolean
squeeze (UllStrip *strip, double width, double height)
{
  static const double least[] = { LEAST_WRAPPED, LEAST_IN_A_ROW, LEAST };

  for (guint i = 0; i < G_N_ELEMENTS (least); i++)
    for (int numbered = 1; numbered >= 0; numbered--)
      {
        double rest;

        strip->numbered = numbered;
        set_rows (strip, width, least[i]);
        rest = height / strip->rows - (strip->row_step - strip->cell_height);
        if (strip->cell_width < LEAST || rest < LEAST_HEIGHT)
          continue;
        strip->row_step -= strip->cell_height;
        strip->cell_height = floor (MIN (strip->cell_height, rest));
        strip->row_step += strip->cell_height;
        return TRUE;
      }
  return FALSE;
}

/* With all its lines: half a sentence is none. */
static void
drop_entry (GArray *lines)
{
  while (lines->len > 1 && !g_array_index (lines, UllStripLine, lines->len - 1).starts)
    g_array_set_size (lines, lines->len - 1);
  g_array_set_size (lines, lines->len - 1);
}

/* Words give way to the cells, the key first; what does not fit beside them is left out too. */
static void
drop_words (UllStrip *strip)
{
  double room = strip->draft->bottom - strip->draft->top - (strip->stacked ? 2 * CELL_HEIGHT + 1.3 * strip->draft->em : 0);

  while (strip->heading->len + strip->keys->len > 0
         && ull_strip_lines_height (strip->heading) + ull_strip_lines_height (strip->keys) > room)
    drop_entry (strip->keys->len > 0 ? strip->keys : strip->heading);
}

gboolean
ull_strip_lay (UllStrip *strip)
{
  const UllDraft *draft = strip->draft;
  double width = cells_width (strip);
  double height, used;

  drop_words (strip);
  height = draft->bottom - draft->top - fixed_height (strip);
  if (!squeeze (strip, width, height))
    return FALSE;

  used = strip->columns * strip->pitch - ULL_STRIP_GAP;
  strip->x0 = draft->left + ULL_STRIP_MARGIN;
  if (strip->stacked == draft->spec->rtl)
    strip->x0 = floor (draft->right - ULL_STRIP_MARGIN - used);
  strip->y0 = strip->above
              + (strip->stacked ? draft->top + ull_strip_lines_height (strip->heading) + 0.5 * draft->em
                                : draft->top + MAX (0, (height - strip->rows * strip->row_step) / 2));
  strip->y0 = floor (strip->y0);
  return TRUE;
}
