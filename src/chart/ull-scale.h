#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where a value lies, and which round values are marked. */

typedef struct
{
  double min, max;   /* values; both above 0 where log */
  double from, to;   /* pixels of min and max */
  gboolean log;
} UllScale;

#define ULL_MAX_TICKS 64

double ull_scale_map (const UllScale *scale, double value);
double ull_scale_unmap (const UllScale *scale, double pixel);

/* The least step of 1, 2 or 5 times a power of ten, or (below 100) a power of two, that makes at most @intervals of
 * @range: memory comes in powers of two, and 24 is six times 4 but not a multiple of 5. */
double ull_scale_memory_step (double range, guint intervals);
/* The same of 1, 2 or 5 times a power of ten alone: nobody counts seconds by powers of two. */
double ull_scale_time_step (double range, guint intervals);
/* 1, 2, 5, 10… within the range, thinned until at most @max_ticks are left: to powers of ten, then further. */
guint ull_scale_log_ticks (double min, double max, guint max_ticks, double ticks[ULL_MAX_TICKS]);
/* Powers of two within the range, every one, or every second, third… so that at most @max_ticks are left. */
guint ull_scale_token_ticks (gint64 min, gint64 max, guint max_ticks, double ticks[ULL_MAX_TICKS]);
/* Multiples of one step, 1, 2, 5, 10… or a power of two where @binary, at most @max_ticks: for values that are too near
 * each other for the two above. */
guint ull_scale_even_ticks (double min, double max, guint max_ticks, gboolean binary, double ticks[ULL_MAX_TICKS]);
/* The power of two at or below, at or above; at least 1. */
gint64 ull_scale_pow2_floor (gint64 value);
gint64 ull_scale_pow2_ceil (gint64 value);

G_END_DECLS
