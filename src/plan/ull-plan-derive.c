#include "ull-plan-private.h"
#include "ull-sum-private.h"

#include "ull-units.h"

/* The sum of a plan, in the order a person would do it: what a token takes, what a request takes, what is left for them,
 * how often one goes into the other. Steps that the convention does not have are left out.
 *
 * Every store is one step: those that grow in what a token takes, the windows, states and side caches in what a request
 * takes. Stores of several tokens an entry grow by steps, so that length times rate would be too much: a model that has
 * some names each growing store once more, at the request's length. */

/* The step that divides the figure already: many stores have the same heads. */
static int
find_share (const UllSum *sum, UllStepId id, gint64 figure)
{
  const UllDerivation *derivation = sum->derivation;

  for (guint i = 0; i < derivation->n_steps; i++)
    if (derivation->step[i].id == id && derivation->operand[derivation->step[i].first_operand].value == figure)
      return (int) i;
  return -1;
}

/* What one card holds of a figure that tensor parallel divides; below one, each card holds one. */
static gboolean
derive_share (UllSum *sum, UllStepId id, UllOperand *figure)
{
  int index;

  if (sum->layout->tp == 1 || figure->value == 0)
    return TRUE;
  index = find_share (sum, id, figure->value);
  if (index < 0 && !ull_sum_add_two (sum, &index, id, ULL_OP_DIVIDE_UP, ULL_UNIT_COUNT, *figure,
                        ull_sum_field (sum, ULL_FIELD_TP, ULL_UNIT_COUNT)))
    return FALSE;
  *figure = ull_sum_step (sum, index);
  return TRUE;
}

gboolean
ull_sum_add_store (UllSum *sum, int *index, UllStepId id, const UllLayoutPart *part, UllOperand tokens)
{
  const UllFormats *formats = &sum->layout->formats;
  const UllStore *store = &part->store;
  UllOperand operands[ULL_N_STORE_OPERANDS] = {
    [ULL_STORE_LAYERS] = ull_sum_fact (ULL_FACT_LAYERS, part->layers, ULL_UNIT_COUNT),
    [ULL_STORE_TOKENS] = tokens,
    [ULL_STORE_HEADS] = ull_sum_fact (ULL_FACT_KV_HEADS, store->heads, ULL_UNIT_COUNT),
    [ULL_STORE_K_DIM] = ull_sum_fact (ULL_FACT_K_DIM, store->k_dim, ULL_UNIT_COUNT),
    [ULL_STORE_V_DIM] = ull_sum_fact (ULL_FACT_V_DIM, store->v_dim, ULL_UNIT_COUNT),
    [ULL_STORE_K_FORMAT] = ull_sum_fact (ULL_FACT_K_FORMAT, ull_formats_resolve (formats, store->k_format, formats->k), ULL_UNIT_DTYPE),
    [ULL_STORE_V_FORMAT] = ull_sum_fact (ULL_FACT_V_FORMAT, ull_formats_resolve (formats, store->v_format, formats->v), ULL_UNIT_DTYPE),
    [ULL_STORE_EXTRA] = ull_sum_fact (ULL_FACT_EXTRA_BYTES, store->extra_bytes, ULL_UNIT_BYTES),
    [ULL_STORE_PER] = ull_sum_fact (ULL_FACT_TOKENS_PER_ENTRY, store->per, ULL_UNIT_TOKENS),
    [ULL_STORE_CAP] = ull_sum_fact (ULL_FACT_CAP, store->cap, ULL_UNIT_TOKENS),
    [ULL_STORE_GROWTH] = ull_sum_fact (ULL_FACT_GROWTH, store->growth, ULL_UNIT_COUNT),
  };

  if (store->shard == ULL_SHARD_HEADS && !derive_share (sum, ULL_STEP_HEADS, &operands[ULL_STORE_HEADS]))
    return FALSE;
  if (store->shard == ULL_SHARD_CHANNELS && (!derive_share (sum, ULL_STEP_CHANNELS, &operands[ULL_STORE_K_DIM]) ||
                                             !derive_share (sum, ULL_STEP_CHANNELS, &operands[ULL_STORE_V_DIM])))
    return FALSE;
  if (!ull_sum_add (sum, index, id, ULL_OP_STORE_BYTES, ULL_UNIT_BYTES, operands, ULL_N_STORE_OPERANDS))
    return FALSE;
  sum->derivation->step[*index].kind = part->kind;
  sum->derivation->step[*index].role = store->role;
  return TRUE;
}

static gboolean
grows (const UllLayoutPart *part)
{
  return part->store.growth == ULL_GROWTH_TOKEN;
}

static guint
count_growing (const UllLayout *layout, gboolean *packed)
{
  guint n = 0;

  *packed = FALSE;
  for (guint i = 0; i < layout->n_parts; i++)
    if (grows (&layout->part[i]))
      {
        *packed |= layout->part[i].store.per > 1;
        n++;
      }
  return n;
}

/* Bytes per token of one growing store, as the step @id. */
static gboolean
derive_rate (UllSum *sum, int *index, UllStepId id, UllStepId packed_id, const UllLayoutPart *part)
{
  UllOperand tokens = ull_sum_constant (part->store.per, ULL_UNIT_TOKENS);

  if (part->store.per == 1)
    return ull_sum_add_store (sum, index, id, part, tokens);
  return ull_sum_add_store (sum, index, ULL_STEP_STORE, part, tokens) &&
         ull_sum_add_two (sum, index, packed_id, ULL_OP_DIVIDE_UP, ULL_UNIT_BYTES, ull_sum_step (sum, *index),
                  ull_sum_fact (ULL_FACT_TOKENS_PER_ENTRY, part->store.per, ULL_UNIT_COUNT));
}

/* Where several stores grow, the growth per token is their sum. */
static gboolean
derive_rates (UllSum *sum)
{
  UllOperand parts[ULL_MAX_PARTS];
  gboolean packed, one = count_growing (sum->layout, &packed) == 1;
  guint n_parts = 0;
  int index;

  for (guint i = 0; i < sum->layout->n_parts; i++)
    {
      const UllLayoutPart *part = &sum->layout->part[i];

      if (!grows (part))
        continue;
      if (one)
        return derive_rate (sum, &sum->per_token, ULL_STEP_BYTES_PER_TOKEN, ULL_STEP_BYTES_PER_TOKEN, part);
      if (!derive_rate (sum, &index, ULL_STEP_STORE, ULL_STEP_STORE_RATE, part))
        return FALSE;
      parts[n_parts++] = ull_sum_step (sum, index);
    }
  return n_parts == 0 ||
         ull_sum_add (sum, &sum->per_token, ULL_STEP_BYTES_PER_TOKEN, ULL_OP_ADD, ULL_UNIT_BYTES, parts, n_parts);
}

/* Cards that divide the tokens among them: a token is on one of them. */
static gboolean
derive_rate_each (UllSum *sum)
{
  UllOperand cards = ull_sum_field (sum, ULL_FIELD_DCP, ULL_UNIT_COUNT);

  return !ull_field_is_read_by (ull_field_get (ULL_FIELD_DCP), sum->layout->engine) || cards.value == 1 || sum->per_token < 0 ||
         ull_sum_add_two (sum, &sum->per_token, ULL_STEP_BYTES_PER_TOKEN, ULL_OP_DIVIDE_UP, ULL_UNIT_BYTES,
                          ull_sum_step (sum, sum->per_token), cards);
}

/* A window, too, is filled in whole blocks; a state has none. */
static gboolean
takes_tokens (const UllLayout *layout)
{
  for (guint i = 0; i < layout->n_parts; i++)
    if (layout->part[i].store.growth == ULL_GROWTH_TOKEN || layout->part[i].store.growth == ULL_GROWTH_CAPPED)
      return TRUE;
  return FALSE;
}

static gboolean
derive_request_tokens (UllSum *sum)
{
  UllOperand context = ull_sum_field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS);
  UllOperand block = ull_sum_field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS);

  if (!ull_engine_get (sum->layout->engine)->whole_blocks || !takes_tokens (sum->layout))
    return TRUE;
  if (!ull_sum_add_two (sum, &sum->blocks_each, ULL_STEP_REQUEST_BLOCKS, ULL_OP_DIVIDE_UP, ULL_UNIT_BLOCKS, context, block))
    return FALSE;
  return sum->layout->uniform || ull_sum_add_two (sum, &sum->tokens_each, ULL_STEP_REQUEST_TOKENS, ULL_OP_MULTIPLY,
                                          ULL_UNIT_TOKENS, ull_sum_step (sum, sum->blocks_each), block);
}

static UllOperand
request_tokens (const UllSum *sum)
{
  return sum->tokens_each >= 0 ? ull_sum_step (sum, sum->tokens_each) : ull_sum_field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS);
}

static gboolean
derive_request_part (UllSum *sum, int *index, UllStepId id, const UllLayoutPart *part)
{
  UllOperand tokens = part->store.growth == ULL_GROWTH_SIDE ? ull_sum_fact (ULL_FACT_CAP, part->store.cap, ULL_UNIT_TOKENS)
                                                            : request_tokens (sum);

  return ull_sum_add_store (sum, index, id, part, tokens);
}

static gboolean
derive_mixed_request (UllSum *sum)
{
  UllOperand parts[ULL_MAX_PARTS + 1];
  gboolean packed, multiplied;
  guint n_parts = 0, n_growing = count_growing (sum->layout, &packed);
  int index;

  if (sum->layout->n_parts == 1)
    return derive_request_part (sum, &sum->request, ULL_STEP_REQUEST, &sum->layout->part[0]);
  multiplied = n_growing > 0 && !packed;
  if (multiplied)
    {
      if (!ull_sum_add_two (sum, &index, ULL_STEP_GROWTH, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, request_tokens (sum),
                    ull_sum_step (sum, sum->per_token)))
        return FALSE;
      parts[n_parts++] = ull_sum_step (sum, index);
    }
  for (guint i = 0; i < sum->layout->n_parts; i++)
    {
      if (multiplied && grows (&sum->layout->part[i]))
        continue;
      if (!derive_request_part (sum, &index, ULL_STEP_STORE, &sum->layout->part[i]))
        return FALSE;
      parts[n_parts++] = ull_sum_step (sum, index);
    }
  if (n_parts == 0)
    parts[n_parts++] = ull_sum_constant (0, ULL_UNIT_BYTES);
  return ull_sum_add (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_ADD, ULL_UNIT_BYTES, parts, n_parts);
}

static gboolean
derive_page (UllSum *sum)
{
  return sum->per_token < 0 || sum->layout->per_token == 0 ||
         ull_sum_add_two (sum, &sum->page, ULL_STEP_PAGE, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, ull_sum_step (sum, sum->per_token),
                  ull_sum_field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS));
}

static gboolean
derive_request (UllSum *sum)
{
  if (!derive_rates (sum) || !derive_rate_each (sum))
    return FALSE;
  if (sum->layout->n_groups > 0)
    return ull_sum_derive_groups (sum);
  if (!derive_page (sum) || !derive_request_tokens (sum))
    return FALSE;
  if (!sum->layout->uniform)
    return derive_mixed_request (sum);
  if (sum->blocks_each >= 0 && sum->page >= 0)
    return ull_sum_add_two (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                    ull_sum_step (sum, sum->blocks_each), ull_sum_step (sum, sum->page));
  return ull_sum_add_two (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                  ull_sum_field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS), ull_sum_step (sum, sum->per_token));
}

static UllOperand
term_operand (const UllSum *sum, UllTermId id)
{
  if (id == ULL_TERM_WEIGHTS && sum->weights >= 0)
    return ull_sum_step (sum, sum->weights);
  return sum->term[id] >= 0 ? ull_sum_step (sum, sum->term[id]) : ull_sum_term (sum, id);
}

static gboolean
derive_pool (UllSum *sum)
{
  UllOperand operands[ULL_N_TERMS + 1];
  UllOperand card = ull_sum_fact (ULL_FACT_ALLOCATABLE, sum->budget->allocatable, ULL_UNIT_BYTES);
  UllOp rounding = ull_engine_get (sum->layout->engine)->asks_up ? ULL_OP_FRACTION_UP : ULL_OP_FRACTION_DOWN;
  guint n = 0;

  if (sum->scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    {
      operands[n++] = ull_sum_field (sum, ULL_FIELD_AVAILABLE, ULL_UNIT_BYTES);
      return ull_sum_add (sum, &sum->pool, ULL_STEP_POOL, ULL_OP_REMAIN, ULL_UNIT_BYTES, operands, n);
    }
  if (!ull_sum_derive_weights (sum) || !ull_sum_derive_terms (sum) ||
      !ull_sum_add_two (sum, &sum->given, ULL_STEP_GIVEN, rounding, ULL_UNIT_BYTES, card,
                ull_sum_field (sum, ULL_FIELD_UTILIZATION, ULL_UNIT_PPM)))
    return FALSE;
  if (sum->budget->term[ULL_TERM_HEADROOM].present &&
      !ull_sum_add_two (sum, &sum->headroom, ULL_STEP_HEADROOM, ULL_OP_FRACTION_UP, ULL_UNIT_BYTES, card,
                ull_sum_field (sum, ULL_FIELD_HEADROOM, ULL_UNIT_PPM)))
    return FALSE;
  operands[n++] = ull_sum_step (sum, sum->given);
  for (int id = 0; id < ULL_TERM_KV_POOL; id++)
    if (sum->budget->term[id].present && sum->budget->term[id].inside)
      operands[n++] = term_operand (sum, (UllTermId) id);
  if (sum->headroom >= 0)
    operands[n++] = ull_sum_step (sum, sum->headroom);
  return ull_sum_add (sum, &sum->pool, ULL_STEP_POOL, ULL_OP_REMAIN, ULL_UNIT_BYTES, operands, n);
}

gboolean
ull_plan_derive (UllPlan *plan, const UllScenario *scenario)
{
  UllSum sum = { &plan->derivation, scenario, &plan->layout, &plan->budget, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                 -1, -1, { 0 } };

  plan->derivation.n_steps = plan->derivation.n_operands = 0;
  return derive_request (&sum) && derive_pool (&sum) && ull_sum_derive_fit (&sum);
}

gboolean
ull_plan_derive_part (UllDerivation *derivation,
                      const UllScenario *scenario,
                      const UllBudget *budget,
                      const UllLayout *layout,
                      UllPlanPart part)
{
  UllSum sum = { derivation, scenario, layout, budget, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, { 0 } };

  derivation->n_steps = derivation->n_operands = 0;
  if (part == ULL_PART_REQUEST)
    return derive_request (&sum);
  if (part == ULL_PART_POOL)
    return derive_pool (&sum);
  return derive_request (&sum) && derive_pool (&sum) && ull_sum_derive_tokens (&sum);
}
