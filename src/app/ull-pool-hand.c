#include "ull-pool-hand.h"

#include "ull-pool-timeline.h"

/* Whoever takes hold stops the playback; Escape puts it back to the step at which it was taken, playing if it played. An arrow is a
 * step, however short; a run has thousands of them, so that with Shift it is a share of the whole. */

#define SHIFT_SHARE 0.01

struct _UllPoolHand
{
  /* Borrowed */
  UllSceneChart *timeline;
  UllPoolPlayer *player;

  guint before; /* the step when it was taken hold of */
  gboolean played;
};

static void
grabbed_cb (UllPoolHand *hand)
{
  hand->before = ull_pool_player_get_step (hand->player);
  hand->played = ull_pool_player_get_playing (hand->player);
  ull_pool_player_set_playing (hand->player, FALSE);
}

static void
seek_place (UllPoolHand *hand, double x)
{
  const UllScene *scene = ull_scene_chart_get_scene (hand->timeline);

  if (scene != NULL && ull_pool_player_get_playback (hand->player) != NULL)
    ull_pool_player_seek_time (hand->player, ull_timeline_time_at (ull_scene_get_frame (scene), x));
}

static void
dragged_cb (UllPoolHand *hand, const char *id, double x)
{
  seek_place (hand, x);
}

static void
stepped_cb (UllPoolHand *hand, const char *id, int across, int up)
{
  int by = across + up;

  if (ABS (by) > 1)
    ull_pool_player_leap (hand->player, by > 0 ? SHIFT_SHARE : -SHIFT_SHARE);
  else
    ull_pool_player_step_by (hand->player, by);
}

static void
leapt_cb (UllPoolHand *hand, const char *id, double share)
{
  ull_pool_player_leap (hand->player, share);
}

static void
released_cb (UllPoolHand *hand, const char *id, gboolean kept)
{
  if (kept)
    return;
  ull_pool_player_set_playing (hand->player, FALSE);
  ull_pool_player_seek (hand->player, hand->before);
  ull_pool_player_set_playing (hand->player, hand->played);
}

/* Beside the plot there is no time. */
static void
clicked_cb (UllPoolHand *hand, double x, double y)
{
  const UllScene *scene = ull_scene_chart_get_scene (hand->timeline);
  const UllFrame *frame = scene != NULL ? ull_scene_get_frame (scene) : NULL;

  if (frame != NULL && x >= frame->left && x <= frame->right && y >= frame->top && y <= frame->bottom)
    seek_place (hand, x);
}

UllPoolHand *
ull_pool_hand_new (UllSceneChart *timeline, UllPoolPlayer *player)
{
  UllPoolHand *hand = g_new0 (UllPoolHand, 1);

  hand->timeline = timeline;
  hand->player = player;
  g_signal_connect_swapped (timeline, "grabbed", G_CALLBACK (grabbed_cb), hand);
  g_signal_connect_swapped (timeline, "dragged", G_CALLBACK (dragged_cb), hand);
  g_signal_connect_swapped (timeline, "stepped", G_CALLBACK (stepped_cb), hand);
  g_signal_connect_swapped (timeline, "leapt", G_CALLBACK (leapt_cb), hand);
  g_signal_connect_swapped (timeline, "released", G_CALLBACK (released_cb), hand);
  g_signal_connect_swapped (timeline, "clicked", G_CALLBACK (clicked_cb), hand);
  return hand;
}

void
ull_pool_hand_free (UllPoolHand *hand)
{
  if (hand == NULL)
    return;
  g_signal_handlers_disconnect_by_data (hand->timeline, hand);
  g_free (hand);
}
