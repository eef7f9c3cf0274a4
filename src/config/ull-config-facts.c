#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Length limit, native format and weights.
 *
 * The limit is the smallest of the members that name one, as vLLM takes it; Cohere's model_max_length is
 * the served limit and wins upward. Scaled positions (yarn, linear, dynamic) stretch it; llama3, longrope,
 * su and mrope come with the stretched limit written, and so does every Gemma 3, which vLLM exempts too. */

/* Up to here a double holds every whole number; no model is longer. */
#define MAX_LENGTH 9007199254740992.0

static const char *const length_names[] = {
  "max_position_embeddings", "n_positions",         "max_seq_len",    "seq_length",
  "model_max_length",        "max_sequence_length", "max_seq_length", "seq_len",
  "max_target_positions",    "max_context_length",  "context_length", "max_position_embedding",
};

/* Tools write a number like 1e30 for "no limit". */
static gboolean
read_length (UllJsonRef ref, gint64 *length, GError **error)
{
  double number;

  if (!ull_json_read_double (ref, &number, error))
    return FALSE;
  if (number < 1)
    {
      ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                          _("a length below one token is none; a positive number would be right"));
      return FALSE;
    }
  *length = -1;
  return number >= MAX_LENGTH || ull_json_read_int (ref, length, error);
}

static void
warn_of_class_limit (UllConfigReader *reader)
{
  g_autofree char *taken = ull_format_count (reader->family->positions);

  ull_config_warn (reader, _("%s is not in the file; %s is what the class %s takes"), length_names[0], taken,
                   reader->family->id);
}

static gboolean
read_written_limit (UllConfigReader *reader, gint64 *limit, GError **error)
{
  gboolean upward = g_str_has_prefix (reader->family->id, "cohere"), written = FALSE;

  *limit = -1;
  for (gsize i = 0; i < G_N_ELEMENTS (length_names); i++)
    {
      UllJsonRef ref;
      gint64 number;
      if (!ull_config_find_named (reader, length_names[i], &ref))
        continue;
      if (!read_length (ref, &number, error))
        return FALSE;
      written = TRUE;
      if (number > 0 && (*limit < 0 || (upward ? number > *limit : number < *limit)))
        *limit = number;
    }
  /* A file that says there is no limit has one answer already; one that says nothing has its class's. */
  if (written || reader->family->positions <= 0)
    return TRUE;
  *limit = reader->family->positions;
  warn_of_class_limit (reader);
  return TRUE;
}

char *
ull_config_dup_scaling (UllJsonRef scaling)
{
  UllJsonRef ref;

  if (ull_json_get (scaling, "rope_type", &ref) || ull_json_get (scaling, "type", &ref))
    return ull_json_read_string (ref, NULL);
  return NULL;
}

/* What scaled positions make of a written limit. */
static gint64
stretch (const UllConfigReader *reader, gint64 limit)
{
  static const char *const stretched[] = { "llama3", "longrope", "su", "mrope", "default", NULL };
  UllJsonRef scaling, ref;
  double factor;

  if ((!ull_config_find_named (reader, "rope_scaling", &scaling)
       && !ull_config_find_named (reader, "rope_parameters", &scaling))
      || !ull_json_get (scaling, "factor", &ref) || !ull_json_read_double (ref, &factor, NULL) || factor < 1)
    return limit;

  g_autofree char *type = ull_config_dup_scaling (scaling);
  if ((type && g_strv_contains (stretched, type)) || g_str_has_prefix (reader->family->id, "gemma3"))
    return limit;

  gint64 original;
  if (g_strcmp0 (type, "yarn") == 0 && ull_json_get (scaling, "original_max_position_embeddings", &ref)
      && ull_json_read_int (ref, &original, NULL) && original > 0)
    limit = original;
  double product = (double) limit * factor;
  return product < MAX_LENGTH ? (gint64) product : limit;
}

gboolean
ull_config_read_positions (UllConfigReader *reader, GError **error)
{
  if (!read_written_limit (reader, &reader->positions, error))
    return FALSE;
  if (reader->positions > 0)
    reader->positions = stretch (reader, reader->positions);
  return TRUE;
}

static UllDtype
read_dtype (const UllConfigReader *reader)
{
  static const char *const names[] = { "torch_dtype", "dtype" };
  const UllJsonRef places[] = { reader->top, reader->text };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
      {
        UllJsonRef ref;
        g_autofree char *text
          = ull_json_get (places[i], names[k], &ref) ? ull_json_read_string (ref, NULL) : NULL;
        UllDtype dtype = text ? ull_dtype_from_text (text) : ULL_DTYPE_UNKNOWN;
        if (dtype != ULL_DTYPE_UNKNOWN)
          return dtype;
      }
  return ULL_DTYPE_UNKNOWN;
}

/* Biases and the like are what the parts leave of the whole; where rounding, or what was counted twice, makes them more than it,
 * they are its proportions. */
static void
settle_parts (UllWeights *weights, gint64 bytes)
{
  gint64 sum;

  if (!ull_weights_known (weights) || !ull_weights_sum (weights, &sum))
    *weights = (UllWeights) { .n_formats = 0 };
  else if (sum > bytes)
    ull_weights_scale (weights, bytes);
  else
    weights->bytes[ULL_WEIGHT_OTHER] = bytes - sum;
}

static void
estimate_weights (UllModel *facts, const UllConfigRange *range)
{
  UllDtype dtype = facts->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : facts->native_dtype;
  gint64 bytes, element;

  /* Of quantised weights the size does not follow from the shapes. */
  if (facts->anatomy.bits < 0 || !ull_dtype_row_bytes (dtype, 1, &element) ||
      !ull_anatomy_get_bytes (&facts->anatomy, facts->anatomy.bits, element, &bytes))
    {
      facts->weights = (UllWeights) { .n_formats = 0 };
      return;
    }
  settle_parts (&facts->weights, bytes);
  facts->weight_bytes = bytes;
  facts->weight_source = ULL_WEIGHTS_ESTIMATE;
  if ((range->less > 0 || range->more > 0) && range->more <= G_MAXINT64 - bytes)
    {
      facts->weight_low = MAX (bytes - range->less, 0);
      facts->weight_high = bytes + range->more;
    }
}

void
ull_config_read_facts (UllConfigReader *reader, UllModel *facts)
{
  UllConfigRange range = { 0 };

  facts->family = g_strdup (reader->type);
  facts->query_heads = reader->heads;
  facts->hidden_size = reader->hidden;
  facts->max_positions = reader->positions;
  facts->native_dtype = read_dtype (reader);
  facts->parameters = ull_config_count_parameters (reader);
  if (facts->parameters < 0)
    facts->parameters = reader->parameters;
  ull_config_read_anatomy (reader, facts, &range);
  if (facts->anatomy.bits < 0 || reader->fault)
    ull_config_warn_of_quantisation (reader);
  estimate_weights (facts, &range);
  if (facts->weight_bytes < 0 && facts->anatomy.bits >= 0 && !reader->fault)
    ull_config_warn_of_lack (reader);
}
