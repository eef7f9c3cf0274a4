#pragma once

#include "ull-lengths.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 tokens;
  gint64 up_to; /* requests of at most as many tokens */
} UllLengthCount;

/* What a file's rows come to: each length once, shortest first. (transfer full) (element-type UllLengthCount) */
GArray *ull_lengths_read_csv (const UllFileSource *source, const char *path, const char *column, GError **error);
GArray *ull_lengths_read_trace (const UllFileSource *source, const char *path, GError **error);

/* Counts lengths one after the other. */
typedef struct _UllTally UllTally;

UllTally *ull_tally_new (void);
void ull_tally_free (UllTally *tally);
/* @path: for the message where there are too many long ones. */
gboolean ull_tally_add (UllTally *tally, gint64 tokens, const char *path, GError **error);
/* ULL_ERROR_MISSING where nothing was added. */
GArray *ull_tally_finish (UllTally *tally, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllTally, ull_tally_free)

G_END_DECLS
