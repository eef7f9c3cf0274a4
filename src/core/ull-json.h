#pragma once

#include "ull-error.h"

G_BEGIN_DECLS

/* A strict JSON scanner with positions, a depth limit and exact integers. A document is a flat array of nodes over the
 * text; nothing recurses, so hostile nesting is an error and never a crash. */

typedef enum
{
  ULL_JSON_STRICT, /* RFC 8259; a duplicate member, a number beyond 64 bits or an unknown escape is an error */
  ULL_JSON_HF,     /* also bare Infinity, -Infinity, NaN (as Python writes them); the last duplicate wins */
} UllJsonDialect;

typedef enum
{
  ULL_JSON_NULL,
  ULL_JSON_BOOLEAN,
  ULL_JSON_INTEGER,
  ULL_JSON_REAL,      /* has a fraction or an exponent, or is an integer beyond 64 bits (hf) */
  ULL_JSON_NONFINITE, /* hf only */
  ULL_JSON_STRING,
  ULL_JSON_ARRAY,
  ULL_JSON_OBJECT,
} UllJsonType;

#define ULL_JSON_MAX_DEPTH 64

typedef struct _UllJson UllJson;

/* A value in a document: a small handle, valid as long as the document. */
typedef struct
{
  const UllJson *json;
  guint32 node;
} UllJsonRef;

/* @name: the file's base name, for messages ("config.json: line 3, column 9: …"). @text need not be terminated and is
 * copied. */
UllJson *ull_json_parse (const char *name,
                         const char *text,
                         gsize length,
                         UllJsonDialect dialect,
                         GError **error);
void ull_json_free (UllJson *json);
const char *ull_json_get_name (const UllJson *json);
const char *ull_json_get_text (const UllJson *json, gsize *length);

UllJsonRef ull_json_root (const UllJson *json);
UllJsonType ull_json_type (UllJsonRef ref);
/* Members of an object or elements of an array. */
guint ull_json_length (UllJsonRef ref);
/* FALSE where the object has no such member (or @object is none). An explicit null is found: see ull_json_type(). */
gboolean ull_json_get (UllJsonRef object, const char *member, UllJsonRef *value);
/* The children in order: for (ok = ull_json_first (a, &c); ok; ok = ull_json_next (&c)) … */
gboolean ull_json_first (UllJsonRef container, UllJsonRef *child);
gboolean ull_json_next (UllJsonRef *child);
/* The member's name, decoded (transfer full); NULL for an array's element or the root. */
char *ull_json_dup_key (UllJsonRef ref);
/* The value's own text, as it stands in the file (transfer full). */
char *ull_json_dup_raw (UllJsonRef ref);

/* Typed reads. ULL_ERROR_INVALID with the place where the value is something else. An integer may be written 32.0. */
gboolean ull_json_read_int (UllJsonRef ref, gint64 *value, GError **error);
gboolean ull_json_read_double (UllJsonRef ref, double *value, GError **error);
gboolean ull_json_read_bool (UllJsonRef ref, gboolean *value, GError **error);
char *ull_json_read_string (UllJsonRef ref, GError **error);

/* "text_config.layer_types[3]" (transfer full). */
char *ull_json_dup_path (UllJsonRef ref);
guint ull_json_get_line (UllJsonRef ref);
/* Of the member, or of a value without a name; in characters, from 1. */
guint ull_json_get_column (UllJsonRef ref);
/* Text from a file as a message can repeat it: one line, and not too long (transfer full). */
char *ull_json_dup_shown (const char *text);
/* Sets "NAME: line N, PATH: message". */
void ull_json_set_error (UllJsonRef ref, GError **error, UllError code, const char *format, ...) G_GNUC_PRINTF (4, 5);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllJson, ull_json_free)

G_END_DECLS
