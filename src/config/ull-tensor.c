#include "ull-tensor.h"

#include <string.h>

/* What a tensor is for is in its name: the parts between the points are the modules that hold it. The first list below that
 * has one of them decides, from what is never inside something else (towers) to what is inside everything (norms, projections).
 * A scale, a zero or an index of a quantised matrix goes with its matrix, since it stands in the same module.
 *
 * Tensor parallel divides matrices by heads, by rows or by columns. Whole on every card: norms, routers, the projections down to
 * a latent, an indexer, and what is not known. */

/* Names as a whole; one that ends in * stands for all that begin so, and one that begins with * for all that end so. */
static const char *const towers[] = { "visual", "vision*", "vit", "vpm", "apm", "resampler", "audio*", "image_newline", "mm_projector",
                                      "multi_modal_projector", "embed_vision", "embed_audio", "img_*", "image_*", "sam_model",
                                      "patch_embed", "connector", "vision_tower", "perceiver", "lang_encoder_vision", "mlp1", "aligner",
                                      "gen_vision_model", "speech*", "patch_merge_mlp", "*_vision_tower", NULL };
static const char *const drafts[] = { "mtp", "mtp_*", "nextn*", "draft*", "eagle*", "medusa*", NULL };
static const char *const embeddings[] = { "embed_tokens", "wte", "wpe", "word_embeddings", "embed_in", "tok_embeddings", "embed_positions",
                                          "embed_tokens_per_layer", "shared", "token_embedding*", "embed_out_tokens", "embeddings",
                                          "embedding", NULL };
static const char *const heads[] = { "lm_head", "embed_out", "score", "classifier", "classification_head", "v_head", "output_layer",
                                     NULL };
static const char *const norms[] = { "*norm", "*norms", "*norm1", "*norm2", "norm*", "*layernorm*", "ln_*", "ln", "*_ln", NULL };
static const char *const shared[] = { "shared_expert*", "shared_mlp", "shared_head", NULL };
static const char *const experts[] = { "experts", "expert*", "block_sparse_moe", "moe*", "router*", "gate", "e_score_correction_bias",
                                       NULL };
static const char *const routers[] = { "gate", "router*", "shared_expert_gate", "e_score_correction_bias", NULL };
static const char *const attentions[] = { "self_attn", "attn", "attention", "self_attention", "linear_attn", "cross_attn", "encoder_attn",
                                          "mamba", "mamba2", "ssm", "conv", "temporal_block", "SelfAttention", "EncDecAttention",
                                          "q_proj", "k_proj", "v_proj", "o_proj", "qkv_proj", "wqkv", "wo", "W_pack", "query_key_value",
                                          "in_proj", "out_proj", "conv1d", "A_log", "dt_bias", "D", "indexer", "sinks", NULL };
static const char *const mlps[] = { "mlp", "feed_forward", "ffn", "fc1", "fc2", "dense_h_to_4h", "dense_4h_to_h", "gate_proj", "up_proj",
                                    "down_proj", "gate_up_proj", "w1", "w2", "w3", "DenseReluDense", "c_fc", "mixer", NULL };
static const char *const wholes[] = { "kv_a_proj*", "q_a_proj", "fused_qkv_a_proj*", "indexer", "rotary_emb", "shared_expert_gate", NULL };
static const char *const kvs[] = { "k_proj", "v_proj", "key", "value", "key_proj", "value_proj", NULL };
static const char *const layers[] = { "layers", "h", "blocks", "block", "layer", NULL };

static gboolean
matches (const char *pattern, const char *part, gsize length)
{
  gsize n = strlen (pattern);

  if (pattern[0] == '*' && pattern[n - 1] == '*')
    return g_strstr_len (part, (gssize) length, "layernorm") != NULL;
  if (pattern[0] == '*')
    return length >= n - 1 && memcmp (part + length - (n - 1), pattern + 1, n - 1) == 0;
  if (pattern[n - 1] == '*')
    return length >= n - 1 && memcmp (part, pattern, n - 1) == 0;
  return length == n && memcmp (part, pattern, n) == 0;
}

/* Where the part stands that one of the names is, or -1. */
static gssize
find (const char *name, gsize length, const char *const *names)
{
  for (gsize start = 0; start < length;)
    {
      const char *point = memchr (name + start, '.', length - start);
      gsize n = point ? (gsize) (point - name) - start : length - start;

      for (gsize i = 0; n > 0 && names[i]; i++)
        if (matches (names[i], name + start, n))
          return (gssize) start;
      start += n + 1;
    }
  return -1;
}

static gboolean
has (const char *name, gsize length, const char *const *names)
{
  return find (name, length, names) >= 0;
}

/* InternLM and Meta call the head "output", which is a name of attention's too. */
static gboolean
is_output (const char *name, gsize length)
{
  return g_str_has_prefix (name, "output.") && !memchr (name + 7, '.', length - 7);
}

static UllWeightPart
find_part (const char *name, gsize length, gssize layer)
{
  static const struct
  {
    const char *const *names;
    UllWeightPart part;
    gboolean outside; /* of the layers alone */
  } lists[] = {
    { towers, ULL_WEIGHT_VISION, FALSE },    { drafts, ULL_WEIGHT_DRAFT, FALSE },     { heads, ULL_WEIGHT_HEAD, TRUE },
    { embeddings, ULL_WEIGHT_EMBEDDING, TRUE }, { norms, ULL_WEIGHT_NORMS, FALSE },   { shared, ULL_WEIGHT_MLP, FALSE },
    { experts, ULL_WEIGHT_EXPERTS, FALSE },  { attentions, ULL_WEIGHT_ATTENTION, FALSE }, { mlps, ULL_WEIGHT_MLP, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!(lists[i].outside && layer >= 0) && has (name, length, lists[i].names))
      return lists[i].part;
  return ULL_WEIGHT_OTHER;
}

void
ull_tensor_kind (const char *name, gsize length, UllTensorKind *kind)
{
  gssize list = find (name, length, layers);
  const char *point = list >= 0 ? memchr (name + list, '.', length - (gsize) list) : NULL;

  *kind = (UllTensorKind) { .layer = -1 };
  if (point && (gsize) (point + 1 - name) < length && g_ascii_isdigit (point[1]))
    kind->layer = point + 1 - name;
  kind->part = is_output (name, length) ? ULL_WEIGHT_HEAD : find_part (name, length, kind->layer);
  /* Tables of rotary positions that old checkpoints keep are no attention's matrices. */
  if (g_strstr_len (name, (gssize) length, "inv_freq"))
    kind->part = ULL_WEIGHT_OTHER;
  kind->whole = kind->part == ULL_WEIGHT_NORMS || kind->part == ULL_WEIGHT_OTHER || has (name, length, wholes)
                || (kind->part == ULL_WEIGHT_EXPERTS && has (name, length, routers));
  kind->kv = kind->part == ULL_WEIGHT_ATTENTION && has (name, length, kvs);
  kind->fold = kind->part == ULL_WEIGHT_HEAD && find (name, length, (const char *const[]) { "lm_head", "embed_out", NULL }) >= 0;
}

gint64
ull_tensor_number (const char *name, gsize length, gsize at)
{
  gint64 number = 0;

  if (at >= length || !g_ascii_isdigit (name[at]))
    return -1;
  for (; at < length && g_ascii_isdigit (name[at]) && number < G_MAXINT32; at++)
    number = number * 10 + (name[at] - '0');
  return number;
}

#define EACH G_GUINT64_CONSTANT (0x0101010101010101)
#define ODD G_GUINT64_CONSTANT (0xD6E8FEB86659FD93)

/* Two sums of eight bytes each, which do not wait for one another; the multipliers are odd numbers without a pattern. */
static inline guint64
mix (guint64 hash, guint64 bytes)
{
  hash = (hash ^ bytes) * ODD;
  return hash ^ hash >> 32;
}

static inline guint64
begin (gsize length)
{
  return length * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
}

/* Sixteen bytes at a time; the last sixteen may overlap the ones before, and of a shorter name what lacks is 0. */
static inline void
load_end (const char *name, gsize length, gsize whole, guint64 pair[2])
{
  pair[0] = pair[1] = 0;
  if (whole > 0)
    memcpy (pair, name + length - 2 * sizeof pair[0], 2 * sizeof pair[0]);
  else
    memcpy (pair, name, length);
}

guint64
ull_tensor_hash (const char *name, gsize length)
{
  guint64 hash = begin (length), other = ODD, pair[2];
  gsize whole = length / sizeof pair * sizeof pair;

  for (gsize at = 0; at < whole; at += sizeof pair)
    {
      memcpy (pair, name + at, sizeof pair);
      hash = mix (hash, pair[0]);
      other = mix (other, pair[1]);
    }
  load_end (name, length, whole, pair);
  return mix (mix (hash, pair[0]), mix (other, pair[1]));
}

/* Eight bytes with a 0 for each digit. Without its highest bit a byte and what is added stay below 256, so that none reaches
 * into the next: 0x76 more, and what was 10 or more has that bit. */
static inline guint64
drop_digits (guint64 bytes)
{
  guint64 digits = bytes ^ EACH * '0';
  guint64 others = (((digits & ~(EACH * 0x80)) + EACH * 0x76) | digits) & EACH * 0x80;

  return bytes & ((others << 1) - (others >> 7));
}

/* Numbers of another length make another pattern. */
guint64
ull_tensor_pattern (const char *name, gsize length)
{
  guint64 hash = begin (length), other = ODD, pair[2];
  gsize whole = length / sizeof pair * sizeof pair;

  for (gsize at = 0; at < whole; at += sizeof pair)
    {
      memcpy (pair, name + at, sizeof pair);
      hash = mix (hash, drop_digits (pair[0]));
      other = mix (other, drop_digits (pair[1]));
    }
  load_end (name, length, whole, pair);
  return mix (mix (hash, drop_digits (pair[0])), mix (other, drop_digits (pair[1])));
}

/* The names and widths that the format's own library knows. */
const UllTensorFormat ull_tensor_formats[ULL_N_TENSOR_FORMATS] = {
  { "BF16", 16, TRUE },     { "F16", 16, TRUE },      { "F32", 32, TRUE },        { "F64", 64, TRUE },        { "F8_E4M3", 8, FALSE },
  { "F8_E5M2", 8, FALSE },  { "F8_E8M0", 8, FALSE },  { "F8_E4M3FNUZ", 8, FALSE }, { "F8_E5M2FNUZ", 8, FALSE }, { "F4", 4, FALSE },
  { "F6_E2M3", 6, FALSE },  { "F6_E3M2", 6, FALSE },  { "I8", 8, FALSE },         { "U8", 8, FALSE },         { "I16", 16, FALSE },
  { "U16", 16, FALSE },     { "I32", 32, FALSE },     { "U32", 32, FALSE },       { "I64", 64, FALSE },       { "U64", 64, FALSE },
  { "BOOL", 8, FALSE },     { "C64", 64, FALSE },
};

const UllTensorFormat *
ull_tensor_format (const char *name, gsize length)
{
  for (gsize i = 0; i < ULL_N_TENSOR_FORMATS; i++)
    if (strlen (ull_tensor_formats[i].name) == length && memcmp (ull_tensor_formats[i].name, name, length) == 0)
      return &ull_tensor_formats[i];
  return NULL;
}

guint
ull_tensor_format_index (const UllTensorFormat *format)
{
  return (guint) (format - ull_tensor_formats);
}
