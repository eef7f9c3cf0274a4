#include "ull-config.h"
#include "ull-step-cost.h"

#include <math.h>
#include <string.h>

/* A step's coefficients against sums by hand: card's figures from the catalogue, shares from the table. */

static void
cost_of (const UllScenario *scenario, const UllLoad *load, UllStepCost *cost, GError **error)
{
  g_autoptr (UllPlan) plan = ull_plan_new (scenario, NULL);

  g_assert_nonnull (plan);
  if (!ull_step_cost_init (cost, scenario, plan, load, 0, error))
    g_assert_true (error != NULL && *error != NULL);
}

static UllScenario *
scenario_of (const char *model_id, const char *card, gint64 tp)
{
  g_autoptr (UllModel) model = ull_config_open_bundled (model_id, NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find (card));
  UllScenario *scenario = ull_scenario_with (plain, ULL_FIELD_TP, tp, NULL, NULL);

  g_assert_nonnull (scenario);
  return scenario;
}

/* Llama-3.1-8B: 8,030,261,248 parameters, of which the input embedding is 128,256 x 4,096; 16 bits; 131,072 bytes of cache a
 * token. RTX 4090: 1,008 GB/s, 165.2 TFLOP/s; Ada: .82, .70 and .90 of them. 126 us a step and 32 us in each of 32 layers. */
static void
test_dense (void)
{
  g_autoptr (UllScenario) scenario = scenario_of ("llama-3.1-8b", "rtx-4090", 1);
  g_auto (UllStepCost) cost = { 0 };
  double multiplied = 8030261248.0 - 128256.0 * 4096, read = multiplied * 2;
  double weights = read / (1008e9 * .82) * 1e6;
  UllStepTime time;

  cost_of (scenario, NULL, &cost, NULL);
  g_assert_cmpstr (cost.efficiency->arch, ==, "Ada");
  g_assert_cmpint (cost.active_parameters, ==, (gint64) multiplied);
  /* The estimate of the weights is by the shapes' own sum, which may leave out what a checkpoint has besides. */
  g_assert_cmpfloat_with_epsilon (cost.weights_us, weights, weights * 0.005);
  g_assert_cmpfloat_with_epsilon (cost.overhead_us, 126 + 32 * 32, 1e-9);
  g_assert_cmpfloat (cost.collectives_us, ==, 0);
  g_assert_cmpfloat_with_epsilon (cost.coefficient[ULL_STEP_BASE].us, cost.weights_us + cost.overhead_us, 1e-6);
  /* What a full step of 2,048 tokens takes is the arithmetic and the overhead alone. */
  g_assert_cmpfloat_with_epsilon (cost.coefficient[ULL_STEP_TOKEN].us * 2048 + cost.weights_us,
                                  2048 * 2 * multiplied / (165.2e12 * .70) * 1e6, 1);
  g_assert_cmpfloat_with_epsilon (cost.coefficient[ULL_STEP_CONTEXT].us, 131072 / (1008e9 * .90) * 1e6, 1e-9);
  /* The corner, where both take as long: 18.2 ms over 130 us. */
  g_assert_cmpint (ull_step_cost_get_corner (&cost), ==, llround (cost.weights_us / (2 * multiplied / (165.2e12 * .70) * 1e6)));
  ull_step_cost_get_time (&cost, &time);
  g_assert_cmpint (time.hidden, ==, 0);
  g_assert_cmpint (time.context_fs, ==, llround (cost.coefficient[ULL_STEP_CONTEXT].us * 1e9));
}

static void
test_ranges (void)
{
  static const char *const cards[] = { "rtx-4090", "h100-sxm", "a100-80-sxm", "mi300x", "apple-m5-max", "gh200" };

  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled ("llama-3.1-8b", NULL);
      UllDevice *device = ull_device_find (cards[i]);
      g_autoptr (UllScenario) scenario = device != NULL ? ull_scenario_new (model, device) : NULL;
      g_autoptr (GError) error = NULL;
      g_auto (UllStepCost) cost = { 0 };

      if (scenario == NULL)
        continue;
      cost_of (scenario, NULL, &cost, &error);
      for (guint k = 0; error == NULL && k < ULL_N_STEP_COEFFICIENTS; k++)
        {
          g_autofree char *text = ull_step_cost_text (&cost, (UllStepCoefficient) k);

          g_assert_cmpfloat (cost.coefficient[k].low, <=, cost.coefficient[k].us);
          g_assert_cmpfloat (cost.coefficient[k].us, <=, cost.coefficient[k].high);
          g_assert_cmpfloat (cost.coefficient[k].low, >=, 0);
          g_assert_cmpint (cost.coefficient[k].source, ==, ULL_COST_FORMULA);
          g_assert_nonnull (strchr (text, ':'));
        }
    }
}

/* Two cards read half the weights each and wait twice a layer for one another. */
static void
test_cards (void)
{
  g_autoptr (UllScenario) one = scenario_of ("llama-3.1-8b", "h100-sxm", 1), two = scenario_of ("llama-3.1-8b", "h100-sxm", 2);
  g_auto (UllStepCost) alone = { 0 }, shared = { 0 };

  cost_of (one, NULL, &alone, NULL);
  cost_of (two, NULL, &shared, NULL);
  g_assert_cmpfloat_with_epsilon (shared.weights_us, alone.weights_us / 2, alone.weights_us * 0.01);
  g_assert_cmpfloat_with_epsilon (shared.collectives_us, 2 * 32 * 30, 1e-9);
  g_assert_cmpfloat_with_epsilon (shared.cache_bytes, alone.cache_bytes / 2, 1e-9);
  /* 64 transfers of 4,096 x 2 bytes, 2 (2 - 1) / 2 times, over .45 of 900 GB/s. */
  g_assert_cmpfloat_with_epsilon (shared.link_us, 64 * 4096 * 2 / (900e9 * .45) * 1e6, 1e-6);
  g_assert_cmpfloat (shared.coefficient[ULL_STEP_TOKEN].us, <, alone.coefficient[ULL_STEP_TOKEN].us);
}

/* Mixtral-8x7B: 46.7 billion parameters, of whose eight experts a token takes two: 12.9 billion, less the input embedding. */
static void
test_experts (void)
{
  g_autoptr (UllScenario) scenario = scenario_of ("mixtral-8x7b", "h100-sxm", 2);
  g_autoptr (UllLoad) load = ull_load_new ();
  g_auto (UllStepCost) cost = { 0 }, typed = { 0 };
  UllStepTime time;
  double experts;

  cost_of (scenario, NULL, &cost, NULL);
  g_assert_cmpfloat_with_epsilon ((double) cost.active_parameters, 12.88e9 - 32000 * 4096, 0.05e9);
  /* 32 layers of eight experts of three matrices 4,096 x 14,336, 16 bits, on two cards of 3,350 GB/s. Of one token six of eight are left
   * unread, of two three quarters of those, of three three quarters again. */
  experts = 32.0 * 8 * 3 * 4096 * 14336 * 2 / 2 / (3350e9 * cost.efficiency->weights[0]) * 1e6;
  g_assert_cmpfloat_with_epsilon (cost.experts_us, experts, experts * 0.005);
  g_assert_cmpfloat_with_epsilon (ull_step_cost_get_saved (&cost), experts * 0.75, experts * 0.005);
  ull_step_cost_get_time (&cost, &time);
  g_assert_cmpuint (time.n_saved, >, 3);
  g_assert_cmpint (ABS (time.saved_ns[0] - llround (cost.experts_us * 750)), <=, 1);
  g_assert_cmpint (ABS (time.saved_ns[2] - llround (cost.experts_us * 0.75 * 0.75 * 750)), <=, 1);
  g_assert_cmpint (time.saved_ns[time.n_saved - 1], >=, 1000);
  g_assert_cmpint (time.saved_ns[time.n_saved - 1] * 3 / 4, <, 1000);
  /* A typed base is what it is. */
  load->step_us[ULL_STEP_BASE] = 9000;
  cost_of (scenario, load, &typed, NULL);
  ull_step_cost_get_time (&typed, &time);
  g_assert_cmpuint (time.n_saved, ==, 0);
}

/* Mistral-7B-v0.1: 32 layers that all keep 4,096 tokens, 8 heads of 128, 16 bits: 131,072 bytes a token up to there, and of a sequence of
 * 8,192 half as many a token. Mamba-2.8b keeps no token and a state, so that twice the tokens halve what one is charged. */
static void
test_windows (void)
{
  g_autoptr (UllScenario) windows = scenario_of ("mistral-7b-v0.1", "h100-sxm", 1), states = scenario_of ("mamba-2.8b", "h100-sxm", 1);
  static const gint64 lengths[] = { 2000, 4096, 8192 };
  double state[G_N_ELEMENTS (lengths)];

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (UllPlan) of_windows = ull_plan_new (windows, NULL), of_states = ull_plan_new (states, NULL);
      g_auto (UllStepCost) window = { 0 }, recurrent = { 0 };

      g_assert_true (ull_step_cost_init (&window, windows, of_windows, NULL, lengths[i], NULL));
      g_assert_true (ull_step_cost_init (&recurrent, states, of_states, NULL, lengths[i], NULL));
      g_assert_cmpfloat_with_epsilon (window.cache_bytes, 131072.0 * (double) MIN (lengths[i], 4096) / (double) lengths[i], 1e-6);
      g_assert_cmpint (window.cache_tokens, ==, lengths[i]);
      state[i] = recurrent.cache_bytes * (double) lengths[i];
      g_assert_cmpfloat (state[i], >, 1e6);
      g_assert_cmpfloat_with_epsilon (state[i], state[0], 1);
    }
}

static void
test_typed (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (G_GINT64_CONSTANT (24) << 30);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  g_autoptr (UllLoad) load = ull_load_new ();
  g_auto (UllStepCost) missing = { 0 }, typed = { 0 }, fitted = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL, *token = NULL, *all = NULL, *once = NULL;
  UllStepTime time;

  /* Nobody knows how fast a card is of which only the size was typed. */
  cost_of (scenario, load, &missing, &error);
  g_assert_error (error, ULL_ERROR, ULL_ERROR_MISSING);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    load->step_us[i] = 10 - i;
  load->step_hidden = 140;
  cost_of (scenario, load, &typed, NULL);
  g_assert_null (typed.efficiency);
  g_assert_cmpint (typed.coefficient[ULL_STEP_TOKEN].source, ==, ULL_COST_TYPED);
  g_assert_cmpfloat (typed.coefficient[ULL_STEP_TOKEN].us, ==, 9);
  g_assert_cmpint (typed.hidden, ==, 0);
  once = ull_step_cost_texts (&typed);
  g_assert_cmpstr (once, ==, "typed");
  load->step_fitted = TRUE;
  ull_load_set_step_source (load, "run.json");
  cost_of (scenario, load, &fitted, NULL);
  text = ull_step_cost_text (&fitted, ULL_STEP_BASE);
  g_assert_cmpint (fitted.coefficient[ULL_STEP_BASE].source, ==, ULL_COST_FITTED);
  token = ull_step_cost_text (&fitted, ULL_STEP_TOKEN);
  g_assert_nonnull (strstr (token, "140"));
  all = ull_step_cost_texts (&fitted);
  g_assert_cmpstr (all, ==, token);
  ull_step_cost_get_time (&fitted, &time);
  g_assert_cmpint (time.hidden, ==, 140);
  g_assert_cmpint (ull_step_cost_get_corner (&fitted), ==, 0);
  g_assert_nonnull (strstr (text, "run.json"));
}

/* Every architecture has shares that can be, and the last row is everybody else's. */
static void
test_table (void)
{
  guint n = ull_efficiency_get_n ();

  for (guint i = 0; i < n; i++)
    {
      const UllEfficiency *row = ull_efficiency_get (i);
      const double *const shares[] = { row->compute, row->weights, row->cache };

      for (guint k = 0; k < G_N_ELEMENTS (shares); k++)
        g_assert_true (0 < shares[k][1] && shares[k][1] <= shares[k][0] && shares[k][0] <= shares[k][2] && shares[k][2] <= 1);
      g_assert_true (ull_efficiency_find (row->arch) == row);
      g_assert_cmpuint (strlen (row->source), >, 10);
    }
  g_assert_true (ull_efficiency_find ("xyzzy") == ull_efficiency_get (n - 1));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/step-cost/dense", test_dense);
  g_test_add_func ("/step-cost/ranges", test_ranges);
  g_test_add_func ("/step-cost/cards", test_cards);
  g_test_add_func ("/step-cost/experts", test_experts);
  g_test_add_func ("/step-cost/windows", test_windows);
  g_test_add_func ("/step-cost/typed", test_typed);
  g_test_add_func ("/step-cost/table", test_table);
  return g_test_run ();
}
