#include "ull-launch-scenario.h"

#include "ull-vllm-flags.h"

#include <glib/gi18n-lib.h>

/* A command says all of an engine's settings: what it does not name is the engine's own choice, so that fields with a flag begin
 * unset. The format of the weights is a flag's only where the checkpoint is in another: a quantised one stays as it is. The release is
 * said by no flag: it stays, unless a container's image names it. */

static const UllFieldId other_fields[] = { ULL_FIELD_K_DTYPE,      ULL_FIELD_V_DTYPE,          ULL_FIELD_STATE_DTYPE,
                                           ULL_FIELD_MAX_LORAS,    ULL_FIELD_SPECULATIVE_METHOD, ULL_FIELD_NUM_SPECULATIVE_TOKENS,
                                           ULL_FIELD_MODEL_RUNNER, ULL_FIELD_WEIGHT_DTYPE,     ULL_FIELD_GRAPHS };

static void
set (UllScenario **scenario, UllFieldId field, gint64 value, GError **error)
{
  UllScenario *changed = ull_scenario_with (*scenario, field, value, NULL, error);

  if (changed == NULL)
    return;
  ull_scenario_unref (*scenario);
  *scenario = changed;
}

static void
reset (UllScenario **scenario)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (ull_vllm_flag_of_field ((UllFieldId) i) != NULL)
      set (scenario, (UllFieldId) i, ull_field_get ((UllFieldId) i)->initial, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (other_fields); i++)
    set (scenario, other_fields[i], ull_field_get (other_fields[i])->initial, NULL);
}

/* Whether the checkpoint is kept in elements of about 16 bits. */
static gboolean
is_half (const UllModel *model)
{
  return model->native_dtype != ULL_DTYPE_F32
         && (model->weight_bytes < 0 || model->parameters < 1 || model->weight_bytes / model->parameters >= 1)
         && (model->weight_bytes < 0 || model->parameters < 1 || model->weight_bytes * 10 / 15 >= model->parameters);
}

static void
set_weights (UllScenario **scenario, UllLaunchItem *item)
{
  const UllModel *model = (*scenario)->model;
  gboolean single = model->native_dtype == ULL_DTYPE_F32;
  gboolean wanted = item->number == ULL_DTYPE_FP8 ? is_half (model)
                    : item->number == ULL_DTYPE_F32 ? is_half (model) && !single
                                                    : single;

  if (!wanted)
    {
      item->state = ULL_LAUNCH_NEUTRAL;
      return;
    }
  set (scenario, ULL_FIELD_WEIGHT_DTYPE, item->number, NULL);
  /* The cache follows the weights where nothing else is said. */
  if (item->number == ULL_DTYPE_F32 && (*scenario)->value[ULL_FIELD_K_DTYPE] == ULL_UNSET)
    {
      set (scenario, ULL_FIELD_K_DTYPE, item->number, NULL);
      set (scenario, ULL_FIELD_V_DTYPE, item->number, NULL);
    }
}

static void
apply_item (UllScenario **scenario, UllLaunchItem *item)
{
  g_autoptr (GError) error = NULL;

  set (scenario, (UllFieldId) item->field, item->number, &error);
  if (error == NULL && item->field == ULL_FIELD_K_DTYPE)
    set (scenario, ULL_FIELD_V_DTYPE, item->number, &error);
  if (error == NULL)
    return;
  item->state = ULL_LAUNCH_WRONG;
  g_free (item->note);
  item->note = g_strdup_printf ("%s: %s", item->flag, error->message);
}

UllScenario *
ull_launch_apply (UllLaunch *launch, const UllScenario *scenario)
{
  UllScenario *applied = ull_scenario_ref ((UllScenario *) scenario);

  if (launch->engine != ULL_LAUNCH_VLLM)
    return applied;
  reset (&applied);
  set (&applied, ULL_FIELD_ENGINE, ULL_ENGINE_VLLM, NULL);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < launch->items->len; i++)
      {
        UllLaunchItem *item = g_ptr_array_index (launch->items, i);
        gboolean weights = item->field == ULL_FIELD_WEIGHT_DTYPE;

        if (item->state != ULL_LAUNCH_COUNTED || item->field < 0 || weights != (pass == 1))
          continue;
        if (weights)
          set_weights (&applied, item);
        else
          apply_item (&applied, item);
      }
  return applied;
}
