#pragma once

#include "ull-stream.h"

G_BEGIN_DECLS

/**
 * UllLengths:
 *
 * Lengths of requests as they are: a distribution over whole tokens, prompt and answer together. Immutable and
 * reference-counted.
 *
 * fixed:N · uniform:A,B (whole tokens from A to B, each as likely) · lognormal:MU,SIGMA,MIN,MAX (the nearest whole token
 * of exp (MU + SIGMA z), and MIN or MAX where that is less or more) · csv:FILE:COLUMN (one request a row; a column by its
 * name in the header, or by its number from 1, where a first row without a number is the header) · trace:FILE (the sum of
 * ContextTokens and GeneratedTokens of a CSV, or of input_length and output_length of one JSON object a line).
 */
typedef struct _UllLengths UllLengths;

#define ULL_LENGTHS_MAX (G_GINT64_CONSTANT (1) << 40)

/* ULL_ERROR_USAGE where @spec is none; what is wrong in a file is told with row and column. @source may be NULL: files
 * are then refused. Files are read once from front to end; memory does not grow with their rows, up to 4,194,304 rows of
 * more than a million tokens. */
UllLengths *ull_lengths_new (const char *spec, const UllFileSource *source, GError **error);
UllLengths *ull_lengths_ref (UllLengths *lengths);
void ull_lengths_unref (UllLengths *lengths);
gboolean ull_lengths_equal (const UllLengths *a, const UllLengths *b);
/* The same lengths as a document carries them: a file by its name alone, and of a file of more than 4,096 lengths those
 * that begin alike in their first 9 binary digits as one, the longest of them, hence never too short and at most 0.4 %
 * too long. Compact ones are their own summary. (transfer full) */
UllLengths *ull_lengths_compact (UllLengths *lengths);

/* The fields of a CSV's first row: names where it has a header. None for a trace of one JSON object a line, which has no
 * columns to choose from. (transfer full) */
char **ull_lengths_read_columns (const UllFileSource *source, const char *path, GError **error);

const char *ull_lengths_get_spec (const UllLengths *lengths);
/* Requests that were counted; 0 for a form that is not counted. */
gint64 ull_lengths_get_n_rows (const UllLengths *lengths);
/* The least length that at least @ppm of the requests do not pass: 500000 is the median, 0 the shortest, 1000000 the
 * longest. */
gint64 ull_lengths_quantile (const UllLengths *lengths, gint64 ppm);
/* The fraction of the requests that are no longer than @tokens. */
double ull_lengths_at_most (const UllLengths *lengths, gint64 tokens);
double ull_lengths_mean (const UllLengths *lengths);
/* The mean rounded up to a whole token: what a plan takes for the length of its request. */
gint64 ull_lengths_mean_tokens (const UllLengths *lengths);

typedef struct
{
  gint64 tokens; /* the longest length of the cell */
  double weight; /* fraction of the requests */
} UllLengthCell;

/* The distribution in cells of @granule tokens, shortest first: weights sum to 1. Exact where the lengths lie within
 * 65,536 granules (a tail of less than 1 in 10^18 is not counted as such) and where they were counted; else as many cells
 * of equal steps, each with its middle for all of it. (transfer full) */
UllLengthCell *ull_lengths_cells (const UllLengths *lengths, gint64 granule, gsize *n_cells);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLengths, ull_lengths_unref)

G_END_DECLS
