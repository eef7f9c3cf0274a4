#include "ull-engine-private.h"

#include "ull-units.h"

/* A request of T tokens takes the sum over the parts of layers * ull_store_bytes (min (T, cap)), with T rounded up to whole
 * granules first. Where every part grows by token this is per_token * T, which is what the blocks of a paged pool hold
 * exactly. */

void
ull_parts_store (const UllLayout *layout, const UllScenario *scenario, UllStore *kept)
{
  if (kept->growth != ULL_GROWTH_CAPPED)
    return;
  if (layout->length_limit > 0 && kept->cap >= layout->length_limit)
    {
      kept->growth = ULL_GROWTH_TOKEN;
      kept->cap = 0;
      return;
    }
  /* A window is kept in whole blocks too. */
  kept->cap = ull_div_ceil (kept->cap, layout->granule) * layout->granule;
}

/* Bytes of @tokens in the stores that keep growing: what a prefix cache can keep and share. A part-filled entry of
 * several tokens can be kept, but not be shared with a request that goes on differently. */
gboolean
ull_parts_prefix_bytes (const UllLayout *layout, gint64 tokens, gboolean shared, gint64 *bytes)
{
  gint64 sum = 0;

  for (guint i = 0; i < layout->n_parts; i++)
    {
      gint64 part, kept = tokens - (shared ? tokens % layout->part[i].store.per : 0);

      if (layout->part[i].store.growth != ULL_GROWTH_TOKEN)
        continue;
      if (!ull_part_bytes (&layout->part[i], kept, &part) || !ull_add (sum, part, &sum))
        return FALSE;
    }
  *bytes = sum;
  return TRUE;
}

gboolean
ull_parts_request_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes)
{
  gint64 whole;

  return ull_mul (ull_div_ceil (tokens, layout->granule), layout->granule, &whole) &&
         ull_layout_exact_bytes (layout, whole, bytes);
}

static gboolean
fits (const UllLayout *layout, gint64 tokens, gint64 share)
{
  gint64 bytes;

  return ull_parts_request_bytes (layout, tokens, &bytes) && bytes <= share;
}

/* From @low on, where every window is full, bytes grow by per_token or, since packed entries come at once and rates are
 * rounded up, by a little less: the line's end is the answer or close to it. */
static gint64
search_on_line (const UllLayout *layout, gint64 share, gint64 low, gint64 high)
{
  gint64 bytes, tokens;

  if (!ull_parts_request_bytes (layout, low, &bytes) || bytes > share)
    return 0;
  tokens = low + MIN ((share - bytes) / layout->per_token, high - low);
  tokens -= tokens % layout->granule;
  if (tokens < low || !fits (layout, tokens, share))
    return ull_layout_search (layout, share, low, high);
  return fits (layout, tokens + 1, share) ? ull_layout_search (layout, share, tokens + 1, high) : tokens;
}

gint64
ull_parts_longest (const UllLayout *layout, gint64 share, gint64 limit)
{
  gint64 full = layout->full_tokens;

  if (layout->uniform && layout->per_token > 0)
    {
      gint64 tokens = share / layout->per_token;

      return MIN (tokens - tokens % layout->granule, limit);
    }
  if (fits (layout, limit, share))
    return limit;
  if (layout->per_token > 0 && full < limit && fits (layout, full, share))
    return search_on_line (layout, share, full, limit);
  return ull_layout_search (layout, share, 0, MIN (full, limit));
}
