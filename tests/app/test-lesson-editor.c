#include "test-util.h"

#include "ull-learn-view.h"
#include "ull-lesson-editor.h"
#include "ull-prompt.h"
#include "ull-record-store.h"

#include <glib/gstdio.h>
#include <string.h>

/* A lesson as somebody writes it: right, wrong in its syntax, wrong in what it says, and whatever a hand does to a text. */

static UllApplication *application;

static const char good[]
  = "{\"ullage_lesson\": 1, \"id\": \"one\", \"title\": \"One\", \"summary\": \"A lesson.\", \"steps\": [\n"
    "  {\"text\": \"Add.\", \"questions\": [\n"
    "    {\"id\": \"sum\", \"kind\": \"number\", \"answer\": \"1 + 1\", \"prompt\": \"How many?\"}]}]}\n";

typedef struct
{
  UllLessonEditor *editor;
  char *folder;
} Fixture;

static gboolean
is_read (gpointer data)
{
  return ull_lesson_editor_is_read (data);
}

static void
put (Fixture *fixture, const char *text)
{
  ull_lesson_editor_set_text (fixture->editor, text);
  g_assert_true (test_wait_until (is_read, fixture->editor, 20000));
}

/* As a person does, so that it counts as changed. */
static void
type (Fixture *fixture, const char *text)
{
  GtkWidget *view = test_find (GTK_WIDGET (fixture->editor), GTK_TYPE_TEXT_VIEW, "view");

  gtk_text_buffer_insert_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
  g_assert_true (test_wait_until (is_read, fixture->editor, 20000));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_assert_true (ull_record_store_erase (ull_record_store_get_default (), NULL));
  fixture->folder = g_dir_make_tmp ("ullage-editor-XXXXXX", NULL);
  fixture->editor = ull_lesson_editor_new (GTK_APPLICATION (application));
  gtk_window_present (GTK_WINDOW (fixture->editor));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  gtk_window_destroy (GTK_WINDOW (fixture->editor));
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static gboolean
run (Fixture *fixture, const char *action)
{
  return gtk_widget_activate_action (GTK_WIDGET (fixture->editor), action, NULL);
}

static void
test_good (Fixture *fixture, gconstpointer data)
{
  guint line, column;

  put (fixture, good);
  g_assert_false (ull_lesson_editor_get_fault (fixture->editor, &line, &column));
  g_assert_nonnull (ull_lesson_editor_get_lesson (fixture->editor));
  g_assert_cmpstr (ull_lesson_editor_get_status (fixture->editor), ==, "A lesson of 1 question.");
  g_assert_false (ull_lesson_editor_get_modified (fixture->editor));
}

static void
test_faults (Fixture *fixture, gconstpointer data)
{
  /* Places are counted by hand in the texts. */
  static const struct
  {
    const char *text;
    guint line, column;
    const char *says;
  } cases[] = {
    { "", 1, 1, "" },
    { "{\n  \"ullage_lesson\": 1,\n  \"id\" \"one\"\n}", 3, 8, "" },
    { "{\"ullage_lesson\": 1, \"id\": \"ä\", \"titel\": \"x\"}", 1, 33, "titel" },
    { "{\"ullage_lesson\": 2}", 1, 2, "version" },
    { "{\"ullage_lesson\": 1, \"id\": \"a\", \"title\": \"A\", \"summary\": \"S\",\n \"steps\": [\n"
      "  {\"text\": \"T\",\n   \"view\": \"film\"}]}",
      4, 4, "is no view" },
    /* Only solving the question shows that it has no answer. */
    { "{\"ullage_lesson\": 1, \"id\": \"a\", \"title\": \"A\", \"summary\": \"S\",\n \"steps\": [{\"text\": \"T\", \"questions\": [\n"
      "   {\"id\": \"q\", \"kind\": \"number\", \"answer\": \"1 / 0\", \"prompt\": \"P\"}]}]}",
      3, 4, "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint line, column;
      g_autofree char *kept = NULL;

      put (fixture, cases[i].text);
      g_assert_true (ull_lesson_editor_get_fault (fixture->editor, &line, &column));
      g_test_message ("%s", ull_lesson_editor_get_status (fixture->editor));
      g_assert_cmpuint (line, ==, cases[i].line);
      g_assert_cmpuint (column, ==, cases[i].column);
      g_assert_nonnull (strstr (ull_lesson_editor_get_status (fixture->editor), cases[i].says));
      g_assert_null (ull_lesson_editor_get_lesson (fixture->editor));
      kept = ull_lesson_editor_dup_text (fixture->editor);
      g_assert_cmpstr (kept, ==, cases[i].text);
      g_assert_true (run (fixture, "editor.go-to-fault"));
    }
}

/* Cut anywhere it is a fault with a place or a lesson, and never the end of the program. */
static void
test_cut_anywhere (Fixture *fixture, gconstpointer data)
{
  for (gsize length = 0; length < strlen (good); length += 9)
    {
      g_autofree char *cut = g_strndup (good, length), *kept = NULL;
      guint line, column;

      put (fixture, cut);
      g_assert_true (ull_lesson_editor_get_fault (fixture->editor, &line, &column));
      g_assert_cmpuint (line, >=, 1);
      kept = ull_lesson_editor_dup_text (fixture->editor);
      g_assert_cmpstr (kept, ==, cut);
    }
}

/* What is wrong is kept as it is: a lesson is seldom finished when it is saved. */
static void
test_save_and_open (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "mine.json", NULL);
  g_autofree char *bad = g_build_filename (fixture->folder, "bad.json", NULL), *no = g_build_filename (fixture->folder, "no", "x", NULL);
  g_autofree char *text = NULL, *written = NULL;

  put (fixture, good);
  type (fixture, "oops ");
  g_assert_true (ull_lesson_editor_get_modified (fixture->editor));
  g_assert_false (ull_lesson_editor_write (fixture->editor, no));
  g_assert_true (ull_lesson_editor_get_modified (fixture->editor));
  g_assert_true (ull_lesson_editor_write (fixture->editor, path));
  g_assert_false (ull_lesson_editor_get_modified (fixture->editor));
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  text = ull_lesson_editor_dup_text (fixture->editor);
  g_assert_cmpstr (written, ==, text);
  g_assert_true (g_str_has_prefix (written, "oops {"));

  /* What cannot be read leaves what is there. */
  g_assert_true (g_file_set_contents (bad, "\xff\xfe", 2, NULL));
  g_assert_false (ull_lesson_editor_read (fixture->editor, bad));
  g_assert_false (ull_lesson_editor_read (fixture->editor, no));
  g_clear_pointer (&text, g_free);
  text = ull_lesson_editor_dup_text (fixture->editor);
  g_assert_cmpstr (written, ==, text);

  put (fixture, "");
  g_assert_true (ull_lesson_editor_read (fixture->editor, path));
  g_clear_pointer (&text, g_free);
  text = ull_lesson_editor_dup_text (fixture->editor);
  g_assert_cmpstr (written, ==, text);
}

static gboolean
prompt_is_open (gpointer data)
{
  return test_find_window (data, ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static gboolean
no_prompt (gpointer data)
{
  return !prompt_is_open (data);
}

static gboolean
is_gone (gpointer data)
{
  return !gtk_widget_get_visible (GTK_WIDGET (data));
}

static void
test_guard (Fixture *fixture, gconstpointer data)
{
  GtkWindow *prompt;

  put (fixture, good);
  type (fixture, " ");
  gtk_window_close (GTK_WINDOW (fixture->editor));
  g_assert_true (test_wait_until (prompt_is_open, fixture->editor, 20000));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->editor)));
  prompt = test_find_window (GTK_WINDOW (fixture->editor), ADW_TYPE_MESSAGE_DIALOG);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (prompt), "cancel");
  gtk_window_destroy (prompt);
  g_assert_true (test_wait_until (no_prompt, fixture->editor, 20000));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->editor)));

  g_object_ref (fixture->editor);
  gtk_window_close (GTK_WINDOW (fixture->editor));
  g_assert_true (test_wait_until (prompt_is_open, fixture->editor, 20000));
  prompt = test_find_window (GTK_WINDOW (fixture->editor), ADW_TYPE_MESSAGE_DIALOG);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (prompt), "discard");
  g_assert_true (test_wait_until (is_gone, fixture->editor, 20000));
  g_object_unref (fixture->editor);
  fixture->editor = ull_lesson_editor_new (GTK_APPLICATION (application));
}

/* What is tried out is played and not written down. */
static void
test_try (Fixture *fixture, gconstpointer data)
{
  UllLessonPlayer *player = ULL_LESSON_PLAYER (test_find (GTK_WIDGET (fixture->editor), ULL_TYPE_LESSON_PLAYER, NULL));
  const UllRecord *record = ull_record_store_get_record (ull_record_store_get_default ());
  guint n_entries = record->entries->len, n_bookmarks = record->bookmarks->len;

  put (fixture, "{");
  run (fixture, "editor.try");
  g_assert_null (ull_lesson_player_get_course (player));
  put (fixture, good);
  g_assert_true (run (fixture, "editor.try"));
  g_assert_nonnull (ull_lesson_player_get_course (player));
  gtk_editable_set_text (GTK_EDITABLE (test_find (GTK_WIDGET (ull_lesson_player_get_question (player)), GTK_TYPE_ENTRY, NULL)), "2");
  g_assert_true (run (fixture, "editor.go-on"));
  g_assert_true (ull_course_get_grade (ull_lesson_player_get_course (player))->right);
  g_assert_cmpuint (record->entries->len, ==, n_entries);
  g_assert_cmpuint (record->bookmarks->len, ==, n_bookmarks);
  g_assert_true (run (fixture, "editor.try"));
  g_assert_null (ull_lesson_player_get_course (player));
}

static UllLessonEditor *
find_editor (UllLessonEditor *besides)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (ULL_IS_LESSON_EDITOR (link->data) && link->data != besides)
      return link->data;
  return NULL;
}

/* A lesson of what is on screen can be played as it is. */
static void
test_make_lesson (Fixture *fixture, gconstpointer data)
{
  UllWindow *window = test_window_new (application);
  UllLessonEditor *editor;
  g_autofree char *text = NULL;
  guint line, column;

  g_assert_true (ull_window_open_bundled (window, "qwen2.5-7b", "l40s", NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.make-lesson", NULL);
  editor = find_editor (fixture->editor);
  g_assert_nonnull (editor);
  g_assert_true (test_wait_until (is_read, editor, 20000));
  g_assert_false (ull_lesson_editor_get_fault (editor, &line, &column));
  text = ull_lesson_editor_dup_text (editor);
  g_assert_nonnull (strstr (text, "Qwen2.5-7B"));
  g_assert_cmpuint (test_count_unnamed (GTK_WIDGET (editor)), ==, 0);
  /* It stays when the window that it came from goes. */
  test_window_end (window);
  g_assert_true (find_editor (fixture->editor) == editor);
  gtk_window_destroy (GTK_WINDOW (editor));
}

/* One's own lesson opens like any file, and leaves the plan as it is; a damaged one says where. */
static void
test_open_file (Fixture *fixture, gconstpointer data)
{
  UllWindow *window = test_window_new (application);
  g_autofree char *path = g_build_filename (fixture->folder, "mine.json", NULL);
  UllScenario *scenario;
  UllLearnView *view;

  g_assert_true (g_file_set_contents (path, good, -1, NULL));
  g_assert_true (ull_window_open_bundled (window, NULL, NULL, NULL));
  scenario = ull_workspace_get_scenario (ull_window_get_workspace (window));
  ull_window_open_path (window, path);
  test_wait_loaded (window);
  g_assert_null (ull_window_get_notice (window));
  g_assert_true (ull_workspace_get_scenario (ull_window_get_workspace (window)) == scenario);
  view = ULL_LEARN_VIEW (test_find (GTK_WIDGET (window), ULL_TYPE_LEARN_VIEW, NULL));
  g_assert_nonnull (view);
  g_assert_cmpstr (ull_course_get_source (ull_lesson_player_get_course (ull_learn_view_get_player (view))), ==, "one");

  g_assert_true (g_file_set_contents (path, "{\"ullage_lesson\": 1, \"id\": 5}", -1, NULL));
  ull_window_open_path (window, path);
  test_wait_loaded (window);
  g_assert_nonnull (strstr (ull_window_get_notice (window), "mine.json: line 1, id"));
  g_assert_cmpstr (ull_course_get_source (ull_lesson_player_get_course (ull_learn_view_get_player (view))), ==, "one");
  test_window_end (window);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*run) (Fixture *, gconstpointer);
  } tests[] = {
    { "/lesson-editor/good", test_good },
    { "/lesson-editor/faults", test_faults },
    { "/lesson-editor/cut-anywhere", test_cut_anywhere },
    { "/lesson-editor/save-and-open", test_save_and_open },
    { "/lesson-editor/guard", test_guard },
    { "/lesson-editor/try", test_try },
    { "/lesson-editor/make-lesson", test_make_lesson },
    { "/lesson-editor/open-file", test_open_file },
  };

  application = test_start (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
