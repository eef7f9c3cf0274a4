#pragma once

#include "ull-talk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What stands beside the picture, in the size of a room. */
GtkWidget *ull_present_label_new (const char *text, const char *css_class);
/* @current: the one that was shown last. */
GtkWidget *ull_present_step_new (guint number, const UllKeyStep *step, gboolean current);
/* What comes next, by its name alone. */
GtkWidget *ull_present_next_new (guint number, const char *label);
/* Fills @box with the steps that are shown, and what comes next or the answer. Returns what was shown last. (nullable) */
GtkWidget *ull_present_rows_fill (GtkBox *box, const UllTalk *talk);
/* What was shown last, in words. (transfer full) (nullable) */
char *ull_present_rows_speak (const UllTalk *talk);

G_END_DECLS
