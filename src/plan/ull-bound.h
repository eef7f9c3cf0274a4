#pragma once

#include "ull-layout.h"
#include "ull-lengths.h"

G_BEGIN_DECLS

/* How many requests of unlike lengths a layout surely holds: a bound on the probability that they overflow, not an estimate
 * of it. Tabulated once for a model and its split, it answers for every card in no time. */

typedef struct _UllBound UllBound;

/* @layout says what a request takes; its capacity does not matter. ULL_ERROR_OVERFLOW where that cannot be counted. */
UllBound *ull_bound_new (const UllLayout *layout, const UllLengths *lengths, GError **error);
void ull_bound_free (UllBound *bound);

/* The most requests, independent draws at their full lengths, that overflow @layout with a probability of at most @ppm:
 * never more than that, and where it is close a few per cent fewer than could be. Of them at most the layout's sharers share
 * the prefix. @layout differs from the one of the table in capacity and sharers alone. */
gint64 ull_bound_safe (const UllBound *bound, const UllLayout *layout, gint64 ppm);
/* Bytes that @requests take on average, rounded up. FALSE on overflow. */
gboolean ull_bound_expected_bytes (const UllBound *bound, const UllLayout *layout, gint64 requests, gint64 *bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllBound, ull_bound_free)

G_END_DECLS
