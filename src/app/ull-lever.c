#include "ull-lever.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-lever-formats.h"
#include "ull-lever-section.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A lever of a field is the field's row of the table, and here only what the table does not say; two levers move more
 * than a field: KV dtype sets keys and values alike, card memory makes a card of the typed size. The text of an entry is
 * always one that is read back to the same value. */

typedef struct
{
  const char *placeholder; /* N_(), of an unset value */
  gint64 unset_value;      /* where the slider stands then */
} LeverInfo;

static const LeverInfo infos[ULL_N_LEVERS] = {
  [ULL_LEVER_KV_HEADS] = { N_("mixed"), 1 },
  [ULL_LEVER_WEIGHTS] = { N_("the model’s"), 0 },
  [ULL_LEVER_WEIGHT_DTYPE] = { N_("as stored"), 0 },
  [ULL_LEVER_OVERHEAD] = { N_("not set"), 0 },
  [ULL_LEVER_AVAILABLE] = { N_("what is left"), 0 },
  [ULL_LEVER_STATE_DTYPE] = { N_("the model’s"), 0 },
  [ULL_LEVER_K_DTYPE] = { N_("the model’s"), 0 },
  [ULL_LEVER_V_DTYPE] = { N_("the model’s"), 0 },
  [ULL_LEVER_MAX_NUM_SEQS] = { N_("no limit"), G_MAXINT64 },
  [ULL_LEVER_MAX_MODEL_LEN] = { N_("the model’s"), 1 },
  [ULL_LEVER_PREFIX_REQUESTS] = { N_("all"), G_MAXINT64 },
};

/* The field of KV dtype is that of the keys, which the values follow. */
static const UllField *
get_field (UllLeverId id)
{
  if (id == ULL_LEVER_KV_DTYPE)
    return ull_field_get (ULL_FIELD_K_DTYPE);
  return id < (UllLeverId) ULL_N_FIELDS ? ull_field_get ((UllFieldId) id) : NULL;
}

static gboolean
has_kv_heads (const UllModel *model)
{
  return ull_model_get_scaled_heads (model) > 0;
}

const char *
ull_lever_get_label (UllLeverId id)
{
  if (id == ULL_LEVER_KV_DTYPE)
    return _("KV dtype");
  return id == ULL_LEVER_MEMORY ? _("Card memory") : ull_field_get_label (get_field (id));
}

const char *
ull_lever_get_placeholder (UllLeverId id, const UllModel *model)
{
  const UllField *field = get_field (id);

  if (id == ULL_LEVER_KV_HEADS && !has_kv_heads (model))
    return _("none");
  if (infos[id].placeholder != NULL)
    return _(infos[id].placeholder);
  return field != NULL && field->initial == ULL_UNSET && field->engines != 0 ? _("the engine’s") : "";
}

static gint64
native_weights (const UllScenario *scenario)
{
  UllDtype native = scenario->model->native_dtype;

  return native == ULL_DTYPE_UNKNOWN ? ULL_DTYPE_BF16 : native;
}

gint64
ull_lever_get_value (UllLeverId id, const UllScenario *scenario)
{
  UllWeightSource source;
  UllFormats formats;
  gint64 value;

  switch (id)
    {
    case ULL_LEVER_KV_DTYPE:
    case ULL_LEVER_K_DTYPE:
    case ULL_LEVER_V_DTYPE:
    case ULL_LEVER_STATE_DTYPE:
      ull_lever_get_formats (scenario, &formats);
      return id == ULL_LEVER_V_DTYPE ? formats.v : id == ULL_LEVER_STATE_DTYPE ? formats.state : formats.k;
    case ULL_LEVER_MEMORY:
      return scenario->device->reported;
    case ULL_LEVER_KV_HEADS:
      /* Where layers differ, the slider stands at those that its ratio is of. */
      value = ull_scenario_get_kv_heads (scenario);
      if (value == ULL_UNSET && ull_model_get_scaled_heads (scenario->model) > 0)
        value = ull_model_get_scaled_heads (scenario->model);
      break;
    case ULL_LEVER_MAX_MODEL_LEN:
      return ull_scenario_get_model_len (scenario);
    case ULL_LEVER_WEIGHTS:
      return ull_scenario_get_weights (scenario, &value, &source, NULL) ? value : 0;
    default:
      value = ull_engine_get_setting (scenario, get_field (id)->id);
    }
  if (value != ULL_UNSET)
    return value;
  return id == ULL_LEVER_WEIGHT_DTYPE ? native_weights (scenario) : infos[id].unset_value;
}

/* The largest unit in which the size is a whole number, so that reading the text gives the same bytes. */
static char *
exact_size (gint64 bytes)
{
  static const struct
  {
    gint64 factor;
    const char *name;
  } units[] = { { ULL_GIB, "GiB" }, { ULL_MIB, "MiB" }, { ULL_GB, "GB" }, { ULL_GB / 1000, "MB" }, { ULL_KIB, "KiB" } };
  g_autofree char *count = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (units) && bytes > 0; i++)
    if (bytes % units[i].factor == 0)
      {
        count = ull_format_count (bytes / units[i].factor);
        return g_strdup_printf ("%s" ULL_NBSP "%s", count, units[i].name);
      }
  count = ull_format_count (bytes);
  return g_strdup_printf ("%s" ULL_NBSP "B", count);
}

static char *
kv_dtype_text (const UllScenario *scenario)
{
  UllFormats formats;

  ull_lever_get_formats (scenario, &formats);
  if (formats.k == formats.v)
    return g_strdup (ull_dtype_info (formats.k)->id);
  return g_strdup_printf ("%s/%s", ull_dtype_info (formats.k)->id, ull_dtype_info (formats.v)->id);
}

static int
find_unit (const char *text)
{
  gsize n = strlen (text);

  while (n > 0 && (g_ascii_isalpha (text[n - 1]) || text[n - 1] == '%'))
    n--;
  return text[n] == 0 ? -1 : (int) n;
}

/* A size of plain bytes gets its unit: "12" typed for 12 GiB must not look as if it were. */
static gboolean
is_shown_as_typed (const UllField *field, const char *typed)
{
  if (typed == NULL)
    return FALSE;
  return field->kind == ULL_KIND_FRACTION || (field->kind == ULL_KIND_SIZE && find_unit (typed) >= 0);
}

static char *
field_text (UllLeverId id, const UllScenario *scenario)
{
  const UllField *field = get_field (id);
  gint64 value = ull_engine_get_setting (scenario, field->id);

  if (id == ULL_LEVER_KV_HEADS)
    value = ull_scenario_get_kv_heads (scenario);
  /* A latent is stored as one head, and a state as none: neither is a number of KV heads. */
  if (value == ULL_UNSET || (id == ULL_LEVER_KV_HEADS && !has_kv_heads (scenario->model)))
    return g_strdup ("");
  if (field->kind == ULL_KIND_COUNT)
    return ull_format_count (value);
  if (is_shown_as_typed (field, scenario->typed[field->id]))
    return g_strdup (scenario->typed[field->id]);
  if (field->kind == ULL_KIND_SIZE)
    return exact_size (value);
  return ull_field_format (field, value);
}

/* Whether the value is a name, all of which is to be read. */
static gboolean
has_name (const UllField *field)
{
  return field != NULL && field->kind != ULL_KIND_COUNT && field->kind != ULL_KIND_SIZE && field->kind != ULL_KIND_FRACTION;
}

char *
ull_lever_dup_text (UllLeverId id, const UllScenario *scenario, int *unit_start)
{
  const UllField *field = get_field (id);
  char *text;

  if (id == ULL_LEVER_MEMORY)
    text = exact_size (scenario->device->reported);
  else if (id == ULL_LEVER_KV_DTYPE)
    text = kv_dtype_text (scenario);
  else
    text = field_text (id, scenario);
  if (unit_start != NULL)
    *unit_start = has_name (field) ? -1 : find_unit (text);
  return text;
}

/* Of the units that the table has. */
static const char *
get_singular (const char *unit)
{
  static const char *const units[][2] = { { "tokens", N_("token") }, { "requests", N_("request") }, { "cards", N_("card") },
                                          { "replicas", N_("replica") }, { "blocks", N_("block") } };

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i][0], unit))
      return _(units[i][1]);
  return _(unit);
}

char *
ull_lever_dup_unit (UllLeverId id, const UllScenario *scenario)
{
  const UllField *field = get_field (id);
  g_autofree char *queries = ull_format_count (scenario->model->query_heads);

  if (id == ULL_LEVER_KV_HEADS && !has_kv_heads (scenario->model))
    return g_strdup ("");
  if (id == ULL_LEVER_KV_HEADS && scenario->model->query_heads > 0 && ull_scenario_get_kv_heads (scenario) != -1)
    return g_strdup_printf (_("of %s"), queries);
  if (field == NULL || field->unit == NULL || ull_engine_get_setting (scenario, field->id) == ULL_UNSET)
    return g_strdup ("");
  if (id == ULL_LEVER_CONTEXT && scenario->lengths != NULL)
    return g_strdup (_("mean"));
  return g_strdup (ull_engine_get_setting (scenario, field->id) == 1 ? get_singular (field->unit) : _(field->unit));
}

char *
ull_lever_dup_value_text (UllLeverId id, const UllScenario *scenario)
{
  g_autofree char *text = ull_lever_dup_text (id, scenario, NULL);
  g_autofree char *unit = ull_lever_dup_unit (id, scenario);

  if (text[0] == 0)
    return g_strdup (ull_lever_get_placeholder (id, scenario->model));
  return unit[0] == 0 ? g_steal_pointer (&text) : g_strdup_printf ("%s" ULL_NBSP "%s", text, unit);
}

static char *
dtype_meaning (UllDtype dtype)
{
  const UllDtypeInfo *info = ull_dtype_info (dtype);

  if (info->block_elements == 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d byte an element", "%d bytes an element",
                                         (gulong) info->block_bytes),
                            (int) info->block_bytes);
  return g_strdup_printf (_("%d bytes for %d elements"), (int) info->block_bytes, (int) info->block_elements);
}

static char *
heads_meaning (const UllScenario *scenario)
{
  gint64 heads = ull_scenario_get_kv_heads (scenario);

  if (ull_model_get_kv_heads (scenario->model) == -1)
    return g_strdup (_("layers differ: each keeps its share"));
  if (heads == scenario->model->query_heads)
    return g_strdup (_("multi-head attention, MHA: a key and value head for each query head"));
  if (heads == 1)
    return g_strdup (_("multi-query attention, MQA: one key and value head for all query heads"));
  return g_strdup (_("grouped-query attention, GQA: query heads share key and value heads"));
}

/* What the value means beyond its figure, or NULL. */
static char *
meaning (UllLeverId id, const UllScenario *scenario)
{
  if (get_field (id) != NULL && get_field (id)->kind == ULL_KIND_DTYPE)
    return dtype_meaning ((UllDtype) ull_lever_get_value (id, scenario));
  if (id == ULL_LEVER_KV_HEADS)
    return heads_meaning (scenario);
  if (id == ULL_LEVER_MEMORY)
    return ull_format_both (scenario->device->reported);
  if (id == ULL_LEVER_CONTEXT && scenario->lengths != NULL)
    return g_strdup_printf (_("of the lengths %s"), ull_lengths_get_spec (scenario->lengths));
  return NULL;
}

static const char *
help (UllLeverId id)
{
  if (id == ULL_LEVER_KV_DTYPE)
    return _("Element format of cached keys and values");
  if (id == ULL_LEVER_MEMORY)
    return _("Memory of one card as its driver reports it");
  return ull_field_get_help (get_field (id));
}

char *
ull_lever_dup_description (UllLeverId id, const UllScenario *scenario)
{
  g_autofree char *value = ull_lever_dup_value_text (id, scenario);
  g_autofree char *what = meaning (id, scenario);
  const char *reason = ull_lever_get_reason (id, scenario);

  if (reason != NULL)
    return g_strdup_printf ("%s. %s", value, reason);
  if (what == NULL)
    return g_strdup_printf ("%s. %s.", value, help (id));
  return g_strdup_printf ("%s, %s. %s.", value, what, help (id));
}

/* Of what a store can be in, the lever moves those that follow it. */
static gboolean
follows_kv_dtype (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (model->runs[i].stores[k].k_format == ULL_DTYPE_KV || model->runs[i].stores[k].v_format == ULL_DTYPE_KV)
        return TRUE;
  return FALSE;
}

static gboolean
sets_kv_dtype (UllLeverId id)
{
  return id == ULL_LEVER_KV_DTYPE || id == ULL_LEVER_K_DTYPE || id == ULL_LEVER_V_DTYPE;
}

static gboolean
keeps_state (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      if (model->runs[i].stores[k].k_format == ULL_DTYPE_STATE)
        return TRUE;
  return FALSE;
}

gboolean
ull_lever_is_read (UllLeverId id, const UllScenario *scenario)
{
  return get_field (id) == NULL
         || ull_field_is_read_by (get_field (id), (UllEngineId) scenario->value[ULL_FIELD_ENGINE]);
}

const char *
ull_lever_get_reason (UllLeverId id, const UllScenario *scenario)
{
  if (id == ULL_LEVER_KV_HEADS)
    return ull_scenario_get_kv_heads_reason (scenario);
  if (id == ULL_LEVER_PREFIX_REQUESTS && scenario->value[ULL_FIELD_PREFIX_TOKENS] == 0)
    return _("No prefix is shared.");
  if (id == ULL_LEVER_STATE_DTYPE && !keeps_state (scenario->model))
    return _("This model keeps no recurrent state.");
  if (sets_kv_dtype (id) && !follows_kv_dtype (scenario->model))
    return _("This model keeps its cache in formats of its own.");
  if ((id == ULL_LEVER_K_DTYPE || id == ULL_LEVER_V_DTYPE) &&
      ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->one_format)
    return _("The engine keeps keys and values in one format: KV dtype sets both.");
  if (id != ULL_LEVER_WEIGHT_DTYPE)
    return NULL;
  if (scenario->value[ULL_FIELD_WEIGHTS] != ULL_UNSET)
    return _("The size of the weights is set by hand.");
  if (scenario->value[ULL_FIELD_PARAMETERS] == ULL_UNSET && scenario->model->parameters < 0)
    return _("The number of parameters is not known.");
  return NULL;
}

static UllScenario *
set_memory (const UllScenario *scenario, gint64 value, GError **error)
{
  g_autoptr (UllDevice) device = NULL;

  /* The field table has no card: its widest size bounds it. */
  if (value < 1 || value > ull_field_get (ULL_FIELD_WEIGHTS)->max)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   _("Card memory: the size is out of range; 8 GiB to 192 GiB would be right"));
      return NULL;
    }
  device = ull_device_new_custom (value);
  return ull_scenario_with_device (scenario, device);
}

UllScenario *
ull_lever_set (UllLeverId id, const UllScenario *scenario, gint64 value, const char *typed, GError **error)
{
  if (id == ULL_LEVER_MEMORY)
    return set_memory (scenario, value, error);
  /* A plan of it would be no plan: what is refused here leaves the levers where they are. */
  if (id == ULL_LEVER_KV_DTYPE)
    return ull_engine_check_format (scenario, (UllDtype) value, error)
               ? ull_scenario_with_kv_dtype (scenario, (UllDtype) value) : NULL;
  if (id == ULL_LEVER_TP && !ull_scenario_check_tp (scenario, value, error))
    return NULL;
  return ull_scenario_with (scenario, get_field (id)->id, value, typed, error);
}

static UllScenario *
with_formats (const UllScenario *scenario, gint64 k, gint64 v, GError **error)
{
  g_autoptr (UllScenario) keys = ull_scenario_with (scenario, ULL_FIELD_K_DTYPE, k, NULL, error);

  return keys == NULL ? NULL : ull_scenario_with (keys, ULL_FIELD_V_DTYPE, v, NULL, error);
}

static UllScenario *
with_checked_formats (const UllScenario *scenario, gint64 k, gint64 v, GError **error)
{
  g_autoptr (UllScenario) changed = with_formats (scenario, k, v, error);

  return changed != NULL && ull_engine_check_formats (changed, error) ? g_steal_pointer (&changed) : NULL;
}

/* "f16/q8_0" is keys and values apart, as the entry itself shows them; nothing is the model's own. */
static UllScenario *
enter_kv_dtype (const UllScenario *scenario, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", 2);
  UllField both = *ull_field_get (ULL_FIELD_K_DTYPE);
  gint64 k, v;

  if (parts[0] == NULL)
    return with_formats (scenario, ULL_UNSET, ULL_UNSET, error);
  if (parts[1] == NULL)
    {
      both.label = N_("KV dtype");
      return ull_field_parse (&both, text, &k, error) ? ull_lever_set (ULL_LEVER_KV_DTYPE, scenario, k, NULL, error) : NULL;
    }
  if (!ull_field_parse (&both, g_strstrip (parts[0]), &k, error)
      || !ull_field_parse (ull_field_get (ULL_FIELD_V_DTYPE), g_strstrip (parts[1]), &v, error))
    return NULL;
  return with_checked_formats (scenario, k, v, error);
}

static UllScenario *
enter_memory (const UllScenario *scenario, const char *text, GError **error)
{
  gint64 bytes;

  if (!ull_size_parse (text, &bytes, error))
    {
      g_prefix_error (error, "%s: ", ull_lever_get_label (ULL_LEVER_MEMORY));
      return NULL;
    }
  return set_memory (scenario, bytes, error);
}

UllScenario *
ull_lever_enter (UllLeverId id, const UllScenario *scenario, const char *text, GError **error)
{
  g_autofree char *typed = g_strstrip (g_strdup (text));
  const UllField *field = get_field (id);
  UllField bounded;
  gint64 value;

  if (id == ULL_LEVER_MEMORY)
    return enter_memory (scenario, typed, error);
  if (id == ULL_LEVER_KV_DTYPE)
    return enter_kv_dtype (scenario, typed, error);
  if (typed[0] == 0 && field->initial == ULL_UNSET)
    return ull_scenario_with (scenario, field->id, ULL_UNSET, NULL, error);
  bounded = *field;
  if (id == ULL_LEVER_KV_HEADS && scenario->model->query_heads > 0)
    bounded.max = MIN (field->max, scenario->model->query_heads);
  if (!ull_field_parse (&bounded, typed, &value, error))
    return NULL;
  return ull_lever_set (id, scenario, value, typed, error);
}

UllLeverId
ull_lever_changed (const UllScenario *before, const UllScenario *after)
{
  gboolean keys = before->value[ULL_FIELD_K_DTYPE] != after->value[ULL_FIELD_K_DTYPE];
  gboolean values = before->value[ULL_FIELD_V_DTYPE] != after->value[ULL_FIELD_V_DTYPE];

  if (before->device != after->device)
    return ULL_LEVER_MEMORY;
  if (keys && values)
    return ULL_LEVER_KV_DTYPE;
  for (int id = 0; id < ULL_N_FIELDS; id++)
    if (before->value[id] != after->value[id] && ull_lever_get_section ((UllLeverId) id) != ULL_N_SECTIONS)
      return (UllLeverId) id;
  return ULL_LEVER_NONE;
}
