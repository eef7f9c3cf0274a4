#include "ull-lengths-private.h"

#include "ull-csv.h"
#include "ull-json.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A log's rows to lengths. A row that cannot be one is refused with its row and column and never left out: a log that
 * silently lost its longest requests would plan for the others. A request's length is the sum of the wanted columns. */

#define MAX_COLUMNS 4096
#define MAX_WANTED 2
#define MAX_LINE_BYTES (16 << 20)
#define NAMES_SHOWN 8

typedef struct
{
  UllCsv csv;
  const char *names[MAX_WANTED + 1]; /* NULL-terminated: wanted columns; a number where `by_number` */
  guint wanted[MAX_WANTED];          /* their numbers, once they are known */
  guint n_wanted;
  gboolean by_number;
  guint n_columns; /* of the first row */
  gint64 sum;      /* of the present row */
  UllTally *tally; /* Borrowed */
} Table;

/* Most rows hold plain digits; everything else a person may write is the general parser's. */
static gboolean
parse_tokens (const char *text, gint64 *tokens, GError **error)
{
  g_autofree char *shown = NULL;
  gint64 value = 0;
  const char *p = text;

  for (; g_ascii_isdigit (*p) && p - text < 12; p++)
    value = value * 10 + (*p - '0');
  if (p > text && *p == '\0')
    {
      *tokens = value;
      return TRUE;
    }
  shown = ull_csv_dup_shown (text);
  if (!ull_count_parse (shown, tokens, error))
    return FALSE;
  if (*tokens <= ULL_LENGTHS_MAX)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("“%s” is more tokens than a request can have; at most 2^40 are read"),
               shown);
  return FALSE;
}

static gboolean
take_value (Table *table, guint wanted, GError **error)
{
  const char *name = table->by_number ? NULL : table->names[wanted];
  g_autoptr (GError) fault = NULL;
  gint64 tokens;

  if (table->csv.length == 0 || table->csv.length > ULL_CSV_KEPT)
    {
      ull_csv_set_error (&table->csv, name, error, ULL_ERROR_INVALID,
                         table->csv.length == 0 ? _("is empty; a number of tokens would be right")
                                                : _("is no number; a number of tokens would be right"));
      return FALSE;
    }
  if (!parse_tokens (table->csv.text, &tokens, &fault))
    {
      ull_csv_set_error (&table->csv, name, error, ULL_ERROR_INVALID, "%s", fault->message);
      return FALSE;
    }
  table->sum += tokens;
  return TRUE;
}

static gboolean
end_row (Table *table, GError **error)
{
  if (table->csv.column != table->n_columns)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
                   _("%s: row %" G_GUINT64_FORMAT ": the number of columns is %u; %u, as in the first row, would be right"),
                   ull_stream_get_path (table->csv.stream), table->csv.row, table->csv.column, table->n_columns);
      return FALSE;
    }
  if (table->sum < 1 || table->sum > ULL_LENGTHS_MAX)
    {
      table->csv.column = table->wanted[0];
      ull_csv_set_error (&table->csv, table->by_number ? NULL : table->names[0], error, ULL_ERROR_INVALID,
                         _("a request of %" G_GINT64_FORMAT " tokens; 1 to 2^40 would be right"), table->sum);
      return FALSE;
    }
  return ull_tally_add (table->tally, table->sum, ull_stream_get_path (table->csv.stream), error);
}

/* Blank rows are nothing at the end of a file, and a lost request before it. */
static gboolean
pass_blank (Table *table, GError **error)
{
  guint64 row = table->csv.row;
  UllCsvToken token;

  do
    token = ull_csv_next (&table->csv, error);
  while (ull_csv_is_blank (&table->csv, token));
  if (token == ULL_CSV_END)
    return TRUE;
  if (token != ULL_CSV_FAULT)
    g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
                 _("%s: row %" G_GUINT64_FORMAT ": is empty; a row for each request would be right"),
                 ull_stream_get_path (table->csv.stream), row);
  return FALSE;
}

static gboolean
read_rows (Table *table, GError **error)
{
  for (;;)
    {
      UllCsvToken token = ull_csv_next (&table->csv, error);

      if (token == ULL_CSV_END || token == ULL_CSV_FAULT)
        return token == ULL_CSV_END;
      if (ull_csv_is_blank (&table->csv, token))
        return pass_blank (table, error);
      if (table->csv.column == 1)
        table->sum = 0;
      for (guint i = 0; i < table->n_wanted; i++)
        if (table->csv.column == table->wanted[i] && !take_value (table, i, error))
          return FALSE;
      if (token == ULL_CSV_LAST_FIELD && !end_row (table, error))
        return FALSE;
    }
}

static GPtrArray *
read_first_row (Table *table, GError **error)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  UllCsvToken token;

  do
    {
      token = ull_csv_next (&table->csv, error);
      if (token == ULL_CSV_FAULT)
        return NULL;
      if (token == ULL_CSV_END)
        break;
      if (fields->len == MAX_COLUMNS)
        {
          ull_csv_set_error (&table->csv, NULL, error, ULL_ERROR_UNSUPPORTED, _("at most %d columns are read"), MAX_COLUMNS);
          return NULL;
        }
      g_ptr_array_add (fields, g_strdup (table->csv.text));
    }
  while (token == ULL_CSV_FIELD);
  table->n_columns = fields->len;
  return g_steal_pointer (&fields);
}

static char *
list_names (GPtrArray *fields)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < MIN (fields->len, NAMES_SHOWN); i++)
    {
      g_autofree char *shown = ull_csv_dup_shown (g_ptr_array_index (fields, i));

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", shown);
    }
  if (fields->len > NAMES_SHOWN)
    g_string_append (list, ", …");
  return g_string_free (g_steal_pointer (&list), FALSE);
}

static gboolean
find_column (Table *table, GPtrArray *fields, const char *name, guint *column, GError **error)
{
  g_autofree char *list = NULL, *shown = NULL;

  for (guint i = 0; i < fields->len; i++)
    if (g_str_equal (g_ptr_array_index (fields, i), name))
      {
        *column = i + 1;
        return TRUE;
      }
  list = list_names (fields);
  shown = ull_csv_dup_shown (name);
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: row 1: has no column “%s”; one of %s would be right"),
               ull_stream_get_path (table->csv.stream), shown, list);
  return FALSE;
}

/* A column by its number: the first row is a header unless a number stands there. */
static gboolean
take_numbered (Table *table, GPtrArray *fields, GError **error)
{
  guint64 number = g_ascii_strtoull (table->names[0], NULL, 10);
  gint64 tokens;

  if (number < 1 || number > fields->len)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: row 1: has no column %s; 1 to %u would be right"),
                   ull_stream_get_path (table->csv.stream), table->names[0], fields->len);
      return FALSE;
    }
  table->wanted[0] = (guint) number;
  if (!parse_tokens (g_ptr_array_index (fields, number - 1), &tokens, NULL))
    return TRUE;
  table->sum = tokens;
  return end_row (table, error);
}

static gboolean
read_table (Table *table, GError **error)
{
  g_autoptr (GPtrArray) fields = read_first_row (table, error);

  if (fields == NULL)
    return FALSE;
  if (fields->len == 0)
    return TRUE;
  for (table->n_wanted = 0; table->names[table->n_wanted] != NULL; table->n_wanted++)
    if (!table->by_number
        && !find_column (table, fields, table->names[table->n_wanted], &table->wanted[table->n_wanted], error))
      return FALSE;
  return (!table->by_number || take_numbered (table, fields, error)) && read_rows (table, error);
}

char **
ull_lengths_read_columns (const UllFileSource *source, const char *path, GError **error)
{
  g_autoptr (UllStream) stream = ull_stream_open (source, path, error);
  g_autoptr (GPtrArray) fields = NULL;
  Table table = { .n_columns = 0 };

  if (stream == NULL)
    return NULL;
  ull_csv_init (&table.csv, stream);
  if (ull_stream_peek (stream, NULL) == '{')
    return g_new0 (char *, 1);
  fields = read_first_row (&table, error);
  if (fields == NULL)
    return NULL;
  for (guint i = 0; i < fields->len; i++)
    {
      char *shown = ull_csv_dup_shown (g_ptr_array_index (fields, i));

      g_free (g_ptr_array_index (fields, i));
      g_ptr_array_index (fields, i) = shown;
    }
  g_ptr_array_add (fields, NULL);
  return (char **) g_ptr_array_steal (fields, NULL);
}

static gboolean
is_number (const char *text)
{
  return *text != '\0' && text[strspn (text, "0123456789")] == '\0';
}

GArray *
ull_lengths_read_csv (const UllFileSource *source, const char *path, const char *column, GError **error)
{
  g_autoptr (UllStream) stream = ull_stream_open (source, path, error);
  g_autoptr (UllTally) tally = NULL;
  Table table = { .names = { column }, .by_number = is_number (column) };

  if (stream == NULL)
    return NULL;
  table.tally = tally = ull_tally_new ();
  ull_csv_init (&table.csv, stream);
  return read_table (&table, error) ? ull_tally_finish (tally, path, error) : NULL;
}

static gboolean
add_member (UllJsonRef row, const char *member, const char *place, gint64 *sum, GError **error)
{
  UllJsonRef ref;
  gint64 tokens;

  if (!ull_json_get (row, member, &ref))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                   _("%s, %s: is missing; input_length and output_length would be right"), place, member);
      return FALSE;
    }
  if (ull_json_type (ref) == ULL_JSON_INTEGER && ull_json_read_int (ref, &tokens, NULL) && tokens >= 0
      && tokens <= ULL_LENGTHS_MAX)
    {
      *sum += tokens;
      return TRUE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s, %s: is no number of tokens; 0 to 2^40 would be right"), place,
               member);
  return FALSE;
}

static gboolean
add_line (UllTally *tally, const char *path, const GString *line, guint64 number, GError **error)
{
  g_autofree char *place = g_strdup_printf (_("%s: row %" G_GUINT64_FORMAT), path, number);
  g_autoptr (UllJson) json = ull_json_parse (place, line->str, line->len, ULL_JSON_STRICT, error);
  gint64 sum = 0;

  if (json == NULL || !add_member (ull_json_root (json), "input_length", place, &sum, error)
      || !add_member (ull_json_root (json), "output_length", place, &sum, error))
    return FALSE;
  if (sum >= 1 && sum <= ULL_LENGTHS_MAX)
    return ull_tally_add (tally, sum, path, error);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s, input_length: a request of %" G_GINT64_FORMAT " tokens; 1 to 2^40 would be right"), place, sum);
  return FALSE;
}

static gboolean
read_lines (UllStream *stream, UllTally *tally, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);
  const char *path = ull_stream_get_path (stream);
  g_autoptr (GError) fault = NULL;
  guint64 number = 0, blank = 0;

  while (ull_stream_line (stream, MAX_LINE_BYTES, line, &number, &fault))
    {
      if (line->str[strspn (line->str, " \t\r")] == '\0')
        {
          blank = blank > 0 ? blank : number;
          continue;
        }
      if (blank > 0)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
                       _("%s: row %" G_GUINT64_FORMAT ": is empty; a row for each request would be right"), path, blank);
          return FALSE;
        }
      if (!add_line (tally, path, line, number, error))
        return FALSE;
    }
  if (fault == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

GArray *
ull_lengths_read_trace (const UllFileSource *source, const char *path, GError **error)
{
  g_autoptr (UllStream) stream = ull_stream_open (source, path, error);
  g_autoptr (UllTally) tally = NULL;
  Table table = { .names = { "ContextTokens", "GeneratedTokens" } };
  gboolean read;

  if (stream == NULL)
    return NULL;
  table.tally = tally = ull_tally_new ();
  ull_csv_init (&table.csv, stream);
  read = ull_stream_peek (stream, NULL) == '{' ? read_lines (stream, tally, error) : read_table (&table, error);
  return read ? ull_tally_finish (tally, path, error) : NULL;
}
