#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Shell text as people paste it, made into commands of words. What the text does not say (a variable that nothing in it sets,
 * a substitution, a placeholder) stays in its word as a named hole, between these two; a default that the text gives follows
 * the name behind the third. No text that was read holds them otherwise. */
#define ULL_HOLE_BEGIN '\001'
#define ULL_HOLE_END '\002'
#define ULL_HOLE_DEFAULT '\003'

/* The longest text that is read. */
#define ULL_SHELL_MAX_BYTES (1 << 20)

typedef struct
{
  GPtrArray *words; /* (element-type utf8), assignments in front and all */
  char *array;      /* (nullable): the words are those of a bash array of this name, not a command */
  gboolean list;    /* arguments of a container, which need not begin with a program */
  char *image;      /* (nullable): the container's image, where one stood beside them */
  char open_quote;  /* of a quote without its end, the sign; 0: there is none */
  guint line;       /* of that quote, from one */
  guint column;
} UllShellCommand;

/* Commands in the order of the text, (element-type UllShellCommand). @fills: (nullable) (element-type utf8 utf8): what a
 * person says of holes, by name. Never fails: what cannot be read as shell is read as what it most looks like. */
GPtrArray *ull_shell_parse (const char *text, gsize length, GHashTable *fills);

/* The word as a person reads it: holes as ${NAME}. (transfer full) */
char *ull_shell_dup_shown (const char *word);
/* The first hole's name, and what the text gives in its stead; NULL where the word has none. (transfer full) */
char *ull_shell_dup_hole (const char *word, char **fallback);
gboolean ull_shell_has_hole (const char *word);
/* One word as a shell reads it back: quoted where it must be. Holes become ${NAME}. (transfer full) */
char *ull_shell_quote (const char *word);

G_END_DECLS
