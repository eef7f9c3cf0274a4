#pragma once

#include "ull-budget.h"
#include "ull-layout.h"

G_BEGIN_DECLS

/* The sum as an expression, not text: steps whose operands are other steps, settings, facts and constants. A value is
 * always the operation applied to the operands, so a learner's slip is the same expression with one operand replaced. */

typedef enum
{
  ULL_STEP_STORE,            /* bytes of one kind of store: per token where it grows, else per sequence */
  ULL_STEP_STORE_RATE,       /* bytes per token of a store of several tokens an entry */
  ULL_STEP_BYTES_PER_TOKEN,
  ULL_STEP_REQUEST_BLOCKS,
  ULL_STEP_REQUEST_TOKENS,   /* rounded up to whole blocks */
  ULL_STEP_GROWTH,           /* of one request, the part that grows with its length */
  ULL_STEP_PAGE,             /* bytes of one block */
  ULL_STEP_REQUEST,          /* bytes of one request */
  ULL_STEP_HEADS,            /* KV heads on one card */
  ULL_STEP_CHANNELS,         /* dims on one card of a store that is divided by channels */
  ULL_STEP_LAYER_PAGE,       /* bytes of a block in one layer */
  ULL_STEP_KIND_PAGES,       /* in all layers of a kind */
  ULL_STEP_GROUP_TOKENS,     /* of a request that a group keeps */
  ULL_STEP_GROUP_BLOCKS,     /* that a request holds in the groups of one kind */
  ULL_STEP_MODEL_LEN_BLOCKS, /* of a request of the model length, in all groups */
  ULL_STEP_USABLE,           /* blocks less the engine's own */
  ULL_STEP_WEIGHTS,
  ULL_STEP_VOCABULARY,       /* padded rows of the embedding */
  ULL_STEP_VOCABULARY_EACH,  /* on one card */
  ULL_STEP_WEIGHT_SHARE,     /* what one card has of a part */
  ULL_STEP_WEIGHT_PARTS,     /* the same from what they are for */
  ULL_STEP_WEIGHTS_EACH,     /* on one card */
  ULL_STEP_TERM_LOGITS,      /* parts of an engine's terms: in the order of UllTermPart's ids */
  ULL_STEP_TERM_HIDDEN,
  ULL_STEP_TERM_MLP,
  ULL_STEP_TERM_EXPERTS,
  ULL_STEP_TERM_STAGES,
  ULL_STEP_TERM_GRAPHS,
  ULL_STEP_TERM_LORA,
  ULL_STEP_TERM_SUM,         /* of them, one term */
  ULL_STEP_GIVEN,
  ULL_STEP_HEADROOM,
  ULL_STEP_POOL,
  ULL_STEP_BLOCKS,
  ULL_STEP_TOKENS,
  ULL_STEP_RETAINED_TOKENS,  /* in whole blocks */
  ULL_STEP_RETAINED,         /* bytes of resident prefixes */
  ULL_STEP_CAPACITY,         /* bytes that requests may take */
  ULL_STEP_SHARED_TOKENS,    /* of a prefix, whole blocks of it */
  ULL_STEP_SHARED_ENTRIES,   /* of a store of several tokens an entry, whole ones */
  ULL_STEP_SHARED,           /* bytes of a shared prefix, once */
  ULL_STEP_PRIVATE,          /* bytes of a request besides the shared prefix */
  ULL_STEP_AFTER_SHARED,     /* capacity less the shared prefix */
  ULL_STEP_SHARERS,          /* that fit */
  ULL_STEP_AFTER_SHARERS,
  ULL_STEP_OTHERS,           /* requests that share nothing and fit besides */
  ULL_STEP_MAX_REQUESTS,     /* that memory holds */
  ULL_STEP_RUNNING,          /* the same, at most the max sequences */
  ULL_STEP_ALONE,            /* the demand if nothing were shared */
  ULL_STEP_SAVED,            /* what sharing saves of it */
  ULL_STEP_DEMAND,
  ULL_STEP_ULLAGE,
  ULL_N_STEP_IDS,
} UllStepId;

typedef enum
{
  ULL_OP_STORE_BYTES,   /* layers * ull_store_bytes(): the operands stand in the order of UllStoreOperand */
  ULL_OP_ADD,
  ULL_OP_SUBTRACT,      /* first less all others: may be negative */
  ULL_OP_REMAIN,        /* the same, never below 0 */
  ULL_OP_MULTIPLY,
  ULL_OP_MINIMUM,
  ULL_OP_DIVIDE_DOWN,   /* floor (first / product of the others) */
  ULL_OP_DIVIDE_UP,
  ULL_OP_FRACTION_DOWN, /* floor (first * ppm / 10^6) */
  ULL_OP_FRACTION_UP,
  ULL_OP_RATIO_DOWN,    /* floor (first / second * third), as floating point has it */
  ULL_OP_RATE_UP,       /* ceil (product of all but the last * the last in millionths) */
  ULL_OP_DTYPE_BYTES,   /* row of `first` elements at format `second` */
  ULL_OP_ROUND_UP,      /* to a multiple of the second */
  ULL_OP_SCALE_UP,      /* ceil (first * second / third) */
  ULL_OP_SHARE_BYTES,   /* of weights on one card: the operands stand in the order of UllShareOperand */
} UllOp;

typedef enum
{
  ULL_SHARE_DIVIDED,
  ULL_SHARE_CARDS,
  ULL_SHARE_KV,
  ULL_SHARE_KV_CARDS,
  ULL_SHARE_WHOLE,
  ULL_SHARE_MADE,
  ULL_N_SHARE_OPERANDS,
} UllShareOperand;

typedef enum
{
  ULL_STORE_LAYERS,
  ULL_STORE_TOKENS,
  ULL_STORE_HEADS,
  ULL_STORE_K_DIM,
  ULL_STORE_V_DIM,
  ULL_STORE_K_FORMAT,
  ULL_STORE_V_FORMAT,
  ULL_STORE_EXTRA,
  ULL_STORE_PER,
  ULL_STORE_CAP,
  ULL_STORE_GROWTH,
  ULL_N_STORE_OPERANDS,
} UllStoreOperand;

typedef enum
{
  ULL_OPERAND_STEP,     /* ref: index of an earlier step */
  ULL_OPERAND_FIELD,    /* ref: UllFieldId */
  ULL_OPERAND_TERM,     /* ref: UllTermId */
  ULL_OPERAND_FACT,     /* ref: UllFactId */
  ULL_OPERAND_CONSTANT, /* ref unused */
} UllOperandKind;

typedef enum
{
  ULL_FACT_LAYERS,
  ULL_FACT_KV_HEADS,
  ULL_FACT_K_DIM,
  ULL_FACT_V_DIM,
  ULL_FACT_K_FORMAT,
  ULL_FACT_V_FORMAT,
  ULL_FACT_EXTRA_BYTES,
  ULL_FACT_TOKENS_PER_ENTRY,
  ULL_FACT_CAP,
  ULL_FACT_GROWTH,
  ULL_FACT_PARAMETERS,
  ULL_FACT_ALLOCATABLE,
  ULL_FACT_GROUPS,
  ULL_FACT_BLOCK_TOKENS,
  ULL_FACT_PADDING,
  ULL_FACT_FIXED_BLOCKS,
  ULL_FACT_RESERVED_BLOCKS,
  ULL_FACT_STEP_REQUESTS, /* of the dummy step */
  ULL_FACT_STEP_TOKENS,
  ULL_FACT_VOCABULARY,
  ULL_FACT_HIDDEN,
  ULL_FACT_WIDTH,
  ULL_FACT_EXPERTS_USED,
  ULL_FACT_EXPERT_ROWS,   /* elements that an expert's two rows have */
  ULL_FACT_SLOTS,
  ULL_FACT_RANKS,         /* rank x layers */
  ULL_FACT_SIDES,         /* inputs and outputs of a layer's projections */
  ULL_FACT_RATE,
  ULL_FACT_WEIGHTS_EMBEDDING, /* in the order of UllWeightPart */
  ULL_FACT_WEIGHTS_ATTENTION,
  ULL_FACT_WEIGHTS_MLP,
  ULL_FACT_WEIGHTS_EXPERTS,
  ULL_FACT_WEIGHTS_NORMS,
  ULL_FACT_WEIGHTS_HEAD,
  ULL_FACT_WEIGHTS_DRAFT,
  ULL_FACT_WEIGHTS_VISION,
  ULL_FACT_WEIGHTS_OTHER,
  ULL_FACT_WEIGHTS_KV,    /* of attention, keys' and values' projections, */
  ULL_FACT_KV_CARDS,      /* and how many cards divide them */
  ULL_FACT_WEIGHTS_WHOLE, /* of a part, what every card has */
  ULL_FACT_WEIGHTS_MADE,  /* of a part, what is in no file */
  ULL_N_FACTS,
} UllFactId;

typedef enum
{
  ULL_UNIT_BYTES,
  ULL_UNIT_TOKENS,
  ULL_UNIT_BLOCKS,
  ULL_UNIT_REQUESTS,
  ULL_UNIT_COUNT, /* a plain number */
  ULL_UNIT_PPM,
  ULL_UNIT_DTYPE,
} UllUnit;

typedef struct
{
  UllOperandKind kind;
  guint ref;
  gint64 value;
  UllUnit unit;
} UllOperand;

/* Enough for a layout of ULL_MAX_PARTS parts whose prefixes are retained and shared, on several cards. */
#define ULL_MAX_STEPS 1000
#define ULL_MAX_OPERANDS 6144

typedef struct
{
  UllStepId id;
  UllOp op;
  UllUnit unit;
  guint first_operand;
  guint n_operands;
  gint64 value; /* may be negative: ullage of an overflow */
  UllLayerKind kind; /* of ULL_OP_STORE_BYTES: which layers, */
  UllStoreRole role; /* and what they keep there */
  UllTermId term; /* of a term's part or sum */
  gboolean experts; /* of weights: routed experts are among them */
  gint64 low;       /* of weights, what they may be: the value itself where files tell it; 0 both: not known */
  gint64 high;
  UllWeightPart part; /* of a part's share, which */
  gint64 layers;      /* and of how many layers; 0: it is of none */
} UllStep;

typedef struct
{
  guint n_steps;
  guint n_operands;
  UllStep step[ULL_MAX_STEPS];
  UllOperand operand[ULL_MAX_OPERANDS];
} UllDerivation;

/* Builds a step and evaluates it: its index, or -1 where the value overflows or a division has no divisor. */
int ull_derivation_add (UllDerivation *derivation,
                        UllStepId id,
                        UllOp op,
                        UllUnit unit,
                        const UllOperand *operands,
                        guint n_operands);

/* Index of the step with the id (the first), or -1. */
int ull_derivation_find (const UllDerivation *derivation, UllStepId id);
gint64 ull_derivation_value (const UllDerivation *derivation, UllStepId id);
/* The last of the steps with the id: where a figure takes several steps of one id, it is the figure. Or -1. */
int ull_derivation_find_last (const UllDerivation *derivation, UllStepId id);

/* One operand, by its index in the operand array, and what stands in its place. */
typedef struct
{
  guint operand;
  gint64 value;
} UllPatch;

/* Evaluates every step again with operands replaced: @values has room for the value of each step. @patches stand in the order
 * of their operands, each of which has one. FALSE on overflow or division by nothing. */
gboolean ull_derivation_evaluate (const UllDerivation *derivation,
                                  const UllPatch *patches,
                                  guint n_patches,
                                  gint64 *values);
/* Evaluates every step again with operand @operand (an index into the operand array) replaced: the value of the last
 * step that has @target. FALSE on overflow or division by nothing. */
gboolean ull_derivation_patched (const UllDerivation *derivation,
                                 guint operand,
                                 gint64 value,
                                 UllStepId target,
                                 gint64 *result);

const char *ull_step_get_id (UllStepId id);       /* "bytes_per_token" */
const char *ull_step_get_label (UllStepId id);    /* translated: "Bytes per token" */
const char *ull_op_get_id (UllOp op);
const char *ull_fact_get_id (UllFactId fact);
const char *ull_unit_get_id (UllUnit unit);
UllStepId ull_step_from_id (const char *id); /* ULL_N_STEP_IDS where there is none */
UllUnit ull_step_get_unit (UllStepId id);    /* of its value */
char *ull_unit_format (UllUnit unit, gint64 value); /* (transfer full) translated: "512 MiB", "4 requests" */

/* Text, made on demand and translated. (transfer full) */
char *ull_derivation_step_label (const UllDerivation *derivation, guint step); /* "Bytes per token" */
char *ull_derivation_step_sum (const UllDerivation *derivation, guint step);   /* "2 (K, V) × 32 layers × …" */
char *ull_derivation_step_value (const UllDerivation *derivation, guint step); /* "131,072 B" */

G_END_DECLS
