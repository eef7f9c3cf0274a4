#include "ull-window-private.h"

#include "ull-file-picker.h"
#include "ull-prompt.h"

#include <glib/gi18n-lib.h>

/* Saving is a few kilobytes written to a new file and renamed: it happens on the main thread, where a failure is told
 * before anything that waits for it goes on. Whatever fails, the workspace stays as it is, modified. */

typedef struct
{
  UllWindow *window; /* reference */
  UllWindowThen then; /* (nullable) */
  gpointer data;
  GDestroyNotify destroy;
} Guard;

static void
guard_free (Guard *guard)
{
  if (guard->destroy != NULL)
    guard->destroy (guard->data);
  g_clear_object (&guard->window);
  g_free (guard);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Guard, guard_free)

static Guard *
guard_new (UllWindow *self, UllWindowThen then, gpointer data, GDestroyNotify destroy)
{
  Guard *guard = g_new0 (Guard, 1);

  guard->window = g_object_ref (self);
  guard->then = then;
  guard->data = data;
  guard->destroy = destroy;
  return guard;
}

static void
guard_pass (Guard *guard)
{
  if (guard->then != NULL)
    guard->then (guard->window, guard->data);
}

static gboolean
save_to (UllWindow *self, const char *path)
{
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
save_picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Guard) guard = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *full = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  /* The ending is how the program knows its own files. */
  full = g_str_has_suffix (path, ".ullage") ? g_strdup (path) : ull_file_picker_add_ending (path, "ullage", &error);
  if (full == NULL)
    ull_window_show_error (guard->window, error);
  else if (save_to (guard->window, full))
    guard_pass (guard);
}

static void
choose_and_save (Guard *guard)
{
  UllWindow *self = guard->window;
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  const char *path = ull_workspace_get_path (self->workspace);
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Save Plan"));
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : g_strconcat (scenario->model->name, ".ullage", NULL);

  g_strdelimit (name, G_DIR_SEPARATOR_S, '-');
  ull_file_picker_set_initial_name (picker, name);
  ull_file_picker_save (picker, GTK_WINDOW (self), NULL, save_picked_cb, guard);
}

static void
save (Guard *guard)
{
  g_autoptr (Guard) owned = guard;
  const char *path = ull_workspace_get_path (guard->window->workspace);

  if (path == NULL)
    choose_and_save (g_steal_pointer (&owned));
  else if (save_to (guard->window, path))
    guard_pass (guard);
}

void
ull_window_save (UllWindow *self)
{
  save (guard_new (self, NULL, NULL, NULL));
}

void
ull_window_save_as (UllWindow *self)
{
  choose_and_save (guard_new (self, NULL, NULL, NULL));
}

static void
guard_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Guard) guard = user_data;
  const char *response = ull_prompt_choose_finish (ULL_PROMPT (source), result);

  if (g_strcmp0 (response, "save") == 0)
    save (g_steal_pointer (&guard));
  else if (g_strcmp0 (response, "discard") == 0)
    guard_pass (guard);
}

void
ull_window_guard (UllWindow *self, UllWindowThen then, gpointer data, GDestroyNotify destroy)
{
  g_autoptr (Guard) guard = guard_new (self, then, data, destroy);
  g_autoptr (UllPrompt) prompt = NULL;

  if (!ull_workspace_get_modified (self->workspace))
    {
      guard_pass (guard);
      return;
    }
  prompt = ull_prompt_new (_("Save Changes?"),
                           _("Levers were moved since this plan was opened or saved. What is not saved is lost."));
  ull_prompt_add_response (prompt, "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT);
  ull_prompt_add_response (prompt, "discard", _("_Discard"), ADW_RESPONSE_DESTRUCTIVE);
  ull_prompt_add_response (prompt, "save", _("_Save"), ADW_RESPONSE_SUGGESTED);
  ull_prompt_choose (prompt, GTK_WINDOW (self), NULL, guard_cb, g_steal_pointer (&guard));
}
