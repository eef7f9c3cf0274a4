#pragma once

#include "ull-model.h"

/* Tables of files and figures: tab-separated, the first line that does not start with # names the columns. */
typedef struct
{
  char **columns;
  GPtrArray *rows; /* of char **; as long as columns, or longer */
} ConfigTable;

/* NULL where there is no such file. */
ConfigTable *config_table_read (const char *path);
void config_table_free (ConfigTable *table);
/* Never NULL: an absent column is the test's fault. */
const char *config_table_get (const ConfigTable *table, guint row, const char *column);
/* What the reader says of @model, but for why its weights have no size: most of the cases are of caches and have no matrices.
 * (transfer full) */
char *config_dup_warnings (const UllModel *model);
gint64 config_table_get_int (const ConfigTable *table, guint row, const char *column);

/* Bytes that @tokens take in all the model's stores but the draft layers', at 2 bytes an element, on one card. */
gint64 config_bytes (const UllModel *model, gint64 tokens);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ConfigTable, config_table_free)
