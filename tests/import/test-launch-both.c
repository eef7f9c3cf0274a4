#include "ull-launch-scenario.h"
#include "ull-units.h"
#include "ull-vllm-flags.h"

#include <string.h>

/* A scenario written as a command and read again is the same scenario, in every field that a flag says; whatever the values. */

static UllScenario *
make_base (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("by hand", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (80 * ULL_GIB);

  return ull_scenario_new (model, device);
}

static UllScenario *
with (UllScenario *scenario, UllFieldId field, gint64 value)
{
  g_autoptr (UllScenario) old = scenario;
  g_autoptr (GError) error = NULL;
  UllScenario *changed = ull_scenario_with (old, field, value, NULL, &error);

  g_assert_no_error (error);
  return changed;
}

/* Evenly over magnitudes, both ends included. */
static gint64
draw (GRand *rand, const UllField *field)
{
  gint64 span = field->max - field->min, drawn = ((gint64) g_rand_int_range (rand, 0, G_MAXINT) << 31) | g_rand_int_range (rand, 0, G_MAXINT);
  int bits = 0;

  while (bits < 62 && (span >> bits) > 0)
    bits++;
  bits = g_rand_int_range (rand, 0, bits + 1);
  if (bits == 0)
    return g_rand_boolean (rand) ? field->min : field->max;
  drawn &= (G_GINT64_CONSTANT (1) << bits) - 1;
  return field->min + MIN (span, drawn);
}

static UllScenario *
draw_scenario (GRand *rand)
{
  static const UllDtype formats[] = { ULL_DTYPE_BF16, ULL_DTYPE_F16, ULL_DTYPE_FP8, ULL_DTYPE_NVFP4,
                                      ULL_DTYPE_INT8_PER_TOKEN_HEAD, ULL_DTYPE_TURBOQUANT_3BIT_NC };
  static const UllDtype states[] = { ULL_DTYPE_BF16, ULL_DTYPE_F16, ULL_DTYPE_F32 };
  UllScenario *scenario = with (make_base (), ULL_FIELD_ENGINE, ULL_ENGINE_VLLM);

  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (ull_vllm_flag_of_field ((UllFieldId) i) != NULL && g_rand_int_range (rand, 0, 3) == 0)
      scenario = with (scenario, (UllFieldId) i, draw (rand, ull_field_get ((UllFieldId) i)));
  if (g_rand_boolean (rand))
    {
      UllDtype format = formats[g_rand_int_range (rand, 0, G_N_ELEMENTS (formats))];

      scenario = with (with (scenario, ULL_FIELD_K_DTYPE, format), ULL_FIELD_V_DTYPE, format);
    }
  if (g_rand_int_range (rand, 0, 4) == 0)
    scenario = with (scenario, ULL_FIELD_STATE_DTYPE, states[g_rand_int_range (rand, 0, G_N_ELEMENTS (states))]);
  if (g_rand_int_range (rand, 0, 4) == 0)
    scenario = with (scenario, ULL_FIELD_SPECULATIVE_METHOD, g_rand_int_range (rand, 0, 4));
  if (g_rand_int_range (rand, 0, 4) == 0)
    scenario = with (scenario, ULL_FIELD_MODEL_RUNNER, g_rand_int_range (rand, 0, 2));
  if (g_rand_int_range (rand, 0, 4) == 0)
    scenario = with (scenario, ULL_FIELD_ENGINE_VERSION, 19000);
  if (g_rand_int_range (rand, 0, 4) == 0)
    scenario = with (scenario, ULL_FIELD_GRAPHS, 0);
  return with (scenario, ULL_FIELD_CONTEXT, g_rand_int_range (rand, 1, 100000));
}

static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (int n = 0; n < 5000; n++)
    {
      g_autoptr (UllScenario) scenario = draw_scenario (rand);
      g_autoptr (GPtrArray) settings = ull_launch_settings (scenario, NULL);
      g_autofree char *command = ull_launch_command (settings, "o'brien/a model", TRUE);
      g_autoptr (GPtrArray) launches = ull_launch_parse (command, strlen (command), NULL, NULL);
      g_autoptr (UllScenario) again = NULL;
      UllLaunch *launch;

      g_assert_nonnull (launches);
      g_assert_cmpuint (launches->len, ==, 1);
      launch = g_ptr_array_index (launches, 0);
      g_assert_cmpstr (launch->model, ==, "o'brien/a model");
      again = ull_launch_apply (launch, scenario);
      for (int i = 0; i < ULL_N_FIELDS; i++)
        if (again->value[i] != scenario->value[i])
          {
            g_test_message ("%s: %" G_GINT64_FORMAT " became %" G_GINT64_FORMAT " in\n%s", ull_field_get ((UllFieldId) i)->name,
                            scenario->value[i], again->value[i], command);
            g_test_fail ();
            return;
          }
      for (guint i = 0; i < launch->items->len; i++)
        g_assert_cmpint (((UllLaunchItem *) g_ptr_array_index (launch->items, i))->state, <=, ULL_LAUNCH_NEUTRAL);
    }
  g_test_message ("5000 scenarios");
}

/* What no flag says is said to be so. */
static void
test_unsaid (void)
{
  g_autoptr (UllScenario) plain = with (make_base (), ULL_FIELD_ENGINE, ULL_ENGINE_VLLM);
  g_autoptr (UllScenario) scenario = with (ull_scenario_ref (plain), ULL_FIELD_OVERHEAD, ULL_GIB);
  g_autoptr (GPtrArray) none = ull_launch_unsaid (plain), labels = NULL;

  scenario = with (g_steal_pointer (&scenario), ULL_FIELD_K_DTYPE, ULL_DTYPE_FP8);
  scenario = with (g_steal_pointer (&scenario), ULL_FIELD_OTHER_BYTES, ULL_GIB);
  scenario = with (g_steal_pointer (&scenario), ULL_FIELD_TP, 2);
  scenario = with (g_steal_pointer (&scenario), ULL_FIELD_CONTEXT, 999);
  labels = ull_launch_unsaid (scenario);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (labels->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (labels, 0), ==, ull_field_get_label (ull_field_get (ULL_FIELD_K_DTYPE)));
  g_assert_cmpstr (g_ptr_array_index (labels, 1), ==, ull_field_get_label (ull_field_get (ULL_FIELD_OVERHEAD)));
  g_assert_cmpstr (g_ptr_array_index (labels, 2), ==, ull_field_get_label (ull_field_get (ULL_FIELD_OTHER_BYTES)));
}

/* Every setting has a reason, and each row of the table a name of its own. */
static void
test_table (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (const UllVllmFlag *flag = ull_vllm_flags (); flag->name != NULL; flag++)
    {
      gboolean off, ambiguous;

      g_assert_true (g_hash_table_add (names, (gpointer) flag->name));
      g_assert_true (flag->alias == NULL || ull_vllm_flag_find_alias (flag->alias) == flag);
      g_assert_true (ull_vllm_flag_find (flag->name, &off, &ambiguous) == flag);
      g_assert_false (off);
      g_assert_true (flag->effect != ULL_VLLM_SETS || flag->field >= 0);
      g_assert_true (flag->effect != ULL_VLLM_MATTERS || flag->note != NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch/round-trip", test_round_trip);
  g_test_add_func ("/launch/unsaid", test_unsaid);
  g_test_add_func ("/launch/table", test_table);
  return g_test_run ();
}
