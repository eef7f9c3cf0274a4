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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pool-player/words", test_words);
  return g_test_run ();
}
