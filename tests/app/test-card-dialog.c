#include "test-util.h"

#include "ull-card-dialog.h"
#include "ull-device-picker.h"
#include "ull-own-cards.h"
#include "ull-units.h"

#include <glib/gstdio.h>

/* Cards of one's own in the real window, in a data folder of the test's. */

static UllApplication *application;

static UllCardDialog *
open_dialog (UllWindow *window, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  test_settle ();
  return ULL_CARD_DIALOG (test_find_window (GTK_WINDOW (window), ULL_TYPE_CARD_DIALOG));
}

static void
test_own (void)
{
  UllWindow *window = test_window_new (application);
  UllWorkspace *workspace = ull_window_get_workspace (window);
  UllCardDialog *dialog;
  g_autoptr (UllDevice) found = NULL;
  g_autoptr (GPtrArray) own = NULL;

  g_assert_true (ull_window_open_bundled (window, "llama-3.1-8b", "rtx-4090", NULL));
  dialog = open_dialog (window, "win.add-card");
  g_assert_false (ull_card_dialog_save (dialog));
  g_assert_nonnull (ull_card_dialog_get_message (dialog));
  ull_card_dialog_set (dialog, ULL_CARD_NAME, "My Card");
  g_assert_false (ull_card_dialog_save (dialog));
  ull_card_dialog_set (dialog, ULL_CARD_REPORTED, "20,000 MiB");
  ull_card_dialog_set (dialog, ULL_CARD_ALLOCATABLE, "20,001 MiB");
  g_assert_false (ull_card_dialog_save (dialog));
  ull_card_dialog_set (dialog, ULL_CARD_ALLOCATABLE, "19,500 MiB");
  ull_card_dialog_set (dialog, ULL_CARD_BANDWIDTH, "fast");
  g_assert_false (ull_card_dialog_save (dialog));
  ull_card_dialog_set (dialog, ULL_CARD_BANDWIDTH, "640.5");
  g_assert_true (ull_card_dialog_save (dialog));
  test_settle ();
  g_assert_cmpstr (ull_workspace_get_scenario (workspace)->device->id, ==, "my-card");
  g_assert_cmpint (ull_workspace_get_scenario (workspace)->device->allocatable, ==, 19500 * ULL_MIB);
  found = ull_own_cards_find ("my-card");
  g_assert_cmpfloat (found->bandwidth_gb_s, ==, 640.5);
  ull_workspace_undo (workspace);
  g_assert_cmpstr (ull_workspace_get_scenario (workspace)->device->id, ==, "rtx-4090");
  g_assert_null (open_dialog (window, "win.edit-card"));
  ull_workspace_redo (workspace);
  dialog = open_dialog (window, "win.edit-card");
  ull_card_dialog_set (dialog, ULL_CARD_ALLOCATABLE, "");
  ull_card_dialog_set (dialog, ULL_CARD_LABEL, "20");
  g_assert_true (ull_card_dialog_save (dialog));
  test_settle ();
  g_assert_true (ull_workspace_get_scenario (workspace)->device->guess);
  dialog = open_dialog (window, "win.edit-card");
  g_assert_true (ull_card_dialog_remove (dialog));
  test_settle ();
  own = ull_own_cards_read (NULL);
  g_assert_cmpuint (own->len, ==, 0);
  test_window_end (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-data-XXXXXX", NULL);
  g_autofree char *path = NULL, *inner = NULL;
  int status;

  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  application = test_start (&argc, &argv);
  g_test_add_func ("/card-dialog/own", test_own);
  status = g_test_run ();
  path = ull_own_cards_dup_path ();
  inner = g_path_get_dirname (path);
  g_remove (path);
  g_rmdir (inner);
  g_rmdir (folder);
  return status;
}
