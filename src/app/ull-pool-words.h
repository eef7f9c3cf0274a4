#pragma once

#include "ull-pool-player.h"

G_BEGIN_DECLS

/* What is said of a level that is played, at the step that is shown. (transfer full) */

/* What is to be done where nobody is followed: how to, or, where a @shared block was chosen, why nobody is. NULL: no pool is shown. */
char *ull_pool_describe_nobody (UllPoolPlayer *player, gboolean shared, gint64 sharers);
/* As long as what is said of a request of this run may be: for the room that it takes. */
char *ull_pool_describe_longest (UllPoolPlayer *player);
/* "Request 45, 1,392 tokens: 87 blocks × 2.00 MiB = 174.00 MiB", as the sum has it, of who is followed, or "2,848 of 3,257
 * tokens" where its prompt is not yet computed to the end; NULL: nobody is, or
 * no pool is shown. */
char *ull_pool_describe_request (UllPoolPlayer *player);
/* "79.04 s · 21 running, 2 waiting"; NULL: nothing is played. */
char *ull_pool_describe_step (UllPoolPlayer *player);
/* In order of admission, the request after (1) or before (-1) the one that is followed, among those that run; -1: none runs. */
gint64 ull_pool_find_neighbour (UllPoolPlayer *player, int by);

G_END_DECLS
