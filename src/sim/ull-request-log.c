#include "ull-request-log.h"

#include "ull-error.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

/* Invariants: under the lock, `requests` are the first rows of the file in its order, and the source stands behind them. What was
 * read stays where it is, so that copies borrow the ids without a lock. A fault is kept: who asks for more than the rows before it
 * is told the same sentence, whichever level asks first.
 *
 * Memory is bounded whatever the file: a level takes at most some millions of requests, and all of their ids are at most MOST_IDS. */

#define MOST_IDS (G_GINT64_CONSTANT (1) << 23)

struct _UllRequestLog
{
  GMutex lock;
  char *path;
  UllWorkload *source; /* Owned */
  GArray *requests;    /* UllRequest, each with ids of its own */
  gint64 n_ids;
  GError *fault;
  gboolean ended;
};

static void
clear_request (gpointer data)
{
  UllRequest *request = data;

  g_free ((gpointer) request->content.ids);
}

UllRequestLog *
ull_request_log_open (const UllFileSource *files, const char *path, double speed, gint64 block_tokens, GError **error)
{
  UllRequestLog *log;
  UllWorkload *source;

  if (files == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("log: no file is read here; a load without one would be right"));
      return NULL;
    }
  source = ull_workload_new_trace (files, path, -1, speed, block_tokens, 0, error);
  if (source == NULL)
    return NULL;
  log = g_new0 (UllRequestLog, 1);
  g_mutex_init (&log->lock);
  log->path = g_strdup (path);
  log->source = source;
  log->requests = g_array_new (FALSE, FALSE, sizeof (UllRequest));
  g_array_set_clear_func (log->requests, clear_request);
  return log;
}

void
ull_request_log_free (UllRequestLog *log)
{
  if (log == NULL)
    return;
  g_clear_pointer (&log->source, ull_workload_free);
  g_array_unref (log->requests);
  g_clear_error (&log->fault);
  g_free (log->path);
  g_mutex_clear (&log->lock);
  g_free (log);
}

/* Under the lock. FALSE at the end and at a fault. */
static gboolean
read_one (UllRequestLog *log)
{
  gint64 arrival = log->ended ? G_MAXINT64 : ull_workload_peek (log->source, &log->fault);
  UllRequest request, kept;
  guint n;

  log->ended = arrival < 0 || arrival == G_MAXINT64;
  if (log->ended)
    return FALSE;
  ull_workload_take (log->source, &request);
  n = ull_content_n_ids (&request.content);
  kept = request;
  kept.content.ids = n > 0 ? g_memdup2 (request.content.ids, n * sizeof *request.content.ids) : NULL;
  ull_workload_done (log->source, &request, arrival);
  g_array_append_val (log->requests, kept);
  log->n_ids += n;
  if (log->n_ids <= MOST_IDS)
    return TRUE;
  log->ended = TRUE;
  g_set_error (&log->fault, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s: its requests have more than 8,388,608 hash_ids in all; fewer requests, or a log without ids, would be right"), log->path);
  g_array_set_size (log->requests, log->requests->len - 1);
  return FALSE;
}

/* Under the lock. FALSE: @go_on ended it. */
static gboolean
read_up_to (UllRequestLog *log, gint64 most, UllRequestLogGoOn go_on, gpointer data)
{
  while (log->requests->len < most)
    {
      if (go_on != NULL && log->requests->len % 256 == 0 && !go_on (0, data))
        return FALSE;
      if (!read_one (log))
        return TRUE;
    }
  return TRUE;
}

gint64
ull_request_log_count (UllRequestLog *log, gint64 most, UllRequestLogGoOn go_on, gpointer data)
{
  gint64 count;

  g_mutex_lock (&log->lock);
  read_up_to (log, most, go_on, data);
  count = MIN ((gint64) log->requests->len, most);
  g_mutex_unlock (&log->lock);
  return count;
}

GArray *
ull_request_log_take (UllRequestLog *log, gint64 most, UllRequestLogGoOn go_on, gpointer data, GError **error)
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (UllRequest));
  g_autoptr (GError) fault = NULL;

  g_mutex_lock (&log->lock);
  if (!read_up_to (log, most, go_on, data))
    fault = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
  else if (log->requests->len < most && log->fault != NULL)
    fault = g_error_copy (log->fault);
  else if (log->requests->len > 0)
    g_array_append_vals (taken, log->requests->data, (guint) MIN ((gint64) log->requests->len, most));
  g_mutex_unlock (&log->lock);
  if (fault == NULL && taken->len == 0)
    g_set_error (&fault, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no request; a log of at least one would be right"), log->path);
  if (fault == NULL)
    return g_steal_pointer (&taken);
  g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

gint64
ull_requests_median (const GArray *requests, gsize member)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < requests->len; i++)
    g_array_append_vals (values, &G_STRUCT_MEMBER (gint64, &g_array_index (requests, UllRequest, i), member), 1);
  g_array_sort (values, compare_cb);
  return values->len > 0 ? g_array_index (values, gint64, values->len / 2) : 1;
}

gboolean
ull_request_log_measure (UllRequestLog *log, gint64 most, UllRequestLogFacts *facts, GError **error)
{
  g_autoptr (GArray) requests = ull_request_log_take (log, most, NULL, NULL, error);

  *facts = (UllRequestLogFacts) { 0 };
  if (requests == NULL)
    return FALSE;
  facts->requests = requests->len;
  facts->prompt_median = ull_requests_median (requests, G_STRUCT_OFFSET (UllRequest, prompt));
  facts->output_median = ull_requests_median (requests, G_STRUCT_OFFSET (UllRequest, output));
  facts->span_ns = g_array_index (requests, UllRequest, requests->len - 1).arrival_ns;
  for (guint i = 0; i < requests->len; i++)
    {
      facts->prompt_mean += (double) g_array_index (requests, UllRequest, i).prompt / requests->len;
      facts->output_mean += (double) g_array_index (requests, UllRequest, i).output / requests->len;
    }
  return TRUE;
}
