#include "ull-fleet.h"

#include "ull-error.h"
#include "ull-units.h"

#include <string.h>

/* The lab's model: 28 layers, 4 KV heads of 28, 128 wide, 7.0e9 parameters at 2 bytes, 2 GiB of overhead, all of the card.
 * A token takes 2 × 28 × 4 × 128 × 2 = 57,344 B, 8,192 of them 448 MiB; 300 such requests 131.25 GiB; weights and overhead
 * 15.04 GiB. */

static UllScenario *
with (UllScenario *scenario, UllFieldId field, gint64 value)
{
  g_autoptr (UllScenario) old = scenario;
  g_autoptr (GError) error = NULL;
  UllScenario *next = ull_scenario_with (old, field, value, NULL, &error);

  g_assert_no_error (error);
  return next;
}

static UllScenario *
lab_scenario (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("lab", 28, 28, 4, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (48 * ULL_GIB);
  UllScenario *scenario = ull_scenario_new (model, device);

  scenario = with (scenario, ULL_FIELD_PARAMETERS, G_GINT64_CONSTANT (7000000000));
  scenario = with (scenario, ULL_FIELD_OVERHEAD, 2 * ULL_GIB);
  return with (scenario, ULL_FIELD_CONTEXT, 8192);
}

static UllFleet *
fleet_of (const UllScenario *scenario, const UllFleetQuery *query)
{
  g_autoptr (GError) error = NULL;
  UllFleet *fleet = ull_fleet_new (scenario, query, &error);

  g_assert_no_error (error);
  return fleet;
}

static GPtrArray *
cards_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);
}

static const UllFleetOption *
find (const UllFleet *fleet, const char *id, gint64 tp)
{
  for (guint i = 0; i < fleet->options->len; i++)
    {
      const UllFleetOption *option = &g_array_index (fleet->options, UllFleetOption, i);

      if (g_str_equal (option->device->id, id) && option->tp == tp)
        return option;
    }
  return NULL;
}

/* 48 − 15.04 = 32.96 GiB hold 75 of 448 MiB: 300 / 75 = 4. On two such cards weights and heads are halved: a card keeps
 * 46 − 6.52 = 39.48 GiB for halves of 224 MiB, 180 requests: 2 replicas, 4 cards. 131.25 + 15.04 GiB go into one card of
 * 191.98 GiB. */
static void
test_lab (void)
{
  g_autoptr (UllScenario) scenario = lab_scenario ();
  g_autoptr (GPtrArray) cards = cards_new ();
  g_autoptr (UllFleet) fleet = NULL;
  UllFleetQuery query = { .target = 300, .devices = cards };
  const UllFleetOption *one, *two;
  g_autofree char *reason = NULL;

  g_ptr_array_add (cards, ull_device_new_custom (48 * ULL_GIB));
  g_ptr_array_add (cards, ull_device_ref (ull_device_find ("mi300x")));
  fleet = fleet_of (scenario, &query);
  one = find (fleet, "custom", 1);
  g_assert_cmpint (one->requests_per_replica, ==, 75);
  g_assert_cmpint (one->replicas, ==, 4);
  g_assert_cmpint (one->cards, ==, 4);
  g_assert_cmpint (one->memory, ==, 4 * 48 * ULL_GIB);
  /* All four are full but for what is less than a request. */
  g_assert_cmpint (one->used, ==, 4 * (2 * ULL_GIB + G_GINT64_CONSTANT (14000000000)) + 300 * 448 * ULL_MIB);
  reason = ull_fleet_option_reason (one);
  g_assert_cmpstr (reason, ==, "KV memory binds.");
  two = find (fleet, "custom", 2);
  g_assert_cmpint (two->requests_per_replica, ==, 180);
  g_assert_cmpint (two->replicas, ==, 2);
  g_assert_cmpint (two->cards, ==, 4);
  /* One big card comes first: it is one. */
  one = &g_array_index (fleet->options, UllFleetOption, 0);
  g_assert_cmpstr (one->device->id, ==, "mi300x");
  g_assert_cmpint (one->cards, ==, 1);
  g_assert_cmpint (one->used, ==, 2 * ULL_GIB + G_GINT64_CONSTANT (14000000000) + 300 * 448 * ULL_MIB);
  /* 28 query heads go on 1, 2 and 4 cards, on 8 they do not. */
  g_assert_nonnull (find (fleet, "custom", 4));
  g_assert_null (find (fleet, "custom", 8));
}

/* Spare replicas are bought and hold weights, not requests; a price orders what it is known of. */
static void
test_spare_and_price (void)
{
  g_autoptr (UllScenario) scenario = lab_scenario ();
  g_autoptr (GPtrArray) cards = cards_new ();
  gint64 prices[] = { 6000 * ULL_PPM_ONE, 20000 * ULL_PPM_ONE, -1 };
  UllFleetQuery query = { .target = 300, .spare = 1, .tp = 1, .devices = cards, .prices = prices };
  g_autoptr (UllFleet) fleet = NULL;
  static const char *const order[] = { "custom", "mi300x", "b200-sxm" };

  g_ptr_array_add (cards, ull_device_new_custom (48 * ULL_GIB));
  g_ptr_array_add (cards, ull_device_ref (ull_device_find ("mi300x")));
  g_ptr_array_add (cards, ull_device_ref (ull_device_find ("b200-sxm")));
  fleet = fleet_of (scenario, &query);
  g_assert_cmpuint (fleet->options->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (g_array_index (fleet->options, UllFleetOption, i).device->id, ==, order[i]);
  /* 4 + 1 cards at 6,000 are 30,000; 1 + 1 at 20,000 are 40,000. */
  g_assert_cmpint (find (fleet, "custom", 1)->replicas, ==, 5);
  g_assert_cmpint (find (fleet, "custom", 1)->price, ==, 30000 * ULL_PPM_ONE);
  g_assert_cmpint (find (fleet, "mi300x", 1)->price, ==, 40000 * ULL_PPM_ONE);
  g_assert_cmpint (find (fleet, "b200-sxm", 1)->price, ==, -1);
  g_assert_cmpint (find (fleet, "custom", 1)->used, ==,
                   5 * (2 * ULL_GIB + G_GINT64_CONSTANT (14000000000)) + 300 * 448 * ULL_MIB);
}

static const char *
refusal (const UllFleet *fleet, const char *id)
{
  for (guint i = 0; i < fleet->ruled_out->len; i++)
    if (g_str_equal (g_array_index (fleet->ruled_out, UllFleetRefusal, i).device->id, id))
      return g_array_index (fleet->ruled_out, UllFleetRefusal, i).reason;
  return NULL;
}

/* What holds the model in no split is ruled out with the reason at the widest, and everything else is an option. */
static void
test_ruled_out (void)
{
  g_autoptr (UllScenario) scenario = with (lab_scenario (), ULL_FIELD_OVERHEAD, 7 * ULL_GIB);
  UllFleetQuery query = { .target = 300, .devices = ull_device_catalogue () };
  g_autoptr (UllFleet) fleet = fleet_of (scenario, &query);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < fleet->options->len; i++)
    g_hash_table_add (seen, g_array_index (fleet->options, UllFleetOption, i).device->id);
  for (guint i = 0; i < fleet->ruled_out->len; i++)
    g_assert_true (g_hash_table_add (seen, g_array_index (fleet->ruled_out, UllFleetRefusal, i).device->id));
  g_assert_cmpuint (g_hash_table_size (seen), ==, query.devices->len);
  /* A quarter of the weights is 3.26 GiB; with 7 GiB that is 10.26 of 7.43 GiB. */
  g_assert_cmpstr (refusal (fleet, "jetson-orin-nano-8"), ==,
                   "On 4 cards together: Weights and overhead do not fit: 2.83" ULL_NBSP "GiB over the load line.");
  g_assert_null (refusal (fleet, "h100-sxm"));
}

/* Whether @requests run at once on the card so split: a plan of them, and its verdict. */
static gboolean
serves (const UllScenario *scenario, UllDevice *device, gint64 tp, gint64 requests)
{
  g_autoptr (UllScenario) moved = ull_scenario_with_device (scenario, device);
  g_autoptr (UllScenario) split = ull_scenario_with (moved, ULL_FIELD_TP, tp, NULL, NULL);
  g_autoptr (UllScenario) asked = ull_scenario_with (split, ULL_FIELD_CONCURRENCY, requests, NULL, NULL);
  g_autoptr (UllPlan) plan = ull_plan_new (asked, NULL);

  return plan->fits;
}

/* An MI250X is two devices of 65,516 MiB to an engine: each holds floor ((65,516 MiB − 15.04 GiB) ÷ 448 MiB) = 111 requests,
 * three of them 300, on two cards. Both together hold floor ((65,516 MiB − 2 GiB − 7.0e9 B) ÷ 224 MiB) = 253: two replicas,
 * two cards. */
static void
test_dies (void)
{
  g_autoptr (UllScenario) scenario = lab_scenario ();
  g_autoptr (GPtrArray) cards = cards_new ();
  UllDevice *card = ull_device_find ("mi250x");
  UllFleetQuery query = { .target = 300, .devices = cards };
  g_autoptr (UllFleet) fleet = NULL;
  const UllFleetOption *option;
  g_autofree char *reason = NULL;

  g_ptr_array_add (cards, ull_device_ref (card));
  fleet = fleet_of (scenario, &query);
  option = find (fleet, "mi250x", 1);
  g_assert_cmpint (option->requests_per_replica, ==,
                   (65516 * ULL_MIB - 2 * ULL_GIB - G_GINT64_CONSTANT (14000000000)) / (448 * ULL_MIB));
  g_assert_cmpint (option->replicas, ==, 3);
  g_assert_cmpint (option->cards, ==, 2);
  g_assert_cmpint (option->memory, ==, 2 * 131032 * ULL_MIB);
  g_assert_cmpint (option->used, ==, 3 * (2 * ULL_GIB + G_GINT64_CONSTANT (14000000000)) + 300 * 448 * ULL_MIB);
  reason = ull_fleet_option_reason (option);
  g_assert_nonnull (strstr (reason, "2 devices of 63.98" ULL_NBSP "GiB"));
  option = find (fleet, "mi250x", 2);
  g_assert_cmpint (option->requests_per_replica, ==,
                   (65516 * ULL_MIB - 2 * ULL_GIB - G_GINT64_CONSTANT (7000000000)) / (224 * ULL_MIB));
  g_assert_cmpint (option->replicas, ==, 2);
  g_assert_cmpint (option->cards, ==, 2);
  /* What the plan says of the same card, split alike. */
  g_assert_true (serves (scenario, card, 2, option->requests_per_replica));
  g_assert_false (serves (scenario, card, 2, option->requests_per_replica + 1));
}

/* Two stages of 14 layers each on 48 GiB: a card keeps 46 GiB less half the weights, and half of every request. A replica is
 * both stages' cards, and so is what is bought. */
static void
test_stages (void)
{
  g_autoptr (UllScenario) staged = with (with (lab_scenario (), ULL_FIELD_ENGINE, ULL_ENGINE_VLLM), ULL_FIELD_PP, 2);
  g_autoptr (UllScenario) back = with (ull_scenario_ref (staged), ULL_FIELD_ENGINE, ULL_ENGINE_PAGED);
  g_autoptr (GPtrArray) cards = cards_new ();
  UllFleetQuery query = { .target = 1000, .spare = 1, .devices = cards };
  g_autoptr (UllFleet) fleet = NULL, other = NULL;

  g_ptr_array_add (cards, ull_device_ref (ull_device_find ("h100-sxm")));
  g_ptr_array_add (cards, ull_device_ref (ull_device_find ("mi250x")));
  fleet = fleet_of (staged, &query);
  g_assert_cmpuint (fleet->options->len, ==, 6);
  for (guint i = 0; i < fleet->options->len; i++)
    {
      const UllFleetOption *option = &g_array_index (fleet->options, UllFleetOption, i);

      g_assert_cmpint (option->pp, ==, 2);
      g_assert_cmpint (option->devices, ==, 2 * option->tp);
      g_assert_cmpint (option->replicas, ==, 1 + ull_div_ceil (query.target, option->requests_per_replica));
      g_assert_cmpint (option->cards, ==, ull_div_ceil (option->replicas * 2 * option->tp, option->device->dies));
      g_assert_cmpint (option->used, <=, option->memory);
      g_assert_true (serves (staged, option->device, option->tp, option->requests_per_replica));
    }
  /* A convention has no stages, whatever the setting was. */
  other = fleet_of (back, &query);
  g_assert_cmpint (find (other, "h100-sxm", 1)->devices, ==, 1);
}

static void
test_refused (void)
{
  g_autoptr (UllScenario) scenario = lab_scenario ();
  g_autoptr (UllScenario) pool = with (lab_scenario (), ULL_FIELD_AVAILABLE, ULL_GIB);
  g_autoptr (UllScenario) longer = with (lab_scenario (), ULL_FIELD_MAX_MODEL_LEN, 4096);
  UllFleetQuery query = { .target = 300, .devices = ull_device_catalogue () };
  g_autoptr (UllFleet) fleet = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (ull_fleet_new (pool, &query, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_clear_error (&error);
  query.tp = 3;
  g_assert_null (ull_fleet_new (scenario, &query, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_clear_error (&error);
  query.tp = 8;
  g_assert_null (ull_fleet_new (scenario, &query, &error));
  g_assert_nonnull (strstr (error->message, "28 query heads"));
  query.tp = 0;
  fleet = fleet_of (longer, &query);
  g_assert_cmpuint (fleet->options->len, ==, 0);
  g_assert_cmpuint (fleet->ruled_out->len, ==, query.devices->len);
  g_assert_nonnull (strstr (refusal (fleet, "h100-sxm"), "at most 4,096 tokens; 8,192 asked"));
}

/* 12.5 a second that stay 24 s are 300 at once; a part of a request is one. */
static void
test_little (void)
{
  gint64 requests;

  g_assert_true (ull_fleet_requests_at_once (12500000, 24000000, &requests));
  g_assert_cmpint (requests, ==, 300);
  g_assert_true (ull_fleet_requests_at_once (12500001, 24000000, &requests));
  g_assert_cmpint (requests, ==, 301);
  g_assert_true (ull_fleet_requests_at_once (1, 1, &requests));
  g_assert_cmpint (requests, ==, 1);
  g_assert_false (ull_fleet_requests_at_once (G_MAXINT64, G_MAXINT64, &requests));
}

/* A guess is bought for at its low end, and said to be one. */
static void
test_guess (void)
{
  g_autoptr (UllScenario) scenario = lab_scenario ();
  g_autoptr (GPtrArray) cards = cards_new ();
  UllFleetQuery query = { .target = 300, .tp = 1, .devices = cards };
  UllDevice *card = ull_device_find ("a40");
  g_autoptr (UllDevice) low = ull_device_new ("low", "Low", 48, card->reported, card->allocatable_low);
  g_autoptr (UllDevice) high = ull_device_new ("high", "High", 48, card->reported, card->allocatable_high);
  g_autoptr (UllFleet) fleet = NULL;
  g_autofree char *reason = NULL;

  scenario = with (scenario, ULL_FIELD_CONTEXT, 256);
  g_ptr_array_add (cards, ull_device_ref (card));
  g_ptr_array_add (cards, ull_device_ref (low));
  g_ptr_array_add (cards, ull_device_ref (high));
  fleet = fleet_of (scenario, &query);
  g_assert_cmpint (find (fleet, "a40", 1)->requests_per_replica, ==, find (fleet, "low", 1)->requests_per_replica);
  g_assert_cmpint (find (fleet, "a40", 1)->requests_high, ==, find (fleet, "high", 1)->requests_per_replica);
  reason = ull_fleet_option_reason (find (fleet, "a40", 1));
  g_assert_nonnull (strstr (reason, "guess"));
}

/* 16 cards of 8 KV heads keep each head twice. */
static void
test_copies (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("dense", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, ull_device_find ("h100-sxm"));
  g_autoptr (GPtrArray) cards = cards_new ();
  UllFleetQuery query = { .target = 1, .devices = cards };
  g_autoptr (UllFleet) fleet = NULL;
  g_autofree char *wide = NULL, *narrow = NULL;

  g_ptr_array_add (cards, ull_device_ref (ull_device_find ("h100-sxm")));
  fleet = fleet_of (scenario, &query);
  wide = ull_fleet_option_reason (find (fleet, "h100-sxm", 16));
  narrow = ull_fleet_option_reason (find (fleet, "h100-sxm", 8));
  g_assert_nonnull (strstr (wide, "8 KV heads: part of the cache is copies"));
  g_assert_null (strstr (narrow, "copies"));
}

static UllScenario *
random_scenario (GRand *random)
{
  gint64 kv_heads = G_GINT64_CONSTANT (1) << g_rand_int_range (random, 0, 5);
  g_autoptr (UllModel) model
      = ull_model_new_dense ("random", g_rand_int_range (random, 1, 80), kv_heads * g_rand_int_range (random, 1, 9), kv_heads,
                             8 * g_rand_int_range (random, 1, 33), NULL);
  UllScenario *scenario = ull_scenario_new (model, ull_device_find ("rtx-4090"));

  scenario = with (scenario, ULL_FIELD_PARAMETERS, g_rand_int_range (random, 1, 2000) * G_GINT64_CONSTANT (100000000));
  scenario = with (scenario, ULL_FIELD_OVERHEAD, g_rand_int_range (random, 0, 4096) * ULL_MIB);
  scenario = with (scenario, ULL_FIELD_UTILIZATION, g_rand_int_range (random, 500000, 1000001));
  scenario = with (scenario, ULL_FIELD_CONTEXT, g_rand_int_range (random, 1, 60000));
  scenario = with (scenario, ULL_FIELD_ENGINE, g_rand_int_range (random, 0, 2));
  scenario = with (scenario, ULL_FIELD_RETAIN, g_rand_int_range (random, 0, 3) * 5000);
  if (g_rand_boolean (random))
    scenario = with (scenario, ULL_FIELD_PREFIX_TOKENS, g_rand_int_range (random, 0, 4000));
  if (g_rand_int_range (random, 0, 4) == 0)
    scenario = with (scenario, ULL_FIELD_MAX_NUM_SEQS, g_rand_int_range (random, 1, 300));
  return scenario;
}

/* With one replica fewer some replica would have more than fits, however evenly the load is spread. */
static void
test_brute_force (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  GPtrArray *devices = ull_device_catalogue ();
  guint n_options = 0, n_fewer = 0, n_out = 0;

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (UllScenario) scenario = random_scenario (random);
      g_autoptr (GPtrArray) cards = cards_new ();
      UllFleetQuery query = { .target = g_rand_int_range (random, 1, 5000), .spare = g_rand_int_range (random, 0, 3),
                              .devices = cards };
      g_autoptr (UllFleet) fleet = NULL;

      for (guint k = 0; k < 4; k++)
        g_ptr_array_add (cards, ull_device_ref (g_ptr_array_index (devices, g_rand_int_range (random, 0, (gint32) devices->len))));
      fleet = fleet_of (scenario, &query);
      for (guint k = 0; k < fleet->options->len; k++)
        {
          const UllFleetOption *option = &g_array_index (fleet->options, UllFleetOption, k);
          gint64 serving = option->replicas - query.spare;

          g_assert_true (serves (scenario, option->device, option->tp, ull_div_ceil (query.target, serving)));
          if (serving > 1)
            g_assert_false (serves (scenario, option->device, option->tp, ull_div_ceil (query.target, serving - 1)));
          n_fewer += serving > 1;
          g_assert_cmpint (option->cards, ==, ull_div_ceil (option->replicas * option->tp, option->device->dies));
          g_assert_cmpint (option->used, <=, option->memory);
        }
      n_options += fleet->options->len;
      /* A card that is ruled out serves not even one request in one piece. */
      for (guint k = 0; k < fleet->ruled_out->len; k++)
        g_assert_false (serves (scenario, g_array_index (fleet->ruled_out, UllFleetRefusal, k).device, 1, 1));
      n_out += fleet->ruled_out->len;
    }
  g_test_message ("%u options, %u of several replicas, %u ruled out", n_options, n_fewer, n_out);
  g_assert_cmpuint (n_options, >, 1000);
  g_assert_cmpuint (n_fewer, >, 300);
  g_assert_cmpuint (n_out, >, 50);
}

/* More load never takes fewer cards, in any row and in the best. */
static void
test_monotone (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (UllScenario) scenario = random_scenario (random);
      UllFleetQuery query = { .target = 1, .devices = ull_device_catalogue () };
      g_autoptr (UllFleet) before = NULL;

      if (i % 2 == 0 && scenario->value[ULL_FIELD_PREFIX_TOKENS] > 0)
        scenario = with (scenario, ULL_FIELD_PREFIX_REQUESTS, g_rand_int_range (random, 1, 400));
      for (before = fleet_of (scenario, &query); query.target < 2000; query.target += 1 + query.target / 3)
        {
          UllFleet *after = fleet_of (scenario, &query);

          g_assert_cmpuint (after->options->len, ==, before->options->len);
          for (guint k = 0; k < after->options->len; k++)
            {
              const UllFleetOption *option = &g_array_index (after->options, UllFleetOption, k);

              g_assert_cmpint (option->cards, >=, find (before, option->device->id, option->tp)->cards);
            }
          if (after->options->len > 0)
            g_assert_cmpint (g_array_index (after->options, UllFleetOption, 0).cards, >=,
                             g_array_index (before->options, UllFleetOption, 0).cards);
          ull_fleet_free (before);
          before = after;
        }
    }
}

/* Requests of which only some share a prefix, placed one by one: each replica takes sharers while there are any, then
 * others, as long as the sum of what they keep goes into its pool. */
static void
test_some_share (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  guint several = 0;

  for (guint i = 0; i < 60; i++)
    {
      gint64 tokens = g_rand_int_range (random, 2, 3000), prefix = g_rand_int_range (random, 1, 4000);
      gint64 sharers = g_rand_int_range (random, 1, 200), target = g_rand_int_range (random, 1, 300);
      gint64 pool = 3000 * g_rand_int_range (random, 1, 40);
      gint64 shared = MIN (prefix, tokens - 1), replicas = 0, left = target, sharing = MIN (sharers, target);
      g_autoptr (UllModel) model = ull_model_new_dense ("one byte", 1, 1, 1, 1, NULL);
      g_autoptr (UllDevice) device = ull_device_new_custom (pool * 4);
      g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
      g_autoptr (GPtrArray) cards = cards_new ();
      UllFleetQuery query = { .target = target, .tp = 1, .devices = cards };
      g_autoptr (UllFleet) fleet = NULL;

      g_ptr_array_add (cards, ull_device_ref (device));
      scenario = with (scenario, ULL_FIELD_WEIGHTS, 0);
      scenario = with (scenario, ULL_FIELD_CONTEXT, tokens);
      scenario = with (scenario, ULL_FIELD_PREFIX_TOKENS, prefix);
      scenario = with (scenario, ULL_FIELD_PREFIX_REQUESTS, sharers);
      /* A token is 2 × 2 B, so that the pool is as many tokens as it was made of. */
      for (; left > 0; replicas++)
        {
          gint64 kept = 0;

          for (gboolean first = TRUE; left > 0; first = FALSE)
            {
              gint64 need = sharing > 0 && !first ? tokens - shared : tokens;

              if (kept + need > pool)
                break;
              kept += need;
              sharing -= sharing > 0;
              left--;
            }
        }
      fleet = fleet_of (scenario, &query);
      g_assert_cmpuint (fleet->options->len, ==, 1);
      g_assert_cmpint (g_array_index (fleet->options, UllFleetOption, 0).replicas, ==, replicas);
      several += replicas > 2 && sharers < target;
    }
  g_assert_cmpuint (several, >, 10);
}

/* Every sum of the throws of k dice, by counting them. */
static double
dice_overflow (int k, int faces, int capacity)
{
  double *ways = g_new0 (double, (gsize) (k * faces) + 1), more = 0;

  ways[0] = 1;
  for (int n = 0; n < k; n++)
    for (int sum = k * faces; sum >= 0; sum--)
      {
        ways[sum] = 0;
        for (int face = 1; face <= faces && face <= sum; face++)
          ways[sum] += ways[sum - face] / faces;
      }
  for (int sum = capacity + 1; sum <= k * faces; sum++)
    more += ways[sum];
  g_free (ways);
  return more;
}

/* Lengths from 1 to @faces, each as likely: what a replica takes overflows in at most 1 % of the throws, counted one by one,
 * and it is not much less than what does. A token is 2 x 2 B. */
static void
test_lengths (void)
{
  static const int capacities[] = { 5, 6, 10, 40, 300, 1000 };
  g_autoptr (UllLengths) lengths = ull_lengths_new ("uniform:1,6", NULL, NULL);
  g_autoptr (UllModel) model = ull_model_new_dense ("one byte", 1, 1, 1, 1, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (capacities); i++)
    {
      g_autoptr (UllDevice) device = ull_device_new_custom (capacities[i] * 4);
      g_autoptr (UllScenario) fixed = ull_scenario_new (model, device);
      g_autoptr (UllScenario) scenario = ull_scenario_with_lengths (fixed, lengths);
      g_autoptr (GPtrArray) cards = cards_new ();
      UllFleetQuery query = { .target = 1000, .tp = 1, .devices = cards };
      g_autoptr (UllFleet) fleet = NULL;
      const UllFleetOption *option;
      int most = 0, each;

      g_ptr_array_add (cards, ull_device_ref (device));
      scenario = with (g_steal_pointer (&scenario), ULL_FIELD_WEIGHTS, 0);
      fleet = fleet_of (scenario, &query);
      /* Even one die may be more than 5: more often than in one throw of a hundred. */
      if (capacities[i] < 6)
        {
          g_assert_cmpuint (fleet->options->len, ==, 0);
          g_assert_nonnull (strstr (refusal (fleet, "custom"), "more than 1 %"));
          continue;
        }
      option = &g_array_index (fleet->options, UllFleetOption, 0);
      each = (int) option->requests_per_replica;
      while (dice_overflow (most + 1, 6, capacities[i]) <= 0.01)
        most++;
      g_test_message ("%d tokens: %d of at most %d", capacities[i], each, most);
      g_assert_cmpint (each, <=, most);
      g_assert_cmpint (each, >=, most * 9 / 10);
      g_assert_cmpint (option->replicas, ==, ull_div_ceil (1000, each));
      g_assert_cmpint (option->memory_requests, ==, each);
      g_assert_cmpint (option->used, ==, 1000 * 14);
    }
}

/* Lengths of which all share a prefix, or some: never fewer replicas than where all share, never more than where none does,
 * and what is counted without lengths where all are alike. */
static void
test_lengths_share (void)
{
  static const gint64 sharers[] = { 0, 1, 40, 150, ULL_UNSET };
  gint64 before = 0;

  for (int alike = 0; alike < 2; alike++)
    for (gsize i = 0; i < G_N_ELEMENTS (sharers); i++)
      {
        g_autoptr (UllLengths) lengths
          = ull_lengths_new (alike ? "fixed:8192" : "lognormal:6.6,0.9,64,8192", NULL, NULL);
        g_autoptr (UllScenario) fixed = with (lab_scenario (), ULL_FIELD_PREFIX_TOKENS, sharers[i] == 0 ? 0 : 4096);
        g_autoptr (GPtrArray) cards = cards_new ();
        UllFleetQuery query = { .target = 3000, .tp = 1, .devices = cards };
        g_autoptr (UllScenario) scenario = NULL;
        g_autoptr (UllFleet) fleet = NULL, plain = NULL;
        gint64 replicas;

        if (sharers[i] > 0)
          fixed = with (g_steal_pointer (&fixed), ULL_FIELD_PREFIX_REQUESTS, sharers[i]);
        scenario = ull_scenario_with_lengths (fixed, lengths);
        g_ptr_array_add (cards, ull_device_new_custom (48 * ULL_GIB));
        fleet = fleet_of (scenario, &query);
        replicas = g_array_index (fleet->options, UllFleetOption, 0).replicas;
        if (i > 0)
          g_assert_cmpint (replicas, <=, before);
        before = replicas;
        if (!alike)
          continue;
        plain = fleet_of (fixed, &query);
        g_assert_cmpint (replicas, ==, g_array_index (plain->options, UllFleetOption, 0).replicas);
        g_assert_cmpint (g_array_index (fleet->options, UllFleetOption, 0).used, ==,
                         g_array_index (plain->options, UllFleetOption, 0).used);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fleet/lab", test_lab);
  g_test_add_func ("/fleet/spare-and-price", test_spare_and_price);
  g_test_add_func ("/fleet/ruled-out", test_ruled_out);
  g_test_add_func ("/fleet/dies", test_dies);
  g_test_add_func ("/fleet/stages", test_stages);
  g_test_add_func ("/fleet/refused", test_refused);
  g_test_add_func ("/fleet/little", test_little);
  g_test_add_func ("/fleet/guess", test_guess);
  g_test_add_func ("/fleet/copies", test_copies);
  g_test_add_func ("/fleet/brute-force", test_brute_force);
  g_test_add_func ("/fleet/monotone", test_monotone);
  g_test_add_func ("/fleet/some-share", test_some_share);
  g_test_add_func ("/fleet/lengths", test_lengths);
  g_test_add_func ("/fleet/lengths-share", test_lengths_share);
  return g_test_run ();
}
