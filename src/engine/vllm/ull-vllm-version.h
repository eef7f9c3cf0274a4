#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* What changed in vLLM, and when: data, so that no formula asks for a version. A release has a change when its branch was
 * cut on that day or later; a day of development has what was there on that day. */

typedef enum
{
  ULL_VLLM_NULL_BLOCK,             /* block 0 is the pool's own */
  ULL_VLLM_HYBRID_MANAGER,         /* windows and states are kept as such, not as full attention */
  ULL_VLLM_STATE_PREFIXES,         /* recurrent states can be cached */
  ULL_VLLM_GROUP_BY_LARGEST,       /* the largest bucket may give the size of a group, below 1.25 times the least */
  ULL_VLLM_GROUP_BY_LARGEST_1_5,   /* the same below 1.5 times */
  ULL_VLLM_CHECK_BY_BLOCKS,        /* the start asks for a request's blocks of all groups on every card, not for its layers' bytes */
  ULL_VLLM_FULL_SEQUENCE_ADMISSION,/* a request is admitted where all of it fits */
  ULL_VLLM_UTILIZATION_92,         /* the default rises from 0.90 to 0.92 */
  ULL_VLLM_GRAPH_ESTIMATE,         /* captured graphs are taken off the pool */
  ULL_VLLM_TOKENS_BY_CONCURRENCY,  /* the printed tokens are concurrency times model length */
  ULL_VLLM_FLASH_ATTN_MLA,         /* latent attention on Hopper takes blocks of 16 */
  ULL_VLLM_PAGE_PADDING,           /* a page that divides no larger one is padded, where kernels stride over blocks */
  ULL_VLLM_WHOLE_ITEMS,            /* a step is made long enough for an image or clip that has to be in one */
  ULL_VLLM_PACKED_BUCKETS,         /* packed pages: a block has room for the most of each size, not for whole tuples */
  ULL_VLLM_PACKED_DENSE,           /* for the largest table's pages as they are */
  ULL_VLLM_ASYNC_SCHEDULING,       /* on unless turned off */
  ULL_VLLM_IN_FLIGHT,              /* a window keeps the tokens of all steps in flight, not of one */
  ULL_VLLM_CONCURRENCY_BY_GROUP,   /* blocks of a request are counted group by group */
  ULL_VLLM_STATE_PREFIX_DEFAULT,   /* prefix caching is on for models with recurrent states too */
  ULL_VLLM_BATCH_16384,            /* steps of 16,384 tokens on cards from 160 GiB on */
  ULL_VLLM_N_SWITCHES,
} UllVllmSwitch;

typedef struct
{
  gint64 version; /* as ULL_KIND_VERSION holds it */
  gint64 day;     /* it was released */
  gint64 cut;     /* its branch left the main one: known or, where not, taken as a week before */
} UllVllmRelease;

/* Oldest first. */
const UllVllmRelease *ull_vllm_releases (guint *n_releases);
/* The day whose behaviour a version has: of a release that is not in the table, that of the one before it. */
gint64 ull_vllm_version_day (gint64 version);
gboolean ull_vllm_version_has (gint64 version, UllVllmSwitch change);
/* What the scenario's engine has: its version, or the newest release where none is set. */
gboolean ull_vllm_has (const UllScenario *scenario, UllVllmSwitch change);

G_END_DECLS
