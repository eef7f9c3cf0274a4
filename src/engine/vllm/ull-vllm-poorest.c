#include "ull-vllm-groups.h"

#include "ull-units.h"
#include "ull-vllm-weights.h"

/* Pipeline stages: every stage holds some of the layers and counts blocks for them in its own memory; all use the least
 * number, which is that of the stage whose block takes the most bytes. Groups are made for the whole model; a stage holds
 * those of their layers that are its own. Draft layers are with the last. */

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

static gboolean
find_among_stages (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, gboolean shared)
{
  const UllModel *model = scenario->model;
  guint n_rows = 0;
  g_autofree gint64 *counts = NULL;
  gint64 seen[ULL_VLLM_MAX_SPECS] = { 0 }, first = 0;

  for (guint i = 0; i < specs->n; i++)
    n_rows += (guint) MAX (layout->group[i].groups, 1);
  counts = g_new (gint64, n_rows);
  layout->block_bytes = 0;
  for (gint64 stage = 0; stage < layout->stages; stage++)
    {
      UllVllmStage own;
      gint64 bytes, end;

      ull_vllm_stage (scenario, stage, &own);
      end = own.last ? (gint64) model->n_layers : first + own.layers;

      for (guint i = 0; i < n_rows; i++)
        counts[i] = 0;
      count_layers (specs, layout, model, counts, seen, first, end);
      first = end;
      if (!bytes_of_counts (specs, layout, counts, shared, &bytes))
        return FALSE;
      if (bytes <= layout->block_bytes)
        continue;
      layout->block_bytes = bytes;
      layout->stage = stage + 1;
      layout->stage_layers = own.layers;
      keep_counts (specs, layout, counts);
    }
  return TRUE;
}

gboolean
ull_vllm_find_poorest (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, gboolean shared)
{
  gint64 sum = 0, most = 0, part;

  layout->stages = scenario->value[ULL_FIELD_PP];
  layout->stage = 1;
  layout->stage_layers = ull_model_get_layers (scenario->model);
  if (layout->stages > 1)
    return find_among_stages (specs, layout, scenario, shared);
  for (guint i = 0; i < specs->n; i++)
    {
      most = MAX (most, layout->group[i].group_layers);
      if (!ull_mul (specs->layers[i], specs->spec[i].page, &part) || !ull_add (sum, part, &sum))
        return FALSE;
    }
  layout->block_bytes = sum;
  return shared || ull_mul (most, specs->n > 0 ? specs->spec[0].page : 0, &layout->block_bytes);
}
