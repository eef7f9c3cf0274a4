#include "ull-saver.h"

#include "ull-prompt.h"

#include <glib/gi18n-lib.h>

/* Saving is a few kilobytes written to a new file and renamed: it happens on the main thread, where a failure is told
 * before anything that waits for it goes on. Whatever fails, the document stays as it is, modified. */

typedef struct
{
  const UllSaver *saver;
  GtkWindow *owner;  /* reference */
  UllSaverThen then; /* (nullable) */
  gpointer data;
  GDestroyNotify destroy;
} Guard;

static void
guard_free (Guard *guard)
{
  if (guard->destroy != NULL)
    guard->destroy (guard->data);
  g_clear_object (&guard->owner);
  g_free (guard);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Guard, guard_free)

static Guard *
guard_new (const UllSaver *saver, GtkWindow *owner, UllSaverThen then, gpointer data, GDestroyNotify destroy)
{
  Guard *guard = g_new0 (Guard, 1);

  guard->saver = saver;
  guard->owner = g_object_ref (owner);
  guard->then = then;
  guard->data = data;
  guard->destroy = destroy;
  return guard;
}

static void
guard_pass (Guard *guard)
{
  if (guard->then != NULL)
    guard->then (guard->owner, guard->data);
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Guard) guard = user_data;
  const UllSaver *saver = guard->saver;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autofree char *dotted = g_strconcat (".", saver->ending, NULL);
  g_autofree char *full = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  full = g_str_has_suffix (path, dotted) ? g_strdup (path) : ull_file_picker_add_ending (path, saver->ending, &error);
  if (full == NULL)
    saver->show_error (guard->owner, error);
  else if (saver->write (guard->owner, full))
    guard_pass (guard);
}

static void
choose_and_save (Guard *guard)
{
  const UllSaver *saver = guard->saver;
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_(saver->title));
  g_autofree char *pattern = g_strconcat ("*.", saver->ending, NULL), *name = saver->dup_name (guard->owner);

  if (saver->filter != NULL)
    {
      ull_file_picker_add_filter (picker, _(saver->filter), (const char *const[]) { pattern, NULL });
      ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
    }
  ull_file_picker_set_initial_name (picker, name);
  ull_file_picker_save (picker, guard->owner, NULL, picked_cb, guard);
}

static void
save (Guard *guard)
{
  g_autoptr (Guard) owned = guard;
  g_autofree char *path = g_strdup (guard->saver->get_path (guard->owner));

  if (path == NULL)
    choose_and_save (g_steal_pointer (&owned));
  else if (guard->saver->write (guard->owner, path))
    guard_pass (guard);
}

void
ull_saver_save (const UllSaver *saver, GtkWindow *owner)
{
  g_return_if_fail (GTK_IS_WINDOW (owner));

  save (guard_new (saver, owner, NULL, NULL, NULL));
}

void
ull_saver_save_as (const UllSaver *saver, GtkWindow *owner)
{
  g_return_if_fail (GTK_IS_WINDOW (owner));

  choose_and_save (guard_new (saver, owner, NULL, NULL, NULL));
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Guard) guard = user_data;
  const char *response = ull_prompt_choose_finish (ULL_PROMPT (source), result);

  if (g_strcmp0 (response, "save") == 0)
    save (g_steal_pointer (&guard));
  else if (g_strcmp0 (response, "discard") == 0)
    guard_pass (guard);
}

void
ull_saver_ask (const UllSaver *saver, GtkWindow *owner, UllSaverThen then, gpointer data, GDestroyNotify destroy)
{
  g_autoptr (UllPrompt) prompt = NULL;

  g_return_if_fail (GTK_IS_WINDOW (owner));

  prompt = ull_prompt_new (_(saver->heading), _(saver->body));
  ull_prompt_add_response (prompt, "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT);
  ull_prompt_add_response (prompt, "discard", _("_Discard"), ADW_RESPONSE_DESTRUCTIVE);
  ull_prompt_add_response (prompt, "save", _("_Save"), ADW_RESPONSE_SUGGESTED);
  ull_prompt_choose (prompt, owner, NULL, answered_cb, guard_new (saver, owner, then, data, destroy));
}
