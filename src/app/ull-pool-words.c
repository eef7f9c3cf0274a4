#include "ull-pool-words.h"

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

char *
ull_pool_describe_request (UllPoolPlayer *player)
{
  const UllPoolPicture *pool = ull_pool_player_get_picture (player);
  const UllPlayback *playback = ull_pool_player_get_playback (player);
  gint64 followed = ull_pool_player_get_followed (player), bytes, each;
  const UllPoolRequest *request = pool != NULL && followed >= 0 ? ull_pool_picture_find (pool, followed) : NULL;
  g_autofree char *number = NULL, *blocks = NULL, *block = NULL, *all = NULL, *tokens = NULL;

  if (followed < 0)
    return NULL;
  number = ull_format_count (followed + 1);
  if (request == NULL || playback == NULL)
    return g_strdup_printf (_("Request %s is not here at this step."), number);
  if (request->blocks == 0)
    return g_strdup_printf (_("Request %s waits: it holds no block."), number);
  each = ull_playback_get_block_bytes (playback);
  if (!ull_mul (request->blocks, each, &bytes))
    bytes = G_MAXINT64;
  blocks = ull_format_count (request->blocks);
  block = ull_format_size (each);
  all = ull_format_size (bytes);
  tokens = describe_tokens (request);
  if (request->shared > 0)
    {
      g_autofree char *shared = ull_format_count (request->shared);

      return g_strdup_printf (_("Request %s, %s: %s blocks × %s = %s, %s of them shared"), number, tokens, blocks, block, all, shared);
    }
  return g_strdup_printf (_("Request %s, %s: %s blocks × %s = %s"), number, tokens, blocks, block, all);
}

char *
ull_pool_describe_step (UllPoolPlayer *player)
{
  const UllPlayback *playback = ull_pool_player_get_playback (player);
  guint n = 0, step = ull_pool_player_get_step (player);
  const UllPlaybackStep *steps = playback != NULL ? ull_playback_get_steps (playback, &n) : NULL;

  if (steps == NULL || step >= n)
    return NULL;
  return g_strdup_printf (_("%.1f" ULL_NBSP "s · %u running, %u waiting"), (double) steps[step].start_ns / 1e9, steps[step].running,
                          steps[step].waiting);
}

char *
ull_pool_describe_moment (UllPoolPlayer *player, const char *load)
{
  gint64 clients = ull_pool_player_get_clients (player);
  g_autofree char *count = ull_format_count (clients), *state = ull_pool_describe_step (player);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s At %s client: %s. Simulated.", "%s At %s clients: %s. Simulated.", (gulong) clients),
                          load, count, state != NULL ? state : "");
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
