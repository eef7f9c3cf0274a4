#include "ull-gguf-reader.h"

#include <string.h>

/* What a tensor is for, by its name as conversions to GGUF write it: "token_embd.weight", "blk.12.ffn_up_exps.weight",
 * "dec.blk.3.attn_k.weight". The first line that fits decides.
 *
 * Tensor parallel divides matrices by heads, by rows or by columns. Whole on every card: norms, routers, the projections down to
 * a latent, an indexer, and what is not known. */

typedef struct
{
  const char *start;
  UllWeightPart part;
  gboolean whole;
  gboolean kv; /* a projection to keys or to values alone */
} Kind;

static const Kind outside[] = {
  { "token_embd_norm", ULL_WEIGHT_NORMS, TRUE, FALSE }, { "token_embd", ULL_WEIGHT_EMBEDDING, FALSE, FALSE },
  { "token_types", ULL_WEIGHT_EMBEDDING, FALSE, FALSE }, { "position_embd", ULL_WEIGHT_EMBEDDING, FALSE, FALSE },
  { "per_layer_token_embd", ULL_WEIGHT_EMBEDDING, FALSE, FALSE }, { "output_norm", ULL_WEIGHT_NORMS, TRUE, FALSE },
  { "per_layer_proj_norm", ULL_WEIGHT_NORMS, TRUE, FALSE }, { "output.", ULL_WEIGHT_HEAD, FALSE, FALSE },
  { "nextn.", ULL_WEIGHT_DRAFT, FALSE, FALSE }, { "v.", ULL_WEIGHT_VISION, FALSE, FALSE }, { "mm.", ULL_WEIGHT_VISION, FALSE, FALSE },
  { "a.", ULL_WEIGHT_VISION, FALSE, FALSE },
};

static const Kind within[] = {
  { "nextn.", ULL_WEIGHT_DRAFT, FALSE, FALSE },
  { "ffn_gate_inp_shexp", ULL_WEIGHT_MLP, TRUE, FALSE }, { "ffn_gate_inp", ULL_WEIGHT_EXPERTS, TRUE, FALSE },
  { "exp_probs_b", ULL_WEIGHT_EXPERTS, TRUE, FALSE }, { "attn_kv_a", ULL_WEIGHT_ATTENTION, TRUE, FALSE },
  { "attn_q_a", ULL_WEIGHT_ATTENTION, TRUE, FALSE }, { "indexer", ULL_WEIGHT_ATTENTION, TRUE, FALSE },
  { "attn_k.", ULL_WEIGHT_ATTENTION, FALSE, TRUE }, { "attn_v.", ULL_WEIGHT_ATTENTION, FALSE, TRUE },
  { "attn_", ULL_WEIGHT_ATTENTION, FALSE, FALSE }, { "cross_attn_", ULL_WEIGHT_ATTENTION, FALSE, FALSE },
  { "ssm_", ULL_WEIGHT_ATTENTION, FALSE, FALSE }, { "shortconv.", ULL_WEIGHT_ATTENTION, FALSE, FALSE },
  { "time_mix_", ULL_WEIGHT_ATTENTION, FALSE, FALSE }, { "channel_mix_", ULL_WEIGHT_MLP, FALSE, FALSE },
  { "ffn_", ULL_WEIGHT_MLP, FALSE, FALSE },
};

static const Kind unknown = { "", ULL_WEIGHT_OTHER, TRUE, FALSE };
static const Kind norm = { "", ULL_WEIGHT_NORMS, TRUE, FALSE };
static const Kind routed = { "", ULL_WEIGHT_EXPERTS, FALSE, FALSE };

static const Kind *
find_kind (const Kind *kinds, gsize n, UllGgufText name)
{
  for (gsize i = 0; i < n; i++)
    if (name.length >= strlen (kinds[i].start) &&
        memcmp (name.text, kinds[i].start, strlen (kinds[i].start)) == 0)
      return &kinds[i];
  return &unknown;
}

static gboolean
has (UllGgufText name, const char *part)
{
  return g_strstr_len (name.text, (gssize) name.length, part) != NULL;
}

static const Kind *
kind_within (UllGgufText name)
{
  if (has (name, "_norm."))
    return &norm;
  return has (name, "_exps.") ? &routed : find_kind (within, G_N_ELEMENTS (within), name);
}

UllWeightPart
ull_gguf_part (UllGgufText name, gint64 layers, gboolean *whole, gboolean *kv)
{
  const Kind *kind;
  UllGgufText rest;
  gint64 layer;

  if (name.length > 4 && (memcmp (name.text, "enc.", 4) == 0 || memcmp (name.text, "dec.", 4) == 0))
    name = (UllGgufText) { name.text + 4, name.length - 4 };
  if (!ull_gguf_split_name (name, G_MAXINT32, &layer, &rest))
    {
      kind = find_kind (outside, G_N_ELEMENTS (outside), name);
      *whole = kind->whole;
      *kv = FALSE;
      return kind->part;
    }
  kind = kind_within (rest);
  *whole = kind->whole;
  *kv = kind->kv && layer < layers;
  return layer < layers ? kind->part : ULL_WEIGHT_DRAFT;
}
