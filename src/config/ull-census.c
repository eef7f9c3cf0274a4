#include "ull-census.h"

#include "ull-layer-marks.h"
#include "ull-layer-tally.h"
#include "ull-name-set.h"
#include "ull-shard.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* One pass over the headers adds everything up and keeps a hash of each name. Hashes that are there twice, which real models
 * have none of, are looked into by a second pass, which compares the names themselves and leaves the copies out.
 *
 * Names of a layer differ from the next one's by a number, so what a name means is worked out once for all that are alike but for
 * their digits. */

#define N_MEANINGS 1024
/* A configuration has no more. */
#define MOST_LAYERS (1 << 16)

typedef struct
{
  guint64 pattern;
  gsize length; /* 0: an empty place */
  UllTensorKind kind;
} Meaning;

typedef struct
{
  gint64 bytes;
  gint64 elements;
  guint format;
} Folded;

struct _UllCensus
{
  gint64 layers;
  guint8 *present; /* (nullable): of each layer, whether a tensor is there */
  gboolean tied;
  GPtrArray *paths;
  UllNameSet *names;
  UllWeights weights;
  UllLayerTally *tally; /* (nullable) */
  UllLayerMarks *marks; /* (nullable) */
  gint64 format_bytes[ULL_N_TENSOR_FORMATS];
  Folded folded;
  gint64 tensors; /* of the present shard */
  guint64 sum;
  Meaning meaning[N_MEANINGS];
  /* The second pass. */
  GHashTable *seen; /* hash → Place */
  guint shard;
  gint64 copies;
};

typedef struct
{
  guint64 hash;
  char *name;
  guint shard;
} Place;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_clear_pointer (&place->name, g_free);
  g_free (place);
}

UllCensus *
ull_census_new (gint64 layers, gboolean tied)
{
  UllCensus *census = g_new0 (UllCensus, 1);

  census->layers = layers;
  census->tied = tied;
  if (layers > 0 && layers <= MOST_LAYERS)
    census->present = g_new0 (guint8, layers);
  census->paths = g_ptr_array_new_with_free_func (g_free);
  census->names = ull_name_set_new ();
  census->tally = ull_layer_tally_new (layers);
  census->marks = ull_layer_marks_new (layers);
  return census;
}

void
ull_census_free (UllCensus *census)
{
  if (!census)
    return;
  g_clear_pointer (&census->seen, g_hash_table_unref);
  g_clear_pointer (&census->tally, ull_layer_tally_free);
  g_clear_pointer (&census->marks, ull_layer_marks_free);
  g_ptr_array_unref (census->paths);
  ull_name_set_free (census->names);
  g_free (census->present);
  g_free (census);
}

static const UllTensorKind *
find_kind (UllCensus *census, const UllTensor *tensor)
{
  guint64 pattern = ull_tensor_pattern (tensor->name, tensor->length);
  Meaning *meaning = &census->meaning[pattern % N_MEANINGS];

  /* A number of another length before the layer's own would move it: then the place is not where it was. */
  if (meaning->length == 0 || meaning->pattern != pattern
      || (meaning->kind.layer >= 0 && ull_tensor_number (tensor->name, tensor->length, (gsize) meaning->kind.layer) < 0))
    {
      *meaning = (Meaning) { pattern, MAX (tensor->length, 1), { 0 } };
      ull_tensor_kind (tensor->name, tensor->length, &meaning->kind);
    }
  return &meaning->kind;
}

/* Of the model's own layers, and those for speculation behind them; -1 for what is in none. Encoders and towers number their own. */
static gint64
find_layer (const UllCensus *census, const UllTensor *tensor, const UllTensorKind *kind)
{
  if (kind->layer < 0 || census->layers < 0 || kind->part == ULL_WEIGHT_VISION || g_strstr_len (tensor->name, (gssize) tensor->length, "coder."))
    return -1;
  return ull_tensor_number (tensor->name, tensor->length, (gsize) kind->layer);
}

/* Layers of an encoder are numbered as those of the decoder are. */
static void
mark_layer (UllCensus *census, const UllTensor *tensor, const UllTensorKind *kind)
{
  gint64 layer;

  if (!census->present || kind->layer < 0 || kind->part == ULL_WEIGHT_VISION || kind->part == ULL_WEIGHT_DRAFT)
    return;
  layer = ull_tensor_number (tensor->name, tensor->length, (gsize) kind->layer);
  if (layer >= 0 && layer < census->layers && !census->present[layer]
      && !g_strstr_len (tensor->name, (gssize) tensor->length, "encoder."))
    census->present[layer] = TRUE;
}

/* By its name behind the layer's number. */
static void
note_tensor (UllCensus *census, const UllTensor *tensor, const UllTensorKind *kind, gint64 layer)
{
  gsize at;

  if (layer < 0)
    return;
  for (at = (gsize) kind->layer; at < tensor->length && g_ascii_isdigit (tensor->name[at]); at++)
    ;
  at += at < tensor->length && tensor->name[at] == '.';
  ull_layer_marks_add (census->marks, layer, tensor->name + at, tensor->length - at);
}

static gboolean
refuse_sum (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("the weights are more bytes than can be counted; smaller tensors would be right"));
  return FALSE;
}

static gboolean
count (UllCensus *census, const UllTensor *tensor, const UllTensorKind *kind, GError **error)
{
  guint format = ull_tensor_format_index (tensor->format);
  gint64 layer = find_layer (census, tensor, kind);
  gboolean draft = layer >= 0 && layer >= census->layers;
  UllWeightPart part = draft ? ULL_WEIGHT_DRAFT : kind->part;
  gboolean kv = kind->kv && part == ULL_WEIGHT_ATTENTION;

  mark_layer (census, tensor, kind);
  note_tensor (census, tensor, kind, layer);
  if (kind->fold && census->tied && census->folded.bytes == 0)
    {
      census->folded = (Folded) { tensor->bytes, tensor->format->plain ? tensor->elements : 0, format };
      return TRUE;
    }
  if (!ull_weights_add (&census->weights, part, tensor->bytes, kind->whole ? tensor->bytes : 0)
      || !ull_add (census->format_bytes[format], tensor->bytes, &census->format_bytes[format])
      || (tensor->format->plain && !ull_add (census->weights.elements, tensor->elements, &census->weights.elements))
      || (kv && !ull_add (census->weights.kv_bytes, tensor->bytes, &census->weights.kv_bytes))
      || !ull_layer_tally_add (census->tally, layer, part, tensor->bytes, kind->whole, kv))
    return refuse_sum (error);
  return TRUE;
}

static gboolean
add_tensor (const UllTensor *tensor, gpointer data, GError **error)
{
  UllCensus *census = data;
  guint64 hash = ull_tensor_hash (tensor->name, tensor->length);

  ull_name_set_add (census->names, hash);
  census->tensors++;
  census->sum += hash;
  return count (census, tensor, find_kind (census, tensor), error);
}

gboolean
ull_census_add (UllCensus *census, const char *path, gint64 *tensors, guint64 *names, GError **error)
{
  census->tensors = 0;
  census->sum = 0;
  g_ptr_array_add (census->paths, g_strdup (path));
  if (!ull_shard_read (path, add_tensor, census, error))
    return FALSE;
  *tensors = census->tensors;
  *names = census->sum;
  return TRUE;
}

/* Of a name whose hash was there before: a copy where the name is the same too. */
static gboolean
meet_again (UllCensus *census, const UllTensor *tensor, const Place *place, gboolean *copy, GError **error)
{
  *copy = strlen (place->name) == tensor->length && memcmp (place->name, tensor->name, tensor->length) == 0;
  if (!*copy || place->shard != census->shard)
    return TRUE;
  g_autofree char *file = g_filename_display_basename (census->paths->pdata[census->shard]);
  g_autofree char *shown = ull_format_plain (place->name);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: it has the tensor “%.80s” twice; once would be right"), file, shown);
  return FALSE;
}

static gboolean
add_tensor_again (const UllTensor *tensor, gpointer data, GError **error)
{
  UllCensus *census = data;
  guint64 hash = ull_tensor_hash (tensor->name, tensor->length);
  Place *place;
  gboolean copy = FALSE;

  if (g_hash_table_lookup_extended (census->seen, &hash, NULL, (gpointer *) &place))
    {
      if (place->name == NULL)
        {
          place->name = g_strndup (tensor->name, tensor->length);
          place->shard = census->shard;
        }
      else if (!meet_again (census, tensor, place, &copy, error))
        return FALSE;
    }
  if (!copy)
    return count (census, tensor, find_kind (census, tensor), error);
  census->copies++;
  return TRUE;
}

static gboolean
count_again (UllCensus *census, const GArray *repeated, GError **error)
{
  census->seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, place_free);
  for (guint i = 0; i < repeated->len; i++)
    {
      Place *place = g_new0 (Place, 1);

      place->hash = g_array_index (repeated, guint64, i);
      g_hash_table_insert (census->seen, &place->hash, place);
    }
  census->weights = (UllWeights) { .bytes = { 0 } };
  ull_layer_tally_clear (census->tally);
  ull_layer_marks_clear (census->marks);
  census->folded = (Folded) { 0, 0, 0 };
  memset (census->format_bytes, 0, sizeof census->format_bytes);
  for (census->shard = 0; census->shard < census->paths->len; census->shard++)
    if (!ull_shard_read (census->paths->pdata[census->shard], add_tensor_again, census, error))
      return FALSE;
  return TRUE;
}

/* Where only the output's name is stored, it is the embedding. */
static gboolean
unfold (UllCensus *census, GError **error)
{
  const Folded folded = census->folded;

  if (folded.bytes == 0 || census->weights.bytes[ULL_WEIGHT_EMBEDDING] > 0)
    return TRUE;
  census->folded.bytes = 0;
  return (ull_weights_add (&census->weights, ULL_WEIGHT_EMBEDDING, folded.bytes, 0)
          && ull_add (census->format_bytes[folded.format], folded.bytes, &census->format_bytes[folded.format])
          && ull_add (census->weights.elements, folded.elements, &census->weights.elements))
         || refuse_sum (error);
}

gboolean
ull_census_finish (UllCensus *census, UllWeights *weights, gint64 *copies, GError **error)
{
  g_autoptr (GArray) repeated = ull_name_set_dup_repeated (census->names);
  gint64 sum;

  if ((repeated->len > 0 && !count_again (census, repeated, error)) || !unfold (census, error))
    return FALSE;
  *weights = census->weights;
  ull_layer_tally_finish (census->tally, weights);
  for (guint i = 0; i < ULL_N_TENSOR_FORMATS; i++)
    if (census->format_bytes[i] > 0)
      (void) !ull_weights_add_format (weights, ull_tensor_formats[i].name, census->format_bytes[i]);
  *copies = census->copies;
  return ull_weights_sum (weights, &sum) || refuse_sum (error);
}

gint64
ull_census_get_folded (const UllCensus *census)
{
  return census->folded.bytes;
}

gint64
ull_census_find_missing (const UllCensus *census, gint64 *n)
{
  gint64 first = -1;

  *n = 0;
  for (gint64 i = 0; census->present && i < census->layers; i++)
    if (!census->present[i])
      {
        first = first < 0 ? i : first;
        ++*n;
      }
  if (*n < census->layers)
    return first;
  /* Names without numbers tell nothing of layers. */
  *n = 0;
  return -1;
}

char *
ull_census_dup_lack (const UllCensus *census)
{
  return ull_layer_marks_dup_lack (census->marks);
}
