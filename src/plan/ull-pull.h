#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* A pull is one lever moved to one value: what the table of levers compares and what a search tries. Pulls know no
 * arithmetic; they make scenarios, and a plan says what those come to. */

/* In the order of their cost: flags of the engine first, then a narrower cache, then what requests give up, then another
 * checkpoint, then hardware, then another model. */
typedef enum
{
  ULL_PULL_MAX_NUM_SEQS,
  ULL_PULL_MAX_MODEL_LEN,
  ULL_PULL_UTILIZATION,
  ULL_PULL_HEADROOM,
  ULL_PULL_OVERHEAD,
  ULL_PULL_KV_DTYPE, /* keys and values together */
  ULL_PULL_V_DTYPE,
  ULL_PULL_K_DTYPE,
  ULL_PULL_PREFIX, /* tokens that all requests share */
  ULL_PULL_CONTEXT,
  ULL_PULL_CONCURRENCY,
  ULL_PULL_HOST, /* a tier of the host: UllHostId */
  ULL_PULL_WEIGHT_DTYPE,
  ULL_PULL_DEVICE, /* index into the catalogue */
  ULL_PULL_MEMORY, /* bytes of a card without a driver; of the pool where that is typed */
  ULL_PULL_TP,
  ULL_PULL_KV_HEADS,
  ULL_N_PULLS,
} UllPullId;

typedef struct
{
  UllPullId id;
  gint64 value; /* in the unit of the lever's field, or as said above */
} UllPull;

typedef enum
{
  ULL_HOST_RAM,
  ULL_HOST_NVME,
  ULL_N_HOSTS,
} UllHostId;

/* What a gain comes from. */
typedef enum
{
  ULL_GAIN_ADDS,   /* the subtraction: bytes more or less of pool; or a limit that is lifted */
  ULL_GAIN_SCALES, /* bytes of a token or of one more request */
  ULL_GAIN_BOTH,
} UllGain;

/* One row of levers or of a search: one or two pulls, and what the plan of their scenario says. */
typedef struct
{
  guint n_pulls;
  UllPull pull[2];
  UllScenario *scenario; /* the pulled one; of a host tier, which no setting holds, the present one */
  gint64 tokens;         /* as in the plan: -1 where nothing grows */
  gint64 requests;       /* that run at once */
  gint64 max_context;    /* of as many as are asked for */
  double factor_tokens;  /* of the present ones; not a number where there are none */
  gint64 gain_bytes;     /* pool more than now; of a host tier, its size */
  UllGain gain;
  gint64 copies;         /* cards that hold the same cache then; 1: none do */
  gboolean reached;      /* of a search: it is enough */
  gint64 host_bytes;     /* of a host tier: its size, */
  gint64 host_rate;      /* bytes a second of its link, */
  gint64 hit_bytes;      /* what one hit moves, */
  gint64 hit_us;         /* and how long that takes at least; else 0 */
} UllPullRow;

/* The scenario with the lever moved. (transfer full), NULL with an error where it cannot be. */
UllScenario *ull_pull_apply (const UllPull *pull, const UllScenario *scenario, GError **error);

const char *ull_pull_get_name (UllPullId id);                             /* "kv_dtype" */
char *ull_pull_dup_id (const UllPull *pull);                              /* "kv_dtype=fp8": stable */
/* The other way round: ULL_ERROR_INVALID where it is none. */
gboolean ull_pull_from_id (const char *id, UllPull *pull, GError **error);
char *ull_pull_dup_label (const UllPull *pull);                           /* translated: "KV dtype fp8" */
const char *ull_pull_get_term_id (UllPullId id);                          /* the step or term it changes: "bytes_per_token" */
const char *ull_pull_get_term_label (UllPullId id);                       /* translated */
const char *ull_pull_get_cost (UllPullId id);                             /* translated: what it costs, in words */
const char *ull_gain_get_id (UllGain gain);                               /* "scales" */
const char *ull_gain_get_label (UllGain gain);                            /* translated */
char *ull_pull_row_dup_id (const UllPullRow *row);                        /* of two pulls, joined by "+" */
char *ull_pull_row_dup_label (const UllPullRow *row);
char *ull_pull_row_dup_cost (const UllPullRow *row);

G_END_DECLS
