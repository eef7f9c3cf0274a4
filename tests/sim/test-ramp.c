#include "ramp-case.h"

#include <math.h>
#include <string.h>

/* Shapes are what the scheduler's rules come to, and these are what has been found of them: a shared prefix that running requests
 * pin cannot be lost, histories that wait can; the recorded ramp of long outputs peaks at 40 of 1,782 blocks and loses 19 % with
 * its filling and draining, more without. Every other figure is a property or a sum. */

#define PRESET(id) g_autoptr (UllLoad) load = ull_load_new_preset (id)

static UllRamp *
case_ramp (gint64 blocks, UllLoad *load, const gint64 *levels, guint n, guint threads)
{
  g_autoptr (UllScenario) scenario = case_scenario (blocks);
  g_autoptr (GError) error = NULL;
  UllRampOptions options;
  UllRamp *ramp;

  ull_ramp_options_init (&options);
  options.levels = levels;
  options.n_levels = n;
  options.threads = threads;
  ramp = ull_ramp_new (scenario, load, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ramp->blocks, ==, blocks);
  return ramp;
}

static void
test_chapter (void)
{
  PRESET ("chapter");
  g_autoptr (UllRamp) ramp = case_ramp (2355, load, NULL, 0, 2);
  double least = 1, most = 0;

  for (guint i = 0; i < ramp->n_levels; i++)
    {
      least = MIN (least, ramp->level[ULL_LINE_MAIN][i].hit_rate);
      most = MAX (most, ramp->level[ULL_LINE_MAIN][i].hit_rate);
    }
  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_PLATEAU);
  g_assert_cmpfloat (most - least, <, 0.03);
  g_assert_cmpfloat (least, >, 0.25);
  g_assert_cmpuint (ramp->operating, <, ramp->peak);
  g_assert_cmpfloat (ramp->retention_gain, >, 0.1);
}

/* A session of 10 turns holds 256 tokens and, on average over its turns, half of ten times about 305 and a turn more: about 1,930
 * tokens or 121 blocks of a pool of 1,300, whose tenth client is still kept whole and whose eleventh or twelfth is not. */
static void
test_chat (void)
{
  PRESET ("chat");
  g_autoptr (UllRamp) ramp = case_ramp (1300, load, NULL, 0, 2);
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN], *peak = &levels[ramp->peak], *worst = &levels[ramp->worst];

  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_CLIFF);
  g_assert_cmpint (peak->concurrency, >=, 8);
  g_assert_cmpint (peak->concurrency, <=, 12);
  g_assert_cmpfloat (worst->output_tokens_per_s, <, 0.85 * peak->output_tokens_per_s);
  /* Hits go where throughput does: at the level below the peak none are lost yet. */
  g_assert_cmpfloat (levels[ramp->peak - 1].hit_rate, >, 0.8);
  g_assert_cmpfloat (worst->hit_rate, <, 0.3);
  g_assert_cmpint (worst->preemptions, >, 0);
  g_assert_cmpint (levels[0].preemptions, ==, 0);
  g_assert_cmpuint (ramp->operating, <, ramp->peak);
  g_assert_cmpfloat (ramp->retention_gain, >, 0.5);
}

/* The pool that an RTX 4090 has left beside Llama-3.1-8B: 2,355 blocks are 19.5 such clients. */
static void
test_chat_of_a_card (void)
{
  PRESET ("chat");
  g_autoptr (UllRamp) ramp = case_ramp (2355, load, NULL, 0, 2);
  const UllRampLevel *peak = &ramp->level[ULL_LINE_MAIN][ramp->peak], *worst = &ramp->level[ULL_LINE_MAIN][ramp->worst];

  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_CLIFF);
  g_assert_cmpint (peak->concurrency, >=, 16);
  g_assert_cmpint (peak->concurrency, <=, 22);
  g_assert_cmpfloat (worst->output_tokens_per_s, <, 0.85 * peak->output_tokens_per_s);
  g_assert_cmpfloat (worst->hit_rate, <, 0.3);
}

/* The same cliff stands wherever the pool ends, at as many clients as it holds. */
static void
test_chat_pools (void)
{
  PRESET ("chat");

  load->requests = 400;
  for (gint64 blocks = 800; blocks <= 3200; blocks *= 2)
    {
      g_autoptr (UllRamp) ramp = case_ramp (blocks, load, NULL, 0, 2);
      double clients = (double) ramp->level[ULL_LINE_MAIN][ramp->peak].concurrency;

      g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_CLIFF);
      g_assert_cmpfloat (clients, >, 0.7 * (double) blocks / 121);
      g_assert_cmpfloat (clients, <, 1.25 * (double) blocks / 121);
    }
}

static void
test_long_outputs (void)
{
  static const gint64 levels[] = { 8, 16, 24, 32, 36, 40, 44, 48, 64, 128 };
  PRESET ("long-outputs");
  g_autoptr (UllRamp) ramp = NULL;
  const UllRampLevel *peak, *last;

  load->requests = 400;
  ramp = case_ramp (1782, load, levels, G_N_ELEMENTS (levels), 2);
  peak = &ramp->level[ULL_LINE_MAIN][ramp->peak];
  last = &ramp->level[ULL_LINE_MAIN][ramp->n_levels - 1];
  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_CLIFF);
  g_assert_cmpint (peak->concurrency, >=, 36);
  g_assert_cmpint (peak->concurrency, <=, 44);
  g_assert_cmpfloat (last->output_tokens_per_s, <, 0.87 * peak->output_tokens_per_s);
  g_assert_cmpfloat (last->output_tokens_per_s, >, 0.72 * peak->output_tokens_per_s);
  g_assert_cmpint (ramp->reason, ==, ULL_OPERATE_PREEMPTIONS);
}

/* Without anything that is shared, both lines are the same run. */
/* Mooncake's conversations come back with what they said before: on a pool that holds some nine of them their prefixes go as chats' do.
 * With few requests a level the same fall lies within the intervals: that is said, and not that nothing falls. */
static void
test_agents (void)
{
  PRESET ("agents");
  g_autoptr (UllRamp) ramp = case_ramp (4446, load, NULL, 0, 2), few = NULL;
  g_autoptr (UllLoad) short_load = ull_load_copy (load);
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN];
  g_autofree char *detail = NULL;

  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_CLIFF);
  g_assert_cmpfloat (levels[0].hit_rate, >, 0.8);
  g_assert_cmpfloat (levels[ramp->worst].hit_rate, <, 0.3);
  g_assert_false (ull_ramp_is_unsure (ramp));

  short_load->requests = 300;
  few = case_ramp (4446, short_load, NULL, 0, 2);
  detail = ull_ramp_detail (few);
  levels = few->level[ULL_LINE_MAIN];
  g_assert_cmpint (few->shape, ==, ULL_SHAPE_PLATEAU);
  g_assert_cmpfloat (levels[few->worst].output_tokens_per_s, <, 0.95 * levels[few->peak].output_tokens_per_s);
  g_assert_true (ull_ramp_is_unsure (few));
  g_assert_null (strstr (detail, "nothing falls"));
  g_assert_nonnull (strstr (detail, "within the intervals"));
}

/* The logs of Azure say nothing of what requests share, so nothing can be lost by waiting. */
static void
test_azure (void)
{
  static const char *const presets[] = { "code", "conversation" };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      PRESET (presets[i]);
      g_autoptr (UllRamp) ramp = case_ramp (2355, load, NULL, 0, 2);
      g_autofree char *detail = ull_ramp_detail (ramp);

      g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_PLATEAU);
      for (guint k = 0; k < ramp->n_levels; k++)
        g_assert_cmpfloat (ramp->level[ULL_LINE_MAIN][k].hit_rate, ==, 0);
      g_assert_true (ull_ramp_is_unsure (ramp) || strstr (detail, "nothing falls") != NULL);
    }
}

static void
test_nothing_shared (void)
{
  static const gint64 levels[] = { 4, 64 };
  PRESET ("code");
  g_autoptr (UllRamp) ramp = case_ramp (2355, load, levels, 2, 1);

  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (ramp->level[ULL_LINE_MAIN][i].output_tokens_per_s,
                                    ramp->level[ULL_LINE_UNSHARED][i].output_tokens_per_s, 1);
}

static void
test_threads (void)
{
  for (guint p = 0; p < ull_load_get_n_presets (); p++)
    {
      PRESET (ull_load_get_preset (p)->id);
      g_autoptr (UllRamp) one = NULL, many = NULL;

      load->requests = 100;
      one = case_ramp (900, load, NULL, 0, 1);
      many = case_ramp (900, load, NULL, 0, 5);
      g_assert_cmpuint (one->n_levels, ==, many->n_levels);
      for (guint line = 0; line < ULL_N_LINES; line++)
        if (one->level[line] != NULL)
          g_assert_cmpmem (one->level[line], one->n_levels * sizeof (UllRampLevel), many->level[line],
                           many->n_levels * sizeof (UllRampLevel));
      g_assert_cmpuint (one->peak, ==, many->peak);
      g_assert_cmpuint (one->operating, ==, many->operating);
    }
}

typedef struct
{
  GChecksum *checksum;
  gint64 n;
  gint64 output;
} Sum;

static void
request_cb (const UllRampRequest *request, gpointer data)
{
  Sum *sum = data;
  g_autofree char *row = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u\n",
                                          request->number, request->prompt, request->first_token_ns, request->finish_ns,
                                          request->preemptions);

  g_checksum_update (sum->checksum, (const guchar *) row, -1);
  sum->n++;
  sum->output += request->output;
}

/* Every request's times to the nanosecond: the digest is of a build by gcc, and another compiler's must be the same. */
static void
test_compilers (void)
{
  static const struct
  {
    const char *id;
    const char *digest;
  } cases[] = {
    { "chat", "8c8e64e04431d4c2ea8e20ec42de08052b8c98d1cda7443db33e9e9ca105d12b" },
    { "long-outputs", "25e937c506647fa6c5d9dd19070edce038cbdb920d2f3db85d3c25cead2a6303" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      PRESET (cases[i].id);
      g_autoptr (UllScenario) scenario = case_scenario (1300);
      g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
      Sum sum = { checksum, 0, 0 };
      UllRampOptions options;

      ull_ramp_options_init (&options);
      load->step_us[ULL_STEP_BASE] = 8000;
      load->step_us[ULL_STEP_TOKEN] = 12;
      load->step_us[ULL_STEP_CONTEXT] = 0.1;
      g_assert_true (ull_ramp_each_request (scenario, load, &options, 24, request_cb, &sum, NULL));
      g_assert_cmpint (sum.n, ==, 1000);
      g_assert_cmpstr (g_checksum_get_string (checksum), ==, cases[i].digest);
    }
}

/* On average over seeds, a larger pool has no more preemptions; a single sequence none at all. */
static void
test_pool_property (void)
{
  static const gint64 levels[] = { 48 };
  gint64 before = G_MAXINT64;

  for (gint64 blocks = 600; blocks <= 4800; blocks *= 2)
    {
      gint64 preemptions = 0;

      for (guint64 seed = 1; seed <= 3; seed++)
        {
          PRESET ("long-outputs");
          g_autoptr (UllRamp) ramp = NULL;

          load->seed = seed;
          load->requests = 200;
          ramp = case_ramp (blocks, load, levels, 1, 1);
          preemptions += ramp->level[ULL_LINE_MAIN][0].preemptions;
        }
      g_assert_cmpint (preemptions, <=, before);
      before = preemptions;
    }
  g_assert_cmpint (before, ==, 0);
}

static void
test_cap_property (void)
{
  static const gint64 levels[] = { 1, 16, 64 };

  for (guint p = 0; p < ull_load_get_n_presets (); p++)
    {
      PRESET (ull_load_get_preset (p)->id);
      g_autoptr (UllRamp) ramp = NULL;

      load->cap = 1;
      load->requests = 100;
      ramp = case_ramp (1300, load, levels, 3, 2);
      for (guint i = 0; i < 3; i++)
        {
          g_assert_cmpint (ramp->level[ULL_LINE_MAIN][i].preemptions, ==, 0);
          g_assert_cmpfloat (ramp->level[ULL_LINE_MAIN][i].running_mean, <=, 1);
        }
    }
}

/* A level's rates are of a time in which every client is busy, and its counts agree with one another: tokens are rate of answers
 * times their mean length, within the noise of the ends; Little's law holds of what runs and waits. */
static void
test_conservation (void)
{
  static const gint64 levels[] = { 4, 24, 96 };
  PRESET ("chapter");
  g_autoptr (UllRamp) ramp = NULL;

  load->requests = 2000;
  ramp = case_ramp (2355, load, levels, 3, 2);
  for (guint i = 0; i < 3; i++)
    {
      const UllRampLevel *level = &ramp->level[ULL_LINE_MAIN][i];

      g_assert_cmpfloat_with_epsilon (level->running_mean + level->waiting_mean, (double) levels[i], 0.02 * (double) levels[i] + 0.1);
      g_assert_cmpfloat (level->output_tokens_per_s / level->requests_per_s, >, 150);
      g_assert_cmpfloat (level->output_tokens_per_s / level->requests_per_s, <, 220);
      g_assert_cmpfloat (level->low, <, level->output_tokens_per_s);
      g_assert_cmpfloat (level->high, >, level->output_tokens_per_s);
      g_assert_cmpfloat (level->kv_use_mean + level->retained_mean, <, 1 + 1e-9);
    }
}

static void
test_baselines (void)
{
  static const gint64 levels[] = { 1, 32, 128 };
  PRESET ("conversation");
  g_autoptr (UllScenario) scenario = case_scenario (2355);
  UllRampOptions options;
  g_autoptr (UllRamp) ramp = NULL;

  ull_ramp_options_init (&options);
  options.levels = levels;
  options.n_levels = 3;
  options.lines = (1u << ULL_N_LINES) - 1;
  ramp = ull_ramp_new (scenario, load, &options, NULL, NULL, NULL);
  g_assert_nonnull (ramp);
  /* 2,355 blocks of 16 hold two sequences of 16,384 tokens. */
  g_assert_cmpint (ramp->reserved_at_once, ==, 2);
  g_assert_cmpfloat (ramp->level[ULL_LINE_RESERVED][2].running_mean, <=, 2);
  for (guint i = 1; i < 3; i++)
    {
      g_assert_cmpfloat (ramp->level[ULL_LINE_RESERVED][i].output_tokens_per_s, <, ramp->level[ULL_LINE_MAIN][i].output_tokens_per_s);
      g_assert_cmpfloat (ramp->level[ULL_LINE_STATIC][i].output_tokens_per_s, <, ramp->level[ULL_LINE_MAIN][i].output_tokens_per_s);
      g_assert_true (isnan (ramp->level[ULL_LINE_STATIC][i].itl_p99));
    }
  /* One request after the other is the same, whoever batches. */
  g_assert_cmpfloat_with_epsilon (ramp->level[ULL_LINE_STATIC][0].output_tokens_per_s, ramp->level[ULL_LINE_MAIN][0].output_tokens_per_s,
                                  0.05 * ramp->level[ULL_LINE_MAIN][0].output_tokens_per_s);
}

static gboolean
stop_cb (guint done, guint all, gpointer data)
{
  guint *calls = data;

  g_assert_cmpuint (done, <=, all);
  return ++*calls < 3;
}

static void
test_cancel (void)
{
  PRESET ("chapter");
  g_autoptr (UllScenario) scenario = case_scenario (2355);
  g_autoptr (GError) error = NULL;
  UllRampOptions options;
  guint calls = 0;

  ull_ramp_options_init (&options);
  options.threads = 3;
  g_assert_null (ull_ramp_new (scenario, load, &options, stop_cb, &calls, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (calls, ==, 3);
}

static void
test_hostile (void)
{
  static const gint64 twice[] = { 4, 4 }, none[] = { 0 }, huge[] = { G_MAXINT64 };
  static const gint64 *const lists[] = { twice, none, huge };
  PRESET ("chapter");
  g_autoptr (UllScenario) scenario = case_scenario (2355), nothing = case_scenario (1);
  g_autoptr (UllRamp) ramp = NULL;
  UllRampOptions options;

  ull_ramp_options_init (&options);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autoptr (GError) error = NULL;

      options.levels = lists[i];
      options.n_levels = i == 0 ? 2 : 1;
      g_assert_null (ull_ramp_new (scenario, load, &options, NULL, NULL, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
    }
  /* A pool of one block: what is larger stands at the queue's head for ever, and that is an answer. */
  options.levels = NULL;
  ramp = ull_ramp_new (nothing, load, &options, NULL, NULL, NULL);
  g_assert_nonnull (ramp);
  g_assert_true (ramp->level[ULL_LINE_MAIN][0].stuck);
  g_assert_cmpfloat (ramp->level[ULL_LINE_MAIN][0].output_tokens_per_s, >=, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ramp/chapter-is-a-plateau", test_chapter);
  g_test_add_func ("/ramp/chat-is-a-cliff", test_chat);
  g_test_add_func ("/ramp/chat-of-a-card", test_chat_of_a_card);
  g_test_add_func ("/ramp/chat-of-other-pools", test_chat_pools);
  g_test_add_func ("/ramp/long-outputs-are-a-cliff", test_long_outputs);
  g_test_add_func ("/ramp/agents", test_agents);
  g_test_add_func ("/ramp/azure", test_azure);
  g_test_add_func ("/ramp/nothing-shared", test_nothing_shared);
  g_test_add_func ("/ramp/threads", test_threads);
  g_test_add_func ("/ramp/compilers", test_compilers);
  g_test_add_func ("/ramp/larger-pools", test_pool_property);
  g_test_add_func ("/ramp/cap-of-one", test_cap_property);
  g_test_add_func ("/ramp/conservation", test_conservation);
  g_test_add_func ("/ramp/baselines", test_baselines);
  g_test_add_func ("/ramp/cancel", test_cancel);
  g_test_add_func ("/ramp/hostile", test_hostile);
  return g_test_run ();
}
