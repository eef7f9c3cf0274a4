#pragma once

#include "ull-derivation.h"
#include "ull-engine.h"

G_BEGIN_DECLS

typedef enum
{
  ULL_LIMIT_KV_POOL,
  ULL_LIMIT_MAX_MODEL_LEN,
  ULL_LIMIT_MAX_NUM_SEQS,
  ULL_LIMIT_POSITIONS,
  ULL_LIMIT_WEIGHTS,     /* what stands below the pool leaves no room */
  ULL_LIMIT_STATE,
  ULL_LIMIT_ONE_REQUEST, /* not one request of the context */
  ULL_N_LIMITS,
} UllLimit;

typedef enum
{
  ULL_WARNING_MODEL_LEN,       /* the model length is accepted, but one such request can never finish */
  ULL_WARNING_WEIGHTS_UNKNOWN, /* a model without a weight figure: counted as 0 */
  ULL_WARNING_NATIVE_DTYPE,    /* the file names no dtype: taken as bf16 */
  ULL_WARNING_AS_PLAIN,        /* an unknown type, read as plain attention */
  ULL_WARNING_NOT_ADMITTED,    /* the engine starts, and can never admit a request of the model length */
  ULL_WARNING_COPIES,          /* cards of a tensor-parallel group hold the same entries */
  ULL_WARNING_STAGE,           /* one stage of a pipeline binds: it holds more layers, or has less room for them */
  ULL_WARNING_UNIFIED_MEMORY,  /* an engine would go by what the system has free, which is not modelled */
  ULL_WARNING_WEIGHTS_DIVIDED, /* by cards alone: their shapes are not known */
  ULL_WARNING_DIES,            /* the card is several devices to an engine, and the plan is of one of them */
  ULL_WARNING_POSITIONS,       /* the model length is set beyond the model's positions, which an engine refuses */
  ULL_WARNING_PREFIX,          /* requests are no longer than the prefix that they share */
  ULL_WARNING_REPLICA,         /* data parallel: the plan is of one of the engine's copies, and nothing is multiplied */
  ULL_WARNING_STRICT_CHECK,    /* the engine refuses to start, and each stage of the pipeline would hold its layers' part */
  ULL_WARNING_KV_FORMAT,       /* the engine, its release or the card has no cache in the formats that are set */
  ULL_WARNING_STEP_TOKENS,     /* more sequences are set than a step has tokens: the engine refuses to start */
  ULL_N_WARNINGS,
} UllWarning;

/* Answers and the derivation they come from. */
typedef struct
{
  UllBudget budget;
  UllLayout layout;
  gboolean fits;              /* equality fits */
  UllLimit limit;             /* what binds: the reason it does not fit, or what will bind next */
  gint64 context;             /* tokens of one request */
  gint64 concurrency;         /* requests asked for */
  gint64 model_len;
  gint64 request_bytes;       /* as laid out: whole blocks in paged */
  gint64 blocks_per_request;  /* -1 where nothing grows */
  gint64 memory_concurrency;  /* whole requests that memory holds */
  gint64 max_concurrency;     /* the same, at most the max sequences */
  gint64 max_concurrency_low; /* where the pool is a range, at its ends: the same three times where it is not */
  gint64 max_concurrency_high;
  gint64 max_context;         /* longest request of which `concurrency` fit; G_MAXINT64 where length does not bind */
  gint64 longest_request;     /* longest single request, the same */
  double concurrency_x;       /* what the engine prints for the model length */
  UllEngineReport report;     /* what the engine itself would say when it starts */
  gint64 shared_bytes;        /* a prefix that requests share, once; 0 where none is */
  gint64 saved_bytes;         /* what sharing takes off the demand */
  gint64 retained_bytes;      /* of the pool, resident prefixes */
  gint64 demand_bytes;
  gint64 in_flight_bytes;     /* of the demand, what tokens fill; at most what the pool holds */
  gint64 waste_bytes;         /* rounding: partial blocks of requests, and of the pool */
  gint64 ullage_bytes;        /* negative: the overflow */
  guint warnings;             /* bits 1 << UllWarning */
  UllDerivation derivation;
} UllPlan;

/* (transfer full): free with ull_plan_free(). ULL_ERROR_OVERFLOW where a product does not fit. Takes microseconds. */
UllPlan *ull_plan_new (const UllScenario *scenario, GError **error);
/* The same into memory the caller has. */
gboolean ull_plan_init (UllPlan *plan, const UllScenario *scenario, GError **error);
void ull_plan_free (UllPlan *plan);

const char *ull_limit_get_id (UllLimit limit);
const char *ull_warning_get_id (UllWarning warning);
/* (transfer full) A translated sentence. */
char *ull_plan_warning_text (const UllPlan *plan, const UllScenario *scenario, UllWarning warning);

/* Whether the plan has the warning and its verdict does not say the same already. */
gboolean ull_plan_shows_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning);

/* Whether the plan is of one of several copies of the engine, each with a pool of its own. */
gboolean ull_plan_is_replica (const UllScenario *scenario);

/* What keys and values are kept in: "bf16", "f16/q8_0", "packed fp8"; NULL where there are none, but states alone. @plan: NULL
 * where it is withheld, and what is set is told. (transfer full) (nullable) */
char *ull_plan_kv_format (const UllPlan *plan, const UllScenario *scenario);

/* What a lever of cards does not buy: one sentence, translated, or NULL. @buys_none: cards that are there already buy none.
 * (transfer full) (nullable) */
char *ull_plan_cards_note (const UllPlan *plan, const UllScenario *scenario, UllFieldId field, gboolean *buys_none);
/* Which of the cards the plan is of: "Memory of one card", where there is one; else the poorest, named. (transfer full) */
char *ull_plan_card_title (const UllPlan *plan);

/* Whether it fits at one end of the pool's range and does not at the other. */
gboolean ull_plan_is_undecided (const UllPlan *plan);

/* Why nothing can be served at all, whatever requests are asked for: the engine would not start, or no room is left for a cache; NULL: it can.
 * (transfer full) (nullable), translated. */
char *ull_plan_refusal (const UllPlan *plan);

/* The verdict: a headline with the answer in figures; what binds, then what to do. (transfer full), translated. */
char *ull_plan_headline (const UllPlan *plan);
char *ull_plan_detail (const UllPlan *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllPlan, ull_plan_free)

G_END_DECLS
