/* A chart is built in one pass: heading, caption and margins take their share of the picture, the chart gets the box
 * that is left. Nothing here reads a clock, a locale's numbers or a display. */
#include "ull-chart-private.h"

#include "ull-ghost.h"
#include "ull-layers.h"

#include <glib/gi18n-lib.h>
#include <pango/pangocairo.h>

#define CHART_POINTS 9.0
#define TICK_POINTS 8.25
#define HEADING_POINTS 11.0
#define MARGIN 14.0 /* of a file; a widget has its own */

static const struct
{
  const char *id;
  const char *title;
  void (*draw) (UllDraft *draft);
  char *(*describe) (const UllDisclosure *disclosure);
  GPtrArray *(*table) (const UllDisclosure *disclosure);
  double least; /* em of height, below which nothing is drawn */
} kinds[ULL_N_CHARTS] = {
  [ULL_CHART_MEMORY] = { "memory", N_("Memory of one card"), ull_chart_draw_memory, ull_chart_describe_memory,
                         ull_chart_memory_table, 4 },
  [ULL_CHART_CURVES] = { "curves", N_("How many fit"), ull_chart_draw_curves, ull_chart_describe_curves,
                         ull_chart_curves_table, 4 },
  [ULL_CHART_LAYERS] = { "layers", N_("Layers"), ull_chart_draw_layers, ull_chart_describe_layers,
                         ull_chart_layers_table, 2 },
  [ULL_CHART_LENGTHS] = { "lengths", N_("Lengths of requests"), ull_chart_draw_lengths, ull_chart_describe_lengths,
                          ull_chart_lengths_table, 6 },
  [ULL_CHART_LEVERS] = { "levers", N_("Each lever alone"), ull_chart_draw_levers, ull_chart_describe_levers,
                         ull_chart_levers_table, 4 },
};

const char *
ull_chart_kind_get_id (UllChartKind kind)
{
  g_return_val_if_fail (kind < ULL_N_CHARTS, NULL);

  return kinds[kind].id;
}

PangoContext *
ull_chart_context_new (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Cantarell, sans-serif 9");
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_font_description (context, font);
  cairo_font_options_destroy (options);
  return context;
}

guint32
ull_draft_ink (const UllDraft *draft, UllInk ink)
{
  return ull_palette_ink (draft->spec->look, ink);
}

guint32
ull_draft_ink_alpha (const UllDraft *draft, UllInk ink, guint alpha)
{
  return (ull_palette_ink (draft->spec->look, ink) & 0xffffff00) | alpha;
}

UllBox
ull_draft_note (UllDraft *draft, const char *sentence, UllBox box)
{
  double room = box.x1 - box.x0 - draft->em;
  g_auto (GStrv) lines = ull_text_wrap (draft->context, sentence != NULL ? sentence : "", draft->text, 400, room);
  guint n = MIN (g_strv_length (lines), (guint) MAX (1, (box.y1 - box.y0) / (ULL_LINE_STEP * draft->em)));
  double height = n * ULL_LINE_STEP * draft->em;
  double middle = (box.x0 + box.x1) / 2;
  UllBox taken = { middle, (box.y0 + box.y1 - height) / 2, middle, (box.y0 + box.y1 + height) / 2 };

  for (guint i = 0; i < n; i++)
    {
      double width = ull_text_width (draft->context, lines[i], draft->text, 400);

      /* A word that is wider than the picture is not cut: it is left out. */
      if (width > draft->right - draft->left)
        continue;
      middle = CLAMP ((box.x0 + box.x1) / 2, draft->left + width / 2, draft->right - width / 2);
      taken.x0 = MIN (taken.x0, middle - width / 2);
      taken.x1 = MAX (taken.x1, middle + width / 2);
      ull_scene_add_text (draft->scene, "note", middle, taken.y0 + (0.95 + i * ULL_LINE_STEP) * draft->em, lines[i],
                          draft->text, 400, ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_DIM));
    }
  return taken;
}

static void
add_heading (UllDraft *draft, const char *title)
{
  double size = HEADING_POINTS * draft->spec->text_scale;
  double step = size * ULL_PX_PER_POINT * ULL_LINE_STEP;
  gboolean rtl = draft->spec->rtl;
  g_auto (GStrv) lines = ull_text_wrap (draft->context, title, size, 700, draft->right - draft->left);

  if (step * g_strv_length (lines) > draft->bottom - draft->top)
    return;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (ull_text_width (draft->context, lines[i], size, 700) <= draft->right - draft->left)
        ull_scene_add_text (draft->scene, "title", rtl ? draft->right : draft->left, draft->top + 0.8 * step, lines[i],
                            size, 700, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_TEXT));
      draft->top += step;
    }
  draft->top += draft->em;
}

static void
add_caption (UllDraft *draft, const char *caption)
{
  g_auto (GStrv) lines = ull_text_wrap (draft->context, caption, draft->text, 400, draft->right - draft->left);
  double step = ULL_LINE_STEP * 1.05 * draft->em;
  gboolean rtl = draft->spec->rtl;
  double y = draft->bottom - step * g_strv_length (lines);

  /* A caption that leaves no room for its chart explains nothing. */
  if (y - draft->em - draft->top < 8 * draft->em)
    return;

  draft->bottom = y - draft->em;
  for (guint i = 0; lines[i] != NULL; i++)
    if (ull_text_width (draft->context, lines[i], draft->text, 400) <= draft->right - draft->left)
      ull_scene_add_text (draft->scene, "caption", rtl ? draft->right : draft->left, y + 0.95 * draft->em + i * step,
                          lines[i], draft->text, 400, rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START,
                          ull_draft_ink (draft, ULL_INK_DIM));
}

UllDraft
ull_draft_start (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context, double margin)
{
  double scale = spec->text_scale > 0 ? spec->text_scale : 1;

  return (UllDraft) {
    .disclosure = disclosure,
    .spec = spec,
    .context = context,
    .text = CHART_POINTS * scale,
    .tick = TICK_POINTS * scale,
    .em = CHART_POINTS * scale * ULL_PX_PER_POINT,
    .left = margin,
    .top = margin,
    .right = MAX (spec->width - margin, margin + 1),
    .bottom = MAX (spec->height - margin, margin + 1),
  };
}

double
ull_draft_margin (gboolean ground)
{
  return ground ? MARGIN : 1;
}

UllScene *
ull_draft_build (UllDraft *draft, const UllSurround *frame, gboolean ground)
{
  const UllChartSpec *spec = draft->spec;

  draft->scene = ull_scene_new (spec->width, spec->height);
  ull_scene_set_title (draft->scene, frame->title);
  ull_scene_set_description (draft->scene, frame->description);
  if (ground)
    ull_scene_add_rect (draft->scene, "ground", 0, 0, spec->width, spec->height)->fill
        = ull_draft_ink (draft, ULL_INK_GROUND);
  if (spec->title)
    add_heading (draft, frame->title);
  if (spec->caption)
    add_caption (draft, frame->caption);
  /* With no room at all there is still the description. */
  if (draft->bottom - draft->top >= frame->least * draft->em && draft->right - draft->left >= 6 * draft->em)
    frame->draw (draft);
  return draft->scene;
}

static UllScene *
build (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context, gboolean ground)
{
  UllDraft draft = ull_draft_start (disclosure, spec, context, ull_draft_margin (ground));
  g_autofree char *description = kinds[spec->kind].describe (disclosure);
  g_autofree char *present = ull_chart_caption (disclosure);
  /* No other chart draws a ghost. */
  g_autofree char *pinned = spec->kind <= ULL_CHART_CURVES ? ull_ghost_caption (disclosure) : NULL;
  g_autofree char *caption = pinned != NULL ? g_strconcat (present, " ", pinned, NULL) : g_strdup (present);
  g_autofree char *card = spec->kind == ULL_CHART_MEMORY && disclosure->plan != NULL ? ull_plan_card_title (disclosure->plan)
                                                                                    : NULL;
  UllSurround frame = { card != NULL ? card : _(kinds[spec->kind].title), description, caption, kinds[spec->kind].least, kinds[spec->kind].draw };

  return ull_draft_build (&draft, &frame, ground);
}

UllScene *
ull_chart_build (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context)
{
  g_return_val_if_fail (spec->kind < ULL_N_CHARTS && spec->look < ULL_N_LOOKS, NULL);

  return build (disclosure, spec, context, FALSE);
}

UllScene *
ull_chart_build_picture (const UllDisclosure *disclosure, const UllChartSpec *spec, PangoContext *context)
{
  g_return_val_if_fail (spec->kind < ULL_N_CHARTS && spec->look < ULL_N_LOOKS, NULL);

  return build (disclosure, spec, context, TRUE);
}

gboolean
ull_chart_same (UllChartKind kind, const UllDisclosure *one, const UllDisclosure *other)
{
  g_return_val_if_fail (kind < ULL_N_CHARTS, FALSE);

  if (one == other || (kind == ULL_CHART_LAYERS && ull_layers_same (one, other)))
    return TRUE;
  return kind == ULL_CHART_LENGTHS && ull_lengths_equal (one->scenario->lengths, other->scenario->lengths)
         && one->scenario->value[ULL_FIELD_CONTEXT] == other->scenario->value[ULL_FIELD_CONTEXT];
}

GPtrArray *
ull_chart_table (const UllDisclosure *disclosure, UllChartKind kind)
{
  g_return_val_if_fail (kind < ULL_N_CHARTS, NULL);

  return kinds[kind].table (disclosure);
}
