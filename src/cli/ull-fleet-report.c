#include "ull-fleet-report.h"

#include "ull-members.h"
#include "ull-table.h"

#include "ull-units.h"

#include <math.h>

/* A price is money of some currency in millionths; as a number it is in whole ones. The used fraction is from 0 to 1. */

/* Options past these are much like them; --json has all. */
#define MOST_OPTIONS 20

static double
used_fraction (const UllFleetOption *option)
{
  return (double) option->used / (double) option->memory;
}

static void
add_option (JsonBuilder *builder, const UllFleetOption *option)
{
  g_autofree char *reason = ull_fleet_option_reason (option);

  json_builder_begin_object (builder);
  ull_member_text (builder, "device", option->device->id);
  ull_member_int (builder, "tp", option->tp);
  ull_member_int (builder, "pp", option->pp);
  ull_member_int (builder, "replicas", option->replicas);
  ull_member_int (builder, "cards", option->cards);
  ull_member_known_int (builder, "requests_per_replica", option->requests_per_replica);
  ull_member_int (builder, "memory_bytes", option->memory);
  ull_member_double (builder, "used_fraction", used_fraction (option));
  ull_member_double (builder, "price", option->price >= 0 ? (double) option->price / (double) ULL_PPM_ONE : NAN);
  ull_member_text (builder, "reason", reason);
  json_builder_end_object (builder);
}

static void
add_lengths (JsonBuilder *builder, const UllLengths *lengths)
{
  json_builder_set_member_name (builder, "lengths");
  if (lengths == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  ull_member_text (builder, "spec", ull_lengths_get_spec (lengths));
  ull_member_double (builder, "mean", ull_lengths_mean (lengths));
  ull_member_double (builder, "overflow_at_most", (double) ULL_FLEET_OVERFLOW_PPM / (double) ULL_PPM_ONE);
  json_builder_end_object (builder);
}

void
ull_fleet_report_json (const UllFleet *fleet, const UllFleetQuery *query, const UllScenario *scenario, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_member_int (builder, "survives", query->spare);
  add_lengths (builder, scenario->lengths);
  ull_member_array (builder, "options");
  for (guint i = 0; i < fleet->options->len; i++)
    add_option (builder, &g_array_index (fleet->options, UllFleetOption, i));
  json_builder_end_array (builder);
  ull_member_array (builder, "ruled_out");
  for (guint i = 0; i < fleet->ruled_out->len; i++)
    {
      const UllFleetRefusal *refusal = &g_array_index (fleet->ruled_out, UllFleetRefusal, i);

      json_builder_begin_object (builder);
      ull_member_text (builder, "device", refusal->device->id);
      ull_member_text (builder, "reason", refusal->reason);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}

static char *
price_text (gint64 price)
{
  g_autofree char *whole = NULL;

  if (price < 0)
    return g_strdup ("");
  whole = ull_format_count (price / ULL_PPM_ONE);
  return g_strdup_printf ("%s.%02d", whole, (int) (price % ULL_PPM_ONE / (ULL_PPM_ONE / 100)));
}

static void
add_row (UllTable *table, const UllFleetOption *option)
{
  g_autofree char *device = g_strconcat ("  ", option->device->id, NULL);
  g_autofree char *devices = ull_format_count (option->devices);
  g_autofree char *replicas = ull_format_count (option->replicas);
  g_autofree char *cards = ull_format_count (option->cards);
  g_autofree char *each = option->requests_per_replica == G_MAXINT64 ? g_strdup ("no bound")
                                                                     : ull_format_count (option->requests_per_replica);
  g_autofree char *memory = ull_format_gib (option->memory);
  g_autofree char *used = g_strdup_printf ("%.0f" ULL_NBSP "%%", 100 * used_fraction (option));
  g_autofree char *price = price_text (option->price);
  g_autofree char *reason = ull_fleet_option_reason (option);

  ull_table_add (table, (const char *[]){ device, cards, replicas, devices, each, memory, used, price, reason });
}

static gboolean
is_priced (const UllFleet *fleet)
{
  return fleet->options->len > 0 && g_array_index (fleet->options, UllFleetOption, 0).price >= 0;
}

static void
append_options (const UllFleet *fleet, gboolean all, GString *out)
{
  gboolean priced = is_priced (fleet);
  g_autoptr (UllTable) table = ull_table_new (priced ? "lrrrrrrrl" : "lrrrrrr_l");
  guint shown = all ? fleet->options->len : MIN (fleet->options->len, MOST_OPTIONS);

  ull_table_add (table, (const char *[]){ "  Card", "Cards", "Replicas", "A replica", "It takes", "Memory", "Used", "Price",
                                          "What binds" });
  for (guint i = 0; i < shown; i++)
    add_row (table, &g_array_index (fleet->options, UllFleetOption, i));
  if (shown > 0)
    ull_table_append_to (table, out);
  if (shown < fleet->options->len)
    g_string_append_printf (out, "  … and %u more: --json lists all, --device ID those of a card\n",
                            fleet->options->len - shown);
}

/* Reasons that all cards share are said once. */
static void
append_refusals (const UllFleet *fleet, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("ll");
  gboolean alike = fleet->ruled_out->len > 1;

  for (guint i = 0; i < fleet->ruled_out->len; i++)
    {
      const UllFleetRefusal *refusal = &g_array_index (fleet->ruled_out, UllFleetRefusal, i);
      g_autofree char *device = g_strconcat ("  ", refusal->device->id, NULL);

      alike &= g_str_equal (refusal->reason, g_array_index (fleet->ruled_out, UllFleetRefusal, 0).reason);
      ull_table_add (table, (const char *[]){ device, refusal->reason });
    }
  if (fleet->ruled_out->len == 0)
    return;
  g_string_append_printf (out, "\nRuled out\n");
  if (alike)
    g_string_append_printf (out, "  all %u of them: %s\n", fleet->ruled_out->len,
                            g_array_index (fleet->ruled_out, UllFleetRefusal, 0).reason);
  else
    ull_table_append_to (table, out);
}

void
ull_fleet_report_text (const UllFleet *fleet,
                       const UllFleetQuery *query,
                       const UllScenario *scenario,
                       const char *load,
                       gboolean all,
                       GString *out)
{
  g_autofree char *headline = ull_fleet_headline (fleet, query);
  g_autofree char *detail = ull_fleet_detail (fleet, query);

  g_string_append_printf (out, "%s\n", load);
  if (scenario->lengths != NULL)
    g_string_append_printf (out,
                            "Lengths, %s: a replica takes as many as overflow it with a probability of at most 1" ULL_NBSP
                            "%%, by Chernoff’s bound.\n",
                            ull_lengths_get_spec (scenario->lengths));
  g_string_append_printf (out, "%s\n%s\n\n", headline, detail);
  append_options (fleet, all, out);
  append_refusals (fleet, out);
}
