#include "ull-vllm-groups.h"

#include "ull-engine-private.h"
#include "ull-units.h"
#include "ull-vllm-budget.h"
#include "ull-vllm-version.h"
#include "ull-vllm-weights.h"

#include <string.h>

/* Pipeline stages: every stage holds some of the layers and counts blocks for them in its own memory; all use the least
 * number. Groups are made for the whole model; a stage holds those of their layers that are its own. Draft layers are with the
 * last, and so is the cache of a draft model: a block has room for its tokens beside the pages.
 *
 * A number of a block is one on all stages and in all groups. So a stage has room in every block for the most layers that it
 * has of any group, and a request takes there as many blocks as all groups together, even of groups that have no layer on the
 * stage. What its layers would fill of them is less, and a start can be refused that every stage's memory would hold. */

static guint
count_rows (const UllVllmSpecs *specs, const UllLayout *layout)
{
  guint rows = 0;

  for (guint i = 0; i < specs->n; i++)
    rows += (guint) MAX (layout->group[i].groups, 1);
  return rows;
}

/* Counts the stage's layers of every group: @counts has a row of groups for each kind, one behind the other. */
static void
count_layers (const UllVllmSpecs *specs, const UllLayout *layout, const UllModel *model, gint64 *counts, gint64 *seen,
              gint64 from, gint64 to)
{
  for (gint64 layer = from; layer < to; layer++)
    for (guint i = 0, row = 0; i < specs->n; row += (guint) MAX (layout->group[i].groups, 1), i++)
      if (specs->of_run[model->layer_run[layer]] >> i & 1)
        counts[row + (guint) (seen[i]++ % MAX (layout->group[i].groups, 1))]++;
}

/* Bytes of a block on a card that holds so many layers of each group. */
static gboolean
bytes_of_counts (const UllVllmSpecs *specs, const UllLayout *layout, const gint64 *counts, gboolean shared, gint64 *bytes)
{
  gint64 most = 0, sum = 0, part;

  for (guint i = 0, row = 0; i < specs->n; row += (guint) MAX (layout->group[i].groups, 1), i++)
    for (gint64 k = 0; k < MAX (layout->group[i].groups, 1); k++)
      {
        most = MAX (most, counts[row + (guint) k]);
        if (!ull_mul (counts[row + (guint) k], specs->spec[i].page, &part) || !ull_add (sum, part, &sum))
          return FALSE;
      }
  if (shared)
    {
      *bytes = sum;
      return TRUE;
    }
  return ull_mul (most, specs->spec[0].page, bytes);
}

/* What the derivation says of the poorest stage: layers of each kind, or of its largest group. */
static void
keep_counts (const UllVllmSpecs *specs, UllLayout *layout, const gint64 *counts)
{
  for (guint i = 0, row = 0; i < specs->n; row += (guint) MAX (layout->group[i].groups, 1), i++)
    {
      layout->group[i].group_layers = 0;
      for (gint64 k = 0; k < MAX (layout->group[i].groups, 1); k++)
        layout->group[i].group_layers = MAX (layout->group[i].group_layers, counts[row + (guint) k]);
    }
}

/* Bytes of a block on each stage; a draft's cache is with the last. */
static gboolean
count_stages (const UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario, gboolean shared, gint64 draft,
              gint64 *counts, gint64 *bytes)
{
  const UllModel *model = scenario->model;
  gint64 seen[ULL_VLLM_MAX_SPECS] = { 0 }, first = 0;
  guint n_rows = count_rows (specs, layout);

  for (gint64 stage = 0; stage < layout->stages; stage++)
    {
      gint64 *own = counts + stage * n_rows, end;
      UllVllmStage shape;

      ull_vllm_stage (scenario, stage, &shape);
      end = shape.last ? (gint64) model->n_layers : first + shape.layers;
      count_layers (specs, layout, model, own, seen, first, end);
      first = end;
      if (!bytes_of_counts (specs, layout, own, shared, &bytes[stage]) ||
          (shape.last && !ull_add (bytes[stage], draft, &bytes[stage])))
        return FALSE;
    }
  return TRUE;
}

/* What a request of the model length fills on a card that holds so many layers of each group. */
static gboolean
own_of_counts (const UllVllmSpecs *specs, const UllLayout *layout, const gint64 *counts, gint64 *bytes)
{
  *bytes = 0;
  for (guint i = 0, row = 0; i < specs->n; row += (guint) MAX (layout->group[i].groups, 1), i++)
    for (gint64 k = 0; k < MAX (layout->group[i].groups, 1); k++)
      {
        gint64 blocks = ull_vllm_group_blocks (&layout->group[i], layout->model_len), pages, part;

        if (!ull_mul (counts[row + (guint) k], blocks, &pages) || !ull_mul (pages, specs->spec[i].page, &part) ||
            !ull_add (*bytes, part, bytes))
          return FALSE;
      }
  return TRUE;
}

/* A draft's cache is left to the check: with one, nothing is said. */
static gboolean
keep_own (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, const gint64 *counts, gint64 stage)
{
  g_autofree gint64 *own = g_new (gint64, layout->stages);
  guint n_rows = count_rows (specs, layout);

  if (!ull_vllm_has (scenario, ULL_VLLM_CHECK_BY_BLOCKS))
    return TRUE;
  for (gint64 i = 0; i < layout->stages; i++)
    if (!own_of_counts (specs, layout, counts + i * n_rows, &own[i]))
      return FALSE;
  layout->own_bytes = own[stage];
  layout->stages_hold = ull_vllm_stages_hold (scenario, own);
  return TRUE;
}

/* With the pool given it is the same on all stages, and the largest block makes the fewest. */
gint64
ull_vllm_find_stage (const UllScenario *scenario, const gint64 *bytes, gint64 stages)
{
  gint64 found = 0;

  if (scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET)
    return ull_vllm_binding_stage (scenario, bytes);
  for (gint64 i = 1; i < stages; i++)
    if (bytes[i] > bytes[found])
      found = i;
  return found;
}

static gboolean
find_among_stages (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, gboolean shared, gint64 draft)
{
  guint n_rows = count_rows (specs, layout);
  g_autofree gint64 *counts = g_new0 (gint64, n_rows * (gsize) layout->stages), *bytes = g_new0 (gint64, layout->stages);
  UllVllmStage shape;
  gint64 stage, first = 0;

  if (!count_stages (specs, layout, scenario, shared, draft, counts, bytes))
    return FALSE;
  memcpy (layout->stage_bytes, bytes, sizeof *bytes * (gsize) MIN (layout->stages, ULL_MAX_STAGE_BYTES));
  stage = ull_vllm_find_stage (scenario, bytes, layout->stages);
  ull_vllm_stage (scenario, stage, &shape);
  layout->block_bytes = bytes[stage];
  layout->stage = stage + 1;
  layout->stage_layers = shape.layers;
  layout->draft_bytes = shape.last ? draft : 0;
  keep_counts (specs, layout, counts + stage * n_rows);
  if (!shared && draft == 0 && !keep_own (specs, layout, scenario, counts, stage))
    return FALSE;
  for (gint64 i = 0; i < stage; i++)
    {
      UllVllmStage before;

      ull_vllm_stage (scenario, i, &before);
      first += before.layers;
    }
  return ull_layout_narrow (layout, scenario, first, shape.last ? (gint64) scenario->model->n_layers : first + shape.layers);
}

/* What a draft model keeps of a block of full attention's tokens. */
gboolean
ull_vllm_draft_of_block (const UllVllmSpecs *specs, const UllLayout *layout, const UllScenario *scenario, gint64 *draft)
{
  gint64 tokens = layout->block_tokens;

  for (guint i = 0; i < specs->n; i++)
    if (specs->spec[i].kind == ULL_VLLM_FULL)
      tokens = specs->spec[i].block;
  return ull_mul (MAX (scenario->value[ULL_FIELD_DRAFT_KV], 0), tokens, draft);
}

gboolean
ull_vllm_find_poorest (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, gboolean shared)
{
  gint64 sum = 0, most = 0, part, draft;

  layout->stages = scenario->value[ULL_FIELD_PP];
  layout->stage = 1;
  if (!ull_vllm_draft_of_block (specs, layout, scenario, &draft))
    return FALSE;
  if (layout->stages > 1)
    return find_among_stages (specs, layout, scenario, shared, draft);
  for (guint i = 0; i < specs->n; i++)
    {
      most = MAX (most, layout->group[i].group_layers);
      if (!ull_mul (specs->layers[i], specs->spec[i].page, &part) || !ull_add (sum, part, &sum))
        return FALSE;
    }
  layout->block_bytes = sum;
  layout->draft_bytes = draft;
  return (shared || ull_mul (most, specs->n > 0 ? specs->spec[0].page : 0, &layout->block_bytes)) &&
         ull_add (layout->block_bytes, draft, &layout->block_bytes);
}
