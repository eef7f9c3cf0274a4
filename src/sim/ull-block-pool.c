#include "ull-block-pool.h"

/* The queue is a ring of links through the blocks, the null block its sentinel: next of 0 is the head, previous of 0 the
 * tail. A block is in the queue exactly while nobody refers to it. Contents are found by open addressing with linear
 * probing over the *oldest* block of each content; further copies hang on it by `copy`, oldest first. A freed block keeps
 * its content until it is taken again, which is what makes the queue's order the order of eviction.
 *
 * The order of the queue is the engine's: taken from the head; freed from a request's tail to its head, so that the end
 * of a chain is evicted before its beginning; blocks without content before all others where the generation does so.
 *
 * Memory is that of blocks that were ever taken. The ones nobody had yet follow one another in the queue in the order of
 * their indices: nothing is put between them, and without a content none is found and drawn out. So only the first are
 * made, and the last of those has more put behind it when its turn comes. */

#define FIRST_MADE 1024

typedef struct
{
  guint64 hash; /* 0: no content */
  guint32 next;
  guint32 previous;
  guint32 copy; /* the next younger block of the same content; 0: none */
  guint32 references;
} Block;

struct _UllBlockPool
{
  Block *blocks;
  guint32 *table; /* the oldest block of a content, or 0 */
  guint32 mask;
  gint64 n_made; /* of n_blocks: those in memory */
  gint64 n_blocks;
  gint64 n_free;
  gint64 n_published;
  gint64 n_retained;
  gboolean prepend_unhashed;
};

static void
link_after (UllBlockPool *pool, guint32 place, guint32 block)
{
  guint32 next = pool->blocks[place].next;

  pool->blocks[block].previous = place;
  pool->blocks[block].next = next;
  pool->blocks[place].next = block;
  pool->blocks[next].previous = block;
}

/* Chain hashes are well mixed: their low bits are the slot. */
static guint32
find_slot (const UllBlockPool *pool, guint64 hash)
{
  guint32 slot = (guint32) hash & pool->mask;

  while (pool->table[slot] != 0 && pool->blocks[pool->table[slot]].hash != hash)
    slot = (slot + 1) & pool->mask;
  return slot;
}

/* The table has twice as many slots as there are blocks. */
static void
renew_table (UllBlockPool *pool)
{
  g_autofree guint32 *old = g_steal_pointer (&pool->table);
  guint64 n_old = old != NULL ? (guint64) pool->mask + 1 : 0, slots = 16;

  while (slots < (guint64) pool->n_made * 2)
    slots *= 2;
  pool->table = g_new0 (guint32, slots);
  pool->mask = (guint32) (slots - 1);
  for (guint64 i = 0; i < n_old; i++)
    if (old[i] != 0)
      pool->table[find_slot (pool, pool->blocks[old[i]].hash)] = old[i];
}

/* Blocks up to @n_made, behind the last that nobody had yet. */
static void
make_blocks (UllBlockPool *pool, gint64 n_made)
{
  pool->blocks = g_renew (Block, pool->blocks, n_made);
  for (; pool->n_made < n_made; pool->n_made++)
    {
      pool->blocks[pool->n_made] = (Block) { 0 };
      link_after (pool, (guint32) pool->n_made - 1, (guint32) pool->n_made);
    }
  renew_table (pool);
}

UllBlockPool *
ull_block_pool_new (gint64 blocks, gboolean prepend_unhashed)
{
  UllBlockPool *pool = g_new0 (UllBlockPool, 1);

  g_assert (blocks >= 1 && blocks <= ULL_POOL_MAX_BLOCKS);
  pool->blocks = g_new0 (Block, 1);
  pool->n_made = 1;
  pool->n_blocks = blocks;
  pool->n_free = blocks - 1;
  pool->prepend_unhashed = prepend_unhashed;
  make_blocks (pool, MIN (blocks, FIRST_MADE));
  return pool;
}

void
ull_block_pool_free (UllBlockPool *pool)
{
  if (pool == NULL)
    return;
  g_free (pool->blocks);
  g_free (pool->table);
  g_free (pool);
}

gint64
ull_block_pool_get_n_blocks (const UllBlockPool *pool)
{
  return pool->n_blocks;
}

gint64
ull_block_pool_get_n_made (const UllBlockPool *pool)
{
  return pool->n_made;
}

gint64
ull_block_pool_get_n_free (const UllBlockPool *pool)
{
  return pool->n_free;
}

gint64
ull_block_pool_get_n_published (const UllBlockPool *pool)
{
  return pool->n_published;
}

gint64
ull_block_pool_get_n_retained (const UllBlockPool *pool)
{
  return pool->n_retained;
}

static void
unlink_block (UllBlockPool *pool, guint32 block)
{
  const Block *b = &pool->blocks[block];

  pool->blocks[b->previous].next = b->next;
  pool->blocks[b->next].previous = b->previous;
}

/* Entries behind an emptied slot move up, so that every probe ends at the first empty slot without tombstones. */
static void
empty_slot (UllBlockPool *pool, guint32 slot)
{
  guint32 next = slot;

  pool->table[slot] = 0;
  for (;;)
    {
      guint32 home;

      next = (next + 1) & pool->mask;
      if (pool->table[next] == 0)
        return;
      home = (guint32) pool->blocks[pool->table[next]].hash & pool->mask;
      if (((next - home) & pool->mask) < ((next - slot) & pool->mask))
        continue;
      pool->table[slot] = pool->table[next];
      pool->table[next] = 0;
      slot = next;
    }
}

static void
evict (UllBlockPool *pool, guint32 block)
{
  Block *b = &pool->blocks[block];
  guint32 slot = find_slot (pool, b->hash), *place = &pool->table[slot];

  while (*place != block)
    place = &pool->blocks[*place].copy;
  *place = b->copy;
  b->copy = 0;
  if (pool->table[slot] == 0)
    empty_slot (pool, slot);
  b->hash = 0;
  pool->n_published--;
}

void
ull_block_pool_take (UllBlockPool *pool, guint32 *blocks, guint n)
{
  g_assert (pool->n_free >= n);
  for (guint i = 0; i < n; i++)
    {
      guint32 block = pool->blocks[0].next;

      if (block == pool->n_made - 1 && pool->n_made < pool->n_blocks)
        make_blocks (pool, MIN (pool->n_made * 2, pool->n_blocks));
      unlink_block (pool, block);
      if (pool->blocks[block].hash != 0)
        {
          evict (pool, block);
          pool->n_retained--;
        }
      pool->blocks[block].references = 1;
      blocks[i] = block;
    }
  pool->n_free -= n;
}

void
ull_block_pool_publish (UllBlockPool *pool, guint32 block, guint64 hash)
{
  guint32 slot = find_slot (pool, hash), *place = &pool->table[slot];

  g_assert (hash != 0 && pool->blocks[block].hash == 0);
  pool->n_published++;
  while (*place != 0)
    place = &pool->blocks[*place].copy;
  *place = block;
  pool->blocks[block].hash = hash;
}

guint32
ull_block_pool_find (const UllBlockPool *pool, guint64 hash)
{
  return pool->table[find_slot (pool, hash)];
}

void
ull_block_pool_touch (UllBlockPool *pool, guint32 block)
{
  if (pool->blocks[block].references++ > 0)
    return;
  unlink_block (pool, block);
  pool->n_retained -= pool->blocks[block].hash != 0;
  pool->n_free--;
}

void
ull_block_pool_release (UllBlockPool *pool, const guint32 *blocks, guint n)
{
  guint32 head = 0; /* where the next block without content goes: after those before it */

  while (n-- > 0)
    {
      guint32 block = blocks[n];
      gboolean first = pool->prepend_unhashed && pool->blocks[block].hash == 0;

      g_assert (pool->blocks[block].references > 0);
      if (--pool->blocks[block].references > 0)
        continue;
      link_after (pool, first ? head : pool->blocks[0].previous, block);
      if (first)
        head = block;
      pool->n_retained += pool->blocks[block].hash != 0;
      pool->n_free++;
    }
}

guint32
ull_block_pool_get_references (const UllBlockPool *pool, guint32 block)
{
  return block < pool->n_made ? pool->blocks[block].references : 0;
}

gboolean
ull_block_pool_is_free (const UllBlockPool *pool, guint32 block)
{
  return ull_block_pool_get_references (pool, block) == 0;
}

guint64
ull_block_pool_get_hash (const UllBlockPool *pool, guint32 block)
{
  return block < pool->n_made ? pool->blocks[block].hash : 0;
}

guint32
ull_block_pool_next_free (const UllBlockPool *pool, guint32 block)
{
  return pool->blocks[block].next;
}

static gboolean
check_queue (const UllBlockPool *pool, char **fault)
{
  gint64 n = 0, idle = 0;

  for (guint32 block = pool->blocks[0].next; block != 0 && n <= pool->n_made; block = pool->blocks[block].next, n++)
    if (pool->blocks[block].references != 0)
      {
        *fault = g_strdup_printf ("block %u is free and referred to", block);
        return FALSE;
      }
  for (gint64 block = 1; block < pool->n_made; block++)
    idle += pool->blocks[block].references == 0;
  if (n + pool->n_blocks - pool->n_made == pool->n_free && idle == n)
    return TRUE;
  *fault = g_strdup_printf ("%" G_GINT64_FORMAT " blocks in the queue, %" G_GINT64_FORMAT " without a reference, %" G_GINT64_FORMAT
                            " counted as free",
                            n, idle, pool->n_free);
  return FALSE;
}

gboolean
ull_block_pool_check (const UllBlockPool *pool, char **fault)
{
  gint64 published = 0, found = 0, retained = 0;

  *fault = NULL;
  if (!check_queue (pool, fault))
    return FALSE;
  for (gint64 block = 1; block < pool->n_made; block++)
    {
      published += pool->blocks[block].hash != 0;
      retained += pool->blocks[block].hash != 0 && pool->blocks[block].references == 0;
    }
  for (guint64 slot = 0; slot <= pool->mask; slot++)
    for (guint32 block = pool->table[slot]; block != 0; block = pool->blocks[block].copy, found++)
      if (find_slot (pool, pool->blocks[block].hash) != slot)
        {
          *fault = g_strdup_printf ("block %u is not found by its content", block);
          return FALSE;
        }
  if (retained != pool->n_retained)
    {
      *fault = g_strdup_printf ("%" G_GINT64_FORMAT " free blocks with a content, %" G_GINT64_FORMAT " counted", retained,
                                pool->n_retained);
      return FALSE;
    }
  if (published == pool->n_published && found == published)
    return TRUE;
  *fault = g_strdup_printf ("%" G_GINT64_FORMAT " blocks with a content, %" G_GINT64_FORMAT " counted, %" G_GINT64_FORMAT
                            " found",
                            published, pool->n_published, found);
  return FALSE;
}
