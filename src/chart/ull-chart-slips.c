/* The truth, the person's number and every usual mistake on one logarithmic axis, in the question's own unit; sizes in
 * GiB or MiB where the truth is at least 1 of them, else in bytes. Rings stand on the axis and their names below it, each at the end of a line, in
 * as many rows as they need. Axes of numbers do not mirror. */
#include "ull-chart-slips.h"

#include "ull-chart-private.h"
#include "ull-scale.h"
#include "ull-slips-unit.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define RING 9.0
#define DISC 13.0
#define DIAMOND 7.0
#define LABEL_EM 15.0 /* a longer name is wrapped */
#define NARROW_EM 26.0
#define FEW 6 /* names that find room beside their rings in any case */
#define MAX_LABELS 48

typedef struct
{
  const UllKeyMark *mark;
  char **lines;
  guint n_lines;
  guint row;
  double x, left, width;
  gboolean mine, placed;
} Label;

typedef struct
{
  UllDraft draft;
  const UllAnswered *answered;
  UllScale x;
  double unit; /* what an axis value of 1 is */
  const char *unit_name;
  double axis;  /* y */
  double names; /* y of the first row */
  double row;   /* height of one */
  Label label[MAX_LABELS];
  guint n_labels;
} Plot;

/* (nullable): where it may not be named yet. */
static const UllKeyMark *
get_mark (const UllAnswered *answered, guint i)
{
  const UllKeyMark *mark = &g_array_index (answered->key->marks, UllKeyMark, i);

  return ull_key_may_name (answered->question, answered->grade, mark) ? mark : NULL;
}

static guint
count_marks (const UllAnswered *answered)
{
  guint n = 0;

  for (guint i = 0; i < answered->key->marks->len; i++)
    n += get_mark (answered, i) != NULL ? 1 : 0;
  return n;
}

static void
widen (double value, double *min, double *max)
{
  if (value <= 0)
    return;
  *min = MIN (*min, value);
  *max = MAX (*max, value);
}

static void
choose_range (Plot *plot)
{
  const UllAnswered *answered = plot->answered;
  double min = answered->key->truth, max = min, pad = DISC;

  widen (answered->grade->number, &min, &max);
  for (guint i = 0; i < answered->key->marks->len; i++)
    if (get_mark (answered, i) != NULL)
      widen (get_mark (answered, i)->value, &min, &max);
  /* An axis needs two ends, and what stands at one of them needs room. */
  min /= 1.25;
  max *= 1.25;
  plot->x = (UllScale) { min / plot->unit, max / plot->unit, plot->draft.left + pad, plot->draft.right - pad, TRUE };
}

static double
place_of (const Plot *plot, double value)
{
  return ull_scale_map (&plot->x, value / plot->unit);
}

static gboolean
collides (const Plot *plot, const Label *label, guint row)
{
  for (guint i = 0; i < plot->n_labels; i++)
    {
      const Label *other = &plot->label[i];

      if (other == label || !other->placed || row >= other->row + other->n_lines || other->row >= row + label->n_lines)
        continue;
      if (label->left < other->left + other->width + plot->draft.em && other->left < label->left + label->width + plot->draft.em)
        return TRUE;
    }
  return FALSE;
}

static void
place_label (Plot *plot, Label *label, guint n_rows)
{
  for (guint row = 0; row + label->n_lines <= n_rows; row++)
    if (!collides (plot, label, row))
      {
        label->row = row;
        label->placed = TRUE;
        return;
      }
}

static void
add_label (Plot *plot, const UllKeyMark *mark)
{
  UllDraft *draft = &plot->draft;
  Label *label = &plot->label[plot->n_labels];
  double room = MIN (draft->right - draft->left, LABEL_EM * draft->em);
  gboolean apart = draft->right - draft->left < NARROW_EM * draft->em || count_marks (plot->answered) > FEW;
  g_autofree char *value = NULL, *named = NULL;

  if (mark == NULL || mark->value <= 0 || plot->n_labels == MAX_LABELS)
    return;
  plot->n_labels++;
  *label = (Label) { .mark = mark, .mine = ull_grade_is_mark (plot->answered->question, plot->answered->grade, mark), .x = place_of (plot, mark->value) };
  value = ull_slips_format (plot->answered->question, mark->value);
  /* Where names stand far from their rings, the number says which is whose. */
  named = apart ? g_strdup_printf ("%s: %s", value, mark->name) : g_strdup (mark->name);
  label->lines = ull_text_wrap (draft->context, named, draft->text, label->mine ? 700 : 400, room);
  label->n_lines = g_strv_length (label->lines);
  for (guint i = 0; i < label->n_lines; i++)
    label->width = MAX (label->width, ull_text_width (draft->context, label->lines[i], draft->text, label->mine ? 700 : 400));
  label->left = CLAMP (label->x - label->width / 2, draft->left, MAX (draft->right - label->width, draft->left));
}

/* How many rows were needed. The person's own mistake is placed first, so that it is the last to be left out. */
static guint
place_labels (Plot *plot, guint n_rows)
{
  guint used = 0;

  for (int mine = 1; mine >= 0; mine--)
    for (guint i = 0; i < plot->n_labels; i++)
      if (plot->label[i].mine == mine)
        place_label (plot, &plot->label[i], n_rows);
  for (guint i = 0; i < plot->n_labels; i++)
    if (plot->label[i].placed)
      used = MAX (used, plot->label[i].row + plot->label[i].n_lines);
  return used;
}

/* Two rows above the axis for truth and yours and one for the factor; ticks, names and the unit below it. */
static void
lay_out (Plot *plot, const UllDraft *draft, char **owned)
{
  const UllAnswered *answered = draft->answered;

  *plot = (Plot) { .draft = *draft, .answered = answered };
  plot->row = ULL_LINE_STEP * plot->draft.em;
  plot->axis = floor (plot->draft.top + 4.4 * plot->draft.em) + 0.5;
  plot->names = plot->axis + 2.6 * plot->draft.em;
  plot->unit = ull_slips_unit (answered->question, answered->key->truth, owned);
  plot->unit_name = *owned;
  choose_range (plot);
  for (guint i = 0; i < answered->key->marks->len; i++)
    add_label (plot, get_mark (answered, i));
}

static void
forget_labels (Plot *plot)
{
  for (guint i = 0; i < plot->n_labels; i++)
    g_strfreev (plot->label[i].lines);
}

static char *
dup_note (const Plot *plot)
{
  g_autofree char *none = plot->answered->grade->number > 0 ? NULL : ull_slips_format (plot->answered->question, plot->answered->grade->number);

  if (none != NULL)
    return g_strdup_printf (_("Log scale, %s. %s has no place on it. A ring is a usual mistake."),
                            plot->unit_name != NULL ? plot->unit_name : _("a number"), none);
  return g_strdup_printf (_("Log scale, %s. A ring is a usual mistake."),
                          plot->unit_name != NULL ? plot->unit_name : _("a number"));
}

static char **
wrap_note (Plot *plot)
{
  g_autofree char *note = dup_note (plot);

  return ull_text_wrap (plot->draft.context, note, plot->draft.text, 400, plot->draft.right - plot->draft.left);
}

static void
draw_axis (Plot *plot)
{
  UllDraft *draft = &plot->draft;
  double ticks[ULL_MAX_TICKS], width = 5 * draft->em, end = draft->left;
  guint n = ull_scale_log_ticks (plot->x.min, plot->x.max, (guint) MAX ((draft->right - draft->left) / width, 2), ticks);

  ull_scene_add_rect (draft->scene, "axis", draft->left, plot->axis - 0.75, draft->right - draft->left, 1.5)->fill
    = ull_draft_ink (draft, ULL_INK_DIM);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = ull_formula_format (ticks[i], ULL_UNIT_COUNT, NULL);
      double x = floor (ull_scale_map (&plot->x, ticks[i]));

      width = ull_text_width (draft->context, text, draft->tick, 400);
      if (x - width / 2 < end || x + width / 2 > draft->right)
        continue;
      end = x + width / 2 + draft->em / 2;
      ull_scene_add_rect (draft->scene, "tick", x, plot->axis, 1, 5)->fill = ull_draft_ink (draft, ULL_INK_DIM);
      ull_scene_add_text (draft->scene, "tick", x, plot->axis + 1.6 * draft->em, text, draft->tick, 400, ULL_ANCHOR_MIDDLE,
                          ull_draft_ink (draft, ULL_INK_DIM));
    }
}

/* Whether a name stands in the row where a line at @x would cross it. */
static gboolean
crosses_name (const Plot *plot, double x, guint row)
{
  for (guint i = 0; i < plot->n_labels; i++)
    {
      const Label *label = &plot->label[i];

      if (label->placed && row >= label->row && row < label->row + label->n_lines && x > label->left - 3
          && x < label->left + label->width + 3)
        return TRUE;
    }
  return FALSE;
}

/* A line to a deeper name is left out where it would strike another name through. */
static void
draw_leader (Plot *plot, const Label *label)
{
  UllDraft *draft = &plot->draft;
  guint32 ink = ull_draft_ink (draft, label->mine ? ULL_INK_BAD : ULL_INK_DIM);
  double from = plot->axis + 1.9 * draft->em;

  ull_scene_add_rect (draft->scene, "leader", floor (label->x), from, 1, plot->names - from)->fill = ink;
  for (guint row = 0; row < label->row; row++)
    if (!crosses_name (plot, label->x, row))
      ull_scene_add_rect (draft->scene, "leader", floor (label->x), plot->names + row * plot->row, 1, plot->row)->fill = ink;
}

static void
draw_name (Plot *plot, const Label *label)
{
  UllDraft *draft = &plot->draft;
  double y = plot->names + label->row * plot->row;

  for (guint i = 0; i < label->n_lines; i++)
    ull_scene_add_text (draft->scene, "name", label->left + label->width / 2, y + (0.95 + i * ULL_LINE_STEP) * draft->em,
                        label->lines[i], draft->text, label->mine ? 700 : 400, ULL_ANCHOR_MIDDLE,
                        ull_draft_ink (draft, label->mine ? ULL_INK_BAD : ULL_INK_DIM));
}

static void
draw_ring (Plot *plot, const Label *label)
{
  UllDraft *draft = &plot->draft;
  UllMark *ring = ull_scene_add_circle (draft->scene, label->mark->id, label->x, plot->axis, RING);
  g_autofree char *value = ull_slips_format (plot->answered->question, label->mark->value);
  char *said;

  ring->fill = ull_draft_ink (draft, ULL_INK_GROUND);
  ring->stroke = ull_draft_ink (draft, ULL_INK_DIM);
  ring->line_width = 2;
  said = label->mark->why != NULL ? g_strdup_printf ("%s: %s. %s", value, label->mark->name, label->mark->why)
                                  : g_strdup_printf ("%s: %s.", value, label->mark->name);
  ull_scene_add_spot (draft->scene, label->mark->id, label->x - RING, plot->axis - RING, 2 * RING, 2 * RING, said, -1);
}

static void
draw_tick_disc (Plot *plot, double x)
{
  UllScene *scene = plot->draft.scene;
  UllMark *mark = ull_scene_add_circle (scene, "truth", x, plot->axis, DISC);

  mark->fill = ull_draft_ink (&plot->draft, ULL_INK_GOOD);
  mark = ull_scene_add_path (scene, "truth");
  mark->stroke = ull_draft_ink (&plot->draft, ULL_INK_GROUND);
  mark->line_width = 2;
  ull_scene_add_point (scene, x - 3, plot->axis);
  ull_scene_add_point (scene, x - 0.8, plot->axis + 2.4);
  ull_scene_add_point (scene, x + 3.2, plot->axis - 2.6);
}

static void
draw_diamond (Plot *plot, double x)
{
  UllScene *scene = plot->draft.scene;
  UllMark *mark = ull_scene_add_path (scene, "yours");

  mark->fill = ull_draft_ink (&plot->draft, plot->answered->grade->right ? ULL_INK_GOOD : ULL_INK_BAD);
  mark->stroke = ull_draft_ink (&plot->draft, ULL_INK_GROUND);
  mark->line_width = 1;
  mark->closed = TRUE;
  ull_scene_add_point (scene, x, plot->axis - DIAMOND);
  ull_scene_add_point (scene, x + DIAMOND, plot->axis);
  ull_scene_add_point (scene, x, plot->axis + DIAMOND);
  ull_scene_add_point (scene, x - DIAMOND, plot->axis);
}

static void
draw_stem (Plot *plot, double x, double from, UllInk ink)
{
  ull_scene_add_rect (plot->draft.scene, "stem", x - 1, from, 2, plot->axis - from)->fill = ull_draft_ink (&plot->draft, ink);
}

/* How far apart they are, on a bar between their stems, below the names: where that is wide enough to say it. */
static void
draw_factor (Plot *plot, double truth, double yours)
{
  UllDraft *draft = &plot->draft;
  double factor = plot->answered->grade->factor, y = plot->axis - 0.7 * draft->em;
  g_autofree char *text = g_strdup_printf ("×" ULL_NBSP "%.3g", factor);
  double width = ull_text_width (draft->context, text, draft->tick, 700);

  if (factor < 1.005 || fabs (yours - truth) < width + draft->em)
    return;
  ull_scene_add_rect (draft->scene, "factor", MIN (truth, yours) + 3, y, fabs (yours - truth) - 6, 1.5)->fill
    = ull_draft_ink (draft, ULL_INK_TEXT);
  ull_scene_add_text (draft->scene, "factor", (truth + yours) / 2, y - 0.3 * draft->em, text, draft->tick, 700,
                      ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ULL_INK_TEXT));
}

static void
add_spot (Plot *plot, const char *id, double x, const char *text)
{
  ull_scene_add_spot (plot->draft.scene, id, x - DISC, plot->axis - DISC, 2 * DISC, 2 * DISC, g_strdup (text), -1);
}

/* Where a name of the upper marks begins: away from the other mark, or in the middle where there is no other. @side: -1, 0, 1. */
static double
flag_left (const Plot *plot, double x, double width, int side)
{
  double left = side < 0 ? x + 8 - width : side > 0 ? x - 8 : x - width / 2;

  return CLAMP (left, plot->draft.left, MAX (plot->draft.right - width, plot->draft.left));
}

/* Where even one name is wider than the chart, the number alone. Takes @sentence. (transfer full) */
static char *
fit_words (const Plot *plot, char *sentence, const char *number)
{
  g_autofree char *words = sentence;
  const UllDraft *draft = &plot->draft;

  if (ull_text_width (draft->context, words, draft->text, 700) <= draft->right - draft->left)
    return g_steal_pointer (&words);
  return g_strdup (number);
}

static void
draw_flag (Plot *plot, const char *id, double left, double width, double y, const char *text, UllInk ink)
{
  UllDraft *draft = &plot->draft;

  ull_scene_add_text (draft->scene, id, left + width / 2, y, text, draft->text, 700, ULL_ANCHOR_MIDDLE, ull_draft_ink (draft, ink));
}

/* Both names in one row, flags that point away from each other; where the edge leaves no room for that, below each other. */
static void
draw_both (Plot *plot, double truth, double yours, const char *answer, const char *mine)
{
  UllDraft *draft = &plot->draft;
  double lower = draft->top + 2.3 * draft->em, upper = draft->top + draft->em;
  double width = ull_text_width (draft->context, answer, draft->text, 700);
  double other = ull_text_width (draft->context, mine, draft->text, 700);
  int side = truth <= yours ? -1 : 1;
  double left = flag_left (plot, truth, width, side), right = flag_left (plot, yours, other, -side);
  gboolean apart = left + width + draft->em / 2 <= right || right + other + draft->em / 2 <= left;
  UllInk ink = plot->answered->grade->right ? ULL_INK_GOOD : ULL_INK_BAD;
  gboolean clear = apart || yours < left - 3 || yours > left + width + 3;

  draw_stem (plot, yours, (apart || !clear ? lower : upper) + 0.4 * draft->em, ink);
  draw_stem (plot, truth, lower + 0.4 * draft->em, ULL_INK_GOOD);
  draw_flag (plot, "truth", left, width, lower, answer, ULL_INK_GOOD);
  draw_flag (plot, "yours", right, other, apart ? lower : upper, mine, ink);
  if (!plot->answered->grade->right)
    draw_factor (plot, truth, yours);
  draw_diamond (plot, yours);
  add_spot (plot, "yours", yours, mine);
}

/* A right answer is the truth: one mark, unless much else counts as right, as of a ramp. */
static void
draw_answers (Plot *plot)
{
  UllDraft *draft = &plot->draft;
  const UllGrade *grade = plot->answered->grade;
  double truth = place_of (plot, plot->answered->key->truth), lower = draft->top + 2.3 * draft->em;
  double yours = grade->number > 0 ? place_of (plot, grade->number) : truth;
  gboolean apart = grade->number > 0 && (!grade->right || fabs (yours - truth) > DISC);
  g_autofree char *number = ull_slips_format (plot->answered->question, plot->answered->key->truth), *said = ull_slips_format (plot->answered->question, grade->number);
  g_autofree char *answer
    = fit_words (plot, g_strdup_printf (apart || !grade->right ? _("%s, the answer") : _("%s, the answer and yours"), number), number);
  g_autofree char *mine = fit_words (plot, g_strdup_printf (_("%s, yours"), said), said);
  double width = ull_text_width (draft->context, answer, draft->text, 700);

  if (apart)
    draw_both (plot, truth, yours, answer, mine);
  else
    {
      draw_stem (plot, truth, lower + 0.4 * draft->em, ULL_INK_GOOD);
      draw_flag (plot, "truth", flag_left (plot, truth, width, 0), width, lower, answer, ULL_INK_GOOD);
    }
  draw_tick_disc (plot, truth);
  add_spot (plot, "truth", truth, answer);
}

static void
draw_note (Plot *plot)
{
  UllDraft *draft = &plot->draft;
  g_auto (GStrv) lines = wrap_note (plot);
  guint n = g_strv_length (lines);

  for (guint i = 0; i < n; i++)
    ull_scene_add_text (draft->scene, "unit", draft->spec->rtl ? draft->right : draft->left,
                        draft->bottom - (n - 1 - i) * plot->row - 0.3 * draft->em, lines[i], draft->text, 400,
                        draft->spec->rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, ull_draft_ink (draft, ULL_INK_DIM));
}

double
ull_slips_chart_height (const UllAnswered *answered, const UllChartSpec *spec, PangoContext *context)
{
  UllDraft draft = ull_draft_start (NULL, spec, context, ull_draft_margin (FALSE));
  g_autofree char *owned = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_rows;
  Plot plot;

  draft.answered = answered;
  lay_out (&plot, &draft, &owned);
  n_rows = place_labels (&plot, G_MAXUINT16);
  lines = wrap_note (&plot);
  forget_labels (&plot);
  return ceil (plot.names + (n_rows + g_strv_length (lines)) * plot.row + plot.draft.em);
}

void
ull_chart_draw_slips (UllDraft *draft)
{
  g_autofree char *owned = NULL;
  g_auto (GStrv) lines = NULL;
  double room;
  Plot plot;

  lay_out (&plot, draft, &owned);
  lines = wrap_note (&plot);
  room = plot.draft.bottom - plot.names - g_strv_length (lines) * plot.row;
  place_labels (&plot, (guint) MAX (room / plot.row, 0));
  draw_axis (&plot);
  for (guint i = 0; i < plot.n_labels; i++)
    if (plot.label[i].placed)
      {
        draw_leader (&plot, &plot.label[i]);
        draw_name (&plot, &plot.label[i]);
      }
  for (guint i = 0; i < plot.n_labels; i++)
    draw_ring (&plot, &plot.label[i]);
  draw_answers (&plot);
  if (room >= 0)
    draw_note (&plot);
  forget_labels (&plot);
}
