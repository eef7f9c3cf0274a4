#pragma once

#include "ull-stream.h"

G_BEGIN_DECLS

/* What a server's metrics said over time, to lay beside a simulation: a CSV with a header of which `time` is needed and the others
 * are kept where they are there. */

typedef enum
{
  ULL_SERIES_TIME,        /* seconds from the first row on; in the file seconds, or a day and a time */
  ULL_SERIES_USE,         /* fraction of the pool; in the file a fraction, or per cent where any is above 1 */
  ULL_SERIES_HIT_RATE,    /* the same of the prompt tokens; in the file also two counters, of hits and of queries */
  ULL_SERIES_PREEMPTIONS, /* since the first row: in the file a counter, which may begin anew */
  ULL_SERIES_RUNNING,
  ULL_SERIES_WAITING,
  ULL_N_SERIES_COLUMNS,
} UllSeriesColumn;

typedef struct
{
  double value[ULL_N_SERIES_COLUMNS]; /* NAN: not said */
} UllSeriesRow;

typedef struct
{
  char *name;                          /* Owned: of the file */
  GArray *rows;                        /* UllSeriesRow, their times ascending */
} UllSeries;

/* ULL_ERROR_SYNTAX or _INVALID with row and column where a row is none; none is left out. (transfer full) */
UllSeries *ull_series_read (const UllFileSource *files, const char *path, GError **error);
void ull_series_free (UllSeries *series);
/* Whether a column of that name is read. */
gboolean ull_series_is_column (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllSeries, ull_series_free)

G_END_DECLS
