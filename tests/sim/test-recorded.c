#include "ull-replay.h"

#include <json-glib/json-glib.h>
#include <stdio.h>

/* Every recorded case of the corpus: each column of each step, and every total of a ramp. */

static gpointer
open_cb (const char *path, GError **error)
{
  return fopen (path, "rb");
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  return (gssize) fread (buffer, 1, size, file);
}

static void
close_cb (gpointer file)
{
  fclose (file);
}

static const UllFileSource source = { open_cb, read_cb, close_cb };

typedef struct
{
  const UllReplay *replay;
  const char *name;
  guint row;
} Compare;

static gboolean
compare_cb (const UllReplayRow *row, gpointer data)
{
  Compare *compare = data;
  const UllReplayRow *recorded;

  if (compare->row >= compare->replay->rows->len)
    g_error ("%s: more than %u steps", compare->name, compare->row);
  recorded = &g_array_index (compare->replay->rows, UllReplayRow, compare->row++);
  for (int i = 0; i < ULL_N_ROW_COLUMNS; i++)
    if (row->column[i] != recorded->column[i])
      g_error ("%s: step %u, column %d: %" G_GINT64_FORMAT ", recorded %" G_GINT64_FORMAT, compare->name, compare->row, i + 1,
               row->column[i], recorded->column[i]);
  return TRUE;
}

static void
check_steps (const char *path, const char *name, guint *steps)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllReplay) replay = ull_replay_read (&source, path, &error);
  UllReplayResult result;
  Compare compare = { replay, name, 0 };

  g_assert_no_error (error);
  replay->options.check_every = 1;
  g_assert_true (ull_replay_run (replay, compare_cb, &compare, &result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (compare.row, ==, replay->rows->len);
  *steps += compare.row;
}

static void
check_totals (const char *path, const char *name, JsonArray *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllReplay) replay = ull_replay_read (&source, path, &error);
  UllReplayResult result;
  gint64 got[6];

  g_assert_no_error (error);
  g_assert_true (ull_replay_run (replay, NULL, NULL, &result, &error));
  got[0] = result.totals.steps;
  got[1] = result.t_us;
  got[2] = result.totals.tokens;
  got[3] = result.totals.preemptions;
  got[4] = result.totals.hit_tokens;
  got[5] = result.totals.peak_running;
  for (guint i = 0; i < 6; i++)
    if (got[i] != json_array_get_int_element (expected, i))
      g_error ("%s: total %u: %" G_GINT64_FORMAT ", recorded %" G_GINT64_FORMAT, name, i + 1, got[i],
               (gint64) json_array_get_int_element (expected, i));
}

static char *
find_folder (const char *name)
{
  g_autofree char *folder
    = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "..", "shared", "corpus", "scheduler", name, NULL);

  return g_file_test (folder, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&folder) : NULL;
}

static void
test_steps (gconstpointer data)
{
  g_autofree char *folder = find_folder (data);
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name;
  guint files = 0, steps = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_str_has_suffix (name, ".txt"))
        continue;
      check_steps (path, name, &steps);
      files++;
    }
  g_test_message ("%s: %u recorded cases, %u steps", (const char *) data, files, steps);
}

static void
test_totals (gconstpointer data)
{
  g_autofree char *folder = find_folder (data);
  g_autofree char *expected_path = folder != NULL ? g_build_filename (folder, "expected.json", NULL) : NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GList) names = NULL;
  JsonObject *expected;

  if (folder == NULL || !json_parser_load_from_file (parser, expected_path, NULL))
    {
      g_test_message ("%s: 0 recorded ramps", (const char *) data);
      return;
    }
  expected = json_node_get_object (json_parser_get_root (parser));
  names = json_object_get_members (expected);
  for (GList *l = names; l != NULL; l = l->next)
    {
      g_autofree char *path = g_build_filename (folder, l->data, NULL);

      check_totals (path, l->data, json_object_get_array_member (expected, l->data));
    }
  g_test_message ("%s: %u recorded ramps", (const char *) data, g_list_length (names));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/recorded/main", "main", test_steps);
  g_test_add_data_func ("/recorded/classic", "classic", test_steps);
  g_test_add_data_func ("/recorded/ramp", "ramp", test_totals);
  g_test_add_data_func ("/recorded/ramp-classic", "ramp_classic", test_totals);
  return g_test_run ();
}
