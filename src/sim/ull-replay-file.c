#include "ull-error.h"
#include "ull-replay.h"

#include <glib/gi18n-lib.h>

/* Reads whole numbers separated by white space, keeping row and column for messages. Counts in the file are believed only
 * as far as numbers follow them: arrays grow with what was read. */

typedef struct
{
  UllStream *stream;
  guint64 row;
  guint64 column;
} Reader;

static void
set_error (const Reader *reader, GError **error, const char *what)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, "%s: %s %" G_GUINT64_FORMAT ", %s %" G_GUINT64_FORMAT ": %s",
               ull_stream_get_path (reader->stream), _("row"), reader->row, _("column"), reader->column, what);
}

static int
next_byte (Reader *reader, GError **error)
{
  int byte = ull_stream_next (reader->stream, error);

  reader->column++;
  if (byte == '\n')
    {
      reader->row++;
      reader->column = 0;
    }
  return byte;
}

/* Passes white space. FALSE: the end, or an error, which is set. */
static gboolean
pass_space (Reader *reader, GError **error)
{
  for (;;)
    {
      int byte = ull_stream_peek (reader->stream, error);

      if (byte < 0)
        return FALSE;
      if (!g_ascii_isspace (byte))
        return TRUE;
      next_byte (reader, error);
    }
}

static gboolean
read_digits (Reader *reader, gint64 *value, GError **error)
{
  guint digits = 0;

  *value = 0;
  for (int byte; (byte = ull_stream_peek (reader->stream, error)) >= 0 && !g_ascii_isspace (byte); digits++)
    {
      if (!g_ascii_isdigit (byte) || digits == 18)
        {
          set_error (reader, error,
                     byte == '-' ? _("a negative number; a whole number from 0 on would be right")
                                 : _("this is no whole number of at most 18 digits; one would be right"));
          return FALSE;
        }
      *value = *value * 10 + (byte - '0');
      next_byte (reader, error);
    }
  return error == NULL || *error == NULL;
}

static gboolean
read_number (Reader *reader, const char *name, gint64 min, gint64 max, gint64 *value, GError **error)
{
  g_autoptr (GError) fault = NULL;
  guint64 column;
  g_autofree char *what = NULL;

  if (!pass_space (reader, &fault))
    {
      if (fault != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&fault));
          return FALSE;
        }
      what = g_strdup_printf (_("the file ends where %s would be right"), name);
      set_error (reader, error, what);
      return FALSE;
    }
  column = reader->column + 1;
  if (!read_digits (reader, value, &fault))
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&fault), "%s: ", name);
      return FALSE;
    }
  if (*value >= min && *value <= max)
    return TRUE;
  what = g_strdup_printf ("%s: %" G_GINT64_FORMAT " is out of range; %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                          " would be right",
                          name, *value, min, max);
  reader->column = column;
  set_error (reader, error, what);
  return FALSE;
}

typedef struct
{
  const char *name;
  gint64 min;
  gint64 max;
} Setting;

#define MOST (G_GINT64_CONSTANT (1) << 31)

enum
{
  SETTING_BLOCKS,
  SETTING_MAX_SEQS,
  SETTING_MAX_BATCHED,
  SETTING_MAX_LEN,
  SETTING_CACHING,
  SETTING_GATE,
  SETTING_PREPEND,
  SETTING_NO_CHUNK,
  SETTING_THRESHOLD,
  SETTING_MODE,
  SETTING_CLIENTS,
  SETTING_IDS,
  N_SETTINGS,
};

static const Setting settings[N_SETTINGS] = {
  [SETTING_BLOCKS] = { N_("blocks"), 1, MOST },
  [SETTING_MAX_SEQS] = { N_("max sequences"), 1, MOST },
  [SETTING_MAX_BATCHED] = { N_("max batched tokens"), 1, MOST },
  [SETTING_MAX_LEN] = { N_("model length"), 2, MOST },
  [SETTING_CACHING] = { N_("prefix caching"), 0, 1 },
  [SETTING_GATE] = { N_("full-sequence gate"), 0, 1 },
  [SETTING_PREPEND] = { N_("unhashed blocks first"), 0, 1 },
  [SETTING_NO_CHUNK] = { N_("chunks off"), 0, 1 },
  [SETTING_THRESHOLD] = { N_("long prefill threshold"), 0, MOST },
  [SETTING_MODE] = { N_("mode of arrival"), 0, 2 },
  [SETTING_CLIENTS] = { N_("clients"), 0, MOST },
  [SETTING_IDS] = { N_("number of ids"), 0, MOST },
};

/* Both recorded generations differ in what happens to a prompt that does not fit without chunks, and the file does not
 * say which it is of but by the gate, which came later. */
static void
set_options (UllReplay *replay, const gint64 *value)
{
  ull_scheduler_options_set_generation (&replay->options,
                                        value[SETTING_GATE] ? ULL_GENERATION_MAIN : ULL_GENERATION_CLASSIC);
  replay->options.blocks = value[SETTING_BLOCKS];
  replay->options.block_tokens = 16;
  replay->options.max_num_seqs = value[SETTING_MAX_SEQS];
  replay->options.max_batched_tokens = value[SETTING_MAX_BATCHED];
  replay->options.max_model_len = value[SETTING_MAX_LEN];
  replay->options.long_prefill_tokens = value[SETTING_THRESHOLD];
  replay->options.prefix_caching = value[SETTING_CACHING] != 0;
  replay->options.chunked_prefill = !value[SETTING_NO_CHUNK];
  replay->options.prepend_unhashed = value[SETTING_PREPEND] != 0;
  replay->mode = (UllArrivalMode) value[SETTING_MODE];
  replay->clients = value[SETTING_CLIENTS];
}

static gboolean
read_settings (Reader *reader, UllReplay *replay, GError **error)
{
  gint64 value[N_SETTINGS];

  for (int i = 0; i < N_SETTINGS; i++)
    if (!read_number (reader, _(settings[i].name), settings[i].min, settings[i].max, &value[i], error))
      return FALSE;
  if (value[SETTING_MODE] == ULL_ARRIVAL_CLOSED && value[SETTING_CLIENTS] == 0)
    {
      set_error (reader, error, _("a closed loop without a client sends nothing; at least 1 client would be right"));
      return FALSE;
    }
  set_options (replay, value);
  return TRUE;
}

static gboolean
read_request (Reader *reader, UllReplay *replay, GError **error)
{
  UllReplayRequest request = { .first_id = replay->ids->len };
  gint64 most = replay->options.max_model_len - 1, n_ids;

  if (!read_number (reader, _("arrival"), 0, G_MAXINT64, &request.arrival, error) ||
      !read_number (reader, _("prompt"), 1, most, &request.prompt, error) ||
      !read_number (reader, _("output"), 1, MOST, &request.output, error) ||
      !read_number (reader, _("number of ids"), 0, MOST, &n_ids, error))
    return FALSE;
  if (replay->mode != ULL_ARRIVAL_CLOSED && replay->requests->len > 0 &&
      request.arrival < g_array_index (replay->requests, UllReplayRequest, replay->requests->len - 1).arrival)
    {
      set_error (reader, error, _("the arrival is before that of the request above; arrivals in order would be right"));
      return FALSE;
    }
  for (gint64 i = 0; i < n_ids; i++)
    {
      gint64 id;
      guint64 kept;

      if (!read_number (reader, _("id"), 0, G_MAXINT64, &id, error))
        return FALSE;
      kept = (guint64) id + 1;
      g_array_append_val (replay->ids, kept);
    }
  request.n_ids = (guint) n_ids;
  g_array_append_val (replay->requests, request);
  return TRUE;
}

static gboolean
read_row (Reader *reader, UllReplay *replay, GError **error)
{
  UllReplayRow row;

  for (int i = 0; i < ULL_N_ROW_COLUMNS; i++)
    if (!read_number (reader, _("a recorded figure"), 0, G_MAXINT64, &row.column[i], error))
      return FALSE;
  g_array_append_val (replay->rows, row);
  return TRUE;
}

static gboolean
read_all (Reader *reader, UllReplay *replay, GError **error)
{
  gint64 n;

  if (!read_settings (reader, replay, error) ||
      !read_number (reader, _("base time"), 0, MOST, &replay->base_us, error) ||
      !read_number (reader, _("token time"), 0, MOST, &replay->token_us, error) ||
      !read_number (reader, _("number of requests"), 0, MOST, &n, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (!read_request (reader, replay, error))
      return FALSE;
  if (!read_number (reader, _("number of steps"), 0, G_MAXINT64, &n, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (!read_row (reader, replay, error))
      return FALSE;
  if (!pass_space (reader, error))
    return error == NULL || *error == NULL;
  set_error (reader, error, _("more follows the recorded steps; the end of the file would be right"));
  return FALSE;
}

UllReplay *
ull_replay_read (const UllFileSource *source, const char *path, GError **error)
{
  g_autoptr (UllStream) stream = ull_stream_open (source, path, error);
  g_autoptr (UllReplay) replay = NULL;
  g_autoptr (GError) fault = NULL;
  Reader reader = { .stream = stream, .row = 1 };

  if (stream == NULL)
    return NULL;
  replay = g_new0 (UllReplay, 1);
  replay->requests = g_array_new (FALSE, FALSE, sizeof (UllReplayRequest));
  replay->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  replay->rows = g_array_new (FALSE, FALSE, sizeof (UllReplayRow));
  if (read_all (&reader, replay, &fault))
    return g_steal_pointer (&replay);
  g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

void
ull_replay_free (UllReplay *replay)
{
  if (replay == NULL)
    return;
  g_array_unref (replay->requests);
  g_array_unref (replay->ids);
  g_array_unref (replay->rows);
  g_free (replay);
}
