#pragma once

#include "ull-table.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Each adds its rows to a table of two columns, id and what it is, and its objects to an array. */
void ull_list_models (UllTable *table, JsonBuilder *builder);
void ull_list_devices (UllTable *table, JsonBuilder *builder);
void ull_list_engines (UllTable *table, JsonBuilder *builder);
void ull_list_formats (UllTable *table, JsonBuilder *builder);
void ull_list_settings (UllTable *table, JsonBuilder *builder);
void ull_list_presets (UllTable *table, JsonBuilder *builder); /* loads of a ramp */
void ull_list_lessons (UllTable *table, JsonBuilder *builder);
/* The same in the best language there is. */
void ull_list_lessons_in (UllTable *table, JsonBuilder *builder, const char *const *languages);

G_END_DECLS
