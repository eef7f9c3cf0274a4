#pragma once

#include "ull-workload.h"

G_BEGIN_DECLS

/**
 * UllRequestLog:
 *
 * A recorded log that many simulations take requests from, of several threads. Each row is read once, when the first of them asks
 * for as many.
 */
typedef struct _UllRequestLog UllRequestLog;

/* For a caller that waits; FALSE ends the reading. The first argument is not looked at. */
typedef gboolean (*UllRequestLogGoOn) (gint64 unused, gpointer data);

/* Nothing but the header is read yet. (transfer full) */
UllRequestLog *ull_request_log_open (const UllFileSource *files, const char *path, double speed, gint64 block_tokens, GError **error);
void ull_request_log_free (UllRequestLog *log);
/* How many of @most requests there are; those before a faulty row where there is one. */
gint64 ull_request_log_count (UllRequestLog *log, gint64 most, UllRequestLogGoOn go_on, gpointer data);
/* The first @most requests, or all; their contents borrow from @log. An error with its place where a row among them is none, and
 * G_IO_ERROR_CANCELLED where @go_on ended it. (transfer full) (element-type UllRequest) */
GArray *ull_request_log_take (UllRequestLog *log, gint64 most, UllRequestLogGoOn go_on, gpointer data, GError **error);

typedef struct
{
  gint64 requests;
  gint64 prompt_median; /* tokens, as are the next three */
  gint64 output_median;
  double prompt_mean;
  double output_mean;
  gint64 span_ns;       /* from the first arrival to the last, as fast as asked for */
} UllRequestLogFacts;

/* Of the first @most requests. */
gboolean ull_request_log_measure (UllRequestLog *log, gint64 most, UllRequestLogFacts *facts, GError **error);
/* The middle one of a member, a gint64 at that offset; 1 of none. */
gint64 ull_requests_median (const GArray *requests, gsize member);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllRequestLog, ull_request_log_free)

G_END_DECLS
