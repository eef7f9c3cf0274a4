#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows of text whose columns are aligned for a terminal. */
typedef struct _UllTable UllTable;

/* @columns: a letter a column, "l" or "r" for the side it is aligned to, "_" for one that is not printed. */
UllTable *ull_table_new (const char *columns);
void ull_table_free (UllTable *table);
/* One text a column, copied. */
void ull_table_add (UllTable *table, const char *const *cells);
void ull_table_append_to (const UllTable *table, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllTable, ull_table_free)

G_END_DECLS
