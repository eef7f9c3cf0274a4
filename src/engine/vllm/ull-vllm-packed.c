#include "ull-vllm-packed.h"

#include "ull-engine-private.h"
#include "ull-units.h"
#include "ull-vllm-groups.h"
#include "ull-vllm-settings.h"
#include "ull-vllm-version.h"
#include "ull-vllm-weights.h"

/* Layers that keep one entry for several tokens (DeepSeek-V4). A layer asks for up to four kinds of cache:
 *
 *   compressed entries, an indexer's    blocks of 256 tokens: 256 / ratio entries
 *   a window's entries                  blocks of 64 tokens
 *   the compressor's own state          keys and scores in f32 of the tokens that the next entry is made of: blocks of 4
 *                                       tokens at ratio 4, where entries overlap and each is made of 2 * 4 tokens by two
 *                                       projections, and of 8 at others
 *
 * Each page is whole units of 576 bytes, or of 512 where entries are not of the packed form. Kinds of the same block and
 * window have one table of blocks; one with far more layers than others is divided, so that the tables are about alike:
 * into tables of d layers, d being that of least padding. The bytes of a block have had three forms:
 *
 *   tuples    layers of the largest table * sum of the sizes of compressed pages; all other pages padded to one of those
 *   buckets   for each of those sizes, the most layers that a table has of it
 *   dense     the largest table's pages, as they are
 *
 * The start-up check has kept the first form. The three forms come to 1,051,776, 1,039,680 and 1,002,240 bytes for
 * DeepSeek-V4-Flash. */

#define WINDOW_BLOCK 64
#define OVERLAPPED_RATIO 4
#define OVERLAPPED_BLOCK 4
#define STATE_BLOCK 8
#define PACKED_UNIT 576
#define PLAIN_UNIT 512

gboolean
ull_vllm_is_packed (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (model->runs[i].stores[k].per > 1)
        return TRUE;
  return FALSE;
}

static gboolean
align_page (UllVllmSpec *spec, const UllLayout *layout, const UllScenario *scenario, gint64 block)
{
  gint64 unit = ull_vllm_packs_latent (scenario) ? PACKED_UNIT : PLAIN_UNIT;

  return ull_vllm_spec_set_block (spec, layout, block) && ull_mul (ull_div_ceil (spec->filled, unit), unit, &spec->page);
}

/* The state of the compressor that makes the store's entries. */
static void
make_state (const UllStore *store, UllVllmSpec *spec)
{
  gint64 overlap = store->per == OVERLAPPED_RATIO ? 2 : 1;

  spec->kind = ULL_VLLM_SLIDING;
  spec->layer_kind = ULL_LAYER_RECURRENT;
  spec->window = overlap * store->per;
  spec->store = (UllStore) { .growth = ULL_GROWTH_CAPPED, .shard = ULL_SHARD_REPLICATED, .cap = spec->window, .per = 1,
                             .heads = 1, .k_dim = 2 * overlap * store->k_dim, .k_format = ULL_DTYPE_F32,
                             .v_format = ULL_DTYPE_F32 };
}

typedef enum
{
  PASS_COMPRESSED,
  PASS_WINDOW,
  PASS_OVERLAPPED_STATE,
  PASS_STATE,
  N_PASSES,
} Pass;

/* FALSE where the store is not of the pass. */
static gboolean
make_spec (Pass pass, const UllStore *store, const UllLayout *layout, UllLayerKind kind, UllVllmSpec *spec, gint64 *block)
{
  *spec = (UllVllmSpec) { .kind = ULL_VLLM_FULL, .layer_kind = kind, .store = *store };
  *block = layout->block_tokens;
  if ((store->growth == ULL_GROWTH_CAPPED) != (pass == PASS_WINDOW))
    return FALSE;
  if (pass == PASS_WINDOW)
    {
      spec->kind = ULL_VLLM_SLIDING;
      spec->window = store->cap;
      *block = WINDOW_BLOCK;
      return TRUE;
    }
  if (pass == PASS_COMPRESSED)
    return TRUE;
  if (store->per == 1 || (store->per == OVERLAPPED_RATIO) != (pass == PASS_OVERLAPPED_STATE))
    return FALSE;
  make_state (store, spec);
  *block = pass == PASS_OVERLAPPED_STATE ? OVERLAPPED_BLOCK : STATE_BLOCK;
  return TRUE;
}

static gboolean
add_run (UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario, guint i, Pass pass)
{
  const UllRun *run = &scenario->model->runs[i];

  for (guint k = 0; k < run->n_stores; k++)
    {
      UllVllmSpec spec;
      UllStore kept;
      gint64 block;

      ull_layout_store (layout, scenario, &run->stores[k], &kept);
      if (make_spec (pass, &kept, layout, run->kind, &spec, &block) &&
          (!align_page (&spec, layout, scenario, block) || !ull_vllm_specs_add (specs, &spec, run->count, &specs->of_run[i])))
        return FALSE;
    }
  return TRUE;
}

gboolean
ull_vllm_packed_specs_init (UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario)
{
  const UllModel *model = scenario->model;
  gboolean drafts = ull_vllm_has_draft (scenario);

  for (Pass pass = PASS_COMPRESSED; pass < N_PASSES; pass++)
    for (guint i = 0; i < model->n_runs; i++)
      if ((drafts || !model->runs[i].draft) && !add_run (specs, layout, scenario, i, pass))
        return FALSE;
  return TRUE;
}

/* Specs of one table stand one behind the other: whether the table goes on at the spec. */
static gboolean
goes_on (const UllVllmSpecs *specs, guint i)
{
  const UllVllmSpec *a = &specs->spec[i - 1], *b = &specs->spec[i];

  return a->kind == b->kind && a->block == b->block && a->window == b->window;
}

static guint
table_end (const UllVllmSpecs *specs, guint first)
{
  guint end = first + 1;

  while (end < specs->n && goes_on (specs, end))
    end++;
  return end;
}

/* The least page of compressed entries that holds the spec's: where none does, its own. */
static gint64
bucket_of (const UllVllmSpecs *specs, guint i)
{
  gint64 page = specs->spec[i].page, least = G_MAXINT64;

  for (guint k = 0; k < specs->n && specs->spec[k].kind == ULL_VLLM_FULL; k++)
    if (specs->spec[k].page >= page)
      least = MIN (least, specs->spec[k].page);
  return least == G_MAXINT64 ? page : least;
}

/* The most layers of one page size that a table has, divided by so many. */
static gint64
table_tuples (const UllVllmSpecs *specs, const gint64 *layers, guint first, gint64 page, gint64 groups)
{
  guint end = table_end (specs, first);
  gint64 most = 0;

  for (guint i = first; i < end; i++)
    {
      gint64 sum = 0;

      if (page != 0 && bucket_of (specs, i) != page)
        continue;
      for (guint k = first; k < end; k++)
        if (bucket_of (specs, k) == bucket_of (specs, i))
          sum += layers[k];
      most = MAX (most, ull_div_ceil (sum, groups));
    }
  return most;
}

/* Layers of the tables that leave the fewest places empty. */
static gint64
find_size (const UllVllmSpecs *specs)
{
  gint64 least = table_tuples (specs, specs->layers, 0, 0, 1), most = least, best = least, best_padding = G_MAXINT64;

  for (guint i = 0; i < specs->n; i = table_end (specs, i))
    most = MAX (most, table_tuples (specs, specs->layers, i, 0, 1));
  for (gint64 size = MAX (least, 1); size <= most; size++)
    {
      gint64 padding = 0;

      for (guint i = 0; i < specs->n; i = table_end (specs, i))
        {
          gint64 tuples = table_tuples (specs, specs->layers, i, 0, 1);

          padding += ull_div_ceil (tuples, size) * size - tuples;
        }
      if (padding >= best_padding)
        continue;
      best_padding = padding;
      best = size;
    }
  return MAX (best, 1);
}

/* The tables' pages as they are: the largest. */
static gboolean
dense_bytes (const UllVllmSpecs *specs, const UllLayout *layout, const gint64 *layers, gint64 *bytes)
{
  *bytes = 0;
  for (guint i = 0; i < specs->n; i = table_end (specs, i))
    {
      gint64 sum = 0, part;

      for (guint k = i; k < table_end (specs, i); k++)
        if (!ull_mul (ull_div_ceil (layers[k], layout->group[i].groups), specs->spec[k].page, &part) ||
            !ull_add (sum, part, &sum))
          return FALSE;
      *bytes = MAX (*bytes, sum);
    }
  return TRUE;
}

/* The most layers of the page size, or of any where it is 0. */
static gint64
most_tuples (const UllVllmSpecs *specs, const UllLayout *layout, const gint64 *layers, gint64 page)
{
  gint64 most = 0;

  for (guint i = 0; i < specs->n; i = table_end (specs, i))
    most = MAX (most, table_tuples (specs, layers, i, page, layout->group[i].groups));
  return most;
}

/* Sizes of compressed pages, each times the most layers that have it, or times the most layers of all. */
static gboolean
bucket_bytes (const UllVllmSpecs *specs, const UllLayout *layout, const gint64 *layers, gboolean tuples, gint64 *bytes)
{
  *bytes = 0;
  for (guint i = 0; i < specs->n && specs->spec[i].kind == ULL_VLLM_FULL; i++)
    {
      gint64 page = specs->spec[i].page, part;
      gboolean seen = FALSE;

      for (guint k = 0; k < i; k++)
        seen |= specs->spec[k].page == page;
      if (seen)
        continue;
      if (!ull_mul (most_tuples (specs, layout, layers, tuples ? 0 : page), page, &part) || !ull_add (*bytes, part, bytes))
        return FALSE;
    }
  return TRUE;
}

/* What a block takes on a stage with so many layers of each spec, and what the check takes it for. */
static gboolean
stage_bytes (const UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario, const gint64 *layers, gint64 *bytes,
             gint64 *check)
{
  if (!bucket_bytes (specs, layout, layers, TRUE, check))
    return FALSE;
  if (ull_vllm_has (scenario, ULL_VLLM_PACKED_DENSE))
    return dense_bytes (specs, layout, layers, bytes);
  *bytes = *check;
  return !ull_vllm_has (scenario, ULL_VLLM_PACKED_BUCKETS) || bucket_bytes (specs, layout, layers, FALSE, bytes);
}

/* Layers of each spec on each stage, one row behind the other. */
static void
count_layers (const UllVllmSpecs *specs, const UllScenario *scenario, gint64 stages, gint64 *layers)
{
  const UllModel *model = scenario->model;
  gint64 first = 0;

  for (gint64 stage = 0; stage < stages; stage++)
    {
      UllVllmStage own;
      gint64 end;

      ull_vllm_stage (scenario, stage, &own);
      end = own.last ? (gint64) model->n_layers : first + own.layers;
      for (gint64 layer = first; layer < end; layer++)
        for (guint i = 0; i < specs->n; i++)
          layers[stage * specs->n + i] += specs->of_run[model->layer_run[layer]] >> i & 1;
      first = end;
    }
}

static gboolean
find_poorest (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario)
{
  gint64 stages = scenario->value[ULL_FIELD_PP], draft, stage, first = 0;
  g_autofree gint64 *layers = g_new0 (gint64, stages * (gsize) specs->n), *bytes = g_new0 (gint64, stages);
  g_autofree gint64 *checks = g_new0 (gint64, stages);
  UllVllmStage own;

  if (!ull_vllm_draft_of_block (specs, layout, scenario, &draft))
    return FALSE;
  count_layers (specs, scenario, stages, layers);
  for (gint64 i = 0; i < stages; i++)
    if (!stage_bytes (specs, layout, scenario, layers + i * specs->n, &bytes[i], &checks[i]))
      return FALSE;
  if (!ull_add (bytes[stages - 1], draft, &bytes[stages - 1]) || !ull_add (checks[stages - 1], draft, &checks[stages - 1]))
    return FALSE;
  stage = stages > 1 ? ull_vllm_find_stage (scenario, bytes, stages) : 0;
  ull_vllm_stage (scenario, stage, &own);
  layout->stages = stages;
  layout->stage = stage + 1;
  layout->stage_layers = own.layers;
  layout->block_bytes = bytes[stage];
  layout->check_bytes = checks[stage];
  layout->draft_bytes = stage == stages - 1 ? draft : 0;
  for (guint i = 0; i < specs->n; i++)
    layout->group[i].group_layers = ull_div_ceil (layers[stage * specs->n + i], MAX (layout->group[i].groups, 1));
  if (stages == 1)
    return TRUE;
  for (gint64 i = 0; i < stage; i++)
    {
      UllVllmStage before;

      ull_vllm_stage (scenario, i, &before);
      first += before.layers;
    }
  return ull_layout_narrow (layout, scenario, first, own.last ? (gint64) scenario->model->n_layers : first + own.layers);
}

/* Blocks of a request of the model length as they once went into the concurrency: the bytes of all tables over those of
 * one block of the first. */
static gboolean
count_by_bytes (const UllVllmSpecs *specs, UllLayout *layout)
{
  gint64 sum = 0, first = 0, blocks = 0, part;

  for (guint i = 0; i < specs->n; i++)
    {
      const UllLayoutGroup *group = &layout->group[i];

      if (i == 0 || !goes_on (specs, i))
        blocks = ull_div_ceil (MIN (layout->model_len, group->cap_tokens), group->block_tokens) + group->slack_blocks;
      if (!ull_mul (group->layers, group->page_bytes, &part))
        return FALSE;
      if (group->kind != ULL_LAYER_RECURRENT && group->cap_tokens == G_MAXINT64)
        first += part;
      if (!ull_mul (part, blocks, &part) || !ull_add (sum, part, &sum))
        return FALSE;
    }
  layout->concurrency_blocks = first > 0 ? ull_div_ceil (sum, first) : 0;
  return TRUE;
}

gboolean
ull_vllm_pack (UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario)
{
  gint64 size = find_size (specs);

  layout->n_groups = specs->n;
  for (guint i = 0; i < specs->n; i++)
    {
      UllLayoutGroup *group = &layout->group[i];

      if (!ull_vllm_fill_group (group, specs, i, scenario))
        return FALSE;
      group->groups = i > 0 && goes_on (specs, i) ? 0 : ull_div_ceil (table_tuples (specs, specs->layers, i, 0, 1), size);
    }
  if (!find_poorest (specs, layout, scenario))
    return FALSE;
  for (guint i = 0; i < specs->n && !ull_vllm_has (scenario, ULL_VLLM_PACKED_DENSE); i++)
    layout->group[i].page_bytes = bucket_of (specs, i);
  return ull_vllm_has (scenario, ULL_VLLM_CONCURRENCY_BY_GROUP) || count_by_bytes (specs, layout);
}
