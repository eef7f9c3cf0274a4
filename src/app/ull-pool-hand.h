#pragma once

#include "ull-pool-player.h"
#include "ull-scene-chart.h"

G_BEGIN_DECLS

/* Where the playback stands, moved in the chart of the pool over time: by pointer, by keys, or by a click. */
typedef struct _UllPoolHand UllPoolHand;

/* Borrows both, which must outlive it. */
UllPoolHand *ull_pool_hand_new (UllSceneChart *timeline, UllPoolPlayer *player);
void ull_pool_hand_free (UllPoolHand *hand);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllPoolHand, ull_pool_hand_free)

G_END_DECLS
