#include "ull-playback-private.h"

/* A block's owner is the first admitted request that refers to it; where more than one does it is shared, whoever it was
 * first. A free block's order is its place in the engine's queue, which is the order of eviction; blocks that nobody had yet
 * come where the last one made stands, in the order of their numbers. */

typedef struct
{
  guint step;
  guint seen;
  UllPoolPicture *picture;
  GArray *requests; /* UllPoolRequest */
} Snapshot;

static void
own_blocks (UllPoolPicture *picture, const UllBlockPool *pool, const guint32 *blocks, guint n, UllPoolRequest *request)
{
  for (guint i = 0; i < n; i++)
    {
      UllPoolBlock *block = &picture->blocks[blocks[i] - 1];

      block->references = ull_block_pool_get_references (pool, blocks[i]);
      block->kind = block->references > 1 ? ULL_BLOCK_SHARED : ULL_BLOCK_OWNED;
      if (block->owner < 0)
        block->owner = request->number;
      request->shared += block->references > 1;
    }
  request->blocks += n;
}

static void
add_request (Snapshot *snapshot, const UllBlockPool *pool, const UllSequence *sequence, gboolean running)
{
  UllPoolRequest request = { .running = running,
                             .prompt = sequence->prompt,
                             .output = sequence->output,
                             .known = sequence->known,
                             .computed = sequence->computed,
                             .preemptions = sequence->preemptions };
  const UllRequest *asked = ull_sim_get_request (sequence, &request.number);

  request.client = asked->session;
  own_blocks (snapshot->picture, pool, sequence->table + sequence->dropped, sequence->held - sequence->dropped, &request);
  own_blocks (snapshot->picture, pool, sequence->side, sequence->n_side, &request);
  g_array_append_val (snapshot->requests, request);
}

static void
order_free (UllPoolPicture *picture, const UllBlockPool *pool)
{
  gint64 made = ull_block_pool_get_n_made (pool);
  guint32 order = 0;

  for (guint32 block = ull_block_pool_next_free (pool, 0); block != 0; block = ull_block_pool_next_free (pool, block))
    {
      picture->blocks[block - 1].order = ++order;
      if (ull_block_pool_get_hash (pool, block) != 0)
        picture->blocks[block - 1].kind = ULL_BLOCK_RETAINED;
      if (block != made - 1)
        continue;
      for (gint64 i = made; i <= picture->n_blocks; i++)
        picture->blocks[i - 1].order = ++order;
    }
}

static void
step_cb (const UllSimStep *step, const UllScheduler *scheduler, gpointer data)
{
  Snapshot *snapshot = data;
  const UllBlockPool *pool = ull_scheduler_get_pool (scheduler);
  UllSequence *const *running;
  guint n;

  if (snapshot->seen++ != snapshot->step)
    return;
  running = ull_scheduler_get_running (scheduler, &n);
  for (guint i = 0; i < n; i++)
    add_request (snapshot, pool, running[i], TRUE);
  for (const UllSequence *s = ull_scheduler_get_first_waiting (scheduler); s != NULL; s = s->next)
    add_request (snapshot, pool, s, FALSE);
  order_free (snapshot->picture, pool);
}

UllPoolPicture *
ull_playback_picture (const UllPlayback *self, guint step)
{
  g_autoptr (UllPoolPicture) picture = NULL;
  Snapshot snapshot = { .step = step };
  UllSimWatch watch = { .step = step_cb, .data = &snapshot };
  gboolean ended, ran;

  if (step >= self->steps->len)
    return NULL;
  picture = g_new0 (UllPoolPicture, 1);
  picture->step = step;
  picture->n_blocks = (guint) ull_playback_get_blocks (self);
  picture->blocks = g_new0 (UllPoolBlock, picture->n_blocks);
  for (guint i = 0; i < picture->n_blocks; i++)
    picture->blocks[i].owner = -1;
  snapshot.picture = picture;
  snapshot.requests = g_array_new (FALSE, FALSE, sizeof (UllPoolRequest));
  ran = ull_playback_run (self, &watch, (gint64) step + 1, &ended, NULL);
  picture->n_requests = snapshot.requests->len;
  picture->requests = (UllPoolRequest *) (gpointer) g_array_free (snapshot.requests, FALSE);
  return ran ? g_steal_pointer (&picture) : NULL;
}

void
ull_pool_picture_free (UllPoolPicture *picture)
{
  if (picture == NULL)
    return;
  g_free (picture->blocks);
  g_free (picture->requests);
  g_free (picture);
}

const UllPoolRequest *
ull_pool_picture_find (const UllPoolPicture *picture, gint64 number)
{
  for (guint i = 0; i < picture->n_requests; i++)
    if (picture->requests[i].number == number)
      return &picture->requests[i];
  return NULL;
}
