#include "ull-server-run-private.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Times are kept from the first arrival on, as a log's are. A request whose times go back, or that has no answer, is an error
 * with its place: a fit to it would be one to a mistake.
 *
 * A file of several concurrencies is of as many runs, each on a server that had nothing else to do and each from its own first arrival on.
 * A concurrency is the clients of a closed loop or the most that ran at once, and the file does not say which. The times do: where more
 * were there at once than that, the others waited, and it is a cap. */

#define MOST_BYTES (64 << 20)
#define MOST_REQUESTS 1000000
#define MOST_IDS (16 << 20)
/* Of a clock that counts since 1970 or since a machine's start, and of tokens. */
#define MOST_SECONDS 9e9
#define MOST_TOKENS 1e8
/* From the first arrival to the last token. */
#define LONGEST 1e8
/* Seconds from one token of an answer to the next: no server takes so long, and milliseconds read so. */
#define MOST_GAP 2.0
#define BLOCK_TOKENS 16

void
ull_server_run_free (UllServerRun *run)
{
  if (run == NULL)
    return;
  g_free (run->name);
  g_array_unref (run->requests);
  g_array_unref (run->ids);
  g_array_unref (run->parts);
  g_free (run);
}

static UllServerRun *
new_run (const char *path)
{
  UllServerRun *run = g_new0 (UllServerRun, 1);

  run->name = g_path_get_basename (path);
  run->requests = g_array_new (FALSE, TRUE, sizeof (UllServerRequest));
  run->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  run->parts = g_array_new (FALSE, TRUE, sizeof (UllServerPart));
  run->block_tokens = BLOCK_TOKENS;
  return run;
}

/* The number of the run's part; more than there may be: -1. */
static int
find_part (UllServerRun *run, double concurrency)
{
  UllServerPart part = { .concurrency = concurrency > 0 ? llround (concurrency) : 0 };

  for (guint i = 0; i < run->parts->len; i++)
    if (g_array_index (run->parts, UllServerPart, i).concurrency == part.concurrency)
      return (int) i;
  if (run->parts->len == ULL_SERVER_MOST_PARTS)
    return -1;
  g_array_append_val (run->parts, part);
  return (int) run->parts->len - 1;
}

const char *const ull_server_run_names[ULL_N_RUN_FIGURES] = { "arrival_s", "prompt_tokens", "output_tokens", "first_token_s", "finish_s" };

static char *
dup_wrong (const double figures[ULL_N_RUN_FIGURES])
{
  for (guint i = 0; i < ULL_N_RUN_FIGURES; i++)
    {
      gboolean tokens = i == ULL_RUN_PROMPT || i == ULL_RUN_OUTPUT;

      if (!(figures[i] >= 0 && figures[i] <= (tokens ? MOST_TOKENS : MOST_SECONDS)))
        return g_strdup_printf (tokens ? _("%s: is out of range; tokens from 1 to 1e8 would be right") : _("%s: is out of range; seconds from 0 to 9e9 would be right"),
                                ull_server_run_names[i]);
    }
  if (figures[ULL_RUN_PROMPT] < 1 || figures[ULL_RUN_OUTPUT] < 1)
    return g_strdup (_("a request without a token; a prompt and an answer of at least 1 would be right"));
  if (figures[ULL_RUN_FIRST] < figures[ULL_RUN_QUEUED] || figures[ULL_RUN_LAST] < figures[ULL_RUN_FIRST])
    return g_strdup (_("a token before its request; times that ascend would be right"));
  return NULL;
}

char *
ull_server_run_add (UllServerRun *run, const double figures[ULL_N_RUN_FIGURES], double concurrency, guint first_id)
{
  int part;
  UllServerRequest request = { .first_id = first_id, .n_ids = run->ids->len - first_id };
  char *wrong = dup_wrong (figures);

  if (wrong != NULL)
    return wrong;
  if (run->requests->len == MOST_REQUESTS)
    return g_strdup (_("more than 1,000,000 requests; fewer would be right"));
  part = find_part (run, concurrency);
  if (part < 0)
    return g_strdup (_("more than 64 concurrencies; fewer would be right"));
  request.part = (guint) part;
  request.arrival_ns = llround (figures[ULL_RUN_QUEUED] * 1e9);
  request.prompt = llround (figures[ULL_RUN_PROMPT]);
  request.output = llround (figures[ULL_RUN_OUTPUT]);
  request.first_token_ns = llround (figures[ULL_RUN_FIRST] * 1e9);
  request.last_token_ns = llround (figures[ULL_RUN_LAST] * 1e9);
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
  static const guint places[] = { ULL_N_RUN_FIGURES, ULL_RUN_QUEUED, ULL_RUN_PROMPT, ULL_RUN_OUTPUT, ULL_N_RUN_FIGURES, ULL_RUN_FIRST, ULL_RUN_LAST };
  double figures[ULL_N_RUN_FIGURES];
  guint first_id = run->ids->len;
  g_autofree char *wrong = NULL;
  UllJsonRef item;

  if (ull_json_type (row) != ULL_JSON_ARRAY || ull_json_length (row) < G_N_ELEMENTS (places))
    {
      ull_json_set_error (row, error, ULL_ERROR_INVALID, _("is no request; a row of seven figures and its ids would be right"));
      return FALSE;
    }
  ull_json_first (row, &item);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++, ull_json_next (&item))
    if (places[i] < ULL_N_RUN_FIGURES && !ull_json_read_double (item, &figures[places[i]], error))
      return FALSE;
  if (ull_json_length (row) > G_N_ELEMENTS (places) && ull_json_type (item) == ULL_JSON_ARRAY && !read_ids (run, item, error))
    return FALSE;
  wrong = ull_server_run_add (run, figures, 0, first_id);
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
  if (ull_json_type (root) == ULL_JSON_ARRAY)
    return ull_server_run_read_objects (run, root, error);
  if (ull_json_get (root, "input_lens", &list) || ull_json_get (root, "ttfts", &list) || ull_json_get (root, "request_throughput", &list))
    return ull_server_run_read_bench (run, root, error);
  if (!ull_json_get (root, "requests", &list) || ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (root, error, ULL_ERROR_MISSING, _("has no “requests”; a run is an object with a row for each, a list of objects with arrival_s and the other "
                                                            "names of a CSV, or what vllm bench serve saves with --save-detailed"));
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

/* JSON lines as the list that they are: each line stays where it was, for what an error says of its place. */
static char *
list_lines (char *text, gsize *length)
{
  const char *end = memchr (text, '\n', *length), *next = end;
  g_auto (GStrv) lines = NULL;
  GString *list;

  while (next != NULL && g_ascii_isspace (*next))
    next++;
  if (text[0] != '{' || next == NULL || *next != '{')
    return text;
  lines = g_strsplit (text, "\n", -1);
  list = g_string_sized_new (*length + 2);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean blank = *g_strchug (lines[i]) == '\0';

      g_string_append_printf (list, "%s%s", i == 0 ? "[" : blank ? "\n" : "\n,", lines[i]);
    }
  g_string_append_c (list, ']');
  g_free (text);
  *length = list->len;
  return g_string_free (list, FALSE);
}

/* Of those that came at once, who was served first stood before the others. */
static int
compare_cb (gconstpointer a, gconstpointer b)
{
  const UllServerRequest *x = a, *y = b;

  if (x->arrival_ns != y->arrival_ns)
    return x->arrival_ns > y->arrival_ns ? 1 : -1;
  if (x->part != y->part)
    return x->part > y->part ? 1 : -1;
  return (x->first_token_ns > y->first_token_ns) - (x->first_token_ns < y->first_token_ns);
}

static int
compare_ns_cb (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* The most requests of a part that were there at once; one that comes as another goes takes its place. */
static guint
most_at_once (const UllServerRun *run, guint part)
{
  g_autoptr (GArray) come = g_array_new (FALSE, FALSE, sizeof (gint64)), go = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint most = 0, gone = 0;

  for (guint i = 0; i < run->requests->len; i++)
    {
      const UllServerRequest *request = &g_array_index (run->requests, UllServerRequest, i);

      if (request->part != part)
        continue;
      g_array_append_val (come, request->arrival_ns);
      g_array_append_val (go, request->last_token_ns);
    }
  g_array_sort (come, compare_ns_cb);
  g_array_sort (go, compare_ns_cb);
  for (guint i = 0; i < come->len; i++)
    {
      while (gone < i && g_array_index (go, gint64, gone) <= g_array_index (come, gint64, i))
        gone++;
      most = MAX (most, i + 1 - gone);
    }
  return most;
}

static void
set_parts (UllServerRun *run)
{
  for (guint p = 0; p < run->parts->len; p++)
    {
      UllServerPart *part = &g_array_index (run->parts, UllServerPart, p);
      gint64 first = G_MAXINT64;

      for (guint i = 0; i < run->requests->len; i++)
        if (g_array_index (run->requests, UllServerRequest, i).part == p)
          first = MIN (first, g_array_index (run->requests, UllServerRequest, i).arrival_ns);
      for (guint i = 0; i < run->requests->len; i++)
        {
          UllServerRequest *request = &g_array_index (run->requests, UllServerRequest, i);

          if (request->part != p)
            continue;
          request->arrival_ns -= first;
          request->first_token_ns -= first;
          request->last_token_ns -= first;
        }
      if (part->concurrency > 0 && most_at_once (run, p) > part->concurrency)
        part->cap = part->concurrency;
    }
  g_array_sort (run->requests, compare_cb);
}

/* Figures of another unit, or of nothing that was measured, would be fitted as well as any. */
static gboolean
check_times (const UllServerRun *run, const char *path, GError **error)
{
  g_autoptr (GArray) gaps = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint timeless = 0;
  double gap;

  for (guint i = 0; i < run->requests->len; i++)
    {
      const UllServerRequest *request = &g_array_index (run->requests, UllServerRequest, i);
      gint64 each = request->output > 1 ? (request->last_token_ns - request->first_token_ns) / (request->output - 1) : 0;

      timeless += request->first_token_ns == request->arrival_ns || (request->output > 1 && each == 0);
      if (request->output > 1)
        g_array_append_val (gaps, each);
      if (request->last_token_ns > LONGEST * 1e9)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: finish_s: lies more than 1e8 seconds after the first arrival; times of one run would be right"), path);
          return FALSE;
        }
    }
  g_array_sort (gaps, compare_ns_cb);
  gap = gaps->len > 0 ? (double) g_array_index (gaps, gint64, gaps->len / 2) / 1e9 : 0;
  if (2 * timeless > run->requests->len)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                 _("%s: most of its requests take no time, from arrival_s to first_token_s or from there to finish_s; times as they were measured would be right"), path);
  else if (gap > MOST_GAP)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                 _("%s: its answers take %.0f seconds from one token to the next, which reads like milliseconds; seconds would be right"), path, gap);
  return 2 * timeless <= run->requests->len && gap <= MOST_GAP;
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
  if (first != '{' && first != '[')
    {
      if (!ull_server_run_read_csv (run, stream, error))
        return NULL;
    }
  else
    {
      text = read_whole (stream, &length, error);
      if (text != NULL)
        text = list_lines (text, &length);
      if (text == NULL || !read_json (run, text, length, error))
        return NULL;
    }
  if (run->requests->len == 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: has no request; a run of at least one would be right"), path);
      return NULL;
    }
  set_parts (run);
  return check_times (run, path, error) ? g_steal_pointer (&run) : NULL;
}

UllWorkload *
ull_server_run_open (const UllServerRun *run, guint part)
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

      if (row->part != part)
        continue;
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
