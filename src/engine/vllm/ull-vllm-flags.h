#pragma once

#include "ull-field.h"

G_BEGIN_DECLS

/* How the value of a flag is written. */
typedef enum
{
  ULL_VLLM_SWITCH, /* none; --no-NAME turns it off */
  ULL_VLLM_COUNT,  /* a whole number */
  ULL_VLLM_HUMAN,  /* the same, or with a suffix: k is 1000, K is 1024 */
  ULL_VLLM_LENGTH, /* the same, or -1 or auto: what fits */
  ULL_VLLM_FRACTION,
  ULL_VLLM_BYTES, /* as HUMAN, bytes */
  ULL_VLLM_DTYPE,
  ULL_VLLM_CHOICE, /* an id of the field's choices, case and hyphens aside */
  ULL_VLLM_TEXT,
  ULL_VLLM_TEXTS, /* one or more */
  ULL_VLLM_JSON,
} UllVllmForm;

typedef enum
{
  ULL_VLLM_SETS,    /* its value is a field's */
  ULL_VLLM_CLEARS,  /* a switch whose being on turns a field off */
  ULL_VLLM_SPECIAL, /* more than one field, or by a rule of its own */
  ULL_VLLM_NEUTRAL, /* changes no memory of the card */
  ULL_VLLM_MATTERS, /* changes memory, and is not counted: the note says how */
} UllVllmEffect;

typedef struct
{
  const char *name;  /* without hyphens in front */
  const char *alias; /* (nullable): short form, behind one hyphen */
  UllVllmForm form;
  UllVllmEffect effect;
  int field;        /* UllFieldId, or -1 */
  const char *note; /* (nullable): N_() a phrase: what is done about it, or why it is not counted */
} UllVllmFlag;

/* The flag of that name without hyphens in front, its underscores hyphens; a beginning that only one has names it too, as vLLM
 * reads it. *off: it is the switch's --no- form. NULL where no flag is meant, *ambiguous where more than one is. */
const UllVllmFlag *ull_vllm_flag_find (const char *name, gboolean *off, gboolean *ambiguous);
/* By its form behind one hyphen: "tp". (nullable) */
const UllVllmFlag *ull_vllm_flag_find_alias (const char *alias);
/* The flag that sets a field: what a command is written with. (nullable) */
const UllVllmFlag *ull_vllm_flag_of_field (UllFieldId field);
/* In order, ended by one without a name. */
const UllVllmFlag *ull_vllm_flags (void);
/* (nullable): translated */
const char *ull_vllm_flag_get_note (const UllVllmFlag *flag);

G_END_DECLS
