#include "ull-launch-private.h"

#include "ull-version.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What stands before the command: variables that say which cards the process sees, the engine's own switches, the container's image
 * and its cards. Variables of other programs are not listed: they are no part of the engine's settings. */

typedef enum
{
  CARDS,
  BACKEND,
  RUNNER,
  NEUTRAL,
  MATTERS,
} Meaning;

static const struct
{
  const char *name;
  Meaning meaning;
  const char *note;
} variables[] = {
  { "CUDA_VISIBLE_DEVICES", CARDS, NULL },
  { "HIP_VISIBLE_DEVICES", CARDS, NULL },
  { "ROCR_VISIBLE_DEVICES", CARDS, NULL },
  { "ASCEND_RT_VISIBLE_DEVICES", CARDS, NULL },
  { "ZE_AFFINITY_MASK", CARDS, NULL },
  { "NVIDIA_VISIBLE_DEVICES", CARDS, NULL },
  { "VLLM_ATTENTION_BACKEND", BACKEND, NULL },
  { "VLLM_USE_V2_MODEL_RUNNER", RUNNER, NULL },
  { "VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS", MATTERS, N_("captured graphs are counted by a rule of their own") },
  { "VLLM_CPU_KVCACHE_SPACE", MATTERS, N_("for a run on the processor") },
  { "VLLM_PP_LAYER_PARTITION", MATTERS, N_("layers are counted as divided evenly among the stages") },
  { "VLLM_ALLOW_CHUNKED_LOCAL_ATTN_WITH_HYBRID_KV_CACHE", MATTERS, N_("is not in the plan") },
  { "VLLM_MLA_DISABLE", MATTERS, N_("latent attention is counted as latent") },
  { "VLLM_KV_CACHE_LAYOUT", NEUTRAL, NULL },
  { "VLLM_ALLOW_LONG_MAX_MODEL_LEN", NEUTRAL, NULL },
  { "VLLM_WORKER_MULTIPROC_METHOD", NEUTRAL, NULL },
  { "VLLM_LOGGING_LEVEL", NEUTRAL, NULL },
  { "VLLM_RPC_TIMEOUT", NEUTRAL, NULL },
  { "VLLM_API_KEY", NEUTRAL, NULL },
  { "VLLM_USE_MODELSCOPE", NEUTRAL, NULL },
  { "VLLM_ENGINE_READY_TIMEOUT_S", NEUTRAL, NULL },
};

/* "0,1,2", "0,", "GPU-…": how many are named; -1 where that is not in the text. */
static gint64
count_cards (const char *value)
{
  g_auto (GStrv) parts = g_strsplit (value, ",", -1);
  gint64 n = 0;

  if (ull_shell_has_hole (value) || g_str_equal (value, "all"))
    return -1;
  for (char **part = parts; *part != NULL; part++)
    n += *g_strstrip (*part) != 0;
  return n;
}

static void
read_cards (UllLaunch *launch, const char *name, const char *value)
{
  gint64 n = count_cards (value);
  UllLaunchItem *item = ull_launch_add (launch, n > 0 ? ULL_LAUNCH_COUNTED : ULL_LAUNCH_NEUTRAL, name, value);

  item->hole = ull_shell_dup_hole (value, &item->fallback);
  if (item->hole != NULL)
    item->state = ULL_LAUNCH_HOLE;
  if (n <= 0)
    return;
  launch->cards = n;
  item->number = n;
  item->note = g_strdup_printf (ngettext ("%d card", "%d cards", (gulong) n), (int) MIN (n, G_MAXINT));
}

static void
read_runner (UllLaunch *launch, const char *name, const char *value)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_COUNTED, name, value);

  item->field = ULL_FIELD_MODEL_RUNNER;
  item->number = g_str_equal (value, "0") ? ULL_RUNNER_V1 : ULL_RUNNER_V2;
}

static void
read_v1 (UllLaunch *launch, const char *name, const char *value)
{
  gboolean old = g_str_equal (value, "0");
  UllLaunchItem *item = ull_launch_add (launch, old ? ULL_LAUNCH_LEFT : ULL_LAUNCH_NEUTRAL, name, value);

  item->note = old ? g_strdup (_("the engine’s first generation counts otherwise")) : NULL;
}

static void
read_variable (UllLaunch *launch, const char *name, const char *value)
{
  for (gsize i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      if (!g_str_equal (variables[i].name, name))
        continue;
      if (variables[i].meaning == CARDS)
        read_cards (launch, name, value);
      else if (launch->engine != ULL_LAUNCH_VLLM)
        return;
      else if (variables[i].meaning == BACKEND)
        ull_launch_add_choice (launch, name, value, ULL_FIELD_ATTENTION_BACKEND);
      else if (variables[i].meaning == RUNNER)
        read_runner (launch, name, value);
      else
        ull_launch_add (launch, variables[i].meaning == NEUTRAL ? ULL_LAUNCH_NEUTRAL : ULL_LAUNCH_LEFT, name, value)->note =
          variables[i].note != NULL ? g_strdup (_(variables[i].note)) : NULL;
      return;
    }
  if (launch->engine != ULL_LAUNCH_VLLM || !g_str_has_prefix (name, "VLLM_"))
    return;
  if (g_str_equal (name, "VLLM_USE_V1"))
    read_v1 (launch, name, value);
  else
    ull_launch_add (launch, ULL_LAUNCH_LEFT, name, value)->note = g_strdup (_("a switch that is not known here"));
}

/* "device=0,1" or a number; all of them are not counted. */
static void
read_gpus (UllLaunch *launch, const char *gpus)
{
  g_autofree char *bare = g_strdup (gpus);
  const char *devices;
  gint64 n;

  g_strdelimit (bare, "\"'", ' ');
  g_strstrip (bare);
  devices = strstr (bare, "device=");
  if (devices != NULL)
    {
      read_cards (launch, "--gpus", devices + strlen ("device="));
      return;
    }
  n = strspn (bare, "0123456789") == strlen (bare) ? g_ascii_strtoll (bare, NULL, 10) : 0;
  if (n < 1 || n > 1024 || launch->cards > 0)
    return;
  launch->cards = n;
  ull_launch_add (launch, ULL_LAUNCH_COUNTED, "--gpus", gpus)->number = n;
}

/* vllm/vllm-openai:v0.6.0 says which release. */
static void
read_image (UllLaunch *launch, const char *image)
{
  const char *tag = strrchr (image, ':');
  UllLaunchItem *item;
  gint64 version;

  if (launch->engine != ULL_LAUNCH_VLLM || tag == NULL || strchr (tag, '/') != NULL || strstr (image, "vllm") == NULL)
    return;
  item = ull_launch_add (launch, ULL_LAUNCH_LEFT, image, NULL);
  item->hole = ull_shell_dup_hole (tag, &item->fallback);
  if (item->hole != NULL)
    item->state = ULL_LAUNCH_HOLE;
  else if (ull_version_parse (tag + 1, &version, NULL))
    {
      item->state = ULL_LAUNCH_COUNTED;
      item->field = ULL_FIELD_ENGINE_VERSION;
      item->number = version;
    }
  else
    item->note = g_strdup (_("which release this is, its name does not say"));
}

/* Cards that are wanted and not there; where several machines share the work, each sees its own. */
static void
check_cards (UllLaunch *launch)
{
  const UllLaunchItem *tp = ull_launch_find (launch, ULL_FIELD_TP), *pp = ull_launch_find (launch, ULL_FIELD_PP);
  gint64 wanted = (tp != NULL ? tp->number : 1) * (pp != NULL ? pp->number : 1);
  UllLaunchItem *item;
  g_autofree char *note = NULL;

  if (launch->cards < 1 || wanted <= launch->cards)
    return;
  for (guint i = 0; i < launch->items->len; i++)
    if (g_str_has_suffix (((UllLaunchItem *) g_ptr_array_index (launch->items, i))->flag, "nodes"))
      return;
  item = ull_launch_add (launch, ULL_LAUNCH_WRONG, tp != NULL ? tp->flag : pp->flag, tp != NULL ? tp->value : pp->value);
  note = g_strdup_printf (_("%s: %d cards are wanted where the process sees %d; as many as it sees would be right"), item->flag,
                          (int) MIN (wanted, G_MAXINT), (int) MIN (launch->cards, G_MAXINT));
  ull_launch_set_wrong (item, note);
}

static gboolean
is_last (GPtrArray *env, guint at, gsize name)
{
  const char *pair = g_ptr_array_index (env, at);

  for (guint i = at + 1; i < env->len; i++)
    if (strncmp (g_ptr_array_index (env, i), pair, name + 1) == 0)
      return FALSE;
  return TRUE;
}

void
ull_launch_read_environment (UllLaunch *launch, const UllLaunchCut *cut)
{
  for (guint i = 0; i < cut->env->len; i++)
    {
      const char *pair = g_ptr_array_index (cut->env, i);
      gsize length = strcspn (pair, "=");
      g_autofree char *name = g_strndup (pair, length);

      if (pair[length] == '=' && is_last (cut->env, i, length))
        read_variable (launch, name, pair + length + 1);
    }
  if (cut->gpus != NULL)
    read_gpus (launch, cut->gpus);
  if (cut->image != NULL)
    read_image (launch, cut->image);
  if (launch->engine == ULL_LAUNCH_VLLM)
    check_cards (launch);
}
