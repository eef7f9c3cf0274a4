#pragma once

#include "ull-launch.h"
#include "ull-shell.h"
#include "ull-vllm-flags.h"

G_BEGIN_DECLS

/* A launch command cut into what the readers of an engine's flags take. */
typedef struct
{
  UllLaunchEngine engine;
  GPtrArray *words; /* behind the program */
  GPtrArray *env;   /* NAME=VALUE, of the text, the command and the container; later ones hold */
  char *image;      /* (nullable) */
  char *gpus;       /* (nullable): docker's --gpus */
  const UllShellCommand *source; /* of the text itself; NULL: of a text in it */
  gboolean model_first; /* the first word without a flag is the model */
} UllLaunchCut;

void ull_launch_cut_free (UllLaunchCut *cut);

/* (transfer full) (element-type UllLaunchCut) */
GPtrArray *ull_launch_cut (GPtrArray *commands, GHashTable *fills);

/* The engine of words that begin with a program, and how many words say so: 0 where they begin with none. */
guint ull_launch_match_program (GPtrArray *words, guint at, UllLaunchEngine *engine);
/* ULL_LAUNCH_UNKNOWN where the image's name says nothing. */
UllLaunchEngine ull_launch_match_image (const char *image);
/* A flag that only one engine has. */
UllLaunchEngine ull_launch_match_flag (const char *flag);
/* Whether the text may hold a launch command: a word that some engine's does. */
gboolean ull_launch_is_mentioned (const char *text);

/* In words of docker run, podman run or kubectl run: the index before the engine's words; 0 where there is none. Options that
 * matter are put into @cut. */
guint ull_launch_read_container (GPtrArray *words, UllLaunchCut *cut);

/* One flag with its values: what stands between it and the next. Words that belong to none are flags without a name. */
typedef struct
{
  char *typed;       /* the word as it stands, or what of it stands before its "=" */
  char *name;        /* as the engine reads it: without hyphens in front, underscores hyphens */
  char *path;        /* (nullable): of --name.a.b, "a.b" */
  gboolean is_short; /* one hyphen stood in front */
  GPtrArray *values; /* (element-type utf8) */
} UllLaunchFlag;

/* How many words a flag takes. */
typedef enum
{
  ULL_ARITY_NONE,
  ULL_ARITY_ONE,
  ULL_ARITY_ALL, /* up to the next flag; where it is not known too */
} UllLaunchArity;

/* (transfer full) (element-type UllLaunchFlag) */
GPtrArray *ull_launch_split (GPtrArray *words, UllLaunchArity (*arity) (const UllLaunchFlag *flag));

/* An item more; @flag and @value are copied, holes shown. (transfer none) */
UllLaunchItem *ull_launch_add (UllLaunch *launch, UllLaunchState state, const char *flag, const char *value);
/* The same, about a value that sets @field, or would: read by its form; a hole, or a value that is refused, is said. */
UllLaunchItem *ull_launch_add_value (UllLaunch *launch, const char *flag, const char *value, UllVllmForm form, int field);
/* A cache format: both K and V. */
void ull_launch_add_kv_dtype (UllLaunch *launch, const char *flag, const char *value);
void ull_launch_add_choice (UllLaunch *launch, const char *flag, const char *value, UllFieldId field);
/* A flag whose value is an object: its members. */
void ull_launch_add_json (UllLaunch *launch, const UllLaunchFlag *flag, const UllVllmFlag *known);
/* Text by a rule of its own: what is wrong, and what would be right. */
void ull_launch_set_wrong (UllLaunchItem *item, const char *note);

/* Adds the items of vLLM's flags. */
void ull_launch_read_vllm (UllLaunch *launch, const UllLaunchCut *cut);
/* Lists the flags of an engine whose settings are not known here. */
void ull_launch_read_other (UllLaunch *launch, const UllLaunchCut *cut);
/* Variables that say how many cards there are, and those of the engine; the container's image and cards. */
void ull_launch_read_environment (UllLaunch *launch, const UllLaunchCut *cut);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLaunchCut, ull_launch_cut_free)

G_END_DECLS
