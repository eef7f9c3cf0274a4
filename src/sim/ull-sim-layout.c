#include "ull-sim-layout.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A scheduler's block is a block of the layout's pool: of a convention with groups, what one of them is; else the bytes of
 * so many tokens in what keeps growing, or, where all layers have windows, in these. What a request takes by the plan's rules
 * after m such blocks, less m, it holds besides: nothing where one group grows by token and that is all, which is what was
 * recorded. Extra blocks never become fewer, as demand does not with length; past the last window they go on by the most that
 * a block more ever adds.
 *
 * Of windows alone a table has so many blocks as demand grows by: later ones take the places of the oldest, which stay in the
 * pool as long as nobody needs their place. A prefix is found there where a window's blocks before its end are kept. Of
 * states there are a few at most in a prefix, and which ones hangs on steps and blocks of the engine that are not simulated:
 * where nothing but states and windows is kept, nothing is cached. */

/* Blocks of the main group that are looked at; windows are smaller. */
#define MOST_EXTRA 65536
/* Blocks past the last window over which the further growth is read off. */
#define SLOPE_OVER 64
/* Of an engine that says nothing: vLLM's API server below 70 GiB. */
#define DEFAULT_SEQS 256
#define DEFAULT_BATCHED 2048
/* Where a model has no limit of its own. */
#define DEFAULT_LENGTH (1 << 20)

static const UllLayoutGroup *
find_main (const UllLayout *layout)
{
  for (guint i = 0; i < layout->n_groups; i++)
    if (layout->group[i].block_tokens > 0 && layout->group[i].cap_tokens == G_MAXINT64 && layout->group[i].groups > 0)
      return &layout->group[i];
  return NULL;
}

/* Where all that grows has a window, the one that is full last. */
static const UllLayoutGroup *
find_window (const UllLayout *layout)
{
  const UllLayoutGroup *found = NULL;

  for (guint i = 0; i < layout->n_groups; i++)
    {
      const UllLayoutGroup *group = &layout->group[i];

      if (group->block_tokens > 0 && group->groups > 0 &&
          (found == NULL || group->cap_tokens > found->cap_tokens))
        found = group;
    }
  return found;
}

/* Whether something keeps every token. */
static gboolean
grows (const UllLayout *layout)
{
  return layout->n_groups > 0 ? find_main (layout) != NULL : layout->page_bytes > 0;
}

/* The longest window, in tokens as the model has it; 0: none. */
static gint64
longest_window (const UllLayout *layout)
{
  gint64 tokens = 0;

  for (guint i = 0; i < layout->n_parts; i++)
    if (layout->part[i].store.growth == ULL_GROWTH_CAPPED)
      tokens = MAX (tokens, layout->part[i].store.cap);
  return tokens;
}

/* Bytes that a block of tokens adds where it adds the most, of a convention without groups. */
static gboolean
growth_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes)
{
  if (!ull_layout_request_bytes (layout, tokens, bytes))
    return FALSE;
  *bytes -= layout->constant;
  return *bytes > 0;
}

/* Tokens and bytes of a block. Where nothing grows, a block's tokens are all that a request may have. */
static gboolean
set_block (const UllLayout *layout, gint64 length, gint64 *tokens, gint64 *bytes)
{
  const UllLayoutGroup *group = find_main (layout);

  if (group == NULL)
    group = find_window (layout);
  if (layout->n_groups > 0)
    {
      *tokens = group != NULL ? group->block_tokens : length;
      *bytes = layout->block_bytes;
      return *bytes > 0;
    }
  *tokens = layout->block_tokens;
  *bytes = layout->page_bytes;
  if (*bytes > 0 || (longest_window (layout) > 0 && growth_bytes (layout, *tokens, bytes)))
    return TRUE;
  *tokens = length;
  return (ull_layout_request_bytes (layout, length, bytes) && *bytes > 0);
}

static gint64
pool_blocks (const UllLayout *layout, gint64 bytes)
{
  if (layout->n_groups > 0)
    return layout->blocks - layout->reserved_blocks;
  return layout->pool / bytes;
}

/* What a sequence of @blocks full blocks holds in all; -1 on overflow. */
static gint64
total_after (const UllLayout *layout, gint64 blocks, gint64 tokens, gint64 bytes)
{
  gint64 all, taken;

  if (blocks == 0 || !ull_mul (blocks, tokens, &all))
    return blocks == 0 ? 0 : -1;
  if (layout->n_groups > 0)
    return ull_layout_request_blocks (layout, all);
  if (!ull_layout_request_bytes (layout, all, &taken))
    return -1;
  return ull_div_ceil (taken, bytes);
}

/* Blocks after which demand first stays what it was, where that is among the first @n; 0: it grows by each of them. */
static gint64
find_most (const UllLayout *layout, gint64 n, gint64 tokens, gint64 bytes)
{
  gint64 before = 0;

  for (gint64 i = 1; i <= n; i++)
    {
      gint64 total = total_after (layout, i, tokens, bytes);

      if (total <= before)
        return i - 1;
      before = total;
    }
  return 0;
}

static gint64
last_window (const UllLayout *layout)
{
  gint64 tokens = layout->full_tokens;

  for (guint i = 0; i < layout->n_groups; i++)
    if (layout->group[i].cap_tokens != G_MAXINT64)
      tokens = MAX (tokens, layout->group[i].cap_tokens);
  return tokens;
}

static gboolean
set_extra (UllSimPool *pool, const UllLayout *layout, gint64 tokens, gint64 bytes, gint64 length)
{
  gint64 n = MIN (MIN (last_window (layout), length) / tokens + 2, MOST_EXTRA), last = 0;
  gint64 most = grows (layout) ? 0 : find_most (layout, n, tokens, bytes);
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gint64 i = 0; i <= n + SLOPE_OVER; i++)
    {
      gint64 total = total_after (layout, i, tokens, bytes), value = MAX (total - (most > 0 ? MIN (i, most) : i), 0);
      guint32 kept;

      if (total < 0 || value > G_MAXINT32)
        {
          g_array_unref (extra);
          return FALSE;
        }
      if (i > n)
        pool->scheduler.extra_slope = MAX (pool->scheduler.extra_slope, (guint32) MAX (value - last, 0));
      last = MAX (value, last);
      kept = (guint32) last;
      if (i <= n)
        g_array_append_val (extra, kept);
    }
  pool->scheduler.n_extra = last > 0 ? extra->len : 0;
  pool->extra = (guint32 *) (gpointer) g_array_free (extra, FALSE);
  pool->scheduler.extra = pool->extra;
  pool->scheduler.table_most = most;
  pool->modelled = last > 0 || (layout->n_groups == 0 && !layout->uniform);
  return TRUE;
}

static gboolean
has_state (const UllLayout *layout)
{
  for (guint i = 0; i < layout->n_parts; i++)
    if (layout->part[i].store.growth == ULL_GROWTH_CONSTANT)
      return TRUE;
  return FALSE;
}

/* How a prefix is found, if at all, where no layer keeps all of it. */
static void
set_caching (UllSimPool *pool, const UllLayout *layout, gint64 tokens, gint64 bytes)
{
  gint64 window = longest_window (layout);

  pool->hopeful = grows (layout) && (window > 0 || has_state (layout));
  if (grows (layout))
    return;
  if (window > 0)
    pool->scheduler.window_blocks = MAX (ull_div_ceil (window - 1, tokens), 1);
  else
    pool->state_blocks = total_after (layout, 1, tokens, bytes);
  pool->uncached = pool->scheduler.prefix_caching && (window == 0 || has_state (layout));
  pool->scheduler.prefix_caching &= !pool->uncached;
}

static gint64
setting_or (const UllScenario *scenario, UllFieldId field, gint64 otherwise)
{
  gint64 value = ull_engine_get_setting (scenario, field);

  return value == ULL_UNSET ? otherwise : value;
}

gboolean
ull_sim_pool_init (UllSimPool *pool,
                   const UllScenario *scenario,
                   const UllLayout *layout,
                   UllGenerationId generation,
                   GError **error)
{
  UllSchedulerOptions *options = &pool->scheduler;
  gint64 length = layout->model_len > 0 ? layout->model_len : DEFAULT_LENGTH, tokens, bytes;

  *pool = (UllSimPool) { 0 };
  if (!set_block (layout, length, &tokens, &bytes) || pool_blocks (layout, bytes) >= ULL_POOL_MAX_BLOCKS ||
      !set_extra (pool, layout, tokens, bytes, length))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   _("this pool cannot be simulated; one that keeps something of every request, in less than 2^31 blocks, would "
                     "be right"));
      return FALSE;
    }
  ull_scheduler_options_set_generation (options, generation);
  options->blocks = MAX (pool_blocks (layout, bytes), 0) + 1;
  options->block_tokens = tokens;
  /* The engine's int (watermark * num_gpu_blocks), of all blocks; fewer than 2^31 times a million does not overflow. */
  options->watermark = options->blocks * setting_or (scenario, ULL_FIELD_WATERMARK, 0) / ULL_PPM_ONE;
  options->max_model_len = MIN (length, ULL_POOL_MAX_BLOCKS);
  options->max_num_seqs = setting_or (scenario, ULL_FIELD_MAX_NUM_SEQS, DEFAULT_SEQS);
  options->max_batched_tokens = setting_or (scenario, ULL_FIELD_MAX_BATCHED_TOKENS, DEFAULT_BATCHED);
  options->prefix_caching = setting_or (scenario, ULL_FIELD_ENABLE_PREFIX_CACHING, TRUE) != 0;
  options->chunked_prefill = TRUE;
  set_caching (pool, layout, tokens, bytes);
  return TRUE;
}

void
ull_sim_pool_clear (UllSimPool *pool)
{
  g_clear_pointer (&pool->extra, g_free);
}

static gint64
extra_of (const UllSimPool *pool, gint64 blocks)
{
  const UllSchedulerOptions *options = &pool->scheduler;

  if (options->n_extra == 0)
    return 0;
  return options->extra[MIN (blocks, (gint64) options->n_extra - 1)] +
         MAX (blocks - (gint64) options->n_extra + 1, 0) * options->extra_slope;
}

gint64
ull_sim_pool_get_blocks (const UllSimPool *pool, gint64 tokens)
{
  gint64 blocks = ull_div_ceil (tokens, pool->scheduler.block_tokens), most = pool->scheduler.table_most;

  return (most > 0 ? MIN (blocks, most) : blocks) + extra_of (pool, blocks);
}

gint64
ull_sim_pool_get_room (const UllSimPool *pool, gint64 tokens)
{
  gint64 block = pool->scheduler.block_tokens, most = pool->scheduler.table_most;

  return (most > 0 ? MIN (tokens, most * block) : tokens) + extra_of (pool, ull_div_ceil (tokens, block)) * block;
}
