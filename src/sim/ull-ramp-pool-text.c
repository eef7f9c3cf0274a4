#include "ull-ramp.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What the pool of a ramp is, and what of it is not as an engine was recorded to do. */

char *
ull_ramp_pool_text (const UllRamp *ramp)
{
  g_autofree char *blocks = ull_format_count (ramp->blocks), *each = NULL;

  if (ramp->state_blocks > 0)
    {
      each = ull_format_count (ramp->state_blocks);
      return g_strdup_printf (_("%s blocks of state, %s to a request however long it is"), blocks, each);
    }
  each = ull_format_count (ramp->block_tokens);
  return g_strdup_printf (_("%s blocks of %s tokens"), blocks, each);
}

/* A hybrid's prefix is found by the layers that keep every token; an engine asks the others, too. */
char *
ull_ramp_pool_note (const UllRamp *ramp)
{
  const char *held = _("What windows, states and further groups hold is the plan’s; no engine’s steps were recorded with them.");

  if (!ramp->modelled)
    return NULL;
  if (ramp->uncached)
    return g_strdup_printf ("%s %s", held,
                            _("Which states of a prefix an engine keeps is not simulated: every request computes all of its own, and "
                              "hits, which an engine may have, are none."));
  if (ramp->caching && ramp->hopeful)
    return g_strdup_printf ("%s %s", held,
                            _("A prefix counts as found where the layers that keep every token have it: hits are the most that an "
                              "engine may have."));
  return g_strdup (held);
}
