#include "ull-model-picker.h"

#include "ull-config.h"

#include <glib/gi18n-lib.h>

/* The action of the button is the one thing in which the header bar's list (a new document) and the sidebar's (another
 * model under the same levers) differ; it rides on the popover until the list is filled. */
static const char open_action_key[] = "ull-open-action";

static void
fill (UllPicker *picker)
{
  guint n_models = 0;
  const UllBundledModel *models = ull_config_bundled (&n_models);

  ull_picker_set_names (picker, _("Search models"), _("Bundled models"));
  for (guint i = 0; i < n_models; i++)
    ull_picker_add (picker, models[i].id, models[i].name, models[i].note, models[i].group);
  ull_picker_add_button (picker, _("Open _File…"), g_object_get_data (G_OBJECT (picker), open_action_key));
}

GtkWidget *
ull_model_picker_new (const char *open_action)
{
  GtkWidget *picker = ull_picker_new (fill);

  g_object_set_data_full (G_OBJECT (picker), open_action_key, g_strdup (open_action), g_free);
  return picker;
}
