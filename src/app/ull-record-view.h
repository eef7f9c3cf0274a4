#pragma once

#include "ull-record.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_RECORD_VIEW (ull_record_view_get_type ())
G_DECLARE_FINAL_TYPE (UllRecordView, ull_record_view, ULL, RECORD_VIEW, GtkWidget)

/* What a record says: how often right, how sure, how far off, what is missed most. Signal "erase": the person wants the
 * record erased and has confirmed it; whoever owns the record does it and shows what is left. */
GtkWidget *ull_record_view_new (void);
/* @record: borrowed for as long as the view lives or shows another. @problem: a sentence about the file, or NULL. */
void ull_record_view_show (UllRecordView *self, const UllRecord *record, const char *problem);
/* As the dialog does; a name without an ending gets ".csv". FALSE where the notice says why. */
gboolean ull_record_view_write (UllRecordView *self, const char *path);
const char *ull_record_view_get_notice (UllRecordView *self); /* (nullable) */

G_END_DECLS
