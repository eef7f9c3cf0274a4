/* The layers of a model as a strip: a cell a layer in the model's own order, its kind by colour and by pattern. Layers
 * are counted from left to right in a mirrored layout too, as numbers are. */
#include "ull-strip.h"

#include "ull-text.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define OUTLINE 1.5
#define CORNER 3.0
#define DRAFT_HALF 4.0

static void
draw_tick (UllScene *scene, const UllBox *box, guint32 colour)
{
  double width = box->x1 - box->x0, height = box->y1 - box->y0;
  UllMark *mark = ull_scene_add_path (scene, "shared");

  mark->stroke = colour;
  mark->line_width = 1.5;
  ull_scene_add_point (scene, box->x0 + 0.25 * width, box->y0 + 0.52 * height);
  ull_scene_add_point (scene, box->x0 + 0.43 * width, box->y0 + 0.68 * height);
  ull_scene_add_point (scene, box->x0 + 0.75 * width, box->y0 + 0.34 * height);
}

static void
draw_cell (UllDraft *draft, UllLayerKind kind, UllBox box)
{
  UllLayerStyle style = ull_palette_layer (draft->spec->look, kind);
  double inset = style.stroke != 0 ? OUTLINE / 2 : 0;
  UllMark *mark = ull_scene_add_rect (draft->scene, ull_layer_kind_get_id (kind), box.x0 + inset, box.y0 + inset,
                                      box.x1 - box.x0 - 2 * inset, box.y1 - box.y0 - 2 * inset);

  mark->radius = MIN (CORNER, (box.x1 - box.x0) / 4);
  mark->fill = style.fill;
  mark->stroke = style.stroke;
  mark->line_width = style.stroke != 0 ? OUTLINE : 0;
  mark->pattern = style.pattern;
  mark->ink = style.ink;
  if (kind == ULL_LAYER_SHARED)
    draw_tick (draft->scene, &box, style.stroke);
}

/* A wedge that points at the cell below it. */
static void
draw_draft_mark (UllDraft *draft, double x, double y)
{
  UllMark *mark = ull_scene_add_path (draft->scene, "draft");

  mark->closed = TRUE;
  mark->fill = ull_draft_ink (draft, ULL_INK_TEXT);
  ull_scene_add_point (draft->scene, x - DRAFT_HALF, y - 1.5 * DRAFT_HALF);
  ull_scene_add_point (draft->scene, x + DRAFT_HALF, y - 1.5 * DRAFT_HALF);
  ull_scene_add_point (draft->scene, x, y);
}

static void
draw_swatch (UllStrip *strip, const UllLayerKey *key, double x, double baseline)
{
  UllDraft *draft = strip->draft;
  double height = draft->em;
  UllBox box = { x, floor (baseline - 0.85 * draft->em), x + 1.1 * height, 0 };

  box.y1 = box.y0 + height;
  if (key->draft)
    draw_draft_mark (draft, (box.x0 + box.x1) / 2, baseline);
  else
    draw_cell (draft, key->kind, box);
}

/* The y below the last line. */
static double
draw_lines (UllStrip *strip, const GArray *lines, double y)
{
  UllDraft *draft = strip->draft;
  gboolean rtl = draft->spec->rtl;

  for (guint i = 0; i < lines->len; i++)
    {
      const UllStripLine *line = &g_array_index (lines, UllStripLine, i);
      double baseline = y + 0.8 * ull_strip_line_step (line);

      if (line->key >= 0)
        draw_swatch (strip, &strip->layers.key[line->key], rtl ? draft->right - 1.1 * draft->em : draft->left, baseline);
      ull_scene_add_text (draft->scene, lines == strip->heading ? "heading" : "key",
                          rtl ? draft->right - line->inset : draft->left + line->inset, baseline, line->text, line->size,
                          line->weight, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, line->ink));
      y += ull_strip_line_step (line);
    }
  return y;
}

static UllBox
cell_box (const UllStrip *strip, guint layer)
{
  double x = strip->x0 + layer % strip->columns * strip->pitch;
  double y = strip->y0 + layer / strip->columns * strip->row_step;

  return (UllBox) { x, y, x + strip->cell_width, y + strip->cell_height };
}

/* Cells stand on the ground that their colours are chosen for, whatever the card's own colour is. */
static void
draw_row (UllStrip *strip, guint first, guint end)
{
  UllDraft *draft = strip->draft;
  UllBox from = cell_box (strip, first), to = cell_box (strip, end - 1);
  UllMark *mark = ull_scene_add_rect (draft->scene, "ground", from.x0 - ULL_STRIP_MARGIN, from.y0 - strip->above,
                                      to.x1 - from.x0 + 2 * ULL_STRIP_MARGIN,
                                      strip->above + strip->cell_height + ULL_STRIP_MARGIN);

  mark->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  mark->radius = CORNER + ULL_STRIP_MARGIN;
  for (guint i = first; i < end; i++)
    {
      const UllRun *run = &strip->layers.model->runs[strip->layers.model->layer_run[i]];
      UllBox box = cell_box (strip, i);

      draw_cell (draft, run->kind, box);
      if (run->draft)
        draw_draft_mark (draft, (box.x0 + box.x1) / 2, box.y0 - 2);
    }
}

static void
add_row_spots (UllStrip *strip, guint first, guint end)
{
  for (guint i = first; i < end;)
    {
      UllLayerSegment segment = ull_layers_segment (&strip->layers, i, end);
      const UllRun *run = &strip->layers.model->runs[segment.run];
      UllBox from = cell_box (strip, segment.first), to = cell_box (strip, segment.last);
      g_autofree char *id = g_strdup_printf ("layers-%u", segment.first);

      ull_scene_add_spot (strip->draft->scene, ull_scene_intern (id), from.x0, from.y0, to.x1 - from.x0, from.y1 - from.y0,
                          ull_layers_describe_segment (&strip->layers, &segment), ull_layers_step (&strip->layers, run));
      i = segment.last + 1;
    }
}

/* The span of a number centred below its cell, pushed in from the edges of the picture. */
static UllBox
number_box (const UllStrip *strip, guint layer, const char *text)
{
  const UllDraft *draft = strip->draft;
  UllBox cell = cell_box (strip, layer);
  double width = ull_text_width (draft->context, text, draft->tick, 400);
  double x = CLAMP ((cell.x0 + cell.x1 - width) / 2, draft->left, MAX (draft->left, draft->right - width));

  return (UllBox) { x, cell.y1 + ULL_STRIP_MARGIN, x + width, 0 };
}

/* Every eighth, or every sixteenth where eight cells are narrower than a number. */
static guint
number_step (const UllStrip *strip)
{
  g_autofree char *last = g_strdup_printf ("%u", strip->layers.model->n_layers - 1);
  double width = ull_text_width (strip->draft->context, last, strip->draft->tick, 400) + 0.5 * strip->draft->em;
  guint every = 8;

  while (every * strip->pitch < width)
    every *= 2;
  return every;
}

static void
draw_numbers (UllStrip *strip, guint first, guint end)
{
  UllDraft *draft = strip->draft;
  guint every = number_step (strip);
  gboolean last_row = end == strip->layers.model->n_layers;
  double taken = -G_MAXDOUBLE;

  /* The very last is shown too, where it is not crowded. */
  for (guint i = first; i < end; i++)
    {
      g_autofree char *text = NULL;
      UllBox box;

      if ((i - first) % every != 0 && !(last_row && i + 1 == end))
        continue;
      text = g_strdup_printf ("%u", i);
      box = number_box (strip, i, text);
      if (box.x0 < taken + (i % every == 0 ? 0.5 : 1.5) * draft->em)
        continue;
      taken = box.x1;
      ull_scene_add_text (draft->scene, "number", (box.x0 + box.x1) / 2, box.y0 + 0.95 * draft->tick * ULL_PX_PER_POINT,
                          text, draft->tick, 400, ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_DIM));
    }
}

static void
draw_words (UllStrip *strip)
{
  const UllDraft *draft = strip->draft;
  double words = ull_strip_lines_height (strip->heading) + ull_strip_lines_height (strip->keys);
  double y = draft->top;

  if (strip->stacked)
    {
      draw_lines (strip, strip->heading, y);
      draw_lines (strip, strip->keys, strip->y0 - strip->above + strip->rows * strip->row_step + 0.8 * draft->em);
      return;
    }
  y += MAX (0, (draft->bottom - draft->top - words) / 2);
  draw_lines (strip, strip->keys, draw_lines (strip, strip->heading, y));
}

void
ull_chart_draw_layers (UllDraft *draft)
{
  UllStrip strip;
  guint n;

  ull_strip_init (&strip, draft, draft->disclosure);
  n = strip.layers.model->n_layers;
  if (!ull_strip_lay (&strip))
    {
      ull_draft_note (draft, _("Too many layers to draw at this size."),
                      (UllBox) { draft->left, draft->top, draft->right, draft->bottom });
      ull_strip_clear (&strip);
      return;
    }
  draw_words (&strip);
  for (guint first = 0; first < n; first += strip.columns)
    {
      guint end = MIN (first + strip.columns, n);

      draw_row (&strip, first, end);
      add_row_spots (&strip, first, end);
      if (strip.numbered)
        draw_numbers (&strip, first, end);
    }
  ull_strip_clear (&strip);
}

double
ull_chart_layers_height (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context)
{
  UllDraft draft = ull_draft_start (disclosure, spec, context, 1);
  UllStrip strip;
  double height;

  ull_strip_init (&strip, &draft, disclosure);
  height = ull_strip_height (&strip);
  ull_strip_clear (&strip);
  return ceil (height + 2);
}
