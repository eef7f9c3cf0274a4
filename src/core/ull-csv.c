#include "ull-csv.h"

#include "ull-json.h"

#include <glib/gi18n-lib.h>

/* Fields are parted by commas (or by what the first row has in their place), rows by LF or CRLF; a field in quotes may hold all three, and a quote written twice. What
 * the RFC leaves undefined (a quote inside a bare field, text after a closing quote, CR alone) is refused, since each
 * reader takes it for something else. Only the beginning of a field is kept; a quote that is never closed would make the
 * rest of the file one field, so a field has a limit. */

#define MAX_FIELD_BYTES (16 << 20)

/* Of the first row; a comma in quotes parts nothing. */
static char
find_separator (UllStream *stream)
{
  gsize length;
  const char *line = ull_stream_peek_line (stream, &length);
  gboolean quoted = FALSE;
  char found = ',';

  for (gsize i = 0; i < length; i++)
    {
      quoted ^= line[i] == '"';
      if (quoted)
        continue;
      if (line[i] == ',')
        return ',';
      if (found == ',' && (line[i] == ';' || line[i] == '\t'))
        found = line[i];
    }
  return found;
}

void
ull_csv_init (UllCsv *csv, UllStream *stream)
{
  *csv = (UllCsv) { .stream = stream, .row_ended = TRUE, .separator = find_separator (stream) };
}

gboolean
ull_csv_is_blank (const UllCsv *csv, UllCsvToken token)
{
  return token == ULL_CSV_LAST_FIELD && csv->column == 1 && csv->length == 0 && !csv->quoted;
}

char *
ull_csv_dup_shown (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return ull_json_dup_shown (valid);
}

void
ull_csv_set_error (const UllCsv *csv, const char *name, GError **error, UllError code, const char *format, ...)
{
  g_autofree char *number = g_strdup_printf ("%u", csv->column);
  g_autofree char *shown = name != NULL ? ull_csv_dup_shown (name) : NULL;
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, ULL_ERROR, code, _("%s: row %" G_GUINT64_FORMAT ", column %s: %s"),
               ull_stream_get_path (csv->stream), csv->row, shown != NULL ? shown : number, message);
}

static UllCsvToken
syntax_fault (const UllCsv *csv, const char *message, GError **error)
{
  ull_csv_set_error (csv, NULL, error, ULL_ERROR_SYNTAX, "%s", message);
  return ULL_CSV_FAULT;
}

static gboolean
keep (UllCsv *csv, int byte, GError **error)
{
  if (byte == 0)
    {
      syntax_fault (csv, _("holds a NUL byte; a text file would be right"), error);
      return FALSE;
    }
  if (csv->length == MAX_FIELD_BYTES)
    {
      syntax_fault (csv, _("is longer than 16 MiB; a closing quote would be right"), error);
      return FALSE;
    }
  if (csv->length < ULL_CSV_KEPT)
    csv->text[csv->length] = (char) byte;
  csv->length++;
  return TRUE;
}

/* What ends a field, read already: @byte, and after CR its LF. */
static UllCsvToken
end_field (UllCsv *csv, int byte, GError **error)
{
  csv->text[MIN (csv->length, ULL_CSV_KEPT)] = '\0';
  if (byte == ULL_STREAM_FAULT)
    return ULL_CSV_FAULT;
  if (byte == csv->separator)
    return ULL_CSV_FIELD;
  csv->row_ended = TRUE;
  if (byte == '\r')
    {
      byte = ull_stream_next (csv->stream, error);
      if (byte == ULL_STREAM_FAULT)
        return ULL_CSV_FAULT;
      if (byte >= 0 && byte != '\n')
        return syntax_fault (csv, _("holds a carriage return; one before a line feed would be right"), error);
    }
  return ULL_CSV_LAST_FIELD;
}

static UllCsvToken
read_bare (UllCsv *csv, int byte, GError **error)
{
  for (; byte >= 0 && byte != csv->separator && byte != '\n' && byte != '\r'; byte = ull_stream_next (csv->stream, error))
    {
      if (byte == '"')
        return syntax_fault (csv, _("holds a quote; a field that begins with one, and doubles it, would be right"), error);
      if (!keep (csv, byte, error))
        return ULL_CSV_FAULT;
    }
  return end_field (csv, byte, error);
}

/* From after the opening quote. */
static UllCsvToken
read_quoted (UllCsv *csv, GError **error)
{
  csv->quoted = TRUE;
  for (;;)
    {
      int byte = ull_stream_next (csv->stream, error);

      if (byte == ULL_STREAM_FAULT)
        return ULL_CSV_FAULT;
      if (byte == ULL_STREAM_END)
        return syntax_fault (csv, _("has no closing quote; one would be right"), error);
      if (byte == '"')
        {
          byte = ull_stream_next (csv->stream, error);
          if (byte < 0 || byte == csv->separator || byte == '\n' || byte == '\r')
            return end_field (csv, byte, error);
          if (byte != '"')
            return syntax_fault (csv, _("goes on after its closing quote; a comma would be right"), error);
        }
      if (!keep (csv, byte, error))
        return ULL_CSV_FAULT;
    }
}

UllCsvToken
ull_csv_next (UllCsv *csv, GError **error)
{
  int byte = ull_stream_peek (csv->stream, error);

  if (byte == ULL_STREAM_FAULT)
    return ULL_CSV_FAULT;
  /* A comma before the end has an empty field after it. */
  if (byte == ULL_STREAM_END && csv->row_ended)
    return ULL_CSV_END;
  csv->column = csv->row_ended ? 1 : csv->column + 1;
  csv->row += csv->row_ended;
  csv->row_ended = FALSE;
  csv->length = 0;
  csv->quoted = FALSE;
  byte = ull_stream_next (csv->stream, error);
  return byte == '"' ? read_quoted (csv, error) : read_bare (csv, byte, error);
}
