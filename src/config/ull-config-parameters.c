#include "ull-config-private.h"

#include "ull-units.h"

/* Parameters from the shapes: every weight matrix, bias and norm of the families whose modelling code was
 * read, so the count is exact there, and -1 elsewhere. H hidden, Q and KV heads x head size, I the MLP's
 * width, V the vocabulary.
 *
 *   embedding  V x H, once more for the output unless the two are tied; learned positions, a row of H each
 *   attention  q: H x Q, k and v: H x KV each, o: Q x H
 *   MLP        gate, up: H x I each, down: I x H; without a gate two matrices
 *   experts    a router H x E and E such MLPs
 *   norms      two of H a layer, or four, or one, and one at the end; BLOOM's has one behind the embedding too
 *
 * Of Falcon's layers those of the 7B have one norm for attention and MLP, which stand side by side, and those with groups of KV heads
 * two; num_ln_in_parallel_attn says it of later ones.
 *
 * A model nested in another's file is a part of it, so the rest of the weights is not known: -1. */

typedef struct
{
  gint64 sum;
  gboolean failed;
} Count;

static void
add (Count *count, gint64 times, gint64 rows, gint64 columns)
{
  gint64 product;
  if (times < 0 || rows < 0 || columns < 0 || !ull_mul (rows, columns, &product)
      || !ull_mul (product, times, &product) || !ull_add (count->sum, product, &count->sum))
    count->failed = TRUE;
}

gint64
ull_config_get_width (const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  gint64 width = ull_config_get_count (reader, ULL_MEMBER_INTERMEDIATE);

  if (width < 1 && (shapes & ULL_SHAPE_FOURFOLD))
    return 4 * reader->hidden;
  return shapes & ULL_SHAPE_HALF_WIDTH ? width / 2 : width;
}

static gboolean
has_every_bias (const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;

  return (shapes & ULL_SHAPE_EVERY_BIAS) || ((shapes & ULL_SHAPE_FALCON) && ull_config_get_flag (reader, "bias", FALSE));
}

static gboolean
has_attention_bias (const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;

  return has_every_bias (reader) || ((shapes & ULL_SHAPE_ATTENTION_BIAS) && ull_config_get_flag (reader, "attention_bias", FALSE))
         || ((shapes & ULL_SHAPE_BIAS) && ull_config_get_flag (reader, "bias", TRUE))
         || ((shapes & ULL_SHAPE_USE_BIAS) && ull_config_get_flag (reader, "use_bias", TRUE));
}

static void
add_attention (Count *count, const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  gint64 layers = reader->layers;
  gint64 q = reader->heads * reader->head_dim;
  gint64 kv = reader->kv_heads * reader->head_dim;

  add (count, 2 * layers, reader->hidden, q);
  add (count, 2 * layers, reader->hidden, kv);
  if ((shapes & ULL_SHAPE_QKV_BIAS) || has_attention_bias (reader))
    add (count, layers, 1, q + 2 * kv);
  if (has_attention_bias (reader))
    add (count, layers, 1, reader->hidden);
  if (shapes & ULL_SHAPE_QK_NORM_HEAD)
    add (count, 2 * layers, 1, reader->head_dim);
  if (shapes & ULL_SHAPE_QK_NORM_WHOLE)
    add (count, layers, 1, q + kv);
}

static void
add_mlp (Count *count, const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  gint64 width = ull_config_get_width (reader);
  gint64 into = shapes & ULL_SHAPE_PLAIN_MLP ? 1 : 2;

  add (count, (into + 1) * reader->layers, reader->hidden, width);
  if (has_every_bias (reader) || (shapes & ULL_SHAPE_MLP_HAS_BIAS) || ((shapes & ULL_SHAPE_MLP_BIAS) && ull_config_get_flag (reader, "mlp_bias", FALSE))
      || ((shapes & ULL_SHAPE_USE_BIAS) && ull_config_get_flag (reader, "use_bias", TRUE)))
    {
      add (count, into * reader->layers, 1, width);
      add (count, reader->layers, 1, reader->hidden);
    }
}

/* Whether every layer has experts: Qwen's classes can leave some layers an ordinary MLP. */
static gboolean
all_layers_have_experts (const UllConfigReader *reader)
{
  UllJsonRef ref;
  gint64 step;

  if (ull_config_find_named (reader, "decoder_sparse_step", &ref)
      && (!ull_json_read_int (ref, &step, NULL) || step != 1))
    return FALSE;
  return !ull_config_find_named (reader, "mlp_only_layers", &ref)
         || (ull_json_type (ref) == ULL_JSON_ARRAY && ull_json_length (ref) == 0);
}

static void
add_experts (Count *count, const UllConfigReader *reader)
{
  gint64 experts = ull_config_get_count (reader, ULL_MEMBER_EXPERTS);
  gint64 width = ull_config_get_count (reader, ULL_MEMBER_EXPERT_WIDTH);
  gint64 router = experts;

  if (width < 0)
    width = ull_config_get_count (reader, ULL_MEMBER_INTERMEDIATE);
  if (!all_layers_have_experts (reader) || experts < 0 || width < 0 || !ull_mul (experts, width, &width))
    count->failed = TRUE;
  add (count, reader->layers, reader->hidden, router);
  add (count, 3 * reader->layers, reader->hidden, width);
}

static gint64
count_norms (const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  UllJsonRef ref;
  gint64 norms;

  if (!(shapes & ULL_SHAPE_FALCON))
    return shapes & ULL_SHAPE_FOUR_NORMS ? 4 : shapes & ULL_SHAPE_ONE_NORM ? 1 : 2;
  if (ull_config_find_named (reader, "num_ln_in_parallel_attn", &ref) && ull_json_read_int (ref, &norms, NULL))
    return CLAMP (norms, 1, 2);
  if (ull_config_get_flag (reader, "new_decoder_architecture", FALSE) || ull_config_find_named (reader, "n_head_kv", &ref))
    return 2;
  return ull_config_get_flag (reader, "parallel_attn", TRUE) ? 1 : 2;
}

/* What a family is counted without has to be absent: MPT can have biases, a table of positions, and another width. */
static gboolean
is_counted (const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  UllJsonRef attention, ref;
  gint64 ratio;
  gboolean alibi = FALSE;

  if (!(shapes & ULL_SHAPE_COUNTED) || reader->nested || reader->hidden < 0 || ull_config_count_own_tower (reader) != 0)
    return FALSE;
  if (!(shapes & ULL_SHAPE_MPT))
    return TRUE;
  if (ull_config_find_named (reader, "expansion_ratio", &ref) && (!ull_json_read_int (ref, &ratio, NULL) || ratio != 4))
    return FALSE;
  if (ull_config_find_named (reader, "attn_config", &attention) && ull_json_get (attention, "alibi", &ref))
    (void) !ull_json_read_bool (ref, &alibi, NULL);
  return alibi && ull_config_get_flag (reader, "no_bias", FALSE);
}

static void
add_ends (Count *count, const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  gint64 vocabulary = ull_config_get_count (reader, ULL_MEMBER_VOCABULARY);
  gboolean tied = ull_config_get_flag (reader, "tie_word_embeddings", (shapes & ULL_SHAPE_TIED) != 0);

  add (count, tied ? 1 : 2, vocabulary, reader->hidden);
  if (shapes & ULL_SHAPE_POSITION_TABLE)
    add (count, 1, reader->positions, reader->hidden);
  if (shapes & ULL_SHAPE_HEAD_BIAS)
    add (count, 1, 1, vocabulary);
  if (shapes & ULL_SHAPE_EMBEDDING_NORM)
    add (count, 2, 1, reader->hidden);
}

gint64
ull_config_count_parameters (const UllConfigReader *reader)
{
  UllShapes shapes = reader->family->shapes;
  Count count = { 0, FALSE };

  if (!is_counted (reader))
    return -1;
  add_ends (&count, reader);
  add_attention (&count, reader);
  if (shapes & ULL_SHAPE_EXPERTS)
    add_experts (&count, reader);
  else
    add_mlp (&count, reader);
  add (&count, count_norms (reader) * reader->layers + 1, shapes & ULL_SHAPE_NORM_BIAS ? 2 : 1, reader->hidden);
  return count.failed ? -1 : count.sum;
}
