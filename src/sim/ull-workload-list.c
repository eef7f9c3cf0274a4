#include "ull-workload.h"

/* Requests of an array, in its order. In a closed loop a client's next request is sent when its last is done; its place in the
 * order is that of the array, whoever sends it. */

typedef struct
{
  UllWorkload parent;
  GArray *requests; /* Owned: UllRequest */
  GArray *ids;      /* Owned (nullable) */
  guint sent;
  gint64 clients;   /* 0: as they arrive */
  GQueue idle;      /* of a closed loop: when its idle clients send, in nanoseconds (Owned) */
} ListSource;

static gint64
list_peek (UllWorkload *source, GError **error)
{
  ListSource *self = (ListSource *) source;
  const gint64 *idle = g_queue_peek_head (&self->idle);

  if (self->sent == self->requests->len)
    return G_MAXINT64;
  if (self->clients == 0)
    return g_array_index (self->requests, UllRequest, self->sent).arrival_ns;
  return idle != NULL ? *idle : G_MAXINT64;
}

static void
list_take (UllWorkload *source, UllRequest *request)
{
  ListSource *self = (ListSource *) source;
  gint64 arrival = list_peek (source, NULL);

  *request = g_array_index (self->requests, UllRequest, self->sent);
  request->arrival_ns = arrival;
  self->sent++;
  if (self->clients > 0)
    g_free (g_queue_pop_head (&self->idle));
}

static void
list_done (UllWorkload *source, const UllRequest *request, gint64 now_ns)
{
  ListSource *self = (ListSource *) source;

  if (self->clients > 0)
    g_queue_push_tail (&self->idle, g_memdup2 (&now_ns, sizeof now_ns));
}

static void
list_free (UllWorkload *source)
{
  ListSource *self = (ListSource *) source;

  g_queue_clear_full (&self->idle, g_free);
  g_array_unref (self->requests);
  g_clear_pointer (&self->ids, g_array_unref);
  g_free (self);
}

static const UllWorkloadClass list_class = { list_peek, list_take, list_done, list_free };

UllWorkload *
ull_workload_new_list (GArray *requests, GArray *ids, gint64 clients)
{
  ListSource *self = g_new0 (ListSource, 1);
  const gint64 beginning = 0;

  self->parent.class = &list_class;
  self->requests = requests;
  self->ids = ids;
  self->clients = clients;
  g_queue_init (&self->idle);
  for (gint64 i = 0; i < MIN (clients, (gint64) requests->len); i++)
    g_queue_push_tail (&self->idle, g_memdup2 (&beginning, sizeof beginning));
  return &self->parent;
}
