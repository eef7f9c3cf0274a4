#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-layer-marks.h"
#include "ull-layer-tally.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Weights are the bytes of all tensors, exact, without the padding between them. Parameters are their elements, but for the
 * tables of rotary factors, which a conversion works out and no checkpoint counts. An output that is the embedding itself is
 * not in the file a second time. */

static gboolean
ends_with (UllGgufText name, const char *end)
{
  const gsize length = strlen (end);

  return name.length >= length && memcmp (name.text + name.length - length, end, length) == 0;
}

static gboolean
begins_with (UllGgufText name, const char *start)
{
  const gsize length = strlen (start);

  return name.length >= length && memcmp (name.text, start, length) == 0;
}

static gboolean
add_tensor (const UllGgufTensor *tensor, UllModel *facts)
{
  UllAnatomy *anatomy = &facts->anatomy;

  if (ull_gguf_text_equal (tensor->name, "token_embd.weight"))
    {
      anatomy->vocabulary = tensor->dims[1];
      anatomy->embeddings++;
    }
  else if (ull_gguf_text_equal (tensor->name, "output.weight"))
    anatomy->embeddings++;
  else if (ends_with (tensor->name, ".ffn_up_exps.weight") || ends_with (tensor->name, ".ffn_gate_up_exps.weight"))
    anatomy->expert_layers++;
  else if (ends_with (tensor->name, ".ffn_gate.weight"))
    anatomy->mlp_inputs = 2;
  return ull_add (facts->weight_bytes, tensor->bytes, &facts->weight_bytes) &&
         (begins_with (tensor->name, "rope_") || ull_add (facts->parameters, tensor->elements, &facts->parameters));
}

/* The bytes by what they are for and by their formats. A format that there is no room for is left out: the parts are whole. */
static gboolean
add_part (const UllGgufTensor *tensor, gint64 layers, UllWeights *weights, UllLayerTally *tally)
{
  const gboolean plain = tensor->packing->elements == 1 && tensor->packing->name[0] != 'i';
  gboolean whole, kv;
  UllWeightPart part = ull_gguf_part (tensor->name, layers, &whole, &kv);
  UllGgufText rest;
  gint64 layer;

  if (!ull_gguf_split_name (tensor->name, layers, &layer, &rest))
    layer = -1;

  (void) !ull_weights_add_format (weights, tensor->packing->name, tensor->bytes);
  return ull_weights_add (weights, part, tensor->bytes, whole ? tensor->bytes : 0) &&
         ull_layer_tally_add (tally, layer, part, tensor->bytes, whole, kv) &&
         (!kv || ull_add (weights->kv_bytes, tensor->bytes, &weights->kv_bytes)) &&
         (!plain || ull_add (weights->elements, tensor->elements, &weights->elements));
}

static gboolean
set_overflow (const UllGgufReader *reader, GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("%s: the tensors are more bytes than can be counted; fewer would be right"), reader->file->name);
  return FALSE;
}

/* Of figures that no answer hangs on: what is out of range is not known. */
static gint64
get_number (const UllGgufReader *reader, const char *key)
{
  const UllGgufEntry *entry = ull_gguf_reader_find (reader, key);
  gint64 value;

  return entry && ull_gguf_get_int (reader->file, entry, 0, &value) && value >= 0 && value <= G_MAXINT32 ? value : 0;
}

static void
read_anatomy (const UllGgufReader *reader, UllModel *facts)
{
  UllAnatomy *anatomy = &facts->anatomy;
  gint64 width = get_number (reader, "expert_feed_forward_length");

  anatomy->parameters = facts->parameters;
  anatomy->mlp_width = get_number (reader, "feed_forward_length");
  anatomy->mlp_inputs = MAX (anatomy->mlp_inputs, 1);
  if (anatomy->expert_layers == 0)
    return;
  anatomy->mlp_inputs = 2;
  anatomy->experts = get_number (reader, "expert_count");
  anatomy->experts_used = get_number (reader, "expert_used_count");
  anatomy->expert_width = width > 0 ? width : anatomy->mlp_width;
}

/* Of a file that says how many layers it has, and has not all of one of them. */
static void
warn_of_lack (UllGgufReader *reader)
{
  g_autoptr (UllLayerMarks) marks = ull_layer_marks_new (reader->layers);
  g_autofree char *lack = NULL;
  UllGgufText rest;
  gint64 layer;

  for (guint i = 0; i < reader->parts->len; i++)
    {
      const UllGguf *part = reader->parts->pdata[i];

      for (guint k = 0; k < part->tensors->len; k++)
        if (ull_gguf_split_name (g_array_index (part->tensors, UllGgufTensor, k).name, reader->layers, &layer, &rest))
          ull_layer_marks_add (marks, layer, rest.text, rest.length);
    }
  lack = ull_layer_marks_dup_lack (marks);
  if (lack != NULL)
    ull_gguf_reader_warn (reader, "%s", lack);
}

gboolean
ull_gguf_read_weights (UllGgufReader *reader, UllModel *facts, GError **error)
{
  g_autoptr (UllLayerTally) tally = ull_layer_tally_new (reader->layers);

  facts->weight_bytes = facts->parameters = 0;
  for (guint i = 0; i < reader->parts->len; i++)
    {
      const UllGguf *part = reader->parts->pdata[i];

      for (guint k = 0; k < part->tensors->len; k++)
        if (!add_tensor (&g_array_index (part->tensors, UllGgufTensor, k), facts) ||
            !add_part (&g_array_index (part->tensors, UllGgufTensor, k), reader->layers, &facts->weights, tally))
          return set_overflow (reader, error);
    }
  if (facts->weight_bytes == 0)
    {
      facts->weight_bytes = facts->parameters = -1;
      facts->anatomy = (UllAnatomy) { 0 };
      return TRUE;
    }
  ull_layer_tally_finish (tally, &facts->weights);
  facts->weight_source = ULL_WEIGHTS_HEADERS;
  warn_of_lack (reader);
  read_anatomy (reader, facts);
  return TRUE;
}
