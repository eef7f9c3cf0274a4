#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A seam: GtkFileDialog's shape (GTK 4.10) over GtkFileChooserNative, so that moving up is a change in one file. */

#define ULL_TYPE_FILE_PICKER (ull_file_picker_get_type ())
G_DECLARE_FINAL_TYPE (UllFilePicker, ull_file_picker, ULL, FILE_PICKER, GObject)

UllFilePicker *ull_file_picker_new (const char *title);
/* @name: what people read; @patterns: globs, NULL-terminated. The first filter added is the chosen one. */
void ull_file_picker_add_filter (UllFilePicker *self, const char *name, const char *const *patterns);
void ull_file_picker_set_initial_name (UllFilePicker *self, const char *name);

void ull_file_picker_open (UllFilePicker *self,
                           GtkWindow *parent,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
void ull_file_picker_select_folder (UllFilePicker *self,
                                    GtkWindow *parent,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
void ull_file_picker_save (UllFilePicker *self,
                           GtkWindow *parent,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
/* Of all three. (transfer full): NULL with G_IO_ERROR_CANCELLED where the person changed their mind. */
GFile *ull_file_picker_finish (UllFilePicker *self, GAsyncResult *result, GError **error);

/* @path with ".@ending" added. The picker asked before it replaced @path; nobody asked about the longer name, so that
 * one must not exist: NULL with ULL_ERROR_IO. (transfer full) */
char *ull_file_picker_add_ending (const char *path, const char *ending, GError **error);

G_END_DECLS
