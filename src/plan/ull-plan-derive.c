#include "ull-plan-private.h"

#include "ull-units.h"

/* The sum of a plan, in the order a person would do it: what a token takes, what a request takes, what is left for them,
 * how often one goes into the other. Steps that the convention does not have are left out.
 *
 * Every store is one step: those that grow in what a token takes, the windows, states and side caches in what a request
 * takes. Stores of several tokens an entry grow by steps, so that length times rate would be too much: a model that has
 * some names each growing store once more, at the request's length. */

typedef struct
{
  UllDerivation *derivation;
  const UllScenario *scenario;
  const UllLayout *layout;
  const UllBudget *budget;
  int given, headroom, weights, pool;
  int per_token, blocks_each, tokens_each, page, request, blocks, fit, demand;
} Sum;

static UllOperand
field (const Sum *sum, UllFieldId id, UllUnit unit)
{
  return (UllOperand) { ULL_OPERAND_FIELD, id, sum->scenario->value[id], unit };
}

static UllOperand
fact (UllFactId id, gint64 value, UllUnit unit)
{
  return (UllOperand) { ULL_OPERAND_FACT, id, value, unit };
}

static UllOperand
term (const Sum *sum, UllTermId id)
{
  return (UllOperand) { ULL_OPERAND_TERM, id, sum->budget->term[id].bytes, ULL_UNIT_BYTES };
}

static UllOperand
step (const Sum *sum, int index)
{
  const UllStep *s = &sum->derivation->step[index];

  return (UllOperand) { ULL_OPERAND_STEP, (guint) index, s->value, s->unit };
}

static gboolean
add (Sum *sum, int *index, UllStepId id, UllOp op, UllUnit unit, const UllOperand *operands, guint n_operands)
{
  *index = ull_derivation_add (sum->derivation, id, op, unit, operands, n_operands);
  return *index >= 0;
}

static gboolean
add_two (Sum *sum, int *index, UllStepId id, UllOp op, UllUnit unit, UllOperand first, UllOperand second)
{
  const UllOperand operands[] = { first, second };

  return add (sum, index, id, op, unit, operands, 2);
}

static gboolean
add_store (Sum *sum, int *index, UllStepId id, const UllLayoutPart *part, UllOperand tokens)
{
  const UllFormats *formats = &sum->layout->formats;
  const UllStore *store = &part->store;
  const UllOperand operands[ULL_N_STORE_OPERANDS] = {
    [ULL_STORE_LAYERS] = fact (ULL_FACT_LAYERS, part->layers, ULL_UNIT_COUNT),
    [ULL_STORE_TOKENS] = tokens,
    [ULL_STORE_HEADS] = fact (ULL_FACT_KV_HEADS, store->heads, ULL_UNIT_COUNT),
    [ULL_STORE_K_DIM] = fact (ULL_FACT_K_DIM, store->k_dim, ULL_UNIT_COUNT),
    [ULL_STORE_V_DIM] = fact (ULL_FACT_V_DIM, store->v_dim, ULL_UNIT_COUNT),
    [ULL_STORE_K_FORMAT] = fact (ULL_FACT_K_FORMAT, ull_formats_resolve (formats, store->k_format, formats->k), ULL_UNIT_DTYPE),
    [ULL_STORE_V_FORMAT] = fact (ULL_FACT_V_FORMAT, ull_formats_resolve (formats, store->v_format, formats->v), ULL_UNIT_DTYPE),
    [ULL_STORE_EXTRA] = fact (ULL_FACT_EXTRA_BYTES, store->extra_bytes, ULL_UNIT_BYTES),
    [ULL_STORE_PER] = fact (ULL_FACT_TOKENS_PER_ENTRY, store->per, ULL_UNIT_TOKENS),
    [ULL_STORE_CAP] = fact (ULL_FACT_CAP, store->cap, ULL_UNIT_TOKENS),
    [ULL_STORE_GROWTH] = fact (ULL_FACT_GROWTH, store->growth, ULL_UNIT_COUNT),
  };

  if (!add (sum, index, id, ULL_OP_STORE_BYTES, ULL_UNIT_BYTES, operands, ULL_N_STORE_OPERANDS))
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
derive_rate (Sum *sum, int *index, UllStepId id, UllStepId packed_id, const UllLayoutPart *part)
{
  UllOperand tokens = { ULL_OPERAND_CONSTANT, 0, part->store.per, ULL_UNIT_TOKENS };

  if (part->store.per == 1)
    return add_store (sum, index, id, part, tokens);
  return add_store (sum, index, ULL_STEP_STORE, part, tokens) &&
         add_two (sum, index, packed_id, ULL_OP_DIVIDE_UP, ULL_UNIT_BYTES, step (sum, *index),
                  fact (ULL_FACT_TOKENS_PER_ENTRY, part->store.per, ULL_UNIT_COUNT));
}

/* Where several stores grow, the growth per token is their sum. */
static gboolean
derive_rates (Sum *sum)
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
      parts[n_parts++] = step (sum, index);
    }
  return n_parts == 0 ||
         add (sum, &sum->per_token, ULL_STEP_BYTES_PER_TOKEN, ULL_OP_ADD, ULL_UNIT_BYTES, parts, n_parts);
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
derive_request_tokens (Sum *sum)
{
  UllOperand context = field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS);
  UllOperand block = field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS);

  if (sum->layout->engine == ULL_ENGINE_IDEAL || !takes_tokens (sum->layout))
    return TRUE;
  if (!add_two (sum, &sum->blocks_each, ULL_STEP_REQUEST_BLOCKS, ULL_OP_DIVIDE_UP, ULL_UNIT_BLOCKS, context, block))
    return FALSE;
  return sum->layout->uniform || add_two (sum, &sum->tokens_each, ULL_STEP_REQUEST_TOKENS, ULL_OP_MULTIPLY,
                                          ULL_UNIT_TOKENS, step (sum, sum->blocks_each), block);
}

static UllOperand
request_tokens (const Sum *sum)
{
  return sum->tokens_each >= 0 ? step (sum, sum->tokens_each) : field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS);
}

static gboolean
derive_request_part (Sum *sum, int *index, UllStepId id, const UllLayoutPart *part)
{
  UllOperand tokens = part->store.growth == ULL_GROWTH_SIDE ? fact (ULL_FACT_CAP, part->store.cap, ULL_UNIT_TOKENS)
                                                            : request_tokens (sum);

  return add_store (sum, index, id, part, tokens);
}

static gboolean
derive_mixed_request (Sum *sum)
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
      if (!add_two (sum, &index, ULL_STEP_GROWTH, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, request_tokens (sum),
                    step (sum, sum->per_token)))
        return FALSE;
      parts[n_parts++] = step (sum, index);
    }
  for (guint i = 0; i < sum->layout->n_parts; i++)
    {
      if (multiplied && grows (&sum->layout->part[i]))
        continue;
      if (!derive_request_part (sum, &index, ULL_STEP_STORE, &sum->layout->part[i]))
        return FALSE;
      parts[n_parts++] = step (sum, index);
    }
  if (n_parts == 0)
    parts[n_parts++] = (UllOperand) { ULL_OPERAND_CONSTANT, 0, 0, ULL_UNIT_BYTES };
  return add (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_ADD, ULL_UNIT_BYTES, parts, n_parts);
}

static gboolean
derive_page (Sum *sum)
{
  return sum->per_token < 0 || sum->layout->per_token == 0 ||
         add_two (sum, &sum->page, ULL_STEP_PAGE, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, step (sum, sum->per_token),
                  field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS));
}

static gboolean
derive_request (Sum *sum)
{
  if (!derive_rates (sum) || !derive_page (sum) || !derive_request_tokens (sum))
    return FALSE;
  if (!sum->layout->uniform)
    return derive_mixed_request (sum);
  if (sum->blocks_each >= 0 && sum->page >= 0)
    return add_two (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                    step (sum, sum->blocks_each), step (sum, sum->page));
  return add_two (sum, &sum->request, ULL_STEP_REQUEST, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                  field (sum, ULL_FIELD_CONTEXT, ULL_UNIT_TOKENS), step (sum, sum->per_token));
}

/* Weights that come from a parameter count are a step of their own; others are a term as it stands. */
static gboolean
derive_weights (Sum *sum)
{
  const UllScenario *scenario = sum->scenario;
  gint64 parameters = scenario->value[ULL_FIELD_PARAMETERS];
  gint64 dtype = scenario->value[ULL_FIELD_WEIGHT_DTYPE], bytes;
  UllOperand count, format;

  if (parameters == ULL_UNSET)
    parameters = scenario->model->parameters;
  if (dtype == ULL_UNSET)
    dtype = scenario->model->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : scenario->model->native_dtype;
  if (!sum->budget->term[ULL_TERM_WEIGHTS].present || scenario->value[ULL_FIELD_WEIGHTS] != ULL_UNSET ||
      parameters < 0 || !ull_dtype_row_bytes ((UllDtype) dtype, parameters, &bytes) ||
      bytes != sum->budget->term[ULL_TERM_WEIGHTS].bytes)
    return TRUE;
  count = scenario->value[ULL_FIELD_PARAMETERS] == ULL_UNSET ? fact (ULL_FACT_PARAMETERS, parameters, ULL_UNIT_COUNT)
                                                             : field (sum, ULL_FIELD_PARAMETERS, ULL_UNIT_COUNT);
  format = (UllOperand) { ULL_OPERAND_FIELD, ULL_FIELD_WEIGHT_DTYPE, dtype, ULL_UNIT_DTYPE };
  return add_two (sum, &sum->weights, ULL_STEP_WEIGHTS, ULL_OP_DTYPE_BYTES, ULL_UNIT_BYTES, count, format);
}

static gboolean
derive_pool (Sum *sum)
{
  UllOperand operands[ULL_N_TERMS + 1];
  UllOperand card = fact (ULL_FACT_ALLOCATABLE, sum->budget->allocatable, ULL_UNIT_BYTES);
  guint n = 0;

  if (sum->scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    {
      operands[n++] = field (sum, ULL_FIELD_AVAILABLE, ULL_UNIT_BYTES);
      return add (sum, &sum->pool, ULL_STEP_POOL, ULL_OP_REMAIN, ULL_UNIT_BYTES, operands, n);
    }
  if (!derive_weights (sum) ||
      !add_two (sum, &sum->given, ULL_STEP_GIVEN, ULL_OP_FRACTION_DOWN, ULL_UNIT_BYTES, card,
                field (sum, ULL_FIELD_UTILIZATION, ULL_UNIT_PPM)))
    return FALSE;
  if (sum->budget->term[ULL_TERM_HEADROOM].present &&
      !add_two (sum, &sum->headroom, ULL_STEP_HEADROOM, ULL_OP_FRACTION_UP, ULL_UNIT_BYTES, card,
                field (sum, ULL_FIELD_HEADROOM, ULL_UNIT_PPM)))
    return FALSE;
  operands[n++] = step (sum, sum->given);
  for (int id = 0; id < ULL_TERM_KV_POOL; id++)
    if (sum->budget->term[id].present && sum->budget->term[id].inside)
      operands[n++] = id == ULL_TERM_WEIGHTS && sum->weights >= 0 ? step (sum, sum->weights) : term (sum, (UllTermId) id);
  if (sum->headroom >= 0)
    operands[n++] = step (sum, sum->headroom);
  return add (sum, &sum->pool, ULL_STEP_POOL, ULL_OP_REMAIN, ULL_UNIT_BYTES, operands, n);
}

static gboolean
derive_tokens (Sum *sum)
{
  int index;

  if (sum->page < 0)
    return TRUE;
  if (sum->layout->engine == ULL_ENGINE_IDEAL)
    return add_two (sum, &index, ULL_STEP_TOKENS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_TOKENS, step (sum, sum->pool),
                    step (sum, sum->per_token)) &&
           add_two (sum, &sum->blocks, ULL_STEP_BLOCKS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_BLOCKS, step (sum, sum->pool),
                    step (sum, sum->page));
  return add_two (sum, &sum->blocks, ULL_STEP_BLOCKS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_BLOCKS, step (sum, sum->pool),
                  step (sum, sum->page)) &&
         add_two (sum, &index, ULL_STEP_TOKENS, ULL_OP_MULTIPLY, ULL_UNIT_TOKENS, step (sum, sum->blocks),
                  field (sum, ULL_FIELD_BLOCK_SIZE, ULL_UNIT_TOKENS));
}

static gboolean
derive_fit (Sum *sum)
{
  gboolean by_block = sum->layout->engine != ULL_ENGINE_IDEAL && sum->layout->uniform && sum->blocks >= 0;
  int index;

  /* A model that keeps nothing has no memory limit to derive. */
  if (sum->derivation->step[sum->request].value == 0)
    return TRUE;
  if (!add_two (sum, &sum->fit, ULL_STEP_MAX_REQUESTS, ULL_OP_DIVIDE_DOWN, ULL_UNIT_REQUESTS,
                step (sum, by_block ? sum->blocks : sum->pool), step (sum, by_block ? sum->blocks_each : sum->request)))
    return FALSE;
  return sum->scenario->value[ULL_FIELD_MAX_NUM_SEQS] == ULL_UNSET ||
         add_two (sum, &index, ULL_STEP_RUNNING, ULL_OP_MINIMUM, ULL_UNIT_REQUESTS, step (sum, sum->fit),
                  field (sum, ULL_FIELD_MAX_NUM_SEQS, ULL_UNIT_REQUESTS));
}

static gboolean
derive_ullage (Sum *sum)
{
  gboolean by_block = sum->layout->engine != ULL_ENGINE_IDEAL && sum->layout->uniform && sum->blocks >= 0;
  int capacity = sum->pool, index;

  if (!add_two (sum, &sum->demand, ULL_STEP_DEMAND, ULL_OP_MULTIPLY, ULL_UNIT_BYTES,
                field (sum, ULL_FIELD_CONCURRENCY, ULL_UNIT_REQUESTS), step (sum, sum->request)))
    return FALSE;
  if (by_block && !add_two (sum, &capacity, ULL_STEP_CAPACITY, ULL_OP_MULTIPLY, ULL_UNIT_BYTES, step (sum, sum->blocks),
                            step (sum, sum->page)))
    return FALSE;
  return add_two (sum, &index, ULL_STEP_ULLAGE, ULL_OP_SUBTRACT, ULL_UNIT_BYTES, step (sum, capacity),
                  step (sum, sum->demand));
}

gboolean
ull_plan_derive (UllPlan *plan, const UllScenario *scenario)
{
  Sum sum = { &plan->derivation, scenario, &plan->layout, &plan->budget, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };

  plan->derivation.n_steps = plan->derivation.n_operands = 0;
  return derive_request (&sum) && derive_pool (&sum) && derive_tokens (&sum) && derive_fit (&sum) && derive_ullage (&sum);
}
