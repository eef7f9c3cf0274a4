#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Layers that read the keys and values of an earlier layer and keep none of their own.
 *
 *   num_kv_shared_layers n    the last n layers (Gemma 3n, Gemma 4)
 *   use_cla, cla_share_factor only every factor-th layer, from the first on, makes its own (Hunyuan)
 *
 * That is the least that the architecture needs. An engine that writes a shared layer's cache a second time spends more;
 * which does is the convention's to say. */

static gboolean
share_last (const UllConfigReader *reader, guint8 *kinds, GError **error)
{
  gint64 shared = reader->family->shared;
  UllJsonRef ref;

  if (!ull_config_read_named (reader, "num_kv_shared_layers", 0, G_MAXUINT16, &shared, error))
    return FALSE;
  if (shared > 0 && shared >= reader->layers)
    {
      UllJsonRef place = ull_config_find_named (reader, "num_kv_shared_layers", &ref) ? ref : reader->text;
      ull_json_set_error (place, error, ULL_ERROR_INVALID,
                          _("%d of %d layers cannot share a cache; fewer than all would be right"), (int) shared,
                          (int) reader->layers);
      return FALSE;
    }
  for (gint64 i = reader->layers - shared; i < reader->layers; i++)
    kinds[i] = ULL_LAYER_SHARED;
  return TRUE;
}

static gboolean
share_across (UllConfigReader *reader, guint8 *kinds, GError **error)
{
  gint64 factor = 0;

  if (!ull_config_get_flag (reader, "use_cla", FALSE))
    return TRUE;
  if (!ull_config_read_named (reader, "cla_share_factor", 1, G_MAXUINT16, &factor, error))
    return FALSE;
  if (factor == 0)
    {
      ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                          _("cla_share_factor is missing; without it the layers that share are not known"));
      return FALSE;
    }
  for (gint64 i = 0; i < reader->layers; i++)
    if (i % factor != 0)
      kinds[i] = ULL_LAYER_SHARED;
  ull_config_warn (reader, _("layers that share a cache are counted without one of their own; most engines give them one "
                             "all the same"));
  return TRUE;
}

gboolean
ull_config_share_layers (UllConfigReader *reader, guint8 *layer_kinds, GError **error)
{
  return share_last (reader, layer_kinds, error) && share_across (reader, layer_kinds, error);
}
