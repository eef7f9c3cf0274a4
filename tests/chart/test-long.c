/* The layout rules with texts that are half as long again, as translations are: this program's g_dgettext() stands
 * before GLib's and doubles the vowels, which keeps formats intact. */
#include "chart-checks.h"

#include "ull-units.h"

#include <string.h>

const char *
g_dgettext (const char *domain, const char *msgid)
{
  g_autoptr (GString) longer = g_string_new (NULL);

  for (const char *c = msgid; *c != '\0'; c++)
    {
      g_string_append_c (longer, *c);
      if (strchr ("aeou", *c) != NULL)
        g_string_append_c (longer, *c);
    }
  return g_intern_string (longer->str);
}

const char *
g_dngettext (const char *domain, const char *msgid, const char *plural, gulong n)
{
  return g_dgettext (domain, n == 1 ? msgid : plural);
}

static void
test_layout (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (UllScenario) scenario = chart_random_scenario ();
      g_autoptr (UllDisclosure) disclosure = i % 10 == 0 ? ull_disclosure_new_withheld (scenario)
                                                         : ull_disclosure_new (scenario);
      g_autofree char *caption = ull_chart_caption (disclosure);
      g_autoptr (UllScene) scene = NULL;
      UllChartSpec spec;

      chart_random_spec (&spec);
      scene = ull_chart_build (disclosure, &spec, context);
      chart_check_scene (scene, context, caption);
      if (spec.kind == ULL_CHART_MEMORY && disclosure->plan != NULL)
        chart_check_parts (scene, disclosure, caption);
    }
  g_object_unref (context);
}

static void
test_longer (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  PangoContext *context = ull_chart_context_new ();
  UllChartSpec spec = { .kind = ULL_CHART_MEMORY, .width = 368, .height = 500, .text_scale = 1 };
  g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);
  g_autofree char *text = ull_scene_to_text (scene);

  /* Or the test tests nothing. */
  g_assert_nonnull (strstr (text, "Weeights"));
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/long/longer", test_longer);
  g_test_add_func ("/chart/long/layout", test_layout);
  return g_test_run ();
}
