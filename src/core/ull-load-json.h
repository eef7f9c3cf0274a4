#pragma once

#include "ull-json.h"
#include "ull-load.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* {"kind": "sessions", "arrivals": "closed", "requests": 1000, …}: what is not said is as ull_load_new() has it. A figure
 * that cannot be is ULL_ERROR_INVALID with its place. (transfer full) */
UllLoad *ull_load_from_json (UllJsonRef object, GError **error);
/* Into @object, whose unknown members are kept. */
void ull_load_write_json (UllLoad *load, JsonObject *object);

G_END_DECLS
