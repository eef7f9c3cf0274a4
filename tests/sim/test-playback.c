#include "ramp-case.h"

#include <math.h>

/* A picture agrees with its step and with itself: blocks of each kind, references and the requests' own counts. */

static UllPlayback *
play_some (const char *id, gint64 requests, gint64 blocks, gint64 concurrency)
{
  g_autoptr (UllLoad) load = ull_load_new_preset (id);
  g_autoptr (UllScenario) scenario = case_scenario (blocks);
  g_autoptr (GError) error = NULL;
  UllRampOptions options;
  UllPlayback *playback;

  ull_ramp_options_init (&options);
  load->requests = requests;
  playback = ull_playback_new (scenario, load, &options, concurrency, NULL, NULL, &error);
  g_assert_no_error (error);
  return playback;
}

static UllPlayback *
play (const char *id, gint64 blocks, gint64 concurrency)
{
  return play_some (id, 200, blocks, concurrency);
}

static void
check_picture (const UllPoolPicture *picture, const UllPlaybackStep *step)
{
  guint kinds[4] = { 0 }, references = 0, held = 0, free_blocks = 0, waits = 0;

  for (guint i = 0; i < picture->n_blocks; i++)
    {
      const UllPoolBlock *block = &picture->blocks[i];

      kinds[block->kind]++;
      references += block->references;
      free_blocks += block->order > 0;
      g_assert_true ((block->owner >= 0) == (block->references > 0));
      g_assert_true ((block->order > 0) == (block->references == 0));
      if (block->owner >= 0)
        g_assert_nonnull (ull_pool_picture_find (picture, block->owner));
    }
  for (guint i = 0; i < picture->n_requests; i++)
    {
      held += (guint) picture->requests[i].blocks;
      waits += !picture->requests[i].running;
      g_assert_true (picture->requests[i].running || picture->requests[i].blocks == 0);
    }
  g_assert_cmpuint (kinds[ULL_BLOCK_SHARED] + kinds[ULL_BLOCK_OWNED], ==, step->used);
  g_assert_cmpuint (kinds[ULL_BLOCK_RETAINED], ==, step->retained);
  g_assert_cmpuint (kinds[ULL_BLOCK_UNUSED], ==, step->unused);
  g_assert_cmpuint (free_blocks, ==, step->retained + step->unused);
  g_assert_cmpuint (references, ==, held);
  g_assert_cmpuint (waits, ==, step->waiting);
}

static void
test_pictures (gconstpointer data)
{
  g_autoptr (UllPlayback) playback = play (data, 1300, 20);
  const UllPlaybackStep *steps;
  guint n;

  steps = ull_playback_get_steps (playback, &n);
  g_assert_cmpuint (n, >, 100);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (steps[i].used + steps[i].retained + steps[i].unused, ==, 1300);
      g_assert_true (i == 0 || steps[i].start_ns >= steps[i - 1].end_ns);
    }
  for (guint i = 0; i < n; i += MAX (n / 7, 1))
    {
      g_autoptr (UllPoolPicture) picture = ull_playback_picture (playback, i);

      g_assert_nonnull (picture);
      g_assert_cmpuint (picture->n_blocks, ==, 1300);
      check_picture (picture, &steps[i]);
    }
  g_assert_null (ull_playback_picture (playback, n));
}

static void
test_find (void)
{
  g_autoptr (UllPlayback) playback = play ("chat", 1300, 4);
  const UllPlaybackStep *steps;
  guint n;

  steps = ull_playback_get_steps (playback, &n);
  g_assert_cmpuint (ull_playback_find (playback, -5), ==, 0);
  g_assert_cmpuint (ull_playback_find (playback, G_MAXINT64), ==, n - 1);
  for (guint i = 0; i < n; i += 13)
    g_assert_cmpuint (ull_playback_find (playback, steps[i].start_ns), ==, i);
  /* 2 MiB: 32 layers x 8 heads x (128 + 128) x 2 bytes x 16 tokens. */
  g_assert_cmpint (ull_playback_get_block_bytes (playback), ==, 2 << 20);
}

/* One request from its first block to its last: what it holds never shrinks but where it is preempted or done. */
static void
test_follow (void)
{
  g_autoptr (UllPlayback) playback = play ("chapter", 1300, 8);
  gint64 before = 0;
  guint n, seen = 0;

  ull_playback_get_steps (playback, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllPoolPicture) picture = ull_playback_picture (playback, i);
      const UllPoolRequest *request = ull_pool_picture_find (picture, 9);

      if (request == NULL && seen > 0)
        break;
      if (request == NULL)
        continue;
      seen++;
      g_assert_true (request->preemptions > 0 || request->blocks >= before);
      g_assert_cmpint (request->blocks * 16, >=, request->computed);
      g_assert_cmpint (request->shared, <=, request->blocks);
      before = request->blocks;
    }
  g_assert_cmpuint (seen, >, 3);
}

/* A block is 16 tokens, and at a step's end none is held for more than what it has: at every step of a level that preempts, blocks
 * are tokens through 16, rounded up. Of a prompt that is computed in parts that is not the whole prompt. */
static void
test_tokens_of_blocks (void)
{
  g_autoptr (UllPlayback) playback = play_some ("chat", 10, 700, 6);
  guint n, in_parts = 0, cases = 0;

  ull_playback_get_steps (playback, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllPoolPicture) picture = ull_playback_picture (playback, i);

      for (guint k = 0; k < picture->n_requests; k++)
        {
          const UllPoolRequest *request = &picture->requests[k];

          cases++;
          g_assert_cmpint (request->blocks, ==, (request->computed + 15) / 16);
          g_assert_cmpint (request->computed, <, request->known);
          in_parts += request->blocks > 0 && request->known - request->computed > 1;
        }
    }
  g_test_message ("%u requests at %u steps, %u of them with a part of their tokens", cases, n, in_parts);
  g_assert_cmpuint (in_parts, >, 0);
}

static gboolean
stop_cb (gint64 finished, gpointer data)
{
  return FALSE;
}

typedef struct
{
  gint64 hit, asked;
  gint64 from; /* number of the first request that counts */
} Recent;

static void
add_recent_cb (const UllRampRequest *request, gpointer data)
{
  Recent *recent = data;

  if (request->number < recent->from)
    return;
  recent->hit += request->hit_tokens;
  recent->asked += request->prompt;
}

/* One client: a request is admitted when the one before it has ended, so that the last 1,000 are those of the highest numbers, and the
 * rate is their tokens' alone; and none is known before the first. */
static void
check_recent (gint64 requests)
{
  g_autoptr (UllLoad) load = ull_load_new_preset ("chat");
  g_autoptr (UllScenario) scenario = case_scenario (1300);
  g_autoptr (UllPlayback) playback = play_some ("chat", requests, 1300, 1);
  g_autoptr (GError) error = NULL;
  const UllPlaybackStep *steps;
  UllRampOptions options;
  Recent recent = { 0, 0, 0 };
  guint n;

  steps = ull_playback_get_steps (playback, &n);
  recent.from = MAX (steps[n - 1].admitted, 1000) - 1000;
  ull_ramp_options_init (&options);
  load->requests = requests;
  ull_ramp_each_request (scenario, load, &options, 1, add_recent_cb, &recent, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recent.asked, >, 0);
  g_assert_cmpfloat_with_epsilon (ull_playback_get_hit_rate (playback, n - 1), (double) recent.hit / (double) recent.asked, 1e-12);
  g_assert_true (isnan (ull_playback_get_hit_rate (playback, n)));
  /* The first asks for all of its prompt and finds none of it. */
  g_assert_cmpfloat (ull_playback_get_hit_rate (playback, 0), ==, 0);
}

static void
test_hit_rate (void)
{
  check_recent (300);
  check_recent (1700);
}

static void
test_cancel (void)
{
  g_autoptr (UllLoad) load = ull_load_new_preset ("long-outputs");
  g_autoptr (UllScenario) scenario = case_scenario (1300);
  g_autoptr (GError) error = NULL;
  UllRampOptions options;

  ull_ramp_options_init (&options);
  g_assert_null (ull_playback_new (scenario, load, &options, 8, stop_cb, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/playback/pictures-of-chat", "chat", test_pictures);
  g_test_add_data_func ("/playback/pictures-of-chapter", "chapter", test_pictures);
  g_test_add_data_func ("/playback/pictures-of-long-outputs", "long-outputs", test_pictures);
  g_test_add_func ("/playback/find", test_find);
  g_test_add_func ("/playback/follow", test_follow);
  g_test_add_func ("/playback/tokens-of-blocks", test_tokens_of_blocks);
  g_test_add_func ("/playback/hit-rate", test_hit_rate);
  g_test_add_func ("/playback/cancel", test_cancel);
  return g_test_run ();
}
