#include "ull-block-pool.h"
#include "ull-random.h"

/* The queue beside one that is kept here as a plain list, and pools that are far larger than memory. */

typedef struct
{
  UllBlockPool *pool;
  GArray *queue;  /* guint32: free blocks as they should be taken */
  GPtrArray *held; /* GArray of guint32 */
  guint64 next_hash;
  gboolean prepend;
} Pair;

static void
take (Pair *pair, guint n)
{
  GArray *blocks = g_array_sized_new (FALSE, TRUE, sizeof (guint32), n);

  g_array_set_size (blocks, n);
  ull_block_pool_take (pair->pool, (guint32 *) (gpointer) blocks->data, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (g_array_index (blocks, guint32, i), ==, g_array_index (pair->queue, guint32, i));
  g_array_remove_range (pair->queue, 0, n);
  for (guint i = 0; i < n * 2 / 3; i++)
    ull_block_pool_publish (pair->pool, g_array_index (blocks, guint32, i), pair->next_hash++);
  g_ptr_array_add (pair->held, blocks);
}

/* Tail first; those without a content to the front, where the generation does so, and else all to the end. */
static void
release (Pair *pair, guint index)
{
  GArray *blocks = pair->held->pdata[index];
  guint front = 0;

  for (guint i = blocks->len; i-- > 0;)
    {
      guint32 block = g_array_index (blocks, guint32, i);

      if (pair->prepend && ull_block_pool_get_hash (pair->pool, block) == 0)
        g_array_insert_val (pair->queue, front++, block);
      else
        g_array_append_val (pair->queue, block);
    }
  ull_block_pool_release (pair->pool, (const guint32 *) (gpointer) blocks->data, blocks->len);
  g_array_unref (blocks);
  g_ptr_array_remove_index_fast (pair->held, index);
}

static void
check (const Pair *pair)
{
  g_autofree char *fault = NULL;

  ull_block_pool_check (pair->pool, &fault);
  g_assert_cmpstr (fault, ==, NULL);
  g_assert_cmpint (ull_block_pool_get_n_free (pair->pool), ==, pair->queue->len);
}

/* Past the 1,024 blocks that are made at first, and the 2,048 and 4,096 after them. */
static void
test_order (gconstpointer data)
{
  const guint n_blocks = GPOINTER_TO_UINT (data);

  for (guint prepend = 0; prepend < 2; prepend++)
    {
      Pair pair = { ull_block_pool_new (n_blocks, prepend == 1), g_array_new (FALSE, FALSE, sizeof (guint32)),
                    g_ptr_array_new (), 1, prepend == 1 };
      UllRandom random;

      ull_random_init (&random, n_blocks);
      for (guint32 i = 1; i < n_blocks; i++)
        g_array_append_val (pair.queue, i);
      for (guint i = 0; i < 3000; i++)
        {
          guint n = (guint) ull_random_below (&random, 60);

          if (n <= pair.queue->len && ull_random_below (&random, 5) > 1)
            take (&pair, n);
          else if (pair.held->len > 0)
            release (&pair, (guint) ull_random_below (&random, pair.held->len));
          if (i % 50 == 0)
            check (&pair);
        }
      while (pair.held->len > 0)
        release (&pair, 0);
      check (&pair);
      g_array_unref (pair.queue);
      g_ptr_array_unref (pair.held);
      ull_block_pool_free (pair.pool);
    }
}

/* A pool of 2^31 blocks is as small as what of it is used. */
static void
test_large (void)
{
  UllBlockPool *pool = ull_block_pool_new (ULL_POOL_MAX_BLOCKS, TRUE);
  guint32 blocks[2000];
  g_autofree char *fault = NULL;

  g_assert_cmpint (ull_block_pool_get_n_free (pool), ==, ULL_POOL_MAX_BLOCKS - 1);
  ull_block_pool_take (pool, blocks, G_N_ELEMENTS (blocks));
  g_assert_cmpuint (blocks[1999], ==, 2000);
  g_assert_cmpint (ull_block_pool_get_n_made (pool), <=, 4096);
  g_assert_true (ull_block_pool_is_free (pool, 2000000000));
  g_assert_cmpuint (ull_block_pool_get_hash (pool, 2000000000), ==, 0);
  g_assert_true (ull_block_pool_check (pool, &fault));
  ull_block_pool_release (pool, blocks, G_N_ELEMENTS (blocks));
  g_assert_cmpint (ull_block_pool_get_n_free (pool), ==, ULL_POOL_MAX_BLOCKS - 1);
  g_assert_true (ull_block_pool_check (pool, &fault));
  ull_block_pool_free (pool);
}

int
main (int argc, char *argv[])
{
  static const guint sizes[] = { 1, 2, 3, 64, 1023, 1024, 1025, 1026, 2048, 2049, 5000 };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/block-pool/order/%u", sizes[i]);

      g_test_add_data_func (path, GUINT_TO_POINTER (sizes[i]), test_order);
    }
  g_test_add_func ("/block-pool/large", test_large);
  return g_test_run ();
}
