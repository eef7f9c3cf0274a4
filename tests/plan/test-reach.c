#include "ull-pull-private.h"
#include "ull-reach.h"

#include "plan-cases.h"
#include "ull-error.h"
#include "ull-units.h"

/* What a search finds is enough, and nothing less of the same lever is. */

static UllReach *
reach_of (UllScenario *taken, UllWant want, gint64 amount)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autoptr (GError) error = NULL;
  UllReach *reach = ull_reach_new (scenario, want, amount, &error);

  g_assert_no_error (error);
  return reach;
}

static const UllPullRow *
find (const GArray *rows, const char *id)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (rows, UllPullRow, i);
      g_autofree char *own = ull_pull_row_dup_id (row);

      if (g_str_equal (own, id))
        return row;
    }
  return NULL;
}

static const UllPullRow *
find_lever (const UllReach *reach, UllPullId id)
{
  for (guint i = 0; i < reach->single->len; i++)
    if (g_array_index (reach->single, UllPullRow, i).pull[0].id == id)
      return &g_array_index (reach->single, UllPullRow, i);
  g_error ("there is no lever %s", ull_pull_get_name (id));
}

/* The chapter holds 28,533 tokens; fp8 holds 57,067, q8_0 at 8.5 bits 53,710.
 * 57,067 × 131,072 B = 7,479,885,824 B of pool, with weights and overhead 25,339,885,824 B, are 0.9 of 28,155,428,694 B. */
static void
test_tokens (void)
{
  g_autoptr (UllReach) reach = reach_of (case_chapter (), ULL_WANT_TOKENS, 57067);
  g_autoptr (UllReach) more = reach_of (case_chapter (), ULL_WANT_TOKENS, 57068);
  const UllPullRow *row = find_lever (reach, ULL_PULL_KV_DTYPE);

  g_assert_false (reach->reached);
  g_assert_true (row->reached);
  g_assert_cmpint (row->pull[0].value, ==, ULL_DTYPE_FP8);
  g_assert_cmpint (row->tokens, ==, 57067);
  g_assert_cmpint (find_lever (more, ULL_PULL_KV_DTYPE)->pull[0].value, ==, ULL_DTYPE_Q5_1);
  g_assert_cmpint (find_lever (reach, ULL_PULL_MEMORY)->pull[0].value, ==, 28155428694);
  /* The whole card holds 46,844: not alone. */
  row = find_lever (reach, ULL_PULL_UTILIZATION);
  g_assert_false (row->reached);
  g_assert_cmpint (row->pull[0].value, ==, ULL_PPM_ONE);
  g_assert_cmpint (row->tokens, ==, 46844);
}

/* q8_0 (8,704 B for 8,192) and a little more of the card: 57,067 × 69,632 B = 3,973,689,344 B, with what stands below
 * 21,833,689,344 B, are 0.909737 of 24 GB (0.9097370… rounded up). */
static void
test_pair (void)
{
  g_autoptr (UllReach) reach = reach_of (case_chapter (), ULL_WANT_TOKENS, 57067);
  const UllPullRow *row = find (reach->pairs, "utilization=0.909738+kv_dtype=q8_0");

  g_assert_nonnull (row);
  g_assert_true (row->reached);
  g_assert_cmpint (row->tokens, >=, 57067);
  /* The first pair is of flags alone: all of the card, and as much less overhead as that leaves wanting:
   * 24 GB − 16.06 GB − 57,067 × 131,072 B = 460,114,176 B. */
  g_assert_true (&g_array_index (reach->pairs, UllPullRow, 0) ==
                 find (reach->pairs, "utilization=1.00+overhead=460114176"));
}

/* Two requests of 4,096 tokens more than fit: 8 × 536,870,912 B = 4,294,967,296 B of pool, with what stands below it
 * 22,154,967,296 B, are 0.923124 of 24 GB. */
static void
test_requests (void)
{
  g_autoptr (UllReach) reach = reach_of (case_chapter (), ULL_WANT_REQUESTS, 8);

  g_assert_cmpint (reach->scenario->value[ULL_FIELD_CONCURRENCY], ==, 8);
  g_assert_cmpint (find_lever (reach, ULL_PULL_UTILIZATION)->pull[0].value, ==, 923124);
  /* 3.74 GB ÷ 8 ÷ 131,072 B = 3,566 tokens. */
  g_assert_cmpint (find_lever (reach, ULL_PULL_CONTEXT)->pull[0].value, ==, 3566);
  /* P shared tokens and 4,096 − P for each of 8: 28,533 ≥ P + 8 × (4,096 − P), so P ≥ 605. */
  g_assert_cmpint (find_lever (reach, ULL_PULL_PREFIX)->pull[0].value, ==, 605);
  g_assert_cmpint (find_lever (reach, ULL_PULL_OVERHEAD)->pull[0].value, ==, 1800000000 - (4294967296 - 3740000000));
}

/* 6 requests fit, 4 may run: the flag alone lets them. 8 need memory too, and only the pair gives both. */
static void
test_max_num_seqs (void)
{
  static const Setting four[] = { { "max-num-seqs", "4" }, { NULL, NULL } };
  g_autoptr (UllReach) six = reach_of (case_with (case_chapter (), four), ULL_WANT_REQUESTS, 6);
  g_autoptr (UllReach) eight = reach_of (case_with (case_chapter (), four), ULL_WANT_REQUESTS, 8);

  g_assert_cmpint (find_lever (six, ULL_PULL_MAX_NUM_SEQS)->pull[0].value, ==, 6);
  g_assert_true (find_lever (six, ULL_PULL_MAX_NUM_SEQS)->reached);
  g_assert_false (find_lever (eight, ULL_PULL_MAX_NUM_SEQS)->reached);
  g_assert_false (find_lever (eight, ULL_PULL_UTILIZATION)->reached);
  g_assert_true (&g_array_index (eight->pairs, UllPullRow, 0) ==
                 find (eight->pairs, "max_num_seqs=8+utilization=0.923124"));
}

/* 3 requests of 16,384 tokens are 6,442,450,944 B, one is 2,147,483,648 B and fits; at 8.5 bits all three are 3,422,552,064 B
 * and fit. The engine ends at 8,192 tokens, so that neither is enough alone. */
static void
test_context (void)
{
  static const Setting three[] = { { "concurrency", "3" }, { "max-model-len", "8192" }, { NULL, NULL } };
  g_autoptr (UllReach) reach = reach_of (case_with (case_chapter (), three), ULL_WANT_CONTEXT, 16384);
  g_autoptr (UllReach) short_one = reach_of (case_with (case_chapter (), three), ULL_WANT_CONTEXT, 9000);

  g_assert_cmpint (find_lever (short_one, ULL_PULL_MAX_MODEL_LEN)->pull[0].value, ==, 9000);
  g_assert_true (find_lever (short_one, ULL_PULL_MAX_MODEL_LEN)->reached);
  g_assert_nonnull (find (reach->pairs, "max_model_len=16384+concurrency=1"));
  g_assert_nonnull (find (reach->pairs, "max_model_len=16384+kv_dtype=q8_0"));
}

/* What is there needs nothing; what the model ends before is reached by nothing. */
static void
test_ends (void)
{
  g_autoptr (UllReach) there = reach_of (case_chapter (), ULL_WANT_REQUESTS, 6);
  g_autoptr (UllScenario) chapter = case_chapter ();
  UllModel facts = { .name = g_strdup ("short"), .query_heads = 8, .hidden_size = -1, .parameters = -1, .weight_bytes = -1,
                     .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .max_positions = 2048, .n_runs = 1,
                     .n_layers = 1 };
  UllRun run = { .count = 1, .n_stores = 1,
                 .stores = { { .per = 1, .heads = 8, .k_dim = 64, .v_dim = 64, .k_format = ULL_DTYPE_KV, .v_format = ULL_DTYPE_KV } } };
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllReach) never = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (there->reached);
  g_assert_cmpuint (there->single->len + there->pairs->len, ==, 0);
  facts.runs = g_memdup2 (&run, sizeof run);
  facts.layer_run = g_new0 (guint8, 1);
  model = ull_model_take (&facts, NULL);
  never = reach_of (ull_scenario_with_model (chapter, model), ULL_WANT_CONTEXT, 4096);
  g_assert_false (never->reached);
  for (guint i = 0; i < never->single->len; i++)
    g_assert_false (g_array_index (never->single, UllPullRow, i).reached);
  g_assert_cmpuint (never->pairs->len, ==, 0);
  g_assert_null (ull_reach_new (chapter, ULL_WANT_TOKENS, 0, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
}

static gboolean
is_enough (const UllReach *reach, const UllScenario *scenario)
{
  g_autoptr (UllPlan) plan = scenario != NULL ? ull_plan_new (scenario, NULL) : NULL;

  if (plan == NULL)
    return FALSE;
  if (reach->want != ULL_WANT_TOKENS)
    return plan->fits;
  return plan->layout.tokens < 0 ? plan->max_concurrency > 0 : plan->layout.tokens >= reach->amount;
}

/* The pull before this one: FALSE where this is the first. */
static gboolean
one_less (const UllReach *reach, const UllPull *pull, UllPull *less)
{
  gint64 stops[ULL_MAX_STOPS], last;
  guint n;

  *less = *pull;
  if (ull_pull_is_continuous (pull->id))
    {
      g_assert_true (ull_pull_range (pull->id, reach->scenario, &stops[0], &last));
      less->value += stops[0] <= last ? -1 : 1;
      return pull->value != stops[0];
    }
  n = ull_pull_stops (pull->id, reach->scenario, reach->plan, stops, ULL_MAX_STOPS);
  for (guint i = 1; i < n; i++)
    if (stops[i] == pull->value)
      {
        less->value = stops[i - 1];
        return TRUE;
      }
  return FALSE;
}

static void
check_row (const UllReach *reach, const UllPullRow *row)
{
  g_assert_cmpint (row->reached, ==, is_enough (reach, row->scenario));
  for (guint i = 0; row->reached && i < row->n_pulls; i++)
    {
      g_autoptr (UllScenario) others = ull_scenario_ref (reach->scenario);
      g_autoptr (UllScenario) scenario = NULL;
      UllPull less;

      if (row->n_pulls == 2)
        {
          ull_scenario_unref (others);
          others = ull_pull_apply (&row->pull[1 - i], reach->scenario, NULL);
          g_assert_false (is_enough (reach, others));
        }
      if (!one_less (reach, &row->pull[i], &less))
        continue;
      scenario = ull_pull_apply (&less, others, NULL);
      g_assert_false (is_enough (reach, scenario));
    }
}

/* Neither of a pair is enough alone, and no pull of a row can be less. The cheapest stand first. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (44);
  guint rows = 0, pairs = 0;

  for (int i = 0; i < 200; i++)
    {
      UllWant want = (UllWant) g_rand_int_range (rand, 0, ULL_N_WANTS);
      g_autoptr (UllReach) reach = reach_of (case_random (rand), want, g_rand_int_range (rand, 1, want == ULL_WANT_REQUESTS ? 400 : 60000));

      for (guint k = 0; k < reach->single->len; k++, rows++)
        check_row (reach, &g_array_index (reach->single, UllPullRow, k));
      for (guint k = 0; k < reach->pairs->len; k++, pairs++)
        {
          const UllPullRow *row = &g_array_index (reach->pairs, UllPullRow, k), *before = row - 1;

          g_assert_true (row->reached);
          check_row (reach, row);
          g_assert_cmpint (row->pull[0].id, <, row->pull[1].id);
          if (k > 0)
            g_assert_true (before->pull[1].id < row->pull[1].id ||
                           (before->pull[1].id == row->pull[1].id && before->pull[0].id < row->pull[0].id));
        }
    }
  g_test_message ("%u levers, %u pairs", rows, pairs);
  g_assert_cmpuint (pairs, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reach/tokens", test_tokens);
  g_test_add_func ("/reach/pair", test_pair);
  g_test_add_func ("/reach/requests", test_requests);
  g_test_add_func ("/reach/max-num-seqs", test_max_num_seqs);
  g_test_add_func ("/reach/context", test_context);
  g_test_add_func ("/reach/ends", test_ends);
  g_test_add_func ("/reach/random", test_random);
  return g_test_run ();
}
