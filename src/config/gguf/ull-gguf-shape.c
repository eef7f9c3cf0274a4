#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Layers, heads and head sizes, each one number or a list with one for each layer:
 *
 *   block_count            all layers, the draft ones behind them too
 *   nextn_predict_layers   the draft ones: where there are tensors, only if those layers have a draft layer's
 *   head_count_kv          head_count where it is absent; 0: the layer has no attention
 *   key_length             embedding_length / head_count where it is absent, as is value_length
 *
 * A model without attention has a head_count of 0, or none. */

#define MAX_LAYERS 65536
#define MAX_HEADS 65536
#define MAX_DIM (1 << 20)
#define MAX_DRAFTS 64

static gboolean
read_layers (UllGgufReader *reader, GError **error)
{
  gint64 all = 0, drafts = 0;

  if (!ull_gguf_reader_need (reader, "block_count", 1, MAX_LAYERS, &all, error) ||
      !ull_gguf_reader_read (reader, "nextn_predict_layers", 0, MAX_DRAFTS, &drafts, error))
    return FALSE;
  reader->marks = ull_gguf_mark_layers (reader->parts, all);
  if (drafts > 0 && reader->marks && (drafts >= all || !(reader->marks[all - drafts] & ULL_GGUF_MARK_DRAFT)))
    drafts = 0;
  if (drafts >= all)
    {
      ull_gguf_reader_set_error (reader, "nextn_predict_layers", error, ULL_ERROR_INVALID,
                                 _("these would be all layers; fewer than block_count would be right"));
      return FALSE;
    }
  reader->drafts = drafts;
  reader->layers = all - drafts;
  return TRUE;
}

static gboolean
check_heads (const UllGgufReader *reader, GError **error)
{
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      gint64 q = reader->query[i], kv = reader->kv[i];

      if (q == 0 || kv == 0 || (kv <= q && q % kv == 0))
        continue;
      g_autofree char *kv_heads = ull_format_count (kv);
      g_autofree char *heads = ull_format_count (q);
      ull_gguf_reader_set_error (reader, "attention.head_count_kv", error, ULL_ERROR_INVALID,
                                 _("%s KV heads do not divide %s query heads; a divisor would be right"), kv_heads, heads);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_heads (UllGgufReader *reader, GError **error)
{
  const gint64 n = reader->layers + reader->drafts;

  if (!ull_gguf_reader_read_each (reader, "attention.head_count", 0, MAX_HEADS, reader->query, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    reader->kv[i] = reader->query[i];
  if (!ull_gguf_reader_read_each (reader, "attention.head_count_kv", 0, MAX_HEADS, reader->kv, error))
    return FALSE;
  for (gint64 i = n - 1; i >= 0; i--)
    if (reader->query[i] > 0)
      reader->heads = reader->query[i];
  return check_heads (reader, error);
}

static gboolean
has_attention (const UllGgufReader *reader)
{
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    if (reader->kv[i] > 0)
      return TRUE;
  return FALSE;
}

static gboolean
default_dim (const UllGgufReader *reader, gint64 *dim, GError **error)
{
  *dim = 0;
  if (!has_attention (reader) || ull_gguf_reader_find (reader, "attention.key_length"))
    return TRUE;
  if (reader->heads == 0)
    return ull_gguf_reader_set_missing (reader, "attention.head_count", error);
  if (reader->hidden < 0)
    return ull_gguf_reader_set_missing (reader, "embedding_length", error);
  *dim = reader->hidden / reader->heads;
  if (*dim > 0 && reader->hidden % reader->heads == 0)
    return TRUE;
  g_autofree char *hidden = ull_format_count (reader->hidden);
  g_autofree char *heads = ull_format_count (reader->heads);
  ull_gguf_reader_set_error (reader, "embedding_length", error, ULL_ERROR_INVALID,
                             _("%s is no multiple of %s heads, so the head size is not known; attention.key_length would tell it"),
                             hidden, heads);
  return FALSE;
}

static gboolean
read_dims (UllGgufReader *reader, GError **error)
{
  const gint64 n = reader->layers + reader->drafts;
  gint64 dim;

  if (!default_dim (reader, &dim, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    reader->k_dim[i] = dim;
  if (!ull_gguf_reader_read_each (reader, "attention.key_length", 0, MAX_DIM, reader->k_dim, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    reader->v_dim[i] = reader->k_dim[i];
  return ull_gguf_reader_read_each (reader, "attention.value_length", 0, MAX_DIM, reader->v_dim, error);
}

gboolean
ull_gguf_read_shape (UllGgufReader *reader, GError **error)
{
  gsize n;

  if (!read_layers (reader, error) ||
      !ull_gguf_reader_read (reader, "embedding_length", 1, G_MAXINT32, &reader->hidden, error) ||
      !ull_gguf_reader_read (reader, "context_length", 1, G_MAXINT64 >> 8, &reader->positions, error))
    return FALSE;
  n = (gsize) (reader->layers + reader->drafts);
  reader->query = g_new0 (gint64, n);
  reader->kv = g_new0 (gint64, n);
  reader->k_dim = g_new0 (gint64, n);
  reader->v_dim = g_new0 (gint64, n);
  return read_heads (reader, error) && read_dims (reader, error);
}
