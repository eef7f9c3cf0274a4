#include "ull-error.h"
#include "ull-workload.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Requests drawn one at a time. Each draws its length, answer and prefix from a generator of its own, seeded by its
 * number, so that the i-th request is the same at every rate and number of clients: levels that are compared differ in
 * nothing else (common random numbers). Gaps between arrivals come from another generator. */

#define MOST_PREFIXES (1 << 20)
/* A little more than a century. */
#define MOST_PATIENCE_NS G_GINT64_CONSTANT (3200000000000000000)

typedef struct
{
  UllWorkload parent;
  UllRandomLoad load;
  UllDraw *lengths;
  UllDraw *outputs;
  UllZipf *zipf;
  UllRandom gaps;
  gint64 sent;
  gint64 next_ns;   /* of an open load */
  gint64 phase_ns;  /* of on/off: time of arrivals only */
  GQueue idle;      /* of a closed one: when its idle clients send, in nanoseconds (Owned) */
} RandomSource;

static gint64
next_gap (RandomSource *self)
{
  switch (self->load.arrivals)
    {
    case ULL_ARRIVALS_GAMMA:
      return ull_draw_gamma (&self->gaps, self->load.rate, self->load.cv);
    case ULL_ARRIVALS_CLOSED:
    case ULL_ARRIVALS_POISSON:
    case ULL_ARRIVALS_ON_OFF:
    case ULL_ARRIVALS_TRACE:
    case ULL_N_ARRIVALS:
    default:
      return ull_draw_exponential (&self->gaps, self->load.rate);
    }
}

/* Arrivals of a phase follow one another as if there were no pauses; each pause passed moves them on by its length. */
static gint64
time_of_phase (const RandomSource *self, gint64 ns)
{
  double on = self->load.on_seconds * 1e9, off = self->load.off_seconds * 1e9;

  if (self->load.arrivals != ULL_ARRIVALS_ON_OFF)
    return ns;
  return (gint64) MIN ((double) ns + floor ((double) ns / on) * off, 4e18);
}

static void
plan_next (RandomSource *self)
{
  gint64 gap = next_gap (self);

  self->phase_ns = self->phase_ns > G_MAXINT64 / 2 ? self->phase_ns : self->phase_ns + gap;
  self->next_ns = time_of_phase (self, self->phase_ns);
}

static gint64
random_peek (UllWorkload *source, GError **error)
{
  RandomSource *self = (RandomSource *) source;
  gint64 *idle = g_queue_peek_head (&self->idle);

  if (self->sent == self->load.requests)
    return G_MAXINT64;
  if (self->load.arrivals != ULL_ARRIVALS_CLOSED)
    return self->next_ns;
  return idle != NULL ? *idle : G_MAXINT64;
}

static gint64
draw_answer (const RandomSource *self, UllRandom *random, gint64 length)
{
  gint64 answer = ull_draw_next (self->outputs, random);

  if (self->load.prompts_alone)
    return MAX (answer, 1);
  return CLAMP (answer, 1, MAX (length - 1, 1));
}

static void
fill_content (const RandomSource *self, UllRandom *random, UllRequest *request)
{
  gboolean shares = self->load.prefix_tokens > 0 && ull_random_unit (random) < self->load.prefix_fraction;
  guint prefix = self->zipf != NULL ? ull_zipf_next (self->zipf, random) : 0;
  guint64 counter = self->load.seed + prefix;

  request->content = (UllContent) { .seed = ull_random_next (random), .answer_block = G_MAXINT64 };
  if (!shares)
    return;
  request->prompt = MAX (request->prompt, self->load.prefix_tokens);
  request->content.shared_seed = ull_random_mix (&counter);
  request->content.shared_blocks = self->load.prefix_tokens / self->load.block_tokens;
}

static void
random_take (UllWorkload *source, UllRequest *request)
{
  RandomSource *self = (RandomSource *) source;
  guint64 counter = self->load.seed ^ ((guint64) self->sent * G_GUINT64_CONSTANT (0xa0761d6478bd642f));
  UllRandom random;
  gint64 length;

  ull_random_init (&random, ull_random_mix (&counter));
  length = ull_draw_next (self->lengths, &random);
  length = MAX (length, self->load.prompts_alone ? 1 : 2);
  request->arrival_ns = random_peek (source, NULL);
  request->output = draw_answer (self, &random, length);
  request->prompt = self->load.prompts_alone ? length : length - request->output;
  request->sequences = self->load.sequences;
  request->patience_ns = self->load.patience_ns;
  request->session = (guint) self->sent;
  fill_content (self, &random, request);
  self->sent++;
  if (self->load.arrivals == ULL_ARRIVALS_CLOSED)
    g_free (g_queue_pop_head (&self->idle));
  else
    plan_next (self);
}

static void
random_done (UllWorkload *source, const UllRequest *request, gint64 now_ns)
{
  RandomSource *self = (RandomSource *) source;

  if (self->load.arrivals == ULL_ARRIVALS_CLOSED)
    g_queue_push_tail (&self->idle, g_memdup2 (&now_ns, sizeof now_ns));
}

static void
random_free (UllWorkload *source)
{
  RandomSource *self = (RandomSource *) source;

  g_queue_clear_full (&self->idle, g_free);
  ull_draw_free (self->lengths);
  ull_draw_free (self->outputs);
  ull_zipf_free (self->zipf);
  g_free (self);
}

static const UllWorkloadClass random_class = { random_peek, random_take, random_done, random_free };

static gboolean
refuse (const char *name, const char *right, GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: %s would be right"), name, right);
  return FALSE;
}

static gboolean
check_rate (const UllRandomLoad *load, GError **error)
{
  if (load->arrivals == ULL_ARRIVALS_CLOSED)
    return TRUE;
  if (!isfinite (load->rate) || load->rate < 1e-3 || load->rate > 1e6)
    return refuse (_("rate of arrivals"), _("a number of requests a second from 0.001 to 1,000,000"), error);
  if (load->arrivals == ULL_ARRIVALS_GAMMA && (!isfinite (load->cv) || load->cv < 0 || load->cv > 100))
    return refuse (_("coefficient of variation"), _("a number from 0 (a beat) over 1 (Poisson) to 100"), error);
  if (load->arrivals == ULL_ARRIVALS_ON_OFF &&
      (!isfinite (load->on_seconds) || load->on_seconds < 1e-6 || !isfinite (load->off_seconds) || load->off_seconds < 0 ||
       load->off_seconds > 1e9))
    return refuse (_("phases"), _("a time of arrivals above 0 and a pause from 0 to 1e9 seconds"), error);
  return TRUE;
}

static gboolean
check_load (const UllRandomLoad *load, GError **error)
{
  if (load->requests < 1)
    return refuse (_("requests"), _("at least 1"), error);
  if (load->arrivals == ULL_ARRIVALS_CLOSED && (load->clients < 1 || load->clients > G_MAXINT32))
    return refuse (_("clients"), _("at least 1"), error);
  if (load->prefix_tokens < 0 || load->prefix_tokens > ULL_LENGTHS_MAX)
    return refuse (_("shared prefix"), _("a number of tokens from 0 on"), error);
  if (!isfinite (load->prefix_fraction) || load->prefix_fraction < 0 || load->prefix_fraction > 1)
    return refuse (_("share of requests with the prefix"), _("a fraction from 0 to 1"), error);
  if (!isfinite (load->zipf) || load->zipf < 0 || load->zipf > 100)
    return refuse (_("Zipf exponent"), _("a number from 0 (all as popular) to 100"), error);
  if (load->prefixes > MOST_PREFIXES)
    return refuse (_("shared prefixes"), _("at most 1,048,576"), error);
  if (load->block_tokens < 1)
    return refuse (_("block size"), _("at least 1 token"), error);
  if (load->patience_ns > MOST_PATIENCE_NS)
    return refuse (_("patience"), _("at most a century, or none"), error);
  if (load->sequences < 1 || load->sequences > 1024)
    return refuse (_("sequences of a request"), _("1 to 1024"), error);
  return check_rate (load, error);
}

UllWorkload *
ull_workload_new_random (const UllRandomLoad *load, GError **error)
{
  RandomSource *self;
  const gint64 beginning = 0;

  if (!check_load (load, error))
    return NULL;
  self = g_new0 (RandomSource, 1);
  self->parent.class = &random_class;
  self->load = *load;
  self->lengths = ull_draw_new_with_tail (load->lengths, load->tail, load->max_tokens);
  self->outputs = ull_draw_new_with_tail (load->outputs, load->tail, load->max_tokens);
  if (load->prefix_tokens > 0 && load->prefixes > 1)
    self->zipf = ull_zipf_new (load->prefixes, load->zipf);
  ull_random_init (&self->gaps, load->seed);
  g_queue_init (&self->idle);
  if (load->arrivals != ULL_ARRIVALS_CLOSED)
    plan_next (self);
  else
    for (gint64 i = 0; i < MIN (load->clients, load->requests); i++)
      g_queue_push_tail (&self->idle, g_memdup2 (&beginning, sizeof beginning));
  return &self->parent;
}

void
ull_workload_free (UllWorkload *source)
{
  if (source != NULL)
    source->class->free (source);
}
