#pragma once

#include "ull-lengths.h"
#include "ull-random.h"

G_BEGIN_DECLS

/* Random draws that a seed repeats on any machine: only additions, comparisons and table look-ups of doubles stand
 * between the generator and a length; times also need a logarithm and a square root. */

/* A distribution of lengths, ready to be drawn from. */
typedef struct _UllDraw UllDraw;

UllDraw *ull_draw_new (const UllLengths *lengths);
/* The same with a heavier tail: a length above the median m becomes m (length / m) ^ @tail, at most @most. */
UllDraw *ull_draw_new_with_tail (const UllLengths *lengths, double tail, gint64 most);
void ull_draw_free (UllDraw *draw);
gint64 ull_draw_next (const UllDraw *draw, UllRandom *random);

/* Nanoseconds to the next arrival at @rate a second. */
gint64 ull_draw_exponential (UllRandom *random, double rate);
/* The same, gamma distributed with coefficient of variation @cv: 0 is a beat, 1 is exponential. */
gint64 ull_draw_gamma (UllRandom *random, double rate, double cv);

/* The place of one of @n things of which the i-th is as likely as (i + 1) ^ -@exponent. */
typedef struct _UllZipf UllZipf;

UllZipf *ull_zipf_new (guint n, double exponent);
void ull_zipf_free (UllZipf *zipf);
guint ull_zipf_next (const UllZipf *zipf, UllRandom *random);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllDraw, ull_draw_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllZipf, ull_zipf_free)

G_END_DECLS
