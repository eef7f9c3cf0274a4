#pragma once

#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The command that starts what the levers describe, each flag with its reason, to be copied. What the answer suggests is offered
 * only where the answer may be known. */

#define ULL_TYPE_COMMAND_DIALOG (ull_command_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UllCommandDialog, ull_command_dialog, ULL, COMMAND_DIALOG, AdwWindow)

UllCommandDialog *ull_command_dialog_new (GtkWindow *parent, UllWorkspace *workspace);
/* What is copied. (transfer none) */
const char *ull_command_dialog_get_text (UllCommandDialog *self);
void ull_command_dialog_set_suggested (UllCommandDialog *self, gboolean suggested);

G_END_DECLS
