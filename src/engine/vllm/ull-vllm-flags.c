#include "ull-vllm-flags.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* vLLM's flags, as data: how each is written and what it means for memory. Names are those of the releases from 0.5 to
 * 0.26; a flag that a release does not have yet, or no more, does no harm here. Sources: the engine's documentation of its
 * arguments. What is not in the table is listed as unknown, never passed over. */

/* What is said of flags that are not counted. */
#define MODEL N_("changes the model itself; open its own config.json")
#define GRAPHS N_("captured graphs are counted by a rule of their own")
#define PLACES N_("how many of the ranks are on this machine; each card is counted alike")
#define EXPERTS N_("where experts lie; weights are counted as divided by tensor parallelism")
#define CONNECTOR N_("a connector may hold memory of its own and turn the hybrid cache manager off")

static const UllVllmFlag flags[] = {
  { "gpu-memory-utilization", NULL, ULL_VLLM_FRACTION, ULL_VLLM_SETS, ULL_FIELD_UTILIZATION, NULL },
  { "max-model-len", NULL, ULL_VLLM_LENGTH, ULL_VLLM_SETS, ULL_FIELD_MAX_MODEL_LEN, NULL },
  { "max-num-seqs", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_MAX_NUM_SEQS, NULL },
  { "max-num-batched-tokens", NULL, ULL_VLLM_HUMAN, ULL_VLLM_SETS, ULL_FIELD_MAX_BATCHED_TOKENS, NULL },
  { "block-size", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_BLOCK_SIZE, NULL },
  { "kv-cache-dtype", NULL, ULL_VLLM_DTYPE, ULL_VLLM_SPECIAL, ULL_FIELD_K_DTYPE, NULL },
  { "tensor-parallel-size", "tp", ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_TP, NULL },
  { "pipeline-parallel-size", "pp", ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_PP, NULL },
  { "data-parallel-size", "dp", ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_DP, NULL },
  { "decode-context-parallel-size", "dcp", ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_DCP, NULL },
  { "kv-cache-memory-bytes", NULL, ULL_VLLM_BYTES, ULL_VLLM_SETS, ULL_FIELD_AVAILABLE, NULL },
  { "num-gpu-blocks-override", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_NUM_GPU_BLOCKS_OVERRIDE, NULL },
  { "enforce-eager", NULL, ULL_VLLM_SWITCH, ULL_VLLM_SETS, ULL_FIELD_ENFORCE_EAGER, NULL },
  { "enable-prefix-caching", NULL, ULL_VLLM_SWITCH, ULL_VLLM_SETS, ULL_FIELD_ENABLE_PREFIX_CACHING, NULL },
  { "disable-hybrid-kv-cache-manager", NULL, ULL_VLLM_SWITCH, ULL_VLLM_CLEARS, ULL_FIELD_HYBRID_KV_CACHE_MANAGER, NULL },
  { "async-scheduling", NULL, ULL_VLLM_SWITCH, ULL_VLLM_SETS, ULL_FIELD_ASYNC_SCHEDULING, NULL },
  { "scheduler-reserve-full-isl", NULL, ULL_VLLM_SWITCH, ULL_VLLM_SETS, ULL_FIELD_FULL_SEQUENCE_ADMISSION, NULL },
  { "watermark", NULL, ULL_VLLM_FRACTION, ULL_VLLM_SETS, ULL_FIELD_WATERMARK, NULL },
  { "mamba-cache-mode", NULL, ULL_VLLM_CHOICE, ULL_VLLM_SETS, ULL_FIELD_MAMBA_CACHE_MODE, NULL },
  { "mamba-block-size", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_MAMBA_BLOCK_SIZE, NULL },
  { "mamba-ssm-cache-dtype", NULL, ULL_VLLM_DTYPE, ULL_VLLM_SPECIAL, ULL_FIELD_STATE_DTYPE, NULL },
  { "mamba-cache-dtype", NULL, ULL_VLLM_DTYPE, ULL_VLLM_MATTERS, -1,
    N_("format of the convolution’s state; that of the recurrent state is counted for both") },
  { "max-loras", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_MAX_LORAS, NULL },
  { "max-lora-rank", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_MAX_LORA_RANK, NULL },
  { "enable-lora", NULL, ULL_VLLM_SWITCH, ULL_VLLM_SPECIAL, ULL_FIELD_MAX_LORAS, NULL },
  { "attention-backend", NULL, ULL_VLLM_CHOICE, ULL_VLLM_SETS, ULL_FIELD_ATTENTION_BACKEND, NULL },
  { "model", NULL, ULL_VLLM_TEXT, ULL_VLLM_SPECIAL, -1, NULL },
  { "dtype", NULL, ULL_VLLM_DTYPE, ULL_VLLM_SPECIAL, ULL_FIELD_WEIGHT_DTYPE, NULL },
  { "quantization", "q", ULL_VLLM_TEXT, ULL_VLLM_SPECIAL, ULL_FIELD_WEIGHT_DTYPE, NULL },
  { "speculative-config", "sc", ULL_VLLM_JSON, ULL_VLLM_SPECIAL, ULL_FIELD_NUM_SPECULATIVE_TOKENS, NULL },
  { "num-speculative-tokens", NULL, ULL_VLLM_COUNT, ULL_VLLM_SETS, ULL_FIELD_NUM_SPECULATIVE_TOKENS, NULL },
  { "speculative-model", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1,
    N_("a draft model of its own: its weights and its cache are not known from its name") },
  { "compilation-config", "cc", ULL_VLLM_JSON, ULL_VLLM_SPECIAL, ULL_FIELD_GRAPHS, NULL },
  { "attention-config", "ac", ULL_VLLM_JSON, ULL_VLLM_SPECIAL, ULL_FIELD_ATTENTION_BACKEND, NULL },
  { "hf-overrides", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1, MODEL },
  { "optimization-level", "O", ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, GRAPHS },
  { "max-cudagraph-capture-size", NULL, ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, GRAPHS },
  { "cudagraph-capture-sizes", NULL, ULL_VLLM_TEXTS, ULL_VLLM_MATTERS, -1, GRAPHS },
  { "cuda-graph-sizes", NULL, ULL_VLLM_TEXTS, ULL_VLLM_MATTERS, -1, GRAPHS },
  { "max-seq-len-to-capture", NULL, ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, GRAPHS },
  { "max-context-len-to-capture", NULL, ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, GRAPHS },
  { "cpu-offload-gb", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1,
    N_("weights that lie in the host’s memory are counted as if on the card") },
  { "kv-transfer-config", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1, CONNECTOR },
  { "ec-transfer-config", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1, CONNECTOR },
  { "enable-expert-parallel", "ep", ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1, EXPERTS },
  { "enable-eplb", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1, EXPERTS },
  { "num-redundant-experts", NULL, ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, EXPERTS },
  { "eplb-config", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1, EXPERTS },
  { "prefill-context-parallel-size", "pcp", ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, N_("is not in the plan") },
  { "data-parallel-size-local", "dpl", ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, PLACES },
  { "language-model-only", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1,
    N_("leaves the encoder out; the plan counts one only where it is typed") },
  { "mm-encoder-only", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1, MODEL },
  { "limit-mm-per-prompt", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1,
    N_("images of a request; the encoder’s tokens are typed by hand") },
  { "mm-encoder-tp-mode", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("how the encoder is divided") },
  { "disable-sliding-window", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1,
    N_("windows become full attention, and the model’s length that of the window") },
  { "enable-chunked-prefill", NULL, ULL_VLLM_SWITCH, ULL_VLLM_SPECIAL, -1,
    N_("without it a step takes whole prompts, and its tokens follow the model’s length") },
  { "performance-mode", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("changes how many tokens and requests a step takes") },
  { "device", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("a card of another kind has rules of its own") },
  { "config", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("further flags in a file, which are not in the text") },
  { "additional-config", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1,
    N_("for a platform’s plug-in; what it changes is not known here") },
  { "rope-scaling", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1, MODEL },
  { "rope-theta", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "runner", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("models that pool keep no cache between steps") },
  { "task", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("models that pool keep no cache between steps") },
  { "convert", NULL, ULL_VLLM_TEXT, ULL_VLLM_MATTERS, -1, N_("models that pool keep no cache between steps") },
  { "load-format", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "fully-sharded-loras", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1,
    N_("adapters are counted as if each card held its part of one matrix") },
  { "kv-sharing-fast-prefill", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1, N_("is not in the plan") },
  { "prefix-cache-retention-interval", NULL, ULL_VLLM_COUNT, ULL_VLLM_MATTERS, -1, N_("is not in the plan") },
  { "enable-dbo", NULL, ULL_VLLM_SWITCH, ULL_VLLM_MATTERS, -1, N_("two batches in flight take more than the activation counted") },
  { "calculate-kv-scales", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "diffusion-config", NULL, ULL_VLLM_JSON, ULL_VLLM_MATTERS, -1, MODEL },
  { "kv-cache-dtype-skip-layers", NULL, ULL_VLLM_TEXTS, ULL_VLLM_MATTERS, -1,
    N_("layers with a cache of another format are counted as the others") },
  { "moe-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "trust-remote-code", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-auto-tool-choice", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-custom-all-reduce", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-log-requests", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-log-requests", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-log-stats", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-frontend-multiprocessing", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "skip-tokenizer-init", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-sleep-mode", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allow-credentials", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-uvicorn-access-log", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "return-tokens-as-token-ids", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-request-id-headers", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-fastapi-docs", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-prompt-tokens-details", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-server-load-tracking", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-force-include-usage", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-tokenizer-info-endpoint", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-log-outputs", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-log-deltas", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "exclude-tools-when-tool-choice-none", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "trust-request-chat-template", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ssl-cert-reqs", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "headless", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-flashinfer-autotune", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-prompt-embeds", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-mm-embeds", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "use-v2-block-manager", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "worker-use-ray", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ray-workers-use-nsight", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-async-output-proc", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "multi-step-stream-outputs", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-multimodal-encoder-data-parallel", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-hybrid-lb", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-external-lb", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "use-tqdm-on-load", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-cascade-attn", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-chunked-mm-input", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "use-fp64-gumbel", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-return-routed-experts", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "engine-use-ray", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-logprobs-during-spec-decoding", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-ssl-refresh", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "disable-mm-preprocessor-cache", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "interleave-mm-strings", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-layerwise-nvtx-tracing", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "kv-cache-metrics", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "cudagraph-metrics", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-mfu-metrics", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "aggregate-engine-logging", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "fail-on-environ-validation", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tokens-only", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-offline-docs", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "log-error-stack", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-logging-iteration-details", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "enable-elastic-ep", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allow-deprecated-quantization", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "safetensors-prefetch", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "guided-decoding-disable-fallback", NULL, ULL_VLLM_SWITCH, ULL_VLLM_NEUTRAL, -1, NULL },
  { "host", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "port", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "uvicorn-log-level", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "api-key", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tokenizer", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tokenizer-mode", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tokenizer-revision", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tool-call-parser", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tool-parser-plugin", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "reasoning-parser", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "reasoning-parser-plugin", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "chat-template", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "chat-template-content-format", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "response-role", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "root-path", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ssl-keyfile", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ssl-certfile", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ssl-ca-certs", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "seed", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "revision", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "code-revision", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "hf-config-path", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "hf-token", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "config-format", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "download-dir", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "distributed-executor-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "master-addr", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "master-port", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "nnodes", "n", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "node-rank", "r", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-rank", "dpn", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-start-rank", "dpr", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-address", "dpa", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-rpc-port", "dpp", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "data-parallel-backend", "dpb", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "generation-config", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "stream-interval", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-logprobs", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "logprobs-mode", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-log-len", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "log-config-file", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "swap-space", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "kv-offloading-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "kv-offloading-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "scheduling-policy", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "scheduler-cls", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "num-scheduler-steps", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "scheduler-delay-factor", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-num-partial-prefills", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-long-partial-prefills", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "long-prefill-token-threshold", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "num-lookahead-slots", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "preemption-mode", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "guided-decoding-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "structured-outputs-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "logits-processor-pattern", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "model-impl", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "prefix-caching-hash-algo", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "api-server-count", "asc", ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "linear-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "all2all-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-parallel-loading-workers", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "worker-cls", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "worker-extension-cls", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-cpu-loras", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "lora-dtype", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "lora-extra-vocab-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "long-lora-scaling-factors", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "otlp-traces-endpoint", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "show-hidden-metrics-for-version", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "collect-detailed-traces", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "uds", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "h11-max-incomplete-event-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "h11-max-header-count", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "default-mm-loras", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "spec-decoding-acceptance-method", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "typical-acceptance-sampler-posterior-threshold", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "typical-acceptance-sampler-posterior-alpha", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "renderer-num-workers", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "media-io-kwargs", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "mm-processor-kwargs", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "mm-processor-cache-gb", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "mm-processor-cache-type", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "mm-shm-cache-max-object-size-mb", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "io-processor-plugin", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "override-attention-dtype", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "qlora-adapter-name-or-path", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "dbo-decode-token-threshold", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "dbo-prefill-token-threshold", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ubatch-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-prompt-adapters", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "max-prompt-adapter-token", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "kv-events-config", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "tool-server", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "log-level", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "video-pruning-rate", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "pt-load-map-location", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ngram-prompt-lookup-max", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ngram-prompt-lookup-min", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "speculative-draft-tensor-parallel-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "shutdown-timeout", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "dcp-kv-cache-interleave-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "cp-kv-cache-interleave-size", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "dcp-comm-backend", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "expert-placement-strategy", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "chat-template-kwargs", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "safetensors-load-strategy", NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
  { "override-generation-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "default-chat-template-kwargs", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "model-loader-extra-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "override-neuron-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "override-pooler-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "pooler-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "structured-outputs-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "reasoning-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "profiler-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "kernel-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "observability-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "weight-transfer-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "mm-options", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "offload-config", NULL, ULL_VLLM_JSON, ULL_VLLM_NEUTRAL, -1, NULL },
  { "served-model-name", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "lora-modules", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allowed-origins", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allowed-methods", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allowed-headers", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "middleware", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "logits-processors", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "prompt-adapters", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "ignore-patterns", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allowed-local-media-path", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { "allowed-media-domains", NULL, ULL_VLLM_TEXTS, ULL_VLLM_NEUTRAL, -1, NULL },
  { NULL, NULL, ULL_VLLM_TEXT, ULL_VLLM_NEUTRAL, -1, NULL },
};

const UllVllmFlag *
ull_vllm_flags (void)
{
  return flags;
}

static const UllVllmFlag *
find_whole (const char *name)
{
  for (const UllVllmFlag *flag = flags; flag->name != NULL; flag++)
    if (strcmp (flag->name, name) == 0)
      return flag;
  return NULL;
}

/* The one flag that begins so; a switch's --no- form begins with "no-". */
static const UllVllmFlag *
find_beginning (const char *name, gboolean off, gboolean *ambiguous)
{
  const UllVllmFlag *found = NULL;
  gsize length = strlen (name);

  for (const UllVllmFlag *flag = flags; flag->name != NULL; flag++)
    if (strncmp (flag->name, name, length) == 0 && (!off || flag->form == ULL_VLLM_SWITCH))
      {
        *ambiguous |= found != NULL;
        found = flag;
      }
  return *ambiguous || length == 0 ? NULL : found;
}

const UllVllmFlag *
ull_vllm_flag_find (const char *name, gboolean *off, gboolean *ambiguous)
{
  const UllVllmFlag *flag = find_whole (name);
  gboolean negated = g_str_has_prefix (name, "no-");

  *off = *ambiguous = FALSE;
  if (flag != NULL)
    return flag;
  if (negated)
    {
      flag = find_whole (name + strlen ("no-"));
      if (flag == NULL)
        flag = find_beginning (name + strlen ("no-"), TRUE, ambiguous);
      *off = flag != NULL;
      return flag != NULL && flag->form == ULL_VLLM_SWITCH ? flag : NULL;
    }
  return find_beginning (name, FALSE, ambiguous);
}

const UllVllmFlag *
ull_vllm_flag_find_alias (const char *alias)
{
  for (const UllVllmFlag *flag = flags; flag->name != NULL; flag++)
    if (flag->alias != NULL && strcmp (flag->alias, alias) == 0)
      return flag;
  return NULL;
}

const UllVllmFlag *
ull_vllm_flag_of_field (UllFieldId field)
{
  for (const UllVllmFlag *flag = flags; flag->name != NULL; flag++)
    if (flag->field == (int) field && (flag->effect == ULL_VLLM_SETS || flag->effect == ULL_VLLM_CLEARS))
      return flag;
  return NULL;
}

const char *
ull_vllm_flag_get_note (const UllVllmFlag *flag)
{
  return flag->note != NULL ? _(flag->note) : NULL;
}
