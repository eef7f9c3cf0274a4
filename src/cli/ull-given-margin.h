#pragma once

#include "ull-args.h"

#include "ull-mix.h"

G_BEGIN_DECLS

/* Bytes that --min-ullage wants of @pool: what is demanded rounds up. 0 where it was not given. */
gboolean ull_given_margin (const UllArgs *args, gint64 pool, gint64 *margin, GError **error);
/* Whether the plan passes --check. Where the lengths are known (@mix, else NULL), a load that fits on average but overflows
 * more often than 1 % is not one to run. */
gboolean ull_margin_is_kept (const UllPlan *plan, gint64 margin, const UllMix *mix);

G_END_DECLS
