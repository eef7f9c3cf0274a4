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

guint64
ull_content_hash (const UllContent *content, gint64 index)
{
  if (index < content->id_blocks)
    return mix (content->ids[index / content->blocks_per_id], index % content->blocks_per_id);
  if (index < content->shared_blocks)
    return mix (content->shared_seed, index);
  return mix (index < content->answer_block ? content->seed : content->answer_seed, index);
}
