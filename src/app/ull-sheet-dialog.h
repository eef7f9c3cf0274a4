#pragma once

#include "ull-scenario.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_SHEET_DIALOG (ull_sheet_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UllSheetDialog, ull_sheet_dialog, ULL, SHEET_DIALOG, AdwWindow)

/* Asks for seed, level and number of questions, then for a file, and writes a sheet of drills as a PDF. */
UllSheetDialog *ull_sheet_dialog_new (GtkWindow *parent, UllScenario *scenario);
/* What the file picker is answered with. FALSE: it was refused, and the dialog says why. */
gboolean ull_sheet_dialog_write (UllSheetDialog *self, const char *path);

G_END_DECLS
