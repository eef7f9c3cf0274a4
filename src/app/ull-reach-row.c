#include "ull-reach-row.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A lever that is not enough stands at its end: what it comes to there is why it cannot reach the wanted alone. */

struct _UllReachRow
{
  UllFigureRow parent_instance;
};

G_DEFINE_FINAL_TYPE (UllReachRow, ull_reach_row, ULL_TYPE_FIGURE_ROW)

static void
ull_reach_row_class_init (UllReachRowClass *klass)
{
}

static void
ull_reach_row_init (UllReachRow *self)
{
}

GtkWidget *
ull_reach_row_new (void)
{
  return g_object_new (ULL_TYPE_REACH_ROW, NULL);
}

static char *
count_text (gint64 count)
{
  return count < 0 || count == G_MAXINT64 ? g_strdup (_("no bound")) : ull_format_count (count);
}

/* Of a length the longest, else the tokens of the pool. */
static char *
comes_to (const UllPullRow *row, UllWant want)
{
  return count_text (want == ULL_WANT_CONTEXT ? row->max_context : row->tokens);
}

static char *
detail_text (const UllPullRow *row)
{
  g_autofree char *cost = ull_pull_row_dup_cost (row);

  if (row->reached)
    return g_steal_pointer (&cost);
  /* Translators: of a lever that is pulled as far as it goes; then what it costs. */
  return g_strdup_printf (_("At its end. %s"), cost);
}

void
ull_reach_row_set (UllReachRow *self, const UllPullRow *row, UllWant want)
{
  g_autofree char *label = ull_pull_row_dup_label (row), *figure = comes_to (row, want), *fit = count_text (row->requests);
  const char *enough = row->reached ? _("enough") : _("not alone");
  g_autofree char *detail = detail_text (row);
  g_autofree char *figures = g_strdup_printf (_("%s tokens · %s · %s fit"), figure, enough, fit);
  g_autofree char *spoken = g_strdup_printf (_("%s: %s, %s tokens, %s fit; cost: %s."), label, enough, figure, fit, detail);
  g_autofree char *action = g_strdup_printf (_("Apply %s"), label);

  g_return_if_fail (ULL_IS_REACH_ROW (self));

  if (ull_figure_row_set (ULL_FIGURE_ROW (self), &(UllFigureTexts) { label, { figure, enough, fit }, figures, detail },
                          spoken))
    ull_figure_row_set_action (ULL_FIGURE_ROW (self), action);
}

void
ull_reach_row_set_head (UllReachRow *self, UllWant want)
{
  const char *const figures[] = { want == ULL_WANT_CONTEXT ? _("Longest") : _("Tokens"), "", _("Fit") };

  g_return_if_fail (ULL_IS_REACH_ROW (self));

  ull_figure_row_set_head (ULL_FIGURE_ROW (self), _("Lever, as far as it must go"), figures);
}
