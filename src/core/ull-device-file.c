#include "ull-device-private.h"

#include "ull-document.h"
#include "ull-units.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* A person's own cards are written as they are read (ull-device-json.c). A file that cannot be read is left alone: what is
 * damaged may be all there is of it. Members beside the list stay, and so do the other rows. */

static JsonObject *
find_row (JsonArray *rows, const char *id, guint *place)
{
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_strcmp0 (json_object_get_string_member_with_default (row, "id", NULL), id) != 0)
        continue;
      *place = i;
      return row;
    }
  return NULL;
}

/* What ull_device_read_file() took for a list of cards, else an empty one. */
static JsonNode *
read_root (const char *path, GError **error)
{
  g_autoptr (GPtrArray) valid = ull_device_read_file (path, error);
  g_autofree char *text = NULL;
  JsonNode *root;
  JsonObject *object;

  if (valid == NULL)
    return NULL;
  if (g_file_get_contents (path, &text, NULL, NULL) && (root = json_from_string (text, NULL)) != NULL)
    return root;
  root = json_node_new (JSON_NODE_OBJECT);
  object = json_object_new ();
  json_object_set_array_member (object, "devices", json_array_new ());
  json_node_take_object (root, object);
  return root;
}

static void
set_size (JsonObject *row, const char *name, gint64 bytes)
{
  json_object_set_int_member (row, name, bytes / ULL_MIB);
}

static JsonObject *
make_row (const UllDevice *device)
{
  JsonObject *row = json_object_new ();

  json_object_set_string_member (row, "id", device->id);
  json_object_set_string_member (row, "name", device->name);
  if (device->label_gb >= 0)
    json_object_set_int_member (row, "label_gb", device->label_gb);
  if (!device->reported_guess)
    set_size (row, "reported_mib", device->reported);
  if (!device->guess)
    set_size (row, "allocatable_mib", device->allocatable);
  else
    {
      JsonArray *range = json_array_new ();

      json_array_add_int_element (range, device->allocatable_low / ULL_MIB);
      json_array_add_int_element (range, device->allocatable_high / ULL_MIB);
      json_object_set_array_member (row, "allocatable_mib", range);
    }
  for (const UllDeviceMember *text = ull_device_texts; text->name != NULL; text++)
    if (G_STRUCT_MEMBER (char *, device, text->offset) != NULL)
      json_object_set_string_member (row, text->name, G_STRUCT_MEMBER (char *, device, text->offset));
  for (const UllDeviceMember *figure = ull_device_figures; figure->name != NULL; figure++)
    if (G_STRUCT_MEMBER (double, device, figure->offset) > 0)
      json_object_set_double_member (row, figure->name, G_STRUCT_MEMBER (double, device, figure->offset));
  return row;
}

/* Held to what a reader holds it to before it takes the place of the old one. */
static gboolean
write_root (const char *path, JsonNode *root, GError **error)
{
  g_autofree char *text = ull_document_print (root), *folder = g_path_get_dirname (path), *name = g_path_get_basename (path);
  g_autoptr (GPtrArray) valid = ull_device_read_list (name, text, strlen (text), ull_device_catalogue (), error);
  g_autoptr (GError) fault = NULL;

  if (valid == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "%s: %s", name, g_strerror (errno));
      return FALSE;
    }
  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, &fault))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: could not be saved: %s"), name, fault->message);
  return FALSE;
}

static JsonArray *
get_rows (JsonNode *root)
{
  return json_object_get_array_member (json_node_get_object (root), "devices");
}

gboolean
ull_device_file_put (const char *path, const UllDevice *device, GError **error)
{
  g_autoptr (JsonNode) root = read_root (path, error);
  guint place;

  if (root == NULL)
    return FALSE;
  if (find_row (get_rows (root), device->id, &place) != NULL)
    json_array_remove_element (get_rows (root), place);
  json_array_add_object_element (get_rows (root), make_row (device));
  return write_root (path, root, error);
}

gboolean
ull_device_file_remove (const char *path, const char *id, GError **error)
{
  g_autoptr (JsonNode) root = read_root (path, error);
  g_autofree char *name = g_path_get_basename (path);
  guint place;

  if (root == NULL)
    return FALSE;
  if (find_row (get_rows (root), id, &place) == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no card “%s” of its own; one of its rows would be right"),
                   name, id);
      return FALSE;
    }
  json_array_remove_element (get_rows (root), place);
  return write_root (path, root, error);
}

char *
ull_device_make_id (const char *name, GPtrArray *own)
{
  g_autoptr (GString) id = g_string_new (NULL);
  gsize stem;

  for (const char *c = name; *c != '\0'; c++)
    if (g_ascii_isalnum (*c))
      g_string_append_c (id, g_ascii_tolower (*c));
    else if (id->len > 0 && id->str[id->len - 1] != '-')
      g_string_append_c (id, '-');
  while (id->len > 0 && id->str[id->len - 1] == '-')
    g_string_truncate (id, id->len - 1);
  if (id->len == 0 || g_str_equal (id->str, "custom"))
    g_string_assign (id, "card");
  stem = id->len;
  for (guint n = 2;; n++)
    {
      gboolean taken = ull_device_find (id->str) != NULL;

      for (guint i = 0; i < own->len && !taken; i++)
        taken = g_ascii_strcasecmp (((UllDevice *) g_ptr_array_index (own, i))->id, id->str) == 0;
      if (!taken)
        return g_string_free (g_steal_pointer (&id), FALSE);
      g_string_truncate (id, stem);
      g_string_append_printf (id, "-%u", n);
    }
}

void
ull_device_guess_sizes (gint64 label_gb, gint64 *low, gint64 *high)
{
  GPtrArray *devices = ull_device_catalogue ();
  double least = 1, most = 0, label = (double) (label_gb * ULL_GIB);

  for (guint i = 0; i < devices->len; i++)
    {
      const UllDevice *device = g_ptr_array_index (devices, i);
      double share = (double) device->allocatable / (double) (device->label_gb * ULL_GIB);

      if (device->guess || device->label_gb < 1 || device->dies > 1)
        continue;
      least = MIN (least, share);
      most = MAX (most, share);
    }
  *low = (gint64) floor (label * least / (double) ULL_MIB) * ULL_MIB;
  *high = (gint64) ceil (label * most / (double) ULL_MIB) * ULL_MIB;
}
