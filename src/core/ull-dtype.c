#include "ull-dtype.h"

#include "ull-units.h"

#include <string.h>

/* Exact sizes of element formats: a row is whole blocks. Sources: IEEE widths; OCP FP8 and NVFP4 (16 four-bit elements
 * and one fp8 scale: 9 bytes); the ggml block formats (32 elements and their scales). Those of vLLM's cache: with a scale of
 * 4 bytes for each token and head; and TurboQuant's, whose keys are of 8 bits, or of 4 or 3 with a norm of 2 bytes, and whose
 * values have a scale and a zero of 2 bytes each: key and value together are an even number of bytes. */

#define PLAIN 0, 0, 0, 0
#define SCALED 4, 0, 0, 0

static const UllDtypeInfo infos[ULL_N_DTYPES] = {
  [ULL_DTYPE_F32] = { "f32", "float32", 1, 4, PLAIN },
  [ULL_DTYPE_F16] = { "f16", "float16", 1, 2, PLAIN },
  [ULL_DTYPE_BF16] = { "bf16", "bfloat16", 1, 2, PLAIN },
  [ULL_DTYPE_FP8] = { "fp8", "float8_e4m3fn", 1, 1, PLAIN },
  [ULL_DTYPE_INT8] = { "int8", NULL, 1, 1, PLAIN },
  [ULL_DTYPE_INT4] = { "int4", NULL, 2, 1, PLAIN },
  [ULL_DTYPE_NVFP4] = { "nvfp4", NULL, 16, 9, PLAIN },
  [ULL_DTYPE_Q8_0] = { "q8_0", NULL, 32, 34, PLAIN },
  [ULL_DTYPE_Q5_1] = { "q5_1", NULL, 32, 24, PLAIN },
  [ULL_DTYPE_Q5_0] = { "q5_0", NULL, 32, 22, PLAIN },
  [ULL_DTYPE_Q4_1] = { "q4_1", NULL, 32, 20, PLAIN },
  [ULL_DTYPE_Q4_0] = { "q4_0", NULL, 32, 18, PLAIN },
  [ULL_DTYPE_IQ4_NL] = { "iq4_nl", NULL, 32, 18, PLAIN },
  [ULL_DTYPE_INT8_PER_TOKEN_HEAD] = { "int8_per_token_head", NULL, 1, 1, SCALED },
  [ULL_DTYPE_FP8_PER_TOKEN_HEAD] = { "fp8_per_token_head", NULL, 1, 1, SCALED },
  [ULL_DTYPE_INT4_PER_TOKEN_HEAD] = { "int4_per_token_head", NULL, 2, 1, SCALED },
  [ULL_DTYPE_TURBOQUANT_K8V4] = { "turboquant_k8v4", NULL, 1, 1, 0, 2, 1, 4 },
  [ULL_DTYPE_TURBOQUANT_4BIT_NC] = { "turboquant_4bit_nc", NULL, 2, 1, 2, 2, 1, 4 },
  [ULL_DTYPE_TURBOQUANT_K3V4_NC] = { "turboquant_k3v4_nc", NULL, 8, 3, 2, 2, 1, 4 },
  [ULL_DTYPE_TURBOQUANT_3BIT_NC] = { "turboquant_3bit_nc", NULL, 8, 3, 2, 8, 3, 4 },
};

/* Further names that files and engines use. */
static const struct
{
  const char *name;
  UllDtype dtype;
} names[] = {
  { "fp32", ULL_DTYPE_F32 },       { "float", ULL_DTYPE_F32 },         { "fp16", ULL_DTYPE_F16 },
  { "half", ULL_DTYPE_F16 },       { "fp8_e4m3", ULL_DTYPE_FP8 },      { "fp8_e5m2", ULL_DTYPE_FP8 },
  { "e4m3", ULL_DTYPE_FP8 },       { "float8_e5m2", ULL_DTYPE_FP8 },   { "i8", ULL_DTYPE_INT8 },
  { "i4", ULL_DTYPE_INT4 },
};

const UllDtypeInfo *
ull_dtype_info (UllDtype dtype)
{
  g_return_val_if_fail (dtype >= 0 && dtype < ULL_N_DTYPES, NULL);

  return &infos[dtype];
}

UllDtype
ull_dtype_from_text (const char *text)
{
  g_return_val_if_fail (text != NULL, ULL_DTYPE_UNKNOWN);

  if (g_str_has_prefix (text, "torch."))
    text += strlen ("torch.");
  for (int i = 0; i < ULL_N_DTYPES; i++)
    if (g_ascii_strcasecmp (text, infos[i].id) == 0 ||
        (infos[i].alias != NULL && g_ascii_strcasecmp (text, infos[i].alias) == 0))
      return (UllDtype) i;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (text, names[i].name) == 0)
      return names[i].dtype;
  return ULL_DTYPE_UNKNOWN;
}

gboolean
ull_dtype_row_bytes (UllDtype dtype, gint64 elements, gint64 *bytes)
{
  const UllDtypeInfo *info = ull_dtype_info (dtype);

  g_return_val_if_fail (info != NULL && elements >= 0, FALSE);

  return ull_mul (ull_div_ceil (elements, info->block_elements), info->block_bytes, bytes);
}

gboolean
ull_dtype_spares_ends (UllDtype dtype)
{
  return dtype >= ULL_DTYPE_TURBOQUANT_K8V4 && dtype <= ULL_DTYPE_TURBOQUANT_3BIT_NC;
}

static gboolean
value_bytes (UllDtype dtype, gint64 elements, gint64 *bytes)
{
  const UllDtypeInfo *info = ull_dtype_info (dtype);

  g_return_val_if_fail (info != NULL && elements >= 0, FALSE);

  if (info->value_elements == 0)
    return ull_dtype_row_bytes (dtype, elements, bytes) && ull_add (*bytes, info->row_bytes, bytes);
  return ull_mul (ull_div_ceil (elements, info->value_elements), info->value_bytes, bytes) &&
         ull_add (*bytes, info->value_row_bytes, bytes);
}

gboolean
ull_dtype_entry_bytes (UllDtype k_dtype, gint64 k, UllDtype v_dtype, gint64 v, gint64 *bytes)
{
  const UllDtypeInfo *info = ull_dtype_info (k_dtype);
  gint64 value;

  g_return_val_if_fail (info != NULL, FALSE);

  if (!ull_dtype_row_bytes (k_dtype, k, bytes) || !ull_add (*bytes, info->row_bytes, bytes) ||
      !value_bytes (v_dtype, v, &value) || !ull_add (*bytes, value, bytes))
    return FALSE;
  return !ull_dtype_spares_ends (k_dtype) || k_dtype != v_dtype || ull_add (*bytes, *bytes % 2, bytes);
}
