#include "ull-window-private.h"

#include "ull-card-dialog.h"
#include "ull-own-cards.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Cards of one's own: what was added or changed is then the card that is planned for. */

void
ull_window_set_device (UllWindow *self, const char *id)
{
  g_autoptr (UllDevice) device = ull_own_cards_find (id);
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (UllScenario) changed = NULL;

  if (device == NULL || scenario == NULL)
    return;
  changed = ull_scenario_with_device (scenario, device);
  ull_workspace_apply (self->workspace, changed);
}

static void
changed_cb (UllWindow *self, const char *id)
{
  if (id[0] != '\0')
    ull_window_set_device (self, id);
  else
    ull_window_show_toast (self, _("Card removed"));
}

static void
present (UllWindow *self, const UllDevice *device)
{
  UllCardDialog *dialog = ull_card_dialog_new (GTK_WINDOW (self), device);

  g_signal_connect_object (dialog, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
ull_window_add_card (UllWindow *self)
{
  present (self, NULL);
}

void
ull_window_edit_card (UllWindow *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) own = ull_own_cards_read (&error);

  if (own == NULL)
    {
      ull_window_show_error (self, error);
      return;
    }
  for (guint i = 0; i < own->len; i++)
    {
      const UllDevice *device = g_ptr_array_index (own, i);

      if (!g_str_equal (device->id, scenario->device->id))
        continue;
      present (self, device);
      return;
    }
  ull_window_show_toast (self, _("The present card is not one of yours; choose yours first"));
}
