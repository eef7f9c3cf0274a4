#include "ull-config-private.h"

#include <string.h>

/* The repositories on Hugging Face whose configuration and weights are those of a bundled model, under the names that launch
 * commands have for them: the base model and tunings of it at the same size and format. One whose weights are of fewer bits is
 * known by an ending of its name that means one format and no other: whose it is does not matter then, since the name before it is
 * a base model's. An ending of groups of another size ("-gs64") means nothing here. */

static const struct
{
  const char *name;
  const char *id;
} repositories[] = {
  { "ibm-ai-platform/Bamba-9B-v1", "bamba-9b" },
  { "ibm-ai-platform/Bamba-9B-v2", "bamba-9b" },
  { "ibm-fms/Bamba-9B", "bamba-9b" },
  { "facebook/bart-large", "bart-large" },
  { "mistralai/Mamba-Codestral-7B-v0.1", "codestral-mamba-7b" },
  { "CohereForAI/c4ai-command-r7b-12-2024", "command-r7b" },
  { "CohereLabs/c4ai-command-r7b-12-2024", "command-r7b" },
  { "deepseek-ai/DeepSeek-V2-Lite", "deepseek-v2-lite" },
  { "deepseek-ai/DeepSeek-V2-Lite-Chat", "deepseek-v2-lite" },
  { "deepseek-ai/DeepSeek-Coder-V2-Lite-Instruct", "deepseek-v2-lite" },
  { "deepseek-ai/DeepSeek-Coder-V2-Lite-Base", "deepseek-v2-lite" },
  { "deepseek-ai/DeepSeek-V3", "deepseek-v3" },
  { "deepseek-ai/DeepSeek-V3-0324", "deepseek-v3" },
  { "deepseek-ai/DeepSeek-R1", "deepseek-v3" },
  { "deepseek-ai/DeepSeek-R1-0528", "deepseek-v3" },
  { "deepseek-ai/DeepSeek-V3.1", "deepseek-v3" },
  { "deepseek-ai/DeepSeek-V3-Base", "deepseek-v3" },
  { "deepseek-ai/DeepSeek-V3.2", "deepseek-v3.2" },
  { "deepseek-ai/DeepSeek-V3.2-Exp", "deepseek-v3.2" },
  { "deepseek-ai/DeepSeek-V3.2-Speciale", "deepseek-v3.2" },
  { "deepseek-ai/DeepSeek-V4-Flash", "deepseek-v4-flash" },
  { "LGAI-EXAONE/EXAONE-4.0-32B", "exaone-4-32b" },
  { "tiiuae/Falcon-H1-7B-Base", "falcon-h1-7b" },
  { "tiiuae/Falcon-H1-7B-Instruct", "falcon-h1-7b" },
  { "tiiuae/falcon-mamba-7b", "falcon-mamba-7b" },
  { "tiiuae/falcon-mamba-7b-instruct", "falcon-mamba-7b" },
  { "google/flan-t5-xxl", "flan-t5-xxl" },
  { "google/gemma-2-27b", "gemma-2-27b" },
  { "google/gemma-2-27b-it", "gemma-2-27b" },
  { "google/gemma-2-2b", "gemma-2-2b" },
  { "google/gemma-2-2b-it", "gemma-2-2b" },
  { "google/gemma-2-9b", "gemma-2-9b" },
  { "google/gemma-2-9b-it", "gemma-2-9b" },
  { "google/gemma-3-12b-pt", "gemma-3-12b" },
  { "google/gemma-3-12b-it", "gemma-3-12b" },
  { "google/gemma-3-1b-pt", "gemma-3-1b" },
  { "google/gemma-3-1b-it", "gemma-3-1b" },
  { "google/gemma-3-27b-pt", "gemma-3-27b" },
  { "google/gemma-3-27b-it", "gemma-3-27b" },
  { "google/gemma-3-4b-pt", "gemma-3-4b" },
  { "google/gemma-3-4b-it", "gemma-3-4b" },
  { "google/gemma-3n-E4B", "gemma-3n-e4b" },
  { "google/gemma-3n-E4B-it", "gemma-3n-e4b" },
  { "google/gemma-4-26B-A4B", "gemma-4-26b-a4b" },
  { "google/gemma-4-26B-A4B-it", "gemma-4-26b-a4b" },
  { "google/gemma-4-31B", "gemma-4-31b" },
  { "google/gemma-4-31B-it", "gemma-4-31b" },
  { "google/gemma-4-E4B", "gemma-4-e4b" },
  { "google/gemma-4-E4B-it", "gemma-4-e4b" },
  { "zai-org/GLM-4.5-Air", "glm-4.5-air" },
  { "zai-org/GLM-4.5-Air-Base", "glm-4.5-air" },
  { "zai-org/GLM-4.7-Flash", "glm-4.7-flash" },
  { "zai-org/GLM-5.1", "glm-5.1" },
  { "openai/gpt-oss-120b", "gpt-oss-120b" },
  { "openai/gpt-oss-20b", "gpt-oss-20b" },
  { "ibm-granite/granite-3.3-8b-base", "granite-3.3-8b" },
  { "ibm-granite/granite-3.3-8b-instruct", "granite-3.3-8b" },
  { "ibm-granite/granite-4.0-h-micro", "granite-4.0-h-micro" },
  { "ibm-granite/granite-4.0-h-micro-base", "granite-4.0-h-micro" },
  { "ibm-granite/granite-4.0-h-small", "granite-4.0-h-small" },
  { "ibm-granite/granite-4.0-h-small-base", "granite-4.0-h-small" },
  { "tencent/Tencent-Hunyuan-Large", "hunyuan-large" },
  { "ai21labs/Jamba-v0.1", "jamba-v0.1" },
  { "moonshotai/Kimi-K2-Instruct", "kimi-k2" },
  { "moonshotai/Kimi-K2-Base", "kimi-k2" },
  { "moonshotai/Kimi-K2-Instruct-0905", "kimi-k2" },
  { "moonshotai/Kimi-K3", "kimi-k3" },
  { "moonshotai/Kimi-Linear-48B-A3B-Base", "kimi-linear-48b-a3b" },
  { "moonshotai/Kimi-Linear-48B-A3B-Instruct", "kimi-linear-48b-a3b" },
  { "LiquidAI/LFM2-1.2B", "lfm2-1.2b" },
  { "meta-llama/Llama-2-70b-hf", "llama-2-70b" },
  { "meta-llama/Llama-2-70b-chat-hf", "llama-2-70b" },
  { "meta-llama/Llama-2-7b-hf", "llama-2-7b" },
  { "meta-llama/Llama-2-7b-chat-hf", "llama-2-7b" },
  { "meta-llama/Llama-3.1-405B", "llama-3.1-405b" },
  { "meta-llama/Llama-3.1-405B-Instruct", "llama-3.1-405b" },
  { "meta-llama/Meta-Llama-3.1-405B", "llama-3.1-405b" },
  { "meta-llama/Meta-Llama-3.1-405B-Instruct", "llama-3.1-405b" },
  { "meta-llama/Llama-3.1-70B", "llama-3.1-70b" },
  { "meta-llama/Llama-3.1-70B-Instruct", "llama-3.1-70b" },
  { "meta-llama/Meta-Llama-3.1-70B", "llama-3.1-70b" },
  { "meta-llama/Meta-Llama-3.1-70B-Instruct", "llama-3.1-70b" },
  { "meta-llama/Llama-3.1-8B", "llama-3.1-8b" },
  { "meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b" },
  { "meta-llama/Meta-Llama-3.1-8B", "llama-3.1-8b" },
  { "meta-llama/Meta-Llama-3.1-8B-Instruct", "llama-3.1-8b" },
  { "meta-llama/Llama-3.2-11B-Vision", "llama-3.2-11b-vision" },
  { "meta-llama/Llama-3.2-11B-Vision-Instruct", "llama-3.2-11b-vision" },
  { "meta-llama/Llama-3.2-1B", "llama-3.2-1b" },
  { "meta-llama/Llama-3.2-1B-Instruct", "llama-3.2-1b" },
  { "meta-llama/Llama-3.2-3B", "llama-3.2-3b" },
  { "meta-llama/Llama-3.2-3B-Instruct", "llama-3.2-3b" },
  { "meta-llama/Llama-3.3-70B-Instruct", "llama-3.3-70b" },
  { "meta-llama/Llama-4-Maverick-17B-128E", "llama-4-maverick" },
  { "meta-llama/Llama-4-Maverick-17B-128E-Instruct", "llama-4-maverick" },
  { "meta-llama/Llama-4-Scout-17B-16E", "llama-4-scout" },
  { "meta-llama/Llama-4-Scout-17B-16E-Instruct", "llama-4-scout" },
  { "meituan-longcat/LongCat-Flash-Chat", "longcat-flash" },
  { "state-spaces/mamba-2.8b-hf", "mamba-2.8b" },
  { "XiaomiMiMo/MiMo-V2-Flash", "mimo-v2-flash" },
  { "openbmb/MiniCPM3-4B", "minicpm3-4b" },
  { "MiniMaxAI/MiniMax-M1-80k", "minimax-m1" },
  { "MiniMaxAI/MiniMax-M1-40k", "minimax-m1" },
  { "MiniMaxAI/MiniMax-M2", "minimax-m2" },
  { "mistralai/Mistral-7B-v0.1", "mistral-7b-v0.1" },
  { "mistralai/Mistral-7B-Instruct-v0.1", "mistral-7b-v0.1" },
  { "mistralai/Mistral-7B-v0.3", "mistral-7b-v0.3" },
  { "mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3" },
  { "mistralai/Mistral-Nemo-Base-2407", "mistral-nemo-12b" },
  { "mistralai/Mistral-Nemo-Instruct-2407", "mistral-nemo-12b" },
  { "mistralai/Mistral-Small-24B-Base-2501", "mistral-small-24b" },
  { "mistralai/Mistral-Small-24B-Instruct-2501", "mistral-small-24b" },
  { "mistralai/Mixtral-8x7B-v0.1", "mixtral-8x7b" },
  { "mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b" },
  { "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "nemotron-3-nano-30b-a3b" },
  { "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-Base-BF16", "nemotron-3-nano-30b-a3b" },
  { "nvidia/NVIDIA-Nemotron-Nano-12B-v2", "nemotron-nano-12b-v2" },
  { "nvidia/Llama-3_3-Nemotron-Super-49B-v1", "nemotron-super-49b" },
  { "nvidia/Llama-3_3-Nemotron-Super-49B-v1_5", "nemotron-super-49b" },
  { "allenai/OLMo-2-0325-32B", "olmo-2-32b" },
  { "allenai/OLMo-2-0325-32B-Instruct", "olmo-2-32b" },
  { "allenai/Olmo-3-1125-32B", "olmo-3-32b" },
  { "allenai/Olmo-3-32B-Think", "olmo-3-32b" },
  { "allenai/Olmo-3-1025-7B", "olmo-3-7b" },
  { "allenai/Olmo-3-7B-Instruct", "olmo-3-7b" },
  { "allenai/Olmo-3-7B-Think", "olmo-3-7b" },
  { "microsoft/Phi-3-mini-4k-instruct", "phi-3-mini-4k" },
  { "microsoft/Phi-3.5-mini-instruct", "phi-3.5-mini" },
  { "microsoft/phi-4", "phi-4" },
  { "Qwen/Qwen2.5-0.5B", "qwen2.5-0.5b" },
  { "Qwen/Qwen2.5-0.5B-Instruct", "qwen2.5-0.5b" },
  { "Qwen/Qwen2.5-14B", "qwen2.5-14b" },
  { "Qwen/Qwen2.5-14B-Instruct", "qwen2.5-14b" },
  { "Qwen/Qwen2.5-Coder-14B-Instruct", "qwen2.5-14b" },
  { "Qwen/Qwen2.5-32B", "qwen2.5-32b" },
  { "Qwen/Qwen2.5-32B-Instruct", "qwen2.5-32b" },
  { "Qwen/Qwen2.5-Coder-32B-Instruct", "qwen2.5-32b" },
  { "Qwen/Qwen2.5-72B", "qwen2.5-72b" },
  { "Qwen/Qwen2.5-72B-Instruct", "qwen2.5-72b" },
  { "Qwen/Qwen2.5-7B", "qwen2.5-7b" },
  { "Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b" },
  { "Qwen/Qwen2.5-Coder-7B-Instruct", "qwen2.5-7b" },
  { "Qwen/Qwen3-0.6B", "qwen3-0.6b" },
  { "Qwen/Qwen3-14B", "qwen3-14b" },
  { "Qwen/Qwen3-30B-A3B", "qwen3-30b-a3b" },
  { "Qwen/Qwen3-32B", "qwen3-32b" },
  { "Qwen/Qwen3-4B", "qwen3-4b" },
  { "Qwen/Qwen3-8B", "qwen3-8b" },
  { "Qwen/Qwen3-Next-80B-A3B-Instruct", "qwen3-next-80b-a3b" },
  { "Qwen/Qwen3-Next-80B-A3B-Thinking", "qwen3-next-80b-a3b" },
  { "Qwen/Qwen3.5-27B", "qwen3.5-27b" },
  { "Qwen/Qwen3.5-35B-A3B", "qwen3.5-35b-a3b" },
  { "google/recurrentgemma-9b", "recurrentgemma-9b" },
  { "google/recurrentgemma-9b-it", "recurrentgemma-9b" },
  { "RWKV/rwkv-4-7b-pile", "rwkv-4-7b" },
  { "HuggingFaceTB/SmolLM3-3B", "smollm3-3b" },
  { "HuggingFaceTB/SmolLM3-3B-Base", "smollm3-3b" },
  { "bigcode/starcoder2-7b", "starcoder2-7b" },
  { "stepfun-ai/Step-3.5-Flash", "step-3.5-flash" },
  { "TinyLlama/TinyLlama-1.1B-Chat-v1.0", "tinyllama-1.1b" },
  { "openai/whisper-large-v3", "whisper-large-v3" },
  { "openai/whisper-large-v3-turbo", "whisper-large-v3-turbo" },
  { "01-ai/Yi-34B", "yi-34b" },
  { "Zyphra/Zamba2-2.7B", "zamba2-2.7b" },
  { "Zyphra/Zamba2-2.7B-instruct", "zamba2-2.7b" },
};

#define INT4_OF_128 "{\"bits\": 4, \"group_size\": 128, \"quant_method\": "
#define PACKED(bits, rest) \
  "{\"quant_method\": \"compressed-tensors\", \"config_groups\": {\"group_0\": {\"weights\": {\"num_bits\": " bits rest "}}}}"

/* Endings, longer ones first, as the files have them. */
static const struct
{
  const char *ending;
  const char *quantisation;
} endings[] = {
  { "-fp8-dynamic", "{\"quant_method\": \"fp8\"}" },
  { "-fp8", "{\"quant_method\": \"fp8\"}" },
  { "-awq-int4", INT4_OF_128 "\"awq\"}" },
  { "-awq-4bit", INT4_OF_128 "\"awq\"}" },
  { "-awq", INT4_OF_128 "\"awq\"}" },
  { "-gptq-int4", INT4_OF_128 "\"gptq\"}" },
  { "-gptq-int8", "{\"bits\": 8, \"group_size\": 128, \"quant_method\": \"gptq\"}" },
  { "-quantized.w4a16", PACKED ("4", ", \"group_size\": 128") },
  { "-quantized.w8a8", PACKED ("8", "") },
  { "-quantized.w8a16", PACKED ("8", "") },
  { "-w4a16", PACKED ("4", ", \"group_size\": 128") },
  { "-w8a8", PACKED ("8", "") },
  { "-nvfp4", "{\"quant_method\": \"modelopt\", \"quant_algo\": \"NVFP4\"}" },
};

static const char *
find_repository (const char *repository)
{
  for (gsize i = 0; i < G_N_ELEMENTS (repositories); i++)
    if (g_ascii_strcasecmp (repositories[i].name, repository) == 0)
      return repositories[i].id;
  return NULL;
}

/* By what stands behind the organisation. */
static const char *
find_base (const char *name, gsize length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (repositories); i++)
    {
      const char *base = strchr (repositories[i].name, '/') + 1;

      if (strlen (base) == length && g_ascii_strncasecmp (base, name, length) == 0)
        return repositories[i].id;
    }
  return NULL;
}

const char *
ull_config_quantised_of (const char *repository, const char **quantisation)
{
  const char *name = strrchr (repository, '/');
  gsize length = strlen (repository);

  if (!name || name == repository || strchr (repository, '/') != name || find_repository (repository))
    return NULL;
  name++;
  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize ending = strlen (endings[i].ending);

      if (length <= ending || g_ascii_strcasecmp (repository + length - ending, endings[i].ending) != 0)
        continue;
      *quantisation = endings[i].quantisation;
      return strlen (name) > ending ? find_base (name, strlen (name) - ending) : NULL;
    }
  return NULL;
}

const char *
ull_config_bundled_of (const char *repository)
{
  const char *id = find_repository (repository), *quantisation;

  return id ? id : ull_config_quantised_of (repository, &quantisation);
}

const char *
ull_config_repository_of (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (repositories); i++)
    if (g_str_equal (repositories[i].id, id))
      return repositories[i].name;
  return NULL;
}
