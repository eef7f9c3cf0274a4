#include "ull-engine-private.h"

#include "ull-units.h"

/* Ideal: a request takes its own bytes. Blocks are shown, and nothing is rounded to them. */

static void
count (UllLayout *layout)
{
  layout->capacity = layout->pool;
  layout->tokens = layout->blocks = layout->usable_blocks = -1;
  if (layout->per_token == 0)
    return;
  layout->blocks = layout->usable_blocks = layout->pool / layout->page_bytes;
  layout->tokens = layout->pool / layout->per_token;
}

static gint64
request_blocks (const UllLayout *layout, gint64 tokens)
{
  return ull_div_ceil (tokens, layout->block_tokens);
}

static double
concurrency (const UllLayout *layout)
{
  gint64 bytes;

  if (!ull_parts_request_bytes (layout, layout->model_len, &bytes) || bytes == 0)
    return 0;
  return (double) layout->pool / (double) bytes;
}

const UllEngine ull_engine_ideal = {
  .store = ull_parts_store,
  .count = count,
  .request_bytes = ull_parts_request_bytes,
  .request_blocks = request_blocks,
  .prefix_bytes = ull_parts_prefix_bytes,
  .longest = ull_parts_longest,
  .concurrency = concurrency,
};
