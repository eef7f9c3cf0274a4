#pragma once

#include "ull-block-grid.h"
#include "ull-pool-player.h"
#include "ull-pool-timeline.h"
#include "ull-ramp-run.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_POOL_CARD (ull_pool_card_get_type ())
G_DECLARE_FINAL_TYPE (UllPoolCard, ull_pool_card, ULL, POOL_CARD, GtkWidget)

/* One level of a ramp, played: the pool block by block and over time. Signal "changed": something else is shown. */

/* The ramp whose levels are offered; NULL: none, and nothing of a pool is shown. */
void ull_pool_card_set_result (UllPoolCard *self, UllRampResult *result);
/* A recorded series over the simulated pool: (element-type UllSeriesSample) (transfer full) (nullable). @idle: seconds before its
 * load, which it begins without. */
void ull_pool_card_take_series (UllPoolCard *self, GArray *samples, double idle, const char *name);
gboolean ull_pool_card_has_series (UllPoolCard *self);
UllPoolPlayer *ull_pool_card_get_player (UllPoolCard *self);
/* The id of its chart that the keyboard is at; elsewhere that of the ramp's. */
const char *ull_pool_card_get_chart (UllPoolCard *self);
/* What is shown, for a file. */
void ull_pool_card_get_blocks (UllPoolCard *self, UllBlockPicture *picture);
void ull_pool_card_get_over_time (UllPoolCard *self, UllTimelinePicture *picture);

G_END_DECLS
