#pragma once

#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The window: a workspace, its frame and the actions of the frame. Property "workspace" (read-only). */
#define ULL_TYPE_WINDOW (ull_window_get_type ())
G_DECLARE_FINAL_TYPE (UllWindow, ull_window, ULL, WINDOW, AdwApplicationWindow)

UllWindow *ull_window_new (GtkApplication *application);
UllWorkspace *ull_window_get_workspace (UllWindow *self);

/* Reads on a worker thread; the latest call wins. A refused file leaves the window as it was and says why in the
 * notice. A window that is not yet shown is presented when the file has been read. */
void ull_window_open_path (UllWindow *self, const char *path);
/* Reads a log or a series for the document that is being opened: at once where none is, and never where it cannot be opened. */
void ull_window_open_after (UllWindow *self, const char *path);
gboolean ull_window_is_loading (UllWindow *self);
/* Without a thread, since both come out of the program itself. @device_id: NULL for the example's. */
gboolean ull_window_open_bundled (UllWindow *self, const char *model_id, const char *device_id, GError **error);
/* What a drop calls: opens the first of them. FALSE where none is a file of this machine. */
gboolean ull_window_drop_files (UllWindow *self, GSList *files);

/* Reads a recorded series on a worker thread, to be drawn over the pool that is played. */
void ull_window_open_series (UllWindow *self, const char *path);
/* Fits a step's time to the run at @path, in a thread. */
void ull_window_fit_path (UllWindow *self, const char *path);

void ull_window_show_error (UllWindow *self, const GError *error);
const char *ull_window_get_notice (UllWindow *self); /* (nullable): what the notice says, while it is shown */
void ull_window_show_toast (UllWindow *self, const char *text);

G_END_DECLS
