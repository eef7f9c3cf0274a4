#pragma once

#include "ull-layout.h"
#include "ull-scheduler.h"

G_BEGIN_DECLS

/* A plan's layout as a scheduler's pool: the one capacity model behind plan and simulation. */
typedef struct
{
  UllSchedulerOptions scheduler;
  guint32 *extra;    /* Owned: what `scheduler` borrows */
  gboolean modelled; /* the pool has more than one group that grows by token: what windows, states and further groups hold
                      * is the plan's, and not what an engine was recorded to do */
  gboolean uncached; /* prefixes would be cached by the scenario, and what is simulated does without: something that every
                      * prefix needs, and that is kept only at some places of it, grows by no token */
  gboolean hopeful;  /* a prefix is found by the layers that keep every token, whatever the others have of it */
  gint64 state_blocks; /* of a request, where nothing grows by token: blocks have no tokens then; else 0 */
} UllSimPool;

/* Blocks, their tokens and what a sequence holds of them. Settings that the scenario and its engine leave open are an API
 * server's on a small card: 256 sequences, 2,048 tokens a step. FALSE with ULL_ERROR_INVALID where the layout has no pool
 * that a scheduler could manage. @pool is to be cleared either way. */
gboolean ull_sim_pool_init (UllSimPool *pool,
                            const UllScenario *scenario,
                            const UllLayout *layout,
                            UllGenerationId generation,
                            GError **error);
void ull_sim_pool_clear (UllSimPool *pool);
/* Blocks that a sequence of @tokens holds, and the same as a number of tokens of such blocks, those of the last one that are
 * not used left out. */
gint64 ull_sim_pool_get_blocks (const UllSimPool *pool, gint64 tokens);
gint64 ull_sim_pool_get_room (const UllSimPool *pool, gint64 tokens);

G_END_DECLS
