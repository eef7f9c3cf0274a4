#include "ull-vllm-ends.h"

#include "ull-vllm-settings.h"

#include <string.h>

/* Layers whose cache keeps the model's own format: of formats that spare a model's ends, the first two and the last two, as long
 * as no layer keeps a recurrent state. They become runs of their own, which are the same but for the format. */

#define ENDS 2

typedef struct
{
  const UllModel *model;
  UllModel facts;
  int of_run[256]; /* the run of spared layers that was made of a run; -1: none */
} Split;

static UllDtype
own_format (UllDtype format)
{
  return format == ULL_DTYPE_KV ? ULL_DTYPE_NATIVE : format;
}

/* The run of the layers that are as the run's, and spared. */
static guint8
spared_run (Split *split, guint run)
{
  UllRun *made;

  if (split->of_run[run] >= 0)
    return (guint8) split->of_run[run];
  split->of_run[run] = (int) split->facts.n_runs;
  made = &split->facts.runs[split->facts.n_runs++];
  *made = split->facts.runs[run];
  made->count = 0;
  for (guint k = 0; k < made->n_stores; k++)
    {
      made->stores[k].k_format = own_format (made->stores[k].k_format);
      made->stores[k].v_format = own_format (made->stores[k].v_format);
    }
  return (guint8) split->of_run[run];
}

/* A run that has become empty goes; the last takes its place. */
static void
drop_empty (UllModel *facts)
{
  for (guint i = facts->n_runs; i > 0; i--)
    if (facts->runs[i - 1].count == 0)
      {
        facts->n_runs--;
        facts->runs[i - 1] = facts->runs[facts->n_runs];
        for (guint layer = 0; layer < facts->n_layers; layer++)
          if (facts->layer_run[layer] == facts->n_runs)
            facts->layer_run[layer] = (guint8) (i - 1);
      }
}

/* The KV heads lever scales by the first layer's heads, and which layer is the first is not the same afterwards. */
static void
scale_heads (Split *split, const UllScenario *scenario)
{
  for (guint i = 0; i < split->facts.n_runs; i++)
    for (guint k = 0; k < split->facts.runs[i].n_stores; k++)
      {
        UllStore scaled;

        ull_scenario_scale_store (scenario, &split->facts.runs[i].stores[k], &scaled);
        split->facts.runs[i].stores[k] = scaled;
      }
}

static void
spare_layers (Split *split)
{
  guint layers = ull_model_get_layers (split->model), at = 0;

  for (guint layer = 0; layer < split->facts.n_layers; layer++)
    {
      guint8 run = split->facts.layer_run[layer], spared;

      if (split->model->runs[run].draft)
        continue;
      if (at >= ENDS && at + ENDS < layers)
        {
          at++;
          continue;
        }
      at++;
      spared = spared_run (split, run);
      split->facts.runs[run].count--;
      split->facts.runs[spared].count++;
      split->facts.layer_run[layer] = spared;
    }
}

UllModel *
ull_vllm_spare_ends (const UllScenario *scenario)
{
  const UllModel *model = scenario->model;
  UllFormats formats;
  Split split = { .model = model, .facts = *model };

  ull_scenario_get_formats (scenario, &formats);
  if (!ull_dtype_spares_ends (formats.k) || ull_vllm_has_state (model) || model->n_runs > G_N_ELEMENTS (split.of_run) / 2)
    return NULL;
  memset (split.of_run, -1, sizeof split.of_run);
  split.facts.name = g_strdup (model->name);
  split.facts.family = g_strdup (model->family);
  split.facts.source = g_strdup (model->source);
  split.facts.digest = g_strdup (model->digest);
  split.facts.warnings = g_strdupv (model->warnings);
  split.facts.runs = g_new0 (UllRun, 2 * model->n_runs);
  memcpy (split.facts.runs, model->runs, model->n_runs * sizeof *model->runs);
  split.facts.layer_run = g_memdup2 (model->layer_run, model->n_layers);
  scale_heads (&split, scenario);
  spare_layers (&split);
  drop_empty (&split.facts);
  return ull_model_take (&split.facts, NULL);
}
