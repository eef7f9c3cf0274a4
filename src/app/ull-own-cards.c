#include "ull-own-cards.h"

#include <glib/gstdio.h>

/* Read anew each time: the file may be edited by hand meanwhile, and it is small. */

char *
ull_own_cards_dup_path (void)
{
  return g_build_filename (g_get_user_data_dir (), "ullage", "devices.json", NULL);
}

GPtrArray *
ull_own_cards_read (GError **error)
{
  g_autofree char *path = ull_own_cards_dup_path ();

  return ull_device_read_file (path, error);
}

gint64
ull_own_cards_get_stamp (void)
{
  g_autofree char *path = ull_own_cards_dup_path ();
  GStatBuf info;

  /* Another file takes the name of the old one, so that the time alone would not tell two within one tick apart. */
  return g_stat (path, &info) == 0 ? (gint64) info.st_mtime * 1000003 + (gint64) info.st_ino + (gint64) info.st_size : 0;
}

UllDevice *
ull_own_cards_find (const char *id)
{
  UllDevice *bundled = ull_device_find (id);
  g_autoptr (GPtrArray) own = NULL;

  if (bundled != NULL)
    return ull_device_ref (bundled);
  own = ull_own_cards_read (NULL);
  for (guint i = 0; own != NULL && i < own->len; i++)
    if (g_ascii_strcasecmp (((UllDevice *) g_ptr_array_index (own, i))->id, id) == 0)
      return ull_device_ref (g_ptr_array_index (own, i));
  return NULL;
}
