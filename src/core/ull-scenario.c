#include "ull-scenario.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A scenario never changes once it is shared: a change is a copy with one value replaced. The KV heads value, where set,
 * scales every growing head-sharded store by the ratio kv_heads / model's kv_heads, which must be whole for each.
 *
 * A request has one length or a distribution of them. Where it has a distribution, CONTEXT is its mean, rounded up: what
 * knows of one length only counts with that one, and setting another ends the distribution. */

static void
scenario_clear (gpointer data)
{
  UllScenario *scenario = data;

  g_clear_pointer (&scenario->model, ull_model_unref);
  g_clear_pointer (&scenario->device, ull_device_unref);
  g_clear_pointer (&scenario->lengths, ull_lengths_unref);
  g_clear_pointer (&scenario->load, ull_load_unref);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    g_clear_pointer (&scenario->typed[i], g_ref_string_release);
}

UllScenario *
ull_scenario_new (UllModel *model, UllDevice *device)
{
  UllScenario *scenario = g_atomic_rc_box_new0 (UllScenario);

  g_return_val_if_fail (model != NULL && device != NULL, NULL);

  scenario->model = ull_model_ref (model);
  scenario->device = ull_device_ref (device);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    scenario->value[i] = ull_field_get ((UllFieldId) i)->initial;
  return scenario;
}

UllScenario *
ull_scenario_ref (UllScenario *scenario)
{
  return g_atomic_rc_box_acquire (scenario);
}

void
ull_scenario_unref (UllScenario *scenario)
{
  g_atomic_rc_box_release_full (scenario, scenario_clear);
}

static UllScenario *
scenario_copy (const UllScenario *scenario)
{
  UllScenario *copy = (g_atomic_rc_box_dup) (sizeof *scenario, scenario);

  ull_model_ref (copy->model);
  ull_device_ref (copy->device);
  if (copy->lengths != NULL)
    ull_lengths_ref (copy->lengths);
  if (copy->load != NULL)
    ull_load_ref (copy->load);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (copy->typed[i] != NULL)
      g_ref_string_acquire (copy->typed[i]);
  return copy;
}

static void
set_value (UllScenario *scenario, UllFieldId field, gint64 value, const char *typed)
{
  scenario->value[field] = value;
  g_clear_pointer (&scenario->typed[field], g_ref_string_release);
  if (typed != NULL)
    scenario->typed[field] = g_ref_string_new (typed);
}

/* Whether the KV heads lever scales the store: not a latent, an indexer or a state, which have no heads to share. */
static gboolean
is_scaled (const UllStore *store)
{
  return store->shard == ULL_SHARD_HEADS && store->growth != ULL_GROWTH_CONSTANT;
}

gint64
ull_model_get_scaled_heads (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; !model->runs[i].draft && k < model->runs[i].n_stores; k++)
      if (is_scaled (&model->runs[i].stores[k]))
        return model->runs[i].stores[k].heads;
  return 0;
}

/* Whole heads, and no more of them than query heads, as far as the store had that to begin with. */
static gboolean
scales_to (const UllModel *model, const UllStore *store, gint64 heads, gint64 base)
{
  gint64 scaled;

  if (!ull_mul (store->heads, heads, &scaled) || scaled % base != 0)
    return FALSE;
  scaled /= base;
  return model->query_heads < 1 || model->query_heads % store->heads != 0 || model->query_heads % scaled == 0;
}

static gboolean
set_no_heads (const UllModel *model, GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("KV heads: %s keeps no keys and values by heads; leaving them alone would be right"), model->name);
  return FALSE;
}

static gboolean
set_no_divisor (const UllModel *model, gint64 heads, GError **error)
{
  g_autofree char *asked = ull_format_count (heads);
  g_autofree char *queries = ull_format_count (model->query_heads);

  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("KV heads: %s does not divide the %s query heads; a divisor of them would be right"), asked, queries);
  return FALSE;
}

static gboolean
set_part_of_head (const UllStore *store, gint64 heads, gint64 base, GError **error)
{
  g_autofree char *asked = ull_format_count (heads);
  g_autofree char *own = ull_format_count (base);
  g_autofree char *there = ull_format_count (store->heads);

  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("KV heads: %s of %s would leave part of a head where a layer has %s; a ratio that divides them all would "
                 "be right"),
               asked, own, there);
  return FALSE;
}

gboolean
ull_model_check_kv_heads (const UllModel *model, gint64 heads, GError **error)
{
  gint64 base = ull_model_get_scaled_heads (model);

  if (base == 0)
    return set_no_heads (model, error);
  if (model->query_heads > 0 && (heads > model->query_heads || model->query_heads % heads != 0))
    return set_no_divisor (model, heads, error);
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      {
        const UllStore *store = &model->runs[i].stores[k];

        if (is_scaled (store) && !scales_to (model, store, heads, base))
          return set_part_of_head (store, heads, base, error);
      }
  return TRUE;
}

UllScenario *
ull_scenario_with (const UllScenario *scenario, UllFieldId field, gint64 value, const char *typed, GError **error)
{
  UllScenario *copy;

  if (!ull_field_check (ull_field_get (field), value, error))
    return NULL;
  if (field == ULL_FIELD_KV_HEADS && value != ULL_UNSET && !ull_model_check_kv_heads (scenario->model, value, error))
    return NULL;
  copy = scenario_copy (scenario);
  set_value (copy, field, value, typed);
  if (field == ULL_FIELD_CONTEXT)
    g_clear_pointer (&copy->lengths, ull_lengths_unref);
  return copy;
}

UllScenario *
ull_scenario_with_lengths (const UllScenario *scenario, UllLengths *lengths)
{
  UllScenario *copy = scenario_copy (scenario);

  g_clear_pointer (&copy->lengths, ull_lengths_unref);
  if (lengths == NULL)
    return copy;
  copy->lengths = ull_lengths_ref (lengths);
  set_value (copy, ULL_FIELD_CONTEXT, ull_lengths_mean_tokens (copy->lengths), NULL);
  return copy;
}

UllScenario *
ull_scenario_with_kv_dtype (const UllScenario *scenario, UllDtype dtype)
{
  UllScenario *copy = scenario_copy (scenario);

  set_value (copy, ULL_FIELD_K_DTYPE, dtype, NULL);
  set_value (copy, ULL_FIELD_V_DTYPE, dtype, NULL);
  return copy;
}

UllScenario *
ull_scenario_with_model (const UllScenario *scenario, UllModel *model)
{
  static const UllFieldId of_model[] = { ULL_FIELD_KV_HEADS, ULL_FIELD_WEIGHTS, ULL_FIELD_PARAMETERS,
                                         ULL_FIELD_WEIGHT_DTYPE, ULL_FIELD_MAX_MODEL_LEN };
  UllScenario *copy = scenario_copy (scenario);

  ull_model_ref (model);
  ull_model_unref (copy->model);
  copy->model = model;
  for (gsize i = 0; i < G_N_ELEMENTS (of_model); i++)
    set_value (copy, of_model[i], ULL_UNSET, NULL);
  return copy;
}

UllScenario *
ull_scenario_with_load (const UllScenario *scenario, UllLoad *load)
{
  UllScenario *copy = scenario_copy (scenario);

  g_clear_pointer (&copy->load, ull_load_unref);
  if (load != NULL)
    copy->load = ull_load_ref (load);
  return copy;
}

UllScenario *
ull_scenario_with_device (const UllScenario *scenario, UllDevice *device)
{
  UllScenario *copy = scenario_copy (scenario);

  ull_device_ref (device);
  ull_device_unref (copy->device);
  copy->device = device;
  return copy;
}

gboolean
ull_scenario_equal (const UllScenario *a, const UllScenario *b)
{
  if (a == b)
    return TRUE;
  if (a->model != b->model || !ull_device_equal (a->device, b->device) || !ull_lengths_equal (a->lengths, b->lengths)
      || !ull_load_equal (a->load, b->load))
    return FALSE;
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (a->value[i] != b->value[i] || g_strcmp0 (a->typed[i], b->typed[i]) != 0)
      return FALSE;
  return TRUE;
}

gint64
ull_scenario_get (const UllScenario *scenario, UllFieldId field)
{
  gint64 value = scenario->value[field];

  return value != ULL_UNSET ? value : ull_field_get (field)->fallback;
}

void
ull_scenario_get_formats (const UllScenario *scenario, UllFormats *formats)
{
  UllDtype native = scenario->model->native_dtype;
  /* Engines keep the cache at 16 bits unless told otherwise, also for checkpoints at 32 or fewer than 16 bits. */
  UllDtype kv = native == ULL_DTYPE_F16 ? ULL_DTYPE_F16 : ULL_DTYPE_BF16;
  const gint64 *value = scenario->value;

  formats->k = value[ULL_FIELD_K_DTYPE] == ULL_UNSET ? kv : (UllDtype) value[ULL_FIELD_K_DTYPE];
  formats->v = value[ULL_FIELD_V_DTYPE] == ULL_UNSET ? kv : (UllDtype) value[ULL_FIELD_V_DTYPE];
  formats->native = kv;
  formats->state = scenario->model->state_dtype == ULL_DTYPE_UNKNOWN ? kv : scenario->model->state_dtype;
  if (value[ULL_FIELD_STATE_DTYPE] != ULL_UNSET)
    formats->state = (UllDtype) value[ULL_FIELD_STATE_DTYPE];
}

gint64
ull_scenario_get_kv_heads (const UllScenario *scenario)
{
  gint64 set = scenario->value[ULL_FIELD_KV_HEADS];

  return set != ULL_UNSET ? set : ull_model_get_kv_heads (scenario->model);
}

/* Whether the lever has anywhere to go: divisors come in pairs, so that only the smaller of each needs to be found. */
static gboolean
has_other_heads (const UllModel *model, gint64 base)
{
  gint64 queries = model->query_heads;

  for (gint64 heads = 1; heads <= queries / heads; heads++)
    if (queries % heads == 0 && ((heads != base && ull_model_check_kv_heads (model, heads, NULL)) ||
                                 (queries / heads != base && ull_model_check_kv_heads (model, queries / heads, NULL))))
      return TRUE;
  return FALSE;
}

const char *
ull_scenario_get_kv_heads_reason (const UllScenario *scenario)
{
  gint64 base = ull_model_get_scaled_heads (scenario->model);

  if (base == 0)
    return _("This model keeps no keys and values by heads.");
  if (scenario->model->query_heads < 1)
    return _("The number of query heads is not known.");
  if (!has_other_heads (scenario->model, base))
    return _("No other number of KV heads divides in every layer of this model.");
  return NULL;
}

void
ull_scenario_scale_store (const UllScenario *scenario, const UllStore *store, UllStore *scaled)
{
  gint64 heads = scenario->value[ULL_FIELD_KV_HEADS];
  gint64 base;

  *scaled = *store;
  if (heads == ULL_UNSET || !is_scaled (store))
    return;
  base = ull_model_get_scaled_heads (scenario->model);
  if (base > 0)
    scaled->heads = store->heads * heads / base;
}

static gboolean
set_no_share (const UllModel *model, gint64 cards, GError **error)
{
  g_autofree char *asked = ull_format_count (cards);
  g_autofree char *queries = ull_format_count (model->query_heads);

  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("Tensor parallel: %s does not divide the %s query heads; a divisor of them would be right"), asked, queries);
  return FALSE;
}

gboolean
ull_scenario_check_tp (const UllScenario *scenario, gint64 cards, GError **error)
{
  const UllModel *model = scenario->model;
  UllFormats formats;
  gint64 bytes;

  if (cards > 1 && model->query_heads > 0 && model->query_heads % cards != 0)
    return set_no_share (model, cards, error);
  ull_scenario_get_formats (scenario, &formats);
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      {
        UllStore scaled;

        ull_scenario_scale_store (scenario, &model->runs[i].stores[k], &scaled);
        if (!ull_store_bytes (&scaled, &formats, 0, cards, &bytes, error))
          return FALSE;
      }
  return TRUE;
}

/* Parameters at a format: the typed count, else the model's. */
static gboolean
weights_from_parameters (const UllScenario *scenario, UllDtype dtype, gint64 *bytes, GError **error)
{
  gint64 typed = scenario->value[ULL_FIELD_PARAMETERS];

  if (ull_dtype_row_bytes (dtype, typed != ULL_UNSET ? typed : scenario->model->parameters, bytes))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("Weights: more bytes than can be counted; fewer parameters would be right"));
  return FALSE;
}

gboolean
ull_scenario_get_weights (const UllScenario *scenario, gint64 *bytes, UllWeightSource *source, GError **error)
{
  const UllModel *model = scenario->model;
  const gint64 *value = scenario->value;
  gboolean counted = value[ULL_FIELD_PARAMETERS] != ULL_UNSET || model->parameters >= 0;
  UllDtype native = model->native_dtype == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : model->native_dtype;

  if (value[ULL_FIELD_WEIGHTS] != ULL_UNSET)
    {
      *bytes = value[ULL_FIELD_WEIGHTS];
      *source = ULL_WEIGHTS_TYPED;
      return TRUE;
    }
  if (counted && value[ULL_FIELD_WEIGHT_DTYPE] != ULL_UNSET)
    {
      *source = ULL_WEIGHTS_ESTIMATE;
      return weights_from_parameters (scenario, (UllDtype) value[ULL_FIELD_WEIGHT_DTYPE], bytes, error);
    }
  if (value[ULL_FIELD_PARAMETERS] == ULL_UNSET && model->weight_bytes >= 0)
    {
      *bytes = model->weight_bytes;
      *source = model->weight_source;
      return TRUE;
    }
  /* A model that knows its parameters and yet not its size is quantised in a way that they do not tell. */
  if (value[ULL_FIELD_PARAMETERS] != ULL_UNSET)
    {
      *source = ULL_WEIGHTS_ESTIMATE;
      return weights_from_parameters (scenario, native, bytes, error);
    }
  *bytes = 0;
  *source = ULL_WEIGHTS_UNKNOWN;
  return TRUE;
}

gint64
ull_scenario_get_model_len (const UllScenario *scenario)
{
  if (scenario->value[ULL_FIELD_MAX_MODEL_LEN] != ULL_UNSET)
    return scenario->value[ULL_FIELD_MAX_MODEL_LEN];
  if (scenario->model->max_positions > 0)
    return scenario->model->max_positions;
  return scenario->value[ULL_FIELD_CONTEXT];
}
