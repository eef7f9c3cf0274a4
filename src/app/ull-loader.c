#include "ull-loader.h"

#include "ull-config.h"
#include "ull-document.h"
#include "ull-error.h"
#include "ull-log-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The worker gets a path and gives back values that nobody else holds, so nothing is shared between threads. A file is
 * opened without waiting for a writer and then checked: a FIFO is refused instead of hanging the worker. */

#define DOCUMENT_MAX_BYTES (G_GINT64_CONSTANT (16) << 20)

void
ull_loaded_free (UllLoaded *loaded)
{
  g_clear_pointer (&loaded->path, g_free);
  g_clear_pointer (&loaded->model, ull_model_unref);
  g_clear_pointer (&loaded->scenario, ull_scenario_unref);
  g_clear_pointer (&loaded->text, g_free);
  g_clear_pointer (&loaded->lesson, ull_lesson_unref);
  g_clear_pointer (&loaded->adapter, ull_adapter_free);
  g_clear_pointer (&loaded->doubt, g_free);
  g_free (loaded);
}

static gboolean
check_file (int fd, const char *name, GError **error)
{
  struct stat info;

  if (fstat (fd, &info) < 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s", name, g_strerror (errno));
      return FALSE;
    }
  if (!S_ISREG (info.st_mode))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: not a regular file; a file of its text would be right"), name);
      return FALSE;
    }
  if (info.st_size > DOCUMENT_MAX_BYTES)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: too big; at most 16 MiB would be right"), name);
      return FALSE;
    }
  return TRUE;
}

/* Reads to the end or to the limit, whichever comes first: the size that fstat told may have grown since. */
static GString *
read_all (int fd, const char *name, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[16384];

  while (text->len <= DOCUMENT_MAX_BYTES)
    {
      gssize n = read (fd, buffer, sizeof buffer);

      if (n == 0)
        return g_steal_pointer (&text);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s", name, g_strerror (errno));
          return NULL;
        }
      g_string_append_len (text, buffer, n);
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: too big; at most 16 MiB would be right"), name);
  return NULL;
}

static GString *
read_document (const char *path, const char *name, GError **error)
{
  g_autoptr (GString) text = NULL;
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);

  if (fd < 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s", name, g_strerror (errno));
      return NULL;
    }
  if (check_file (fd, name, error))
    text = read_all (fd, name, error);
  g_close (fd, NULL);
  return g_steal_pointer (&text);
}

static gboolean
file_exists (const char *path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static UllLoaded *
load_document (const char *path, GError **error)
{
  g_autoptr (UllLoaded) loaded = g_new0 (UllLoaded, 1);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) text = read_document (path, name, error);
  g_autoptr (UllScenario) parsed = NULL;

  if (text == NULL)
    return NULL;
  parsed = ull_document_parse (name, text->str, text->len, error);
  if (parsed == NULL)
    return NULL;
  loaded->scenario = ull_document_find_log (parsed, path, file_exists);
  loaded->path = g_strdup (path);
  loaded->text = g_string_free (g_steal_pointer (&text), FALSE);
  return g_steal_pointer (&loaded);
}

/* The place and what is wrong. What would be right is an option of the command line; the window has a question for it. */
static char *
without_advice (const char *refusal)
{
  const char *advice = g_strrstr (refusal, "; ");

  return advice != NULL ? g_strndup (refusal, (gsize) (advice - refusal)) : g_strdup (refusal);
}

/* Any refusal but that of an unknown type is the same one twice. */
static void
refuse (GError **error, const GError *refusal, const GError *as_plain)
{
  g_autofree char *known = without_advice (refusal->message);

  if (as_plain == NULL || g_str_equal (as_plain->message, refusal->message))
    g_propagate_error (error, g_error_copy (refusal));
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED,
                 _("%s; a known one, or the members of plain attention, would be right"), known);
}

/* Only a refusal by name is worth a second look; what is damaged stays refused. */
static UllLoaded *
load_model (const char *path, GError **error)
{
  g_autoptr (UllLoaded) loaded = g_new0 (UllLoaded, 1);
  g_autoptr (GError) refusal = NULL;
  g_autoptr (GError) as_plain = NULL;

  loaded->path = g_strdup (path);
  loaded->model = ull_config_open (path, ULL_CONFIG_DEFAULT, &refusal);
  if (loaded->model != NULL)
    return g_steal_pointer (&loaded);
  loaded->adapter = ull_adapter_read (path);
  if (loaded->adapter != NULL)
    return g_steal_pointer (&loaded);
  if (g_error_matches (refusal, ULL_ERROR, ULL_ERROR_UNSUPPORTED))
    loaded->model = ull_config_open (path, ULL_CONFIG_AS_PLAIN, &as_plain);
  if (loaded->model == NULL)
    {
      refuse (error, refusal, as_plain);
      return NULL;
    }
  loaded->doubt = without_advice (refusal->message);
  return g_steal_pointer (&loaded);
}

/* Models and lessons are both JSON; only a lesson has the member that every lesson begins with. What cannot be read is left to
 * the reader of models, which says why. */
static GString *
read_lesson (const char *path, const char *name)
{
  g_autoptr (GString) text = NULL;

  if (!g_str_has_suffix (path, ".json"))
    return NULL;
  text = read_document (path, name, NULL);
  return text != NULL && strstr (text->str, "\"ullage_lesson\"") != NULL ? g_steal_pointer (&text) : NULL;
}

static UllLoaded *
load_lesson (const char *path, const char *name, const GString *text, GError **error)
{
  g_autoptr (UllLoaded) loaded = g_new0 (UllLoaded, 1);

  loaded->path = g_strdup (path);
  loaded->lesson = ull_lesson_parse (name, text->str, text->len, g_get_language_names (), error);
  if (loaded->lesson == NULL || !ull_lesson_check (loaded->lesson, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&loaded);
}

static UllLoaded *
load_log (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (UllLoaded) loaded = g_new0 (UllLoaded, 1);
  UllLogFileKind kind;

  if (!ull_log_file_check (path, &kind, cancellable, error))
    return NULL;
  loaded->path = g_strdup (path);
  loaded->is_log = kind == ULL_LOG_FILE_LOAD;
  loaded->is_series = kind == ULL_LOG_FILE_SERIES;
  return g_steal_pointer (&loaded);
}

char *
ull_loader_read_text (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) text = read_document (path, name, error);

  if (text == NULL)
    return NULL;
  if (g_utf8_validate (text->str, (gssize) text->len, NULL))
    return g_string_free (g_steal_pointer (&text), FALSE);
  g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, _("%s: is no text; UTF-8 would be right"), name);
  return NULL;
}

UllLoaded *
ull_loader_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) lesson = NULL;

  if (g_str_has_suffix (path, ".ullage"))
    return load_document (path, error);
  if (ull_log_file_may_be (path) && !g_file_test (path, G_FILE_TEST_IS_DIR))
    return load_log (path, cancellable, error);
  lesson = read_lesson (path, name);
  if (lesson != NULL)
    return load_lesson (path, name, lesson, error);
  return load_model (path, error);
}

static void
read_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  UllLoaded *loaded;

  /* The readers look at it between two pieces of a file: a long read ends, and is not only no longer waited for. */
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
  loaded = ull_loader_read (task_data, cancellable, &error);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  if (loaded == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, loaded, (GDestroyNotify) ull_loaded_free);
}

void
ull_loader_read_async (const char *path,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_worker);
}

UllLoaded *
ull_loader_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
