#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One table describes every setting: JSON, validation, command-line options and lever rows are made from it. */

typedef enum
{
  ULL_FIELD_ENGINE,
  ULL_FIELD_CONTEXT,
  ULL_FIELD_CONCURRENCY,
  ULL_FIELD_K_DTYPE,
  ULL_FIELD_V_DTYPE,
  ULL_FIELD_STATE_DTYPE,
  ULL_FIELD_KV_HEADS,
  ULL_FIELD_BLOCK_SIZE,
  ULL_FIELD_PARAMETERS,
  ULL_FIELD_WEIGHTS,
  ULL_FIELD_WEIGHT_DTYPE,
  ULL_FIELD_UTILIZATION,
  ULL_FIELD_OVERHEAD,
  ULL_FIELD_HEADROOM,
  ULL_FIELD_AVAILABLE,
  ULL_FIELD_MAX_MODEL_LEN,
  ULL_FIELD_MAX_NUM_SEQS,
  ULL_FIELD_TP,
  ULL_FIELD_PREFIX_TOKENS,
  ULL_FIELD_PREFIX_REQUESTS,
  ULL_FIELD_RETAIN,
  ULL_N_FIELDS,
} UllFieldId;

typedef enum
{
  ULL_KIND_COUNT,
  ULL_KIND_SIZE,     /* bytes */
  ULL_KIND_FRACTION, /* ppm */
  ULL_KIND_DTYPE,    /* UllDtype */
  ULL_KIND_ENGINE,   /* UllEngineId */
} UllFieldKind;

/* Conventions that turn model and pool into a layout. */
typedef enum
{
  ULL_ENGINE_IDEAL,
  ULL_ENGINE_PAGED,
  ULL_N_ENGINES,
} UllEngineId;

/* The value of a field that nobody set and that has no default: the model's own, or none. */
#define ULL_UNSET (-1)

typedef struct
{
  UllFieldId id;
  const char *name;   /* JSON member and operand id: "kv_heads", "utilization_ppm" */
  const char *option; /* command line without dashes: "kv-heads" */
  const char *label;  /* N_("KV heads"): use ull_field_get_label() */
  const char *unit;   /* N_("tokens") or NULL */
  const char *help;   /* N_() one sentence for --help and tooltips */
  UllFieldKind kind;
  gint64 min;
  gint64 max;
  gint64 initial; /* default value, or ULL_UNSET */
} UllField;

const UllField *ull_field_get (UllFieldId id);
const UllField *ull_field_by_option (const char *option); /* (nullable) */
const UllField *ull_field_by_name (const char *name);     /* (nullable) */
const char *ull_field_get_label (const UllField *field);  /* translated */
const char *ull_field_get_help (const UllField *field);

/* Text as typed to a value of the field, checked against its range: ULL_ERROR_USAGE with a sentence that names the
 * option and what would be right. */
gboolean ull_field_parse (const UllField *field, const char *text, gint64 *value, GError **error);
/* Range check alone: ULL_ERROR_INVALID. */
gboolean ull_field_check (const UllField *field, gint64 value, GError **error);
/* The value as text that ull_field_parse() reads back to the same value: "4096", "24GiB" or bytes, "0.9", "bf16". */
char *ull_field_format (const UllField *field, gint64 value);

const char *ull_engine_get_id (UllEngineId engine);
const char *ull_engine_get_label (UllEngineId engine);

G_END_DECLS
