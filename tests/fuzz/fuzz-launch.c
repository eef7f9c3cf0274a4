#include "fuzz.h"

#include "ull-launch-scenario.h"
#include "ull-shell.h"
#include "ull-units.h"

#include <string.h>

/* Any bytes as text with launch commands in it. What comes out is text that can be shown, every item says what its state
 * promises, a scenario takes them, a command of it is read back as one of the same settings, and a quoted word is that word. */

static void
check_item (const UllLaunchItem *item)
{
  g_assert_true (g_utf8_validate (item->flag, -1, NULL));
  g_assert_true (item->value == NULL || g_utf8_validate (item->value, -1, NULL));
  g_assert_true (item->note == NULL || g_utf8_validate (item->note, -1, NULL));
  g_assert_true (item->state != ULL_LAUNCH_HOLE || item->hole != NULL);
  g_assert_true (item->state != ULL_LAUNCH_WRONG || item->note != NULL);
  if (item->state == ULL_LAUNCH_COUNTED && item->field >= 0)
    g_assert_true (ull_field_check (ull_field_get ((UllFieldId) item->field), item->number, NULL));
}

static void
check_words (const char *text, gsize size)
{
  g_autoptr (GPtrArray) commands = ull_shell_parse (text, size, NULL);

  for (guint i = 0; i < commands->len; i++)
    {
      const UllShellCommand *command = g_ptr_array_index (commands, i);

      for (guint k = 0; k < command->words->len; k++)
        {
          const char *word = g_ptr_array_index (command->words, k);
          g_autofree char *quoted = ull_shell_quote (word);
          g_autofree char *back = NULL;

          if (ull_shell_has_hole (word))
            continue;
          back = g_shell_unquote (quoted, NULL);
          g_assert_cmpstr (back, ==, word);
        }
    }
}

static void
check_launch (UllLaunch *launch, const UllScenario *base)
{
  g_autoptr (UllScenario) scenario = NULL, again = NULL;
  g_autoptr (GPtrArray) settings = NULL, launches = NULL;
  g_autofree char *command = NULL;

  for (guint i = 0; i < launch->items->len; i++)
    check_item (g_ptr_array_index (launch->items, i));
  scenario = ull_launch_apply (launch, base);
  if (launch->engine != ULL_LAUNCH_VLLM)
    return;
  settings = ull_launch_settings (scenario, NULL);
  command = ull_launch_command (settings, launch->model != NULL && *launch->model != 0 ? launch->model : "m", TRUE);
  launches = ull_launch_parse (command, strlen (command), NULL, NULL);
  g_assert_nonnull (launches);
  again = ull_launch_apply (g_ptr_array_index (launches, 0), scenario);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (i != ULL_FIELD_ENGINE_VERSION && i != ULL_FIELD_WEIGHT_DTYPE)
      g_assert_cmpint (again->value[i], ==, scenario->value[i]);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("by hand", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (80 * ULL_GIB);
  g_autoptr (UllScenario) base = ull_scenario_new (model, device);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) launches = ull_launch_parse ((const char *) data, size, NULL, &error);

  g_assert_true ((launches == NULL) == (error != NULL));
  check_words ((const char *) data, size);
  for (guint i = 0; launches != NULL && i < launches->len; i++)
    check_launch (g_ptr_array_index (launches, i), base);
  return 0;
}
