#include "ull-watch.h"

/* One place for the connection between a widget and the observed object, so that none forgets to drop it in dispose. */

gboolean
ull_watch (UllWorkspace **slot, UllWorkspace *workspace, UllWatchFunc changed, gpointer self)
{
  if (*slot == workspace)
    return FALSE;
  if (*slot != NULL)
    g_signal_handlers_disconnect_matched (*slot, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  g_set_object (slot, workspace);
  if (workspace == NULL)
    return TRUE;
  g_signal_connect_object (workspace, "notify::disclosure", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  changed (self);
  return TRUE;
}

void
ull_watch_install_property (GObjectClass *object_class)
{
  g_object_class_install_property (object_class, ULL_WATCH_PROPERTY,
                                   g_param_spec_object ("workspace", NULL, NULL, ULL_TYPE_WORKSPACE,
                                                        G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS
                                                          | G_PARAM_EXPLICIT_NOTIFY));
}
