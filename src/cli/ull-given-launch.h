#pragma once

#include "ull-args.h"

#include "ull-launch-scenario.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The launch command of --engine-args, read once and kept with the arguments: NULL without an error where none was given. */
UllLaunch *ull_given_launch (const UllArgs *args, GError **error);
/* The model that the command names: a path, or what a bundled model is of. (transfer full): what --model would be. */
char *ull_given_launch_model (const UllLaunch *launch, GError **error);

/* What became of each part of the command: as lines for people, or as a member of the object of --json. @all: (nullable)
 * (element-type UllLaunch): the commands that the text holds, of which this is one. */
void ull_launch_report_text (const UllLaunch *launch, GPtrArray *all, GString *out);
/* @out: an object as --json printed it; it gets one member more. */
void ull_launch_report_into (const UllLaunch *launch, GPtrArray *all, GString *out);

G_END_DECLS
