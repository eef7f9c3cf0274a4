#pragma once

#include "ull-pool-card.h"
#include "ull-workspace.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_RAMP_TABLE (ull_ramp_table_get_type ())
G_DECLARE_FINAL_TYPE (UllRampTable, ull_ramp_table, ULL, RAMP_TABLE, AdwWindow)

/* The data of the ramp's charts as a table, which follows them: every level, the level that is played over time, and its blocks at the
 * step that is shown. Rows can be selected and copied as CSV; it is what the exports of the same charts hold. */
UllRampTable *ull_ramp_table_new (GtkWindow *parent, UllWorkspace *workspace, UllPoolCard *pool);
/* "ramp", "pool" or "blocks": ids of charts. */
void ull_ramp_table_set_chart (UllRampTable *self, const char *id);
/* (transfer full) */
char *ull_ramp_table_dup_csv (UllRampTable *self);

G_END_DECLS
