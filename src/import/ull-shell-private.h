#pragma once

#include "ull-shell.h"

G_BEGIN_DECLS

/* What the lexer, the reader of expansions and the reader of lists share. */
typedef struct
{
  const char *start;
  const char *p;
  GPtrArray *commands;
  GPtrArray *words;
  GString *word;
  gboolean in_word;
  gboolean drop_word;        /* the next word is a redirection's file */
  gboolean broken_double;    /* a double quote without its end was met: there is no other pair */
  gboolean broken_single;
  const char *open_quote;    /* (nullable): the first quote of this command without its end */
  char *array;               /* the name of the array whose words are being read */
  GHashTable *variables;     /* name -> value, NULL where the text gives more than one */
  GHashTable *arrays;        /* name -> GPtrArray of words */
  GHashTable *fills;         /* (nullable) */
} UllShellLexer;

void ull_shell_lexer_init (UllShellLexer *lexer, const char *text, GHashTable *fills);
void ull_shell_lexer_clear (UllShellLexer *lexer);
void ull_shell_lexer_run (UllShellLexer *lexer);

/* Ends the word, if one was begun. */
void ull_shell_end_word (UllShellLexer *lexer);
void ull_shell_end_command (UllShellLexer *lexer);
void ull_shell_append_text (UllShellLexer *lexer, const char *text, gsize length);

/* At a dollar sign, a back-tick or what opens a placeholder: reads it whole; FALSE where it is none of them. */
gboolean ull_shell_read_dollar (UllShellLexer *lexer, gboolean quoted);
gboolean ull_shell_read_ticks (UllShellLexer *lexer);
gboolean ull_shell_read_placeholder (UllShellLexer *lexer);
/* Words that assign, at the front of @words or behind export, are what later words of their names mean. */
void ull_shell_note_variables (UllShellLexer *lexer, GPtrArray *words);
/* The length of NAME where @text begins with NAME= (or NAME+=); 0 where it does not. */
gsize ull_shell_assigned_name (const char *text);

/* The text of one scalar of a list with its holes marked. (transfer full) */
char *ull_shell_mark_holes (const char *text, GHashTable *fills);

/* Lists of arguments as container files write them. FALSE where the text holds none. */
gboolean ull_shell_read_lists (const char *text, GHashTable *fills, GPtrArray *commands);

/* Where @at stands in the lexer's text, both from one; a column is a character. */
void ull_shell_find_place (const UllShellLexer *lexer, const char *at, guint *line, guint *column);

UllShellCommand *ull_shell_command_new (GPtrArray *words, const char *array, const char *image);

G_END_DECLS
