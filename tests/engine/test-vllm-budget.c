#include "ull-budget.h"
#include "ull-error.h"
#include "ull-layout.h"
#include "ull-units.h"
#include "ull-vllm-budget.h"
#include "ull-vllm-settings.h"
#include "ull-vllm-weights.h"

/* The rules of a start, on a model whose figures are round: 8 layers of 4 KV heads of 64 (8 query heads, 512 hidden), an MLP of
 * 2,048, a vocabulary of 32,768 and nothing tied. Sums stand beside what they are compared with. */

#define LAYER (2 * 512 * 512 + 2 * 512 * 256 + 3 * 512 * 2048)
#define EMBEDDING (32768 * 512)
#define NORMS (17 * 512)

static UllModel *
make_model (void)
{
  UllModel facts = { .name = g_strdup ("Round"), .parameters = 8 * LAYER + 2 * EMBEDDING + NORMS, .max_positions = 4096,
                     .query_heads = 8, .hidden_size = 512, .native_dtype = ULL_DTYPE_BF16,
                     .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 1, .n_layers = 8,
                     .weight_source = ULL_WEIGHTS_ESTIMATE };

  facts.weight_bytes = 2 * facts.parameters;
  facts.anatomy = (UllAnatomy) { .parameters = facts.parameters, .vocabulary = 32768, .embeddings = 2, .mlp_width = 2048,
                                 .mlp_inputs = 2, .whole_parameters = NORMS, .position_rows = 4096, .position_dim = 64,
                                 .position_bytes = 2 };
  facts.runs = g_new0 (UllRun, 1);
  facts.runs[0] = (UllRun) {
    .count = 8, .kind = ULL_LAYER_FULL, .n_stores = 1,
    .stores = { { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 4, 64, 64, 0, ULL_DTYPE_KV, ULL_DTYPE_KV } }
  };
  facts.layer_run = g_new0 (guint8, 8);
  return ull_model_take (&facts, NULL);
}

typedef struct
{
  UllFieldId field;
  gint64 value;
} Set;

/* A card of 24 GiB, all of it allocatable, 0.19.0, steps of 2,048 tokens and 256 requests, 0.90 of the card. */
static void
budget_of (const Set *sets, gsize n_sets, UllBudget *budget)
{
  static const Set common[] = { { ULL_FIELD_ENGINE, ULL_ENGINE_VLLM }, { ULL_FIELD_ENGINE_VERSION, 19000 },
                                { ULL_FIELD_MAX_BATCHED_TOKENS, 2048 }, { ULL_FIELD_MAX_NUM_SEQS, 256 },
                                { ULL_FIELD_UTILIZATION, 900000 } };
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllModel) model = make_model ();
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  gint64 sum = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (common) + n_sets; i++)
    {
      const Set *set = i < G_N_ELEMENTS (common) ? &common[i] : &sets[i - G_N_ELEMENTS (common)];
      UllScenario *next = ull_scenario_with (scenario, set->field, set->value, NULL, NULL);

      g_assert_nonnull (next);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  g_assert_true (ull_budget_terms (scenario, budget, NULL));
  ull_budget_close (budget);
  for (int id = 0; id < ULL_N_TERMS; id++)
    if (budget->term[id].present)
      {
        sum += budget->term[id].bytes;
        g_assert_cmpint (budget->term[id].low, <=, budget->term[id].bytes);
        g_assert_cmpint (budget->term[id].high, >=, budget->term[id].bytes);
      }
  if (scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET)
    g_assert_cmpint (sum - budget->deficit - budget->overlap, ==, budget->card);
  g_assert_cmpint (budget->pool_low, <=, budget->pool);
  g_assert_cmpint (budget->pool_high, >=, budget->pool);
}

static void
test_weights (void)
{
  static const Set two[] = { { ULL_FIELD_TP, 2 } }, eight[] = { { ULL_FIELD_TP, 8 } };
  UllBudget budget;
  gint64 table = 4096 * 64 * 2;

  budget_of (NULL, 0, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_WEIGHTS].bytes, ==, 2 * (8 * LAYER + 2 * EMBEDDING + NORMS) + table);
  g_assert_cmpint (budget.term[ULL_TERM_WEIGHTS].source, ==, ULL_SOURCE_FORMULA);
  g_assert_false (budget.divided_evenly);
  /* Norms and the table of positions are whole on every card. */
  budget_of (two, 1, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_WEIGHTS].bytes, ==, 8 * LAYER + 2 * EMBEDDING + 2 * NORMS + table);
  /* With eight cards for four KV heads, each card has one head of two matrices: 2 * 512 * 64 elements, where an eighth of all
   * four would be half of that. */
  budget_of (eight, 1, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_WEIGHTS].bytes, ==,
                   2 * (LAYER + EMBEDDING / 4 + NORMS) + table + 8 * 512 * 64 * 2);
}

/* The larger of the sampler and a layer: 256 * 32,768 * 14.73 and 2,048 * 512 * 2.7, against 2,048 * 2,048 * 6 and
 * 2,048 * 512 * 8.5. A card that only has stages before the last has no sampler. */
static void
test_activation (void)
{
  static const Set few[] = { { ULL_FIELD_MAX_NUM_SEQS, 1 } };
  UllBudget budget;

  budget_of (NULL, 0, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_ACTIVATION].bytes, ==, 123564196 + 2831156);
  g_assert_cmpuint (budget.part[0].id, ==, ULL_PART_LOGITS);
  budget_of (few, 1, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_ACTIVATION].bytes, ==, 2048 * 2048 * 6 + 8912896);
  g_assert_cmpuint (budget.part[0].id, ==, ULL_PART_MLP);
}

/* 0.19 only tells an estimate of graphs: they stand beside what was given. 0.21 takes it off; eager mode has none. */
static void
test_graphs (void)
{
  static const Set later[] = { { ULL_FIELD_ENGINE_VERSION, 21000 }, { ULL_FIELD_MODEL_RUNNER, ULL_RUNNER_V1 } };
  static const Set second[] = { { ULL_FIELD_ENGINE_VERSION, 21000 }, { ULL_FIELD_MODEL_RUNNER, ULL_RUNNER_V2 } };
  static const Set eager[] = { { ULL_FIELD_ENFORCE_EAGER, 1 } };
  UllBudget before, after;

  budget_of (NULL, 0, &before);
  g_assert_true (before.term[ULL_TERM_GRAPHS].present);
  g_assert_false (before.term[ULL_TERM_GRAPHS].inside);
  budget_of (later, 2, &after);
  g_assert_true (after.term[ULL_TERM_GRAPHS].inside);
  g_assert_cmpint (after.pool, ==, before.pool - after.term[ULL_TERM_GRAPHS].bytes);
  budget_of (second, 2, &after);
  g_assert_false (after.term[ULL_TERM_GRAPHS].inside);
  g_assert_cmpint (after.pool, ==, before.pool);
  budget_of (eager, 1, &after);
  g_assert_false (after.term[ULL_TERM_GRAPHS].present);
  g_assert_cmpint (after.pool, ==, before.pool);
}

/* requested rounds up: 0.9 * 24 GiB = 23,192,823,398.4. */
static void
test_requested (void)
{
  UllBudget budget;

  budget_of (NULL, 0, &budget);
  g_assert_cmpint (budget.given, ==, 23192823399);
  g_assert_cmpint (budget.refused, ==, 0);
}

/* What is gone before the start counts is not in what it asks for, and yet it asks for all of that at once. */
static void
test_refused (void)
{
  static const Set all[] = { { ULL_FIELD_CONTEXT_BYTES, ULL_GIB }, { ULL_FIELD_UTILIZATION, 970000 } };
  static const Set most[] = { { ULL_FIELD_CONTEXT_BYTES, ULL_GIB }, { ULL_FIELD_UTILIZATION, 950000 } };
  static const Set shared[] = { { ULL_FIELD_CONTEXT_BYTES, 0 }, { ULL_FIELD_OTHER_INSTANCES, 500000 } };
  UllBudget budget;

  /* 0.97 * 24 = 23.28, and 23 GiB is free. */
  budget_of (all, 2, &budget);
  g_assert_cmpint (budget.free, ==, 23 * ULL_GIB);
  g_assert_cmpint (budget.refused, ==, budget.given - 23 * ULL_GIB);
  budget_of (most, 2, &budget);
  g_assert_cmpint (budget.refused, ==, 0);
  /* Another instance has half of it. */
  budget_of (shared, 2, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_OTHERS].bytes, ==, 12 * ULL_GIB);
  g_assert_cmpint (budget.refused, ==, budget.given - 12 * ULL_GIB);
}

static void
test_typed (void)
{
  static const Set terms[] = { { ULL_FIELD_ACTIVATION, 2 * ULL_GIB }, { ULL_FIELD_NON_TORCH, ULL_GIB },
                               { ULL_FIELD_ENCODER, ULL_GIB },        { ULL_FIELD_DRAFT_WEIGHTS, 3 * ULL_GIB } };
  static const Set overhead[] = { { ULL_FIELD_OVERHEAD, 2 * ULL_GIB } };
  static const Set both[] = { { ULL_FIELD_OVERHEAD, 2 * ULL_GIB }, { ULL_FIELD_ACTIVATION, ULL_GIB } };
  static const Set pool[] = { { ULL_FIELD_AVAILABLE, 5 * ULL_GIB } };
  UllBudget budget;
  gint64 weights;

  budget_of (terms, G_N_ELEMENTS (terms), &budget);
  weights = budget.term[ULL_TERM_WEIGHTS].bytes;
  g_assert_cmpint (budget.pool, ==, budget.given - weights - 7 * ULL_GIB);
  g_assert_cmpint (budget.pool_low, ==, budget.pool);
  g_assert_cmpint (budget.pool_high, ==, budget.pool);
  g_assert_cmpuint (budget.n_parts, >, 0);
  /* An overhead stands for every term by a rule, and for none that was typed. */
  budget_of (overhead, 1, &budget);
  g_assert_cmpint (budget.pool, ==, budget.given - weights - 2 * ULL_GIB);
  g_assert_false (budget.term[ULL_TERM_ACTIVATION].present || budget.term[ULL_TERM_CONTEXT].present ||
                  budget.term[ULL_TERM_GRAPHS].present || budget.term[ULL_TERM_NON_TORCH].present);
  budget_of (both, 2, &budget);
  g_assert_cmpint (budget.pool, ==, budget.given - weights - 3 * ULL_GIB);
  budget_of (pool, 1, &budget);
  g_assert_cmpint (budget.pool, ==, 5 * ULL_GIB);
}

/* Four slots of rank 16 on 8 layers, at 2 bytes: A and B of q, k, v (3 * 512 + 512 + 2 * 256), of the output (512 + 512),
 * of gate and up (2 * 512 + 2 * 2,048) and of down (2,048 + 512). */
static void
test_lora (void)
{
  static const Set slots[] = { { ULL_FIELD_MAX_LORAS, 4 }, { ULL_FIELD_MAX_LORA_RANK, 16 } };
  static const Set typed[] = { { ULL_FIELD_MAX_LORAS, 4 }, { ULL_FIELD_LORA, ULL_GIB } };
  static const Set two[] = { { ULL_FIELD_MAX_LORAS, 4 }, { ULL_FIELD_TP, 2 } };
  UllBudget budget;

  budget_of (slots, 2, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_LORA].bytes, ==, 4 * 16 * 8 * 2 * (2560 + 1024 + 5120 + 2560));
  budget_of (typed, 2, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_LORA].bytes, ==, ULL_GIB);
  g_assert_cmpint (budget.term[ULL_TERM_LORA].source, ==, ULL_SOURCE_TYPED);
  /* Two cards halve what the projections divide: outputs of q, k, v, gate and up, inputs of the output and of down. */
  budget_of (two, 2, &budget);
  g_assert_cmpint (budget.term[ULL_TERM_LORA].bytes, ==,
                   4 * 16 * 8 * 2 * (1536 + 512 + 256 + 512 + 1024 + 2048 + 1024 + 512));
}

/* The remainder goes to stages before the last; the last has the sampler and the output's embedding, and binds. */
static void
test_stages (void)
{
  static const Set three[] = { { ULL_FIELD_PP, 3 } };
  static const gint64 layers[] = { 3, 3, 2 };
  g_autoptr (UllDevice) device = ull_device_new_custom (24 * ULL_GIB);
  g_autoptr (UllModel) model = make_model ();
  g_autoptr (UllScenario) first = ull_scenario_new (model, device);
  g_autoptr (UllScenario) scenario = ull_scenario_with (first, ULL_FIELD_PP, 3, NULL, NULL);
  UllBudget budget;

  for (gint64 i = 0; i < 3; i++)
    {
      UllVllmStage stage;

      ull_vllm_stage (scenario, i, &stage);
      g_assert_cmpint (stage.layers, ==, layers[i]);
      g_assert_cmpint (stage.first, ==, i == 0);
      g_assert_cmpint (stage.last, ==, i == 2);
    }
  /* Pools of some 21 GiB differ by less than a layer in three: a stage of three layers binds, and of those the first, which
   * has the input's embedding. */
  budget_of (three, 1, &budget);
  g_assert_cmpint (budget.stage, ==, 0);
  g_assert_cmpint (budget.term[ULL_TERM_WEIGHTS].bytes, ==, 2 * (3 * LAYER + EMBEDDING) + 3 * NORMS / 8 * 2 + 4096 * 64 * 2);
}

/* 8 layers on three stages are 3, 3 and 2, and the last has the sampler besides, some 0.08 GiB more than a layer's step: with less
 * than three times that left for three layers' blocks it holds the fewest, and else the first does. The layout takes the same one. */
static void
test_same_stage (void)
{
  gboolean met[3] = { FALSE, FALSE, FALSE };

  for (gint64 card = 4; card < 40; card++)
    {
      g_autoptr (UllDevice) device = ull_device_new_custom (card * ULL_GIB / 16);
      g_autoptr (UllModel) model = make_model ();
      g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
      static const Set sets[] = { { ULL_FIELD_ENGINE, ULL_ENGINE_VLLM }, { ULL_FIELD_ENGINE_VERSION, 19000 },
                                  { ULL_FIELD_MAX_BATCHED_TOKENS, 2048 }, { ULL_FIELD_MAX_NUM_SEQS, 256 }, { ULL_FIELD_PP, 3 } };
      UllLayout layout;
      UllBudget budget;

      for (gsize i = 0; i < G_N_ELEMENTS (sets); i++)
        {
          UllScenario *next = ull_scenario_with (scenario, sets[i].field, sets[i].value, NULL, NULL);

          ull_scenario_unref (scenario);
          scenario = next;
        }
      g_assert_true (ull_budget_terms (scenario, &budget, NULL));
      ull_budget_close (&budget);
      g_assert_true (ull_layout_init (&layout, scenario, budget.pool, NULL));
      g_assert_cmpint (layout.stage, ==, budget.stage + 1);
      met[budget.stage] = TRUE;
    }
  g_assert_true (met[0] && met[2] && !met[1]);
}

/* A server's step where nobody sets it. A clip of Gemma 4 is 32 * (70 + 2 + 6) = 2,496 tokens that have to be in one: the
 * engine made room for it between 0.20, which refused to start with its 2,048, and 0.25. A DGX Spark has 122 GiB and is
 * given the step of a small card, as its driver does not say so: 2,048 and 256 sequences instead of 8,192 and 1,024. */
static void
test_step (void)
{
  const struct
  {
    const char *card;
    gint64 item;
    gint64 version;
    gint64 tokens;
    gint64 sequences;
  } rows[] = { { "rtx-4090", 0, 25000, 2048, 256 },  { "rtx-4090", 2496, 25000, 2496, 256 }, { "rtx-4090", 2496, 20000, 2048, 256 },
               { "h100-sxm", 2496, 25000, 8192, 1024 }, { "a100-80-sxm", 0, 25000, 2048, 256 }, { "b200-sxm", 0, 25000, 8192, 1024 },
               { "b200-sxm", 0, 29000, 16384, 1024 },    { "dgx-spark", 0, 25000, 2048, 256 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      UllModel facts = { .name = g_strdup ("Clips"), .parameters = -1, .weight_bytes = -1, .max_positions = 262144,
                         .query_heads = 8, .native_dtype = ULL_DTYPE_BF16, .state_dtype = ULL_DTYPE_UNKNOWN, .n_runs = 1,
                         .n_layers = 1, .anatomy = { .item_tokens = rows[i].item } };
      g_autoptr (UllModel) model = NULL;
      g_autoptr (UllScenario) fresh = NULL, engine = NULL, scenario = NULL;

      facts.runs = g_new0 (UllRun, 1);
      facts.runs[0] = (UllRun) {
        .count = 1, .n_stores = 1,
        .stores = { { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 4, 64, 64, 0, ULL_DTYPE_KV, ULL_DTYPE_KV } }
      };
      facts.layer_run = g_new0 (guint8, 1);
      model = ull_model_take (&facts, NULL);
      fresh = ull_scenario_new (model, ull_device_find (rows[i].card));
      engine = ull_scenario_with (fresh, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL);
      scenario = ull_scenario_with (engine, ULL_FIELD_ENGINE_VERSION, rows[i].version, NULL, NULL);
      g_assert_cmpint (ull_vllm_get (scenario, ULL_FIELD_MAX_BATCHED_TOKENS), ==, rows[i].tokens);
      g_assert_cmpint (ull_vllm_get (scenario, ULL_FIELD_MAX_NUM_SEQS), ==, rows[i].sequences);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vllm/budget/weights", test_weights);
  g_test_add_func ("/vllm/budget/activation", test_activation);
  g_test_add_func ("/vllm/budget/graphs", test_graphs);
  g_test_add_func ("/vllm/budget/requested", test_requested);
  g_test_add_func ("/vllm/budget/refused", test_refused);
  g_test_add_func ("/vllm/budget/typed", test_typed);
  g_test_add_func ("/vllm/budget/lora", test_lora);
  g_test_add_func ("/vllm/budget/step", test_step);
  g_test_add_func ("/vllm/budget/stages", test_stages);
  g_test_add_func ("/vllm/budget/same-stage", test_same_stage);
  return g_test_run ();
}
