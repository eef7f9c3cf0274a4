#pragma once

#include "ull-launch-scenario.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* What became of each part of a launch command, a group of rows for each kind of answer: what is counted with the setting it
 * is, what is refused, what is not counted and why; what changes no memory is one row. */
GtkWidget *ull_launch_rows_new (const UllLaunch *launch);

G_END_DECLS
