#pragma once

#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_COMPARE_WINDOW (ull_compare_window_get_type ())
G_DECLARE_FINAL_TYPE (UllCompareWindow, ull_compare_window, ULL, COMPARE_WINDOW, AdwWindow)

/* The pins, and what they come to: all of them and the present plan in one table, or one of them and the present plan term
 * by term. While any step of the answer is withheld it has no figures. */
UllCompareWindow *ull_compare_window_new (GtkWindow *parent, UllWorkspace *workspace);
/* Which of the two tables is shown. */
void ull_compare_window_set_difference (UllCompareWindow *self, gboolean difference);
/* The shown table as a file has it; NULL where there is none. (transfer full) */
char *ull_compare_window_dup_csv (UllCompareWindow *self);
/* Atomic. FALSE where it could not be written, which the window then says. */
gboolean ull_compare_window_write (UllCompareWindow *self, const char *path);

G_END_DECLS
