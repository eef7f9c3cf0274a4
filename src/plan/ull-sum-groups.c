#include "ull-sum-private.h"

#include "ull-units.h"

/* The sum where layers are put into groups: a page of one layer, a block of all layers of a group, the blocks of a request
 * in all groups. The engine's own block comes off before requests are counted. */

static gboolean
add_kind (UllSum *sum, int *index, UllStepId id, UllOp op, UllUnit unit, UllOperand first, UllOperand second, UllLayerKind kind)
{
  if (!ull_sum_add_two (sum, index, id, op, unit, first, second))
    return FALSE;
  sum->derivation->step[*index].kind = kind;
  return TRUE;
}

/* Bytes of a block in one layer; a state's, which is several stores', stands as it is. */
static gboolean
derive_layer_page (UllSum *sum, UllOperand *page, const UllLayoutGroup *group)
{
  UllLayoutPart part = { group->store, 1, group->kind, -1 };
  gint64 cards = group->cap_tokens == G_MAXINT64 && group->fixed_blocks == 0 ? sum->scenario->value[ULL_FIELD_DCP] : 1;
  gint64 padding = group->page_bytes - group->filled_bytes;
  int index;

  *page = ull_sum_constant (group->page_bytes, ULL_UNIT_BYTES);
  if (group->store.heads == 0 || group->block_tokens == 0)
    return TRUE;
  part.store.growth = ULL_GROWTH_TOKEN;
  if (!ull_sum_add_store (sum, &index, ULL_STEP_LAYER_PAGE, &part,
                          ull_sum_fact (ULL_FACT_BLOCK_TOKENS, group->block_tokens / cards, ULL_UNIT_TOKENS)))
    return FALSE;
  if (padding > 0 && !add_kind (sum, &index, ULL_STEP_LAYER_PAGE, ULL_OP_ADD, ULL_UNIT_BYTES, ull_sum_step (sum, index),
                                ull_sum_fact (ULL_FACT_PADDING, padding, ULL_UNIT_BYTES), group->kind))
    return FALSE;
  *page = ull_sum_step (sum, index);
  return TRUE;
}

/* The kind that sets the page: the one that pads the least. */
static const UllLayoutGroup *
widest (const UllLayout *layout)
{
  const UllLayoutGroup *best = &layout->group[0];

  for (guint i = 1; i < layout->n_groups; i++)
    if (layout->group[i].store.heads > 0 && layout->group[i].block_tokens > 0 &&
        (best->store.heads == 0 || layout->group[i].filled_bytes > best->filled_bytes))
      best = &layout->group[i];
  return best;
}

static gboolean
has_one_table (const UllLayout *layout)
{
  return layout->n_groups > 1 && layout->group[1].groups == 0;
}

/* The step of a block, which a draft's cache makes one of its parts. */
static UllStepId
pages_id (const UllSum *sum)
{
  return sum->layout->draft_bytes > 0 ? ULL_STEP_KIND_PAGES : ULL_STEP_PAGE;
}

/* One table for layers of unlike pages: a block is a page of every one. */
static gboolean
derive_summed_page (UllSum *sum, guint n)
{
  UllOperand parts[ULL_MAX_GROUPS];
  int index;

  for (guint i = 0; i < n; i++)
    {
      const UllLayoutGroup *group = &sum->layout->group[i];
      UllOperand page;

      if (!derive_layer_page (sum, &page, group) ||
          !add_kind (sum, &index, ULL_STEP_KIND_PAGES, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                     ull_sum_fact (ULL_FACT_LAYERS, group->group_layers, ULL_UNIT_COUNT), page, group->kind))
        return FALSE;
      parts[i] = ull_sum_step (sum, index);
    }
  return ull_sum_add (sum, &sum->page, pages_id (sum), ULL_OP_ADD, ULL_UNIT_BYTES, parts, n);
}

/* Several tables, some of them of several kinds: the first has the largest block, or the engine has rounded it up further. */
static gboolean
derive_packed (UllSum *sum)
{
  const UllLayout *layout = sum->layout;
  gint64 bytes = 0, whole = layout->block_bytes - layout->draft_bytes;
  guint n = 0;

  do
    bytes += layout->group[n].group_layers * layout->group[n].page_bytes;
  while (++n < layout->n_groups && layout->group[n].groups == 0);
  if (bytes == whole)
    return derive_summed_page (sum, n);
  return ull_sum_add (sum, &sum->page, pages_id (sum), ULL_OP_ADD, ULL_UNIT_BYTES,
                      (const UllOperand[]) { ull_sum_constant (whole, ULL_UNIT_BYTES) }, 1);
}

static gboolean
derive_pages (UllSum *sum)
{
  gint64 page_bytes = sum->layout->group[0].page_bytes, bytes = sum->layout->block_bytes - sum->layout->draft_bytes;
  UllOperand page;

  if (sum->layout->check_bytes > 0)
    return derive_packed (sum);
  if (has_one_table (sum->layout))
    return derive_summed_page (sum, sum->layout->n_groups);
  return derive_layer_page (sum, &page, widest (sum->layout)) &&
         ull_sum_add_two (sum, &sum->page, pages_id (sum), ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                          ull_sum_fact (ULL_FACT_LAYERS, page_bytes > 0 ? bytes / page_bytes : 0, ULL_UNIT_COUNT), page);
}

/* A draft model keeps the tokens of a block beside the pages. */
static gboolean
derive_block (UllSum *sum)
{
  UllOperand each = ull_sum_field (sum, ULL_FIELD_DRAFT_KV, ULL_UNIT_BYTES);
  int draft;

  if (!derive_pages (sum) || sum->layout->draft_bytes == 0)
    return sum->page >= 0;
  return ull_sum_add_two (sum, &draft, ULL_STEP_KIND_PAGES, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                          ull_sum_fact (ULL_FACT_BLOCK_TOKENS, sum->layout->draft_bytes / each.value, ULL_UNIT_TOKENS), each) &&
         ull_sum_add_two (sum, &sum->page, ULL_STEP_PAGE, ULL_OP_ADD, ULL_UNIT_BYTES, ull_sum_step (sum, sum->page),
                          ull_sum_step (sum, draft));
}

/* Blocks in one group, then in all groups of the kind. */
static gboolean
derive_kind_blocks (UllSum *sum, UllOperand *blocks, const UllLayoutGroup *group, UllOperand tokens)
{
  gint64 fixed = group->fixed_blocks + (group->block_tokens > 0 ? group->slack_blocks : 0);
  int index;

  *blocks = ull_sum_fact (ULL_FACT_FIXED_BLOCKS, fixed, ULL_UNIT_BLOCKS);
  if (group->block_tokens > 0)
    {
      if (tokens.value > group->cap_tokens)
        {
          if (!add_kind (sum, &index, ULL_STEP_GROUP_TOKENS, ULL_OP_MINIMUM, ULL_UNIT_TOKENS, tokens,
                         ull_sum_fact (ULL_FACT_CAP, group->cap_tokens, ULL_UNIT_TOKENS), group->kind))
            return FALSE;
          tokens = ull_sum_step (sum, index);
        }
      if (!add_kind (sum, &index, ULL_STEP_GROUP_BLOCKS, ULL_OP_DIVIDE_UP, ULL_UNIT_BLOCKS, tokens,
                     ull_sum_fact (ULL_FACT_BLOCK_TOKENS, group->block_tokens, ULL_UNIT_TOKENS), group->kind))
        return FALSE;
      if (fixed > 0 && !add_kind (sum, &index, ULL_STEP_GROUP_BLOCKS, ULL_OP_ADD, ULL_UNIT_BLOCKS, ull_sum_step (sum, index),
                                  *blocks, group->kind))
        return FALSE;
      *blocks = ull_sum_step (sum, index);
    }
  if (group->groups == 1)
    return TRUE;
  if (!add_kind (sum, &index, ULL_STEP_GROUP_BLOCKS, ULL_OP_MULTIPLY, ULL_UNIT_BLOCKS,
                 ull_sum_fact (ULL_FACT_GROUPS, group->groups, ULL_UNIT_COUNT), *blocks, group->kind))
    return FALSE;
  *blocks = ull_sum_step (sum, index);
  return TRUE;
}

static gboolean
derive_blocks_of (UllSum *sum, int *index, UllStepId id, UllOperand tokens)
{
  UllOperand parts[ULL_MAX_GROUPS];
  guint n = 0;

  for (guint i = 0; i < sum->layout->n_groups; i++)
    if (sum->layout->group[i].groups > 0 && !derive_kind_blocks (sum, &parts[n++], &sum->layout->group[i], tokens))
      return FALSE;
  return ull_sum_add (sum, index, id, ULL_OP_ADD, ULL_UNIT_BLOCKS, parts, n);
}

/* A request's context, and its images. */
static gboolean
derive_tokens (UllSum *sum, UllOperand *tokens)
{
  *tokens = ull_sum_field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS);
  if (sum->layout->image_tokens == 0)
    return TRUE;
  if (!ull_sum_add_two (sum, &sum->tokens_each, ULL_STEP_REQUEST_TOKENS, ULL_OP_ADD, ULL_UNIT_TOKENS, *tokens,
                        ull_sum_field (sum, ULL_FIELD_IMAGE_TOKENS, ULL_UNIT_TOKENS)))
    return FALSE;
  *tokens = ull_sum_step (sum, sum->tokens_each);
  return TRUE;
}

gboolean
ull_sum_derive_groups (UllSum *sum)
{
  UllOperand tokens;

  return derive_block (sum) && derive_tokens (sum, &tokens) &&
         derive_blocks_of (sum, &sum->blocks_each, ULL_STEP_REQUEST_BLOCKS, tokens) &&
         ull_sum_add_two (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                          ull_sum_step (sum, sum->blocks_each), ull_sum_step (sum, sum->page));
}

/* The tokens that the engine prints, once by groups and now by how many requests of the model length there are. */
static gboolean
derive_printed (UllSum *sum, UllOperand blocks)
{
  const UllLayout *layout = sum->layout;
  UllOperand length = ull_sum_field (sum, ULL_FIELD_MAX_MODEL_LEN, ULL_UNIT_TOKENS);
  int index;

  if (layout->printed_groups > 0)
    return ull_sum_add_two (sum, &index, ULL_STEP_TOKENS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_TOKENS, blocks,
                            ull_sum_fact (ULL_FACT_GROUPS, layout->printed_groups, ULL_UNIT_COUNT)) &&
           ull_sum_add_two (sum, &index, ULL_STEP_TOKENS, ULL_OP_MULTIPLY, ULL_UNIT_TOKENS, ull_sum_step (sum, index),
                            ull_sum_fact (ULL_FACT_BLOCK_TOKENS, layout->printed_block, ULL_UNIT_TOKENS));
  length.value = layout->model_len;
  if (layout->concurrency_blocks > 0)
    return ull_sum_add (sum, &index, ULL_STEP_TOKENS, ULL_OP_RATIO_DOWN, ULL_UNIT_TOKENS,
                        (const UllOperand[]) { blocks, ull_sum_constant (layout->concurrency_blocks, ULL_UNIT_BLOCKS), length },
                        3);
  if (!derive_blocks_of (sum, &index, ULL_STEP_MODEL_LEN_BLOCKS, length))
    return FALSE;
  return ull_sum_add (sum, &index, ULL_STEP_TOKENS, ULL_OP_RATIO_DOWN, ULL_UNIT_TOKENS,
                      (const UllOperand[]) { blocks, ull_sum_step (sum, index), length }, 3);
}

gboolean
ull_sum_derive_group_pool (UllSum *sum)
{
  UllOperand blocks;

  if (!ull_sum_add_two (sum, &sum->blocks, ULL_STEP_BLOCKS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_BLOCKS,
                        ull_sum_step (sum, sum->pool), ull_sum_step (sum, sum->page)))
    return FALSE;
  blocks = ull_sum_step (sum, sum->blocks);
  if (sum->layout->blocks_override != ULL_UNSET)
    {
      blocks = ull_sum_field (sum, ULL_FIELD_NUM_GPU_BLOCKS_OVERRIDE, ULL_UNIT_BLOCKS);
      /* More than memory holds are no room for requests. */
      if (!ull_sum_add_two (sum, &sum->blocks, ULL_STEP_USABLE, ULL_OP_MINIMUM, ULL_UNIT_BLOCKS, blocks,
                            ull_sum_step (sum, sum->blocks)))
        return FALSE;
    }
  return derive_printed (sum, blocks) &&
         ull_sum_add_two (sum, &sum->blocks, ULL_STEP_USABLE, ULL_OP_REMAIN, ULL_UNIT_BLOCKS,
                          ull_sum_step (sum, sum->blocks),
                          ull_sum_fact (ULL_FACT_RESERVED_BLOCKS, sum->layout->reserved_blocks, ULL_UNIT_BLOCKS));
}

gboolean
ull_sum_derive_group_prefix (UllSum *sum, int *index, UllStepId tokens_id, UllStepId id, UllOp round, UllOperand tokens)
{
  UllOperand granule = ull_sum_fact (ULL_FACT_BLOCK_TOKENS, sum->layout->prefix_granule, ULL_UNIT_TOKENS);
  UllOperand parts[ULL_MAX_GROUPS];
  guint n = 0;
  int whole;

  if (!ull_sum_add_two (sum, &whole, tokens_id, round, ULL_UNIT_BLOCKS, tokens, granule) ||
      !ull_sum_add_two (sum, &whole, tokens_id, ULL_OP_MULTIPLY, ULL_UNIT_TOKENS, ull_sum_step (sum, whole), granule))
    return FALSE;
  for (guint i = 0; i < sum->layout->n_groups; i++)
    {
      const UllLayoutGroup *group = &sum->layout->group[i];

      if (group->groups > 0 && group->block_tokens > 0 && group->fixed_blocks == 0 && group->cap_tokens == G_MAXINT64 &&
          !derive_kind_blocks (sum, &parts[n++], group, ull_sum_step (sum, whole)))
        return FALSE;
    }
  if (n == 0)
    parts[n++] = ull_sum_constant (0, ULL_UNIT_BLOCKS);
  return ull_sum_add (sum, &whole, ULL_STEP_GROUP_BLOCKS, ULL_OP_ADD, ULL_UNIT_BLOCKS, parts, n) &&
         ull_sum_add_two (sum, index, id, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, ull_sum_step (sum, whole),
                          ull_sum_step (sum, sum->page));
}
