#pragma once

#include "ull-stream.h"

G_BEGIN_DECLS

/* Comma-separated values as RFC 4180 has them, field by field, a field in memory at a time. Where the first row has no comma,
 * its semicolons or tabs part the fields: so spreadsheets write where a comma is for decimals. */

typedef enum
{
  ULL_CSV_FIELD,      /* others follow in its row */
  ULL_CSV_LAST_FIELD, /* of its row */
  ULL_CSV_END,        /* no field */
  ULL_CSV_FAULT,      /* an error */
} UllCsvToken;

/* What is kept of a field: a number or a name is shorter. */
#define ULL_CSV_KEPT 255

typedef struct
{
  UllStream *stream; /* Borrowed */
  guint64 row;       /* of the field just read, from 1: the header counts, a line break in quotes does not */
  guint column;      /* the same, from 1 */
  gsize length;      /* bytes of the field */
  gboolean quoted;
  gboolean row_ended;
  char separator;
  char text[ULL_CSV_KEPT + 1];
} UllCsv;

void ull_csv_init (UllCsv *csv, UllStream *stream);
UllCsvToken ull_csv_next (UllCsv *csv, GError **error);
/* Whether the field just read is a row of its own without anything in it. */
gboolean ull_csv_is_blank (const UllCsv *csv, UllCsvToken token);
/* Bytes of a field as a message can repeat them: one line of UTF-8, and not too long (transfer full). */
char *ull_csv_dup_shown (const char *text);
/* Sets "FILE: row R, column C: message". @name: what the column is called, or NULL for its number. */
void ull_csv_set_error (
  const UllCsv *csv, const char *name, GError **error, UllError code, const char *format, ...) G_GNUC_PRINTF (5, 6);

/* A row as the standard ends it; what is printed for scripts ends in a line feed alone. */
#define ULL_CSV_CRLF "\r\n"
#define ULL_CSV_LF "\n"

/* Appends the NULL-terminated @fields as one row. */
void ull_csv_append_row (GString *out, const char *const *fields, const char *ending);

G_END_DECLS
