#pragma once

#include "ull-weight-folder.h"

G_BEGIN_DECLS

/* Which files are the model's. */
typedef struct
{
  UllShardIndex *index; /* (nullable) */
  GPtrArray *files;     /* of char *: base names */
} UllWeightList;

/* Nothing is read but the folder and the index. FALSE where a file is missing that must be there. */
gboolean ull_weight_list_init (
  UllWeightList *list, UllWeightFolder *result, const char *folder, const char *file, GError **error);
void ull_weight_list_clear (UllWeightList *list);
void ull_weight_folder_warn (UllWeightFolder *result, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllWeightList, ull_weight_list_clear)

G_END_DECLS
