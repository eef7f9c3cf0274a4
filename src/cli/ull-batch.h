#pragma once

#include "ull-command.h"

G_BEGIN_DECLS

/* Whether more than one plan is asked for: several operands, or a folder that holds no config.json but .ullage files. */
gboolean ull_batch_is_asked (const UllArgs *args);
/* A plan of each, as CSV or, with --json, as one object. Those that cannot be read are told on standard error, and the
 * others are written all the same. */
UllExit ull_batch_plan (const UllArgs *args, GString *out, GError **error);

G_END_DECLS
