#include "ull-server-run.h"

#include "ull-csv.h"
#include "ull-error.h"
#include "ull-json.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Times are kept from the first arrival on, as a log's are. A request whose times go back, or that has no answer, is an error
 * with its place: a fit to it would be one to a mistake. */

#define MOST_BYTES (64 << 20)
#define MOST_REQUESTS 1000000
#define MOST_IDS (16 << 20)
#define MOST_SECONDS 1e8
#define BLOCK_TOKENS 16

void
ull_server_run_free (UllServerRun *run)
{
  if (run == NULL)
    return;
  g_free (run->name);
  g_array_unref (run->requests);
  g_array_unref (run->ids);
  g_free (run);
}

static UllServerRun *
new_run (const char *path)
{
  UllServerRun *run = g_new0 (UllServerRun, 1);

  run->name = g_path_get_basename (path);
  run->requests = g_array_new (FALSE, TRUE, sizeof (UllServerRequest));
  run->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  run->block_tokens = BLOCK_TOKENS;
  return run;
}

/* The columns of a request in both forms. */
enum
{
  QUEUED,
  PROMPT,
  OUTPUT,
  FIRST,
  LAST,
  N_FIGURES,
};

static const char *const csv_names[N_FIGURES] = { "arrival_s", "prompt_tokens", "output_tokens", "first_token_s", "finish_s" };

/* What is wrong with a request; NULL: nothing. */
static const char *
add_request (UllServerRun *run, const double figures[N_FIGURES], guint first_id)
{
  UllServerRequest request = { .first_id = first_id, .n_ids = run->ids->len - first_id };

  for (guint i = 0; i < N_FIGURES; i++)
    if (!(figures[i] >= 0 && figures[i] <= MOST_SECONDS))
      return _("a figure is out of range; seconds and tokens from 0 to 1e8 would be right");
  if (figures[PROMPT] < 1 || figures[OUTPUT] < 1)
    return _("a request without a token; a prompt and an answer of at least 1 would be right");
  if (figures[FIRST] < figures[QUEUED] || figures[LAST] < figures[FIRST])
    return _("a token before its request; times that ascend would be right");
  if (run->requests->len == MOST_REQUESTS)
    return _("more than 1,000,000 requests; fewer would be right");
  request.arrival_ns = llround (figures[QUEUED] * 1e9);
  request.prompt = llround (figures[PROMPT]);
  request.output = llround (figures[OUTPUT]);
  request.first_token_ns = llround (figures[FIRST] * 1e9);
  request.last_token_ns = llround (figures[LAST] * 1e9);
  request.n_ids = (guint) MIN ((gint64) request.n_ids, request.prompt / run->block_tokens);
  g_array_append_val (run->requests, request);
  return NULL;
}

/* Runs of ids, [[first, how many]…]. */
static gboolean
read_ids (UllServerRun *run, UllJsonRef list, GError **error)
{
  UllJsonRef pair, item;

  for (gboolean ok = ull_json_first (list, &pair); ok; ok = ull_json_next (&pair))
    {
      gint64 first, n;

      if (ull_json_type (pair) != ULL_JSON_ARRAY || ull_json_length (pair) != 2)
        {
          ull_json_set_error (pair, error, ULL_ERROR_INVALID, _("is no run of ids; the first and how many would be right"));
          return FALSE;
        }
      ull_json_first (pair, &item);
      if (!ull_json_read_int (item, &first, error))
        return FALSE;
      ull_json_next (&item);
      if (!ull_json_read_int (item, &n, error))
        return FALSE;
      if (n < 0 || first < 0 || first > G_MAXINT32 || n + run->ids->len > MOST_IDS)
        {
          ull_json_set_error (pair, error, ULL_ERROR_INVALID, _("is out of range; ids from 0 on, at most 2^24 in all, would be right"));
          return FALSE;
        }
      for (gint64 i = 0; i < n; i++)
        {
          guint64 id = (guint64) (first + i) * 2 + 1;

          g_array_append_val (run->ids, id);
        }
    }
  return TRUE;
}

/* [id, queued, prompt, output, first scheduled, first token, last token, ids]. */
static gboolean
read_row (UllServerRun *run, UllJsonRef row, GError **error)
{
  static const guint places[] = { N_FIGURES, QUEUED, PROMPT, OUTPUT, N_FIGURES, FIRST, LAST };
  double figures[N_FIGURES];
  guint first_id = run->ids->len;
  const char *wrong;
  UllJsonRef item;

  if (ull_json_type (row) != ULL_JSON_ARRAY || ull_json_length (row) < G_N_ELEMENTS (places))
    {
      ull_json_set_error (row, error, ULL_ERROR_INVALID, _("is no request; a row of seven figures and its ids would be right"));
      return FALSE;
    }
  ull_json_first (row, &item);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++, ull_json_next (&item))
    if (places[i] < N_FIGURES && !ull_json_read_double (item, &figures[places[i]], error))
      return FALSE;
  if (ull_json_length (row) > G_N_ELEMENTS (places) && ull_json_type (item) == ULL_JSON_ARRAY && !read_ids (run, item, error))
    return FALSE;
  wrong = add_request (run, figures, first_id);
  if (wrong == NULL)
    return TRUE;
  ull_json_set_error (row, error, ULL_ERROR_INVALID, "%s", wrong);
  return FALSE;
}

static gboolean
read_setting (UllJsonRef root, const char *group, const char *name, gint64 max, gint64 *value, GError **error)
{
  UllJsonRef object, member;

  if (!ull_json_get (root, group, &object) || ull_json_type (object) != ULL_JSON_OBJECT
      || !ull_json_get (object, name, &member) || ull_json_type (member) == ULL_JSON_NULL)
    return TRUE;
  if (!ull_json_read_int (member, value, error))
    return FALSE;
  if (*value >= 1 && *value <= max)
    return TRUE;
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is out of range; at least 1 would be right"));
  return FALSE;
}

static gboolean
read_json (UllServerRun *run, const char *text, gsize length, GError **error)
{
  g_autoptr (UllJson) json = ull_json_parse (run->name, text, length, ULL_JSON_HF, error);
  UllJsonRef root, list, row;

  if (json == NULL)
    return FALSE;
  root = ull_json_root (json);
  if (ull_json_type (root) != ULL_JSON_OBJECT || !ull_json_get (root, "requests", &list)
      || ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (root, error, ULL_ERROR_MISSING, _("has no “requests”; a run is an object with a row for each"));
      return FALSE;
    }
  if (!read_setting (root, "kv_cache", "block_size", 1 << 16, &run->block_tokens, error)
      || !read_setting (root, "kv_cache", "num_gpu_blocks", G_MAXINT32, &run->blocks, error)
      || !read_setting (root, "engine", "max_num_seqs", 1 << 20, &run->max_num_seqs, error)
      || !read_setting (root, "engine", "max_num_batched_tokens", 1 << 24, &run->max_batched_tokens, error)
      || !read_setting (root, "engine", "max_model_len", G_MAXINT32, &run->max_model_len, error))
    return FALSE;
  if (ull_json_get (root, "scheduler", &row) && ull_json_get (row, "async_scheduling", &row) && ull_json_type (row) == ULL_JSON_BOOLEAN)
    ull_json_read_bool (row, &run->ahead, NULL);
  for (gboolean ok = ull_json_first (list, &row); ok; ok = ull_json_next (&row))
    if (!read_row (run, row, error))
      return FALSE;
  return TRUE;
}

static char *
read_whole (UllStream *stream, gsize *length, GError **error)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GError) fault = NULL;
  int c;

  while ((c = ull_stream_next (stream, &fault)) >= 0 && text->len <= MOST_BYTES)
    g_string_append_c (text, (char) c);
  if (fault == NULL && text->len > MOST_BYTES)
    fault = g_error_new (ULL_ERROR, ULL_ERROR_INVALID, _("%s: is more than 64 MiB; a shorter run would be right"),
                         ull_stream_get_path (stream));
  *length = text->len;
  if (fault == NULL)
    return g_string_free (text, FALSE);
  g_string_free (text, TRUE);
  g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

typedef struct
{
  guint column[N_FIGURES]; /* from 1; 0: not there */
  guint n;
} Header;

static gboolean
read_header (UllCsv *csv, Header *header, GError **error)
{
  UllCsvToken token;

  do
    {
      token = ull_csv_next (csv, error);
      if (token == ULL_CSV_FAULT)
        return FALSE;
      for (guint i = 0; token != ULL_CSV_END && i < N_FIGURES; i++)
        if (g_str_equal (csv->text, csv_names[i]))
          header->column[i] = csv->column;
    }
  while (token == ULL_CSV_FIELD);
  for (guint i = 0; i < N_FIGURES; i++)
    if (header->column[i] == 0)
      {
        ull_csv_set_error (csv, csv_names[i], error, ULL_ERROR_MISSING,
                           _("is no column of the first row; arrival_s, prompt_tokens, output_tokens, first_token_s and finish_s are "
                             "needed"));
        return FALSE;
      }
  return TRUE;
}

static gboolean
set_figure (const UllCsv *csv, const Header *header, double figures[N_FIGURES], GError **error)
{
  for (guint i = 0; i < N_FIGURES; i++)
    {
      char *end;

      if (header->column[i] != csv->column)
        continue;
      figures[i] = g_ascii_strtod (csv->text, &end);
      if (end != csv->text && *end == '\0' && isfinite (figures[i]))
        return TRUE;
      ull_csv_set_error (csv, csv_names[i], error, ULL_ERROR_SYNTAX, _("this is no number; seconds or tokens would be right"));
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_csv (UllServerRun *run, UllStream *stream, GError **error)
{
  double figures[N_FIGURES] = { -1, -1, -1, -1, -1 };
  UllCsvToken token;
  Header header = { { 0 }, 0 };
  UllCsv csv;

  ull_csv_init (&csv, stream);
  if (!read_header (&csv, &header, error))
    return FALSE;
  while ((token = ull_csv_next (&csv, error)) == ULL_CSV_FIELD || token == ULL_CSV_LAST_FIELD)
    {
      const char *wrong;

      if (ull_csv_is_blank (&csv, token))
        continue;
      if (!set_figure (&csv, &header, figures, error))
        return FALSE;
      if (token != ULL_CSV_LAST_FIELD)
        continue;
      wrong = add_request (run, figures, run->ids->len);
      if (wrong != NULL)
        {
          ull_csv_set_error (&csv, NULL, error, ULL_ERROR_INVALID, "%s", wrong);
          return FALSE;
        }
      for (guint i = 0; i < N_FIGURES; i++)
        figures[i] = -1;
    }
  return token == ULL_CSV_END;
}

/* Of those that came at once, who was served first stood before the others. */
static int
compare_cb (gconstpointer a, gconstpointer b)
{
  const UllServerRequest *x = a, *y = b;

  if (x->arrival_ns != y->arrival_ns)
    return x->arrival_ns > y->arrival_ns ? 1 : -1;
  return (x->first_token_ns > y->first_token_ns) - (x->first_token_ns < y->first_token_ns);
}

static void
begin_at_first (UllServerRun *run)
{
  gint64 first;

  g_array_sort (run->requests, compare_cb);
  first = g_array_index (run->requests, UllServerRequest, 0).arrival_ns;
  for (guint i = 0; i < run->requests->len; i++)
    {
      UllServerRequest *request = &g_array_index (run->requests, UllServerRequest, i);

      request->arrival_ns -= first;
      request->first_token_ns -= first;
      request->last_token_ns -= first;
    }
}

UllServerRun *
ull_server_run_read (const UllFileSource *files, const char *path, GError **error)
{
  g_autoptr (UllStream) stream = ull_stream_open (files, path, error);
  g_autoptr (UllServerRun) run = stream != NULL ? new_run (path) : NULL;
  g_autofree char *text = NULL;
  gsize length;
  int first;

  if (stream == NULL || (first = ull_stream_peek (stream, error)) == ULL_STREAM_FAULT)
    return NULL;
  if (first != '{')
    {
      if (!read_csv (run, stream, error))
        return NULL;
    }
  else if ((text = read_whole (stream, &length, error)) == NULL || !read_json (run, text, length, error))
    return NULL;
  if (run->requests->len == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no request; a run of at least one would be right"), path);
      return NULL;
    }
  begin_at_first (run);
  return g_steal_pointer (&run);
}

UllWorkload *
ull_server_run_open (const UllServerRun *run)
{
  GArray *requests = g_array_new (FALSE, TRUE, sizeof (UllRequest));

  for (guint i = 0; i < run->requests->len; i++)
    {
      const UllServerRequest *row = &g_array_index (run->requests, UllServerRequest, i);
      UllRequest request = { .arrival_ns = row->arrival_ns,
                             .prompt = row->prompt,
                             .output = row->output,
                             .sequences = 1,
                             .patience_ns = -1,
                             .session = i };

      request.content.seed = (guint64) i * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + 2;
      request.content.answer_block = G_MAXINT64;
      if (row->n_ids > 0)
        {
          request.content.ids = &g_array_index (run->ids, guint64, row->first_id);
          request.content.id_tokens = request.content.block_tokens = run->block_tokens;
          request.content.id_blocks = row->n_ids;
        }
      g_array_append_val (requests, request);
    }
  return ull_workload_new_list (requests, g_array_ref (run->ids), 0);
}

void
ull_server_run_set_options (const UllServerRun *run, UllSchedulerOptions *options)
{
  options->block_tokens = run->block_tokens;
  if (run->blocks > 0)
    options->blocks = run->blocks;
  if (run->max_num_seqs > 0)
    options->max_num_seqs = run->max_num_seqs;
  if (run->max_batched_tokens > 0)
    options->max_batched_tokens = run->max_batched_tokens;
  if (run->max_model_len > 0)
    options->max_model_len = run->max_model_len;
}
