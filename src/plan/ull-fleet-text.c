#include "ull-fleet.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A fleet in words: whether the load is carried and what of it may be lost, and of each option what binds. */

static char *
limit_text (const UllFleetOption *option)
{
  g_autofree char *held = ull_format_count (option->memory_requests);

  if (option->requests_per_replica == G_MAXINT64)
    return g_strdup (_("Memory does not bind."));
  if (option->limit == ULL_LIMIT_MAX_NUM_SEQS)
    return option->memory_requests == G_MAXINT64 ? g_strdup (_("Max sequences binds."))
                                                 : g_strdup_printf (_("Max sequences binds; memory would hold %s."), held);
  if (option->limit == ULL_LIMIT_STATE)
    return g_strdup (_("The fixed state per sequence binds, not context."));
  return g_strdup (_("KV memory binds."));
}

char *
ull_fleet_option_reason (const UllFleetOption *option)
{
  g_autofree char *limit = limit_text (option);
  g_autoptr (GString) text = g_string_new (limit);
  g_autofree char *heads = ull_format_count (option->kv_heads);
  g_autofree char *dies = ull_format_count (option->device->dies), *size = ull_format_gib (option->device->reported);
  g_autofree char *high = ull_format_count (option->requests_high);

  if (option->device->dies > 1)
    g_string_append_printf (text, _(" Each card is %s devices of %s, and tensor parallel counts those."), dies, size);
  if (option->kv_heads > 0)
    g_string_append_printf (text, _(" Tensor parallel exceeds %s KV heads: part of the cache is copies."), heads);
  if (option->requests_high > option->requests_per_replica)
    g_string_append_printf (text, _(" The card’s size is a guess: at most %s may fit."), high);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The fewest replicas that carry the load are just enough: one of them lost, the others do not carry it. */
char *
ull_fleet_headline (const UllFleet *fleet, const UllFleetQuery *query)
{
  g_autofree char *spare = ull_format_count (query->spare);

  if (fleet->options->len == 0)
    return g_strdup (_("No card holds the model in any split."));
  if (query->spare == 0)
    return g_strdup (_("Fits, but not after the loss of one replica."));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Fits, also after the loss of %s replica.",
                                       "Fits, also after the loss of %s replicas.", (gulong) query->spare),
                          spare);
}

char *
ull_fleet_detail (const UllFleet *fleet, const UllFleetQuery *query)
{
  if (fleet->options->len == 0)
    return g_strdup (_("A wider split, narrower weights or a shorter context would help."));
  return g_strdup (query->spare == 0 ? _("Headroom binds: no replica is spare.")
                                     : _("Spare replicas hold weights, and requests only when another is gone."));
}
