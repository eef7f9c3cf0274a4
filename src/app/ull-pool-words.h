#pragma once

#include "ull-pool-player.h"

G_BEGIN_DECLS

/* What is said of a level that is played, at the step that is shown. (transfer full) */

/* "Request 45, 1,392 tokens: 87 blocks × 2.00 MiB = 174.00 MiB", as the sum has it, of who is followed, or "2,848 of 3,257
 * tokens" where its prompt is not yet computed to the end; NULL: nobody is. */
char *ull_pool_describe_request (UllPoolPlayer *player);
/* "79.0 s · 21 running, 2 waiting"; NULL: nothing is played. */
char *ull_pool_describe_step (UllPoolPlayer *player);
/* The same behind @load, for a file. */
char *ull_pool_describe_moment (UllPoolPlayer *player, const char *load);
/* In order of admission, the request after (1) or before (-1) the one that is followed, among those that run; -1: none runs. */
gint64 ull_pool_find_neighbour (UllPoolPlayer *player, int by);

G_END_DECLS
