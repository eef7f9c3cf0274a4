#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sizes are bytes in gint64, never negative unless a function says so. Fractions are parts per million (ppm).
 * 1 GiB = 2^30 bytes, 1 GB = 10^9 bytes. */

#define ULL_KIB (G_GINT64_CONSTANT (1) << 10)
#define ULL_MIB (G_GINT64_CONSTANT (1) << 20)
#define ULL_GIB (G_GINT64_CONSTANT (1) << 30)
#define ULL_GB G_GINT64_CONSTANT (1000000000)
#define ULL_PPM_ONE G_GINT64_CONSTANT (1000000)

/* A product of two sizes before it is divided. */
__extension__ typedef unsigned __int128 UllWide;

/* No-break space and signs as text shows them. */
#define ULL_NBSP "\302\240"
#define ULL_MINUS "\342\210\222"
#define ULL_TIMES "\303\227"
#define ULL_EN_DASH "\342\200\223"

/* Checked arithmetic on non-negative numbers: FALSE (and *out untouched) where the result is no gint64. These three are most
 * of what a plan does, so that they are not calls. */
static inline gboolean
ull_add (gint64 a, gint64 b, gint64 *out)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return FALSE;
  *out = sum;
  return TRUE;
}

static inline gboolean
ull_mul (gint64 a, gint64 b, gint64 *out)
{
  gint64 product;

  if (__builtin_mul_overflow (a, b, &product))
    return FALSE;
  *out = product;
  return TRUE;
}

/* Nearly all that is counted is one token an entry and one element a row: a division of 64 bits costs as much as the rest. */
static inline gint64
ull_div_ceil (gint64 a, gint64 b)
{
  g_return_val_if_fail (a >= 0 && b > 0, 0);

  return b == 1 ? a : a / b + (a % b != 0);
}

/* The quotients take a 128-bit product: a * b / c. c must be positive. */
gboolean ull_mul_div_floor (gint64 a, gint64 b, gint64 c, gint64 *out);
gboolean ull_mul_div_ceil (gint64 a, gint64 b, gint64 c, gint64 *out);

/* What a person types. Each sets ULL_ERROR_USAGE with one sentence and returns FALSE on: empty text, a sign,
 * an unknown unit, not a number, not finite, more than fits. Spaces (also no-break) around and before the unit are
 * allowed, a comma between groups of three digits too. */
gboolean ull_size_parse (const char *text, gint64 *bytes, GError **error);
gboolean ull_fraction_parse (const char *text, gint64 *ppm, GError **error);
gboolean ull_count_parse (const char *text, gint64 *count, GError **error);
gboolean ull_decimal_parse (const char *text, gint64 *millionths, GError **error);
/* The same for a value of which @example would be right: what a message about a text that is no number says. */
gboolean ull_size_parse_like (const char *text, const char *example, gint64 *bytes, GError **error);
gboolean ull_fraction_parse_like (const char *text, const char *example, gint64 *ppm, GError **error);
gboolean ull_count_parse_like (const char *text, const char *example, gint64 *count, GError **error);

/* Text for people: UTF-8, no-break spaces before units. (transfer full) */
char *ull_format_count (gint64 count);                 /* 131,072 */
char *ull_format_decimal (double value, int decimals); /* 19,347.4 */
char *ull_format_throughput (double rate);             /* 19,347; below 10 two figures, 3.2 or 0.014, so that only 0 is 0 */
char *ull_format_gib (gint64 bytes);                   /* 14.96 GiB */
char *ull_format_size (gint64 bytes);                  /* the largest binary unit that leaves at least 1: 512 MiB, 56 KiB */
char *ull_format_gb (gint64 bytes);                    /* 16.06 GB */
char *ull_format_both (gint64 bytes);                  /* 14.96 GiB (16.06 GB) */
char *ull_format_fraction (gint64 ppm);                /* 0.90 */
char *ull_format_tokens_short (gint64 tokens);         /* 1k, 128k (powers of two), else 37,680 */

/* Text of a file may hold what is no text: controls that move a terminal's cursor, marks that turn the direction of writing
 * around, code points that no XML may hold. None of them is plain; a line's end is not either. */
gboolean ull_char_is_plain (gunichar character);
/* @text, which is UTF-8, with "?" for each of them. (transfer full) */
char *ull_format_plain (const char *text);

/* The largest number that divides both; of 0 and another the other. */
gint64 ull_common_divisor (gint64 a, gint64 b);
/* The least that both divide, of positive ones: FALSE on overflow. */
gboolean ull_common_multiple (gint64 a, gint64 b, gint64 *multiple);

G_END_DECLS
