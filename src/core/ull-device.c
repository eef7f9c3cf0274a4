#include "ull-device-private.h"

#include "ull-data.h"
#include "ull-units.h"

#include <gio/gio.h>

/* The sizes stand in order (see the header). The catalogue is data of the program: a fault in it is a programming error and
 * a test, not a message. How the ranges of its guesses were found is written in scripts/guess-sizes.py. */

#define CATALOGUE_PATH "/org/ullage/Ullage/data/devices/devices.json"

UllDevice *
ull_device_new_with (const UllDevice *facts)
{
  UllDevice *device;

  g_return_val_if_fail (facts->allocatable_low > 0 && facts->allocatable_low <= facts->allocatable, NULL);
  g_return_val_if_fail (facts->allocatable <= facts->allocatable_high && facts->allocatable_high <= facts->reported, NULL);

  device = g_atomic_rc_box_new0 (UllDevice);
  *device = *facts;
  device->id = g_strdup (facts->id);
  device->name = ull_format_plain (facts->name);
  device->vendor = g_strdup (facts->vendor);
  device->arch = g_strdup (facts->arch);
  device->memory = g_strdup (facts->memory);
  device->note = g_strdup (facts->note);
  return device;
}

void
ull_device_facts_init (UllDevice *facts)
{
  *facts = (UllDevice) { .label_gb = -1, .dies = 1, .bandwidth_gb_s = -1, .bf16_tflops = -1, .fp8_tflops = -1,
                         .link_gb_s = -1 };
}

void
ull_device_facts_divide (UllDevice *facts)
{
  gint64 *sizes[] = { &facts->reported, &facts->allocatable, &facts->allocatable_low, &facts->allocatable_high };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    *sizes[i] = MAX (*sizes[i] / facts->dies, 1);
}

void
ull_device_facts_clear (UllDevice *facts)
{
  g_clear_pointer (&facts->id, g_free);
  g_clear_pointer (&facts->name, g_free);
  g_clear_pointer (&facts->vendor, g_free);
  g_clear_pointer (&facts->arch, g_free);
  g_clear_pointer (&facts->memory, g_free);
  g_clear_pointer (&facts->note, g_free);
}

UllDevice *
ull_device_new (const char *id, const char *name, gint64 label_gb, gint64 reported, gint64 allocatable)
{
  UllDevice facts;

  ull_device_facts_init (&facts);
  facts.id = (char *) id;
  facts.name = (char *) name;
  facts.label_gb = label_gb;
  facts.reported = reported;
  facts.allocatable = facts.allocatable_low = facts.allocatable_high = allocatable;
  return ull_device_new_with (&facts);
}

UllDevice *
ull_device_new_custom (gint64 bytes)
{
  g_autofree char *size = ull_format_size (bytes);

  return ull_device_new ("custom", size, -1, bytes, bytes);
}

UllDevice *
ull_device_ref (UllDevice *device)
{
  return g_atomic_rc_box_acquire (device);
}

static void
device_clear (gpointer data)
{
  ull_device_facts_clear (data);
}

void
ull_device_unref (UllDevice *device)
{
  g_atomic_rc_box_release_full (device, device_clear);
}

gboolean
ull_device_equal (const UllDevice *a, const UllDevice *b)
{
  return a == b || (g_str_equal (a->id, b->id) && a->reported == b->reported && a->allocatable == b->allocatable &&
                    a->allocatable_low == b->allocatable_low && a->allocatable_high == b->allocatable_high);
}

static GPtrArray *
catalogue_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (ull_data_get_resource (), CATALOGUE_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  GPtrArray *devices;

  g_assert_no_error (error);
  devices = ull_device_read_list ("devices.json", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
  g_assert_no_error (error);
  return devices;
}

GPtrArray *
ull_device_catalogue (void)
{
  static GPtrArray *devices;

  if (g_once_init_enter (&devices))
    {
      GPtrArray *fresh = catalogue_read ();

      g_once_init_leave (&devices, fresh);
    }
  return devices;
}

static int
compare_size_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const UllDevice *one = g_ptr_array_index ((GPtrArray *) data, *(const guint *) a);
  const UllDevice *other = g_ptr_array_index ((GPtrArray *) data, *(const guint *) b);

  if (one->allocatable != other->allocatable)
    return one->allocatable < other->allocatable ? -1 : 1;
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

static GArray *
sizes_sort (void)
{
  GPtrArray *devices = ull_device_catalogue ();
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (guint));
  gint64 last = 0;

  for (guint i = 0; i < devices->len; i++)
    g_array_append_val (all, i);
  g_array_sort_with_data (all, compare_size_cb, devices);
  for (guint i = 0; i < all->len; i++)
    {
      guint place = g_array_index (all, guint, i);
      const UllDevice *device = g_ptr_array_index (devices, place);

      if (device->allocatable > last)
        g_array_append_val (kept, place);
      last = device->allocatable;
    }
  return kept;
}

const guint *
ull_device_sizes (guint *n_sizes)
{
  static GArray *sizes;

  if (g_once_init_enter (&sizes))
    {
      GArray *fresh = sizes_sort ();

      g_once_init_leave (&sizes, fresh);
    }
  *n_sizes = sizes->len;
  return (const guint *) (gpointer) sizes->data;
}

UllDevice *
ull_device_find (const char *id)
{
  GPtrArray *devices = ull_device_catalogue ();

  for (guint i = 0; i < devices->len; i++)
    {
      UllDevice *device = g_ptr_array_index (devices, i);

      if (g_ascii_strcasecmp (device->id, id) == 0)
        return device;
    }
  return NULL;
}
