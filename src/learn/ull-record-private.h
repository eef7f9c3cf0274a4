#pragma once

#include "ull-record.h"

#include "ull-json.h"

#include <json-glib/json-glib.h>

/* What the files that read and write a record share. */

/* FALSE with an error that says that @name is missing. */
gboolean ull_record_read_member (UllJsonRef object, const char *name, UllJsonRef *member, GError **error);
/* (transfer full) */
gboolean ull_record_read_text (UllJsonRef object, const char *name, char **text, GError **error);
/* A number of per cent, or null. */
gboolean ull_record_read_confidence (UllJsonRef object, int *confidence, GError **error);
void ull_record_add_text (JsonBuilder *builder, const char *name, const char *text);
void ull_record_add_confidence (JsonBuilder *builder, int confidence);

/* "bookmarks" of @root, which older files have not. */
gboolean ull_record_read_bookmarks (UllRecord *record, UllJsonRef root, GError **error);
void ull_record_add_bookmarks (JsonBuilder *builder, const UllRecord *record);
