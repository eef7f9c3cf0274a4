#include "ull-pool-pick.h"

#include "ull-block-grid.h"

/* A block that one request has is that request; once more, and it is nobody. A block of nobody, free or retained, is nobody. Nor is a
 * shared one of anybody alone, and which of those that have it would be meant is not to be guessed: nobody is followed, and the card says
 * why until somebody is. */

struct _UllPoolPick
{
  /* Borrowed */
  UllSceneChart *grid;
  UllPoolPlayer *player;

  gboolean shared;
};

/* Beside the cells nothing is chosen. */
static void
clicked_cb (UllPoolPick *pick, double x, double y)
{
  const UllScene *scene = ull_scene_chart_get_scene (pick->grid);
  const UllSpot *spot = scene != NULL ? ull_block_grid_find (scene, x, y) : NULL;
  gint64 owner;

  if (spot == NULL)
    return;
  owner = spot->owner == ull_pool_player_get_followed (pick->player) ? -1 : spot->owner;
  pick->shared = ull_block_grid_kind (spot) == ULL_CELL_SHARED;
  ull_pool_player_follow (pick->player, owner);
}

UllPoolPick *
ull_pool_pick_new (UllSceneChart *grid, UllPoolPlayer *player)
{
  UllPoolPick *pick = g_new0 (UllPoolPick, 1);

  pick->grid = grid;
  pick->player = player;
  g_signal_connect_swapped (grid, "clicked", G_CALLBACK (clicked_cb), pick);
  return pick;
}

void
ull_pool_pick_free (UllPoolPick *pick)
{
  if (pick == NULL)
    return;
  g_signal_handlers_disconnect_by_data (pick->grid, pick);
  g_free (pick);
}

gboolean
ull_pool_pick_is_shared (UllPoolPick *pick)
{
  return pick->shared && ull_pool_player_get_followed (pick->player) < 0;
}
