#include "ull-json.h"
#include "ull-launch.h"

#include <string.h>

/* Launch commands as people wrote them, where a corpus of them lies beside the sources: every one is read without a fault, its
 * engine is the one that the corpus names, and every flag that the corpus counts in a command of vLLM is understood or
 * listed. A flag of another program of the same text (docker's, a benchmark's) is none of the engine's. */

typedef struct
{
  guint commands;
  guint launches;
  guint engine; /* named as in the corpus */
  guint flags;  /* of the record's own list */
  guint state[5];
  guint others; /* flags of other programs */
} Row;

/* Flags in commands of vLLM that belong to other programs of their texts: each was looked at. */
static const char *const foreign[] = {
  "--gpus", "--ipc", "--network", "--name", "--runtime", "--env", "--ulimit", "--entrypoint", "--device", "-c", /* docker, sh */
  "--listen-client-urls", "--advertise-client-urls",                                                          /* etcd */
  "--backend", "--base-url", "--dataset-name", "--random-input-len", "--random-output-len", "--num-prompts",  /* bench */
  "--model",                                                                                                  /* bench */
  "--quantization", "--speculative-config", "--rope-scaling", "--language-model-only", "--headless",          /* in comments */
  NULL
};

static char *
get_corpus (void)
{
  return g_build_filename (g_test_get_dir (G_TEST_DIST), "..", "..", "shared", "corpus", "commands.jsonl", NULL);
}

static char *
read_member (UllJson *json, const char *name)
{
  UllJsonRef ref;

  g_assert_true (ull_json_get (ull_json_root (json), name, &ref));
  return ull_json_read_string (ref, NULL);
}

/* The item of a flag: JSON members stand as FLAG.MEMBER. */
static const UllLaunchItem *
find_item (GPtrArray *launches, const char *flag)
{
  gsize length = strlen (flag);

  for (guint i = 0; i < launches->len; i++)
    {
      const UllLaunch *launch = g_ptr_array_index (launches, i);

      for (guint k = 0; k < launch->items->len; k++)
        {
          const UllLaunchItem *item = g_ptr_array_index (launch->items, k);

          if (strncmp (item->flag, flag, length) == 0 && (item->flag[length] == 0 || item->flag[length] == '.'))
            return item;
        }
    }
  return NULL;
}

static gboolean
is_in_command (GPtrArray *launches, const char *flag)
{
  g_autofree char *word = g_strconcat (flag, " ", NULL);

  for (guint i = 0; i < launches->len; i++)
    if (strstr (((const UllLaunch *) g_ptr_array_index (launches, i))->text, word) != NULL)
      return TRUE;
  return FALSE;
}

static void
count_flags (UllJson *json, GPtrArray *launches, Row *row, gboolean strict, guint line)
{
  UllJsonRef flags, child;

  g_assert_true (ull_json_get (ull_json_root (json), "flags", &flags));
  for (gboolean more = ull_json_first (flags, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *flag = ull_json_read_string (child, NULL);
      const UllLaunchItem *item = find_item (launches, flag);

      row->flags++;
      if (item != NULL)
        row->state[item->state]++;
      else
        row->others++;
      if (item == NULL && strict && (!g_strv_contains (foreign, flag) || is_in_command (launches, flag)))
        {
          g_test_message ("line %u: %s is nowhere", line, flag);
          g_test_fail ();
        }
    }
}

static void
check_items (const UllLaunch *launch)
{
  for (guint i = 0; i < launch->items->len; i++)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i);

      g_assert_true (g_utf8_validate (item->flag, -1, NULL));
      g_assert_true (item->state != ULL_LAUNCH_WRONG || item->note != NULL);
      g_assert_true (item->state != ULL_LAUNCH_HOLE || item->hole != NULL);
      g_assert_true (item->state != ULL_LAUNCH_COUNTED || item->field < 0 || item->number >= ULL_UNSET);
      if (g_test_verbose ())
        g_test_message ("    %-12s %s = %s [%s] %s %s", ull_launch_state_get_id (item->state), item->flag,
                        item->value != NULL ? item->value : "-", item->field >= 0 ? ull_field_get ((UllFieldId) item->field)->name : "",
                        item->note != NULL ? item->note : "", item->hole != NULL ? item->hole : "");
    }
}

static void
read_record (const char *text, guint line, Row *rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json = ull_json_parse ("commands.jsonl", text, strlen (text), ULL_JSON_STRICT, &error);
  g_autofree char *command = NULL, *engine = NULL;
  g_autoptr (GPtrArray) launches = NULL;
  Row *row = rows;
  gboolean named = FALSE;

  g_assert_no_error (error);
  command = read_member (json, "command");
  engine = read_member (json, "engine");
  for (int i = 0; i < ULL_N_LAUNCH_ENGINES; i++)
    if (g_str_equal (ull_launch_engine_get_id ((UllLaunchEngine) i), engine))
      row = &rows[i];
  row->commands++;
  launches = ull_launch_parse (command, strlen (command), NULL, &error);
  if (launches == NULL)
    {
      g_test_message ("line %u: %s: no launch: %.60s", line, engine, command);
      return;
    }
  row->launches += launches->len;
  for (guint i = 0; i < launches->len; i++)
    {
      const UllLaunch *launch = g_ptr_array_index (launches, i);

      named |= g_str_equal (ull_launch_engine_get_id (launch->engine), engine);
      if (g_test_verbose ())
        g_test_message ("line %u: %s: %s model %s hole %s", line, ull_launch_engine_get_id (launch->engine), engine, launch->model, launch->model_hole);
      check_items (launch);
    }
  row->engine += named;
  if (!named)
    g_test_message ("line %u: %s is read as another", line, engine);
  count_flags (json, launches, row, row == &rows[ULL_LAUNCH_VLLM], line);
}

static void
test_corpus (void)
{
  g_autofree char *path = get_corpus ();
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  Row rows[ULL_N_LAUNCH_ENGINES] = { 0 };
  guint n = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      g_test_message ("0 commands: there is no corpus beside the sources");
      return;
    }
  lines = g_strsplit (text, "\n", -1);
  for (; lines[n] != NULL && *lines[n] != 0; n++)
    read_record (lines[n], n, rows);
  g_test_message ("%u commands", n);
  for (int i = 0; i < ULL_N_LAUNCH_ENGINES; i++)
    if (rows[i].commands > 0)
      g_test_message ("%-13s %3u texts, %3u launches, %3u named alike, %4u flags: %4u understood, %4u without effect, %3u not "
                      "counted, %3u holes, %u wrong, %3u of other programs",
                      ull_launch_engine_get_id ((UllLaunchEngine) i), rows[i].commands, rows[i].launches, rows[i].engine,
                      rows[i].flags, rows[i].state[0], rows[i].state[1], rows[i].state[2], rows[i].state[3],
                      rows[i].state[4], rows[i].others);
  g_assert_cmpuint (rows[ULL_LAUNCH_VLLM].engine, ==, rows[ULL_LAUNCH_VLLM].commands);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launch/corpus", test_corpus);
  return g_test_run ();
}
