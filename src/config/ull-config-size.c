#include "ull-config-size.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Sizes that only some families have, by the names that their rows give. The range is far outside every
 * model. What classes leave out of a nested object is what equals their default; a file of its own that lacks
 * a size is broken. */

#define MAX_SIZE (1 << 24)

gboolean
ull_config_find_size (UllJsonRef object, const UllConfigSize *size, UllJsonRef *value)
{
  for (gsize i = 0; i < G_N_ELEMENTS (size->names) && size->names[i]; i++)
    if (ull_json_get (object, size->names[i], value) && ull_json_type (*value) != ULL_JSON_NULL)
      return TRUE;
  return FALSE;
}

static gboolean
take_fallback (
  UllConfigReader *reader, UllJsonRef object, const UllConfigSize *size, gint64 *value, GError **error)
{
  if (size->fallback < 1 || !(size->always || reader->nested))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING,
                          _ ("%s is missing; without it the model’s size is not known"), size->names[0]);
      return FALSE;
    }
  g_autofree char *taken = ull_format_count (size->fallback);
  ull_config_warn (reader, _ ("%s is not in the file; %s is what the class %s takes"), size->names[0], taken,
                   reader->family->id);
  *value = size->fallback;
  return TRUE;
}

gboolean
ull_config_read_size (
  UllConfigReader *reader, UllJsonRef object, const UllConfigSize *size, gint64 *value, GError **error)
{
  UllJsonRef ref;
  gint64 number;

  if (!ull_config_find_size (object, size, &ref))
    return take_fallback (reader, object, size, value, error);
  if (!ull_json_read_int (ref, &number, error))
    return FALSE;
  if (number < 1 || number > MAX_SIZE)
    {
      g_autofree char *given = ull_format_count (number);
      g_autofree char *most = ull_format_count (MAX_SIZE);
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _ ("%s is out of range; 1 to %s would be right"),
                          given, most);
      return FALSE;
    }
  *value = number;
  return TRUE;
}
