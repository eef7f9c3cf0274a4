#include "ull-load-source.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A load's kinds as sources. Of a log all its requests are taken at once, because a heavier tail has a median to lie above; the
 * seed tells those of two sources apart where the log says nothing of their contents. */

static gint64
patience_ns (const UllLoad *load)
{
  return load->patience_seconds < 0 ? -1 : (gint64) (load->patience_seconds * 1e9);
}

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
    .patience_ns = patience_ns (load),
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
    .patience_ns = patience_ns (load),
    .max_tokens = view->max_tokens,
    .block_tokens = view->block_tokens,
    .tail = view->tail,
  };

  return ull_workload_new_sessions (&sessions, error);
}

static void
make_heavier (GArray *requests, gsize member, double tail, gint64 most)
{
  double median = (double) ull_requests_median (requests, member);

  for (guint i = 0; i < requests->len; i++)
    {
      gint64 *value = &G_STRUCT_MEMBER (gint64, &g_array_index (requests, UllRequest, i), member);
      double ratio = (double) *value / median;

      if (ratio > 1)
        *value = MAX ((gint64) MIN (median * pow (ratio, tail), (double) most), *value);
    }
}

static UllWorkload *
open_trace (const UllLoad *load, const UllLoadView *view, GError **error)
{
  g_autoptr (GArray) requests = NULL;

  if (view->log == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("log: no file is read here; a load without one would be right"));
      return NULL;
    }
  requests = ull_request_log_take (view->log, view->requests, view->go_on, view->data, error);
  if (requests == NULL)
    return NULL;
  for (guint i = 0; i < requests->len; i++)
    {
      g_array_index (requests, UllRequest, i).content.seed ^= load->seed;
      g_array_index (requests, UllRequest, i).patience_ns = patience_ns (load);
    }
  if (view->tail > 1)
    {
      make_heavier (requests, G_STRUCT_OFFSET (UllRequest, prompt), view->tail, view->max_tokens);
      make_heavier (requests, G_STRUCT_OFFSET (UllRequest, output), view->tail, view->max_tokens);
    }
  return ull_workload_new_list (g_steal_pointer (&requests), NULL, load->arrivals == ULL_ARRIVALS_CLOSED ? view->clients : 0);
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
