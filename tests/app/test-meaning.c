#include "test-util.h"

#include "ull-chart-meaning.h"
#include "ull-glossary-window.h"
#include "ull-plan-view.h"
#include "ull-sum-view.h"

#include <string.h>

/* What terms mean, where they stand: the sum, the charts, the window of them all; and that it is the same words, whether an
 * answer is withheld or not. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace;
  UllSumView *sum;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = test_window_new_open (application);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  fixture->sum = ULL_SUM_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_SUM_VIEW, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static gboolean
says (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
is_gone (gpointer parent)
{
  return test_find (parent, GTK_TYPE_POPOVER, NULL) == NULL;
}

/* Closes it, and asserts that nothing of it stays. */
static void
check_popover (GtkWidget *parent, const UllGlossaryEntry *entry)
{
  GtkWidget *popover = test_find (parent, GTK_TYPE_POPOVER, NULL);

  g_assert_nonnull (popover);
  test_wait_frames (popover, 1);
  g_assert_true (gtk_widget_get_visible (popover));
  g_assert_true (says (popover, entry->term) && says (popover, entry->text));
  g_assert_cmpuint (test_count_unnamed (popover), ==, 0);
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_assert_true (test_wait_until (is_gone, parent, 5000));
}

static void
activate (Fixture *fixture, guint step)
{
  GtkWidget *list = test_find (GTK_WIDGET (fixture->sum), GTK_TYPE_LIST_BOX, NULL);

  g_signal_emit_by_name (list, "row-activated", ull_sum_view_get_row (fixture->sum, step));
}

/* Every step has its entry, shown or not. */
static void
test_sum (Fixture *fixture, gconstpointer data)
{
  const UllDerivation *derivation = &ull_workspace_get_disclosure (fixture->workspace)->plan->derivation;
  const UllGlossaryEntry *first = ull_glossary_find (ull_meaning_get_glossary (), ull_step_get_id (derivation->step[0].id));
  guint last = derivation->n_steps - 1;

  for (guint i = 0; i < derivation->n_steps; i++)
    g_assert_nonnull (ull_glossary_find (ull_meaning_get_glossary (), ull_step_get_id (derivation->step[i].id)));
  activate (fixture, 0);
  check_popover (GTK_WIDGET (fixture->sum), first);
  activate (fixture, last);
  check_popover (GTK_WIDGET (fixture->sum),
                 ull_glossary_find (ull_meaning_get_glossary (), ull_step_get_id (derivation->step[last].id)));
}

/* Whatever pointer or keys can be at, in any chart, means something; so do the axes alone. */
static void
check_kind (const UllDisclosure *disclosure, UllChartKind kind, PangoContext *context)
{
  UllChartSpec spec = { .kind = kind, .width = 600, .height = 500, .text_scale = 1 };
  g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);
  const UllGlossaryEntry *entries[ULL_MAX_MEANINGS];
  const UllSpot *spots;
  guint n;

  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i <= n; i++)
    {
      guint n_entries = ull_chart_meaning_find (kind, i < n ? spots[i].id : NULL, entries);

      if (n_entries == 0)
        g_error ("%s: %s has no entry", ull_chart_kind_get_id (kind), i < n ? spots[i].id : "no part");
      for (guint k = 0; k < n_entries; k++)
        g_assert_nonnull (entries[k]);
    }
}

static void
test_parts (Fixture *fixture, gconstpointer data)
{
  UllScenario *scenario = ull_workspace_get_scenario (fixture->workspace);
  g_autoptr (UllDisclosure) whole = ull_disclosure_new (scenario), withheld = ull_disclosure_new_withheld (scenario);
  PangoContext *context = ull_chart_context_new ();

  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    {
      check_kind (whole, (UllChartKind) kind, context);
      check_kind (withheld, (UllChartKind) kind, context);
    }
  g_object_unref (context);
}

/* A term of the stack is its own; in the curves both axes are said, also while the answer is withheld. */
static void
test_chart (Fixture *fixture, gconstpointer data)
{
  UllPlanView *plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
  GtkWidget *curves = GTK_WIDGET (ull_plan_view_get_chart (plan, ULL_CHART_CURVES));
  GtkWidget *memory = GTK_WIDGET (ull_plan_view_get_chart (plan, ULL_CHART_MEMORY));
  const UllGlossary *glossary = ull_meaning_get_glossary ();

  ull_chart_meaning_show (ULL_CHART_VIEW (memory), "weights");
  check_popover (memory, ull_glossary_find (glossary, "weights"));
  ull_workspace_set_predict (fixture->workspace, TRUE);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_true (gtk_widget_activate_action (curves, "chart.meaning", "b", FALSE));
  g_assert_true (says (test_find (curves, GTK_TYPE_POPOVER, NULL), ull_glossary_find (glossary, "axis-context")->text));
  check_popover (curves, ull_glossary_find (glossary, "axis-concurrency"));
}

/* A window that goes takes what it explains along. */
static void
test_open_at_end (Fixture *fixture, gconstpointer data)
{
  activate (fixture, 0);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_false (is_gone (fixture->sum));
}

static void
test_window (Fixture *fixture, gconstpointer data)
{
  guint n = ull_glossary_get_length (ull_meaning_get_glossary ());
  UllGlossaryWindow *window;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.glossary", NULL));
  window = ULL_GLOSSARY_WINDOW (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_GLOSSARY_WINDOW));
  g_assert_nonnull (window);
  test_wait_frames (GTK_WIDGET (window), 2);
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (window)), ==, 0);
  g_assert_cmpuint (ull_glossary_window_get_n_shown (window), ==, n);
  ull_glossary_window_search (window, "ULLAGE");
  g_assert_cmpuint (ull_glossary_window_get_n_shown (window), >, 0);
  g_assert_cmpuint (ull_glossary_window_get_n_shown (window), <, n);
  ull_glossary_window_search (window, "no such term");
  g_assert_cmpuint (ull_glossary_window_get_n_shown (window), ==, 0);
  ull_glossary_window_search (window, "");
  g_assert_cmpuint (ull_glossary_window_get_n_shown (window), ==, n);
  /* Asked for again it is the same window. */
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.glossary", NULL);
  g_assert_true (test_find_window (GTK_WINDOW (fixture->window), ULL_TYPE_GLOSSARY_WINDOW) == GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/meaning/sum", test_sum },
    { "/meaning/parts", test_parts },
    { "/meaning/chart", test_chart },
    { "/meaning/open-at-end", test_open_at_end },
    { "/meaning/window", test_window },
  };

  application = test_start (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
