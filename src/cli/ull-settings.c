#include "ull-settings.h"

#include "ull-cards.h"
#include "ull-given.h"
#include "ull-given-launch.h"
#include "ull-given-lengths.h"
#include "ull-near.h"

#include <string.h>

/* A scenario is made in a fixed order, whatever the order of the options: the model (a file, a bundled one,
 * or by hand), what by-hand sizes change in it, the card, the fields, then the lengths. Every message names the
 * option as it was typed. */

static const UllOption given_options[] = {
  { .name = "model",
    .value = "PATH|ID",
    .help = "config.json, its folder, a .gguf or .ullage file, or a bundled id",
    .group = "Model" },
  { .name = "layers", .value = "N", .help = "layers, by hand", .group = "Model" },
  { .name = "query-heads", .value = "N", .help = "query heads of a layer, by hand", .group = "Model" },
  { .name = "head-dim", .value = "N", .help = "size of one head, by hand", .group = "Model" },
  { .name = "as-plain", .help = "read an unknown model type as plain attention", .group = "Model" },
  { .name = "device", .value = "ID", .help = "a card: ‘ullage-cli list devices’", .group = "Card" },
  { .name = "memory",
    .value = "SIZE",
    .help = "a card of that size, nothing kept by a driver",
    .group = "Card" },
  { .name = "kv-dtype",
    .value = "T",
    .help = "element format of cached keys and values (default: the model’s)",
    .group = "Cache" },
  { .name = "set",
    .value = "NAME=VALUE",
    .help = "any setting of the engine, named as its own flag: ‘ullage-cli list settings’",
    .group = "Engine",
    .many = TRUE },
  { .name = "engine-args",
    .value = "COMMAND",
    .help = "its launch command, as text, @FILE or -: other options override it",
    .group = "Engine" },
  { .name = "lengths",
    .value = "SPEC",
    .help = "lengths of requests as they are, in place of --context",
    .group = "Load" },
};

static const char *const groups[] = { "Model", "Card", "Cache", "Load", "Engine" };

static const char *const field_groups[ULL_N_FIELDS] = {
  [ULL_FIELD_ENGINE] = "Engine",       [ULL_FIELD_CONTEXT] = "Load",
  [ULL_FIELD_CONCURRENCY] = "Load",    [ULL_FIELD_K_DTYPE] = "Cache",
  [ULL_FIELD_V_DTYPE] = "Cache",       [ULL_FIELD_STATE_DTYPE] = "Cache",
  [ULL_FIELD_KV_HEADS] = "Model",      [ULL_FIELD_BLOCK_SIZE] = "Cache",
  [ULL_FIELD_PARAMETERS] = "Model",    [ULL_FIELD_WEIGHTS] = "Model",
  [ULL_FIELD_WEIGHT_DTYPE] = "Model",  [ULL_FIELD_UTILIZATION] = "Card",
  [ULL_FIELD_OVERHEAD] = "Card",       [ULL_FIELD_HEADROOM] = "Card",
  [ULL_FIELD_AVAILABLE] = "Card",      [ULL_FIELD_MAX_MODEL_LEN] = "Engine",
  [ULL_FIELD_MAX_NUM_SEQS] = "Engine", [ULL_FIELD_TP] = "Card",
  [ULL_FIELD_PREFIX_TOKENS] = "Load",  [ULL_FIELD_PREFIX_REQUESTS] = "Load",
  [ULL_FIELD_RETAIN] = "Load",         [ULL_FIELD_ENGINE_VERSION] = "Engine",
  [ULL_FIELD_PP] = "Card",             [ULL_FIELD_DP] = "Card",
  [ULL_FIELD_DCP] = "Card",            [ULL_FIELD_MAX_BATCHED_TOKENS] = "Engine",
};

static const char *const kind_values[] = { [ULL_KIND_COUNT] = "N",
                                           [ULL_KIND_SIZE] = "SIZE",
                                           [ULL_KIND_FRACTION] = "F",
                                           [ULL_KIND_DTYPE] = "T",
                                           [ULL_KIND_ENGINE] = "ID",
                                           [ULL_KIND_BOOL] = "on|off",
                                           [ULL_KIND_CHOICE] = "ID",
                                           [ULL_KIND_VERSION] = "V" };

static void
append_group (GArray *options, const char *group)
{
  for (gsize i = 0; i < G_N_ELEMENTS (given_options); i++)
    if (g_str_equal (given_options[i].group, group))
      g_array_append_val (options, given_options[i]);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);
      UllOption option = { .name = field->option,
                           .value = kind_values[field->kind],
                           .help = ull_field_get_help (field),
                           .group = group,
                           .field = field };

      if (field->option != NULL && g_str_equal (field_groups[i], group))
        g_array_append_val (options, option);
    }
}

void
ull_settings_append_options (GArray *options)
{
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++)
    append_group (options, groups[i]);
}

static gboolean
parse_field (const UllField *field, const char *option, const char *text, gint64 *value, GError **error)
{
  UllField named = *field;
  g_autofree char *label = g_strconcat ("--", option, NULL);

  named.label = label;
  return ull_field_parse (&named, text, value, error);
}

gboolean
ull_settings_parse (const char *option,
                    UllFieldKind kind,
                    gint64 min,
                    gint64 max,
                    const char *text,
                    gint64 *value,
                    GError **error)
{
  UllField field = { .option = option, .kind = kind, .min = min, .max = max, .initial = min };

  return parse_field (&field, option, text, value, error);
}

/* The model that --engine-args names. */
static UllModel *
open_launched (const UllArgs *args, UllScenario **scenario, GError **error)
{
  const UllLaunch *launch = ull_given_launch (args, error);
  g_autofree char *path = launch != NULL ? ull_given_launch_model (launch, error) : NULL;

  return path != NULL ? ull_given_open (args, path, scenario, error) : NULL;
}

UllModel *
ull_settings_model (const UllArgs *args, guint operand, UllScenario **scenario, GError **error)
{
  const char *path = ull_args_get_operand (args, operand);
  const char *option = ull_args_get (args, "model");

  *scenario = NULL;
  if (path != NULL && option != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--model: given beside %s; name one model", path);
      return NULL;
    }
  if (path == NULL)
    path = option;
  if (path == NULL && ull_args_has (args, "engine-args") && !ull_args_has (args, "layers"))
    return open_launched (args, scenario, error);
  if (path == NULL)
    return ull_given_by_hand (args, error);
  if (*path == '\0')
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--model: is empty; name a file, a folder or a bundled id");
      return NULL;
    }
  return ull_given_open (args, path, scenario, error);
}

/* The card that the options name; NULL without an error where they name none. */
static UllDevice *
given_device (const UllArgs *args, GError **error)
{
  const char *id = ull_args_get (args, "device");
  const char *memory = ull_args_get (args, "memory");
  gint64 bytes;

  if (id != NULL && memory != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--memory: given beside --device; a card has one size, give one of the two");
      return NULL;
    }
  if (id != NULL)
    return ull_cards_find ("device", id, error);
  if (memory == NULL)
    return NULL;
  if (!ull_settings_parse ("memory", ULL_KIND_SIZE, 1, ull_field_get (ULL_FIELD_AVAILABLE)->max, memory,
                           &bytes, error))
    return NULL;
  return ull_device_new_custom (bytes);
}

/* A pool that is typed needs no card: the card then is that pool. */
static UllDevice *
fallback_device (const UllArgs *args, const char *default_device, GError **error)
{
  const UllField *field = ull_field_get (ULL_FIELD_AVAILABLE);
  const char *available = ull_args_get (args, field->option);
  gint64 bytes;

  if (available != NULL)
    {
      if (!parse_field (field, field->option, available, &bytes, error))
        return NULL;
      return ull_device_new_custom (MAX (bytes, 1));
    }
  if (default_device != NULL)
    return ull_device_ref (ull_device_find (default_device));
  g_set_error (
    error, ULL_ERROR, ULL_ERROR_USAGE,
    "no card is given; name one with --device ID (‘ullage-cli list devices’) or its size with --memory SIZE");
  return NULL;
}

/* What the core says of a field begins with its label; here it begins with the option. */
static void
name_option (GError **error, const UllField *field, const char *option)
{
  g_autofree char *label = g_strconcat (ull_field_get_label (field), ": ", NULL);
  g_autoptr (GError) fault = *error;
  const char *said = fault->message + (g_str_has_prefix (fault->message, label) ? strlen (label) : 0);

  *error = g_error_new (ULL_ERROR, ULL_ERROR_USAGE, "--%s: %s", option, said);
}

static gboolean
change_field (UllScenario **scenario, UllFieldId id, const char *option, const char *text, GError **error)
{
  const UllField *field = ull_field_get (id);
  g_autoptr (GError) fault = NULL;
  UllScenario *changed;
  gint64 value;

  if (!parse_field (field, option, text, &value, error))
    return FALSE;
  changed = ull_scenario_with (*scenario, id, value, text, &fault);
  if (changed == NULL)
    {
      name_option (&fault, field, option);
      g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
  ull_scenario_unref (*scenario);
  *scenario = changed;
  return TRUE;
}

/* A setting that the engine does not read would change nothing, and yet look as if it had been counted. */
static gboolean
check_read (const UllScenario *scenario, UllFieldId id, const char *option, GError **error)
{
  const UllField *field = ull_field_get (id);
  UllEngineId engine = (UllEngineId) scenario->value[ULL_FIELD_ENGINE];
  g_autoptr (GString) readers = NULL;

  if (ull_field_is_read_by (field, engine))
    return TRUE;
  readers = g_string_new (NULL);
  for (int i = 0; i < ULL_N_ENGINES; i++)
    if (ull_field_is_read_by (field, (UllEngineId) i))
      g_string_append_printf (readers, "%s--engine %s", readers->len > 0 ? " or " : "", ull_engine_get_id ((UllEngineId) i));
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: the engine ‘%s’ does not read it; %s does", option,
               ull_engine_get_id (engine), readers->str);
  return FALSE;
}

static void
set_unknown_name (const UllScenario *scenario, const char *name, GError **error)
{
  UllEngineId engine = (UllEngineId) scenario->value[ULL_FIELD_ENGINE];
  const char *names[ULL_N_FIELDS + 1] = { NULL };
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  const char *near;
  guint n = 0;

  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (ull_field_is_read_by (ull_field_get ((UllFieldId) i), engine))
      names[n++] = ull_field_get ((UllFieldId) i)->name;
  near = ull_near_find (name, names);
  if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--set: %s is no setting; did you mean %s?", valid, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--set: %s is no setting; ‘ullage-cli list settings’ lists them", valid);
}

/* A fraction's name tells how a file holds it; a person types the flag's. */
static const UllField *
find_named (const char *name)
{
  g_autofree char *by_million = g_strconcat (name, "_ppm", NULL);
  const UllField *field = ull_field_by_name (name);

  return field != NULL ? field : ull_field_by_name (by_million);
}

/* The setting that NAME=VALUE names, as it is typed, or NULL. */
static const UllField *
split_named (const char *text, const char **equals, char **name)
{
  *equals = strchr (text, '=');
  *name = *equals != NULL ? g_strndup (text, (gsize) (*equals - text)) : g_strdup (text);
  return find_named (g_strdelimit (*name, "-", '_'));
}

/* --set NAME=VALUE: every setting has a name, whether it has an option or not. */
static gboolean
change_named (UllScenario **scenario, const UllArgs *args, GError **error)
{
  for (const char *const *text = ull_args_get_all (args, "set"); *text != NULL; text++)
    {
      const char *equals;
      g_autofree char *name = NULL, *option = NULL;
      const UllField *field = split_named (*text, &equals, &name);

      option = g_strconcat ("set ", name, NULL);

      if (equals == NULL || field == NULL)
        {
          if (field == NULL)
            set_unknown_name (*scenario, name, error);
          else
            g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--set: %s has no value; write --set %s=VALUE", name, name);
          return FALSE;
        }
      if (!change_field (scenario, field->id, option, equals + 1, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
change_kv_dtype (UllScenario **scenario, const UllArgs *args, GError **error)
{
  const char *text = ull_args_get (args, "kv-dtype");

  if (text == NULL)
    return TRUE;
  if (ull_args_has (args, "k-dtype") || ull_args_has (args, "v-dtype"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "--kv-dtype: sets keys and values both; give it alone, or --k-dtype and --v-dtype");
      return FALSE;
    }
  return change_field (scenario, ULL_FIELD_K_DTYPE, "kv-dtype", text, error)
         && change_field (scenario, ULL_FIELD_V_DTYPE, "kv-dtype", text, error);
}

/* Once all is set, for the engine may be named last. */
static gboolean
check_given (const UllScenario *scenario, const UllArgs *args, gboolean by_hand, GError **error)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const char *option = ull_field_get ((UllFieldId) i)->option;

      if (option != NULL && ull_args_has (args, option) && !(by_hand && i == ULL_FIELD_KV_HEADS) &&
          !check_read (scenario, (UllFieldId) i, option, error))
        return FALSE;
    }
  for (const char *const *text = ull_args_get_all (args, "set"); *text != NULL; text++)
    {
      const char *equals;
      g_autofree char *name = NULL, *option = NULL;
      const UllField *field = split_named (*text, &equals, &name);

      option = g_strconcat ("set ", name, NULL);
      if (!check_read (scenario, field->id, option, error))
        return FALSE;
    }
  return TRUE;
}

/* By hand, --kv-heads made the model itself and is no change to it. */
static gboolean
change_fields (UllScenario **scenario, const UllArgs *args, gboolean by_hand, GError **error)
{
  if (!change_kv_dtype (scenario, args, error))
    return FALSE;
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const char *option = ull_field_get ((UllFieldId) i)->option;
      const char *text = option != NULL ? ull_args_get (args, option) : NULL;

      if (text == NULL || (by_hand && i == ULL_FIELD_KV_HEADS))
        continue;
      if (!change_field (scenario, (UllFieldId) i, option, text, error))
        return FALSE;
    }
  return change_named (scenario, args, error) && check_given (*scenario, args, by_hand, error);
}

/* A setting that a .ullage file brings along must not outweigh an option that says otherwise: the pool does
 * not follow from a card while it is typed, nor the weights from their format. */
static gboolean
drop_outweighing (UllScenario **scenario, const UllArgs *args, GError **error)
{
  static const struct
  {
    const char *options[2];
    UllFieldId field;
  } rows[] = { { { "device", "memory" }, ULL_FIELD_AVAILABLE },
               { { "params", "weight-dtype" }, ULL_FIELD_WEIGHTS } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      UllScenario *changed;

      if (!ull_args_has (args, rows[i].options[0]) && !ull_args_has (args, rows[i].options[1]))
        continue;
      changed = ull_scenario_with (*scenario, rows[i].field, ULL_UNSET, NULL, error);
      if (changed == NULL)
        return FALSE;
      ull_scenario_unref (*scenario);
      *scenario = changed;
    }
  return TRUE;
}

/* The settings of --engine-args, before options that say otherwise. */
static gboolean
apply_launch (UllScenario **scenario, const UllArgs *args, GError **error)
{
  UllLaunch *launch;
  UllScenario *applied;

  if (!ull_args_has (args, "engine-args"))
    return TRUE;
  launch = ull_given_launch (args, error);
  if (launch == NULL)
    return FALSE;
  applied = ull_launch_apply (launch, *scenario);
  ull_scenario_unref (*scenario);
  *scenario = applied;
  return TRUE;
}

/* @read: the scenario that @model came with, or NULL; it is taken. */
static UllScenario *
make_scenario (const UllArgs *args,
               UllModel *model,
               UllScenario *read,
               gboolean by_hand,
               const char *default_device,
               GError **error)
{
  g_autoptr (UllScenario) scenario = read;
  g_autoptr (UllDevice) device = NULL;
  g_autoptr (GError) failure = NULL;

  device = given_device (args, &failure);
  if (device == NULL && failure == NULL && scenario == NULL)
    device = fallback_device (args, default_device, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }

  if (scenario == NULL)
    scenario = ull_scenario_new (model, device);
  else if (device != NULL)
    {
      UllScenario *moved = ull_scenario_with_device (scenario, device);

      ull_scenario_unref (scenario);
      scenario = moved;
    }
  if (!apply_launch (&scenario, args, error) || !drop_outweighing (&scenario, args, error) || !change_fields (&scenario, args, by_hand, error)
      || !ull_given_lengths (args, &scenario, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

UllScenario *
ull_settings_scenario (const UllArgs *args, guint operand, const char *default_device, GError **error)
{
  UllScenario *read = NULL;
  g_autoptr (UllModel) model = ull_settings_model (args, operand, &read, error);
  gboolean by_hand = ull_args_get_operand (args, operand) == NULL && !ull_args_has (args, "model")
                     && (!ull_args_has (args, "engine-args") || ull_args_has (args, "layers"));

  return model != NULL ? make_scenario (args, model, read, by_hand, default_device, error) : NULL;
}

UllScenario *
ull_settings_scenario_of (const UllArgs *args, const char *path, const char *default_device, GError **error)
{
  UllScenario *read = NULL;
  g_autoptr (UllModel) model = ull_given_open (args, path, &read, error);

  return model != NULL ? make_scenario (args, model, read, FALSE, default_device, error) : NULL;
}
