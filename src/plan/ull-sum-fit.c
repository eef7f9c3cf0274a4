#include "ull-sum-private.h"

#include "ull-engine.h"
#include "ull-units.h"

/* The second half of the sum. Where blocks are counted and nothing is retained or shared, requests are blocks divided by
 * blocks; elsewhere bytes by bytes, which for whole blocks is the same number. */

gboolean
ull_sum_derive_tokens (UllSum *sum)
{
  UllOperand pool = ull_sum_step (sum, sum->pool);
  int index;

  if (sum->page < 0)
    return TRUE;
  if (sum->layout->n_groups > 0)
    return ull_sum_derive_group_pool (sum);
  if (!ull_engine_get (sum->layout->engine)->whole_blocks)
    return ull_sum_add_two (sum, &index, ULL_STEP_TOKENS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_TOKENS, pool,
                            ull_sum_step (sum, sum->per_token)) &&
           ull_sum_add_two (sum, &sum->blocks, ULL_STEP_BLOCKS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_BLOCKS, pool,
                            ull_sum_step (sum, sum->page));
  return ull_sum_add_two (sum, &sum->blocks, ULL_STEP_BLOCKS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_BLOCKS, pool,
                          ull_sum_step (sum, sum->page)) &&
         ull_sum_add_two (sum, &index, ULL_STEP_TOKENS, ULL_OP_MULTIPLY, ULL_UNIT_TOKENS, ull_sum_step (sum, sum->blocks),
                          ull_sum_field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS));
}

static gboolean
counts_blocks (const UllSum *sum)
{
  return sum->layout->by_blocks && sum->blocks >= 0;
}

static gboolean
grows (const UllLayoutPart *part)
{
  return part->store.growth == ULL_GROWTH_TOKEN;
}

/* Whether some growing store keeps several tokens in an entry, so that length times rate would be too much. */
static gboolean
is_packed (const UllLayout *layout, guint *n_growing)
{
  gboolean packed = FALSE;

  *n_growing = 0;
  for (guint i = 0; i < layout->n_parts; i++)
    if (grows (&layout->part[i]))
      {
        packed |= layout->part[i].store.per > 1;
        ++*n_growing;
      }
  return packed;
}

/* A part's bytes of @tokens; shared ones in whole entries. */
static gboolean
derive_prefix_part (UllSum *sum, int *index, UllStepId id, gboolean shared, const UllLayoutPart *part, UllOperand tokens)
{
  UllLayoutPart by_entry = *part;
  int entries;

  if (!shared || part->store.per == 1)
    return ull_sum_add_store (sum, index, id, part, tokens);
  by_entry.store.per = 1;
  return ull_sum_add_two (sum, &entries, ULL_STEP_SHARED_ENTRIES, ULL_OP_DIVIDE_DOWN, ULL_UNIT_COUNT, tokens,
                          ull_sum_fact (ULL_FACT_TOKENS_PER_ENTRY, part->store.per, ULL_UNIT_COUNT)) &&
         ull_sum_add_store (sum, index, id, &by_entry, ull_sum_step (sum, entries));
}

static gboolean
derive_prefix_parts (UllSum *sum, int *index, UllStepId id, guint n_growing, UllOperand tokens)
{
  UllOperand parts[ULL_MAX_PARTS];
  guint n = 0;

  for (guint i = 0; i < sum->layout->n_parts; i++)
    {
      const UllLayoutPart *part = &sum->layout->part[i];

      if (!grows (part))
        continue;
      if (!derive_prefix_part (sum, index, n_growing == 1 ? id : ULL_STEP_STORE, id == ULL_STEP_SHARED, part, tokens))
        return FALSE;
      parts[n++] = ull_sum_step (sum, *index);
    }
  return n == 1 || ull_sum_add (sum, index, id, ULL_OP_ADD, ULL_UNIT_BYTES, parts, n);
}

/* Bytes of @tokens (a step or a field) in the growing stores; @round is the operation to whole blocks. */
static gboolean
derive_prefix (UllSum *sum, int *index, UllStepId tokens_id, UllStepId id, UllOp round, UllOperand tokens)
{
  gint64 granule = sum->layout->prefix_granule;
  UllOperand block = granule == sum->layout->block_tokens ? ull_sum_field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS)
                                                          : ull_sum_fact (ULL_FACT_BLOCK_TOKENS, granule, ULL_UNIT_TOKENS);
  guint n_growing;
  int blocks, whole;

  if (sum->layout->n_groups > 0)
    return ull_sum_derive_group_prefix (sum, index, tokens_id, id, round, tokens);
  if (sum->layout->granule > 1)
    {
      if (!ull_sum_add_two (sum, &blocks, tokens_id, round, ULL_UNIT_BLOCKS, tokens, block) ||
          !ull_sum_add_two (sum, &whole, tokens_id, ULL_OP_MULTIPLY, ULL_UNIT_TOKENS, ull_sum_step (sum, blocks), block))
        return FALSE;
      tokens = ull_sum_step (sum, whole);
    }
  if (is_packed (sum->layout, &n_growing))
    return derive_prefix_parts (sum, index, id, n_growing, tokens);
  return ull_sum_add_two (sum, index, id, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, tokens, ull_sum_step (sum, sum->per_token));
}

/* What is left of the pool for requests: its whole blocks, less what is to stay resident. */
static gboolean
derive_capacity (UllSum *sum, int *capacity)
{
  gint64 whole = sum->layout->capacity + sum->layout->retained;
  int index;

  *capacity = sum->pool;
  if (counts_blocks (sum) && !ull_sum_add_two (sum, capacity, ULL_STEP_CAPACITY, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                                               ull_sum_step (sum, sum->blocks), ull_sum_step (sum, sum->page)))
    return FALSE;
  if (sum->layout->retained == 0)
    return TRUE;
  if (!derive_prefix (sum, &index, ULL_STEP_RETAINED_TOKENS, ULL_STEP_RETAINED, ULL_OP_DIVIDE_UP,
                      ull_sum_field (sum, ULL_FIELD_RETAIN, ULL_UNIT_TOKENS)))
    return FALSE;
  sum->retained = index;
  return ull_sum_add_two (sum, capacity, ULL_STEP_CAPACITY, ULL_OP_REMAIN, ULL_UNIT_BYTES,
                          whole == sum->layout->pool ? ull_sum_step (sum, sum->pool) : ull_sum_step (sum, *capacity),
                          ull_sum_step (sum, sum->retained));
}

static gboolean
derive_shared (UllSum *sum)
{
  gint64 context = sum->scenario->value[ULL_FIELD_CONTEXT];
  UllOperand prefix = ull_sum_field (sum, ULL_FIELD_PREFIX_TOKENS, ULL_UNIT_TOKENS);
  int index;

  if (sum->per_token < 0 || ull_layout_get_shared_tokens (sum->layout, context) == 0)
    return TRUE;
  if (prefix.value >= context)
    {
      if (!ull_sum_add_two (sum, &index, ULL_STEP_SHARED_TOKENS, ULL_OP_SUBTRACT, ULL_UNIT_TOKENS,
                            ull_sum_field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS), ull_sum_constant (1, ULL_UNIT_TOKENS)))
        return FALSE;
      prefix = ull_sum_step (sum, index);
    }
  return derive_prefix (sum, &sum->shared, ULL_STEP_SHARED_TOKENS, ULL_STEP_SHARED, ULL_OP_DIVIDE_DOWN, prefix);
}

/* Sharers first, then those that share nothing beside them. */
static gboolean
derive_fit_shared (UllSum *sum, int capacity)
{
  int private_bytes, left, sharers, rest, others;

  if (!ull_sum_add_two (sum, &private_bytes, ULL_STEP_PRIVATE, ULL_OP_SUBTRACT, ULL_UNIT_BYTES,
                        ull_sum_step (sum, sum->request), ull_sum_step (sum, sum->shared)) ||
      !ull_sum_add_two (sum, &left, ULL_STEP_AFTER_SHARED, ULL_OP_REMAIN, ULL_UNIT_BYTES, ull_sum_step (sum, capacity),
                        ull_sum_step (sum, sum->shared)))
    return FALSE;
  if (sum->layout->sharers == G_MAXINT64)
    return ull_sum_add_two (sum, &sum->fit, ULL_STEP_MAX_REQUESTS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_REQUESTS,
                            ull_sum_step (sum, left), ull_sum_step (sum, private_bytes));
  return ull_sum_add_two (sum, &sharers, ULL_STEP_SHARERS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_REQUESTS,
                          ull_sum_step (sum, left), ull_sum_step (sum, private_bytes)) &&
         ull_sum_add_two (sum, &sharers, ULL_STEP_SHARERS, ULL_OP_MINIMUM, ULL_UNIT_REQUESTS, ull_sum_step (sum, sharers),
                          ull_sum_field (sum, ULL_FIELD_PREFIX_REQUESTS, ULL_UNIT_REQUESTS)) &&
         ull_sum_add_two (sum, &rest, ULL_STEP_AFTER_SHARERS, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, ull_sum_step (sum, sharers),
                          ull_sum_step (sum, private_bytes)) &&
         ull_sum_add_two (sum, &rest, ULL_STEP_AFTER_SHARERS, ULL_OP_REMAIN, ULL_UNIT_BYTES, ull_sum_step (sum, left),
                          ull_sum_step (sum, rest)) &&
         ull_sum_add_two (sum, &others, ULL_STEP_OTHERS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_REQUESTS, ull_sum_step (sum, rest),
                          ull_sum_step (sum, sum->request)) &&
         ull_sum_add_two (sum, &sum->fit, ULL_STEP_MAX_REQUESTS, ULL_OP_ADD, ULL_UNIT_REQUESTS,
                          ull_sum_step (sum, sharers), ull_sum_step (sum, others));
}

static gboolean
derive_fit (UllSum *sum, int capacity)
{
  gboolean by_block = counts_blocks (sum) && sum->retained < 0;
  int index;

  /* A model that keeps nothing has no memory limit to derive. */
  if (sum->derivation->step[sum->request].value == 0)
    return TRUE;
  if (sum->shared >= 0)
    {
      if (!derive_fit_shared (sum, capacity))
        return FALSE;
    }
  else if (!ull_sum_add_two (sum, &sum->fit, ULL_STEP_MAX_REQUESTS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_REQUESTS,
                             ull_sum_step (sum, by_block ? sum->blocks : capacity),
                             ull_sum_step (sum, by_block ? sum->blocks_each : sum->request)))
    return FALSE;
  return ull_engine_get_setting (sum->scenario, ULL_FIELD_MAX_NUM_SEQS) == ULL_UNSET ||
         ull_sum_add_two (sum, &index, ULL_STEP_RUNNING, ULL_OP_MINIMUM, ULL_UNIT_REQUESTS, ull_sum_step (sum, sum->fit),
                          ull_sum_field (sum, ULL_FIELD_MAX_NUM_SEQS, ULL_UNIT_REQUESTS));
}

static gboolean
derive_demand (UllSum *sum)
{
  UllOperand concurrency = ull_sum_field (sum, ULL_FIELD_CONCURRENCY, ULL_UNIT_REQUESTS);
  UllOperand request = ull_sum_step (sum, sum->request);
  gint64 sharers = MIN (concurrency.value, sum->layout->sharers);
  int alone, saved;

  if (sum->shared < 0 || sharers < 2)
    return ull_sum_add_two (sum, &sum->demand, ULL_STEP_DEMAND, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, concurrency, request);
  return ull_sum_add_two (sum, &alone, ULL_STEP_ALONE, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, concurrency, request) &&
         ull_sum_add_two (sum, &saved, ULL_STEP_SAVED, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                          ull_sum_constant (sharers - 1, ULL_UNIT_REQUESTS), ull_sum_step (sum, sum->shared)) &&
         ull_sum_add_two (sum, &sum->demand, ULL_STEP_DEMAND, ULL_OP_SUBTRACT, ULL_UNIT_BYTES, ull_sum_step (sum, alone),
                          ull_sum_step (sum, saved));
}

gboolean
ull_sum_derive_fit (UllSum *sum)
{
  int capacity, index;

  return ull_sum_derive_tokens (sum) && derive_capacity (sum, &capacity) && derive_shared (sum) && derive_fit (sum, capacity) &&
         derive_demand (sum) &&
         ull_sum_add_two (sum, &index, ULL_STEP_ULLAGE, ULL_OP_SUBTRACT, ULL_UNIT_BYTES, ull_sum_step (sum, capacity),
                          ull_sum_step (sum, sum->demand));
}
