#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Bits of a quantised weight, in millionths, with the scales that stand beside it:
 *
 *   fp8, int8     8; in blocks of n x m: one fp32 scale for each
 *   GPTQ, AWQ     bits + (16 + bits) / group: an fp16 scale and a packed zero
 *   packed ints   bits + 16 / group, and bits / group more where there are zeros
 *   NVFP4         4 + 8 / 16
 *   MXFP4         4 + 8 / 32
 *   MLX           bits + 32 / group: a scale and a bias, of embeddings and output too; in MX formats 8 / group
 *   bitsandbytes  4 + 32 / 64; with double quantisation 4 + 8 / 64 + 32 / (64 x 256); or 8
 *
 * A group of -1 is a whole column: its scale does not count. What recipes leave alone is named in a list of modules. */

#define BIT ULL_PPM_ONE

static gint64
read_number (UllJsonRef object, const char *name, gint64 absent)
{
  UllJsonRef ref;
  gint64 value;

  return ull_json_get (object, name, &ref) && ull_json_read_int (ref, &value, NULL) ? value : absent;
}

static gboolean
read_switch (UllJsonRef object, const char *name, gboolean absent)
{
  UllJsonRef ref;
  gboolean value;

  return ull_json_get (object, name, &ref) && ull_json_read_bool (ref, &value, NULL) ? value : absent;
}

static gint64
group_bits (gint64 bits, gint64 group, gboolean zeros)
{
  if (bits < 1 || bits > 16)
    return -1;
  return bits * BIT + (group > 0 ? (16 + (zeros ? bits : 0)) * BIT / group : 0);
}

static gint64
block_bits (UllJsonRef object)
{
  UllJsonRef block, side;
  gint64 cells = 1, cell;

  if (!ull_json_get (object, "weight_block_size", &block))
    return 8 * BIT;
  for (gboolean ok = ull_json_first (block, &side); ok; ok = ull_json_next (&side))
    if (ull_json_read_int (side, &cell, NULL) && cell > 0 && cell <= 4096)
      cells *= cell;
  return 8 * BIT + (cells > 1 ? 32 * BIT / cells : 0);
}

/* llm-compressor's form, which ModelOpt writes too: the first group of layers stands for all. */
static gint64
packed_bits (UllJsonRef object)
{
  UllJsonRef groups, group, weights, type;
  gint64 bits, size;

  if (!ull_json_get (object, "config_groups", &groups) || !ull_json_first (groups, &group) ||
      !ull_json_get (group, "weights", &weights))
    return -1;
  bits = read_number (weights, "num_bits", -1);
  size = read_number (weights, "group_size", -1);
  g_autofree char *kind = ull_json_get (weights, "type", &type) ? ull_json_read_string (type, NULL) : NULL;
  /* Four bits of floating point have scales of one byte. */
  if (bits == 4 && size > 0 && g_strcmp0 (kind, "float") == 0)
    return 4 * BIT + 8 * BIT / size;
  return group_bits (bits, size, !read_switch (weights, "symmetric", TRUE));
}

static gint64
modelopt_bits (UllJsonRef object)
{
  gint64 bits = ull_config_modelopt_bits (object);

  return bits < 0 ? packed_bits (object) : bits;
}

/* A scale and a bias of 16 bits a group, unless the group's format has one scale of 8. */
static gint64
mlx_bits (UllJsonRef object)
{
  gint64 bits = read_number (object, "bits", -1), group = read_number (object, "group_size", -1);
  UllJsonRef ref;
  g_autofree char *mode = ull_json_get (object, "mode", &ref) ? ull_json_read_string (ref, NULL) : NULL;

  if (bits < 1 || bits > 16 || group < 1)
    return -1;
  return bits * BIT + (mode && !g_str_equal (mode, "affine") ? 8 : 32) * BIT / group;
}

static gint64
nested_bits (UllJsonRef object)
{
  if (read_switch (object, "load_in_8bit", FALSE))
    return 8 * BIT;
  if (!read_switch (object, "load_in_4bit", FALSE))
    return -1;
  return read_switch (object, "bnb_4bit_use_double_quant", FALSE) ? 4 * BIT + 8 * BIT / 64 + 32 * BIT / (64 * 256)
                                                                  : 4 * BIT + 32 * BIT / 64;
}

static gint64
method_bits (UllJsonRef object, const char *method)
{
  if (strcmp (method, "fp8") == 0 || strcmp (method, "fbgemm_fp8") == 0)
    return block_bits (object);
  if (strcmp (method, "mxfp4") == 0)
    return 4 * BIT + 8 * BIT / 32;
  if (strcmp (method, "gptq") == 0 || strcmp (method, "awq") == 0)
    return group_bits (read_number (object, "bits", read_number (object, "w_bit", -1)),
                       read_number (object, "group_size", read_number (object, "q_group_size", -1)), TRUE);
  if (strcmp (method, "compressed-tensors") == 0)
    return packed_bits (object);
  if (strcmp (method, "modelopt") == 0 || strcmp (method, "modelopt_fp4") == 0)
    return modelopt_bits (object);
  if (strcmp (method, "mlx") == 0)
    return mlx_bits (object);
  return strcmp (method, "bitsandbytes") == 0 ? nested_bits (object) : -1;
}

/* Files of before there was a quant_method are told by members that only one of the tools wrote. */
static char *
dup_method (UllJsonRef object)
{
  static const struct
  {
    const char *member;
    const char *method;
  } tools[] = {
    { "quant_algo", "modelopt" },   { "w_bit", "awq" },  { "desc_act", "gptq" },           { "damp_percent", "gptq" },
    { "load_in_4bit", "bitsandbytes" }, { "load_in_8bit", "bitsandbytes" }, { "config_groups", "compressed-tensors" }, { "bits", "mlx" },
  };
  UllJsonRef ref;

  if (ull_json_get (object, "quant_method", &ref))
    return ull_json_read_string (ref, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tools); i++)
    if (ull_json_get (object, tools[i].member, &ref))
      return g_strdup (tools[i].method);
  return NULL;
}

static const char *const lists[] = { "ignore", "modules_to_not_convert", "ignored_layers", "llm_int8_skip_modules", "exclude_modules",
                                     NULL };

static gboolean
is_pattern (const char *text)
{
  return g_str_has_prefix (text, "re:") || g_str_has_prefix (text, "*") || strstr (text, ".*.");
}

/* Whether the modules that are left alone are @part of every layer: a pattern says so once, a list in as many lines. */
static gboolean
keeps_part (UllJsonRef object, const char *part, gint64 layers)
{
  gint64 named = 0;

  for (gsize i = 0; lists[i]; i++)
    {
      UllJsonRef list, item;

      if (!ull_json_get (object, lists[i], &list) || ull_json_type (list) != ULL_JSON_ARRAY)
        continue;
      for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
        {
          g_autofree char *text = ull_json_read_string (item, NULL);

          if (!text || !strstr (text, part))
            continue;
          if (is_pattern (text))
            return TRUE;
          named++;
        }
    }
  return named >= layers;
}

/* Layers with modules that are left alone and that no switch tells of. */
static const char *
find_other (const char *text, const UllConfigQuantisation *quantisation)
{
  /* What is as it was in the shapes' sum already, whatever the list says. */
  static const char *const kept[] = { "lm_head", "embed", "norm", "vision", "visual", "audio", "tower", "projector", "gate.", "router", "mtp",
                                      NULL };
  const char *layer = strstr (text, "layers.");

  for (gsize k = 0; kept[k]; k++)
    if (strstr (text, kept[k]))
      return NULL;
  if (!layer || g_str_has_suffix (text, "gate") || (quantisation->keeps_attention && strstr (text, "attn"))
      || (quantisation->keeps_shared && strstr (text, "shared_expert")))
    return NULL;
  return layer;
}

static gint64
count_others (UllJsonRef object, const UllConfigQuantisation *quantisation)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; lists[i]; i++)
    {
      UllJsonRef list, item;

      if (!ull_json_get (object, lists[i], &list) || ull_json_type (list) != ULL_JSON_ARRAY)
        continue;
      for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
        {
          g_autofree char *text = ull_json_read_string (item, NULL);
          const char *layer = text ? find_other (text, quantisation) : NULL;

          if (layer)
            g_hash_table_add (numbers, g_strndup (layer, strlen ("layers.") + strcspn (layer + strlen ("layers."), ".")));
        }
    }
  return (gint64) g_hash_table_size (numbers);
}

/* Recipes of these kinds take every linear module that is not said to be left alone; the others never the output. */
static gboolean
may_take_head (UllJsonRef object, const char *method)
{
  if (strcmp (method, "gptq") == 0)
    return read_switch (object, "lm_head", FALSE);
  return (strcmp (method, "compressed-tensors") == 0 || g_str_has_prefix (method, "modelopt")) && !keeps_part (object, "lm_head", 1);
}

static void
read_open (UllJsonRef object, const char *method, UllConfigQuantisation *quantisation)
{
  UllJsonRef ref;
  gboolean gptq = strcmp (method, "gptq") == 0;

  quantisation->blocks = ull_json_get (object, "weight_block_size", &ref) && quantisation->bits > 8 * BIT;
  quantisation->ordered = gptq || strcmp (method, "compressed-tensors") == 0;
  quantisation->column_zeros = gptq && read_number (object, "group_size", -1) < 1;
  quantisation->may_take_head = may_take_head (object, method);
  quantisation->may_keep = count_others (object, quantisation);
}

gboolean
ull_config_find_quantisation (const UllConfigReader *reader, UllJsonRef *object)
{
  static const char *const names[] = { "quantization_config", "compression_config", "quantization" };
  UllJsonRef inner;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (ull_config_find_named (reader, names[i], object) && ull_json_type (*object) == ULL_JSON_OBJECT)
      return TRUE;
  if (!reader->quantisation)
    return FALSE;
  *object = ull_json_root (reader->quantisation);
  /* ModelOpt's own file has it one level down. */
  if (ull_json_get (*object, "quantization", &inner) && ull_json_type (inner) == ULL_JSON_OBJECT)
    *object = inner;
  return TRUE;
}

/* A file that ModelOpt wrote of a model that it left as it was. */
static gboolean
is_none (UllJsonRef object)
{
  UllJsonRef ref, word;

  return !ull_json_get (object, "quant_method", &ref) && ull_json_get (object, "quant_algo", &word)
         && ull_json_type (word) == ULL_JSON_NULL;
}

/* MLX lists modules of other bits as members of their own, false for one that is left alone. */
static void
read_mlx (UllJsonRef object, UllConfigQuantisation *quantisation)
{
  UllJsonRef member;

  quantisation->takes_embeddings = TRUE;
  for (gboolean ok = ull_json_first (object, &member); ok; ok = ull_json_next (&member))
    {
      gint64 bits = ull_json_type (member) == ULL_JSON_OBJECT    ? mlx_bits (member)
                    : ull_json_type (member) == ULL_JSON_BOOLEAN ? 16 * BIT
                                                                 : 0;

      if (bits <= 0)
        continue;
      quantisation->least = MIN (quantisation->least > 0 ? quantisation->least : quantisation->bits, bits);
      quantisation->most = MAX (MAX (quantisation->most, quantisation->bits), bits);
    }
}

void
ull_config_read_quantisation (const UllConfigReader *reader, UllConfigQuantisation *quantisation)
{
  UllJsonRef object;

  *quantisation = (UllConfigQuantisation) { .bits = reader->fault ? -1 : 0 };
  if (!ull_config_find_quantisation (reader, &object) || is_none (object))
    return;
  g_autofree char *method = dup_method (object);

  quantisation->bits = method ? method_bits (object, method) : -1;
  if (method && ull_config_is_mixed (object))
    ull_config_read_mixed (reader, object, quantisation);
  quantisation->only_experts = g_strcmp0 (method, "mxfp4") == 0;
  quantisation->keeps_attention = keeps_part (object, "attn", reader->layers);
  quantisation->keeps_shared = keeps_part (object, "shared_expert", reader->layers);
  if (method && quantisation->bits > 0)
    read_open (object, method, quantisation);
  if (quantisation->bits > 0 && g_strcmp0 (method, "mlx") == 0)
    read_mlx (object, quantisation);
}

/* A word that nobody knows is named; of a known one that lacks a figure the model itself says that the size is not known. */
void
ull_config_warn_of_quantisation (UllConfigReader *reader)
{
  static const char *const known[] = { "fp8", "fbgemm_fp8", "mxfp4", "gptq", "awq", "compressed-tensors", "bitsandbytes", "mlx", NULL };
  UllJsonRef object, ref;

  if (reader->fault)
    {
      ull_config_warn (reader, "%s", reader->fault);
      return;
    }
  if (!ull_config_find_quantisation (reader, &object))
    return;
  if (!ull_json_get (object, "quant_algo", &ref) && !ull_json_get (object, "quant_method", &ref))
    return;
  g_autofree char *path = ull_json_dup_path (ref);
  g_autofree char *text = ull_json_type (ref) == ULL_JSON_STRING ? ull_json_read_string (ref, NULL) : NULL;
  if (!text || g_strv_contains (known, text))
    return;
  g_autofree char *shown = ull_json_dup_shown (text);
  ull_config_warn (reader, _("%s: %s: “%s” is no way of storing weights that is known, so what they come to is not either"),
                   ull_json_get_name (object.json), path, shown);
}
