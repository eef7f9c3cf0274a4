#include "ull-config-private.h"

#include "ull-units.h"

#include <string.h>

/* Parameters of models whose layers are not all alike, H hidden, I the MLP's width, V the vocabulary, Q and KV heads of D:
 *
 *   attention      2 H Q D + 2 H KV D
 *   Mamba-2        H (2 d + 2 G N + heads) in, d H out, a convolution of d + 2 G N channels, d inner channels, G groups of a state N
 *   RG-LRU         3 H d, and two gates of heads × (d / heads)², d the recurrence's width
 *   RWKV-4         4 H² that mix times and H² + 2 H I that mix channels, with 11 H of decays, mixes and norms
 *   Nemotron-NAS   each block by its own entry of block_configs: n_heads_in_group query heads a KV head, an MLP of
 *                  2 H ffn_mult / 3 rounded up to 256s, a square in place of either, or nothing
 *
 *   Gemma 4        attention by what each kind of layer keeps, K and V of one matrix where the file says so; in a mixture's layers the
 *                  experts stand beside an MLP. Those with inputs of their own for each layer are not counted
 *
 * NAS and RWKV are counted to the last one. Of the others norms, biases and steps are left out, which classes switch on and off:
 * less than a 500th, which is the range of what follows. */

typedef struct
{
  gint64 sum;
  gboolean failed;
} Count;

static void
add (Count *count, gint64 times, gint64 rows, gint64 columns)
{
  gint64 product;

  if (times < 0 || rows < 0 || columns < 0 || !ull_mul (rows, columns, &product) || !ull_mul (product, times, &product)
      || !ull_add (count->sum, product, &count->sum))
    count->failed = TRUE;
}

/* A figure that must be there. */
static gint64
need (const UllConfigReader *reader, const char *name)
{
  gint64 value = -1;

  return ull_config_read_named (reader, name, 1, 1 << 24, &value, NULL) ? value : -1;
}

static gint64
count_kind (const UllModel *facts, UllLayerKind kind)
{
  gint64 n = 0;

  for (guint i = 0; i < facts->n_runs; i++)
    if (facts->runs[i].kind == kind && !facts->runs[i].draft)
      n += facts->runs[i].count;
  return n;
}

static void
add_ends (Count *count, const UllConfigReader *reader, gboolean tied)
{
  add (count, ull_config_get_flag (reader, "tie_word_embeddings", tied) ? 1 : 2, ull_config_get_count (reader, ULL_MEMBER_VOCABULARY),
       reader->hidden);
}

static void
add_attention (Count *count, const UllConfigReader *reader, gint64 layers)
{
  add (count, 2 * layers, reader->hidden, reader->heads * reader->head_dim);
  add (count, 2 * layers, reader->hidden, reader->kv_heads * reader->head_dim);
}

static void
add_mamba (Count *count, const UllConfigReader *reader, gint64 layers, gint64 inner, gint64 heads, gint64 groups, gint64 state, gint64 kernel)
{
  if (inner < 1 || heads < 1 || groups < 1 || state < 1 || kernel < 1)
    {
      count->failed = TRUE;
      return;
    }
  add (count, layers, reader->hidden, 2 * inner + 2 * groups * state + heads);
  add (count, layers, inner, reader->hidden);
  add (count, layers, inner + 2 * groups * state, kernel);
}

/* Bamba's layers are one or the other, Falcon-H1's both, and each has an MLP. */
static void
count_mamba_and_mlp (Count *count, const UllConfigReader *reader, const UllModel *facts)
{
  gboolean both = g_str_equal (reader->family->id, "falcon_h1");
  gint64 full = count_kind (facts, ULL_LAYER_FULL), layers = both ? reader->layers : reader->layers - full;
  gint64 expand = need (reader, "mamba_expand"), inner = both ? need (reader, "mamba_d_ssm") : expand * reader->hidden;

  add_attention (count, reader, both ? layers : full);
  add_mamba (count, reader, layers, inner, need (reader, "mamba_n_heads"), need (reader, "mamba_n_groups"), need (reader, "mamba_d_state"),
             need (reader, "mamba_d_conv"));
  add (count, 3 * reader->layers, reader->hidden, ull_config_get_width (reader));
  add_ends (count, reader, FALSE);
}

/* A layer is one of three, and those that keep nothing are MLPs without a gate; one with experts is not counted here. */
static void
count_nemotron (Count *count, const UllConfigReader *reader, const UllModel *facts)
{
  gint64 full = count_kind (facts, ULL_LAYER_FULL), mixers = count_kind (facts, ULL_LAYER_RECURRENT), heads = need (reader, "mamba_num_heads");
  gint64 width = need (reader, "mamba_head_dim");

  if (ull_config_get_count (reader, ULL_MEMBER_EXPERTS) > 0 || heads < 1 || width < 1)
    {
      count->failed = TRUE;
      return;
    }
  add_attention (count, reader, full);
  add_mamba (count, reader, mixers, heads * width, heads, need (reader, "n_groups"), need (reader, "ssm_state_size"), need (reader, "conv_kernel"));
  add (count, 2 * (reader->layers - full - mixers), reader->hidden, ull_config_get_width (reader));
  add_ends (count, reader, FALSE);
}

static void
count_griffin (Count *count, const UllConfigReader *reader, const UllModel *facts)
{
  gint64 mixers = count_kind (facts, ULL_LAYER_RECURRENT), width = need (reader, "lru_width");
  gint64 own = width > 0 && reader->heads > 0 ? width / reader->heads : -1;

  add_attention (count, reader, reader->layers - mixers);
  add (count, 3 * mixers, reader->hidden, width);
  add (count, 2 * mixers * reader->heads, own, own);
  /* The file's width is of both matrices into the MLP together. */
  add (count, 3 * reader->layers, reader->hidden, ull_config_get_width (reader) / 2);
  add_ends (count, reader, TRUE);
}

static void
count_rwkv (Count *count, const UllConfigReader *reader, const UllModel *facts)
{
  gint64 hidden = reader->hidden, width = ull_config_get_width (reader);

  /* attention_hidden_size may be another, and an MLP's width that is absent is four times the hidden one. */
  if (need (reader, "attention_hidden_size") != hidden)
    count->failed = TRUE;
  add (count, 5 * reader->layers, hidden, hidden);
  add (count, 2 * reader->layers, hidden, width);
  add (count, 11 * reader->layers + 4, 1, hidden);
  add_ends (count, reader, FALSE);
}

static gboolean
is_set (UllJsonRef object, const char *name)
{
  UllJsonRef ref;
  gboolean value = FALSE;

  return ull_json_get (object, name, &ref) && ull_json_read_bool (ref, &value, NULL) && value;
}

static void
add_block (Count *count, const UllConfigReader *reader, UllJsonRef block)
{
  gint64 hidden = reader->hidden, group, width;
  UllJsonRef attention, mlp, ref;
  double multiple;

  if (!ull_json_get (block, "attention", &attention) || !ull_json_get (block, "ffn", &mlp))
    {
      count->failed = TRUE;
      return;
    }
  if (is_set (attention, "replace_with_linear"))
    add (count, 1, hidden, hidden + 1);
  else if (!is_set (attention, "no_op"))
    {
      if (!ull_json_get (attention, "n_heads_in_group", &ref) || !ull_json_read_int (ref, &group, NULL) || group < 1
          || hidden % reader->heads != 0)
        group = 0;
      add (count, 2, hidden, hidden);
      add (count, 2, hidden, group > 0 ? reader->heads / group * (hidden / reader->heads) : -1);
      add (count, 1, 1, hidden);
    }
  if (is_set (mlp, "replace_with_linear"))
    add (count, 1, hidden, hidden + 1);
  else if (!is_set (mlp, "no_op"))
    {
      if (!ull_json_get (mlp, "ffn_mult", &ref) || !ull_json_read_double (ref, &multiple, NULL) || !(multiple > 0 && multiple < 1024))
        multiple = -1;
      width = (gint64) (2 * multiple * (double) hidden / 3);
      add (count, 3, hidden, multiple > 0 ? ull_div_ceil (width, 256) * 256 : -1);
      add (count, 1, 1, hidden);
    }
}

static void
count_blocks (Count *count, const UllConfigReader *reader, const UllModel *facts)
{
  UllJsonRef blocks, block;

  if (!ull_config_find_named (reader, "block_configs", &blocks) || ull_json_type (blocks) != ULL_JSON_ARRAY)
    {
      count->failed = TRUE;
      return;
    }
  for (gboolean ok = ull_json_first (blocks, &block); ok && !count->failed; ok = ull_json_next (&block))
    add_block (count, reader, block);
  add (count, 1, 1, reader->hidden);
  add_ends (count, reader, FALSE);
}

static void
count_gemma (Count *count, const UllConfigReader *reader, const UllModel *facts)
{
  gboolean same = ull_config_get_flag (reader, "attention_k_eq_v", FALSE);
  gint64 experts = MAX (ull_config_get_count (reader, ULL_MEMBER_EXPERTS), 0), inputs = -1;
  UllJsonRef ref;

  if (!ull_config_find_named (reader, "hidden_size_per_layer_input", &ref) || !ull_json_read_int (ref, &inputs, NULL) || inputs != 0
      || (experts > 0) != ull_config_get_flag (reader, "enable_moe_block", FALSE))
    count->failed = TRUE;
  for (guint i = 0; i < facts->n_runs; i++)
    {
      const UllRun *run = &facts->runs[i];
      const UllStore *store = &run->stores[0];

      if (run->n_stores != 1 || run->draft)
        {
          count->failed = TRUE;
          return;
        }
      add (count, 2 * run->count, reader->hidden, reader->heads * store->k_dim);
      add (count, (same && run->kind == ULL_LAYER_FULL ? 1 : 2) * run->count, reader->hidden, store->heads * store->k_dim);
    }
  add (count, 3 * reader->layers, reader->hidden, ull_config_get_width (reader));
  for (gint64 i = 0; i < MIN (experts, 1024); i++)
    add (count, 3 * reader->layers, reader->hidden, ull_config_get_count (reader, ULL_MEMBER_EXPERT_WIDTH));
  add (count, reader->layers, reader->hidden, experts);
  add (count, 1, 1, facts->anatomy.tower_parameters);
  add_ends (count, reader, TRUE);
}

static const struct
{
  const char *family;
  void (*count) (Count *count, const UllConfigReader *reader, const UllModel *facts);
  gboolean whole;
  gboolean nested; /* a part of a model whose towers are counted */
} families[] = {
  { "bamba", count_mamba_and_mlp, FALSE, FALSE },
  { "falcon_h1", count_mamba_and_mlp, FALSE, FALSE },
  { "gemma4_text", count_gemma, FALSE, TRUE },
  { "nemotron_h", count_nemotron, FALSE, FALSE },
  { "nemotron-nas", count_blocks, TRUE, FALSE },
  { "recurrent_gemma", count_griffin, FALSE, FALSE },
  { "rwkv", count_rwkv, TRUE, FALSE },
};

gint64
ull_config_count_unlike (const UllConfigReader *reader, const UllModel *facts, gboolean *whole)
{
  Count count = { 0, FALSE };

  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (families[i].family, reader->family->id) == 0 && (families[i].nested || !reader->nested) && reader->hidden > 0)
      {
        families[i].count (&count, reader, facts);
        *whole = families[i].whole;
        return count.failed ? -1 : count.sum;
      }
  return -1;
}
