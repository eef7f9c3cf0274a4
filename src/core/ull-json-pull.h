#pragma once

#include "ull-json.h"

#include <string.h>

G_BEGIN_DECLS

/* A strict JSON text read once, from front to back, through a window of it: a document is never in memory, nor are its nodes.
 * The caller asks for what it expects; anything else is ULL_ERROR_SYNTAX with its place. */

typedef struct _UllJsonPull UllJsonPull;

/* Up to @size bytes of the text; 0: its end; -1: an error. */
typedef gssize (*UllJsonRead) (gpointer data, char *buffer, gsize size, GError **error);

/* Decoded, valid until the next call. No NUL ends it. */
typedef struct
{
  const char *text;
  gsize length;
} UllJsonText;

/* The longest string that is handed out; one that is passed over may be of any length. */
#define ULL_JSON_PULL_MAX_TEXT 65536

UllJsonPull *ull_json_pull_new (const char *name, UllJsonRead read, gpointer data);
void ull_json_pull_free (UllJsonPull *pull);

/* What comes next: a number is ULL_JSON_REAL, however it is written. */
gboolean ull_json_pull_type (UllJsonPull *pull, UllJsonType *type, GError **error);
/* Into an array or an object. */
gboolean ull_json_pull_open (UllJsonPull *pull, UllJsonType type, GError **error);
/* To the next element of an array or, with *more FALSE, out of it. */
gboolean ull_json_pull_element (UllJsonPull *pull, gboolean *more, GError **error);
/* To the value of the next member of an object or, with *more FALSE, out of it. */
gboolean ull_json_pull_member (UllJsonPull *pull, UllJsonText *name, gboolean *more, GError **error);
gboolean ull_json_pull_string (UllJsonPull *pull, UllJsonText *text, GError **error);
/* A whole number, which may be written 32.0. */
gboolean ull_json_pull_int (UllJsonPull *pull, gint64 *value, GError **error);
/* The same in digits alone; one that was written with a point or an exponent is 0, with *plain FALSE. */
gboolean ull_json_pull_digits (UllJsonPull *pull, gint64 *value, gboolean *plain, GError **error);
/* Over a value of any type. */
gboolean ull_json_pull_skip (UllJsonPull *pull, GError **error);
/* The text that is at hand from here on; nothing is read for it, so that it may end anywhere, and what was handed out stays valid. */
const char *ull_json_pull_peek (const UllJsonPull *pull, gsize *n);
/* Over so many bytes of it: a value that the caller has looked at by itself, without a line's end in it. */
void ull_json_pull_pass (UllJsonPull *pull, gsize n);
/* Nothing may follow but blanks. */
gboolean ull_json_pull_end (UllJsonPull *pull, GError **error);

/* Sets "NAME: line N, column N: message" at where the reader stands. FALSE. */
gboolean ull_json_pull_refuse (UllJsonPull *pull, GError **error, UllError code, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
/* A text of the file as a message can repeat it. (transfer full) */
char *ull_json_text_dup_shown (const UllJsonText *text);

static inline gboolean
ull_json_text_equal (const UllJsonText *text, const char *other)
{
  gsize length = strlen (other);

  return length == text->length && memcmp (text->text, other, length) == 0;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllJsonPull, ull_json_pull_free)

G_END_DECLS
