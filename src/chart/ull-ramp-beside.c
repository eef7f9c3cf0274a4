/* An earlier ramp's name. Whoever draws it, in the window after a fix or from two files, calls it by the first of what differs: the card, how
 * keys and values are kept, the model length, how many run at once. */
#include "ull-ramp-beside.h"

#include "ull-engine.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

static char *
dup_formats (const UllScenario *scenario)
{
  UllFormats formats;

  ull_scenario_get_formats (scenario, &formats);
  if (formats.k == formats.v)
    return g_strdup (ull_dtype_info (formats.k)->id);
  return g_strdup_printf ("%s/%s", ull_dtype_info (formats.k)->id, ull_dtype_info (formats.v)->id);
}

/* Whether it has another value, and one that could be named. */
static gboolean
is_other (gint64 before, gint64 after)
{
  return before != after && before >= 1;
}

char *
ull_ramp_describe_before (const UllScenario *before, const UllScenario *after)
{
  g_autofree char *then = dup_formats (before), *now = dup_formats (after), *count = NULL;
  gint64 length = ull_scenario_get_model_len (before), most = ull_engine_get_setting (before, ULL_FIELD_MAX_NUM_SEQS);

  if (!g_str_equal (before->device->name, after->device->name))
    return g_strdup_printf (_("before: %s"), before->device->name);
  if (!g_str_equal (then, now))
    return g_strdup_printf (_("before: %s"), then);
  if (is_other (length, ull_scenario_get_model_len (after)))
    {
      count = ull_format_count (length);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "before: %s token", "before: %s tokens", (gulong) length), count);
    }
  if (!is_other (most, ull_engine_get_setting (after, ULL_FIELD_MAX_NUM_SEQS)))
    return g_strdup (_("before"));
  count = ull_format_count (most);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "before: %s request", "before: %s requests", (gulong) most), count);
}
