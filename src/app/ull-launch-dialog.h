#pragma once

#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Takes a launch command, shows as it is typed what of it is understood, not said and not counted, and makes a scenario of it.
 * Signal "used" (UllScenario *scenario, boxed pointer): what to open, or to change to. */

#define ULL_TYPE_LAUNCH_DIALOG (ull_launch_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UllLaunchDialog, ull_launch_dialog, ULL, LAUNCH_DIALOG, AdwWindow)

UllLaunchDialog *ull_launch_dialog_new (GtkWindow *parent, UllWorkspace *workspace);
/* As if it were pasted. */
void ull_launch_dialog_set_text (UllLaunchDialog *self, const char *text);
/* What a person says of a hole. */
void ull_launch_dialog_fill (UllLaunchDialog *self, const char *hole, const char *value);
/* What the button does: FALSE where there is nothing to use yet. */
gboolean ull_launch_dialog_use (UllLaunchDialog *self);

G_END_DECLS
