#pragma once

#include "ull-json.h"
#include "ull-scenario.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A .ullage file: a version, the model's stores and facts, its source's name and digest, the card, the settings.
 * Members this version does not know are kept when the file is written again. */

#define ULL_DOCUMENT_VERSION 1

UllScenario *ull_document_parse (const char *name, const char *text, gsize length, GError **error);
/* @previous: the text the scenario was read from, whose unknown members are kept; or NULL. (transfer full): UTF-8 JSON
 * with a final newline. */
char *ull_document_write (const UllScenario *scenario, const char *previous);
/* @root as pretty JSON that a terminal may show: json-glib's generator leaves U+001F, which no JSON may hold, and characters that
 * are not plain as they are; here they are escaped. (transfer full) */
char *ull_document_print (JsonNode *root);
/* Atomic: a file that could not be written whole is left as it was. The load's log is told as the file is to have it. */
gboolean ull_document_save (const UllScenario *scenario, const char *previous, const char *path, GError **error);

/* The scenario of a document at @path with its load's log as an absolute path; @exists asks the file system. (transfer full) */
UllScenario *ull_document_find_log (UllScenario *scenario, const char *path, gboolean (*exists) (const char *path));
/* The same as the file at @path is to have it: from its folder on where the log lies there, else absolute. (transfer full) */
UllScenario *ull_document_place_log (UllScenario *scenario, const char *path);

/* The model object alone, as in the file and in `ullage-cli model`. */
void ull_model_build_json (const UllModel *model, JsonBuilder *builder);
UllModel *ull_model_from_json (UllJsonRef object, GError **error);

G_END_DECLS
