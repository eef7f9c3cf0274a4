#include "ull-load.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A load is data: what comes of it is the simulator's business. Lengths are never NULL, so that a load of another kind can
 * become a random one by its kind alone. */

/* Of a level; beyond it neither memory nor patience would do. */
#define MOST_REQUESTS 1000000
#define MOST_SECONDS 1e9
#define MOST_TURNS 1000000
#define MOST_CAP (1 << 20)
#define MOST_PREFIXES (1 << 20)
#define MOST_PREFIX (1 << 24)
#define MOST_STEP_US 1e9
/* Requests a second. The clock counts nanoseconds in 63 bits, 292 years: a load may take some thirty of them, so that neither drawn gaps nor
 * waiting pass its end. */
#define LEAST_RATE 1e-3
#define MOST_RATE 1e6
#define MOST_SPAN 1e9
#define MOST_HIDDEN (1 << 24)

static const char *const kind_ids[ULL_N_LOAD_KINDS] = { "random", "sessions", "trace" };

UllLoad *
ull_load_new (void)
{
  UllLoad *load = ull_load_new_preset (ull_load_get_preset (0)->id);

  g_clear_pointer (&load->preset, g_ref_string_release);
  return load;
}

static GRefString *
acquire (GRefString *text)
{
  return text != NULL ? g_ref_string_acquire (text) : NULL;
}

UllLoad *
ull_load_copy (const UllLoad *load)
{
  UllLoad *copy = (g_atomic_rc_box_dup) (sizeof *load, load);

  acquire (copy->preset);
  acquire (copy->trace);
  acquire (copy->step_source);
  ull_lengths_ref (copy->lengths);
  ull_lengths_ref (copy->outputs);
  return copy;
}

UllLoad *
ull_load_ref (UllLoad *load)
{
  return g_atomic_rc_box_acquire (load);
}

static void
clear_load (gpointer data)
{
  UllLoad *load = data;

  g_clear_pointer (&load->preset, g_ref_string_release);
  g_clear_pointer (&load->trace, g_ref_string_release);
  g_clear_pointer (&load->step_source, g_ref_string_release);
  g_clear_pointer (&load->lengths, ull_lengths_unref);
  g_clear_pointer (&load->outputs, ull_lengths_unref);
}

void
ull_load_unref (UllLoad *load)
{
  g_atomic_rc_box_release_full (load, clear_load);
}

static gboolean
same (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0 || (isnan (a) && isnan (b));
}

static gboolean
equal_figures (const UllLoad *a, const UllLoad *b)
{
  return a->kind == b->kind && a->arrivals == b->arrivals && same (a->rate, b->rate) && same (a->cv, b->cv)
         && same (a->on_seconds, b->on_seconds) && same (a->off_seconds, b->off_seconds) && same (a->speed, b->speed)
         && a->requests == b->requests && a->seed == b->seed && a->prompts_alone == b->prompts_alone
         && a->prefix_tokens == b->prefix_tokens && same (a->prefix_fraction, b->prefix_fraction)
         && a->prefixes == b->prefixes && same (a->zipf, b->zipf) && a->turns == b->turns
         && same (a->think_seconds, b->think_seconds) && same (a->patience_seconds, b->patience_seconds)
         && a->cap == b->cap && a->step_fitted == b->step_fitted && a->step_hidden == b->step_hidden;
}

gboolean
ull_load_equal (const UllLoad *a, const UllLoad *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || !equal_figures (a, b))
    return FALSE;
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (!same (a->step_us[i], b->step_us[i]))
      return FALSE;
  return g_strcmp0 (a->preset, b->preset) == 0 && g_strcmp0 (a->trace, b->trace) == 0
         && g_strcmp0 (a->step_source, b->step_source) == 0 && ull_lengths_equal (a->lengths, b->lengths)
         && ull_lengths_equal (a->outputs, b->outputs);
}

void
ull_load_set_lengths (UllLoad *load, UllLengths *lengths)
{
  ull_lengths_ref (lengths);
  ull_lengths_unref (load->lengths);
  load->lengths = lengths;
}

void
ull_load_set_outputs (UllLoad *load, UllLengths *outputs)
{
  ull_lengths_ref (outputs);
  ull_lengths_unref (load->outputs);
  load->outputs = outputs;
}

static void
set_text (GRefString **member, const char *text)
{
  GRefString *old = *member;

  *member = text != NULL ? g_ref_string_new (text) : NULL;
  if (old != NULL)
    g_ref_string_release (old);
}

void
ull_load_set_trace (UllLoad *load, const char *path)
{
  set_text (&load->trace, path);
}

void
ull_load_set_step_source (UllLoad *load, const char *source)
{
  set_text (&load->step_source, source);
}

const char *
ull_load_kind_get_id (UllLoadKind kind)
{
  g_return_val_if_fail ((guint) kind < ULL_N_LOAD_KINDS, NULL);

  return kind_ids[kind];
}

static gboolean
refuse (const char *name, const char *right, GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: %s would be right"), name, right);
  return FALSE;
}

/* NAN is in no range. */
static gboolean
within (double value, double low, double high)
{
  return value >= low && value <= high;
}

/* Not every load can come in every way. */
static gboolean
check_order (const UllLoad *load, GError **error)
{
  const char *wrong = NULL;

  if (load->kind == ULL_LOAD_SESSIONS && load->arrivals != ULL_ARRIVALS_CLOSED)
    wrong = _("clients of sessions send a question once the one before is answered; a closed loop would be right");
  else if (load->kind == ULL_LOAD_TRACE && load->arrivals != ULL_ARRIVALS_CLOSED && load->arrivals != ULL_ARRIVALS_TRACE)
    wrong = _("a log’s requests come at its own times or as clients take them in turn; trace or closed would be right");
  else if (load->kind == ULL_LOAD_RANDOM && load->arrivals == ULL_ARRIVALS_TRACE)
    wrong = _("only a recorded log has times of its own; a closed loop, poisson, gamma or onoff would be right");
  if (wrong != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: %s", _("arrivals"), wrong);
  return wrong == NULL;
}

static gboolean
check_arrivals (const UllLoad *load, GError **error)
{
  if (!check_order (load, error))
    return FALSE;
  if (!within (load->rate, LEAST_RATE, MOST_RATE))
    return refuse (_("rate of arrivals"), _("a number of requests a second from 0.001 to 1,000,000"), error);
  if (!within (load->cv, 0, 100))
    return refuse (_("coefficient of variation"), _("a number from 0 (a beat) over 1 (Poisson) to 100"), error);
  if (!within (load->on_seconds, 1e-6, MOST_SECONDS) || !within (load->off_seconds, 0, MOST_SECONDS))
    return refuse (_("phases"), _("a time of arrivals above 0 and a pause from 0 to 1e9 seconds"), error);
  if (!within (load->speed, 1e-6, 1e6))
    return refuse (_("speed of a log"), _("a factor from 1e-6 to 1e6"), error);
  if (load->arrivals == ULL_ARRIVALS_ON_OFF && !within ((double) load->requests / load->rate * (1 + load->off_seconds / load->on_seconds), 0, MOST_SPAN))
    return refuse (_("phases"), _("fewer requests, shorter pauses or longer times of arrivals, so that the last comes within 1e9 seconds,"), error);
  return TRUE;
}

static gboolean
check_prefix (const UllLoad *load, GError **error)
{
  if (load->prefix_tokens < 0 || load->prefix_tokens > MOST_PREFIX)
    return refuse (_("shared prefix"), _("0 to 16,777,216 tokens"), error);
  if (!within (load->prefix_fraction, 0, 1))
    return refuse (_("share of requests with the prefix"), _("a fraction from 0 to 1"), error);
  if (load->prefixes < 1 || load->prefixes > MOST_PREFIXES)
    return refuse (_("shared prefixes"), _("1 to 1,048,576"), error);
  if (!within (load->zipf, 0, 100))
    return refuse (_("Zipf exponent"), _("a number from 0 (all as popular) to 100"), error);
  return TRUE;
}

static gboolean
check_steps (const UllLoad *load, GError **error)
{
  if (load->step_hidden < 0 || load->step_hidden > MOST_HIDDEN)
    return refuse (_("hidden tokens of a step"), _("a number of tokens from 0 to 2^24"), error);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (!isnan (load->step_us[i]) && !within (load->step_us[i], 0, MOST_STEP_US))
      return refuse (_("time of a step"), _("a number of microseconds from 0 to 1e9"), error);
  return TRUE;
}

gboolean
ull_load_check (const UllLoad *load, GError **error)
{
  if (load->requests < 1 || load->requests > MOST_REQUESTS)
    return refuse (_("requests"), _("1 to 1,000,000"), error);
  if (load->turns < 1 || load->turns > MOST_TURNS)
    return refuse (_("turns of a session"), _("1 to 1,000,000"), error);
  if (!within (load->think_seconds, 0, MOST_SECONDS))
    return refuse (_("think time"), _("0 to 1e9 seconds"), error);
  if (load->kind == ULL_LOAD_SESSIONS && load->think_seconds * (double) MAX (load->requests, 2 * MIN (load->turns, 100)) > MOST_SPAN)
    return refuse (_("think time"), _("a pause so short, or requests so few, that one client’s last comes within 1e9 seconds,"), error);
  if (!(load->patience_seconds <= MOST_SECONDS))
    return refuse (_("patience"), _("at most 1e9 seconds, or none"), error);
  if (load->cap < 0 || load->cap > MOST_CAP)
    return refuse (_("cap"), _("0 (none) to 1,048,576 sequences"), error);
  if (load->kind == ULL_LOAD_TRACE && load->trace == NULL)
    return refuse (_("log"), _("the path of a recorded load"), error);
  return check_arrivals (load, error) && check_prefix (load, error) && check_steps (load, error);
}
