#include "ull-cards.h"

#include "ull-near.h"
#include "ull-say.h"

#include "ull-error.h"

/* The person's own cards lie in their data folder, and are read only where the catalogue is not enough: a fault in the file
 * is no reason to refuse a card that is bundled. */

static GPtrArray *
read_own (GError **error)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "ullage", "devices.json", NULL);

  return ull_device_read_file (path, error);
}

static GPtrArray *
join (GPtrArray *own)
{
  GPtrArray *devices = ull_device_catalogue ();
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);

  for (guint i = 0; i < devices->len; i++)
    g_ptr_array_add (all, ull_device_ref (g_ptr_array_index (devices, i)));
  for (guint i = 0; own != NULL && i < own->len; i++)
    g_ptr_array_add (all, ull_device_ref (g_ptr_array_index (own, i)));
  return all;
}

GPtrArray *
ull_cards_all (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) own = read_own (&error);

  if (error != NULL)
    ull_say_error (error->message);
  return join (own);
}

static void
set_unknown (GPtrArray *all, const char *option, const char *id, const GError *fault, GError **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  const char *near;

  for (guint i = 0; i < all->len; i++)
    g_ptr_array_add (ids, ((UllDevice *) g_ptr_array_index (all, i))->id);
  g_ptr_array_add (ids, NULL);
  near = ull_near_find (id, (const char *const *) ids->pdata);
  if (fault != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "--%s: “%s” is no bundled card, and your own cannot be read: %s", option, id, fault->message);
  else if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: “%s” is no card; did you mean %s?", option, id, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "--%s: “%s” is no card; ‘ullage-cli list devices’ lists them", option, id);
}

UllDevice *
ull_cards_find (const char *option, const char *id, GError **error)
{
  UllDevice *bundled = ull_device_find (id);
  g_autoptr (GError) fault = NULL;
  g_autoptr (GPtrArray) own = NULL, all = NULL;

  if (bundled != NULL)
    return ull_device_ref (bundled);
  own = read_own (&fault);
  for (guint i = 0; own != NULL && i < own->len; i++)
    if (g_ascii_strcasecmp (((UllDevice *) g_ptr_array_index (own, i))->id, id) == 0)
      return ull_device_ref (g_ptr_array_index (own, i));
  all = join (own);
  set_unknown (all, option, id, fault, error);
  return NULL;
}
