#pragma once

#include "ull-json.h"
#include "ull-model.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Members of a model's object that say what its weights are. */
void ull_model_build_parts (const UllModel *model, JsonBuilder *builder);
gboolean ull_model_read_parts (UllJsonRef object, UllModel *facts, GError **error);

G_END_DECLS
