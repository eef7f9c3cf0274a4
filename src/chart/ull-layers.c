/* Draft layers share one key at the end, whatever they keep, since they are not counted. */
#include "ull-layers.h"

#include "ull-units.h"

void
ull_layers_store (const UllLayers *layers, const UllStore *store, UllStore *kept)
{
  ull_layout_store (&layers->disclosure->plan->layout, layers->disclosure->scenario, store, kept);
}

void
ull_layers_store_bytes (const UllLayers *layers, const UllStore *store, UllLayerBytes *bytes)
{
  const UllFormats *formats;
  gint64 tokens, amount;
  UllStore kept;

  *bytes = (UllLayerBytes) { 0 };
  if (!layers->answered)
    return;

  formats = &layers->disclosure->plan->layout.formats;
  ull_layers_store (layers, store, &kept);
  tokens = kept.growth == ULL_GROWTH_SIDE ? kept.cap : kept.per;
  if (!ull_store_bytes (&kept, formats, tokens, 1, &amount, NULL))
    return;
  if (kept.growth == ULL_GROWTH_CONSTANT || kept.growth == ULL_GROWTH_SIDE)
    {
      bytes->per_sequence = amount;
      return;
    }
  bytes->per_token = ull_div_ceil (amount, kept.per);
  if (kept.growth == ULL_GROWTH_CAPPED && ull_store_bytes (&kept, formats, kept.cap, 1, &amount, NULL))
    {
      bytes->window = kept.cap;
      bytes->window_bytes = amount;
    }
}

/* What no longer fits a number is left out: a full window may be more than any request of the plan fills. */
static void
add_up (gint64 *sum, gint64 bytes)
{
  (void) !ull_add (*sum, bytes, sum);
}

void
ull_layers_bytes (const UllLayers *layers, const UllRun *run, UllLayerBytes *bytes)
{
  *bytes = (UllLayerBytes) { 0 };
  for (guint i = 0; !run->draft && i < run->n_stores; i++)
    {
      UllLayerBytes own;

      ull_layers_store_bytes (layers, &run->stores[i], &own);
      add_up (&bytes->per_token, own.per_token);
      bytes->window = MAX (bytes->window, own.window);
      add_up (&bytes->window_bytes, own.window_bytes);
      add_up (&bytes->per_sequence, own.per_sequence);
    }
}

static void
widen (UllLayerKey *key, const UllLayerBytes *bytes)
{
  if (key->count == 0)
    key->low = key->high = *bytes;
  key->low.per_token = MIN (key->low.per_token, bytes->per_token);
  key->high.per_token = MAX (key->high.per_token, bytes->per_token);
  key->low.window = MIN (key->low.window, bytes->window);
  key->high.window = MAX (key->high.window, bytes->window);
  key->low.window_bytes = MIN (key->low.window_bytes, bytes->window_bytes);
  key->high.window_bytes = MAX (key->high.window_bytes, bytes->window_bytes);
  key->low.per_sequence = MIN (key->low.per_sequence, bytes->per_sequence);
  key->high.per_sequence = MAX (key->high.per_sequence, bytes->per_sequence);
}

static void
add_key (UllLayers *layers, UllLayerKind kind, gboolean draft)
{
  UllLayerKey *key = &layers->key[layers->n_keys];

  *key = (UllLayerKey) { .kind = kind, .draft = draft };
  for (guint i = 0; i < layers->model->n_runs; i++)
    {
      const UllRun *run = &layers->model->runs[i];
      UllLayerBytes bytes;

      if (run->draft != draft || (!draft && run->kind != kind))
        continue;
      ull_layers_bytes (layers, run, &bytes);
      widen (key, &bytes);
      key->count += (guint) run->count;
    }
  layers->n_keys += key->count > 0;
}

void
ull_layers_init (UllLayers *layers, const UllDisclosure *disclosure)
{
  *layers = (UllLayers) { .disclosure = disclosure, .model = disclosure->scenario->model };
  layers->answered = !disclosure->withheld && disclosure->plan != NULL;
  for (int kind = 0; kind < ULL_N_LAYER_KINDS; kind++)
    add_key (layers, (UllLayerKind) kind, FALSE);
  add_key (layers, ULL_LAYER_FULL, TRUE);
}

gboolean
ull_layers_same (const UllDisclosure *one, const UllDisclosure *other)
{
  static const UllFieldId fields[] = { ULL_FIELD_ENGINE,      ULL_FIELD_K_DTYPE,  ULL_FIELD_V_DTYPE,      ULL_FIELD_STATE_DTYPE,
                                       ULL_FIELD_KV_HEADS,    ULL_FIELD_BLOCK_SIZE, ULL_FIELD_MAX_MODEL_LEN };

  if (one->scenario->model != other->scenario->model || one->withheld != other->withheld
      || (one->plan == NULL) != (other->plan == NULL) || one->n_steps != other->n_steps)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (one->scenario->value[fields[i]] != other->scenario->value[fields[i]])
      return FALSE;
  return TRUE;
}

UllLayerSegment
ull_layers_segment (const UllLayers *layers, guint first, guint end)
{
  UllLayerSegment segment = { first, first, layers->model->layer_run[first] };

  while (segment.last + 1 < end && layers->model->layer_run[segment.last + 1] == segment.run)
    segment.last++;
  return segment;
}

static gboolean
is_of_store (const UllDerivation *derivation, const UllStep *step, const UllRun *run, const UllStore *store)
{
  const UllOperand *operand = &derivation->operand[step->first_operand];

  return step->op == ULL_OP_STORE_BYTES && step->kind == run->kind && step->role == store->role
         && operand[ULL_STORE_GROWTH].value == (gint64) store->growth && operand[ULL_STORE_HEADS].value == store->heads
         && operand[ULL_STORE_K_DIM].value == store->k_dim && operand[ULL_STORE_V_DIM].value == store->v_dim
         && operand[ULL_STORE_CAP].value == store->cap;
}

int
ull_layers_step (const UllLayers *layers, const UllRun *run)
{
  const UllDerivation *derivation;
  UllStore kept;

  if (!layers->answered || run->draft || run->n_stores == 0)
    return -1;

  derivation = &layers->disclosure->plan->derivation;
  ull_layers_store (layers, &run->stores[0], &kept);
  for (guint i = 0; i < layers->disclosure->n_steps; i++)
    if (is_of_store (derivation, &derivation->step[i], run, &kept))
      return (int) i;
  return -1;
}
