#include "ull-workspace.h"

#include "ull-units.h"

/* Pins of the workspace, without a display: what they outlive, what is shown of them, how one comes back. */

typedef struct
{
  UllWorkspace *workspace;
  UllPins *pins;
} Fixture;

static UllScenario *
make_scenario (const char *name)
{
  g_autoptr (UllModel) model = ull_model_new_dense (name, 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);

  return ull_scenario_new (model, device);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllScenario) scenario = make_scenario ("First");

  fixture->workspace = ull_workspace_new ();
  fixture->pins = ull_workspace_get_pins (fixture->workspace);
  ull_workspace_open (fixture->workspace, scenario, NULL, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->workspace);
}

static UllPin *
pin (Fixture *fixture, gboolean expected)
{
  gboolean added;
  UllPin *made = ull_pins_add (fixture->pins, ull_workspace_get_scenario (fixture->workspace), &added);

  g_assert_cmpint (added, ==, expected);
  return made;
}

static void
set_context (Fixture *fixture, gint64 tokens)
{
  g_assert_true (ull_workspace_set_field (fixture->workspace, ULL_FIELD_CONTEXT, tokens, NULL, NULL));
}

static const UllDisclosure *
disclosure (Fixture *fixture)
{
  return ull_workspace_get_disclosure (fixture->workspace);
}

static void
test_ghost (Fixture *fixture, gconstpointer data)
{
  UllPin *first = pin (fixture, TRUE);

  g_assert_cmpstr (ull_pin_get_name (first), ==, "First");
  g_assert_true (ull_pins_get_shown (fixture->pins) == first);
  /* Beside itself it says nothing. */
  g_assert_false (ull_disclosure_has_ghost (disclosure (fixture)));
  set_context (fixture, 5000);
  g_assert_true (ull_disclosure_has_ghost (disclosure (fixture)));
  g_assert_true (disclosure (fixture)->ghost->scenario == ull_pin_get_scenario (first));
  ull_pins_show (fixture->pins, NULL);
  g_assert_false (ull_disclosure_has_ghost (disclosure (fixture)));
  g_assert_false (ull_pin_get_shown (first));
}

static void
test_same_is_not_pinned_twice (Fixture *fixture, gconstpointer data)
{
  UllPin *first = pin (fixture, TRUE);
  UllPin *second;

  set_context (fixture, 5000);
  second = pin (fixture, TRUE);
  g_assert_cmpstr (ull_pin_get_name (second), ==, "First (2)");
  g_assert_true (ull_pins_get_shown (fixture->pins) == second);
  ull_workspace_undo (fixture->workspace);
  g_assert_true (pin (fixture, FALSE) == first);
  g_assert_true (ull_pins_get_shown (fixture->pins) == first);
  g_assert_cmpuint (ull_pins_get_n (fixture->pins), ==, 2);
}

/* Two models are compared by pinning one and opening the other. */
static void
test_outlives (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllScenario) other = make_scenario ("Second");

  pin (fixture, TRUE);
  set_context (fixture, 5000);
  ull_workspace_undo (fixture->workspace);
  ull_workspace_redo (fixture->workspace);
  g_assert_cmpuint (ull_pins_get_n (fixture->pins), ==, 1);
  ull_workspace_open (fixture->workspace, other, NULL, NULL);
  g_assert_cmpuint (ull_pins_get_n (fixture->pins), ==, 1);
  g_assert_true (ull_disclosure_has_ghost (disclosure (fixture)));
  g_assert_cmpstr (disclosure (fixture)->ghost->scenario->model->name, ==, "First");
  g_assert_cmpstr (disclosure (fixture)->scenario->model->name, ==, "Second");
}

static void
test_restore_is_one_entry (Fixture *fixture, gconstpointer data)
{
  UllPin *first = pin (fixture, TRUE);
  gint64 context = ull_pin_get_scenario (first)->value[ULL_FIELD_CONTEXT];
  gboolean can_redo;

  set_context (fixture, 5000);
  set_context (fixture, 6000);
  ull_workspace_apply (fixture->workspace, ull_pin_get_scenario (first));
  g_assert_cmpint (ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_CONTEXT], ==, context);
  ull_workspace_undo (fixture->workspace);
  g_assert_cmpint (ull_workspace_get_scenario (fixture->workspace)->value[ULL_FIELD_CONTEXT], ==, 6000);
  g_object_get (fixture->workspace, "can-redo", &can_redo, NULL);
  g_assert_true (can_redo);
  g_assert_cmpuint (ull_pins_get_n (fixture->pins), ==, 1);
}

static void
test_name_and_remove (Fixture *fixture, gconstpointer data)
{
  UllPin *first = pin (fixture, TRUE);

  set_context (fixture, 5000);
  ull_pin_set_name (first, " half the \001context ");
  g_assert_cmpstr (ull_pin_get_name (first), ==, "half the ?context");
  g_assert_cmpstr (disclosure (fixture)->ghost_name, ==, "half the ?context");
  ull_pin_set_name (first, "  ");
  g_assert_cmpstr (ull_pin_get_name (first), ==, "half the ?context");
  ull_pins_remove (fixture->pins, first);
  g_assert_cmpuint (ull_pins_get_n (fixture->pins), ==, 0);
  g_assert_null (ull_pins_get_shown (fixture->pins));
  g_assert_false (ull_disclosure_has_ghost (disclosure (fixture)));
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* Neither is a ghost made nor does anything change with one while the answer is withheld; after the reveal it is there. */
static void
test_predicting (Fixture *fixture, gconstpointer data)
{
  const UllPrediction said = { .fits = TRUE, .fits_confidence = 90, .requests = 9, .requests_confidence = 50 };
  guint n = 0;

  pin (fixture, TRUE);
  set_context (fixture, 5000);
  ull_workspace_set_predict (fixture->workspace, TRUE);
  g_assert_null (disclosure (fixture)->ghost);
  g_assert_null (disclosure (fixture)->ghost_name);
  g_signal_connect_swapped (fixture->workspace, "notify::disclosure", G_CALLBACK (count_cb), &n);
  pin (fixture, TRUE);
  ull_pins_show (fixture->pins, ull_pins_get (fixture->pins, 0));
  g_assert_null (disclosure (fixture)->ghost);
  g_assert_cmpuint (n, ==, 0);
  ull_workspace_commit (fixture->workspace, &said);
  g_assert_true (ull_disclosure_has_ghost (disclosure (fixture)));
  g_assert_false (ull_disclosure_is_whole (disclosure (fixture)));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/pins/ghost", test_ghost },
    { "/pins/same-is-not-pinned-twice", test_same_is_not_pinned_twice },
    { "/pins/outlives", test_outlives },
    { "/pins/restore-is-one-entry", test_restore_is_one_entry },
    { "/pins/name-and-remove", test_name_and_remove },
    { "/pins/predicting", test_predicting },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
