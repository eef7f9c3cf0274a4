#pragma once

#include "ull-error.h"
#include "ull-field.h"

G_BEGIN_DECLS

/* Launch commands of serving engines, as people write them: found in a text, split into flags, and what they say of memory
 * understood. vLLM's flags are understood; those of other engines are split and listed. */

typedef enum
{
  ULL_LAUNCH_UNKNOWN,
  ULL_LAUNCH_VLLM,
  ULL_LAUNCH_SGLANG,
  ULL_LAUNCH_LLAMA_CPP,
  ULL_LAUNCH_TENSORRT_LLM,
  ULL_LAUNCH_LMDEPLOY,
  ULL_LAUNCH_OLLAMA,
  ULL_LAUNCH_MLX_LM,
  ULL_LAUNCH_TGI,
  ULL_N_LAUNCH_ENGINES,
} UllLaunchEngine;

/* What became of a part of the command. */
typedef enum
{
  ULL_LAUNCH_COUNTED, /* it sets something of the plan */
  ULL_LAUNCH_NEUTRAL, /* known, and changes no memory */
  ULL_LAUNCH_LEFT,    /* not counted: unknown, or known to matter and not in the plan */
  ULL_LAUNCH_HOLE,    /* its value is not in the text */
  ULL_LAUNCH_WRONG,   /* a value that the engine would refuse */
} UllLaunchState;

#define ULL_LAUNCH_NO_FIELD (-1)

typedef struct
{
  UllLaunchState state;
  char *flag;      /* as it was typed: "--max_num_seqs", "-tp"; a variable's name; "" for a word without one */
  char *value;     /* (nullable): as it was typed, holes as ${NAME} */
  char *note;      /* (nullable): translated: why it is not counted, what is wrong and would be right */
  char *hole;      /* (nullable): of a hole, its name */
  char *fallback;  /* (nullable): what the text gives in the hole's stead */
  int field;       /* UllFieldId, or ULL_LAUNCH_NO_FIELD */
  gint64 number;   /* the field's value, where counted */
} UllLaunchItem;

typedef struct
{
  UllLaunchEngine engine;
  char *text;         /* the command on one line, holes as ${NAME} */
  char *model;        /* (nullable): a repository's name or a path; NULL: not said, or a hole */
  char *model_hole;   /* (nullable): the hole that stands for it */
  char *image;        /* (nullable): the container's image */
  char *open_quote;   /* (nullable): translated: the place of a quote without its end, and what would be right */
  gint64 cards;       /* that the process sees; -1: not said */
  GPtrArray *items;   /* (element-type UllLaunchItem), in the order of the command */
} UllLaunch;

/* Every launch command of @text, (transfer full) (element-type UllLaunch). @fills: (nullable) (element-type utf8 utf8): holes by
 * name. ULL_ERROR_MISSING where there is none, ULL_ERROR_SYNTAX where a quote
 * without its end may be why. */
GPtrArray *ull_launch_parse (const char *text, gsize length, GHashTable *fills, GError **error);

/* "vllm" */
const char *ull_launch_engine_get_id (UllLaunchEngine engine);
/* "vLLM"; no word of a language. */
const char *ull_launch_engine_get_label (UllLaunchEngine engine);
/* "understood", "neutral", "not_counted", "hole", "wrong" */
const char *ull_launch_state_get_id (UllLaunchState state);
/* The item that sets the field; NULL where none does. */
const UllLaunchItem *ull_launch_find (const UllLaunch *launch, UllFieldId field);
guint ull_launch_count (const UllLaunch *launch, UllLaunchState state);

G_END_DECLS
