#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A popover with a searchable list of named things in groups. It is empty until it is first shown: a window that nobody
 * opens it in pays for one popover, not for its rows. */

#define ULL_TYPE_PICKER (ull_picker_get_type ())
G_DECLARE_FINAL_TYPE (UllPicker, ull_picker, ULL, PICKER, GtkPopover)

/* Called once, before the first showing: adds the rows. */
typedef void (*UllPickerFill) (UllPicker *self);

/* Signal "picked" (const char *id): a row was chosen; the popover has closed by then. */
GtkWidget *ull_picker_new (UllPickerFill fill);
void ull_picker_add (UllPicker *self, const char *id, const char *title, const char *subtitle, const char *group);
/* A button below the list, that closes the popover and runs @action. */
void ull_picker_add_button (UllPicker *self, const char *label, const char *action);
/* What a screen reader calls the search entry and the list. */
void ull_picker_set_names (UllPicker *self, const char *search, const char *list);

G_END_DECLS
