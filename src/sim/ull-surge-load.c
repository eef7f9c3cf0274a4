#include "ull-surge-load.h"

/* Two sources as one: whoever's request is earlier is taken, and an answer goes back to the one that asked. */

/* Another seed: the burst's requests are not the clients'. */
#define OTHER_SEED G_GUINT64_CONSTANT (0x5851f42d4c957f2d)

typedef struct
{
  UllWorkload parent;
  UllWorkload *clients; /* Owned */
  GArray *burst;        /* Owned: UllRequest */
  UllWorkload *lender;  /* Owned: what the burst's contents may borrow from */
  guint sent;
  gint64 at_ns;
} SurgeSource;

static gint64
surge_peek (UllWorkload *source, GError **error)
{
  SurgeSource *self = (SurgeSource *) source;
  gint64 client = ull_workload_peek (self->clients, error);

  if (client < 0 || self->sent == self->burst->len)
    return client;
  return MIN (client, self->at_ns);
}

static void
surge_take (UllWorkload *source, UllRequest *request)
{
  SurgeSource *self = (SurgeSource *) source;

  if (self->sent == self->burst->len || ull_workload_peek (self->clients, NULL) <= self->at_ns)
    {
      ull_workload_take (self->clients, request);
      return;
    }
  *request = g_array_index (self->burst, UllRequest, self->sent);
  request->arrival_ns = self->at_ns;
  request->session = ULL_SURGE_FIRST + self->sent++;
}

static void
surge_done (UllWorkload *source, const UllRequest *request, gint64 now_ns)
{
  SurgeSource *self = (SurgeSource *) source;

  if (request->session < ULL_SURGE_FIRST)
    ull_workload_done (self->clients, request, now_ns);
}

static void
surge_free (UllWorkload *source)
{
  SurgeSource *self = (SurgeSource *) source;

  g_clear_pointer (&self->clients, ull_workload_free);
  g_clear_pointer (&self->lender, ull_workload_free);
  g_array_unref (self->burst);
  g_free (self);
}

static const UllWorkloadClass surge_class = { surge_peek, surge_take, surge_done, surge_free };

/* So many clients' first requests. */
static gboolean
draw_burst (SurgeSource *self, gint64 burst, GError **error)
{
  for (gint64 i = 0; i < burst; i++)
    {
      gint64 arrival = ull_workload_peek (self->lender, error);
      UllRequest request;

      if (arrival < 0)
        return FALSE;
      if (arrival == G_MAXINT64)
        return TRUE;
      ull_workload_take (self->lender, &request);
      g_array_append_val (self->burst, request);
    }
  return TRUE;
}

UllWorkload *
ull_surge_open_load (
  const UllRampSetting *setting, gint64 clients, gint64 requests, gint64 burst, gint64 at_ns, GError **error)
{
  g_autoptr (UllLoad) base = ull_load_copy (setting->load), other = NULL;
  g_autoptr (UllWorkload) whole = NULL;
  UllLoadView view = { .clients = clients,
                       .requests = requests,
                       .block_tokens = setting->pool.scheduler.block_tokens,
                       .max_tokens = setting->model_len,
                       .tail = 1,
                       .log = setting->log };
  SurgeSource *self = g_new0 (SurgeSource, 1);

  whole = &self->parent;
  self->parent.class = &surge_class;
  self->burst = g_array_new (FALSE, FALSE, sizeof (UllRequest));
  self->at_ns = at_ns;
  base->arrivals = ULL_ARRIVALS_CLOSED;
  other = ull_load_copy (base);
  other->seed ^= OTHER_SEED;
  self->clients = ull_load_open (base, &view, error);
  view.clients = view.requests = burst;
  self->lender = self->clients != NULL ? ull_load_open (other, &view, error) : NULL;
  if (self->lender == NULL || !draw_burst (self, burst, error))
    return NULL;
  return g_steal_pointer (&whole);
}
