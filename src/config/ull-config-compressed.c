#include "ull-config-layers.h"
#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* DeepSeek-V4: each layer keeps one vector of head_dim a token, which is key and value at once, for the tokens of a
 * window, and behind it
 *   ratio 0      nothing
 *   ratio 4      one such vector for 4 tokens, and an indexer's key of index_head_dim for the same 4
 *   ratio 128    one such vector for 128 tokens
 * compress_ratios gives the ratios, and goes on with the draft layers' behind the layers'; layer_types says the same in
 * words. Every rank of tensor parallel holds all of it. */

#define MAX_DIM (1 << 20)

static const struct
{
  const char *word;
  gint64 ratio;
} words[] = {
  { "sliding_attention", 0 },
  { "compressed_sparse_attention", 4 },
  { "heavily_compressed_attention", 128 },
};

/* The ratio at which the layers have an indexer. */
#define INDEXED_RATIO 4

static gboolean
read_ratio (UllJsonRef value, gint64 *ratio, GError **error)
{
  g_autofree char *text = NULL;

  if (ull_json_type (value) != ULL_JSON_STRING)
    {
      if (!ull_json_read_int (value, ratio, error))
        return FALSE;
      for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
        if (words[i].ratio == *ratio)
          return TRUE;
      ull_json_set_error (value, error, ULL_ERROR_UNSUPPORTED,
                          _("layers of this ratio are not known; 0, 4 or 128 would be right"));
      return FALSE;
    }

  text = ull_json_read_string (value, error);
  for (gsize i = 0; text && i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].word, text) == 0)
      {
        *ratio = words[i].ratio;
        return TRUE;
      }
  g_autofree char *shown = ull_json_dup_shown (text ? text : "");
  ull_json_set_error (value, error, ULL_ERROR_UNSUPPORTED,
                      _("layers of “%s” are not known here; compressed_sparse_attention would be right"), shown);
  return FALSE;
}

static gboolean
read_ratios (const UllConfigReader *reader, gint64 *ratios, GError **error)
{
  UllJsonRef list, value;
  gint64 i = 0;

  if (!ull_config_find_named (reader, "layer_types", &list)
      && !ull_config_find_named (reader, "compress_ratios", &list))
    {
      ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                          _("compress_ratios is missing; without it what the layers keep is not known"));
      return FALSE;
    }
  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < reader->layers)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _("this does not name every layer; a list of %d values would be right"), (int) reader->layers);
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &value); ok && i < reader->layers + reader->drafts;
       ok = ull_json_next (&value), i++)
    if (!read_ratio (value, &ratios[i], error))
      return FALSE;
  for (; i < reader->layers + reader->drafts; i++)
    ratios[i] = ratios[reader->layers - 1];
  return TRUE;
}

static gboolean
read_sizes (UllConfigReader *reader, gint64 *window, gint64 *index, GError **error)
{
  *index = reader->family->indexer;
  return ull_config_read_count (reader, ULL_MEMBER_WINDOW, reader->family->window, window, error)
         && ull_config_read_named (reader, "index_head_dim", 1, MAX_DIM, index, error);
}

static guint
make_stores (const UllConfigReader *reader, gint64 window, gint64 index, gint64 ratio, UllStore *stores)
{
  guint n = 0;

  stores[n] = ull_config_store_window (1, reader->head_dim, 0, window);
  stores[n++].shard = ULL_SHARD_REPLICATED;
  if (ratio == 0)
    return n;
  stores[n] = ull_config_store_latent (reader->head_dim);
  stores[n++].per = ratio;
  if (ratio != INDEXED_RATIO)
    return n;
  stores[n] = ull_config_store_latent (index);
  stores[n].per = ratio;
  stores[n++].role = ULL_ROLE_INDEXER;
  return n;
}

gboolean
ull_config_read_compressed (UllConfigReader *reader, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) layers = { NULL, NULL };
  gint64 window, index;

  if (!ull_config_check_markers (reader, error) || !ull_config_read_shape (reader, error)
      || !ull_config_read_drafts (reader, error) || !read_sizes (reader, &window, &index, error))
    return FALSE;

  g_autofree gint64 *ratios = g_new0 (gint64, (gsize) (reader->layers + reader->drafts));
  if (!read_ratios (reader, ratios, error))
    return FALSE;
  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      UllStore stores[ULL_MAX_STORES];
      guint n = make_stores (reader, window, index, ratios[i], stores);
      ull_config_layers_add (&layers, ULL_LAYER_SLIDING, i >= reader->layers, stores, n);
    }
  ull_config_layers_take (&layers, facts);
  return TRUE;
}
