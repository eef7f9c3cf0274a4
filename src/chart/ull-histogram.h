#pragma once

#include "ull-lengths.h"

#include <glib.h>

G_BEGIN_DECLS

/* Lengths of requests in bars of equal steps of their logarithm, from a power of two to a power of two. */

#define ULL_MAX_BARS 96

typedef struct
{
  gint64 from;  /* tokens: the shortest of the bar */
  gint64 to;    /* the longest */
  double share; /* fraction of the requests */
} UllBar;

enum
{
  ULL_MARK_P50,
  ULL_MARK_P95,
  ULL_MARK_P99,
  ULL_MARK_MAX,
  ULL_N_MARKS,
};

typedef struct
{
  gint64 shortest; /* of the axis */
  gint64 longest;
  guint n_bars;
  UllBar bar[ULL_MAX_BARS];
  double most; /* the largest share */
  gint64 mark[ULL_N_MARKS];
} UllHistogram;

/* At most @max_bars bars, of at least one token each. */
void ull_histogram_init (UllHistogram *histogram, const UllLengths *lengths, guint max_bars);
/* The length at which the mark stands. */
gint64 ull_histogram_find_mark (const UllLengths *lengths, guint mark);
/* "Median", "95th percentile"…: translated; a short one stands beside its line. */
const char *ull_histogram_get_name (guint mark);
const char *ull_histogram_get_short_name (guint mark);

G_END_DECLS
