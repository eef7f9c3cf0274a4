#include "ull-vllm-formats.h"

#include "ull-error.h"
#include "ull-vllm-settings.h"
#include "ull-vllm-version.h"

#include <glib/gi18n-lib.h>

/* The formats of vLLM's cache, and the days on which they came (its git history; of fp8, the branch of 0.3.0 had it). A model's
 * own 16 or 32 bits are always there: that is what "auto" is. The kernels of nvfp4 are those of the data centre's Blackwell, of
 * compute capability 10; the cards for desks, of 12, have none in any release known. */

static const UllDtype formats[] = {
  ULL_DTYPE_BF16,
  ULL_DTYPE_FP8,
  ULL_DTYPE_NVFP4,
  ULL_DTYPE_INT4_PER_TOKEN_HEAD,
  ULL_DTYPE_TURBOQUANT_K8V4,
  ULL_DTYPE_TURBOQUANT_4BIT_NC,
  ULL_DTYPE_TURBOQUANT_K3V4_NC,
  ULL_DTYPE_TURBOQUANT_3BIT_NC,
  ULL_DTYPE_FP8_PER_TOKEN_HEAD,
  ULL_DTYPE_INT8_PER_TOKEN_HEAD,
};

#define NEVER 0
#define ALWAYS 1

static const gint64 since[ULL_N_DTYPES] = {
  [ULL_DTYPE_F32] = ALWAYS,
  [ULL_DTYPE_F16] = ALWAYS,
  [ULL_DTYPE_BF16] = ALWAYS,
  [ULL_DTYPE_FP8] = 20240128,
  [ULL_DTYPE_INT8_PER_TOKEN_HEAD] = 20260402,
  [ULL_DTYPE_FP8_PER_TOKEN_HEAD] = 20260402,
  [ULL_DTYPE_TURBOQUANT_K8V4] = 20260414,
  [ULL_DTYPE_TURBOQUANT_4BIT_NC] = 20260414,
  [ULL_DTYPE_TURBOQUANT_K3V4_NC] = 20260414,
  [ULL_DTYPE_TURBOQUANT_3BIT_NC] = 20260414,
  [ULL_DTYPE_NVFP4] = 20260417,
  [ULL_DTYPE_INT4_PER_TOKEN_HEAD] = 20260624,
};

const UllDtype *
ull_vllm_formats (guint *n_formats)
{
  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

/* The first release that has what came on the day. */
static gint64
first_release (gint64 day)
{
  guint n;
  const UllVllmRelease *releases = ull_vllm_releases (&n);

  for (guint i = 0; i + 1 < n; i++)
    if (releases[i].cut >= day)
      return releases[i].version;
  return releases[n - 1].version;
}

static gboolean
refuse_release (UllDtype dtype, GError **error)
{
  g_autofree char *first = ull_field_format (ull_field_get (ULL_FIELD_ENGINE_VERSION), first_release (since[dtype]));

  /* Translators: a format of the cache, then a version. */
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("KV dtype: %s came to vLLM’s cache with %s, later than this release; fp8 or a newer one would be right"),
               ull_dtype_info (dtype)->id, first);
  return FALSE;
}

gboolean
ull_vllm_check_format (const UllScenario *scenario, UllDtype dtype, GError **error)
{
  if (since[dtype] == NEVER)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   _("KV dtype: vLLM keeps no cache in %s; fp8, nvfp4 or int4_per_token_head would be right"),
                   ull_dtype_info (dtype)->id);
      return FALSE;
    }
  if (ull_vllm_version_day (scenario->value[ULL_FIELD_ENGINE_VERSION]) < since[dtype])
    return refuse_release (dtype, error);
  /* Of a card by its size alone nothing is known that speaks against it. */
  if (dtype != ULL_DTYPE_NVFP4 || scenario->device->arch == NULL || ull_vllm_is_sm100 (scenario))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("KV dtype: vLLM keeps a cache in nvfp4 on the data centre’s Blackwell cards alone, such as B200; fp8 or "
                 "int4_per_token_head would be right"));
  return FALSE;
}
