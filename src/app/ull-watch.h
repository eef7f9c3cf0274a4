#pragma once

#include "ull-workspace.h"

G_BEGIN_DECLS

/* What every widget does with its "workspace" property: holds a reference in @slot, hears of each new disclosure and
 * is told once of the present one. Returns FALSE where nothing changed. @workspace may be NULL: lets go. */
typedef void (*UllWatchFunc) (gpointer self);

gboolean ull_watch (UllWorkspace **slot, UllWorkspace *workspace, UllWatchFunc changed, gpointer self);
/* Installs the property as number 1 of @object_class. */
void ull_watch_install_property (GObjectClass *object_class);

#define ULL_WATCH_PROPERTY 1

G_END_DECLS
