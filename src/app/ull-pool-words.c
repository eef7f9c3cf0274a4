#include "ull-pool-words.h"

#include "ull-pool-drawing.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Bytes are a product of the plan's sum, blocks times a block's bytes, and times are those of simulated steps: no figure is of both.
 * Tokens are those that the blocks have: while a prompt is computed in parts, they are not yet all that the request is. */

/* The last token that was generated is known and has no place before the next step computes it: of a request that decodes it is not
 * told apart. (transfer full) */
static char *
describe_tokens (const UllPoolRequest *request)
{
  g_autofree char *computed = ull_format_count (request->computed), *known = ull_format_count (request->known);

  if (request->known - request->computed > 1)
    return g_strdup_printf (_("%s of %s tokens"), computed, known);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s token", "%s tokens", (gulong) request->computed), computed);
}

/* (transfer full) */
static char *
describe_held (const UllPoolRequest *request, gint64 each)
{
  g_autofree char *number = ull_format_count (request->number + 1), *blocks = ull_format_count (request->blocks);
  g_autofree char *block = ull_format_size (each), *all = NULL, *tokens = describe_tokens (request), *shared = NULL;
  gint64 bytes;

  if (!ull_mul (request->blocks, each, &bytes))
    bytes = G_MAXINT64;
  all = ull_format_size (bytes);
  if (request->shared == 0)
    return g_strdup_printf (_("Request %s, %s: %s blocks × %s = %s"), number, tokens, blocks, block, all);
  shared = ull_format_count (request->shared);
  return g_strdup_printf (_("Request %s, %s: %s blocks × %s = %s, %s of them shared"), number, tokens, blocks, block, all, shared);
}

char *
ull_pool_describe_request (UllPoolPlayer *player)
{
  const UllPoolPicture *pool = ull_pool_player_get_picture (player);
  const UllPlayback *playback = ull_pool_player_get_playback (player);
  gint64 followed = ull_pool_player_get_followed (player);
  const UllPoolRequest *request = pool != NULL && followed >= 0 ? ull_pool_picture_find (pool, followed) : NULL;
  g_autofree char *number = NULL;

  if (followed < 0 || pool == NULL || playback == NULL)
    return NULL;
  number = ull_format_count (followed + 1);
  if (request == NULL)
    return g_strdup_printf (_("Request %s is not here at this step."), number);
  if (request->blocks == 0)
    return g_strdup_printf (_("Request %s waits: it holds no block."), number);
  return describe_held (request, ull_playback_get_block_bytes (playback));
}

char *
ull_pool_describe_nobody (UllPoolPlayer *player, gboolean shared, gint64 sharers)
{
  g_autofree char *count = ull_format_count (sharers);

  if (ull_pool_player_get_picture (player) == NULL)
    return NULL;
  if (shared && sharers > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request has shared blocks: they are of nobody alone.",
                                         "%s requests have shared blocks: they are of nobody alone.", (gulong) sharers), count);
  return g_strdup (_("A click on a block, or Enter at it, follows its request."));
}

/* No request has more blocks than the pool, and a block has a handful of tokens. */
char *
ull_pool_describe_longest (UllPoolPlayer *player)
{
  const UllPlayback *playback = ull_pool_player_get_playback (player);
  gint64 blocks = playback != NULL ? ull_playback_get_blocks (playback) : 0, tokens = MIN (blocks, G_MAXINT32) * 10;
  UllPoolRequest request = { .number = blocks, .known = tokens + 2, .computed = tokens, .blocks = blocks, .shared = blocks };

  return playback != NULL ? describe_held (&request, ull_playback_get_block_bytes (playback)) : NULL;
}

char *
ull_pool_describe_step (UllPoolPlayer *player)
{
  const UllPlayback *playback = ull_pool_player_get_playback (player);

  return playback != NULL ? ull_played_describe_step (playback, ull_pool_player_get_step (player)) : NULL;
}

gint64
ull_pool_find_neighbour (UllPoolPlayer *player, int by)
{
  const UllPoolPicture *pool = ull_pool_player_get_picture (player);
  gint64 followed = ull_pool_player_get_followed (player);
  int n = 0, at = -1;

  while (pool != NULL && n < (int) pool->n_requests && pool->requests[n].running)
    {
      at = pool->requests[n].number == followed ? n : at;
      n++;
    }
  if (n == 0)
    return -1;
  return pool->requests[(at < 0 ? (by > 0 ? 0 : n - 1) : at + by + n) % n].number;
}
