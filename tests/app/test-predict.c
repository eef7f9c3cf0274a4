#include "test-util.h"

#include "ull-confidence-row.h"
#include "ull-plan-view.h"
#include "ull-units.h"

/* Predict, commit, reveal: what is withheld is gone from the window, what is committed stands beside what holds, the sum
 * comes a step at a time. */

static UllApplication *application;

typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed */
  UllPlanView *plan;       /* borrowed */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->window = ull_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), GPOINTER_TO_INT (data), 800);
  g_assert_true (ull_window_open_bundled (fixture->window, "llama-3.1-8b", "rtx-4090", NULL));
  gtk_window_present (GTK_WINDOW (fixture->window));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  fixture->workspace = ull_window_get_workspace (fixture->window);
  fixture->plan = ULL_PLAN_VIEW (test_find (GTK_WIDGET (fixture->window), ULL_TYPE_PLAN_VIEW, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_window_end (fixture->window);
}

static void
predict (Fixture *fixture)
{
  ull_workspace_set_predict (fixture->workspace, TRUE);
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
}

static GtkWidget *
part (Fixture *fixture, GType type, const char *id)
{
  GtkWidget *found = test_find (GTK_WIDGET (ull_plan_view_get_predict (fixture->plan)), type, id);

  g_assert_nonnull (found);
  return found;
}

static void
answer (Fixture *fixture, gboolean fits, const char *number)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (part (fixture, GTK_TYPE_CHECK_BUTTON, fits ? "fits" : "exceeds")), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, GTK_TYPE_ENTRY, "number")), number);
}

static void
commit (Fixture *fixture)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->plan), "plan.commit", NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
}

static const char *
headline (Fixture *fixture)
{
  return ull_verdict_card_get_headline (ull_plan_view_get_verdict (fixture->plan));
}

static void
test_withheld (Fixture *fixture, gconstpointer data)
{
  UllChartView *curves = ull_plan_view_get_chart (fixture->plan, ULL_CHART_CURVES);
  UllSumView *sum = ull_plan_view_get_sum (fixture->plan);

  g_assert_null (ull_plan_view_get_predict (fixture->plan));
  predict (fixture);
  g_assert_cmpstr (headline (fixture), ==, "Predict first. The answer is withheld.");
  g_assert_cmpint (ull_verdict_card_get_state (ull_plan_view_get_verdict (fixture->plan)), ==, ULL_VERDICT_WITHHELD);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (curves)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (sum)));
  g_assert_null (ull_sum_view_get_row (sum, 0));
  gtk_test_accessible_assert_property (curves, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ull_plan_view_get_predict (fixture->plan))));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (fixture->window)), ==, 0);
}

static void
test_ready (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *number;
    gboolean ready;
  } cases[] = { { "", FALSE },   { "18", TRUE },   { "0", TRUE },   { "1,024", TRUE },
                { "-3", FALSE }, { "many", FALSE }, { "2.5", FALSE }, { "99999999999999999999", FALSE } };

  predict (fixture);
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, GTK_TYPE_ENTRY, "number")), "18");
  g_assert_false (ull_predict_panel_get_ready (ull_plan_view_get_predict (fixture->plan)));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *message = part (fixture, GTK_TYPE_LABEL, "number_message");

      answer (fixture, i % 2 == 0, cases[i].number);
      g_assert_cmpint (ull_predict_panel_get_ready (ull_plan_view_get_predict (fixture->plan)), ==, cases[i].ready);
      g_assert_cmpint (gtk_widget_get_visible (message), ==, !cases[i].ready && cases[i].number[0] != 0);
    }
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_PENDING);
}

/* Tab comes to the answers although none of them is chosen. */
static void
test_tab (Fixture *fixture, gconstpointer data)
{
  GtkRoot *root = GTK_ROOT (fixture->window);
  GtkWidget *fits;
  gboolean reached = FALSE;

  predict (fixture);
  fits = part (fixture, GTK_TYPE_CHECK_BUTTON, "fits");
  for (int i = 0; i < 60 && !reached; i++)
    {
      gtk_widget_child_focus (GTK_WIDGET (fixture->window), GTK_DIR_TAB_FORWARD);
      reached = gtk_root_get_focus (root) == fits;
    }
  g_assert_true (reached);
}

/* The sentence is what was said, how sure, and what holds; the number that holds is the plan's. */
static void
test_commit (Fixture *fixture, gconstpointer data)
{
  const UllPrediction *said;
  g_autofree char *expected = NULL;

  predict (fixture);
  answer (fixture, TRUE, "18");
  ull_confidence_row_set_value (ULL_CONFIDENCE_ROW (part (fixture, ULL_TYPE_CONFIDENCE_ROW, "fits_confidence")), 90);
  ull_confidence_row_set_value (ULL_CONFIDENCE_ROW (part (fixture, ULL_TYPE_CONFIDENCE_ROW, "number_confidence")), 80);
  commit (fixture);
  said = ull_workspace_get_prediction (fixture->workspace);
  g_assert_nonnull (said);
  g_assert_true (said->fits);
  g_assert_cmpint (said->fits_confidence, ==, 90);
  g_assert_cmpint (said->requests, ==, 18);
  g_assert_cmpint (said->requests_confidence, ==, 80);
  expected = g_strdup_printf ("You said 18 at 80" ULL_NBSP "%%. It is %" G_GINT64_FORMAT ".",
                              ull_workspace_get_disclosure (fixture->workspace)->plan->max_concurrency);
  g_assert_cmpstr (headline (fixture), ==, expected);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ull_plan_view_get_chart (fixture->plan, ULL_CHART_MEMORY))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (ull_plan_view_get_predict (fixture->plan))));
}

static void
test_reveal (Fixture *fixture, gconstpointer data)
{
  UllSumView *sum = ull_plan_view_get_sum (fixture->plan);
  GtkWidget *next_row;
  guint n;

  predict (fixture);
  answer (fixture, FALSE, "3");
  commit (fixture);
  next_row = test_find (GTK_WIDGET (sum), GTK_TYPE_BOX, "next_row");
  n = ull_workspace_get_disclosure (fixture->workspace)->plan->derivation.n_steps;
  for (guint shown = 0; shown < n; shown++)
    {
      GtkWidget *button = test_find (next_row, GTK_TYPE_BUTTON, NULL);

      g_assert_true (gtk_widget_get_visible (next_row));
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *after = i == shown ? g_strdup (", next") : g_strdup_printf (", after %u", i);
          const char *text = ull_sum_row_get_text (ull_sum_view_get_row (sum, i));

          g_assert_cmpint (g_str_has_suffix (text, after), ==, i >= shown);
          g_assert_cmpint (strstr (text, " = ") != NULL, ==, i < shown);
        }
      g_signal_emit_by_name (button, "clicked");
    }
  g_assert_false (gtk_widget_get_visible (next_row));
}

static GtkWidget *
focus (Fixture *fixture)
{
  return gtk_root_get_focus (GTK_ROOT (fixture->window));
}

/* From the question to the last step nothing but Space and Tab is needed, and the keyboard is never nowhere. */
static void
test_focus (Fixture *fixture, gconstpointer data)
{
  UllSumView *sum = ull_plan_view_get_sum (fixture->plan);
  GtkWidget *button = test_find (GTK_WIDGET (sum), GTK_TYPE_BUTTON, "next_button");
  GtkWidget *lever = test_find (GTK_WIDGET (fixture->window), GTK_TYPE_SCALE, NULL);
  guint n;

  predict (fixture);
  g_assert_true (focus (fixture) == part (fixture, GTK_TYPE_CHECK_BUTTON, "fits"));
  answer (fixture, TRUE, "18");
  commit (fixture);
  n = ull_workspace_get_disclosure (fixture->workspace)->plan->derivation.n_steps;
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (focus (fixture) == button);
      g_signal_emit_by_name (button, "clicked");
    }
  g_assert_true (focus (fixture) == GTK_WIDGET (ull_sum_view_get_row (sum, n - 1)));
  /* A lever that asks anew keeps the keyboard. */
  gtk_widget_grab_focus (lever);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 8192, NULL, NULL));
  test_wait_frames (GTK_WIDGET (fixture->window), 3);
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_PENDING);
  g_assert_true (focus (fixture) == lever);
}

/* A lever that moves after the reveal asks again, with nothing filled in; while it is pending what was entered stays. */
static void
test_asks_again (Fixture *fixture, gconstpointer data)
{
  GtkEditable *number;

  predict (fixture);
  answer (fixture, TRUE, "18");
  number = GTK_EDITABLE (part (fixture, GTK_TYPE_ENTRY, "number"));
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 2048, NULL, NULL));
  g_assert_cmpstr (gtk_editable_get_text (number), ==, "18");
  commit (fixture);
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, 8192, NULL, NULL));
  g_assert_cmpstr (headline (fixture), ==, "Predict first. The answer is withheld.");
  g_assert_cmpstr (gtk_editable_get_text (number), ==, "");
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (part (fixture, GTK_TYPE_CHECK_BUTTON, "fits"))));
}

static void
test_buttons (Fixture *fixture, gconstpointer data)
{
  GtkWidget *card = GTK_WIDGET (ull_plan_view_get_verdict (fixture->plan));
  GtkWidget *again = test_find (card, GTK_TYPE_BUTTON, "again"), *leave = test_find (card, GTK_TYPE_BUTTON, "leave");

  g_assert_false (gtk_widget_get_mapped (leave));
  predict (fixture);
  g_assert_true (gtk_widget_get_mapped (leave));
  g_assert_false (gtk_widget_get_mapped (again));
  answer (fixture, TRUE, "18");
  commit (fixture);
  g_assert_true (gtk_widget_get_mapped (again));
  g_signal_emit_by_name (again, "clicked");
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_PENDING);
  g_signal_emit_by_name (leave, "clicked");
  g_assert_cmpint (ull_workspace_get_predict_state (fixture->workspace), ==, ULL_PREDICT_OFF);
  test_wait_frames (GTK_WIDGET (fixture->window), 2);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ull_plan_view_get_sum (fixture->plan))));
}

static void
test_confidence (void)
{
  UllSliderRow *row = g_object_ref_sink (g_object_new (ULL_TYPE_CONFIDENCE_ROW, "lower", 50, NULL));
  GtkWidget *entry = ull_slider_row_get_entry (row);

  gtk_range_set_value (GTK_RANGE (ull_slider_row_get_scale (row)), 63);
  g_assert_cmpint (ull_confidence_row_get_value (ULL_CONFIDENCE_ROW (row)), ==, 63);
  gtk_editable_set_text (GTK_EDITABLE (entry), "95 %");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (ull_confidence_row_get_value (ULL_CONFIDENCE_ROW (row)), ==, 95);
  gtk_editable_set_text (GTK_EDITABLE (entry), "20");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpint (ull_confidence_row_get_value (ULL_CONFIDENCE_ROW (row)), ==, 95);
  g_assert_nonnull (ull_slider_row_get_message (row));
  g_assert_finalize_object (row);
}

static void
add (const char *name, int width, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/predict/%s/%d", name, width);

  g_test_add (path, Fixture, GINT_TO_POINTER (width), set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  application = test_start (&argc, &argv);
  g_test_add_func ("/predict/confidence", test_confidence);
  add ("withheld", 1280, test_withheld);
  add ("withheld", 900, test_withheld);
  add ("withheld", 360, test_withheld);
  add ("ready", 1280, test_ready);
  add ("tab", 1280, test_tab);
  add ("commit", 1280, test_commit);
  add ("commit", 360, test_commit);
  add ("focus", 1280, test_focus);
  add ("reveal", 1280, test_reveal);
  add ("asks-again", 1280, test_asks_again);
  add ("buttons", 1280, test_buttons);
  return g_test_run ();
}
