#pragma once

#include "ull-error.h"
#include "ull-field.h"

G_BEGIN_DECLS

typedef struct _UllCommand UllCommand;

/* One option as --help lists it and as the parser takes it. */
typedef struct
{
  const char *name;  /* without dashes */
  const char *value; /* "SIZE"; NULL for a switch */
  const char *help;
  const char *group;     /* heading in --help */
  char letter;           /* short form, or 0 */
  gboolean many;         /* may be given more than once */
  const UllField *field; /* the setting behind it, whose default --help tells; or NULL */
} UllOption;

typedef struct _UllArgs UllArgs;

/* @argv: what follows the command's name, NULL-terminated. ULL_ERROR_USAGE on an unknown option, one given
 * twice, a value that is missing or not taken, and an operand too many. */
UllArgs *ull_args_parse (const UllCommand *command, char **argv, GError **error);
void ull_args_free (UllArgs *args);

gboolean ull_args_has (const UllArgs *args, const char *option);
/* The option's value, NULL where it was not given. */
const char *ull_args_get (const UllArgs *args, const char *option);
/* Every value of an option that may be given more than once: NULL-terminated, in order. */
const char *const *ull_args_get_all (const UllArgs *args, const char *option);
/* What was read of an option's value and is wanted again: one list, kept as long as the arguments. */
void ull_args_keep (const UllArgs *args, GPtrArray *list);
/* (transfer full) (nullable) */
GPtrArray *ull_args_dup_kept (const UllArgs *args);
/* (nullable) */
const char *ull_args_get_operand (const UllArgs *args, guint index);

/* Every option of the command: its own, the scenario's where it takes them, and those all commands share.
 * (transfer full) (element-type UllOption) */
GArray *ull_args_options (const UllCommand *command);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllArgs, ull_args_free)

G_END_DECLS
