#include "ull-field.h"

#include "ull-dtype.h"
#include "ull-error.h"
#include "ull-json.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The table. Ranges are what the arithmetic takes, not what is sensible: an engine's own limits are its convention's.
 * Initial values are the plain reading of the sum: the whole card, nothing held back, blocks of 16. */

#define MAX_BYTES (G_GINT64_CONSTANT (1) << 60)
#define MAX_TOKENS (G_GINT64_CONSTANT (1) << 40)
#define MAX_REQUESTS (G_GINT64_CONSTANT (1) << 32)

static const UllField fields[ULL_N_FIELDS] = {
  { ULL_FIELD_ENGINE, "engine", "engine", N_("Engine"), NULL, N_("Convention that counts the cache: ideal or paged"),
    ULL_KIND_ENGINE, 0, ULL_N_ENGINES - 1, ULL_ENGINE_IDEAL },
  { ULL_FIELD_CONTEXT, "context", "context", N_("Context"), N_("tokens"), N_("Tokens of one request, prompt and answer"),
    ULL_KIND_COUNT, 1, MAX_TOKENS, 4096 },
  { ULL_FIELD_CONCURRENCY, "concurrency", "concurrency", N_("Concurrency"), N_("requests"), N_("Requests at once"),
    ULL_KIND_COUNT, 1, MAX_REQUESTS, 1 },
  { ULL_FIELD_K_DTYPE, "k_dtype", "k-dtype", N_("Key dtype"), NULL, N_("Element format of cached keys"), ULL_KIND_DTYPE, 0,
    ULL_N_DTYPES - 1, ULL_UNSET },
  { ULL_FIELD_V_DTYPE, "v_dtype", "v-dtype", N_("Value dtype"), NULL, N_("Element format of cached values"),
    ULL_KIND_DTYPE, 0, ULL_N_DTYPES - 1, ULL_UNSET },
  { ULL_FIELD_STATE_DTYPE, "state_dtype", "state-dtype", N_("State dtype"), NULL,
    N_("Element format of recurrent state"), ULL_KIND_DTYPE, 0, ULL_N_DTYPES - 1, ULL_UNSET },
  { ULL_FIELD_KV_HEADS, "kv_heads", "kv-heads", N_("KV heads"), NULL,
    N_("Key and value heads of a layer, a divisor of the query heads"), ULL_KIND_COUNT, 1, 65536, ULL_UNSET },
  { ULL_FIELD_BLOCK_SIZE, "block_size", "block-size", N_("Block size"), N_("tokens"), N_("Tokens of one cache block"),
    ULL_KIND_COUNT, 1, 65536, 16 },
  { ULL_FIELD_PARAMETERS, "parameters", "params", N_("Parameters"), NULL, N_("Number of parameters of the model"),
    ULL_KIND_COUNT, 0, MAX_BYTES, ULL_UNSET },
  { ULL_FIELD_WEIGHTS, "weight_bytes", "weights", N_("Weights"), NULL, N_("Size of the weights in memory"), ULL_KIND_SIZE, 0,
    MAX_BYTES, ULL_UNSET },
  { ULL_FIELD_WEIGHT_DTYPE, "weight_dtype", "weight-dtype", N_("Weights dtype"), NULL,
    N_("Element format of the weights: the size becomes parameters times its bytes"), ULL_KIND_DTYPE, 0,
    ULL_N_DTYPES - 1, ULL_UNSET },
  { ULL_FIELD_UTILIZATION, "utilization_ppm", "utilization", N_("Utilisation"), NULL,
    N_("Fraction of the card that is given to the process"), ULL_KIND_FRACTION, 1, ULL_PPM_ONE, ULL_PPM_ONE },
  { ULL_FIELD_OVERHEAD, "overhead_bytes", "overhead", N_("Overhead"), NULL,
    N_("Memory besides weights and cache: runtime, activations, graphs"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET },
  { ULL_FIELD_HEADROOM, "headroom_ppm", "headroom", N_("Failure headroom"), NULL,
    N_("Fraction of the card that is kept free"), ULL_KIND_FRACTION, 0, ULL_PPM_ONE, 0 },
  { ULL_FIELD_AVAILABLE, "available_bytes", "available", N_("KV memory"), NULL,
    N_("The KV pool itself, as an engine's log gives it"), ULL_KIND_SIZE, 0, MAX_BYTES, ULL_UNSET },
  { ULL_FIELD_MAX_MODEL_LEN, "max_model_len", "max-model-len", N_("Model length"), N_("tokens"),
    N_("Longest request that the engine accepts"), ULL_KIND_COUNT, 1, MAX_TOKENS, ULL_UNSET },
  { ULL_FIELD_MAX_NUM_SEQS, "max_num_seqs", "max-num-seqs", N_("Max sequences"), N_("requests"),
    N_("Most requests that the engine runs at once"), ULL_KIND_COUNT, 1, MAX_REQUESTS, ULL_UNSET },
  { ULL_FIELD_TP, "tp", "tp", N_("Tensor parallel"), N_("cards"),
    N_("Cards that share each layer: weights and KV heads are divided, everything else is on each"), ULL_KIND_COUNT, 1, 1024,
    1 },
  { ULL_FIELD_PREFIX_TOKENS, "prefix_tokens", "prefix-tokens", N_("Shared prefix"), N_("tokens"),
    N_("Tokens at the start of requests that are the same in all that share them: stored once"), ULL_KIND_COUNT, 0,
    MAX_TOKENS, 0 },
  { ULL_FIELD_PREFIX_REQUESTS, "prefix_requests", "prefix-requests", N_("Sharing requests"), N_("requests"),
    N_("Requests that share the prefix, at most; all of them where this is not set"), ULL_KIND_COUNT, 1, MAX_REQUESTS,
    ULL_UNSET },
  { ULL_FIELD_RETAIN, "retain", "retain", N_("Retained prefixes"), N_("tokens"),
    N_("Tokens of finished requests' prefixes that are to stay resident"), ULL_KIND_COUNT, 0, MAX_TOKENS, 0 },
};

static const struct
{
  const char *id;
  const char *label;
} engines[ULL_N_ENGINES] = {
  [ULL_ENGINE_IDEAL] = { "ideal", N_("Ideal") },
  [ULL_ENGINE_PAGED] = { "paged", N_("Paged blocks") },
};

const UllField *
ull_field_get (UllFieldId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_FIELDS, NULL);

  return &fields[id];
}

const UllField *
ull_field_by_option (const char *option)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (g_str_equal (fields[i].option, option))
      return &fields[i];
  return NULL;
}

const UllField *
ull_field_by_name (const char *name)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (g_str_equal (fields[i].name, name))
      return &fields[i];
  return NULL;
}

const char *
ull_field_get_label (const UllField *field)
{
  return _(field->label);
}

const char *
ull_field_get_help (const UllField *field)
{
  return _(field->help);
}

gboolean
ull_field_check (const UllField *field, gint64 value, GError **error)
{
  g_autofree char *typed = NULL, *min = NULL, *max = NULL;

  if ((value >= field->min && value <= field->max) || (value == ULL_UNSET && field->initial == ULL_UNSET))
    return TRUE;
  typed = ull_field_format (field, value);
  min = ull_field_format (field, field->min);
  max = ull_field_format (field, field->max);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("%s: %s is out of range; %s to %s would be right"), _(field->label),
               typed, min, max);
  return FALSE;
}

static gboolean
parse_dtype (const char *text, gint64 *value, GError **error)
{
  g_autoptr (GString) ids = NULL;
  g_autofree char *shown = NULL;
  UllDtype dtype = ull_dtype_from_text (text);

  if (dtype != ULL_DTYPE_UNKNOWN)
    {
      *value = dtype;
      return TRUE;
    }
  ids = g_string_new (NULL);
  for (int i = 0; i < ULL_N_DTYPES; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", ull_dtype_info ((UllDtype) i)->id);
  shown = ull_json_dup_shown (text);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no element format; one of %s would be right"), shown,
               ids->str);
  return FALSE;
}

static gboolean
parse_engine (const char *text, gint64 *value, GError **error)
{
  g_autofree char *shown = NULL;

  for (int i = 0; i < ULL_N_ENGINES; i++)
    if (g_ascii_strcasecmp (engines[i].id, text) == 0)
      {
        *value = i;
        return TRUE;
      }
  shown = ull_json_dup_shown (text);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no engine; ideal or paged would be right"), shown);
  return FALSE;
}

static gboolean
parse_kind (UllFieldKind kind, const char *text, gint64 *value, GError **error)
{
  switch (kind)
    {
    case ULL_KIND_COUNT:
      return ull_count_parse (text, value, error);
    case ULL_KIND_SIZE:
      return ull_size_parse (text, value, error);
    case ULL_KIND_FRACTION:
      return ull_fraction_parse (text, value, error);
    case ULL_KIND_DTYPE:
      return parse_dtype (text, value, error);
    case ULL_KIND_ENGINE:
      return parse_engine (text, value, error);
    default:
      g_return_val_if_reached (FALSE);
    }
}

gboolean
ull_field_parse (const UllField *field, const char *text, gint64 *value, GError **error)
{
  gint64 parsed;

  if (!parse_kind (field->kind, text, &parsed, error))
    {
      g_prefix_error (error, "%s: ", _(field->label));
      return FALSE;
    }
  if (!ull_field_check (field, parsed, error))
    {
      /* A value that a person typed out of range is a usage error; one in a file is an invalid file. */
      if (error != NULL && *error != NULL)
        (*error)->code = ULL_ERROR_USAGE;
      return FALSE;
    }
  *value = parsed;
  return TRUE;
}

char *
ull_field_format (const UllField *field, gint64 value)
{
  if (value == ULL_UNSET)
    return g_strdup ("");
  switch (field->kind)
    {
    case ULL_KIND_SIZE:
      if (value > 0 && value % ULL_GIB == 0)
        return g_strdup_printf ("%" G_GINT64_FORMAT "GiB", value / ULL_GIB);
      if (value > 0 && value % ULL_MIB == 0)
        return g_strdup_printf ("%" G_GINT64_FORMAT "MiB", value / ULL_MIB);
      return g_strdup_printf ("%" G_GINT64_FORMAT, value);
    case ULL_KIND_FRACTION:
      return ull_format_fraction (value);
    case ULL_KIND_DTYPE:
      return g_strdup (value >= 0 && value < ULL_N_DTYPES ? ull_dtype_info ((UllDtype) value)->id : "?");
    case ULL_KIND_ENGINE:
      return g_strdup (value >= 0 && value < ULL_N_ENGINES ? engines[value].id : "?");
    case ULL_KIND_COUNT:
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, value);
    }
}

const char *
ull_engine_get_id (UllEngineId engine)
{
  g_return_val_if_fail ((guint) engine < ULL_N_ENGINES, NULL);

  return engines[engine].id;
}

const char *
ull_engine_get_label (UllEngineId engine)
{
  g_return_val_if_fail ((guint) engine < ULL_N_ENGINES, NULL);

  return _(engines[engine].label);
}
