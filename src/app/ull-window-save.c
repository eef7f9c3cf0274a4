#include "ull-window-private.h"

#include "ull-saver.h"

#include <glib/gi18n-lib.h>

/* What a plan is saved as. It stays modified in the workspace until its file is written whole. */

static const char *
get_path (GtkWindow *owner)
{
  return ull_workspace_get_path (ULL_WINDOW (owner)->workspace);
}

static char *
dup_name (GtkWindow *owner)
{
  UllScenario *scenario = ull_workspace_get_scenario (ULL_WINDOW (owner)->workspace);
  const char *path = get_path (owner);
  char *name = path != NULL ? g_path_get_basename (path) : g_strconcat (scenario->model->name, ".ullage", NULL);

  return g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
}

static gboolean
save_to (GtkWindow *owner, const char *path)
{
  UllWindow *self = ULL_WINDOW (owner);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;

  if (!ull_workspace_save (self->workspace, path, &error))
    {
      ull_window_show_error (self, error);
      return FALSE;
    }
  text = g_strdup_printf (_("Saved %s"), name);
  ull_window_hide_notice (self);
  ull_window_show_toast (self, text);
  return TRUE;
}

static void
show_error (GtkWindow *owner, const GError *error)
{
  ull_window_show_error (ULL_WINDOW (owner), error);
}

static const UllSaver saver = {
  .title = N_("Save Plan"),
  .ending = "ullage",
  .heading = N_("Save Changes?"),
  .body = N_("Levers were moved since this plan was opened or saved. What is not saved is lost."),
  .get_path = get_path,
  .dup_name = dup_name,
  .write = save_to,
  .show_error = show_error,
};

void
ull_window_save (UllWindow *self)
{
  ull_saver_save (&saver, GTK_WINDOW (self));
}

void
ull_window_save_as (UllWindow *self)
{
  ull_saver_save_as (&saver, GTK_WINDOW (self));
}

void
ull_window_guard (UllWindow *self, UllSaverThen then, gpointer data, GDestroyNotify destroy)
{
  if (ull_workspace_get_modified (self->workspace))
    {
      ull_saver_ask (&saver, GTK_WINDOW (self), then, data, destroy);
      return;
    }
  then (GTK_WINDOW (self), data);
  if (destroy != NULL)
    destroy (data);
}
