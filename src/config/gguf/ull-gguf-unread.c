#include "ull-gguf-reader.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What an architecture may say of its layers that is not read here: some of it is known to change what they keep, and is
 * refused; of any other key about attention nobody knows, which is said. */

#define MAX_NAMED 3

static const char *const refused[] = { "attention.cross_attention_layers", "attention.key_length_mla_swa",
                                       "attention.indexer.top_k_frequency", "hrm.layers_per_stack", "num_loops" };

/* Behind "attention.": those that are read, and those that no byte of a cache hangs on. */
static const char *const known[] = { "causal", "chunk_size", "clamp_kqv", "compress_ratios", "compress_rope_freq_base", "decay_lora_rank",
                                     "gate_lora_rank", "group_norm_epsilon", "group_norm_groups", "head_count", "head_count_kv",
                                     "iclr_lora_rank", "indexer.block_size", "indexer.head_count", "indexer.key_length",
                                     "indexer.local_blocks", "indexer.top_k", "indexer.types", "key_length", "key_length_mla",
                                     "key_length_swa", "kv_lora_rank", "layer_norm_epsilon", "layer_norm_rms_epsilon",
                                     "max_alibi_bias", "output_group_count", "output_lora_rank", "output_scale", "q_lora_rank",
                                     "recurrent_layers", "relative_buckets_count", "rope_pattern", "scale", "shared_kv_layers",
                                     "sliding_window", "sliding_window_pattern", "temperature_length", "temperature_scale",
                                     "use_norm", "value_length", "value_length_mla", "value_length_swa",
                                     "value_residual_mix_lora_rank", "value_scale" };

gboolean
ull_gguf_refuse_unread (const UllGgufReader *reader, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    if (ull_gguf_reader_find (reader, refused[i]))
      {
        ull_gguf_reader_set_error (reader, refused[i], error, ULL_ERROR_UNSUPPORTED,
                                   _("what the layers keep hangs on this, and it is not read; a file without it would be right"));
        return FALSE;
      }
  return TRUE;
}

static gboolean
is_known (UllGgufText key)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (ull_gguf_text_equal (key, known[i]))
      return TRUE;
  return FALSE;
}

void
ull_gguf_warn_unread (UllGgufReader *reader)
{
  g_autofree char *start = g_strconcat (reader->arch, ".attention.", NULL);
  const gsize length = strlen (start);
  guint named = 0;

  for (guint i = 0; i < reader->file->entries->len && named < MAX_NAMED; i++)
    {
      UllGgufText key = g_array_index (reader->file->entries, UllGgufEntry, i).key;
      g_autofree char *shown = NULL;

      if (key.length <= length || memcmp (key.text, start, length) != 0 ||
          is_known ((UllGgufText) { key.text + length, key.length - length }))
        continue;
      shown = ull_gguf_text_dup_shown (key);
      ull_gguf_reader_warn (reader, _("%s is not read; where it changes what a layer keeps, the figures are not the file’s"), shown);
      named++;
    }
}
