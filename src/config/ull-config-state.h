#pragma once

#include "ull-config-size.h"

G_BEGIN_DECLS

/* Recurrent state in some or all layers: what the three files of this rule share. Which layers are what
 * stands in ull-config-state-layers.c, how large a state is in ull-config-state-size.c, the families' rows in
 * ull-config-state-rows.c, and ull-config-state.c makes the stores. */

/* How a family says which layers have attention, where the file has no list of words. */
typedef enum
{
  ULL_ORDER_ALIKE,   /* all do the same */
  ULL_ORDER_PERIOD,  /* those whose number leaves `offset` over by `period` */
  ULL_ORDER_LISTED,  /* their numbers in `member`, from 0 */
  ULL_ORDER_KIMI,    /* their numbers and the others' in linear_attn_config, from 1 */
  ULL_ORDER_FLAGS,   /* `member` has 1 for each of them and 0 for the others */
  ULL_ORDER_CYCLE,   /* `member` has the words of one round, which is repeated */
  ULL_ORDER_PATTERN, /* `member` has a letter for each layer, and as many layers as letters */
} UllStateOrder;

/* What one layer does. */
typedef enum
{
  ULL_STEP_NOTHING,
  ULL_STEP_ATTENTION,
  ULL_STEP_STATE,
  ULL_STEP_BOTH,
} UllStep;

/* What a layer with attention keeps. */
typedef enum
{
  ULL_ATTENTION_KV,
  ULL_ATTENTION_WINDOW, /* keys and values of a window */
  ULL_ATTENTION_LATENT, /* kv_lora_rank + qk_rope_head_dim */
} UllStateAttention;

typedef enum
{
  ULL_STATE_MAMBA1,
  ULL_STATE_MAMBA2,
  ULL_STATE_DELTA,     /* gated delta rule */
  ULL_STATE_KDA,       /* Kimi's delta attention */
  ULL_STATE_LIGHTNING, /* linear attention of the query heads */
  ULL_STATE_CONV,      /* a short convolution alone */
  ULL_STATE_LRU,       /* a gated linear recurrent unit */
  ULL_STATE_RWKV,
  ULL_N_STATES,
} UllStateKind;

typedef enum
{
  ULL_SIZE_KERNEL,
  ULL_SIZE_INNER,
  ULL_SIZE_EXPAND,
  ULL_SIZE_STATE,
  ULL_SIZE_GROUPS,
  ULL_SIZE_HEADS,
  ULL_SIZE_HEAD_DIM,
  ULL_SIZE_KEY_HEADS,
  ULL_SIZE_KEY_DIM,
  ULL_SIZE_VALUE_HEADS,
  ULL_SIZE_VALUE_DIM,
  ULL_N_STATE_SIZES,
} UllStateSize;

typedef struct
{
  const char *id;
  UllStateKind kind;
  UllStateOrder order;
  const char *member; /* of the order */
  UllStep absent;     /* without it, what every layer does; ULL_STEP_NOTHING: it must be there */
  gint32 period;
  gint32 offset;             /* -1: the last of each period */
  const char *period_member; /* (nullable) in place of the figures above where it is there */
  const char *offset_member;
  gint32 skipped;       /* layers before the first period, of which the last has attention */
  gboolean both;        /* attention stands beside the state, not in its place */
  gboolean float_state; /* the class keeps the recurrent part in float32 unless the file says otherwise */
  UllStateAttention attention;
  gboolean double_heads;      /* attention over the hidden state twice: heads of 2 x hidden / heads */
  const char *object;         /* (nullable) the object in which the sizes stand */
  const UllConfigSize *sizes; /* ULL_N_STATE_SIZES of them */
} UllStateFamily;

/* Elements of one layer's state. */
typedef struct
{
  gint64 conv;      /* at the model's own format */
  gint64 recurrent; /* at `format` */
  UllDtype format;
} UllStateElements;

/* (nullable): for a family whose state is not known. */
const UllStateFamily *ull_state_family_by_id (const char *id);

/* Fills in reader->layers and one UllStep a layer. */
gboolean ull_state_read_steps (UllConfigReader *reader,
                               const UllStateFamily *family,
                               GByteArray *steps,
                               GError **error);
/* The same of the draft layers behind them. */
gboolean ull_state_read_draft_steps (UllConfigReader *reader,
                                     const UllStateFamily *family,
                                     const GByteArray *steps,
                                     GByteArray *drafts,
                                     GError **error);
/* One family's ways; reader->layers must have been read. */
gboolean ull_state_read_period (UllConfigReader *reader,
                                const UllStateFamily *family,
                                GByteArray *steps,
                                GError **error);
gboolean ull_state_read_listed (UllConfigReader *reader,
                                const UllStateFamily *family,
                                GByteArray *steps,
                                GError **error);
gboolean ull_state_read_kimi (UllConfigReader *reader,
                              const UllStateFamily *family,
                              GByteArray *steps,
                              GError **error);
gboolean ull_state_read_flags (UllConfigReader *reader,
                               const UllStateFamily *family,
                               GByteArray *steps,
                               GError **error);
/* Every layer does @step. */
void
ull_state_fill (const UllConfigReader *reader, const UllStateFamily *family, UllStep step, GByteArray *steps);
/* A list that is none, or shorter than @at_least, is refused; so is an order whose member is missing. */
gboolean ull_state_check_list (UllJsonRef list, gint64 at_least, GError **error);
gboolean ull_state_set_missing (const UllConfigReader *reader, const char *member, GError **error);
/* The heads must have been read where the state is made of them. */
gboolean ull_state_read_elements (UllConfigReader *reader,
                                  const UllStateFamily *family,
                                  UllStateElements *elements,
                                  GError **error);
G_END_DECLS
