#include "ull-launch.h"

#include <string.h>

/* One case for each way of writing that people have: the text, and behind each arrow a command that is in it, with its
 * settings, its holes (?), what is not counted (-) and what is refused (!). Parts without effect are not written down.
 * The cases come from the rules of shells, of container files and of vLLM's own reader of arguments. */

static char *
get_file (void)
{
  return g_test_build_filename (G_TEST_DIST, "data", "launch", "traps.txt", NULL);
}

static void
append_item (GString *out, const UllLaunchItem *item)
{
  const char *field = item->field >= 0 ? ull_field_get ((UllFieldId) item->field)->name : NULL;

  if (item->state == ULL_LAUNCH_COUNTED && field != NULL)
    g_string_append_printf (out, "%s %" G_GINT64_FORMAT "\n", field, item->number);
  else if (item->state == ULL_LAUNCH_COUNTED && item->number > 0)
    g_string_append_printf (out, "cards %" G_GINT64_FORMAT "\n", item->number);
  else if (item->state == ULL_LAUNCH_HOLE && field != NULL)
    g_string_append_printf (out, "%s ?%s%s%s\n", field, item->hole, item->fallback != NULL ? " " : "",
                            item->fallback != NULL ? item->fallback : "");
  else if (item->state == ULL_LAUNCH_HOLE && (*item->flag == 0 ? item->note != NULL : !g_str_has_suffix (item->flag, "model")))
    g_string_append_printf (out, "? %s\n", item->hole);
  else if (item->state == ULL_LAUNCH_LEFT)
    g_string_append_printf (out, "- %s\n", item->flag);
  else if (item->state == ULL_LAUNCH_WRONG)
    g_string_append_printf (out, "! %s\n", item->note);
}

static char *
render (const char *text)
{
  g_autoptr (GPtrArray) launches = ull_launch_parse (text, strlen (text), NULL, NULL);
  GString *out = g_string_new (launches == NULL ? "-->\n" : NULL);

  for (guint i = 0; launches != NULL && i < launches->len; i++)
    {
      const UllLaunch *launch = g_ptr_array_index (launches, i);

      g_string_append_printf (out, "--> %s %s%s\n", ull_launch_engine_get_id (launch->engine), launch->model_hole != NULL ? "?" : "",
                              launch->model_hole != NULL ? launch->model_hole : launch->model);
      for (guint k = 0; k < launch->items->len; k++)
        append_item (out, g_ptr_array_index (launch->items, k));
    }
  return g_string_free (out, FALSE);
}

static void
test_trap (gconstpointer data)
{
  const char *entry = data;
  const char *text = strchr (entry, '\n') + 1, *expected = strstr (text, "-->");
  g_autofree char *command = g_strndup (text, (gsize) (expected - text));
  g_autofree char *got = NULL;

  if (g_str_has_prefix (entry, "CRLF"))
    {
      g_auto (GStrv) lines = g_strsplit (command, "\n", -1);

      g_free (command);
      command = g_strjoinv ("\r\n", lines);
    }
  got = render (command);
  if (g_str_equal (got, expected))
    return;
  g_test_message ("%sis read as\n%s", entry, got);
  g_test_fail ();
}

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL, *text = NULL;
  g_auto (GStrv) entries = NULL;
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  path = get_file ();
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  entries = g_strsplit (text, "### ", -1);
  for (char **entry = entries + 1; *entry != NULL; entry++)
    {
      g_autofree char *name = g_strconcat ("/launch/", NULL);
      g_autofree char *title = g_strndup (*entry, strcspn (*entry, "\n"));
      g_autofree char *whole = g_strconcat (name, g_strdelimit (title, " /", '-'), NULL);

      g_test_add_data_func (whole, *entry, test_trap);
    }
  return g_test_run ();
}
