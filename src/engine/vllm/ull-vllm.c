#include "ull-engine-private.h"
#include "ull-error.h"
#include "ull-units.h"
#include "ull-vllm-budget.h"
#include "ull-vllm-ends.h"
#include "ull-vllm-formats.h"
#include "ull-vllm-groups.h"
#include "ull-vllm-settings.h"
#include "ull-vllm-version.h"

#include <glib/gi18n-lib.h>

/* vLLM. A request of T tokens holds in every group of layers so many blocks as ull-layout.h says, and a block takes a page
 * of each of the group's layers: bytes = blocks of all groups * block bytes. Of the pool's blocks the first is the engine's
 * own. What a request's blocks hold beyond its stores' exact bytes is rounding: padded pages, part-filled blocks, tokens of
 * steps in flight behind a window. */

static gint64
request_blocks (const UllLayout *layout, gint64 tokens)
{
  gint64 sum = 0;

  for (guint i = 0; i < layout->n_groups; i++)
    sum += layout->group[i].groups * ull_vllm_group_blocks (&layout->group[i], tokens);
  return sum;
}

static gboolean
request_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes)
{
  return ull_mul (request_blocks (layout, tokens), layout->block_bytes, bytes);
}

/* Only full attention keeps a prefix for good; a window's blocks of it and a state move on with the request. */
static gboolean
keeps_growing (const UllLayoutGroup *group)
{
  return group->block_tokens > 0 && group->fixed_blocks == 0 && group->cap_tokens == G_MAXINT64;
}

static gboolean
prefix_bytes (const UllLayout *layout, gint64 tokens, gboolean shared, gint64 *bytes)
{
  gint64 blocks = 0;

  for (guint i = 0; i < layout->n_groups; i++)
    {
      const UllLayoutGroup *group = &layout->group[i];

      if (keeps_growing (group))
        blocks += group->groups * (shared ? tokens / group->block_tokens : ull_div_ceil (tokens, group->block_tokens));
    }
  return ull_mul (blocks, layout->block_bytes, bytes);
}

static gboolean
is_endless (const UllLayoutGroup *group)
{
  return group->groups > 0 && group->block_tokens > 0 && group->cap_tokens == G_MAXINT64;
}

/* Where one kind alone goes on growing, what is left of the blocks when all others are full is its own: the answer, as long as
 * they are full by then. FALSE where that is not so. */
static gboolean
find_longest (const UllLayout *layout, gint64 share, gint64 *tokens)
{
  const UllLayoutGroup *growing = NULL;
  gint64 left = layout->block_bytes > 0 ? share / layout->block_bytes : 0, full = 0;

  for (guint i = 0; i < layout->n_groups; i++)
    {
      const UllLayoutGroup *group = &layout->group[i];

      if (is_endless (group) && growing != NULL)
        return FALSE;
      if (is_endless (group))
        growing = group;
      left -= group->groups * (is_endless (group) ? group->fixed_blocks + group->slack_blocks : ull_vllm_group_blocks (group, G_MAXINT64));
      if (group->groups > 0 && group->block_tokens > 0 && !is_endless (group))
        full = MAX (full, group->cap_tokens);
    }
  return growing != NULL && left > 0 && ull_mul (left / growing->groups, growing->block_tokens, tokens) && *tokens >= MAX (full, 1);
}

static gint64
longest (const UllLayout *layout, gint64 share, gint64 limit)
{
  gint64 tokens;

  return find_longest (layout, share, &tokens) ? MIN (tokens, limit) : ull_layout_search (layout, share, 0, limit);
}

static double
concurrency (const UllLayout *layout)
{
  gint64 each = layout->concurrency_blocks > 0 ? layout->concurrency_blocks : layout->model_len_blocks;

  return each > 0 && layout->blocks > 0 ? (double) layout->blocks / (double) each : 0;
}

/* The engine's own line: once by groups, now the concurrency times the model length. */
static gint64
printed_tokens (const UllLayout *layout)
{
  if (layout->printed_groups > 0)
    return layout->blocks / layout->printed_groups * layout->printed_block;
  return (gint64) (concurrency (layout) * (double) layout->model_len);
}

static void
count (UllLayout *layout)
{
  gint64 held;

  layout->capacity = layout->pool;
  layout->tokens = layout->blocks = layout->usable_blocks = -1;
  if (layout->block_bytes == 0)
    return;
  held = layout->pool / layout->block_bytes;
  layout->blocks = layout->blocks_override != ULL_UNSET ? layout->blocks_override : held;
  layout->usable_blocks = MAX (layout->blocks - layout->reserved_blocks, 0);
  layout->tokens = printed_tokens (layout);
  /* Blocks that memory does not hold fit no request. */
  layout->capacity = MIN (layout->usable_blocks, MAX (held - layout->reserved_blocks, 0)) * layout->block_bytes;
}

/* What divides all blocks, and what a prefix is shared in: whole blocks of all groups at once. */
static gboolean
set_granules (UllLayout *layout)
{
  gint64 common = 0, multiple = 1;

  for (guint i = 0; i < layout->n_groups; i++)
    {
      gint64 block = layout->group[i].block_tokens;

      if (block == 0)
        continue;
      common = ull_common_divisor (common, block);
      if (!ull_common_multiple (multiple, block, &multiple))
        return FALSE;
    }
  layout->granule = MAX (common, 1);
  layout->prefix_granule = multiple;
  return TRUE;
}

static void
set_printed (UllLayout *layout, const UllScenario *scenario, gint64 mode)
{
  gint64 groups = 0, block = G_MAXINT64;

  layout->printed_groups = 0;
  if (ull_vllm_has (scenario, ULL_VLLM_TOKENS_BY_CONCURRENCY))
    return;
  for (guint i = 0; i < layout->n_groups; i++)
    {
      const UllLayoutGroup *group = &layout->group[i];

      groups += group->groups;
      /* A single state is a block of the whole length. */
      if (group->block_tokens > 0)
        block = MIN (block, group->block_tokens);
      else if (mode == ULL_MAMBA_NONE)
        block = MIN (block, layout->model_len);
    }
  layout->printed_groups = groups;
  layout->printed_block = block == G_MAXINT64 ? layout->block_tokens : block;
}

/* Cards of the tensor-parallel group that hold the same entries, once some of them divide the tokens. */
static gint64
count_copies (const UllLayout *layout, const UllScenario *scenario)
{
  return MAX (ull_layout_count_copies (layout, layout->tp) / scenario->value[ULL_FIELD_DCP], 1);
}

static gboolean
check_context_parallel (const UllLayout *layout, const UllScenario *scenario, GError **error)
{
  gint64 dcp = scenario->value[ULL_FIELD_DCP];
  g_autofree char *most = NULL, *asked = NULL;

  if (dcp == 1)
    return TRUE;
  for (guint i = 0; i < layout->n_groups; i++)
    if (layout->group[i].cap_tokens != G_MAXINT64 && layout->group[i].block_tokens > 0)
      {
        g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                     _("Decode context parallel: the model has windows, which cannot be divided by tokens; 1 would be right"));
        return FALSE;
      }
  if (layout->kv_copies * dcp <= layout->tp && layout->tp % dcp == 0 && count_copies (layout, scenario) * dcp >= dcp)
    return TRUE;
  asked = ull_format_count (dcp);
  most = ull_format_count (layout->tp);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("Decode context parallel: %s does not divide the %s cards of tensor parallel; a divisor would be right"),
               asked, most);
  return FALSE;
}

static void
set_dcp_rate (UllLayout *layout, const UllScenario *scenario)
{
  layout->per_token = ull_div_ceil (layout->per_token, scenario->value[ULL_FIELD_DCP]);
}

static gboolean
set_overflow (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("the cache is more bytes than can be counted; smaller figures would be right"));
  return FALSE;
}

static gboolean
arrange (UllLayout *layout, const UllScenario *scenario, GError **error)
{
  g_autofree guint64 *of_run = g_new (guint64, scenario->model->n_runs);
  UllVllmSpecs specs;

  layout->uniform = FALSE;
  layout->blocks_override = scenario->value[ULL_FIELD_NUM_GPU_BLOCKS_OVERRIDE];
  layout->reserved_blocks = ull_vllm_has (scenario, ULL_VLLM_NULL_BLOCK) ? 1 : 0;
  if (!ull_vllm_specs_init (&specs, of_run, layout, scenario) || !ull_vllm_group (&specs, layout, scenario))
    return set_overflow (error);
  layout->by_blocks = layout->n_groups > 0;
  for (guint i = 0; i < specs.n; i++)
    if (specs.spec[i].kind == ULL_VLLM_FULL)
      layout->block_tokens = layout->group[i].block_tokens;
  layout->page_bytes = layout->block_bytes;
  layout->model_len_blocks = request_blocks (layout, layout->model_len);
  layout->kv_copies = count_copies (layout, scenario);
  if (!ull_vllm_get (scenario, ULL_FIELD_ENABLE_PREFIX_CACHING))
    layout->shared_tokens = 0;
  if (!set_granules (layout))
    return set_overflow (error);
  set_printed (layout, scenario, specs.mamba_mode);
  set_dcp_rate (layout, scenario);
  return check_context_parallel (layout, scenario, error);
}

/* The check takes one request of the model length, and not the block that is the engine's own. It is the one of 0.17 and
 * later: older ones added up bytes of layers, which a start of a model of several kinds of layers may differ by. */
static void
report (const UllLayout *layout, UllEngineReport *said)
{
  gint64 each;

  said->known = TRUE;
  said->available_bytes = layout->pool;
  if (layout->block_bytes == 0)
    return;
  if (layout->blocks_override != ULL_UNSET && !ull_mul (layout->blocks_override, layout->block_bytes, &said->available_bytes))
    said->available_bytes = layout->pool;
  each = layout->check_bytes > 0 ? layout->check_bytes : layout->block_bytes;
  if (!ull_mul (layout->model_len_blocks, each, &said->needed_bytes))
    said->needed_bytes = G_MAXINT64;
  said->starts = said->available_bytes > 0 && said->needed_bytes <= said->available_bytes;
  said->strict = !said->starts && layout->blocks_override == ULL_UNSET && layout->own_bytes > 0 && layout->stages_hold;
  /* The search compares bytes of the pool's blocks: as many blocks as the check takes the memory for. */
  said->estimated_len = ull_layout_search (layout, said->available_bytes / each * layout->block_bytes, 0, layout->model_len);
  said->admits = layout->model_len_blocks <= layout->usable_blocks;
}

const UllEngine ull_engine_vllm = {
  .whole_blocks = TRUE,
  .asks_up = TRUE,
  .starts = TRUE,
  .one_format = TRUE,
  .formats = ull_vllm_formats,
  .check_format = ull_vllm_check_format,
  .setting = ull_vllm_get_default,
  .budget = ull_vllm_budget_terms,
  .store = ull_vllm_store,
  .split = ull_vllm_spare_ends,
  .drafts = ull_vllm_has_draft,
  .stage = ull_vllm_stage_terms,
  .arrange = arrange,
  .count = count,
  .request_bytes = request_bytes,
  .request_blocks = request_blocks,
  .prefix_bytes = prefix_bytes,
  .longest = longest,
  .concurrency = concurrency,
  .report = report,
};
