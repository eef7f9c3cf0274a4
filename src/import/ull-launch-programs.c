#include "ull-launch-private.h"

#include <string.h>

/* Which engine a command starts, by its program, its module, its container's image or a flag that no other has. Data: an engine
 * more is a row more. */

typedef struct
{
  const char *program; /* the word's last part, without .exe; or a module behind -m, or its beginning with a "*" */
  const char *second;  /* (nullable): the word behind it */
  const char *third;   /* (nullable) */
  UllLaunchEngine engine;
} Program;

static const Program programs[] = {
  { "vllm", "serve", NULL, ULL_LAUNCH_VLLM },
  { "vllm.entrypoints*", NULL, NULL, ULL_LAUNCH_VLLM },
  { "vllm.scripts", "serve", NULL, ULL_LAUNCH_VLLM },
  { "sglang.launch_server", NULL, NULL, ULL_LAUNCH_SGLANG },
  { "sglang", "serve", NULL, ULL_LAUNCH_SGLANG },
  { "llama-server", NULL, NULL, ULL_LAUNCH_LLAMA_CPP },
  { "llama-cli", NULL, NULL, ULL_LAUNCH_LLAMA_CPP },
  { "llama-sweep-bench", NULL, NULL, ULL_LAUNCH_LLAMA_CPP },
  { "llama-bench", NULL, NULL, ULL_LAUNCH_LLAMA_CPP },
  { "llama-perplexity", NULL, NULL, ULL_LAUNCH_LLAMA_CPP },
  { "llama-speculative", NULL, NULL, ULL_LAUNCH_LLAMA_CPP },
  { "trtllm-serve", NULL, NULL, ULL_LAUNCH_TENSORRT_LLM },
  { "tensorrt_llm*", NULL, NULL, ULL_LAUNCH_TENSORRT_LLM },
  { "trtllm-bench", NULL, NULL, ULL_LAUNCH_TENSORRT_LLM },
  { "tritonserver", NULL, NULL, ULL_LAUNCH_TENSORRT_LLM },
  { "lmdeploy", "serve", "api_server", ULL_LAUNCH_LMDEPLOY },
  { "ollama", "serve", NULL, ULL_LAUNCH_OLLAMA },
  { "ollama", "run", NULL, ULL_LAUNCH_OLLAMA },
  { "mlx_lm.server", NULL, NULL, ULL_LAUNCH_MLX_LM },
  { "mlx_lm.generate", NULL, NULL, ULL_LAUNCH_MLX_LM },
  { "text-generation-launcher", NULL, NULL, ULL_LAUNCH_TGI },
};

/* Parts of an image's name; the first that fits. */
static const struct
{
  const char *part;
  UllLaunchEngine engine;
} images[] = {
  { "vllm", ULL_LAUNCH_VLLM },
  { "sglang", ULL_LAUNCH_SGLANG },
  { "llama.cpp", ULL_LAUNCH_LLAMA_CPP },
  { "tensorrt-llm", ULL_LAUNCH_TENSORRT_LLM },
  { "tritonserver", ULL_LAUNCH_TENSORRT_LLM },
  { "lmdeploy", ULL_LAUNCH_LMDEPLOY },
  { "ollama", ULL_LAUNCH_OLLAMA },
  { "text-generation-inference", ULL_LAUNCH_TGI },
};

static const struct
{
  const char *flag;
  UllLaunchEngine engine;
} own_flags[] = {
  { "gpu-memory-utilization", ULL_LAUNCH_VLLM },
  { "max-num-seqs", ULL_LAUNCH_VLLM },
  { "max-num-batched-tokens", ULL_LAUNCH_VLLM },
  { "max-model-len", ULL_LAUNCH_VLLM },
  { "mem-fraction-static", ULL_LAUNCH_SGLANG },
  { "model-path", ULL_LAUNCH_SGLANG },
  { "max-running-requests", ULL_LAUNCH_SGLANG },
  { "n-gpu-layers", ULL_LAUNCH_LLAMA_CPP },
  { "ctx-size", ULL_LAUNCH_LLAMA_CPP },
  { "max-total-tokens", ULL_LAUNCH_TGI },
  { "cache-max-entry-count", ULL_LAUNCH_LMDEPLOY },
};

static const struct
{
  const char *id;
  const char *label;
} engines[ULL_N_LAUNCH_ENGINES] = {
  [ULL_LAUNCH_UNKNOWN] = { "unknown", "?" },
  [ULL_LAUNCH_VLLM] = { "vllm", "vLLM" },
  [ULL_LAUNCH_SGLANG] = { "sglang", "SGLang" },
  [ULL_LAUNCH_LLAMA_CPP] = { "llama.cpp", "llama.cpp" },
  [ULL_LAUNCH_TENSORRT_LLM] = { "tensorrt-llm", "TensorRT-LLM" },
  [ULL_LAUNCH_LMDEPLOY] = { "lmdeploy", "LMDeploy" },
  [ULL_LAUNCH_OLLAMA] = { "ollama", "Ollama" },
  [ULL_LAUNCH_MLX_LM] = { "mlx-lm", "MLX LM" },
  [ULL_LAUNCH_TGI] = { "tgi", "Text Generation Inference" },
};

const char *
ull_launch_engine_get_id (UllLaunchEngine engine)
{
  g_return_val_if_fail ((guint) engine < ULL_N_LAUNCH_ENGINES, NULL);

  return engines[engine].id;
}

const char *
ull_launch_engine_get_label (UllLaunchEngine engine)
{
  g_return_val_if_fail ((guint) engine < ULL_N_LAUNCH_ENGINES, NULL);

  return engines[engine].label;
}

/* "/opt/bin/vllm" and ".\llama-server.exe": the program's own name. */
static char *
dup_program (const char *word)
{
  const char *slash = strrchr (word, '/'), *backslash = strrchr (word, '\\');
  const char *name = MAX (slash, backslash) != NULL ? MAX (slash, backslash) + 1 : word;
  gsize length = strlen (name);

  return g_strndup (name, g_str_has_suffix (name, ".exe") ? length - strlen (".exe") : length);
}

static gboolean
is_program (const Program *row, const char *name)
{
  gsize length = strlen (row->program);

  if (row->program[length - 1] == '*')
    return strncmp (row->program, name, length - 1) == 0;
  return strcmp (row->program, name) == 0;
}

static gboolean
is_word (GPtrArray *words, guint at, const char *wanted)
{
  return wanted == NULL || (at < words->len && strcmp (g_ptr_array_index (words, at), wanted) == 0);
}

guint
ull_launch_match_program (GPtrArray *words, guint at, UllLaunchEngine *engine)
{
  g_autofree char *name = dup_program (g_ptr_array_index (words, at));

  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    if (is_program (&programs[i], name) && is_word (words, at + 1, programs[i].second)
        && is_word (words, at + 2, programs[i].third))
      {
        *engine = programs[i].engine;
        return 1 + (programs[i].second != NULL) + (programs[i].third != NULL);
      }
  return 0;
}

UllLaunchEngine
ull_launch_match_image (const char *image)
{
  for (gsize i = 0; i < G_N_ELEMENTS (images); i++)
    if (strstr (image, images[i].part) != NULL)
      return images[i].engine;
  return ULL_LAUNCH_UNKNOWN;
}

UllLaunchEngine
ull_launch_match_flag (const char *flag)
{
  for (gsize i = 0; i < G_N_ELEMENTS (own_flags); i++)
    if (strcmp (own_flags[i].flag, flag) == 0)
      return own_flags[i].engine;
  return ULL_LAUNCH_UNKNOWN;
}

gboolean
ull_launch_is_mentioned (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      gsize length = strlen (programs[i].program);
      g_autofree char *name = g_strndup (programs[i].program, length - (programs[i].program[length - 1] == '*'));

      if (strstr (text, name) != NULL)
        return TRUE;
    }
  return FALSE;
}
