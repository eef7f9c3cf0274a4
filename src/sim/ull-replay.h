#pragma once

#include "ull-scheduler.h"
#include "ull-stream.h"

G_BEGIN_DECLS

/* A recorded load: what a scheduler was given, and what it did at each step. */

typedef enum
{
  ULL_ARRIVAL_STEP,   /* a request's arrival is a step's number */
  ULL_ARRIVAL_TIME,   /* microseconds */
  ULL_ARRIVAL_CLOSED, /* so many clients, each with one request at a time, in the order of the list */
} UllArrivalMode;

typedef struct
{
  gint64 arrival;
  gint64 prompt;
  gint64 output;
  guint first_id; /* of `ids`: the chain ids of its full blocks */
  guint n_ids;
} UllReplayRequest;

/* The columns of a step's row. */
typedef enum
{
  ULL_ROW_RUNNING,
  ULL_ROW_WAITING,
  ULL_ROW_FREE_SCHEDULED,
  ULL_ROW_FREE_UPDATED,
  ULL_ROW_TOKENS,
  ULL_ROW_PUBLISHED,
  ULL_N_ROW_COLUMNS,
} UllRowColumn;

typedef struct
{
  gint64 column[ULL_N_ROW_COLUMNS];
} UllReplayRow;

typedef struct
{
  UllSchedulerOptions options;
  UllArrivalMode mode;
  gint64 clients;
  gint64 base_us; /* of every step, */
  gint64 token_us; /* and of each token in it */
  GArray *requests; /* UllReplayRequest */
  GArray *ids;      /* guint64 */
  GArray *rows;     /* UllReplayRow: as recorded; may be none */
} UllReplay;

typedef struct
{
  UllSchedulerTotals totals;
  gint64 t_us;
  gboolean stuck; /* the rest waits for ever: the request at the queue's head is larger than the pool */
  gint64 stuck_request; /* its place in the list, or -1 */
} UllReplayResult;

/* A replay's file: whole numbers. A line of 12 settings (blocks, max sequences, max batched tokens, model length, prefix
 * caching, full-sequence gate, unhashed blocks first, chunks off, long prefill threshold, mode of arrival, clients, number
 * of ids); one of base and token time and the number of requests; a line for each (arrival, prompt, output, number of ids,
 * ids); the number of recorded steps and a row for each. (transfer full) */
UllReplay *ull_replay_read (const UllFileSource *source, const char *path, GError **error);
void ull_replay_free (UllReplay *replay);

/* Runs it from the beginning. @row_func, which may be NULL, is given each step's row and may end the run by FALSE. */
typedef gboolean (*UllReplayRowFunc) (const UllReplayRow *row, gpointer data);
gboolean ull_replay_run (const UllReplay *replay,
                         UllReplayRowFunc row_func,
                         gpointer data,
                         UllReplayResult *result,
                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllReplay, ull_replay_free)

G_END_DECLS
