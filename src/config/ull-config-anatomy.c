#include "ull-config-private.h"

#include "ull-units.h"

/* What the weights are made of: what an engine's memory depends on besides the cache. Nothing here is refused; a figure that
 * is not there is 0.
 *
 * Matrices of a layer, H hidden, Q and KV heads of D, latent rank R with rope S, query rank P:
 *   attention     2 H Q D + 2 H KV D; latent: H P + P Q D (or H Q D), H (R + S), R Q (N + V), Q V H; an indexer of X heads: P X E,
 *                 H (E + X)
 *   MLP           3 H I, two of them without a gate
 *   experts       E routers H, 3 H W each, and a shared MLP
 * Biases and norms of families that are not counted exactly are left out: well under a per cent.
 *
 * An image tower, from its own object: blocks of 4 h h + 2 h i, or 3 h i with a gate. */

typedef struct
{
  gint64 sum;
  gboolean failed;
} Count;

static void
add (Count *count, gint64 times, gint64 rows, gint64 columns)
{
  gint64 product;

  if (times < 0 || rows < 0 || columns < 0 || !ull_mul (rows, columns, &product) ||
      !ull_mul (product, times, &product) || !ull_add (count->sum, product, &count->sum))
    count->failed = TRUE;
}

static gint64
take (Count count)
{
  return count.failed ? 0 : count.sum;
}

/* Families whose layers are these matrices and nothing else of weight, besides those that are counted exactly. */
gboolean
ull_config_has_known_matrices (const UllConfigReader *reader)
{
  static const char *const ids[] = { "cohere", "cohere2", "deepseek_v2", "deepseek_v3", "deepseek_v32", "dots1", "ernie4_5",
                                     "ernie4_5_moe", "exaone", "gemma3", "gemma3_text", "glm4_moe", "glm4_moe_lite", "glm_moe_dsa",
                                     "gpt_oss", "granitemoe", "kimi_k2", "llama4", "llama4_text", "minimax_m2", "minicpm3", "ministral3",
                                     "mistral3", "molmo", "olmoe", "phi", "phimoe", "qwen2_5_vl", "qwen2_5_vl_text", "qwen2_moe",
                                     "qwen2_vl", "qwen2_vl_text", "qwen3_vl", "qwen3_vl_text", "qwen3_vl_moe_text", NULL };

  return (reader->family->shapes & ULL_SHAPE_COUNTED) || g_strv_contains (ids, reader->family->id);
}

static gint64
get_named (const UllConfigReader *reader, const char *name, gint64 absent)
{
  gint64 value = absent;

  return ull_config_read_named (reader, name, 0, G_MAXINT32, &value, NULL) ? value : absent;
}

static void
read_latent (const UllConfigReader *reader, UllConfigShapes *shapes)
{
  if (reader->family->rule != ULL_RULE_LATENT)
    return;
  shapes->rank = get_named (reader, "kv_lora_rank", reader->family->latent);
  shapes->rope = get_named (reader, "qk_rope_head_dim", reader->family->rope);
  shapes->nope = get_named (reader, "qk_nope_head_dim", 128);
  /* MiniCPM3's values are as wide as a head without a latent would be. */
  shapes->v_dim = get_named (reader, "v_head_dim", g_str_equal (reader->family->id, "minicpm3") ? reader->hidden / reader->heads : 128);
  shapes->query_rank = get_named (reader, "q_lora_rank", 0);
  if (reader->family->indexer > 0 || get_named (reader, "index_topk", 0) > 0)
    {
      shapes->index_dim = get_named (reader, "index_head_dim", reader->family->indexer);
      shapes->index_heads = get_named (reader, "index_n_heads", 0);
    }
}

/* Layers that have experts: all of them, but for the first few or every step. */
static gint64
count_expert_layers (const UllConfigReader *reader)
{
  gint64 step = get_named (reader, "decoder_sparse_step", get_named (reader, "interleave_moe_layer_step", 1));
  gint64 first = get_named (reader, "first_k_dense_replace", get_named (reader, "moe_layer_start_index", 0));

  return MAX (reader->layers - first, 0) / MAX (step, 1);
}

static void
read_mlps (const UllConfigReader *reader, UllAnatomy *anatomy, UllConfigShapes *shapes)
{
  gint64 dense = MAX (ull_config_get_width (reader), 0);
  gint64 width = ull_config_get_count (reader, ULL_MEMBER_EXPERT_WIDTH);

  shapes->dense = dense;
  shapes->dense_layers = reader->layers;
  anatomy->mlp_inputs = (reader->family->shapes & ULL_SHAPE_PLAIN_MLP) || g_str_equal (reader->family->id, "phi") ? 1 : 2;
  anatomy->experts = MAX (ull_config_get_count (reader, ULL_MEMBER_EXPERTS), 0);
  if (anatomy->experts > 0)
    {
      anatomy->experts_used = MAX (ull_config_get_count (reader, ULL_MEMBER_EXPERTS_USED), 1);
      anatomy->expert_width = width > 0 ? width : dense;
      anatomy->expert_layers = count_expert_layers (reader);
      shapes->dense_layers = reader->layers - anatomy->expert_layers;
      shapes->dense = get_named (reader, "intermediate_size_mlp", dense);
      shapes->shared = get_named (reader, "shared_expert_intermediate_size", get_named (reader, "shared_intermediate_size", 0));
      if (shapes->shared == 0)
        shapes->shared = get_named (reader, "n_shared_experts", get_named (reader, "moe_num_shared_experts", 0)) * anatomy->expert_width;
      if (g_str_has_prefix (reader->family->id, "llama4"))
        shapes->shared = dense;
    }
  anatomy->mlp_width = MAX (shapes->shared, shapes->dense_layers > 0 ? shapes->dense : 0);
}

/* Pixtral's, Qwen2.5's and Gemma 4's towers have MLPs with a gate. */
static gboolean
has_gate (UllJsonRef tower)
{
  UllJsonRef ref;
  g_autofree char *type = ull_json_get (tower, "model_type", &ref) ? ull_json_read_string (ref, NULL) : NULL;

  return g_strcmp0 (type, "pixtral") == 0 || g_strcmp0 (type, "qwen2_5_vl") == 0 || g_strcmp0 (type, "gemma4_vision") == 0;
}

static gboolean
is_multimodal (const UllConfigReader *reader)
{
  static const char *const names[] = { "vision_config", "audio_config", "vision_tower", "mm_vision_tower" };
  UllJsonRef ref, list;
  g_autofree char *architecture = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (ull_json_get (reader->top, names[i], &ref) && ull_json_type (ref) != ULL_JSON_NULL)
      return TRUE;
  if (ull_json_get (reader->top, "architectures", &list) && ull_json_first (list, &ref))
    architecture = ull_json_read_string (ref, NULL);
  return reader->nested && architecture && g_str_has_suffix (architecture, "ForConditionalGeneration");
}

/* What Gemma 4 makes of one clip: 32 pictures of 70 tokens, with the 2 around each and the 6 of its time. */
#define CLIP_TOKENS (32 * (70 + 2 + 6))

/* Where tokens of a picture see each other in both directions, all of them have to be in one step. */
static gint64
count_item (const UllConfigReader *reader)
{
  g_autofree char *both = NULL;
  UllJsonRef ref;

  if (!is_multimodal (reader) || !g_str_has_prefix (reader->family->id, "gemma4") ||
      !ull_config_find_named (reader, "use_bidirectional_attention", &ref) || ull_json_type (ref) != ULL_JSON_STRING)
    return 0;
  both = ull_json_read_string (ref, NULL);
  return g_strcmp0 (both, "vision") == 0 ? CLIP_TOKENS : 0;
}

/* The object of an image tower, or an audio one's. */
static gint64
count_tower (const UllConfigReader *reader)
{
  static const char *const names[] = { "vision_config", "audio_config" };
  Count count = { ull_config_count_own_tower (reader), FALSE };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      UllConfigReader tower = { .family = reader->family };
      gint64 layers, hidden, width;

      if (!ull_json_get (reader->top, names[i], &tower.text) || ull_json_type (tower.text) != ULL_JSON_OBJECT)
        continue;
      tower.top = tower.text;
      /* Audio encoders are written as halves of an encoder and a decoder. */
      layers = get_named (&tower, "encoder_layers", ull_config_get_count (&tower, ULL_MEMBER_LAYERS));
      hidden = get_named (&tower, "d_model", ull_config_get_count (&tower, ULL_MEMBER_HIDDEN));
      width = get_named (&tower, "encoder_ffn_dim", ull_config_get_count (&tower, ULL_MEMBER_INTERMEDIATE));
      if (layers < 1 || hidden < 1)
        continue;
      if (width < 1)
        width = 4 * hidden;
      add (&count, 4 * layers, hidden, hidden);
      add (&count, (has_gate (tower.text) ? 3 : 2) * layers, hidden, width);
      /* The projector into the model's own width. */
      add (&count, 1, hidden + MAX (reader->hidden, 0), MAX (reader->hidden, 0));
    }
  return take (count);
}

static gint64
count_attention (const UllConfigReader *reader, const UllConfigShapes *shapes)
{
  gint64 hidden = reader->hidden, heads = reader->heads, dim = reader->head_dim;
  Count count = { 0, FALSE };

  if (shapes->rank == 0)
    {
      add (&count, 2 * reader->layers, hidden, heads * dim);
      add (&count, 2 * reader->layers, hidden, reader->kv_heads * dim);
      return take (count);
    }
  if (shapes->query_rank > 0)
    {
      add (&count, reader->layers, hidden, shapes->query_rank);
      add (&count, reader->layers, shapes->query_rank, heads * (shapes->nope + shapes->rope));
    }
  else
    add (&count, reader->layers, hidden, heads * (shapes->nope + shapes->rope));
  add (&count, reader->layers, hidden, shapes->rank + shapes->rope);
  add (&count, reader->layers, shapes->rank, heads * (shapes->nope + shapes->v_dim));
  add (&count, reader->layers, heads * shapes->v_dim, hidden);
  /* An indexer: its queries from theirs, one key, and a weight a head. */
  add (&count, reader->layers, shapes->query_rank, shapes->index_heads * shapes->index_dim);
  add (&count, reader->layers, hidden, shapes->index_dim + shapes->index_heads);
  return take (count);
}

static gint64
count_experts (const UllConfigReader *reader, const UllAnatomy *anatomy)
{
  Count count = { 0, FALSE };
  gint64 width = 0;

  if (!ull_mul (anatomy->experts, anatomy->expert_width, &width))
    count.failed = TRUE;
  add (&count, 3 * anatomy->expert_layers, reader->hidden, width);
  return take (count);
}

static gint64
count_whole (const UllConfigReader *reader, const UllAnatomy *anatomy, const UllConfigShapes *shapes)
{
  Count count = { 0, FALSE };

  add (&count, 2 * reader->layers + 1, 1, reader->hidden);
  add (&count, anatomy->expert_layers, reader->hidden, anatomy->experts);
  if (shapes->rank > 0)
    add (&count, reader->layers, reader->hidden, shapes->rank + shapes->rope + shapes->query_rank);
  return take (count);
}

static gint64
count_latent (const UllConfigReader *reader, const UllConfigShapes *shapes)
{
  Count count = { 0, FALSE };

  add (&count, reader->layers, shapes->rank, reader->heads * (shapes->nope + shapes->v_dim));
  return take (count);
}

static gint64
count_matrices (const UllConfigReader *reader, const UllAnatomy *anatomy, const UllConfigShapes *shapes)
{
  Count count = { anatomy->tower_parameters, FALSE };

  add (&count, anatomy->embeddings, anatomy->vocabulary, reader->hidden);
  add (&count, 1, 1, count_attention (reader, shapes));
  add (&count, (anatomy->mlp_inputs + 1) * shapes->dense_layers, reader->hidden, shapes->dense);
  add (&count, 3 * anatomy->expert_layers, reader->hidden, shapes->shared);
  add (&count, 1, 1, count_experts (reader, anatomy));
  add (&count, anatomy->expert_layers, reader->hidden, anatomy->experts);
  return take (count);
}

/* Rows that engines compute ahead: the written positions, stretched by linear and yarn factors and not by the others, which
 * come with the stretched length written. A table a base: Gemma 3 has one more, for its windows. */
static void
read_positions (const UllConfigReader *reader, const UllConfigShapes *shapes, UllAnatomy *anatomy)
{
  gint64 rows = get_named (reader, "max_position_embeddings", MAX (reader->family->positions, 0)), original;
  UllJsonRef scaling, ref;
  double factor, share;

  anatomy->position_dim = shapes->rank > 0 ? shapes->rope : reader->head_dim;
  anatomy->position_bytes = shapes->rank > 0 ? 4 : 2;
  if (ull_config_find_named (reader, "partial_rotary_factor", &ref) && ull_json_read_double (ref, &share, NULL) && share > 0 &&
      share < 1)
    anatomy->position_dim = (gint64) ((double) anatomy->position_dim * share);
  anatomy->position_rows = rows;
  if (ull_config_find_named (reader, "rope_scaling", &scaling) && ull_json_get (scaling, "factor", &ref) &&
      ull_json_read_double (ref, &factor, NULL) && factor > 1 && factor < 1e6)
    {
      g_autofree char *type = ull_config_dup_scaling (scaling);

      if (g_strcmp0 (type, "linear") == 0)
        anatomy->position_rows = (gint64) ((double) rows * factor);
      else if (g_strcmp0 (type, "yarn") == 0 && ull_json_get (scaling, "original_max_position_embeddings", &ref) &&
               ull_json_read_int (ref, &original, NULL) && original > 0 && original < G_MAXINT32)
        anatomy->position_rows = (gint64) ((double) original * factor);
    }
  if (g_str_has_prefix (reader->family->id, "gemma3"))
    anatomy->position_rows += rows;
}

/* What is left as it was: what every recipe leaves, and what this one says. */
static gint64
count_kept (const UllConfigReader *reader,
            const UllAnatomy *anatomy,
            const UllConfigShapes *shapes,
            const UllConfigQuantisation *quantisation)
{
  gint64 kept = anatomy->tower_parameters;

  if (quantisation->listed > 0)
    return MAX (anatomy->parameters - quantisation->listed, 0);
  if (!quantisation->takes_embeddings)
    kept += anatomy->embeddings * anatomy->vocabulary * reader->hidden;
  if (reader->family->shapes & ULL_SHAPE_POSITION_TABLE)
    kept += MAX (reader->positions, 0) * reader->hidden;
  if (quantisation->only_experts)
    return anatomy->parameters - count_experts (reader, anatomy);
  kept += (2 * reader->layers + 1 + anatomy->expert_layers * anatomy->experts) * reader->hidden;
  if (quantisation->keeps_attention)
    kept += count_attention (reader, shapes);
  if (quantisation->keeps_shared)
    kept += 3 * anatomy->expert_layers * reader->hidden * shapes->shared;
  return MIN (kept, anatomy->parameters);
}

/* Bytes of elements as they are, or quantised. */
static gint64
bytes_of (const UllModel *facts, gint64 elements, gboolean quantised)
{
  UllDtype native = facts->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : facts->native_dtype;
  gint64 bytes = 0;

  if (quantised && facts->anatomy.bits > 0)
    return ull_mul_div_ceil (MAX (elements, 0), facts->anatomy.bits, 8 * ULL_PPM_ONE, &bytes) ? bytes : 0;
  return ull_dtype_row_bytes (native, MAX (elements, 0), &bytes) ? bytes : 0;
}

/* What the parts would come to; what is left of the parameters (biases) is other. Whole on every card are norms, routers and the
 * projections down to a latent. */
static void
set_parts (const UllConfigReader *reader, const UllConfigShapes *shapes, const UllConfigQuantisation *quantisation, UllModel *facts)
{
  const UllAnatomy *anatomy = &facts->anatomy;
  gint64 vocabulary = anatomy->vocabulary * reader->hidden, routers = anatomy->expert_layers * anatomy->experts * reader->hidden;
  gint64 norms = (2 * reader->layers + 1) * reader->hidden, latent = MAX (anatomy->whole_parameters - routers - norms, 0);
  gint64 shared = 3 * anatomy->expert_layers * reader->hidden * shapes->shared;
  gint64 dense = (anatomy->mlp_inputs + 1) * shapes->dense_layers * reader->hidden * shapes->dense;
  gint64 *bytes = facts->weights.bytes, *whole = facts->weights.whole;
  gboolean all = !quantisation->only_experts;

  bytes[ULL_WEIGHT_EMBEDDING] = bytes_of (facts, vocabulary, quantisation->takes_embeddings);
  bytes[ULL_WEIGHT_HEAD] = anatomy->embeddings > 1 ? bytes[ULL_WEIGHT_EMBEDDING] : 0;
  bytes[ULL_WEIGHT_ATTENTION] = bytes_of (facts, count_attention (reader, shapes), all && !quantisation->keeps_attention);
  bytes[ULL_WEIGHT_MLP] = bytes_of (facts, dense, all) + bytes_of (facts, shared, all && !quantisation->keeps_shared);
  bytes[ULL_WEIGHT_EXPERTS] = bytes_of (facts, count_experts (reader, anatomy), TRUE) + bytes_of (facts, routers, FALSE);
  bytes[ULL_WEIGHT_NORMS] = bytes_of (facts, norms, FALSE);
  bytes[ULL_WEIGHT_VISION] = bytes_of (facts, anatomy->tower_parameters, FALSE);
  whole[ULL_WEIGHT_NORMS] = bytes[ULL_WEIGHT_NORMS];
  whole[ULL_WEIGHT_EXPERTS] = bytes_of (facts, routers, FALSE);
  whole[ULL_WEIGHT_ATTENTION] = MIN (bytes_of (facts, latent, all && !quantisation->keeps_attention), bytes[ULL_WEIGHT_ATTENTION]);
}

/* @whole in @n equal pieces; FALSE where it does not divide. */
static gboolean
split (gint64 whole, gint64 n, gint64 *piece)
{
  *piece = n > 0 ? whole / n : 0;
  return n > 0 ? whole % n == 0 : whole == 0;
}

/* Where the first layers are dense and all others have experts, what each has of the parts: a pipeline's stages are then not alike. */
static void
set_layers (const UllConfigReader *reader, const UllConfigShapes *shapes, const UllConfigQuantisation *quantisation, UllModel *facts)
{
  const UllAnatomy *anatomy = &facts->anatomy;
  gint64 first = get_named (reader, "first_k_dense_replace", 0), shared = 3 * anatomy->expert_layers * reader->hidden * shapes->shared;
  gint64 dense = (anatomy->mlp_inputs + 1) * shapes->dense_layers * reader->hidden * shapes->dense;
  gboolean all = !quantisation->only_experts;
  UllWeights *weights = &facts->weights;
  UllLayerWeights before = { .kv_bytes = 0 }, after;

  if (first < 1 || anatomy->expert_layers < 1 || first != shapes->dense_layers)
    return;
  before.bytes[ULL_WEIGHT_NORMS] = before.whole[ULL_WEIGHT_NORMS] = bytes_of (facts, 2 * reader->hidden, FALSE);
  if (!split (weights->bytes[ULL_WEIGHT_ATTENTION], reader->layers, &before.bytes[ULL_WEIGHT_ATTENTION])
      || !split (weights->whole[ULL_WEIGHT_ATTENTION], reader->layers, &before.whole[ULL_WEIGHT_ATTENTION]))
    return;
  after = before;
  if (!split (bytes_of (facts, dense, all), first, &before.bytes[ULL_WEIGHT_MLP])
      || !split (bytes_of (facts, shared, all && !quantisation->keeps_shared), anatomy->expert_layers, &after.bytes[ULL_WEIGHT_MLP])
      || !split (weights->bytes[ULL_WEIGHT_EXPERTS], anatomy->expert_layers, &after.bytes[ULL_WEIGHT_EXPERTS])
      || !split (weights->whole[ULL_WEIGHT_EXPERTS], anatomy->expert_layers, &after.whole[ULL_WEIGHT_EXPERTS]))
    return;
  for (gint64 i = 0; i < reader->layers; i++)
    if (!ull_weights_add_layer (weights, i < first ? &before : &after))
      return;
}

/* A size that the file lacks is no size of 0: what it belongs to would be missing from the sum. */
static gboolean
has_sizes (const UllConfigReader *reader, const UllAnatomy *anatomy, const UllConfigShapes *shapes)
{
  return anatomy->vocabulary > 0 && (shapes->dense_layers < 1 || shapes->dense > 0) && (anatomy->expert_layers < 1 || anatomy->expert_width > 0)
         && ull_config_has_known_matrices (reader);
}

/* Layers that are not all alike, as they are stored: by their own count, and how far that may be off. */
static void
read_unlike (const UllConfigReader *reader, UllModel *facts, const UllConfigQuantisation *quantisation, UllConfigRange *range)
{
  UllDtype native = facts->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : facts->native_dtype;
  gboolean whole = FALSE;
  gint64 count = ull_config_count_unlike (reader, facts, &whole), bytes = 0;

  if (quantisation->bits != 0)
    return;
  if (facts->parameters < 0 && whole)
    facts->parameters = count;
  if (facts->parameters >= 0 || count < 0)
    {
      facts->anatomy.parameters = MAX (facts->parameters, 0);
      return;
    }
  facts->anatomy.parameters = count;
  if (ull_dtype_row_bytes (native, count / 500, &bytes))
    *range = (UllConfigRange) { bytes, bytes };
}

void
ull_config_read_anatomy (const UllConfigReader *reader, UllModel *facts, UllConfigRange *range)
{
  UllAnatomy *anatomy = &facts->anatomy;
  UllConfigQuantisation quantisation;
  UllConfigShapes shapes = { 0 };
  gint64 matrices;
  gboolean tied;

  if (reader->hidden < 1 || reader->layers < 1 || reader->heads < 1)
    {
      ull_config_read_quantisation (reader, &quantisation);
      read_unlike (reader, facts, &quantisation, range);
      return;
    }
  tied = ull_config_get_flag (reader, "tie_word_embeddings",
                              (reader->family->shapes & ULL_SHAPE_TIED) || g_str_has_prefix (reader->family->id, "gemma") ||
                                g_str_has_prefix (reader->family->id, "cohere"));
  ull_config_read_quantisation (reader, &quantisation);
  read_latent (reader, &shapes);
  read_mlps (reader, anatomy, &shapes);
  anatomy->vocabulary = MAX (ull_config_get_count (reader, ULL_MEMBER_VOCABULARY), 0);
  anatomy->embeddings = tied ? 1 : 2;
  anatomy->tower_parameters = count_tower (reader);
  anatomy->multimodal = is_multimodal (reader);
  anatomy->item_tokens = count_item (reader);
  anatomy->whole_parameters = count_whole (reader, anatomy, &shapes);
  anatomy->latent_parameters = count_latent (reader, &shapes);
  if (ull_config_has_known_matrices (reader))
    read_positions (reader, &shapes, anatomy);
  /* Where all matrices together can be counted, so can each part of them. */
  matrices = has_sizes (reader, anatomy, &shapes) ? count_matrices (reader, anatomy, &shapes) : 0;
  anatomy->parameters = facts->parameters < 0 ? matrices : facts->parameters;
  if (anatomy->parameters == 0 && !ull_config_has_known_matrices (reader))
    read_unlike (reader, facts, &quantisation, range);
  anatomy->bits = quantisation.bits;
  anatomy->only_experts = quantisation.only_experts;
  if (quantisation.bits != 0 && (matrices > 0 || !ull_config_has_known_matrices (reader)))
    anatomy->kept_parameters = count_kept (reader, anatomy, &shapes, &quantisation);
  if (matrices > 0 && quantisation.bits >= 0)
    {
      set_parts (reader, &shapes, &quantisation, facts);
      set_layers (reader, &shapes, &quantisation, facts);
      ull_config_read_range (reader, &shapes, &quantisation, facts, range);
    }
}
