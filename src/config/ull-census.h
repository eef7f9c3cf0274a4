#pragma once

#include "ull-error.h"
#include "ull-weights.h"

G_BEGIN_DECLS

/* What the shards of one model hold together. A tensor that stands in two of them is one tensor. */

typedef struct _UllCensus UllCensus;

/* @layers: of the model, those for speculation left out, or -1: what stands behind them is drafts. @tied: the output's matrix is
 * the embedding's, and a copy of it that was stored all the same is none of the model's. */
UllCensus *ull_census_new (gint64 layers, gboolean tied);
void ull_census_free (UllCensus *census);
/* How many tensors it has, in *tensors, and a sum of their names' hashes in *names, for comparing with an index. */
gboolean ull_census_add (UllCensus *census, const char *path, gint64 *tensors, guint64 *names, GError **error);
/* After the last. @copies: tensors that stood in another shard already. FALSE where one file has a tensor twice, or where the
 * sum does not fit. */
gboolean ull_census_finish (UllCensus *census, UllWeights *weights, gint64 *copies, GError **error);
/* After that: bytes of the output's matrix that is stored although it is the embedding's. */
gint64 ull_census_get_folded (const UllCensus *census);
/* The first layer that none of the names is of, and how many there are; -1: none, or the names do not number layers. */
gint64 ull_census_find_missing (const UllCensus *census, gint64 *n);

/* What a layer lacks that others like it have, as a sentence. (transfer full) (nullable) */
char *ull_census_dup_lack (const UllCensus *census);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllCensus, ull_census_free)

G_END_DECLS
