#include "ull-command.h"
#include "ull-fleet-report.h"
#include "ull-given-fleet.h"
#include "ull-settings.h"

#include "ull-units.h"

/* A scenario's own load and card say nothing here: the target is the load, and every card is tried. */

const UllOption ull_command_fleet_options[] = {
  { .name = "target-concurrency", .value = "N", .help = "requests at once", .group = "Target" },
  { .name = "arrival-rate", .value = "F", .help = "requests a second, in place of --target-concurrency", .group = "Target" },
  { .name = "mean-latency", .value = "F", .help = "seconds that one stays, beside --arrival-rate", .group = "Target" },
  { .name = "spare", .value = "N", .help = "replicas that may fail and leave the load served", .group = "Target" },
  { .name = "device",
    .value = "ID",
    .help = "a card to compare; may be given more than once (default: all)",
    .group = "Target",
    .many = TRUE },
  { .name = "price",
    .value = "ID=N",
    .help = "what one such card costs; may be given more than once",
    .group = "Target",
    .many = TRUE },
  { .name = NULL },
};

UllExit
ull_command_fleet (const UllArgs *args, GString *out, GError **error)
{
  const UllField *tp = ull_field_get (ULL_FIELD_TP);
  const char *spare = ull_args_get (args, "spare");
  UllFleetQuery query = { 0 };
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (GPtrArray) devices = NULL;
  g_autofree gint64 *prices = NULL;
  g_autofree char *load = NULL;
  g_autoptr (UllFleet) fleet = NULL;

  if (!ull_given_check_fleet (args, error) || !ull_given_target (args, &query, &load, error)
      || (spare != NULL && !ull_settings_parse ("spare", ULL_KIND_COUNT, 0, ULL_PPM_ONE, spare, &query.spare, error))
      || (scenario = ull_settings_scenario (args, 0, "rtx-4090", error)) == NULL
      || (devices = ull_given_devices (args, scenario, error)) == NULL
      || (prices = ull_given_prices (args, devices, error)) == NULL)
    return ULL_EXIT_INPUT;
  query.tp = ull_args_has (args, tp->option) ? scenario->value[ULL_FIELD_TP] : 0;
  query.devices = devices;
  query.prices = prices;
  fleet = ull_fleet_new (scenario, &query, error);
  if (fleet == NULL)
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_fleet_report_json (fleet, &query, scenario, out);
  else
    ull_fleet_report_text (fleet, &query, scenario, load, ull_args_has (args, "device"), out);
  return ULL_EXIT_DONE;
}
