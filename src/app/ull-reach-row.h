#pragma once

#include "ull-figure-row.h"

#include "ull-reach.h"

G_BEGIN_DECLS

#define ULL_TYPE_REACH_ROW (ull_reach_row_get_type ())
G_DECLARE_FINAL_TYPE (UllReachRow, ull_reach_row, ULL, REACH_ROW, UllFigureRow)

/* How far one lever, or two, must go: what that comes to, whether it is enough, and what it costs. */
GtkWidget *ull_reach_row_new (void);
void ull_reach_row_set (UllReachRow *self, const UllPullRow *row, UllWant want);
void ull_reach_row_set_head (UllReachRow *self, UllWant want);

G_END_DECLS
