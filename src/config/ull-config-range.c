#include "ull-config-private.h"

#include "ull-units.h"

#include <math.h>

/* What the shapes leave open of the bytes of a checkpoint that has no headers here. Nothing, where every parameter is counted and
 * stored as it is. Else, in bytes, M the matrices of a layer with R rows (outputs) and C columns (inputs) each:
 *
 *   families counted by their matrices   more: biases of R, two norms more a layer, each with a bias, norms of heads and of latents,
 *                                        a sink a head; gpt-oss has all of them, and biases of its experts
 *   a tower beside the model             less: the square half of the projector that is counted; more: a patch's embedding,
 *                                        positions, and a merger of four patches, (4 h)² and 4 h × H
 *   files of old tools                   more: the output's matrix that is the embedding itself; masks, a byte a pair of positions and a
 *                                        layer, with the frequencies of rotary positions
 *   quantised matrices                   more: scales of fp32 (4 R) where 16 bits, or none, are counted, and a bias that AutoGPTQ
 *                                        writes for every matrix; with an order of activations 4 C (g_idx, int32); packed zeros
 *                                        of R where the group is a whole column. Blocks of n × n: those at the edges, 4 (R + C) / n
 *   lists of what is left alone          more: the layers they name, at their own width; less: the output and the routers, where
 *                                        the recipe takes all linear modules (compressed-tensors, ModelOpt, GPTQ's "lm_head") and
 *                                        the list does not name them
 *
 * A draft layer that such files carry is not in it: engines load it only where it is asked for. Sums are of sizes that the reader
 * has bounded, but experts multiply them: so they are made in doubles, and one that no file could have leaves nothing open. */

typedef struct
{
  double rows;
  double columns;
} Sides;

static Sides
attention_sides (const UllConfigReader *reader, const UllConfigShapes *shapes)
{
  double hidden = (double) reader->hidden, heads = (double) reader->heads, layers = (double) reader->layers;
  double q = heads * (double) reader->head_dim, kv = (double) reader->kv_heads * (double) reader->head_dim;
  double rank = (double) shapes->rank, query = (double) shapes->query_rank;

  if (shapes->rank == 0)
    return (Sides) { layers * (q + 2 * kv + hidden), layers * (3 * hidden + q) };
  q = heads * (double) (shapes->nope + shapes->rope);
  return (Sides) { layers * (query + q + rank + (double) shapes->rope + heads * (double) (shapes->nope + shapes->v_dim) + hidden),
                   layers * (2 * hidden + MAX (query, hidden) + rank + heads * (double) shapes->v_dim) };
}

static Sides
mlp_sides (const UllConfigReader *reader, const UllAnatomy *anatomy, const UllConfigShapes *shapes)
{
  double inputs = (double) anatomy->mlp_inputs, hidden = (double) reader->hidden, sparse = (double) anatomy->expert_layers;
  double widths = (double) shapes->dense_layers * (double) shapes->dense + sparse * (double) shapes->shared;
  double each = ((double) shapes->dense_layers + (shapes->shared > 0 ? sparse : 0)) * hidden;

  return (Sides) { inputs * widths + each, inputs * each + widths };
}

static Sides
expert_sides (const UllConfigReader *reader, const UllAnatomy *anatomy)
{
  double all = (double) anatomy->expert_layers * (double) anatomy->experts, hidden = (double) reader->hidden;
  double width = (double) anatomy->expert_width;

  return (Sides) { all * (2 * width + hidden), all * (2 * hidden + width) };
}

/* Elements besides the matrices, of a family that is counted by them. */
static double
count_small (const UllConfigReader *reader, const UllAnatomy *anatomy, const UllConfigShapes *shapes)
{
  double layers = (double) reader->layers, hidden = (double) reader->hidden;
  double norms = (8 * layers + 4) * hidden + layers * (double) (2 * reader->head_dim + shapes->rank + shapes->query_rank);
  double biases = attention_sides (reader, shapes).rows + mlp_sides (reader, anatomy, shapes).rows;

  if (g_str_has_prefix (reader->family->id, "gpt_oss"))
    biases += expert_sides (reader, anatomy).rows;
  return norms + biases + layers * (double) (reader->heads + anatomy->experts);
}

static void
add_towers (const UllConfigReader *reader, double native, double *less, double *more)
{
  static const char *const names[] = { "vision_config", "audio_config" };
  double hidden = (double) reader->hidden;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      UllConfigReader tower = { .family = reader->family };
      gint64 width = -1;

      if (!ull_json_get (reader->top, names[i], &tower.text) || ull_json_type (tower.text) != ULL_JSON_OBJECT)
        continue;
      tower.top = tower.text;
      if (!ull_config_read_named (&tower, "d_model", 1, G_MAXINT32, &width, NULL) || width < 0)
        width = MAX (ull_config_get_count (&tower, ULL_MEMBER_HIDDEN), 0);
      *less += hidden * hidden * native;
      *more += 4 * (double) width * (4 * (double) width + hidden) * native;
    }
}

/* Of encoders in a member of the vendor's own the blocks and the projector are counted; a patch's embedding, positions, norms and
 * biases are a hundredth of them at most. */
static double
count_own_tower (const UllConfigReader *reader, double native)
{
  return (double) ull_config_count_own_tower (reader) * native / 100;
}

/* What old tools store besides: the output that is the embedding, and buffers of attention. */
static double
count_stored_twice (const UllConfigReader *reader, const UllAnatomy *anatomy, double native)
{
  UllShapes shapes = reader->family->shapes;
  double positions = (double) MAX (reader->positions, 0), layers = (double) reader->layers, sum = 0;

  if ((shapes & ULL_SHAPE_MAY_REPEAT) && anatomy->embeddings == 1)
    sum += (double) anatomy->vocabulary * (double) reader->hidden * native;
  if (shapes & ULL_SHAPE_MASKS)
    sum += layers * (positions * positions + 4 + 2 * (double) reader->head_dim);
  return sum;
}

/* Rows and columns of what is quantised. */
static Sides
quantised_sides (const UllConfigReader *reader,
                 const UllAnatomy *anatomy,
                 const UllConfigShapes *shapes,
                 const UllConfigQuantisation *quantisation)
{
  Sides sum = expert_sides (reader, anatomy), part;

  if (quantisation->only_experts)
    return sum;
  part = mlp_sides (reader, anatomy, shapes);
  sum = (Sides) { sum.rows + part.rows, sum.columns + part.columns };
  if (quantisation->keeps_attention)
    return sum;
  part = attention_sides (reader, shapes);
  return (Sides) { sum.rows + part.rows, sum.columns + part.columns };
}

static double
count_scales (const UllConfigQuantisation *quantisation, Sides sides, double native)
{
  double bits = (double) quantisation->bits / ULL_PPM_ONE, sum;

  if (quantisation->only_experts)
    return 0;
  /* A scale of 32 bits a block, from which the block's side follows. */
  if (quantisation->blocks)
    return 4 * (sides.rows + sides.columns) / sqrt (32 / (bits - 8));
  sum = (4 + native) * sides.rows;
  if (quantisation->ordered)
    sum += 4 * sides.columns;
  return quantisation->column_zeros ? sum + sides.rows * bits / 8 : sum;
}

static void
add_quantised (const UllConfigReader *reader,
               const UllConfigShapes *shapes,
               const UllConfigQuantisation *quantisation,
               const UllAnatomy *anatomy,
               double native,
               UllConfigRange *sum)
{
  double wider = native - (double) quantisation->bits / ULL_PPM_ONE / 8;
  double quantised = (double) (anatomy->parameters - anatomy->kept_parameters), layers = (double) reader->layers;
  double output = anatomy->embeddings > 1 ? (double) anatomy->vocabulary * (double) reader->hidden : 0;
  double routers = (double) anatomy->expert_layers * (double) anatomy->experts * (double) reader->hidden;
  double more = count_scales (quantisation, quantised_sides (reader, anatomy, shapes, quantisation), native);

  more += wider * quantised * MIN ((double) quantisation->may_keep, layers) / layers;
  if (quantisation->may_take_head && wider > 0)
    sum->less += (gint64) (wider * (output + routers));
  if (quantisation->takes_embeddings && wider > 0)
    sum->less += (gint64) (wider * routers);
  if (quantisation->most > 0)
    {
      sum->less += (gint64) (quantised * (double) (quantisation->bits - quantisation->least) / ULL_PPM_ONE / 8);
      more += quantised * (double) (quantisation->most - quantisation->bits) / ULL_PPM_ONE / 8;
    }
  if (more > 0 && more < 0x1p60)
    sum->more += (gint64) ceil (more);
}

void
ull_config_read_range (const UllConfigReader *reader,
                       const UllConfigShapes *shapes,
                       const UllConfigQuantisation *quantisation,
                       const UllModel *facts,
                       UllConfigRange *range)
{
  const UllAnatomy *anatomy = &facts->anatomy;
  UllDtype dtype = facts->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : facts->native_dtype;
  gint64 native;
  double less = 0, more = 0;

  if (!ull_dtype_row_bytes (dtype, 1, &native) || anatomy->parameters < 1)
    return;
  if (facts->parameters < 0)
    more = count_small (reader, anatomy, shapes) * (double) native;
  more += count_own_tower (reader, (double) native) + count_stored_twice (reader, anatomy, (double) native);
  if (anatomy->tower_parameters > 0)
    add_towers (reader, (double) native, &less, &more);
  if (!(more < 0x1p60 && less < 0x1p60))
    return;
  *range = (UllConfigRange) { (gint64) less, (gint64) ceil (more) };
  if (quantisation->bits > 0)
    add_quantised (reader, shapes, quantisation, anatomy, (double) native, range);
}
