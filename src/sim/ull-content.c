#include "ull-content.h"

#include "ull-random.h"

/* A hash is one step of SplitMix64 from seed and index, a bijection of its counter: blocks of one seed never collide, and
 * those of two seeds do so with a chance of 2^-64 a pair. */

static guint64
mix (guint64 seed, gint64 index)
{
  guint64 counter = seed ^ ((guint64) index * G_GUINT64_CONSTANT (0xd6e8feb86659fd93));
  guint64 hash = ull_random_mix (&counter);

  return hash != 0 ? hash : 1;
}

/* The id of a block is that of its last token; of the blocks of one id it is told by its place among them. */
static guint64
listed (const UllContent *content, gint64 index)
{
  gint64 id = ((index + 1) * content->block_tokens - 1) / content->id_tokens;

  return mix (content->ids[id], index - id * content->id_tokens / content->block_tokens);
}

guint64
ull_content_hash (const UllContent *content, gint64 index)
{
  if (index < content->id_blocks)
    return listed (content, index);
  if (index < content->shared_blocks)
    return mix (content->shared_seed, index);
  return mix (index < content->answer_block ? content->seed : content->answer_seed, index);
}

guint
ull_content_n_ids (const UllContent *content)
{
  if (content->ids == NULL || content->id_blocks == 0)
    return 0;
  return (guint) ((content->id_blocks * content->block_tokens - 1) / content->id_tokens) + 1;
}
