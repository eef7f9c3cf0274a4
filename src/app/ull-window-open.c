#include "ull-window-private.h"

#include "ull-config.h"
#include "ull-error.h"
#include "ull-example.h"
#include "ull-file-picker.h"
#include "ull-loader.h"
#include "ull-prompt.h"

#include <glib/gi18n-lib.h>

/* Opening goes: read (worker) → ask, where the type is unknown → ask, where something is unsaved → the workspace. Until
 * the last arrow nothing of the window has changed, so each refusal leaves it as it was.
 *
 * File → Open makes a new document, with the example's settings; the sidebar's list puts another model under the
 * levers as they stand, which is a change like any other. */

/* How long a window that was started with a file waits for it before it shows itself without. */
#define PATIENCE_MS 300

typedef struct
{
  UllWindow *window; /* reference */
  UllLoaded *loaded; /* owned */
  gboolean replace;
} Opening;

static void
opening_free (Opening *opening)
{
  g_clear_object (&opening->window);
  g_clear_pointer (&opening->loaded, ull_loaded_free);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static Opening *
opening_new (UllWindow *self, gboolean replace)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->window = g_object_ref (self);
  opening->replace = replace;
  return opening;
}

void
ull_window_open_document (UllWindow *self, UllScenario *scenario, const char *path, const char *text)
{
  ull_window_hide_notice (self);
  ull_workspace_open (self->workspace, scenario, path, text);
}

/* What the reader could not take is said where the plan is read, or an estimate would pass for the files' own size. */
static void
tell_warnings (UllWindow *self, const UllModel *model)
{
  g_autofree char *sentences = NULL, *title = NULL;

  if (model->warnings == NULL || model->warnings[0] == NULL)
    return;
  sentences = g_strjoinv ("; ", model->warnings);
  title = g_strdup_printf (_("Opened, with a warning: %s."), sentences);
  ull_notice_set_title (self->notice, title);
  ull_notice_set_revealed (self->notice, TRUE);
}

static void
use_loaded (GtkWindow *owner, gpointer data)
{
  UllWindow *self = ULL_WINDOW (owner);
  Opening *opening = data;
  UllLoaded *loaded = opening->loaded;
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (GError) error = NULL;

  if (loaded->scenario != NULL)
    {
      ull_window_open_document (self, loaded->scenario, loaded->path, loaded->text);
      return;
    }
  scenario = ull_example_new (loaded->model, ull_device_find (ULL_EXAMPLE_DEVICE), &error);
  if (scenario != NULL)
    {
      ull_window_open_document (self, scenario, NULL, NULL);
      tell_warnings (self, loaded->model);
    }
  else
    ull_window_show_error (self, error);
}

static void
replace_model (UllWindow *self, UllModel *model)
{
  UllScenario *current = ull_workspace_get_scenario (self->workspace);
  g_autoptr (UllScenario) changed = ull_scenario_with_model (current, model);

  ull_window_hide_notice (self);
  /* The same file again is no change, though it was read anew; with weight files beside it, it may be. */
  if (model->digest != NULL && g_strcmp0 (current->model->digest, model->digest) == 0 &&
      model->weight_bytes == current->model->weight_bytes)
    return;
  ull_workspace_apply (self->workspace, changed);
  tell_warnings (self, model);
}

/* A .ullage file is a document of its own, wherever it was asked for. */
static void
proceed (Opening *opening)
{
  UllWindow *self = opening->window;
  UllLoaded *loaded = opening->loaded;

  /* A lesson has scenarios of its own, and leaves the plan as it is. */
  if (loaded->lesson != NULL)
    {
      ull_window_play_lesson (self, loaded->lesson);
      opening_free (opening);
      return;
    }
  if (loaded->is_log || loaded->is_series)
    {
      if (loaded->is_log)
        ull_window_take_log (self, loaded->path);
      else
        ull_window_take_series_file (self, loaded->path);
      opening_free (opening);
      return;
    }
  if (loaded->adapter != NULL)
    {
      ull_window_offer_adapter (self, loaded->adapter);
      opening_free (opening);
      return;
    }
  if (opening->replace && loaded->model != NULL && ull_workspace_get_scenario (self->workspace) != NULL)
    {
      replace_model (self, loaded->model);
      opening_free (opening);
      return;
    }
  ull_window_guard (self, use_loaded, opening, (GDestroyNotify) opening_free);
}

static void start_reading (UllWindow *self, const char *path, gboolean replace);

static void
forget_after (UllWindow *self)
{
  g_queue_clear_full (&self->after, g_free);
}

static void
read_after (UllWindow *self)
{
  g_autofree char *path = g_queue_pop_head (&self->after);

  if (path != NULL)
    start_reading (self, path, FALSE);
}

static void
doubt_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Opening) opening = user_data;
  const char *response = ull_prompt_choose_finish (ULL_PROMPT (source), result);
  g_autoptr (UllWindow) self = g_object_ref (opening->window);

  if (g_strcmp0 (response, "read") != 0)
    {
      forget_after (self);
      return;
    }
  proceed (g_steal_pointer (&opening));
  read_after (self);
}

static void
ask_doubt (Opening *opening)
{
  g_autofree char *body = g_strdup_printf (
    _("%s.\n\nIts members are those of plain attention. Read as that, the figures are wrong wherever the model does "
       "anything else; they are marked."),
    opening->loaded->doubt);
  g_autoptr (UllPrompt) prompt = ull_prompt_new (_("Read It as Plain Attention?"), body);

  ull_prompt_add_response (prompt, "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT);
  ull_prompt_add_response (prompt, "read", _("_Read as Plain"), ADW_RESPONSE_DEFAULT);
  ull_prompt_choose (prompt, GTK_WINDOW (opening->window), NULL, doubt_cb, opening);
}

static void
present (UllWindow *self)
{
  g_clear_handle_id (&self->present_source, g_source_remove);
  gtk_window_present (GTK_WINDOW (self));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Opening) opening = user_data;
  /* Of a window that was closed meanwhile this is all that keeps it: what is opened goes, and it with it. */
  g_autoptr (UllWindow) self = g_object_ref (opening->window);
  g_autoptr (GError) error = NULL;
  gboolean waiting = self->present_source != 0;

  opening->loaded = ull_loader_read_finish (result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (opening->loaded == NULL)
    {
      forget_after (self);
      ull_window_show_error (self, error);
    }
  else if (opening->loaded->doubt != NULL)
    ask_doubt (g_steal_pointer (&opening));
  else
    {
      proceed (g_steal_pointer (&opening));
      read_after (self);
    }
  if (waiting)
    present (self);
}

void
ull_window_cancel_loading (UllWindow *self)
{
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  forget_after (self);
}

static void
start_reading (UllWindow *self, const char *path, gboolean replace)
{
  self->loading = g_cancellable_new ();
  ull_loader_read_async (path, self->loading, read_cb, opening_new (self, replace));
}

static gboolean
patience_over_cb (gpointer user_data)
{
  UllWindow *self = user_data;

  self->present_source = 0;
  gtk_window_present (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

void
ull_window_open_path (UllWindow *self, const char *path)
{
  g_return_if_fail (ULL_IS_WINDOW (self));
  g_return_if_fail (path != NULL);

  ull_window_cancel_loading (self);
  start_reading (self, path, FALSE);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)) && self->present_source == 0)
    self->present_source = g_timeout_add (PATIENCE_MS, patience_over_cb, self);
}

void
ull_window_open_after (UllWindow *self, const char *path)
{
  g_return_if_fail (ULL_IS_WINDOW (self));
  g_return_if_fail (path != NULL);

  if (self->loading == NULL)
    ull_window_open_path (self, path);
  else
    g_queue_push_tail (&self->after, g_strdup (path));
}

gboolean
ull_window_is_loading (UllWindow *self)
{
  g_return_val_if_fail (ULL_IS_WINDOW (self), FALSE);

  return self->loading != NULL;
}

static UllDevice *
find_device (const char *id, GError **error)
{
  UllDevice *device = ull_device_find (id);

  if (device == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                 _("%s: no card of that name; “ullage-cli list devices” prints them"), id);
  return device;
}

gboolean
ull_window_open_bundled (UllWindow *self, const char *model_id, const char *device_id, GError **error)
{
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllScenario) scenario = NULL;
  UllDevice *device;

  g_return_val_if_fail (ULL_IS_WINDOW (self), FALSE);

  device = find_device (device_id != NULL ? device_id : ULL_EXAMPLE_DEVICE, error);
  if (device == NULL)
    return FALSE;
  model = ull_config_open_bundled (model_id != NULL ? model_id : ULL_EXAMPLE_MODEL, error);
  if (model == NULL)
    return FALSE;
  scenario = ull_example_new (model, device, error);
  if (scenario == NULL)
    return FALSE;
  ull_window_cancel_loading (self);
  ull_window_open_document (self, scenario, NULL, NULL);
  return TRUE;
}

gboolean
ull_window_replace_model (UllWindow *self, const char *model_id, GError **error)
{
  g_autoptr (UllModel) model = ull_config_open_bundled (model_id, error);

  if (model == NULL)
    return FALSE;
  replace_model (self, model);
  return TRUE;
}

static void
picked (UllWindow *self, GObject *picker, GAsyncResult *result, gboolean replace)
{
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (picker), result, NULL);

  if (file == NULL || g_file_peek_path (file) == NULL)
    return;
  ull_window_cancel_loading (self);
  start_reading (self, g_file_peek_path (file), replace);
}

static void
open_picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllWindow) self = user_data;

  picked (self, source, result, FALSE);
}

static void
replacement_picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllWindow) self = user_data;

  picked (self, source, result, TRUE);
}

static UllFilePicker *
make_picker (const char *title)
{
  UllFilePicker *picker = ull_file_picker_new (title);

  ull_file_picker_add_filter (picker, _("Models, plans, lessons and logs"),
                              (const char *const[]) { "*.json", "*.gguf", "*.ullage", "*.safetensors", "*.csv", "*.jsonl", NULL });
  ull_file_picker_add_filter (picker, _("All files"), (const char *const[]) { "*", NULL });
  return picker;
}

void
ull_window_choose_file (UllWindow *self)
{
  g_autoptr (UllFilePicker) picker = make_picker (_("Open a Model, a Plan or a Lesson"));

  ull_file_picker_open (picker, GTK_WINDOW (self), NULL, open_picked_cb, g_object_ref (self));
}

void
ull_window_choose_replacement (UllWindow *self)
{
  g_autoptr (UllFilePicker) picker = make_picker (_("Open a Model"));

  ull_file_picker_open (picker, GTK_WINDOW (self), NULL, replacement_picked_cb, g_object_ref (self));
}

void
ull_window_choose_folder (UllWindow *self)
{
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Open a Model’s Folder"));

  ull_file_picker_select_folder (picker, GTK_WINDOW (self), NULL, open_picked_cb, g_object_ref (self));
}
