#include "ull-engine-private.h"

#include "ull-units.h"

/* Paged: a request takes whole blocks of every store, and a pool whose stores all grow holds whole blocks. */

static void
count (UllLayout *layout)
{
  layout->capacity = layout->pool;
  layout->tokens = layout->blocks = layout->usable_blocks = -1;
  if (layout->per_token == 0)
    return;
  layout->blocks = layout->usable_blocks = layout->pool / layout->page_bytes;
  layout->tokens = layout->blocks * layout->block_tokens;
  layout->by_blocks = layout->uniform;
  if (layout->uniform)
    layout->capacity = layout->usable_blocks * layout->page_bytes;
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

  if (layout->uniform)
    return (double) layout->blocks / (double) request_blocks (layout, layout->model_len);
  if (!ull_parts_request_bytes (layout, layout->model_len, &bytes) || bytes == 0)
    return 0;
  return (double) layout->pool / (double) bytes;
}

const UllEngine ull_engine_paged = {
  .whole_blocks = TRUE,
  .store = ull_parts_store,
  .count = count,
  .request_bytes = ull_parts_request_bytes,
  .request_blocks = request_blocks,
  .prefix_bytes = ull_parts_prefix_bytes,
  .longest = ull_parts_longest,
  .concurrency = concurrency,
};
