#include "ull-config-private.h"

#include "ull-units.h"

#include <string.h>

/* What NVIDIA's ModelOpt says of a checkpoint by one word, quant_algo: bits of a weight with the scales beside it, in millionths.
 *
 *   FP8                     8; one scale a matrix, or a row
 *   FP8 in blocks           8 + 32 / (128 × 128)
 *   NVFP4                   4 + 8 / 16, and one scale a matrix
 *   MXFP4, MXFP8            4 and 8, + 8 / 32
 *   W4A16 and W4A8          4 + 16 / group (128 where it is not said), 4 more a group where there are zeros
 *   W8A8, W8A16, INT8       8; a scale a row
 *   MIXED_PRECISION         each module by its own word, in quantized_layers: what is not listed stays as it was
 *
 * A module's size follows from its name where it is a projection of attention or of an MLP; the bits are the mean over all that are
 * listed, by size. One whose size is not known is taken for a square, and leaves the mean open between the least and the most. */

#define BIT ULL_PPM_ONE

static const struct
{
  const char *prefix; /* the first that begins so */
  gint64 bits;        /* 0: by groups */
} algorithms[] = {
  { "FP8_PB", 8 * BIT + 32 * BIT / (128 * 128) },
  { "FP8_BLOCK_SCALES", 8 * BIT + 32 * BIT / (128 * 128) },
  { "FP8", 8 * BIT },
  { "NVFP4", 4 * BIT + 8 * BIT / 16 },
  { "W4A8_NVFP4", 4 * BIT + 8 * BIT / 16 },
  { "W4A16_NVFP4", 4 * BIT + 8 * BIT / 16 },
  { "MXFP4", 4 * BIT + 8 * BIT / 32 },
  { "W4A8_MXFP4", 4 * BIT + 8 * BIT / 32 },
  { "W4A16_MXFP4", 4 * BIT + 8 * BIT / 32 },
  { "MXFP8", 8 * BIT + 8 * BIT / 32 },
  { "W4A16", 0 },
  { "W4A8", 0 },
  { "W8A", 8 * BIT },
  { "INT8", 8 * BIT },
};

static char *
dup_word (UllJsonRef object)
{
  UllJsonRef ref;

  return ull_json_get (object, "quant_algo", &ref) ? ull_json_read_string (ref, NULL) : NULL;
}

static gint64
group_bits (UllJsonRef object)
{
  UllJsonRef ref;
  gint64 group = 128;
  gboolean zeros = FALSE;

  if (ull_json_get (object, "group_size", &ref) && (!ull_json_read_int (ref, &group, NULL) || group < 1 || group > 65536))
    return -1;
  if (ull_json_get (object, "has_zero_point", &ref))
    (void) !ull_json_read_bool (ref, &zeros, NULL);
  return 4 * BIT + (16 + (zeros ? 4 : 0)) * BIT / group;
}

gint64
ull_config_modelopt_bits (UllJsonRef object)
{
  g_autofree char *word = dup_word (object);

  for (gsize i = 0; word && i < G_N_ELEMENTS (algorithms); i++)
    if (g_str_has_prefix (word, algorithms[i].prefix))
      return algorithms[i].bits > 0 ? algorithms[i].bits : group_bits (object);
  return -1;
}

gboolean
ull_config_is_mixed (UllJsonRef object)
{
  g_autofree char *word = dup_word (object);

  return g_strcmp0 (word, "MIXED_PRECISION") == 0;
}

/* Elements of a module by its name; 0 where it does not tell. */
static double
count_elements (const UllConfigReader *reader, const char *module)
{
  const char *point = strrchr (module, '.'), *name = point ? point + 1 : module;
  double hidden = (double) reader->hidden, q = (double) reader->heads * (double) reader->head_dim;
  double kv = (double) reader->kv_heads * (double) reader->head_dim;
  gboolean expert = strstr (module, ".experts.") != NULL;
  gint64 width = expert ? ull_config_get_count (reader, ULL_MEMBER_EXPERT_WIDTH) : -1;

  if (width < 1)
    width = MAX (ull_config_get_count (reader, ULL_MEMBER_INTERMEDIATE), 0);
  if (g_str_equal (name, "q_proj") || g_str_equal (name, "o_proj"))
    return hidden * q;
  if (g_str_equal (name, "k_proj") || g_str_equal (name, "v_proj"))
    return hidden * kv;
  if (g_str_equal (name, "qkv_proj"))
    return hidden * (q + 2 * kv);
  if (g_str_equal (name, "gate_up_proj"))
    return 2 * hidden * (double) width;
  if (g_str_equal (name, "lm_head"))
    return hidden * (double) MAX (ull_config_get_count (reader, ULL_MEMBER_VOCABULARY), 0);
  return g_str_equal (name, "gate_proj") || g_str_equal (name, "up_proj") || g_str_equal (name, "down_proj")
             || g_str_equal (name, "w1") || g_str_equal (name, "w2") || g_str_equal (name, "w3")
           ? hidden * (double) width
           : 0;
}

void
ull_config_read_mixed (const UllConfigReader *reader, UllJsonRef object, UllConfigQuantisation *quantisation)
{
  double elements = 0, packed = 0, square = (double) reader->hidden * (double) reader->hidden;
  gint64 least = G_MAXINT64, most = 0;
  gboolean guessed = FALSE;
  UllJsonRef list, module;

  quantisation->bits = -1;
  if (!ull_json_get (object, "quantized_layers", &list) || ull_json_type (list) != ULL_JSON_OBJECT)
    return;
  for (gboolean ok = ull_json_first (list, &module); ok; ok = ull_json_next (&module))
    {
      g_autofree char *name = ull_json_dup_key (module);
      gint64 bits = ull_config_modelopt_bits (module);
      double size = count_elements (reader, name);

      if (bits < 0)
        return;
      guessed |= size <= 0;
      size = size > 0 ? size : square;
      elements += size;
      packed += size * (double) bits;
      least = MIN (least, bits);
      most = MAX (most, bits);
    }
  if (!(elements > 0 && elements < 0x1p60))
    return;
  quantisation->bits = (gint64) (packed / elements + 0.5);
  quantisation->listed = (gint64) elements;
  quantisation->least = guessed ? least : 0;
  quantisation->most = guessed ? most : 0;
}
