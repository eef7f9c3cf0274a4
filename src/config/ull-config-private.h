#pragma once

#include "ull-config.h"
#include "ull-json.h"

G_BEGIN_DECLS

/* Sizing members by meaning. Each has several names; see ull-config-members.c. */
typedef enum
{
  ULL_MEMBER_LAYERS,
  ULL_MEMBER_HEADS,
  ULL_MEMBER_HIDDEN,
  ULL_MEMBER_KV_HEADS,
  ULL_MEMBER_HEAD_DIM,
  ULL_MEMBER_WINDOW,
  ULL_MEMBER_WINDOW_LAYERS,
  ULL_MEMBER_VOCABULARY,
  ULL_MEMBER_INTERMEDIATE,
  ULL_MEMBER_EXPERTS,
  ULL_MEMBER_EXPERT_WIDTH,
  ULL_MEMBER_EXPERTS_USED,
  ULL_N_MEMBERS,
} UllMember;

/* What makes a family's stores. A rule is one file; a family is one row of data. */
typedef enum
{
  ULL_RULE_DENSE,      /* full attention in every layer */
  ULL_RULE_WINDOW,     /* sliding windows or chunks on some layers */
  ULL_RULE_LATENT,     /* one compressed vector in place of keys and values */
  ULL_RULE_STATE,      /* a recurrent state in some or all layers */
  ULL_RULE_SHARED,     /* layers that read an earlier layer's cache */
  ULL_RULE_PER_LAYER,  /* heads given layer by layer */
  ULL_RULE_SIDE,       /* a second cache for an encoder's or an image's tokens */
  ULL_RULE_COMPRESSED, /* entries that stand for several tokens */
  ULL_RULE_INDEXED,    /* full attention with an indexer's keys beside it */
  ULL_N_RULES,
} UllRule;

/* Where the number of KV heads stands, if not in an ordinary member. */
typedef enum
{
  ULL_KV_MEMBER,
  ULL_KV_FALCON,      /* new_decoder_architecture, multi_query */
  ULL_KV_MULTI_QUERY, /* multi_query: one head unless it is false */
  ULL_KV_CHATGLM,     /* multi_query_attention, multi_query_group_num */
  ULL_KV_ATTN_CONFIG, /* attn_config.kv_n_heads, attn_config.attn_type */
  ULL_KV_OLMO,        /* n_kv_heads, else multi_query_attention */
} UllKvRule;

/* Which layers slide where a window is in force and layer_types does not say. */
typedef enum
{
  ULL_PATTERN_NONE,              /* the class knows no window */
  ULL_PATTERN_LISTED,            /* only layer_types makes a layer slide */
  ULL_PATTERN_ALL,
  ULL_PATTERN_LAST_OF,           /* all but the last of every `period` layers */
  ULL_PATTERN_FIRST_OF,          /* all but the first of every `period` layers */
  ULL_PATTERN_LAST_OF_BACK,      /* all but the last of every `period` layers, counted from the model's end */
  ULL_PATTERN_LAST_OF_AND_FIRST, /* as LAST_OF, and the model's first layer is full */
  ULL_PATTERN_LAST_OF_AND_END,   /* as LAST_OF, and the model's last layer is full, even against layer_types */
  ULL_PATTERN_FROM,              /* those from max_window_layers on (`period` where it is absent) */
  ULL_PATTERN_ODD_BELOW,         /* every second one below max_window_layers */
  ULL_PATTERN_NO_ROPE,           /* those without rope */
  ULL_PATTERN_CHUNK,             /* those with rope, in chunks of attention_chunk_size (`window` where it is absent) */
} UllPattern;

/* How the weights of a family are shaped, for counting parameters; 0 where that is not known. */
typedef enum
{
  ULL_SHAPE_COUNTED = 1 << 0,
  ULL_SHAPE_TIED = 1 << 1,           /* output and input embedding are one where the file does not say */
  ULL_SHAPE_QKV_BIAS = 1 << 2,       /* q, k and v always have a bias, o has none */
  ULL_SHAPE_ATTENTION_BIAS = 1 << 3, /* q, k, v and o where attention_bias is true */
  ULL_SHAPE_BIAS = 1 << 4,           /* the same where bias is true, or absent */
  ULL_SHAPE_USE_BIAS = 1 << 5,       /* every projection where use_bias is true, or absent */
  ULL_SHAPE_MLP_BIAS = 1 << 6,       /* the MLP's where mlp_bias is true */
  ULL_SHAPE_PLAIN_MLP = 1 << 7,      /* two matrices: no gate */
  ULL_SHAPE_NORM_BIAS = 1 << 8,
  ULL_SHAPE_QK_NORM_HEAD = 1 << 9,   /* a norm over one head's q and one over its k */
  ULL_SHAPE_QK_NORM_WHOLE = 1 << 10, /* the same over all heads */
  ULL_SHAPE_EXPERTS = 1 << 11,       /* every layer a router and experts */
  ULL_SHAPE_FOUR_NORMS = 1 << 12,    /* a norm before and one behind each of attention and MLP */
  ULL_SHAPE_FOURFOLD = 1 << 13,      /* the MLP is four times as wide as the model where the file does not say */
  ULL_SHAPE_HALF_WIDTH = 1 << 14,    /* the width that the file says is of both matrices into the MLP together */
  ULL_SHAPE_EVERY_BIAS = 1 << 15,    /* every projection has one */
  ULL_SHAPE_MLP_HAS_BIAS = 1 << 16,  /* the MLP's have one, attention's none */
  ULL_SHAPE_ONE_NORM = 1 << 17,      /* one norm for attention and MLP, which stand side by side */
  ULL_SHAPE_FALCON = 1 << 18,        /* one or two norms, and biases, by Falcon's own members */
  ULL_SHAPE_POSITION_TABLE = 1 << 19, /* positions are learned, a row each */
  ULL_SHAPE_EMBEDDING_NORM = 1 << 20, /* a norm behind the embedding */
  ULL_SHAPE_HEAD_BIAS = 1 << 21,
  ULL_SHAPE_MAY_REPEAT = 1 << 22,    /* tied, and files are known that hold the output's matrix all the same */
  ULL_SHAPE_MASKS = 1 << 23,         /* files are known that hold each layer's mask, a byte a pair of positions */
  ULL_SHAPE_MPT = 1 << 24,           /* what MPT's own members say it has not */
} UllShapes;

typedef struct
{
  const char *id; /* model_type */
  UllRule rule;
  /* The class's defaults: what a member that is absent stands for. 0: none, the member's own rule holds. */
  gint32 layers;
  gint32 hidden;
  gint32 heads;
  gint32 kv_heads;
  gint32 head_dim;
  gint32 positions;
  gint32 window;
  UllPattern pattern;
  gint32 period;
  gint32 v_head_dim;      /* of a value, where it is not a key's */
  gint32 global_head_dim; /* of the full layers, where it is not the sliding ones' */
  gint32 shared;          /* layers at the end that share a cache */
  gint32 latent;          /* kv_lora_rank */
  gint32 rope;            /* qk_rope_head_dim */
  gint32 indexer;         /* index_head_dim; 0: only where the file has an indexer */
  gint32 attentions;      /* in one layer; 0: one */
  gboolean window_switch; /* a window is off unless use_sliding_window turns it on */
  UllKvRule kv_rule;
  UllShapes shapes;
  /* (nullable) Markers whose meaning the family's rule reads, separated by spaces; a name that ends in * stands for all
   * that begin so. */
  const char *understands;
} UllConfigFamily;

/* One file being read. */
typedef struct
{
  UllJsonRef top;
  UllJsonRef text; /* the object of the language model; = top where nothing is nested */
  gboolean nested;
  UllConfigFlags flags;
  char *type;      /* model_type as written, or the architecture where there is none */
  UllJsonRef type_ref;
  const UllConfigFamily *family;
  GPtrArray *warnings; /* of char * */
  gint64 layers;
  gint64 drafts; /* speculative (MTP) layers behind them */
  gint64 heads;
  gint64 hidden; /* -1 where the file does not need to say */
  gint64 kv_heads;
  gint64 head_dim;
  gint64 positions; /* -1: no limit is given */
  gint64 parameters; /* as published, or -1 */
  const UllJson *quantisation; /* (nullable): where the text has none */
  const char *fault; /* (nullable): of a file that would tell */
} UllConfigReader;

/* (nullable): by model_type, or by the class that "architectures" names. */
const UllConfigFamily *ull_config_family_by_type (const char *type);
const UllConfigFamily *ull_config_family_by_architecture (const char *architecture);
/* For files that name neither: by a member that only one family's have, which is set in *ref. */
const UllConfigFamily *ull_config_family_by_members (const UllConfigReader *reader, UllJsonRef *ref);
/* What an unknown type is read as when the person says so. */
const UllConfigFamily *ull_config_family_plain (void);

/* An unknown type, read as plain attention because the person says so. */
gboolean ull_config_is_plain (const UllConfigReader *reader);

/* The member under the first of its names that is there and not null. */
gboolean ull_config_find (const UllConfigReader *reader, UllMember member, UllJsonRef *value);
/* Looks in the nested object, then at the top. null counts as absent. */
gboolean ull_config_find_named (const UllConfigReader *reader, const char *name, UllJsonRef *value);
/* A count in its member's range; @fallback (if positive) where it is absent, which leaves a warning. */
gboolean ull_config_read_count (UllConfigReader *reader,
                                UllMember member,
                                gint64 fallback,
                                gint64 *value,
                                GError **error);
/* -1 where it is absent or no count: for figures that no answer hangs on. */
gint64 ull_config_get_count (const UllConfigReader *reader, UllMember member);
/* @fallback where it is absent or neither true nor false. */
gboolean ull_config_get_flag (const UllConfigReader *reader, const char *name, gboolean fallback);
const char *ull_config_member_get_name (UllMember member);
/* The object that holds the language model. */
void ull_config_find_text (UllConfigReader *reader);
void ull_config_warn (UllConfigReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Layers, heads, KV heads, head size: the figures that every attention has. */
gboolean ull_config_read_shape (UllConfigReader *reader, GError **error);
/* The same one by one, for rules in which not every layer has attention; heads reads the KV heads too. */
gboolean ull_config_read_layers (UllConfigReader *reader, GError **error);
gboolean ull_config_read_heads (UllConfigReader *reader, GError **error);
gboolean ull_config_read_hidden (UllConfigReader *reader, GError **error);
gboolean ull_config_read_head_dim (UllConfigReader *reader, GError **error);
/* FALSE, naming the member, where one tells of something that plain attention does not have. */
gboolean ull_config_check_markers (const UllConfigReader *reader, GError **error);
/* Whether the family's rule reads the marker @key. */
gboolean ull_config_understands (const UllConfigReader *reader, const char *key);
/* How many layers there are for speculation; 0 where the file names none. */
gboolean ull_config_read_drafts (UllConfigReader *reader, GError **error);
/* An UllLayerKind for each layer and each draft layer, and the tokens a sliding or a chunked one keeps. Needs layers,
 * drafts and positions. */
gboolean ull_config_read_kinds (UllConfigReader *reader,
                                guint8 *layer_kinds,
                                gint64 caps[ULL_N_LAYER_KINDS],
                                GError **error);
/* Makes ULL_LAYER_SHARED of the kinds of layers that read an earlier layer's cache. */
gboolean ull_config_share_layers (UllConfigReader *reader, guint8 *layer_kinds, GError **error);
/* A list of @n whole numbers from @min to @max, no more and no fewer. */
gboolean ull_config_read_list (UllJsonRef list, gint64 n, gint64 min, gint64 max, gint64 *values, GError **error);
/* The member under this very name, from @min to @max; @value stays what it was where it is absent or null. */
gboolean ull_config_read_named (const UllConfigReader *reader,
                                const char *name,
                                gint64 min,
                                gint64 max,
                                gint64 *value,
                                GError **error);

/* What a layer keeps of a token: of a full layer, and of a sliding or chunked one. */
typedef struct
{
  gint64 heads;
  gint64 k_dim;
  gint64 v_dim;
} UllConfigHeads;

gboolean ull_config_read_kind_heads (UllConfigReader *reader,
                                     UllConfigHeads *full,
                                     UllConfigHeads *sliding,
                                     GError **error);

/* The rules: each fills the facts' runs and layers. */
gboolean ull_config_read_attention (UllConfigReader *reader, UllModel *facts, GError **error);
gboolean ull_config_read_latent (UllConfigReader *reader, UllModel *facts, GError **error);
gboolean ull_config_read_compressed (UllConfigReader *reader, UllModel *facts, GError **error);
gboolean ull_config_read_per_layer (UllConfigReader *reader, UllModel *facts, GError **error);
gboolean ull_config_read_state (UllConfigReader *reader, UllModel *facts, GError **error);
gboolean ull_config_read_side (UllConfigReader *reader, UllModel *facts, GError **error);

/* Length limit, formats, weights: what the rules have no part in. */
gboolean ull_config_read_positions (UllConfigReader *reader, GError **error);
void ull_config_read_facts (UllConfigReader *reader, UllModel *facts);
/* Of one MLP, which is no expert; -1: not known. */
gint64 ull_config_get_width (const UllConfigReader *reader);
/* Elements of an encoder for images that stands in a member of the vendor's own, or in none; 0: there is none. */
gint64 ull_config_count_own_tower (const UllConfigReader *reader);
/* Of a model whose layers are not all alike, or -1. @whole: to the last one, and not but for norms and the like. */
gint64 ull_config_count_unlike (const UllConfigReader *reader, const UllModel *facts, gboolean *whole);
/* From the shapes, or -1. */
gint64 ull_config_count_parameters (const UllConfigReader *reader);

/* What a quantised file says of its weights. */
typedef struct
{
  gint64 bits; /* of a weight, millionths; 0: not quantised, -1: in a way that is not understood */
  gboolean blocks;         /* one scale of 32 bits for each square */
  gboolean ordered;        /* each input's group may be stored */
  gboolean column_zeros;   /* a zero stands beside each column's scale, and bits do not count it */
  gboolean may_take_head;  /* the output and the routers are not said to be left alone, and such recipes take what is not */
  gint64 may_keep;         /* layers of which something is said to be left alone that the switches below do not tell */
  gboolean only_experts;
  gboolean keeps_attention;
  gboolean keeps_shared;
  gboolean takes_embeddings; /* and the output */
  gint64 listed;             /* elements of modules that are listed one by one, and nothing else is quantised; 0: no such list */
  gint64 least, most;        /* bits, millionths, between which the mean is; both 0: it is known */
} UllConfigQuantisation;

/* Widths that the modules of a layer have, besides the sizes that every reader has. */
typedef struct
{
  gint64 rank, rope, nope, v_dim, query_rank; /* of a latent; rank 0: none */
  gint64 shared;                              /* width of the MLP that all tokens take beside the experts */
  gint64 dense;                               /* width of an ordinary MLP */
  gint64 dense_layers;
  gint64 index_heads, index_dim;              /* of an indexer beside a latent */
} UllConfigShapes;

/* Bytes that the files may have less, or more, than the shapes come to. */
typedef struct
{
  gint64 less;
  gint64 more;
} UllConfigRange;

void ull_config_read_range (const UllConfigReader *reader,
                            const UllConfigShapes *shapes,
                            const UllConfigQuantisation *quantisation,
                            const UllModel *facts,
                            UllConfigRange *range);

/* The object that tells how the weights are quantised. */
gboolean ull_config_find_quantisation (const UllConfigReader *reader, UllJsonRef *object);
/* ModelOpt's: bits by quant_algo, or -1; and of one that gives each module its own. */
gint64 ull_config_modelopt_bits (UllJsonRef object);
gboolean ull_config_is_mixed (UllJsonRef object);
void ull_config_read_mixed (const UllConfigReader *reader, UllJsonRef object, UllConfigQuantisation *quantisation);
void ull_config_warn_of_quantisation (UllConfigReader *reader);
/* Of a family whose layers are made of nothing but what is counted. */
gboolean ull_config_has_known_matrices (const UllConfigReader *reader);
/* Why the shapes do not tell what the weights come to. */
void ull_config_warn_of_lack (UllConfigReader *reader);
void ull_config_read_quantisation (const UllConfigReader *reader, UllConfigQuantisation *quantisation);
/* After the parameters: they are a part of it. */
void ull_config_read_anatomy (const UllConfigReader *reader, UllModel *facts, UllConfigRange *range);
/* The kind of scaled positions, or NULL. (transfer full) */
char *ull_config_dup_scaling (UllJsonRef scaling);

/* What is known of a configuration besides its text. */
typedef struct
{
  const char *title;  /* (nullable) */
  const char *digest; /* (nullable): of the file */
  gint64 parameters;  /* as published, for models whose shapes do not tell it; or -1 */
  const UllJson *quantisation; /* (nullable): what the text does not say of its weights, as a quantization_config */
  const char *fault; /* (nullable): why that is not known, a warning where the weights' size hangs on it */
} UllConfigSource;

/* @top: the configuration as an object, perhaps inside another document. */
UllModel *ull_config_read (UllJsonRef top, const UllConfigSource *source, UllConfigFlags flags, GError **error);
char *ull_config_digest (const UllJson *json);
/* The bundled model of a repository whose weights are quantised, and how, by its name; NULL where its name does not say. */
const char *ull_config_quantised_of (const char *repository, const char **quantisation);

G_END_DECLS
