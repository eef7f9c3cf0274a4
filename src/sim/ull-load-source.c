#include "ull-load-source.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A load's kinds as sources. A log is read whole, as far as its requests go, because a heavier tail has a median to lie
 * above; what its contents borrow is copied, since a row's are gone with the next. */

static UllWorkload *
open_random (const UllLoad *load, const UllLoadView *view, GError **error)
{
  UllRandomLoad random = {
    .arrivals = load->arrivals,
    .requests = view->requests,
    .seed = load->seed,
    .clients = view->clients,
    .rate = load->rate,
    .cv = load->cv,
    .on_seconds = load->on_seconds,
    .off_seconds = load->off_seconds,
    .lengths = load->lengths,
    .outputs = load->outputs,
    .prompts_alone = load->prompts_alone,
    .prefix_tokens = load->prefix_tokens,
    .prefix_fraction = load->prefix_fraction,
    .prefixes = (guint) load->prefixes,
    .zipf = load->zipf,
    .sequences = 1,
    .patience_ns = load->patience_seconds < 0 ? -1 : (gint64) (load->patience_seconds * 1e9),
    .block_tokens = view->block_tokens,
    .tail = view->tail,
    .max_tokens = view->max_tokens,
  };

  return ull_workload_new_random (&random, error);
}

static UllWorkload *
open_sessions (const UllLoad *load, const UllLoadView *view, GError **error)
{
  UllSessionLoad sessions = {
    .requests = view->requests,
    .seed = load->seed,
    .clients = view->clients,
    .turns = load->turns,
    .system_tokens = load->prefix_tokens,
    .questions = load->lengths,
    .answers = load->outputs,
    .think_ns = (gint64) (load->think_seconds * 1e9),
    .max_tokens = view->max_tokens,
    .block_tokens = view->block_tokens,
    .tail = view->tail,
  };

  return ull_workload_new_sessions (&sessions, error);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static gint64
median_of (const GArray *requests, gsize member)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < requests->len; i++)
    g_array_append_vals (values, &G_STRUCT_MEMBER (gint64, &g_array_index (requests, UllRequest, i), member), 1);
  g_array_sort (values, compare_cb);
  return values->len > 0 ? g_array_index (values, gint64, values->len / 2) : 1;
}

static void
make_heavier (GArray *requests, gsize member, double tail, gint64 most)
{
  double median = (double) median_of (requests, member);

  for (guint i = 0; i < requests->len; i++)
    {
      gint64 *value = &G_STRUCT_MEMBER (gint64, &g_array_index (requests, UllRequest, i), member);
      double ratio = (double) *value / median;

      if (ratio > 1)
        *value = MAX ((gint64) MIN (median * pow (ratio, tail), (double) most), *value);
    }
}

/* Addresses of contents are set when all ids are there: the array moves as it grows. */
static gboolean
read_all (UllWorkload *log, gint64 most, GArray *requests, GArray *ids, GError **error)
{
  g_autoptr (GError) fault = NULL;

  while (requests->len < most)
    {
      gint64 arrival = ull_workload_peek (log, &fault);
      UllRequest request;

      if (arrival < 0)
        {
          g_propagate_error (error, g_steal_pointer (&fault));
          return FALSE;
        }
      if (arrival == G_MAXINT64)
        break;
      ull_workload_take (log, &request);
      if (request.content.ids != NULL)
        g_array_append_vals (ids, request.content.ids, ull_content_n_ids (&request.content));
      g_array_append_val (requests, request);
      ull_workload_done (log, &request, arrival);
    }
  for (guint i = 0, first = 0; i < requests->len; i++)
    {
      UllContent *content = &g_array_index (requests, UllRequest, i).content;

      if (content->ids == NULL)
        continue;
      content->ids = &g_array_index (ids, guint64, first);
      first += ull_content_n_ids (content);
    }
  return TRUE;
}

static UllWorkload *
open_trace (const UllLoad *load, const UllLoadView *view, GError **error)
{
  g_autoptr (GArray) requests = g_array_new (FALSE, FALSE, sizeof (UllRequest));
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (UllWorkload) log = NULL;

  if (view->files == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("log: no file is read here; a load without one would be right"));
      return NULL;
    }
  log = ull_workload_new_trace (view->files, load->trace, view->requests, load->speed, view->block_tokens, load->seed, error);
  if (log == NULL || !read_all (log, view->requests, requests, ids, error))
    return NULL;
  if (requests->len == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no request; a log of at least one would be right"), load->trace);
      return NULL;
    }
  if (view->tail > 1)
    {
      make_heavier (requests, G_STRUCT_OFFSET (UllRequest, prompt), view->tail, view->max_tokens);
      make_heavier (requests, G_STRUCT_OFFSET (UllRequest, output), view->tail, view->max_tokens);
    }
  return ull_workload_new_list (g_steal_pointer (&requests), g_steal_pointer (&ids),
                                load->arrivals == ULL_ARRIVALS_CLOSED ? view->clients : 0);
}

UllWorkload *
ull_load_open (const UllLoad *load, const UllLoadView *view, GError **error)
{
  if (!ull_load_check (load, error))
    return NULL;
  switch (load->kind)
    {
    case ULL_LOAD_SESSIONS:
      return open_sessions (load, view, error);
    case ULL_LOAD_TRACE:
      return open_trace (load, view, error);
    case ULL_LOAD_RANDOM:
    case ULL_N_LOAD_KINDS:
    default:
      return open_random (load, view, error);
    }
}
