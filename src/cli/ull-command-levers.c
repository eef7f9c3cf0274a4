#include "ull-command.h"
#include "ull-pull-report.h"
#include "ull-settings.h"

#include "ull-units.h"

/* The host's sizes are what a person has, so that they are options; the help's defaults are those of ull_host_init (),
 * rounded. */

const UllOption ull_command_levers_options[] = {
  { .name = "host-memory",
    .value = "SIZE",
    .help = "of the host, for prefixes (default: 64GiB; 0: none)",
    .group = "Host" },
  { .name = "host-rate", .value = "SIZE", .help = "a second, to the card (default: 31.5GB)", .group = "Host" },
  { .name = "drive", .value = "SIZE", .help = "for prefixes (default: 1TB; 0: none)", .group = "Host" },
  { .name = "drive-rate", .value = "SIZE", .help = "a second, to the card (default: 7.9GB)", .group = "Host" },
  { .name = NULL },
};

static gboolean
read_size (const UllArgs *args, const char *option, gint64 least, gint64 *value, GError **error)
{
  const char *text = ull_args_get (args, option);

  return text == NULL
         || ull_settings_parse (option, ULL_KIND_SIZE, least, ull_field_get (ULL_FIELD_AVAILABLE)->max, text,
                                value, error);
}

static gboolean
read_host (const UllArgs *args, UllHost *host, GError **error)
{
  ull_host_init (host);
  return read_size (args, "host-memory", 0, &host->bytes[ULL_HOST_RAM], error)
         && read_size (args, "host-rate", 1, &host->rate[ULL_HOST_RAM], error)
         && read_size (args, "drive", 0, &host->bytes[ULL_HOST_NVME], error)
         && read_size (args, "drive-rate", 1, &host->rate[ULL_HOST_NVME], error);
}

UllExit
ull_command_levers (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = ull_settings_scenario (args, 0, NULL, error);
  g_autoptr (UllLevers) levers = NULL;
  UllHost host;

  if (scenario == NULL || !read_host (args, &host, error))
    return ULL_EXIT_INPUT;
  levers = ull_levers_new (scenario, &host, error);
  if (levers == NULL)
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_levers_report_json (levers, out);
  else
    ull_levers_report_text (levers, out);
  return ULL_EXIT_DONE;
}
