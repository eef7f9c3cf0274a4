#include "ull-mixer.h"

#include "ull-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Workers get values that nobody changes and give back values that nobody else holds. A file is opened without waiting for
 * a writer and then checked: a FIFO is refused instead of hanging the worker. */

/* The same draws at every start, as the command line's are unless it is told otherwise. */
#define SEED 1

typedef struct
{
  UllScenario *scenario;
  UllMix mix;
} Drawing;

static void
drawing_free (Drawing *drawing)
{
  g_clear_pointer (&drawing->scenario, ull_scenario_unref);
  g_free (drawing);
}

static void
draw_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Drawing *drawing = task_data;
  GError *error = NULL;

  if (ull_mix_draw (&drawing->mix, drawing->scenario, drawing->scenario->lengths, SEED, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
ull_mixer_draw_async (UllScenario *scenario,
                      const UllMix *mix,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Drawing *drawing = g_new (Drawing, 1);

  *drawing = (Drawing) { ull_scenario_ref (scenario), *mix };
  g_task_set_task_data (task, drawing, (GDestroyNotify) drawing_free);
  g_task_run_in_thread (task, draw_worker);
}

gboolean
ull_mixer_draw_finish (GAsyncResult *result, UllMix *mix, GError **error)
{
  Drawing *drawing;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  drawing = g_task_get_task_data (G_TASK (result));
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *mix = drawing->mix;
  return TRUE;
}

typedef struct
{
  int fd;
  char *name;
} File;

static void
close_file (gpointer data)
{
  File *file = data;

  g_close (file->fd, NULL);
  g_clear_pointer (&file->name, g_free);
  g_free (file);
}

static gpointer
open_file (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  int fd = g_open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
  struct stat status;
  File *file;

  if (fd < 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s", name, g_strerror (errno));
      return NULL;
    }
  file = g_new (File, 1);
  *file = (File) { fd, g_steal_pointer (&name) };
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
    return file;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: is no regular file; a log of requests would be right"), file->name);
  close_file (file);
  return NULL;
}

static gssize
read_file (gpointer data, char *buffer, gsize size, GError **error)
{
  File *file = data;
  gssize got;

  do
    got = read (file->fd, buffer, size);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s", file->name, g_strerror (errno));
  return got;
}

static const UllFileSource source_of_files = { open_file, read_file, close_file };

const UllFileSource *
ull_mixer_get_files (void)
{
  return &source_of_files;
}

static void
read_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (UllLengths) lengths = ull_lengths_new (task_data, &source_of_files, &error);

  if (lengths == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, ull_lengths_compact (lengths), (GDestroyNotify) ull_lengths_unref);
}

static void
columns_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  char **columns = ull_lengths_read_columns (&source_of_files, task_data, &error);

  if (columns == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, columns, (GDestroyNotify) g_strfreev);
}

static void
run (const char *text, GTaskThreadFunc worker, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_strdup (text), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, worker);
}

void
ull_mixer_read_async (const char *spec, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  run (spec, read_worker, cancellable, callback, user_data);
}

UllLengths *
ull_mixer_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
ull_mixer_columns_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  run (path, columns_worker, cancellable, callback, user_data);
}

char **
ull_mixer_columns_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
