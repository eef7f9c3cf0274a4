#include "ull-sim-layout.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A scheduler's block is a block of the layout's pool: of a convention with groups, what one of them is; else the bytes of
 * so many tokens in what keeps growing. What a request takes by the plan's rules after m such blocks, less m, it holds
 * besides: nothing where one group grows by token and that is all, which is what was recorded. Extra blocks never become
 * fewer, as demand does not with length; past the last window they go on by the most that a block more ever adds. */

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

/* Tokens and bytes of a block. Without a group that grows, a block is a whole request. */
static gboolean
set_block (const UllLayout *layout, gint64 length, gint64 *tokens, gint64 *bytes)
{
  const UllLayoutGroup *group = find_main (layout);

  if (layout->n_groups > 0)
    {
      *tokens = group != NULL ? group->block_tokens : length;
      *bytes = layout->block_bytes;
      return *bytes > 0;
    }
  *tokens = layout->page_bytes > 0 ? layout->block_tokens : length;
  *bytes = layout->page_bytes;
  return *bytes > 0 || (ull_layout_request_bytes (layout, length, bytes) && *bytes > 0);
}

static gint64
pool_blocks (const UllLayout *layout, gint64 bytes)
{
  if (layout->n_groups > 0)
    return layout->blocks - layout->reserved_blocks;
  return layout->pool / bytes;
}

/* What a sequence of @blocks full blocks holds besides; -1 on overflow. */
static gint64
extra_after (const UllLayout *layout, gint64 blocks, gint64 tokens, gint64 bytes)
{
  gint64 all, taken;

  if (blocks == 0 || !ull_mul (blocks, tokens, &all))
    return blocks == 0 ? 0 : -1;
  if (layout->n_groups > 0)
    return MAX (ull_layout_request_blocks (layout, all) - blocks, 0);
  if (!ull_layout_request_bytes (layout, all, &taken))
    return -1;
  return MAX (ull_div_ceil (taken, bytes) - blocks, 0);
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
  GArray *extra = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (gint64 i = 0; i <= n + SLOPE_OVER; i++)
    {
      gint64 value = extra_after (layout, i, tokens, bytes);
      guint32 kept;

      if (value < 0 || value > G_MAXINT32)
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
  pool->modelled = last > 0 || (layout->n_groups == 0 && !layout->uniform);
  return TRUE;
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
  return TRUE;
}

void
ull_sim_pool_clear (UllSimPool *pool)
{
  g_clear_pointer (&pool->extra, g_free);
}
