#pragma once

#include "ull-weights.h"

G_BEGIN_DECLS

/* Which tensors each layer has, while they are met in any order: so that a layer which lacks one of them is seen. */
typedef struct _UllLayerMarks UllLayerMarks;

/* Of @layers layers; NULL where they are not known, or more than are told apart. (nullable) */
UllLayerMarks *ull_layer_marks_new (gint64 layers);
void ull_layer_marks_free (UllLayerMarks *marks);
/* Back to nothing. */
void ull_layer_marks_clear (UllLayerMarks *marks);
/* One tensor of @layer, by its name within the layer; one of none, and marks that are NULL, are passed over. */
void ull_layer_marks_add (UllLayerMarks *marks, gint64 layer, const char *name, gsize length);
/* What one layer lacks that others like it have, as a sentence; NULL where there is none. (transfer full) (nullable) */
char *ull_layer_marks_dup_lack (const UllLayerMarks *marks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLayerMarks, ull_layer_marks_free)

G_END_DECLS
