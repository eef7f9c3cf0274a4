#pragma once

#include "ull-args.h"

G_BEGIN_DECLS

/* Bytes that --min-ullage wants of @pool: what is demanded rounds up. 0 where it was not given. */
gboolean ull_given_margin (const UllArgs *args, gint64 pool, gint64 *margin, GError **error);

G_END_DECLS
