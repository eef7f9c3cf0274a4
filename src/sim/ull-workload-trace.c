#include "ull-csv.h"
#include "ull-error.h"
#include "ull-json.h"
#include "ull-time.h"
#include "ull-units.h"
#include "ull-workload.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A row is read when the one before it has been taken: a trace of ten million requests is never in memory. Time starts
 * with the first row. A row that is none, or is earlier than the one above, is an error with its place; none is left out.
 *
 * A hash id of a trace stands for 512 tokens of the prompt and everything before them; it covers the full blocks of the
 * prompt and nothing of the answer, which is no one else's prefix. */

#define TOKENS_PER_ID 512
#define MAX_LINE_BYTES (16 << 20)
/* A little more than a century. */
#define MOST_NS 4e18
#define MOST_TOKENS (G_GINT64_CONSTANT (1) << 40)
#define NS_PER_MS G_GINT64_CONSTANT (1000000)
/* Since 1970 into 2262, as far as nanoseconds are counted. */
#define MOST_MS (G_MAXINT64 / NS_PER_MS)

typedef enum
{
  COLUMN_TIME,
  COLUMN_PROMPT,
  COLUMN_OUTPUT,
  N_COLUMNS,
} Column;

static const char *const csv_names[N_COLUMNS] = { "TIMESTAMP", "ContextTokens", "GeneratedTokens" };
static const char *const json_names[N_COLUMNS] = { "timestamp", "input_length", "output_length" };

typedef struct
{
  UllWorkload parent;
  UllStream *stream; /* Owned */
  UllCsv csv;
  GString *line;     /* of JSON; NULL for a CSV */
  guint64 row;
  guint columns[N_COLUMNS];
  guint n_columns;
  gint64 requests;
  double speed;
  gint64 block_tokens;
  guint64 seed;
  gint64 sent;
  gint64 first_ns;   /* of the trace's own clock; -1: no row yet */
  UllRequest next;
  gboolean pending;
  gboolean ended;
} TraceSource;

static gboolean
set_row_error (const TraceSource *self, GError **error, const char *what)
{
  g_autofree char *row = g_strdup_printf ("%" G_GUINT64_FORMAT, self->row);

  g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, _("%s: row %s: %s"), ull_stream_get_path (self->stream), row, what);
  return FALSE;
}

static gboolean
finish_row (TraceSource *self, gint64 ns, GError **error)
{
  UllRequest *next = &self->next;
  gint64 before = self->sent > 0 ? next->arrival_ns : 0;
  double arrival;

  if (self->first_ns < 0)
    self->first_ns = ns;
  arrival = (double) (ns - self->first_ns) / self->speed;
  if (arrival > MOST_NS)
    return set_row_error (self, error, _("is more than a century after the first row; less, or a higher speed, would be right"));
  next->arrival_ns = (gint64) MAX (arrival, -1);
  next->sequences = 1;
  next->patience_ns = -1;
  next->session = (guint) self->sent;
  next->content.seed = self->seed ^ ((guint64) self->sent * G_GUINT64_CONSTANT (0x8ebc6af09c88c6e3));
  next->content.answer_block = G_MAXINT64;
  if (next->arrival_ns < before)
    return set_row_error (self, error, _("is earlier than the row above it; rows in the order of their time would be right"));
  if (next->prompt < 1 || next->output < 1)
    return set_row_error (self, error, _("a request without a token; a prompt and an answer of at least 1 would be right"));
  self->pending = TRUE;
  return TRUE;
}

static gboolean
set_field (TraceSource *self, Column column, gint64 *value, GError **error)
{
  g_autoptr (GError) fault = NULL;
  const char *text = self->csv.text;
  gint64 *tokens = column == COLUMN_PROMPT ? &self->next.prompt : &self->next.output;
  gint64 parsed;

  if (column == COLUMN_TIME)
    {
      if (ull_time_parse (text, value, &fault))
        return TRUE;
      ull_csv_set_error (&self->csv, csv_names[column], error, (UllError) fault->code, "%s", fault->message);
      return FALSE;
    }
  if (ull_count_parse (text, &parsed, NULL) && parsed >= 0 && parsed <= MOST_TOKENS)
    {
      *tokens = parsed;
      return TRUE;
    }
  ull_csv_set_error (&self->csv, csv_names[column], error, ULL_ERROR_SYNTAX,
                     _("this is no number of tokens; a whole number from 0 to 2^40 would be right"));
  return FALSE;
}

static gboolean
read_csv_row (TraceSource *self, GError **error)
{
  guint found = 0;
  gint64 ns = 0;

  self->next.content = (UllContent) { 0 };
  for (;;)
    {
      UllCsvToken token = ull_csv_next (&self->csv, error);

      if (token == ULL_CSV_FAULT)
        return FALSE;
      if (token == ULL_CSV_END)
        {
          self->ended = TRUE;
          return TRUE;
        }
      self->row = self->csv.row;
      if (ull_csv_is_blank (&self->csv, token))
        continue;
      for (int i = 0; i < N_COLUMNS; i++)
        if (self->columns[i] == self->csv.column)
          {
            if (!set_field (self, (Column) i, &ns, error))
              return FALSE;
            found++;
          }
      if (token != ULL_CSV_LAST_FIELD)
        continue;
      if (found == N_COLUMNS && self->csv.column == self->n_columns)
        return finish_row (self, ns, error);
      return set_row_error (self, error, _("has not as many columns as the header; as many would be right"));
    }
}

static gboolean
read_csv_header (TraceSource *self, GError **error)
{
  UllCsvToken token;

  do
    {
      token = ull_csv_next (&self->csv, error);
      if (token == ULL_CSV_FAULT)
        return FALSE;
      for (int i = 0; token != ULL_CSV_END && i < N_COLUMNS; i++)
        if (g_ascii_strcasecmp (self->csv.text, csv_names[i]) == 0)
          self->columns[i] = self->csv.column;
    }
  while (token == ULL_CSV_FIELD);
  self->n_columns = self->csv.column;
  for (int i = 0; i < N_COLUMNS; i++)
    if (self->columns[i] == 0)
      {
        g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
                     _("%s: row 1: has no column %s; TIMESTAMP, ContextTokens and GeneratedTokens would be right"),
                     ull_stream_get_path (self->stream), csv_names[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_ids (TraceSource *self, UllJsonRef root, GError **error)
{
  UllContent *content = &self->next.content;
  g_autofree guint64 *kept = NULL;
  UllJsonRef list, child;
  guint n = 0;

  if (!ull_json_get (root, "hash_ids", &list) || ull_json_type (list) == ULL_JSON_NULL)
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (list, error, ULL_ERROR_SYNTAX, _("this is no list of ids; one would be right"));
      return FALSE;
    }
  kept = g_new0 (guint64, MAX (ull_json_length (list), 1));
  for (gboolean ok = ull_json_first (list, &child); ok; ok = ull_json_next (&child))
    {
      gint64 id;

      if (!ull_json_read_int (child, &id, error))
        return FALSE;
      kept[n++] = (guint64) id * 2 + 1;
    }
  content->id_tokens = TOKENS_PER_ID;
  content->block_tokens = self->block_tokens;
  content->id_blocks = MIN ((gint64) n * TOKENS_PER_ID, self->next.prompt) / self->block_tokens;
  content->ids = g_steal_pointer (&kept);
  return TRUE;
}

/* Milliseconds, with a fraction or without, or a text that has a time as a CSV may have it. */
static gboolean
read_json_time (UllJsonRef ref, gint64 *ns, GError **error)
{
  g_autoptr (GError) fault = NULL;
  gint64 whole;
  double ms;

  if (ull_json_type (ref) == ULL_JSON_STRING)
    {
      g_autofree char *text = ull_json_read_string (ref, error);

      if (text == NULL || ull_time_parse (text, ns, &fault))
        return text != NULL;
      ull_json_set_error (ref, error, (UllError) fault->code, "%s", fault->message);
      return FALSE;
    }
  if (!ull_json_read_double (ref, &ms, error))
    return FALSE;
  if (!(ms >= 0 && ms < (double) MOST_MS))
    {
      ull_json_set_error (ref, error, ULL_ERROR_SYNTAX, _("is out of range; milliseconds from 0 to those from 1970 to 2261 would be right"));
      return FALSE;
    }
  *ns = ull_json_read_int (ref, &whole, NULL) ? whole * NS_PER_MS : llround (ms * (double) NS_PER_MS);
  return TRUE;
}

/* A member that a row must have. */
static gboolean
get_json (UllJsonRef root, Column column, const char *place, UllJsonRef *ref, GError **error)
{
  if (ull_json_get (root, json_names[column], ref))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX,
               _("%s: has no %s; timestamp, input_length and output_length would be right"), place, json_names[column]);
  return FALSE;
}

static gboolean
read_json_tokens (UllJsonRef ref, gint64 *tokens, GError **error)
{
  if (!ull_json_read_int (ref, tokens, error))
    return FALSE;
  if (*tokens >= 0 && *tokens <= MOST_TOKENS)
    return TRUE;
  ull_json_set_error (ref, error, ULL_ERROR_SYNTAX, _("is out of range; 0 to 2^40 would be right"));
  return FALSE;
}

static gboolean
read_json_members (TraceSource *self, UllJsonRef root, const char *place, GError **error)
{
  UllJsonRef time, prompt, output;
  gint64 ns;

  if (!get_json (root, COLUMN_TIME, place, &time, error) || !get_json (root, COLUMN_PROMPT, place, &prompt, error) ||
      !get_json (root, COLUMN_OUTPUT, place, &output, error))
    return FALSE;
  if (!read_json_time (time, &ns, error) || !read_json_tokens (prompt, &self->next.prompt, error) ||
      !read_json_tokens (output, &self->next.output, error))
    return FALSE;
  return read_ids (self, root, error) && finish_row (self, ns, error);
}

static gboolean
read_json_row (TraceSource *self, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autofree char *place = NULL;
  g_autoptr (UllJson) json = NULL;

  self->next.content = (UllContent) { 0 };
  do
    if (!ull_stream_line (self->stream, MAX_LINE_BYTES, self->line, &self->row, &fault))
      {
        self->ended = fault == NULL;
        if (fault != NULL)
          g_propagate_error (error, g_steal_pointer (&fault));
        return self->ended;
      }
  while (self->line->len == 0 || (self->line->len == 1 && self->line->str[0] == '\r'));
  place = g_strdup_printf (_("%s: row %" G_GUINT64_FORMAT), ull_stream_get_path (self->stream), self->row);
  json = ull_json_parse (place, self->line->str, self->line->len, ULL_JSON_STRICT, error);
  return json != NULL && read_json_members (self, ull_json_root (json), place, error);
}

static gint64
trace_peek (UllWorkload *source, GError **error)
{
  TraceSource *self = (TraceSource *) source;

  if (!self->pending && !self->ended && self->sent != self->requests &&
      !(self->line != NULL ? read_json_row (self, error) : read_csv_row (self, error)))
    {
      g_clear_pointer ((gpointer *) &self->next.content.ids, g_free);
      self->ended = TRUE;
      return -1;
    }
  return self->pending ? self->next.arrival_ns : G_MAXINT64;
}

static void
trace_take (UllWorkload *source, UllRequest *request)
{
  TraceSource *self = (TraceSource *) source;

  *request = self->next;
  self->next.content.ids = NULL;
  self->pending = FALSE;
  self->sent++;
}

static void
trace_done (UllWorkload *source, const UllRequest *request, gint64 now_ns)
{
  g_free ((gpointer) request->content.ids);
}

static void
trace_free (UllWorkload *source)
{
  TraceSource *self = (TraceSource *) source;

  g_free ((gpointer) self->next.content.ids);
  if (self->line != NULL)
    g_string_free (self->line, TRUE);
  ull_stream_close (self->stream);
  g_free (self);
}

static const UllWorkloadClass trace_class = { trace_peek, trace_take, trace_done, trace_free };

UllWorkload *
ull_workload_new_trace (const UllFileSource *files, const char *path, gint64 requests, double speed, gint64 block_tokens,
                      guint64 seed, GError **error)
{
  g_autoptr (UllWorkload) source = NULL;
  TraceSource *self;
  UllStream *stream;
  int first;

  if (block_tokens < 1)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("block size: at least 1 token would be right"));
      return NULL;
    }
  if (!isfinite (speed) || speed < 1e-6 || speed > 1e6)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("speed of the trace: a factor from 1e-6 to 1e6 would be right"));
      return NULL;
    }
  stream = ull_stream_open (files, path, error);
  if (stream == NULL)
    return NULL;
  self = g_new0 (TraceSource, 1);
  self->parent.class = &trace_class;
  self->stream = stream;
  self->requests = requests;
  self->speed = speed;
  self->block_tokens = block_tokens;
  self->seed = seed;
  self->first_ns = -1;
  source = &self->parent;
  first = ull_stream_peek (stream, error);
  if (first == ULL_STREAM_FAULT)
    return NULL;
  if (first == '{')
    self->line = g_string_new (NULL);
  else
    {
      ull_csv_init (&self->csv, stream);
      if (!read_csv_header (self, error))
        return NULL;
    }
  return g_steal_pointer (&source);
}
