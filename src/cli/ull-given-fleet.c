#include "ull-given-fleet.h"

#include "ull-cards.h"
#include "ull-settings.h"

#include "ull-units.h"

#include <string.h>

/* What a fleet is asked: the load as requests at once or by Little's law, the cards, their prices. */

/* Rates, seconds and prices are exact decimals, held in millionths; the most of them. */
#define MOST (ULL_PPM_ONE * ULL_PPM_ONE)

static gboolean
set_usage (GError **error, const char *message)
{
  g_set_error_literal (error, ULL_ERROR, ULL_ERROR_USAGE, message);
  return FALSE;
}

static gboolean
parse_decimal (const char *option, gint64 min, const char *text, gint64 *millionths, GError **error)
{
  if (!ull_decimal_parse (text, millionths, error))
    {
      g_prefix_error (error, "--%s: ", option);
      return FALSE;
    }
  if (*millionths >= min && *millionths <= MOST)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: %s is out of range; %s and at most 1000000 would be right", option,
               text, min > 0 ? "more than 0" : "0 or more");
  return FALSE;
}

/* What a fleet has in another form. */
gboolean
ull_given_check_fleet (const UllArgs *args, GError **error)
{
  if (ull_args_has (args, "concurrency"))
    return set_usage (error, "--concurrency: is that of one card; give --target-concurrency");
  if (ull_args_has (args, "available"))
    return set_usage (error, "--available: is the pool of one card, and a fleet compares cards; leave it out");
  if (ull_args_has (args, "arrival-rate") != ull_args_has (args, "mean-latency"))
    return set_usage (error, ull_args_has (args, "arrival-rate") ? "--arrival-rate: needs --mean-latency; give both"
                                                                 : "--mean-latency: needs --arrival-rate; give both");
  if (ull_args_has (args, "arrival-rate") && ull_args_has (args, "target-concurrency"))
    return set_usage (error, "--target-concurrency: given beside --arrival-rate; the load is one of the two");
  if (!ull_args_has (args, "arrival-rate") && !ull_args_has (args, "target-concurrency"))
    return set_usage (error, "--target-concurrency: is needed; give it, or --arrival-rate and --mean-latency");
  return TRUE;
}

/* Requests at once, and the sentence that says so. */
gboolean
ull_given_target (const UllArgs *args, UllFleetQuery *query, char **load, GError **error)
{
  const UllField *field = ull_field_get (ULL_FIELD_CONCURRENCY);
  const char *target = ull_args_get (args, "target-concurrency"), *rate = ull_args_get (args, "arrival-rate");
  const char *latency = ull_args_get (args, "mean-latency");
  g_autofree char *count = NULL;
  gint64 arrivals, seconds;

  if (target != NULL
      && !ull_settings_parse ("target-concurrency", ULL_KIND_COUNT, 1, field->max, target, &query->target, error))
    return FALSE;
  if (rate != NULL
      && (!parse_decimal ("arrival-rate", 1, rate, &arrivals, error)
          || !parse_decimal ("mean-latency", 1, latency, &seconds, error)))
    return FALSE;
  if (rate != NULL && (!ull_fleet_requests_at_once (arrivals, seconds, &query->target) || query->target > field->max))
    return set_usage (error, "--arrival-rate: so many requests at once cannot be counted; fewer would be right");
  count = ull_format_count (query->target);
  *load = rate == NULL ? g_strdup_printf ("%s requests at once.", count)
                       : g_strdup_printf ("Little’s law: %s requests a second " ULL_TIMES " %s s = %s requests at once, on "
                                          "average.",
                                          rate, latency, count);
  return TRUE;
}

static GPtrArray *
named_devices (const char *const *ids, GError **error)
{
  g_autoptr (GPtrArray) devices = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);

  for (; *ids != NULL; ids++)
    {
      g_autoptr (UllDevice) device = ull_cards_find ("device", *ids, error);

      if (device == NULL)
        return NULL;
      if (g_ptr_array_find_with_equal_func (devices, device, (GEqualFunc) ull_device_equal, NULL))
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--device: %s is given twice; give it once", device->id);
          return NULL;
        }
      g_ptr_array_add (devices, g_steal_pointer (&device));
    }
  return g_steal_pointer (&devices);
}

/* The cards that are named, or all; and the one that is typed by its size or came with the file. */
GPtrArray *
ull_given_devices (const UllArgs *args, const UllScenario *scenario, GError **error)
{
  g_autoptr (GPtrArray) devices = NULL;
  gboolean listed = FALSE;

  if (ull_args_has (args, "device"))
    return named_devices (ull_args_get_all (args, "device"), error);
  devices = ull_cards_all ();
  for (guint i = 0; i < devices->len; i++)
    listed |= ull_device_equal (g_ptr_array_index (devices, i), scenario->device);
  if (!listed)
    g_ptr_array_add (devices, ull_device_ref (scenario->device));
  return g_steal_pointer (&devices);
}

static gboolean
read_price (const char *text, GPtrArray *devices, gint64 *prices, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *id = equals != NULL ? g_strndup (text, (gsize) (equals - text)) : NULL;
  gint64 price;

  if (id == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--price: “%s” has no price; ID=N would be right", text);
      return FALSE;
    }
  if (!parse_decimal ("price", 0, equals + 1, &price, error))
    return FALSE;
  for (guint i = 0; i < devices->len; i++)
    if (g_ascii_strcasecmp (((UllDevice *) g_ptr_array_index (devices, i))->id, id) == 0)
      {
        prices[i] = price;
        return TRUE;
      }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               "--price: “%s” is none of the cards that are compared; the id of one would be right", id);
  return FALSE;
}

gint64 *
ull_given_prices (const UllArgs *args, GPtrArray *devices, GError **error)
{
  g_autofree gint64 *prices = g_new (gint64, devices->len + 1);
  const char *const *texts = ull_args_get_all (args, "price");

  for (guint i = 0; i < devices->len; i++)
    prices[i] = -1;
  for (; *texts != NULL; texts++)
    if (!read_price (*texts, devices, prices, error))
      return NULL;
  return g_steal_pointer (&prices);
}
