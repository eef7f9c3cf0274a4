#include "ull-given-margin.h"

#include "ull-settings.h"

#include "ull-units.h"

/* What --check asks for besides a plan that fits. */

gboolean
ull_given_margin (const UllArgs *args, gint64 pool, gint64 *margin, GError **error)
{
  const char *text = ull_args_get (args, "min-ullage");
  gint64 ppm;

  *margin = 0;
  if (text == NULL)
    return TRUE;
  if (!ull_args_has (args, "check"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--min-ullage: sets the margin of --check; give both");
      return FALSE;
    }
  return ull_settings_parse ("min-ullage", ULL_KIND_FRACTION, 0, ULL_PPM_ONE, text, &ppm, error)
         && ull_mul_div_ceil (pool, ppm, ULL_PPM_ONE, margin);
}

gboolean
ull_margin_is_kept (const UllPlan *plan, gint64 margin, const UllMix *mix)
{
  return plan->fits && plan->ullage_bytes >= margin && (mix == NULL || mix->requests <= mix->safe);
}
