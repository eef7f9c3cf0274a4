#include "ull-window-private.h"

#include "ull-compare-window.h"

#include <glib/gi18n-lib.h>

/* Pinning and what comes of it. One window compares, however often it is asked for. */

void
ull_window_pin (UllWindow *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autofree char *text = NULL;
  gboolean added;
  UllPin *pin;

  if (scenario == NULL)
    return;
  pin = ull_pins_add (ull_workspace_get_pins (self->workspace), scenario, &added);
  text = g_strdup_printf (added ? _("Pinned as “%s”. Change something to see the difference.") : _("Pinned already, as “%s”."),
                          ull_pin_get_name (pin));
  ull_window_show_toast (self, text);
}

void
ull_window_compare (UllWindow *self)
{
  if (ull_workspace_get_scenario (self->workspace) == NULL)
    return;
  if (self->compare == NULL)
    g_set_weak_pointer (&self->compare, GTK_WIDGET (ull_compare_window_new (GTK_WINDOW (self), self->workspace)));
  gtk_window_present (GTK_WINDOW (self->compare));
}
