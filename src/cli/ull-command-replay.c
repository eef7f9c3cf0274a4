#include "ull-command.h"
#include "ull-files.h"
#include "ull-members.h"

#include "ull-replay.h"

/* The recorded form of a scheduler's steps in, what the scheduler of this program does with the same load out. Without
 * --json the rows are printed as the file has them, so that `diff` tells whether they agree. */

const UllOption ull_command_replay_options[] = {
  { .name = "check", .help = "exit 3 where a step differs from the recorded one", .group = "Output" },
  { .name = NULL },
};

typedef struct
{
  const UllReplay *replay;
  GString *text;        /* Borrowed: NULL for JSON */
  JsonBuilder *builder; /* Borrowed: NULL for text */
  guint row;
  guint differs;        /* the first row that is not the recorded one, from 1; 0: none */
} Output;

static gboolean
is_recorded (const Output *output, const UllReplayRow *row)
{
  const UllReplayRow *recorded;

  if (output->row > output->replay->rows->len)
    return FALSE;
  recorded = &g_array_index (output->replay->rows, UllReplayRow, output->row - 1);
  for (int i = 0; i < ULL_N_ROW_COLUMNS; i++)
    if (row->column[i] != recorded->column[i])
      return FALSE;
  return TRUE;
}

static gboolean
row_cb (const UllReplayRow *row, gpointer data)
{
  Output *output = data;

  output->row++;
  if (output->differs == 0 && !is_recorded (output, row))
    output->differs = output->row;
  if (output->text != NULL)
    {
      for (int i = 0; i < ULL_N_ROW_COLUMNS; i++)
        g_string_append_printf (output->text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "", row->column[i]);
      g_string_append_c (output->text, '\n');
      return TRUE;
    }
  json_builder_begin_array (output->builder);
  for (int i = 0; i < ULL_N_ROW_COLUMNS; i++)
    json_builder_add_int_value (output->builder, row->column[i]);
  json_builder_end_array (output->builder);
  return TRUE;
}

static void
add_summary (JsonBuilder *builder, const UllReplayResult *result)
{
  json_builder_set_member_name (builder, "summary");
  json_builder_begin_object (builder);
  ull_member_int (builder, "steps", result->totals.steps);
  ull_member_int (builder, "t_us", result->t_us);
  ull_member_int (builder, "scheduled_tokens", result->totals.tokens);
  ull_member_int (builder, "preemptions", result->totals.preemptions);
  ull_member_int (builder, "hit_tokens", result->totals.hit_tokens);
  ull_member_int (builder, "peak_running", result->totals.peak_running);
  json_builder_set_member_name (builder, "stuck");
  json_builder_add_boolean_value (builder, result->stuck);
  json_builder_end_object (builder);
}

static UllExit
end (const Output *output, const UllReplayResult *result, const char *path)
{
  if (result->stuck)
    g_printerr ("ullage-cli: %s: request %" G_GINT64_FORMAT " is larger than the pool: the engine waits for ever\n", path,
                result->stuck_request + 1);
  if (output->replay->rows->len == 0 && output->row > 0)
    return ULL_EXIT_DONE;
  if (output->differs > 0)
    g_printerr ("ullage-cli: %s: step %u is not as recorded\n", path, output->differs);
  else if (output->row < output->replay->rows->len)
    g_printerr ("ullage-cli: %s: %u steps are recorded, %u were done\n", path, output->replay->rows->len, output->row);
  else
    return ULL_EXIT_DONE;
  return ULL_EXIT_CHECK;
}

UllExit
ull_command_replay (const UllArgs *args, GString *out, GError **error)
{
  const char *path = ull_args_get_operand (args, 0);
  gboolean json = ull_args_has (args, "json");
  g_autoptr (JsonBuilder) builder = json ? json_builder_new () : NULL;
  g_autoptr (UllReplay) replay = NULL;
  Output output = { .text = json ? NULL : out, .builder = builder };
  UllReplayResult result;
  UllExit differs;

  if (path == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "no recording is named; write replay FILE");
      return ULL_EXIT_USAGE;
    }
  replay = ull_replay_read (&ull_file_source, path, error);
  if (replay == NULL)
    return ULL_EXIT_INPUT;
  output.replay = replay;
  if (json)
    {
      json_builder_begin_object (builder);
      ull_member_array (builder, "steps");
    }
  if (!ull_replay_run (replay, row_cb, &output, &result, error))
    {
      g_prefix_error (error, "%s: ", path);
      return ULL_EXIT_INPUT;
    }
  if (json)
    {
      json_builder_end_array (builder);
      add_summary (builder, &result);
      json_builder_end_object (builder);
      ull_members_append_to (builder, out);
    }
  differs = end (&output, &result, path);
  return ull_args_has (args, "check") ? differs : ULL_EXIT_DONE;
}
