#pragma once

#include "ull-pool-card.h"
#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Asks which chart, format and background, then for a file, and writes what the workspace discloses at that moment.
 * Signal "exported" (const char *path). */

#define ULL_TYPE_EXPORT_DIALOG (ull_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UllExportDialog, ull_export_dialog, ULL, EXPORT_DIALOG, AdwWindow)

/* @card: (nullable): the level that is played. @chart: the id of the kind that it opens on. */
UllExportDialog *ull_export_dialog_new (GtkWindow *parent, UllWorkspace *workspace, UllPoolCard *card, const char *chart);
/* The states of "chart", "format" and "look". */
GActionGroup *ull_export_dialog_get_choices (UllExportDialog *self);
/* What the file picker is answered with. FALSE: it was refused, and the dialog says why. */
gboolean ull_export_dialog_write (UllExportDialog *self, const char *path);

G_END_DECLS
