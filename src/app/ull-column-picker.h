#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_COLUMN_PICKER (ull_column_picker_get_type ())
G_DECLARE_FINAL_TYPE (UllColumnPicker, ull_column_picker, ULL, COLUMN_PICKER, AdwWindow)

/* Asks which column of a log holds the lengths. Signal "picked" (const char *column): its name, or its number where the name
 * does not tell it from others; "" for a trace of two known columns. */
GtkWindow *ull_column_picker_new (GtkWindow *parent, const char *path, const char *const *columns);
/* The row of a column, from 0; a trace has one before them. (transfer none) For tests. */
GtkWidget *ull_column_picker_get_row (UllColumnPicker *self, int n);

G_END_DECLS
