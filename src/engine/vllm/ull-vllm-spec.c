#include "ull-vllm-spec.h"

#include "ull-units.h"
#include "ull-vllm-packed.h"
#include "ull-vllm-settings.h"

#include <string.h>

/* Stores to specs. The page of a block is its tokens times the bytes of one in a layer, heads divided by tensor parallel;
 * a state's page is all that one sequence's state takes in a layer.
 *
 * Where recurrent and attention layers stand side by side, a block of attention is made long enough to hold a state:
 *   block = align * ceil (state / (align * bytes of a token))     align: what the kernels take at a time
 * and the state's page is padded to it. A longer block that was asked for stays. With a state at every block the block is
 * also whole chunks of the recurrence. */

/* Bytes of a sparse indexer's key of 128 values: one each, and a scale of four. */
#define INDEX_GROUP 128
#define INDEX_SCALE 4

/* Rows that a convolution keeps of the tokens before: the kernels of all families with drafts are of four. */
#define CONVOLUTION_ROWS 3

/* Tokens of a chunk of the recurrence where nobody says. */
#define STATE_CHUNK 256

/* A latent entry for sparse attention: the 64 rotated values stay in 16 bits and the others are a byte each, with scales.
 * One entry a token has four bytes of scale for 128 values: 512 + 4 * 4 + 64 * 2 = 656 of 576; one of several tokens, which
 * is a row of 448 + 64, a byte for 64 values, in whole eights: 448 + 8 + 64 * 2 = 584 of 512. */
#define ROTATED 64
#define ROTATED_BYTES 2
#define LATENT_GROUP 128
#define PACKED_GROUP 64
#define PACKED_SCALES 8

static void
keep_indexer (UllStore *kept)
{
  kept->k_format = kept->v_format = ULL_DTYPE_FP8;
  kept->extra_bytes = ull_div_ceil (kept->k_dim, INDEX_GROUP) * INDEX_SCALE;
}

static gboolean
is_convolution (const UllStore *store)
{
  return store->growth == ULL_GROWTH_CONSTANT && store->k_format == ULL_DTYPE_NATIVE && store->v_dim == 0 &&
         store->k_dim % CONVOLUTION_ROWS == 0;
}

static gboolean
has_indexer (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (model->runs[i].stores[k].role == ULL_ROLE_INDEXER)
        return TRUE;
  return FALSE;
}

gboolean
ull_vllm_packs_latent (const UllScenario *scenario)
{
  gint64 format = scenario->value[ULL_FIELD_K_DTYPE];

  /* The packed kernels know no other form, and take it unless told otherwise. */
  if (ull_vllm_is_packed (scenario->model))
    return format == ULL_UNSET || format == ULL_DTYPE_FP8;
  return format == ULL_DTYPE_FP8 && has_indexer (scenario->model);
}

static void
keep_latent (const UllScenario *scenario, UllStore *kept)
{
  gint64 plain = kept->k_dim - ROTATED, scales;

  if (kept->k_format != ULL_DTYPE_KV || kept->v_dim > 0 || kept->shard != ULL_SHARD_REPLICATED || plain <= 0 ||
      !ull_vllm_packs_latent (scenario))
    return;
  scales = ull_div_ceil (plain, LATENT_GROUP) * INDEX_SCALE;
  if (ull_vllm_is_packed (scenario->model))
    scales = ull_div_ceil (ull_div_ceil (plain, PACKED_GROUP), PACKED_SCALES) * PACKED_SCALES;
  kept->k_format = kept->v_format = ULL_DTYPE_FP8;
  kept->extra_bytes = scales + ROTATED * (ROTATED_BYTES - 1);
}

void
ull_vllm_store (const UllLayout *layout, const UllScenario *scenario, UllStore *kept)
{
  gint64 drafted = scenario->value[ULL_FIELD_NUM_SPECULATIVE_TOKENS], rows;

  if (kept->role == ULL_ROLE_INDEXER)
    keep_indexer (kept);
  else
    keep_latent (scenario, kept);
  if (is_convolution (kept) && ull_mul (kept->k_dim / CONVOLUTION_ROWS, CONVOLUTION_ROWS + drafted, &rows))
    kept->k_dim = rows;
}

static UllVllmKind
kind_of (const UllStore *store, UllLayerKind kind)
{
  switch (store->growth)
    {
    case ULL_GROWTH_CAPPED:
      return kind == ULL_LAYER_CHUNKED ? ULL_VLLM_CHUNKED : ULL_VLLM_SLIDING;
    case ULL_GROWTH_CONSTANT:
      return ULL_VLLM_STATE;
    case ULL_GROWTH_SIDE:
      return ULL_VLLM_CROSS;
    case ULL_GROWTH_TOKEN:
    default:
      return ULL_VLLM_FULL;
    }
}

gboolean
ull_vllm_spec_set_block (UllVllmSpec *spec, const UllLayout *layout, gint64 block)
{
  UllStore growing = spec->store;

  /* A window is no limit to a block of it. */
  growing.growth = ULL_GROWTH_TOKEN;
  spec->block = block;
  if (!ull_store_bytes (&growing, &layout->formats, block, layout->tp, &spec->filled, NULL))
    return FALSE;
  spec->page = spec->filled;
  return TRUE;
}

static gboolean
is_same (const UllVllmSpec *a, const UllVllmSpec *b)
{
  return a->kind == b->kind && a->filled == b->filled && a->window == b->window &&
         (a->kind == ULL_VLLM_STATE || ull_store_equal (&a->store, &b->store));
}

gboolean
ull_vllm_specs_add (UllVllmSpecs *specs, const UllVllmSpec *spec, gint64 layers, guint64 *word)
{
  guint i = 0;

  while (i < specs->n && !is_same (&specs->spec[i], spec))
    i++;
  if (i == ULL_VLLM_MAX_SPECS)
    return FALSE;
  if (i == specs->n)
    {
      specs->spec[specs->n] = *spec;
      specs->layers[specs->n++] = 0;
    }
  specs->layers[i] += layers;
  *word |= (guint64) 1 << i;
  return TRUE;
}

static gboolean
add_run (UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario, const UllRun *run, guint64 *word)
{
  UllVllmSpec state = { .kind = ULL_VLLM_STATE, .layer_kind = ULL_LAYER_RECURRENT };

  for (guint k = 0; k < run->n_stores; k++)
    {
      UllVllmSpec spec = { .layer_kind = run->kind };
      gint64 part;

      ull_layout_store (layout, scenario, &run->stores[k], &spec.store);
      spec.kind = kind_of (&spec.store, run->kind);
      spec.window = spec.store.cap;
      if (spec.kind == ULL_VLLM_STATE)
        {
          if (!ull_store_bytes (&spec.store, &layout->formats, 0, layout->tp, &part, NULL) ||
              !ull_add (state.filled, part, &state.filled))
            return FALSE;
          continue;
        }
      if (!ull_vllm_spec_set_block (&spec, layout, layout->block_tokens) ||
          !ull_vllm_specs_add (specs, &spec, run->count, word))
        return FALSE;
    }
  state.page = state.filled;
  return state.filled == 0 || ull_vllm_specs_add (specs, &state, run->count, word);
}

static UllVllmSpec *
find_kind (UllVllmSpecs *specs, UllVllmKind kind)
{
  for (guint i = 0; i < specs->n; i++)
    if (specs->spec[i].kind == kind)
      return &specs->spec[i];
  return NULL;
}

gint64
ull_vllm_spec_token_bytes (const UllVllmSpec *spec)
{
  return spec->filled / spec->block;
}

/* The block that holds a state. */
static gint64
aligned_block (const UllVllmSpecs *specs, const UllScenario *scenario, gint64 state, gint64 token)
{
  gint64 align = ull_vllm_get_kernel_block (scenario), chunk = scenario->value[ULL_FIELD_MAMBA_BLOCK_SIZE];

  if (chunk == ULL_UNSET)
    chunk = STATE_CHUNK;
  if (specs->mamba_mode == ULL_MAMBA_ALL && !ull_common_multiple (chunk, align, &align))
    align = chunk;
  return align * ull_div_ceil (state, align * token);
}

static gboolean
align_blocks (UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario)
{
  UllVllmSpec *state = find_kind (specs, ULL_VLLM_STATE), *full = find_kind (specs, ULL_VLLM_FULL);
  gint64 block, page;

  if (state == NULL || full == NULL || ull_vllm_spec_token_bytes (full) == 0)
    return TRUE;
  block = MAX (full->block, aligned_block (specs, scenario, state->filled, ull_vllm_spec_token_bytes (full)));
  if (!ull_vllm_spec_set_block (full, layout, block))
    return FALSE;
  page = full->page;
  for (guint i = 0; i < specs->n; i++)
    {
      UllVllmSpec *spec = &specs->spec[i];

      if (spec->kind != ULL_VLLM_STATE && !ull_vllm_spec_set_block (spec, layout, block))
        return FALSE;
      if (spec->kind != ULL_VLLM_STATE)
        continue;
      spec->block = block;
      spec->page = MAX (page, spec->filled);
    }
  return TRUE;
}

gboolean
ull_vllm_specs_init (UllVllmSpecs *specs, guint64 *of_run, const UllLayout *layout, const UllScenario *scenario)
{
  const UllModel *model = scenario->model;
  gboolean drafts = ull_vllm_has_draft (scenario);

  specs->n = 0;
  specs->of_run = of_run;
  specs->mamba_mode = ull_vllm_get (scenario, ULL_FIELD_MAMBA_CACHE_MODE);
  if (ull_vllm_is_packed (model))
    {
      memset (of_run, 0, model->n_runs * sizeof *of_run);
      return ull_vllm_packed_specs_init (specs, layout, scenario);
    }
  for (guint i = 0; i < model->n_runs; i++)
    {
      of_run[i] = 0;
      if ((drafts || !model->runs[i].draft) && !add_run (specs, layout, scenario, &model->runs[i], &of_run[i]))
        return FALSE;
    }
  return align_blocks (specs, layout, scenario);
}
