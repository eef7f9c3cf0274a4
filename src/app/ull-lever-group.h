#pragma once

#include "ull-lever-row.h"
#include "ull-lever-section.h"

G_BEGIN_DECLS

#define ULL_TYPE_LEVER_GROUP (ull_lever_group_get_type ())
G_DECLARE_FINAL_TYPE (UllLeverGroup, ull_lever_group, ULL, LEVER_GROUP, GtkWidget)

/* A section of levers that folds; closed it says what in it is set otherwise than in a new document. Property: "workspace".
 * Its rows are built when it is first unfolded. */
GtkWidget *ull_lever_group_new (UllSection section);
/* The row of a lever of the section, which is unfolded; NULL for another's. (transfer none) */
UllLeverRow *ull_lever_group_get_row (UllLeverGroup *self, UllLeverId lever);
void ull_lever_group_set_open (UllLeverGroup *self, gboolean open);
/* What it says beside its name. */
const char *ull_lever_group_get_summary (UllLeverGroup *self);

G_END_DECLS
