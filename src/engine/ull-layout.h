#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* What a convention makes of model and pool. The plan, the curves and the simulator take this one capacity model.
 *
 * ideal: a request of T tokens takes the sum of its stores' bytes; tokens = floor (pool / per token), blocks =
 *        floor (pool / (per token * block)).
 * paged: a request is rounded up to whole blocks; blocks = floor (pool / page), tokens = blocks * block.
 * vllm:  layers are put into groups, and a block of the pool is a page of each layer of one group; see ull-vllm.c. */

#define ULL_MAX_PARTS 64
#define ULL_MAX_GROUPS 64
#define ULL_MAX_STAGE_BYTES 16

/* Stores of several tokens an entry take more steps to derive: at most this many. */
#define ULL_MAX_PACKED_PARTS 8

/* A store as the convention keeps it (see ull_layout_store()) and how many layers of one kind keep it. */
typedef struct
{
  UllStore store;
  gint64 layers;
  UllLayerKind kind;
  gint64 rate;         /* bytes of an entry in one layer; -1: more than can be counted */
} UllLayoutPart;

/* Groups of layers that are kept alike, each with a table of blocks of its own. A request of T tokens holds in each
 *   fixed + ceil (min (T, cap) / block) + slack
 * blocks, the last two of them only where the blocks follow the tokens. */
typedef struct
{
  UllLayerKind kind;
  UllStore store;      /* of one layer, where `filled_bytes` are of one store alone: else of 0 heads */
  gint64 layers;       /* of the whole model */
  gint64 groups;       /* that they are put into; 0: they share the first kind's table */
  gint64 group_layers; /* of the largest, on the card that holds the most */
  gint64 block_tokens; /* 0: blocks do not follow the tokens */
  gint64 page_bytes;   /* of a block in one layer, padded */
  gint64 filled_bytes; /* of it, what is not padding */
  gint64 fixed_blocks;
  gint64 cap_tokens;   /* G_MAXINT64: none */
  gint64 slack_blocks; /* a window need not begin where a block does */
} UllLayoutGroup;

typedef struct
{
  UllEngineId engine;
  UllFormats formats;
  gint64 tp;            /* cards that share each layer: all bytes are one card's */
  guint n_parts;
  UllLayoutPart part[ULL_MAX_PARTS];
  gboolean by_blocks;   /* requests and pool are whole blocks of one size */
  gboolean uniform;     /* every store grows by token, one entry a token: bytes are per_token * tokens */
  gint64 pool;
  gint64 block_tokens;
  gint64 granule;       /* requests within it take the same: 1 in ideal, the block in paged */
  gint64 prefix_granule; /* a prefix is kept and shared in whole ones of these */
  gint64 length_limit;  /* tokens no request passes: the typed model length, else the model's positions; -1: none */
  gint64 per_token;     /* growth per token of the stores that keep growing; 0 for a model without any */
  gint64 constant;      /* bytes a request takes however long it is (state, a side cache) */
  gint64 full_tokens;   /* length from which every window is full; 0 where there is none */
  gint64 page_bytes;    /* per_token * block_tokens */
  gint64 tokens;        /* what the engine prints; -1 where nothing grows, as are the blocks */
  gint64 blocks;
  gint64 usable_blocks; /* less what the engine reserves */
  guint n_groups;       /* 0: the convention has none, and neither the next members */
  UllLayoutGroup group[ULL_MAX_GROUPS];
  gint64 block_bytes;   /* of a block of the pool, on the card that holds the most of it */
  gint64 reserved_blocks; /* that the engine keeps for itself */
  gint64 blocks_override; /* in place of what memory holds; ULL_UNSET */
  gint64 model_len;     /* longest request that the engine accepts */
  gint64 model_len_blocks; /* of one of that length */
  gint64 concurrency_blocks; /* the same as the engine's line of concurrency has it; 0: those */
  gint64 check_bytes;   /* that the engine's own check asks for, per block of one; 0: block_bytes */
  gint64 printed_groups; /* of the older line of tokens: its divisor, and tokens a block; 0: the newer line */
  gint64 printed_block;
  gint64 layers;        /* of the model, */
  gint64 stages;        /* that divide them, */
  gint64 stage;         /* the one that holds the most, from 1, */
  gint64 stage_layers;  /* and its layers */
  gint64 own_bytes;     /* that its own layers take of a request of the model length, where the check asks for more; 0: the same */
  gboolean stages_hold; /* every stage's memory holds what its own layers take of one: told where `own_bytes` is */
  gint64 stage_bytes[ULL_MAX_STAGE_BYTES]; /* block bytes of the first stages, where there are several */
  gint64 kv_copies;     /* cards that hold the same KV heads; 1: none */
  gint64 image_tokens;  /* that a request has besides its context */
  gint64 draft_bytes;   /* of a block, what a draft model keeps in it: on the stage that has one */
  gint64 retain_tokens; /* tokens of prefixes to keep resident, as asked */
  gint64 retained;      /* bytes of the pool that resident prefixes take, whole granules */
  gint64 shared_tokens; /* tokens of a prefix that requests share, as asked */
  gint64 sharers;       /* requests that share it, at most; 0: none */
  gint64 capacity;      /* bytes that requests may take: the pool or the whole blocks of a uniform paged one, less the
                         * retained */
} UllLayout;

gboolean ull_layout_init (UllLayout *layout, const UllScenario *scenario, gint64 pool, GError **error);
/* The same layout of another pool, as at the ends of a range. FALSE on overflow. */
gboolean ull_layout_set_pool (UllLayout *layout, gint64 pool);
/* A store of the model as this layout keeps it: KV heads lever applied, a window in whole granules, and a window that no
 * request can fill (its cap is at or past length_limit) growing by token. */
void ull_layout_store (const UllLayout *layout, const UllScenario *scenario, const UllStore *store, UllStore *kept);

/* Cards of a tensor-parallel group of @tp that hold the same entries of some layer: 1 where they divide them all. */
gint64 ull_layout_count_copies (const UllLayout *layout, gint64 tp);

/* Tokens are a request's context from here on: its images come on top. */

/* Bytes one request of @tokens takes that shares nothing: FALSE on overflow. */
gboolean ull_layout_request_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes);
/* The same without rounding up to whole blocks. */
gboolean ull_layout_exact_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes);
gint64 ull_layout_request_blocks (const UllLayout *layout, gint64 tokens);
/* How often a request of the model length goes into the pool, as the engine prints it. */
double ull_layout_concurrency (const UllLayout *layout);
/* Bytes that @requests of @tokens take together: those that share the prefix hold it once. */
gboolean ull_layout_demand_bytes (const UllLayout *layout, gint64 tokens, gint64 requests, gint64 *bytes);
/* Bytes of the prefix that a request of @tokens shares; 0 where nothing is shared. */
gboolean ull_layout_shared_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes);
/* Tokens of the prefix that a request of @tokens shares: whole granules, and never its last token. */
gint64 ull_layout_get_shared_tokens (const UllLayout *layout, gint64 tokens);
/* The last length from @tokens on up to which longer requests never fit more; G_MAXINT64: of all lengths.
 *
 * An engine recomputes the last token of a request and reuses whole granules before it. Where a granule is several blocks,
 * requests that are no longer than the prefix take fewer bytes just past the end of one: of 32 tokens, in granules of 32,
 * none share anything and each holds blocks for all 32; of 33 they share 32 and hold one block each. */
gint64 ull_layout_get_stretch_end (const UllLayout *layout, gint64 tokens);
/* Whole requests of @tokens that fit; G_MAXINT64 where a request takes nothing. */
gint64 ull_layout_max_requests (const UllLayout *layout, gint64 tokens);
/* The longest request of which @requests fit at once; 0: none. @limit: where to stop looking. */
gint64 ull_layout_max_tokens (const UllLayout *layout, gint64 requests, gint64 limit);

G_END_DECLS
