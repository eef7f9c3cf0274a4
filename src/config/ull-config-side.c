#include "ull-config-layers.h"
#include "ull-config-size.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A second cache beside the sequence's own: keys and values of an encoder's or an image's tokens, made once
 * and read by every later token.
 *
 * An encoder-decoder's figures are its decoder's: where num_hidden_layers stands in such a file it counts the
 * encoder. Each decoder layer keeps both caches, of the same heads. Whisper's encoder makes
 * max_source_positions tokens of every recording, so that its side cache is the same for all; elsewhere it
 * goes by the input. In Mllama some layers look at the image alone and keep nothing of the text. */

typedef struct
{
  const char *id;
  UllConfigSize layers;
  UllConfigSize heads;
  UllConfigSize hidden;
  UllConfigSize head_dim; /* no names: hidden / heads */
  UllConfigSize source;   /* no names: by the input */
} DecoderFamily;

#define BART_MEMBERS                                                                                         \
  .layers.names = { "decoder_layers" }, .heads.names = { "decoder_attention_heads" }, .hidden.names = { "d_model" }
#define T5_MEMBERS                                                                                           \
  .layers.names = { "num_decoder_layers", "num_layers" }, .heads.names = { "num_heads" },                    \
  .hidden.names = { "d_model" }, .head_dim.names = { "d_kv" }

static const DecoderFamily families[] = {
  { .id = "bart", BART_MEMBERS },
  { .id = "bigbird_pegasus", BART_MEMBERS },
  { .id = "blenderbot", BART_MEMBERS },
  { .id = "blenderbot-small", BART_MEMBERS },
  { .id = "longt5", T5_MEMBERS },
  { .id = "m2m_100", BART_MEMBERS },
  { .id = "marian", BART_MEMBERS },
  { .id = "mbart", BART_MEMBERS },
  { .id = "mt5", T5_MEMBERS },
  { .id = "mvp", BART_MEMBERS },
  { .id = "pegasus", BART_MEMBERS },
  { .id = "plbart", BART_MEMBERS },
  { .id = "t5", T5_MEMBERS },
  { .id = "umt5", T5_MEMBERS },
  { .id = "whisper", BART_MEMBERS, .source.names = { "max_source_positions" }, .source.fallback = 1500 },
};

static const DecoderFamily *
find_family (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (families[i].id, id) == 0)
      return &families[i];
  return NULL;
}

/* @tokens: what is always made, or 0. */
static UllStore
make_side (gint64 heads, gint64 head_dim, gint64 tokens)
{
  UllStore store = ull_config_store_kv (heads, head_dim, head_dim);

  store.growth = ULL_GROWTH_SIDE;
  store.cap = tokens;
  return store;
}

static gboolean
read_head_dim (UllConfigReader *reader, const DecoderFamily *family, GError **error)
{
  UllJsonRef ref;

  if (!ull_config_read_size (reader, reader->text, &family->hidden, &reader->hidden, error))
    return FALSE;
  if (family->head_dim.names[0])
    return ull_config_read_size (reader, reader->text, &family->head_dim, &reader->head_dim, error);
  if (reader->hidden % reader->heads == 0)
    {
      reader->head_dim = reader->hidden / reader->heads;
      return TRUE;
    }
  g_autofree char *hidden = ull_format_count (reader->hidden);
  g_autofree char *heads = ull_format_count (reader->heads);
  ull_json_set_error (ull_config_find_size (reader->text, &family->heads, &ref) ? ref : reader->text, error,
                      ULL_ERROR_INVALID,
                      _ ("%s is no multiple of %s heads, so the head size is not known; a divisor "
                         "would be right"),
                      hidden, heads);
  return FALSE;
}

static gboolean
check_layers (UllConfigReader *reader, const DecoderFamily *family, GError **error)
{
  UllJsonRef ref;

  if (reader->layers <= 1 << 16)
    return TRUE;
  g_autofree char *given = ull_format_count (reader->layers);
  g_autofree char *most = ull_format_count (1 << 16);
  ull_json_set_error (ull_config_find_size (reader->text, &family->layers, &ref) ? ref : reader->text, error,
                      ULL_ERROR_INVALID, _ ("%s is out of range; 1 to %s would be right"), given, most);
  return FALSE;
}

/* A plan knows the tokens of a sequence, not those of what it is about. */
static void
warn_of_input (UllConfigReader *reader, const char *whose)
{
  ull_config_warn (reader, _ ("the cache of %s tokens grows with the input and is not counted in a request"),
                   whose);
}

static gboolean
read_decoder (UllConfigReader *reader, const DecoderFamily *family, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) layers = { 0 };
  gint64 source = 0;

  if (!ull_config_read_size (reader, reader->text, &family->layers, &reader->layers, error)
      || !check_layers (reader, family, error)
      || !ull_config_read_size (reader, reader->text, &family->heads, &reader->heads, error)
      || !read_head_dim (reader, family, error)
      || (family->source.names[0]
          && !ull_config_read_size (reader, reader->text, &family->source, &source, error)))
    return FALSE;
  reader->kv_heads = reader->heads;

  const UllStore stores[] = {
    ull_config_store_kv (reader->heads, reader->head_dim, reader->head_dim),
    make_side (reader->heads, reader->head_dim, source),
  };
  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < reader->layers; i++)
    ull_config_layers_add (&layers, ULL_LAYER_FULL, FALSE, stores, G_N_ELEMENTS (stores));
  ull_config_layers_take (&layers, facts);
  if (source == 0)
    warn_of_input (reader, _ ("the encoder’s"));
  return TRUE;
}

/* What the class takes: every fifth layer from the fourth on. */
static void
mark_usual (UllConfigReader *reader, gboolean *cross)
{
  ull_config_warn (
    reader, _ ("cross_attention_layers is not in the file; every fifth layer is what the class %s takes"),
    reader->family->id);
  for (gint64 i = 3; i < reader->layers && i < 40; i += 5)
    cross[i] = TRUE;
}

static gboolean
mark_cross (UllConfigReader *reader, gboolean *cross, GError **error)
{
  UllJsonRef list, entry;

  if (!ull_config_find_named (reader, "cross_attention_layers", &list))
    {
      mark_usual (reader, cross);
      return TRUE;
    }
  if (ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _ ("this is no list; one of layers’ numbers would be right"));
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &entry); ok; ok = ull_json_next (&entry))
    {
      gint64 layer;
      if (!ull_json_read_int (entry, &layer, error))
        return FALSE;
      if (layer < 0)
        {
          ull_json_set_error (entry, error, ULL_ERROR_INVALID,
                              _ ("this is no layer’s number; one from 0 on would be right"));
          return FALSE;
        }
      if (layer < reader->layers)
        cross[layer] = TRUE;
    }
  return TRUE;
}

static gboolean
read_cross (UllConfigReader *reader, UllModel *facts, GError **error)
{
  g_auto (UllConfigLayers) layers = { 0 };

  if (!ull_config_read_shape (reader, error))
    return FALSE;
  g_autofree gboolean *cross = g_new0 (gboolean, reader->layers);
  if (!mark_cross (reader, cross, error))
    return FALSE;

  const UllStore text = ull_config_store_kv (reader->kv_heads, reader->head_dim, reader->head_dim);
  const UllStore image = make_side (reader->kv_heads, reader->head_dim, 0);
  ull_config_layers_init (&layers);
  for (gint64 i = 0; i < reader->layers; i++)
    ull_config_layers_add (&layers, cross[i] ? ULL_LAYER_CROSS : ULL_LAYER_FULL, FALSE,
                           cross[i] ? &image : &text, 1);
  ull_config_layers_take (&layers, facts);
  warn_of_input (reader, _ ("an image’s"));
  return TRUE;
}

gboolean
ull_config_read_side (UllConfigReader *reader, UllModel *facts, GError **error)
{
  const DecoderFamily *family = find_family (reader->family->id);

  if (!ull_config_check_markers (reader, error))
    return FALSE;
  return family ? read_decoder (reader, family, facts, error) : read_cross (reader, facts, error);
}
