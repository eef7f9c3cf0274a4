#include "ull-pool-words.h"

#include "ull-model.h"
#include "ull-units.h"

/* A level as it is played, without a window: 8B's cache on an RTX 4090 (2 MiB a block of 16 tokens), a pool of 700 blocks. */

#define WAIT_MS 60000

static UllScenario *
make_scenario (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) engine = ull_scenario_with (plain, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL, NULL);
  g_autoptr (UllScenario) heavy = ull_scenario_with (engine, ULL_FIELD_WEIGHTS, 16060000000, NULL, NULL);
  g_autoptr (UllScenario) length = ull_scenario_with (heavy, ULL_FIELD_MAX_MODEL_LEN, 16384, NULL, NULL);
  g_autoptr (UllScenario) pool = ull_scenario_with (length, ULL_FIELD_AVAILABLE, 701 * (G_GINT64_CONSTANT (2) << 20), NULL, NULL);
  g_autoptr (UllLoad) load = ull_load_new_preset ("chat");

  load->requests = 10;
  return ull_scenario_with_load (pool, load);
}

static gboolean
over_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_ready (UllPoolPlayer *player)
{
  const UllPoolPicture *picture = ull_pool_player_get_picture (player);

  return picture != NULL && picture->step == ull_pool_player_get_step (player);
}

static void
wait_ready (UllPoolPlayer *player)
{
  gboolean over = FALSE;
  guint source = g_timeout_add (WAIT_MS, over_cb, &over);

  while (!is_ready (player) && !over)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (over);
  g_source_remove (source);
}

static UllPoolPlayer *
play (void)
{
  g_autoptr (UllScenario) scenario = make_scenario ();
  UllPoolPlayer *player = ull_pool_player_new ();

  ull_pool_player_set_level (player, scenario, 6);
  wait_ready (player);
  return player;
}

static void
end (UllPoolPlayer *player)
{
  ull_pool_player_set_level (player, NULL, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (player);
}

/* The first request of which a step leaves a part for later, so that its blocks have not yet all its tokens. (@partly) */
static UllPoolRequest
seek_request (UllPoolPlayer *player, gboolean partly)
{
  guint n;

  ull_playback_get_steps (ull_pool_player_get_playback (player), &n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllPoolPicture) picture = ull_playback_picture (ull_pool_player_get_playback (player), i);

      for (guint k = 0; k < picture->n_requests; k++)
        if (picture->requests[k].blocks > 1 && (picture->requests[k].known - picture->requests[k].computed > 1) == partly)
          {
            ull_pool_player_seek (player, i);
            wait_ready (player);
            return picture->requests[k];
          }
    }
  g_assert_not_reached ();
}

/* The sum is of the tokens that the blocks have: of a prompt in parts, so many of all. */
static void
test_words (void)
{
  UllPoolPlayer *player = play ();

  for (guint partly = 0; partly < 2; partly++)
    {
      UllPoolRequest request = seek_request (player, partly == 1);
      gint64 blocks = (request.computed + 15) / 16;
      g_autofree char *computed = ull_format_count (request.computed), *known = ull_format_count (request.known);
      g_autofree char *tokens = partly == 1 ? g_strdup_printf ("%s of %s", computed, known) : g_strdup (computed);
      g_autofree char *size = ull_format_size (blocks * 2 * 1024 * 1024), *count = ull_format_count (blocks), *each = ull_format_size (2 << 20);
      g_autofree char *expected = NULL, *said = NULL;

      expected = g_strdup_printf ("Request %d, %s tokens: %s blocks × %s = %s", (int) request.number + 1, tokens, count, each, size);
      ull_pool_player_follow (player, request.number);
      said = ull_pool_describe_request (player);
      g_assert_true (g_str_has_prefix (said, expected));
    }
  end (player);
}

/* A tenth of the run is a tenth of its time, to a step; a share shorter than a step is one; the ends are the ends. */
static void
test_leaps (void)
{
  UllPoolPlayer *player = play ();
  double whole = ull_pool_player_get_end (player);
  guint n;

  ull_playback_get_steps (ull_pool_player_get_playback (player), &n);
  ull_pool_player_leap (player, 1);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, n - 1);
  ull_pool_player_leap (player, 0.1);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, n - 1);
  ull_pool_player_leap (player, -1);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, 0);
  ull_pool_player_leap (player, 1e-9);
  g_assert_cmpuint (ull_pool_player_get_step (player), ==, 1);
  ull_pool_player_leap (player, -1);
  for (guint i = 1; i < 4; i++)
    {
      const UllPlaybackStep *steps = ull_playback_get_steps (ull_pool_player_get_playback (player), &n);
      double before = ull_pool_player_get_time (player), wanted = before + whole / 10;
      guint step;

      ull_pool_player_leap (player, 0.1);
      step = ull_pool_player_get_step (player);
      g_assert_cmpfloat ((double) steps[step].start_ns / 1e9, <=, wanted + 1e-6);
      g_assert_true (step + 1 == n || (double) steps[step + 1].start_ns / 1e9 > wanted - 1e-6);
    }
  end (player);
}

/* Thirty seconds a whole run at 1×, whatever its length; the server's own seconds; and no time where it goes by steps. */
static void
test_paces (void)
{
  static const double whole[] = { 120, 60, 30, 15, 7.5 }; /* seconds that a run takes, the present 30 s times 4, 2, 1, 1/2, 1/4 */

  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_assert_cmpfloat_with_epsilon (ull_pool_pace_advance ((UllPoolPace) i, 200, whole[i]), 200, 1e-9);
      g_assert_cmpfloat_with_epsilon (ull_pool_pace_advance ((UllPoolPace) i, 7200, whole[i] / 2), 3600, 1e-9);
      g_assert_cmpfloat (ull_pool_pace_step_seconds ((UllPoolPace) i), ==, 0);
    }
  g_assert_cmpfloat (ull_pool_pace_advance (ULL_POOL_PACE_REAL, 7200, 2.5), ==, 2.5);
  g_assert_cmpfloat (ull_pool_pace_advance (ULL_POOL_PACE_STEPS, 7200, 2.5), ==, 0);
  g_assert_cmpfloat (ull_pool_pace_step_seconds (ULL_POOL_PACE_STEPS), ==, 0.25);
  for (guint i = 0; i < ULL_N_POOL_PACES; i++)
    {
      UllPoolPace pace = ULL_N_POOL_PACES;

      g_assert_true (ull_pool_pace_from_id (ull_pool_pace_id ((UllPoolPace) i), &pace));
      g_assert_cmpuint (pace, ==, i);
    }
}

/* Until it shows another step. (transfer none) */
static guint
wait_step (UllPoolPlayer *player, guint before)
{
  gboolean over = FALSE;
  guint source = g_timeout_add (WAIT_MS, over_cb, &over);

  while (ull_pool_player_get_step (player) == before && !over)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (over);
  g_source_remove (source);
  return ull_pool_player_get_step (player);
}

/* By steps none is left out; another speed goes on from where it is; the beginning, sought while it plays, is where it goes on from. */
static void
test_plays (void)
{
  UllPoolPlayer *player = play ();
  guint step = ull_pool_player_get_step (player);
  double time, quarter;

  ull_pool_player_set_pace (player, ULL_POOL_PACE_STEPS);
  ull_pool_player_set_playing (player, TRUE);
  for (guint i = 1; i <= 3; i++)
    g_assert_cmpuint (wait_step (player, step + i - 1), ==, step + i);
  time = ull_pool_player_get_time (player);
  quarter = ull_pool_player_get_end (player) / 4;
  ull_pool_player_set_pace (player, ULL_POOL_PACE_REAL);
  g_assert_cmpfloat (ull_pool_player_get_time (player), ==, time);
  wait_step (player, step + 3);
  g_assert_cmpfloat (ull_pool_player_get_time (player), >, time);
  g_assert_cmpfloat (ull_pool_player_get_time (player), <, time + quarter);
  ull_pool_player_seek (player, 0);
  wait_step (player, 0);
  g_assert_cmpfloat (ull_pool_player_get_time (player), <, quarter);
  ull_pool_player_seek_time (player, ull_pool_player_get_end (player));
  g_assert_true (ull_pool_player_get_playing (player));
  while (ull_pool_player_get_playing (player))
    g_main_context_iteration (NULL, TRUE);
  end (player);
}

/* Whoever is followed is so in the next run as well, and in none there is nothing to say. */
static void
test_followed_on (void)
{
  UllPoolPlayer *player = play ();
  g_autoptr (UllScenario) scenario = make_scenario ();
  g_autofree char *absent = NULL, *nobody = NULL, *none = NULL, *shared = NULL;

  ull_pool_player_follow (player, 40000);
  ull_pool_player_set_level (player, scenario, 4);
  none = ull_pool_describe_request (player);
  g_assert_null (none);
  wait_ready (player);
  g_assert_cmpint (ull_pool_player_get_followed (player), ==, 40000);
  absent = ull_pool_describe_request (player);
  g_assert_cmpstr (absent, ==, "Request 40,001 is not here at this step.");
  nobody = ull_pool_describe_nobody (player, FALSE, 3);
  shared = ull_pool_describe_nobody (player, TRUE, 3);
  g_assert_cmpstr (nobody, ==, "A click on a block, or Enter at it, follows its request.");
  g_assert_cmpstr (shared, ==, "3 requests have shared blocks: they are of nobody alone.");
  end (player);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pool-player/words", test_words);
  g_test_add_func ("/pool-player/leaps", test_leaps);
  g_test_add_func ("/pool-player/paces", test_paces);
  g_test_add_func ("/pool-player/plays", test_plays);
  g_test_add_func ("/pool-player/followed-on", test_followed_on);
  return g_test_run ();
}
