#include "ull-levers-row.h"

#include "ull-lever-bars.h"
#include "ull-look.h"
#include "ull-painter.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The figures of a lever: what is gained, of which kind, how many requests fit then; below it what it costs, and the
 * gain as a bar from now. What it is drawn by and how it looks is the chart's. */

#define LEFT_TO_RIGHT "\342\201\246"
#define END_ISOLATE "\342\201\251"

struct _UllLeversRow
{
  UllFigureRow parent_instance;

  UllScale axis; /* multiples of now */
  double factor; /* not a number: no bar */
  UllGain gain;
};

G_DEFINE_FINAL_TYPE (UllLeversRow, ull_levers_row, ULL_TYPE_FIGURE_ROW)

static UllScene *
make_bar (UllLeversRow *self, double width, double height)
{
  UllScale axis = { self->axis.min, self->axis.max, 1, width - 1, TRUE };
  double now = ull_scale_map (&axis, 1), end = ull_scale_map (&axis, self->factor);
  UllScene *scene = ull_scene_new (width, height);
  UllMark *mark;

  if (fabs (end - now) >= 1)
    {
      mark = ull_scene_add_rect (scene, "bar", MIN (now, end), 1, fabs (end - now), height - 2);
      ull_lever_bar_dress (mark, self->gain, ull_look_current ());
    }
  mark = ull_scene_add_rect (scene, "now", floor (now), 0, 1.5, height);
  mark->fill = ull_palette_ink (ull_look_current (), ULL_INK_TEXT);
  return scene;
}

static void
ull_levers_row_draw_bar (UllFigureRow *row, cairo_t *cr, double width, double height)
{
  UllLeversRow *self = ULL_LEVERS_ROW (row);
  g_autoptr (UllScene) scene = NULL;

  if (isnan (self->factor) || width < 3)
    return;
  scene = make_bar (self, width, height);
  ull_painter_paint (scene, cr, gtk_widget_get_pango_context (GTK_WIDGET (self)));
}

static void
ull_levers_row_class_init (UllLeversRowClass *klass)
{
  ULL_FIGURE_ROW_CLASS (klass)->draw_bar = ull_levers_row_draw_bar;
}

static void
ull_levers_row_init (UllLeversRow *self)
{
  self->factor = NAN;
}

GtkWidget *
ull_levers_row_new (void)
{
  return g_object_new (ULL_TYPE_LEVERS_ROW, NULL);
}

static char *
signed_text (const char *number, gboolean negative)
{
  return g_strconcat (negative ? ULL_MINUS : "+", ULL_NBSP, number, NULL);
}

/* What the factor or the sum is of: tokens where their number moves, else requests, else the longest that fits. */
static char *
gain_text (const UllPullRow *row, const UllPlan *before)
{
  g_autofree char *number = NULL;
  gint64 more = row->requests - before->max_concurrency;

  if (row->gain == ULL_GAIN_ADDS && row->gain_bytes != 0)
    {
      number = ull_format_gib (ABS (row->gain_bytes));
      return signed_text (number, row->gain_bytes < 0);
    }
  if (row->gain != ULL_GAIN_ADDS && !isnan (row->factor_tokens) && fabs (row->factor_tokens - 1) >= 0.005)
    return g_strdup_printf (_("tokens × %.2f"), row->factor_tokens);
  if (row->gain != ULL_GAIN_ADDS && more != 0 && before->max_concurrency > 0)
    return g_strdup_printf (_("requests × %.2f"), (double) row->requests / (double) before->max_concurrency);
  if (more == 0)
    return g_strdup (_("none"));
  number = ull_format_count (ABS (more));
  return g_strdup_printf (more < 0 ? _("− %s requests") : _("+ %s requests"), number);
}

static char *
kind_text (UllGain gain)
{
  static const char *const signs[] = { [ULL_GAIN_ADDS] = "+", [ULL_GAIN_SCALES] = ULL_TIMES, [ULL_GAIN_BOTH] = ("+" ULL_TIMES) };

  return g_strconcat (signs[gain], ULL_NBSP, ull_gain_get_label (gain), NULL);
}

/* A tier of the host has no setting that a click could move. */
static void
update_action (UllLeversRow *self, gboolean can_apply, const char *label)
{
  g_autofree char *name = can_apply ? g_strdup_printf (_("Apply %s"), label) : NULL;

  ull_figure_row_set_action (ULL_FIGURE_ROW (self), name);
}

/* A tier of the host has no bar: it holds hundreds of times what the card does, and none of it runs. */
static void
set_bar (UllLeversRow *self, const UllPullRow *row, const UllPlan *before, double least, double most)
{
  double factor = row->pull[0].id == ULL_PULL_HOST ? NAN : ull_lever_bar_get_factor (row, before);

  self->factor = factor;
  self->gain = row->gain;
  self->axis = (UllScale) { .min = least, .max = most };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ull_levers_row_set (UllLeversRow *self, const UllPullRow *row, const UllPlan *before, double least, double most)
{
  g_autofree char *label = ull_pull_row_dup_label (row), *gain = gain_text (row, before), *kind = kind_text (row->gain);
  g_autofree char *fit = ull_format_count (row->requests), *cost = ull_pull_row_dup_cost (row);
  /* Figures and signs run left to right in every language. */
  g_autofree char *shown = g_strconcat (LEFT_TO_RIGHT, gain, END_ISOLATE, NULL);
  g_autofree char *figures = g_strdup_printf (_("%s · %s · %s fit"), shown, kind, fit);
  g_autofree char *spoken = g_strdup_printf (_("%s: gain %s, %s, %s fit; cost: %s."), label, gain,
                                             ull_gain_get_label (row->gain), fit, cost);

  g_return_if_fail (ULL_IS_LEVERS_ROW (self));

  set_bar (self, row, before, least, most);
  if (ull_figure_row_set (ULL_FIGURE_ROW (self), &(UllFigureTexts) { label, { shown, kind, fit }, figures, cost }, spoken))
    update_action (self, row->pull[0].id != ULL_PULL_HOST, label);
}

void
ull_levers_row_set_head (UllLeversRow *self)
{
  const char *const figures[] = { _("Gain"), _("Kind"), _("Fit") };

  g_return_if_fail (ULL_IS_LEVERS_ROW (self));

  ull_figure_row_set_head (ULL_FIGURE_ROW (self), _("Lever, alone"), figures);
}

const char *
ull_levers_row_get_text (UllLeversRow *self)
{
  return ull_figure_row_get_text (ULL_FIGURE_ROW (self));
}

GtkWidget *
ull_levers_row_get_button (UllLeversRow *self)
{
  return ull_figure_row_get_button (ULL_FIGURE_ROW (self));
}

double
ull_levers_row_get_factor (UllLeversRow *self)
{
  g_return_val_if_fail (ULL_IS_LEVERS_ROW (self), NAN);

  return self->factor;
}
