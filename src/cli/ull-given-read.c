#include "ull-given-read.h"

/* An option that a load does not look at would change nothing, and yet look as if it had been counted. Which kinds of load look at which is
 * a table; what describes a plan's own load is nothing to a ramp, which has levels and a load of requests. */

#define RANDOM (1u << ULL_LOAD_RANDOM)
#define SESSIONS (1u << ULL_LOAD_SESSIONS)
#define TRACE (1u << ULL_LOAD_TRACE)

#define OF_LOG "a log has its own, so that leaving it out would be right"
#define OF_SESSIONS "--sessions SPEC, or a preset of sessions like chat, beside it would be right"

static const struct
{
  const char *option;
  guint kinds;       /* that do not look at it */
  const char *right;
} unread[] = {
  { "outputs", TRACE, OF_LOG },
  { "shared-prefix", TRACE, "its requests share what its hash_ids say, so that leaving it out would be right" },
  { "shared-fraction", TRACE, "its requests share what its hash_ids say, so that leaving it out would be right" },
  { "shared-fraction", SESSIONS, "all of them begin with --shared-prefix, so that leaving it out would be right" },
  { "turns", TRACE, OF_LOG },
  { "turns", RANDOM, OF_SESSIONS },
  { "think", TRACE, OF_LOG },
  { "think", RANDOM, OF_SESSIONS },
  { "seed", TRACE, "nothing is drawn of it, so that leaving it out would be right" },
  { "preset", TRACE, "one of the two would be right" },
  { "concurrency", RANDOM | SESSIONS | TRACE, "--levels would be right" },
  { "prefix-tokens", RANDOM | SESSIONS | TRACE, "--shared-prefix would be right" },
  { "prefix-requests", RANDOM | SESSIONS | TRACE, "--shared-fraction would be right" },
  { "retain", RANDOM | SESSIONS | TRACE, "the scheduler keeps what it has room for, so that leaving it out would be right" },
};

static const char *const loads[ULL_N_LOAD_KINDS] = {
  [ULL_LOAD_RANDOM] = "requests drawn one by one",
  [ULL_LOAD_SESSIONS] = "sessions",
  [ULL_LOAD_TRACE] = "a log’s requests",
};

gboolean
ull_given_check_read (const UllArgs *args, const UllLoad *load, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (unread); i++)
    if ((unread[i].kinds & 1u << load->kind) != 0 && ull_args_has (args, unread[i].option))
      {
        g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: a load of %s does not look at it; %s", unread[i].option, loads[load->kind],
                     unread[i].right);
        return FALSE;
      }
  if (ull_args_has (args, "shared-fraction") && load->prefix_tokens == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--shared-fraction: nothing is shared; --shared-prefix N beside it would be right");
      return FALSE;
    }
  if (!ull_args_has (args, "fit") || !ull_args_has (args, "step"))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--step: given beside --fit, which finds it; one of the two would be right");
  return FALSE;
}
