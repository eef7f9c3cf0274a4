#pragma once

#include "ull-ramp.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What there is to choose from for a load, and what is said of the choice. */

/* The presets' titles, and behind them a recorded log. (transfer full) */
GListModel *ull_load_list_presets (void);
/* Place in that list, of a load that began as one; GTK_INVALID_LIST_POSITION of others. */
guint ull_load_find_preset (const UllLoad *load);
/* The arrivals that a kind of load can have. (transfer full) */
GListModel *ull_load_list_arrivals (UllLoadKind kind);
guint ull_load_find_arrivals (UllLoadKind kind, UllArrivals arrivals);
UllArrivals ull_load_nth_arrivals (UllLoadKind kind, guint place);
/* Which log it is and, once @ramp (nullable) has read it, what it is like; of a preset that was fitted to a public one, which file
 * that is. (transfer full) (nullable): of other loads there is nothing to say. */
char *ull_load_describe_log (const UllLoad *load, const UllRamp *ramp);

G_END_DECLS
