#pragma once

#include "ull-pool-player.h"
#include "ull-scene-chart.h"

G_BEGIN_DECLS

/* Whose blocks are followed, chosen in the grid of blocks: by a click, or by Enter at one. */
typedef struct _UllPoolPick UllPoolPick;

/* Borrows both, which must outlive it. */
UllPoolPick *ull_pool_pick_new (UllSceneChart *grid, UllPoolPlayer *player);
void ull_pool_pick_free (UllPoolPick *pick);
/* Whether the last one chosen was a shared block, which is of nobody alone. */
gboolean ull_pool_pick_is_shared (UllPoolPick *pick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllPoolPick, ull_pool_pick_free)

G_END_DECLS
