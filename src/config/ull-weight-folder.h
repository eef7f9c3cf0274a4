#pragma once

#include "ull-shard-index.h"
#include "ull-weights.h"

G_BEGIN_DECLS

/* The weight files of a model's folder. */

typedef enum
{
  ULL_FOUND_NOTHING,
  ULL_FOUND_HEADERS, /* every byte is accounted for */
  ULL_FOUND_INDEX,   /* their sum, as the index has it */
  ULL_FOUND_SIZES,   /* the files' own sizes, headers with them: they are not here, but what stands for them says it */
} UllFound;

typedef struct
{
  UllFound found;
  gint64 bytes;
  gint64 parameters; /* as the index has it, or -1 */
  UllWeights weights; /* of headers */
  gint64 lacking;     /* the first layer of which the shards have no tensor, or -1 */
  gint64 n_lacking;
  GPtrArray *warnings; /* of char * */
} UllWeightFolder;

/* What the folder is not a model's but a LoRA adapter's says so; NULL where it is none. (transfer full) */
char *ull_weight_folder_describe_adapter (const char *folder);

/* By their names' endings. */
gboolean ull_weight_folder_has_pickles (const char *folder);

/* @layers and @tied: see ull_census_new(). @file: (nullable): the one that was opened, a base name. FALSE where a file that
 * belongs to the model is missing or damaged. */
gboolean ull_weight_folder_read (
  UllWeightFolder *result, const char *folder, const char *file, gint64 layers, gboolean tied, GError **error);
void ull_weight_folder_clear (UllWeightFolder *result);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllWeightFolder, ull_weight_folder_clear)

G_END_DECLS
