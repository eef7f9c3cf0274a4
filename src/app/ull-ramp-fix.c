#include "ull-ramp-fix.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-lever.h"
#include "ull-levers.h"

#include <glib/gi18n-lib.h>

/* A fix is a lever that is moved, so undo takes it back; the ramp without it is kept beside. */

static const char *const ids[ULL_N_FIXES] = { "sequences", "fp8", "card", "length" };

gboolean
ull_fix_from_id (const char *id, UllFix *fix)
{
  for (guint i = 0; i < ULL_N_FIXES; i++)
    if (g_str_equal (ids[i], id))
      {
        *fix = (UllFix) i;
        return TRUE;
      }
  return FALSE;
}

static UllLeverId
lever_of (UllFix fix)
{
  static const UllLeverId levers[ULL_N_FIXES] = { [ULL_FIX_SEQUENCES] = ULL_LEVER_MAX_NUM_SEQS, [ULL_FIX_FP8] = ULL_LEVER_KV_DTYPE,
                                                  [ULL_FIX_CARD] = ULL_LEVER_NONE, [ULL_FIX_LENGTH] = ULL_LEVER_MAX_MODEL_LEN };

  return levers[fix];
}

/* The least of those that one would buy for their memory, so that the fix is no larger than it need be. */
static UllDevice *
find_larger (const UllDevice *device)
{
  GPtrArray *catalogue = ull_device_catalogue ();
  UllDevice *best = NULL;

  for (guint i = 0; i < catalogue->len; i++)
    {
      UllDevice *other = g_ptr_array_index (catalogue, i);

      if (ull_levers_is_larger_card (device, other, device->allocatable) && (best == NULL || other->allocatable < best->allocatable)
          && other->bandwidth_gb_s > 0 && other->bf16_tflops > 0)
        best = other;
    }
  return best;
}

static UllScenario *
with_larger_card (const UllScenario *scenario, GError **error)
{
  UllDevice *device = find_larger (scenario->device);

  if (device != NULL)
    return ull_scenario_with_device (scenario, device);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("No card of the catalogue has more memory than this one"));
  return NULL;
}

UllScenario *
ull_fix_apply (UllFix fix, const UllRampResult *result, GError **error)
{
  const UllRamp *ramp = result->ramp;
  const UllScenario *scenario = result->scenario;
  g_autoptr (UllScenario) changed = NULL;
  gint64 value = 0;

  if (fix == ULL_FIX_CARD)
    return with_larger_card (scenario, error);
  if (fix == ULL_FIX_SEQUENCES && !ull_ramp_operates (ramp))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("There is no operating point to lower it to"));
      return NULL;
    }
  if (fix == ULL_FIX_SEQUENCES)
    value = ramp->level[ULL_LINE_MAIN][ramp->operating].concurrency;
  else if (fix == ULL_FIX_FP8)
    value = ULL_DTYPE_FP8;
  else
    value = MAX (ramp->model_len / 2, 1);
  changed = ull_lever_set (lever_of (fix), scenario, value, NULL, error);
  if (changed == NULL || !ull_scenario_equal (changed, scenario))
    return g_steal_pointer (&changed);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("It is so already"));
  return NULL;
}
