#include "ramp-case.h"

#include "ull-random.h"

/* What of a level is a share lies between nothing and all of it, wherever the warm-up ends: it is a number of clients' requests, so
 * that levels and numbers of requests taken at random end it at ever other places, before, between and after what a preemption costs.
 * Small pools have many of those; prefixes that are shared are found again by some after it, and by others not. */

#define CASES 16

static UllRamp *
random_ramp (UllRandom *random)
{
  const UllLoadPreset *preset = ull_load_get_preset ((guint) ull_random_below (random, ull_load_get_n_presets ()));
  g_autoptr (UllLoad) load = ull_load_new_preset (preset->id);
  g_autoptr (UllScenario) scenario = case_scenario (150 + (gint64) ull_random_below (random, 900));
  g_autoptr (GError) error = NULL;
  const gint64 levels[] = { 2 + (gint64) ull_random_below (random, 8), 10 + (gint64) ull_random_below (random, 30),
                            40 + (gint64) ull_random_below (random, 60) };
  UllRampOptions options;
  UllRamp *ramp;

  ull_ramp_options_init (&options);
  options.levels = levels;
  options.n_levels = G_N_ELEMENTS (levels);
  options.lines = (1u << ULL_N_LINES) - 1;
  load->seed = ull_random_next (random) >> 12;
  load->requests = 10 + (gint64) ull_random_below (random, 60);
  if (load->kind == ULL_LOAD_RANDOM && ull_random_below (random, 3) == 0)
    load->patience_seconds = (double) ull_random_below (random, 20);
  ramp = ull_ramp_new (scenario, load, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  return ramp;
}

static void
assert_share (double share)
{
  g_assert_cmpfloat (share, >=, 0);
  g_assert_cmpfloat (share, <=, 1);
}

static void
assert_level (const UllRampLevel *level)
{
  g_assert_cmpint (level->recomputed_tokens, >=, 0);
  g_assert_cmpint (level->preemptions, >=, 0);
  assert_share (level->useful_share);
  assert_share (level->hit_rate);
  assert_share (level->kv_use_mean);
  assert_share (level->kv_use_max);
  assert_share (level->retained_mean);
}

static void
test_shares (void)
{
  UllRandom random;
  guint levels = 0, again = 0;

  ull_random_init (&random, 20);
  for (guint i = 0; i < CASES; i++)
    {
      g_autoptr (UllRamp) ramp = random_ramp (&random);

      for (guint line = 0; line < ULL_N_LINES; line++)
        for (guint k = 0; k < ramp->n_levels; k++)
          {
            assert_level (&ramp->level[line][k]);
            levels++;
            again += ramp->level[line][k].recomputed_tokens > 0;
          }
    }
  g_assert_cmpuint (again, >, levels / 10);
  g_test_message ("%u levels, %u of them with tokens computed again", levels, again);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ramp-shares/random", test_shares);
  return g_test_run ();
}
