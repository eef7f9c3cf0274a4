#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllBlockPool:
 *
 * The engine's pool of KV blocks: reference counts, the queue of free blocks, and which full block holds which content.
 * A block is known by its index; 0 is the null block, which nobody gets. Contents are 64-bit chain hashes, never 0.
 */
typedef struct _UllBlockPool UllBlockPool;

/* The most blocks a pool may have: indices are 32 bits, of which one is kept. */
#define ULL_POOL_MAX_BLOCKS (G_GINT64_CONSTANT (1) << 31)

/* @blocks: with the null block, at least 1. @prepend_unhashed: blocks without a content go to the head of the queue when
 * they are freed (since 2026-06-04), else to its tail like all others. */
UllBlockPool *ull_block_pool_new (gint64 blocks, gboolean prepend_unhashed);
void ull_block_pool_free (UllBlockPool *pool);

gint64 ull_block_pool_get_n_blocks (const UllBlockPool *pool);
/* Those below are in memory; nobody had one of the others yet: they are free, at the queue's place of the last one made. */
gint64 ull_block_pool_get_n_made (const UllBlockPool *pool);
/* Blocks that no request refers to: kept contents are among them. */
gint64 ull_block_pool_get_n_free (const UllBlockPool *pool);
/* Blocks that hold a content, each copy of one by itself: what the engine counts as hashed. */
gint64 ull_block_pool_get_n_published (const UllBlockPool *pool);

/* Of those, the ones that are free: a prefix that is kept. */
gint64 ull_block_pool_get_n_retained (const UllBlockPool *pool);

/* Takes @n blocks from the head of the queue, which holds at least as many; a kept content is lost with its block. */
void ull_block_pool_take (UllBlockPool *pool, guint32 *blocks, guint n);
/* Gives a full block its content. A copy of the same content stays: look-up returns the oldest. */
void ull_block_pool_publish (UllBlockPool *pool, guint32 block, guint64 hash);
/* The oldest block that holds @hash, or 0. */
guint32 ull_block_pool_find (const UllBlockPool *pool, guint64 hash);
/* One more reference to a block that was found; a free one leaves the queue. */
void ull_block_pool_touch (UllBlockPool *pool, guint32 block);
/* One reference less to each, the last of @blocks first. */
void ull_block_pool_release (UllBlockPool *pool, const guint32 *blocks, guint n);

gboolean ull_block_pool_is_free (const UllBlockPool *pool, guint32 block);
guint32 ull_block_pool_get_references (const UllBlockPool *pool, guint32 block);
guint64 ull_block_pool_get_hash (const UllBlockPool *pool, guint32 block); /* 0: none */
/* The block after @block in the queue of free ones that are made, 0 after the last; the first for 0. */
guint32 ull_block_pool_next_free (const UllBlockPool *pool, guint32 block);
/* Whether queue, references and contents agree with one another; the first fault as a sentence (transfer full). */
gboolean ull_block_pool_check (const UllBlockPool *pool, char **fault);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllBlockPool, ull_block_pool_free)

G_END_DECLS
