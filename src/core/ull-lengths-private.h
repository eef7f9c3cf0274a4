#pragma once

#include "ull-json.h"
#include "ull-lengths.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct
{
  gint64 tokens;
  gint64 up_to; /* requests of at most as many tokens */
} UllLengthCount;

typedef enum
{
  ULL_LENGTHS_UNIFORM,
  ULL_LENGTHS_LOGNORMAL,
  ULL_LENGTHS_COUNTED,
} UllLengthsForm;

struct _UllLengths
{
  UllLengthsForm form;
  char *spec;
  gint64 min;
  gint64 max;
  double mu;
  double sigma;
  GArray *counts; /* of UllLengthCount, where they were counted */
  double mean;
};

/* Counted lengths that were read from elsewhere: takes @counts, which are not empty. */
UllLengths *ull_lengths_take_counts (const char *spec, GArray *counts);
/* {"spec": "uniform:64,8192"}, or {"spec": "csv:requests.csv:tokens", "counts": [[tokens, requests]…]}: a file's lengths
 * stand in the document, shortest first, and the file is not asked for again. */
UllLengths *ull_lengths_from_json (UllJsonRef object, GError **error);
/* Compact, into @object, which may hold other members. */
void ull_lengths_write_json (UllLengths *whole, JsonObject *object);

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
