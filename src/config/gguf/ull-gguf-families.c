#include "ull-gguf-reader.h"

#include <string.h>

/* What llama.cpp knows of an architecture besides its file: which layers keep to a window where
 * attention.sliding_window_pattern is not written, or is a bare period. One that is not here is read by its keys alone. */

#define ENCODER(name) { .arch = name, .encoder = TRUE }

static const UllGgufFamily families[] = {
  { .arch = "afmoe", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 4 },
  ENCODER ("bert"),
  { .arch = "cohere2", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 4, .window = -1 },
  ENCODER ("eurobert"),
  { .arch = "exaone-moe", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 4, .window = -1 },
  { .arch = "exaone4", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 4 },
  { .arch = "falcon-h1", .both = TRUE },
  ENCODER ("gemma-embedding"),
  { .arch = "gemma2", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 2, .window = 4096 },
  { .arch = "gemma3", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 6 },
  { .arch = "gemma3n", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 5, .window = -1, .own_caches = 20 },
  { .arch = "gemma4", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 6, .window = -1, .end_full = TRUE },
  { .arch = "gpt-oss", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 2, .window = -1 },
  { .arch = "gptoss", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 2, .window = -1 },
  { .arch = "granite-swa", .windows = ULL_GGUF_WINDOW_FIRST_FULL, .period = 4 },
  ENCODER ("jina-bert-v2"),
  ENCODER ("jina-bert-v3"),
  { .arch = "laguna", .windows = ULL_GGUF_WINDOW_FIRST_FULL, .period = 4 },
  /* Mistral's models are of this architecture; where one has a window, every layer keeps to it. */
  { .arch = "llama", .windows = ULL_GGUF_WINDOW_ALL },
  { .arch = "llama4", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 4, .window = 8192, .chunked = TRUE },
  { .arch = "minicpm3", .expanded = TRUE },
  ENCODER ("modern-bert"),
  ENCODER ("neo-bert"),
  ENCODER ("nomic-bert"),
  ENCODER ("nomic-bert-moe"),
  { .arch = "olmo2", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 4 },
  { .arch = "phi3", .windows = ULL_GGUF_WINDOW_ALL },
  { .arch = "plamo3", .windows = ULL_GGUF_WINDOW_LAST_FULL, .period = 8 },
  { .arch = "plm", .expanded = TRUE },
  { .arch = "qwen35", .interval = 4 },
  { .arch = "qwen35moe", .interval = 4 },
  { .arch = "qwen3next", .interval = 4 },
  { .arch = "smallthinker", .windows = ULL_GGUF_WINDOW_FIRST_FULL, .period = 4 },
  { .arch = "starcoder2", .windows = ULL_GGUF_WINDOW_ALL },
  ENCODER ("t5encoder"),
};

const UllGgufFamily *
ull_gguf_family (const char *arch)
{
  for (gsize i = 0; i < G_N_ELEMENTS (families); i++)
    if (strcmp (families[i].arch, arch) == 0)
      return &families[i];
  return NULL;
}
