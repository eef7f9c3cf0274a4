#include "ull-device.h"

#include "ull-data.h"
#include "ull-json.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <string.h>

/* reported >= allocatable, allocatable_low <= allocatable <= allocatable_high. The catalogue is data of the program: a
 * fault in it is a programming error and a test, not a message. */

#define CATALOGUE_PATH "/org/ullage/Ullage/data/devices/devices.json"

UllDevice *
ull_device_new (const char *id, const char *name, gint64 label_gb, gint64 reported, gint64 allocatable)
{
  UllDevice *device;

  g_return_val_if_fail (reported > 0 && allocatable > 0 && allocatable <= reported, NULL);

  device = g_atomic_rc_box_new0 (UllDevice);
  device->id = g_strdup (id);
  device->name = ull_format_plain (name);
  device->label_gb = label_gb;
  device->reported = reported;
  device->allocatable = allocatable;
  device->allocatable_low = allocatable;
  device->allocatable_high = allocatable;
  return device;
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
  UllDevice *device = data;

  g_clear_pointer (&device->id, g_free);
  g_clear_pointer (&device->name, g_free);
}

void
ull_device_unref (UllDevice *device)
{
  g_atomic_rc_box_release_full (device, device_clear);
}

static gint64
int_member (UllJsonRef object, const char *name)
{
  g_autoptr (GError) error = NULL;
  UllJsonRef member;
  gint64 value = -1;

  if (!ull_json_get (object, name, &member) || !ull_json_read_int (member, &value, &error))
    g_error ("devices.json: %s: %s", name, error ? error->message : "absent");
  return value;
}

static char *
string_member (UllJsonRef object, const char *name)
{
  g_autoptr (GError) error = NULL;
  UllJsonRef member;
  char *value = NULL;

  if (!ull_json_get (object, name, &member) || (value = ull_json_read_string (member, &error)) == NULL)
    g_error ("devices.json: %s: %s", name, error ? error->message : "absent");
  return value;
}

static GPtrArray *
catalogue_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (ull_data_get_resource (), CATALOGUE_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
  g_autoptr (UllJson) json = NULL;
  GPtrArray *devices = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);
  UllJsonRef list, item;

  g_assert_no_error (error);
  json = ull_json_parse ("devices.json", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), ULL_JSON_STRICT, &error);
  g_assert_no_error (error);
  g_assert_true (ull_json_get (ull_json_root (json), "devices", &list));
  for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
    {
      g_autofree char *id = string_member (item, "id");
      g_autofree char *name = string_member (item, "name");

      g_ptr_array_add (devices, ull_device_new (id, name, int_member (item, "label_gb"),
                                                int_member (item, "reported_mib") * ULL_MIB,
                                                int_member (item, "allocatable_mib") * ULL_MIB));
    }
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
