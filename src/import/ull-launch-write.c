#include "ull-launch-scenario.h"

#include "ull-shell.h"
#include "ull-units.h"
#include "ull-vllm-flags.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A scenario as the command that starts it: a flag for each setting that somebody made, so that reading it again makes the same
 * settings and no other. What the answer suggests besides is marked as such, and is left out unless it is asked for. */

static const char *
why_of (UllFieldId field)
{
  switch (field)
    {
    case ULL_FIELD_UTILIZATION:
      return _("the fraction of the card that the process may take");
    case ULL_FIELD_MAX_MODEL_LEN:
      return _("the longest request that is accepted: one of that length must fit");
    case ULL_FIELD_MAX_NUM_SEQS:
      return _("the most requests at once: more wait");
    case ULL_FIELD_MAX_BATCHED_TOKENS:
      return _("the tokens of one step, which the activation peak follows");
    case ULL_FIELD_BLOCK_SIZE:
      return _("the tokens of one block");
    case ULL_FIELD_K_DTYPE:
      return _("the format of the cache, which every token’s bytes follow");
    case ULL_FIELD_TP:
      return _("the cards that share each layer");
    case ULL_FIELD_PP:
      return _("the stages that divide the layers");
    case ULL_FIELD_DP:
      return _("the copies of the engine, each with a pool of its own");
    case ULL_FIELD_AVAILABLE:
      return _("the pool itself, in place of a fraction of the card");
    default:
      return ull_field_get_help (ull_field_get (field));
    }
}

static void
setting_free (gpointer data)
{
  UllLaunchSetting *setting = data;

  g_free (setting->flag);
  g_free (setting->value);
  g_free (setting->why);
  g_free (setting);
}

/* Takes @value. */
static void
add (GPtrArray *settings, const char *flag, char *value, const char *why)
{
  UllLaunchSetting *setting = g_new0 (UllLaunchSetting, 1);

  setting->flag = g_strdup (flag);
  setting->value = value;
  setting->why = g_strdup (why);
  g_ptr_array_add (settings, setting);
}

static void
add_table_flag (GPtrArray *settings, const UllVllmFlag *flag, gint64 value)
{
  const UllField *field = ull_field_get ((UllFieldId) flag->field);
  gboolean on = flag->effect == ULL_VLLM_CLEARS ? value == 0 : value != 0;
  g_autofree char *name = NULL;
  char *text = NULL;

  if (flag->form == ULL_VLLM_SWITCH)
    name = g_strconcat (on ? "--" : "--no-", flag->name, NULL);
  else
    name = g_strconcat ("--", flag->name, NULL);
  if (flag->form == ULL_VLLM_CHOICE)
    text = flag->field == ULL_FIELD_ATTENTION_BACKEND ? g_ascii_strup (field->choices[value], -1) : g_strdup (field->choices[value]);
  else if (flag->form == ULL_VLLM_BYTES)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  else if (flag->form != ULL_VLLM_SWITCH)
    text = ull_field_format (field, value);
  add (settings, name, text, why_of ((UllFieldId) flag->field));
}

/* vLLM's name of a cache format; NULL where it has none. */
static const char *
kv_name (gint64 dtype)
{
  switch (dtype)
    {
    case ULL_DTYPE_BF16:
      return "bfloat16";
    case ULL_DTYPE_F16:
      return "float16";
    case ULL_DTYPE_FP8:
      return "fp8";
    case ULL_DTYPE_NVFP4:
      return "nvfp4";
    default:
      return dtype >= ULL_N_ELEMENT_DTYPES ? ull_dtype_info ((UllDtype) dtype)->id : NULL;
    }
}

static const char *
state_name (gint64 dtype)
{
  return dtype == ULL_DTYPE_F32 ? "float32" : dtype == ULL_DTYPE_BF16 ? "bfloat16" : dtype == ULL_DTYPE_F16 ? "float16" : NULL;
}

static const char *
spoken_kv (const UllScenario *scenario)
{
  gint64 k = scenario->value[ULL_FIELD_K_DTYPE];

  return k == scenario->value[ULL_FIELD_V_DTYPE] ? kv_name (k) : NULL;
}

static void
add_speculative (GPtrArray *settings, const gint64 *value)
{
  static const char *const methods[] = { "ngram", "mtp", "eagle", "draft_model" };
  GString *object;

  if (value[ULL_FIELD_NUM_SPECULATIVE_TOKENS] < 1 && value[ULL_FIELD_SPECULATIVE_METHOD] == ULL_UNSET)
    return;
  object = g_string_new ("{");
  if (value[ULL_FIELD_SPECULATIVE_METHOD] != ULL_UNSET)
    g_string_append_printf (object, "\"method\":\"%s\",", methods[value[ULL_FIELD_SPECULATIVE_METHOD]]);
  g_string_append_printf (object, "\"num_speculative_tokens\":%" G_GINT64_FORMAT "}", value[ULL_FIELD_NUM_SPECULATIVE_TOKENS]);
  add (settings, "--speculative-config", g_string_free (object, FALSE), _("the tokens that a draft proposes at a time"));
}

/* Settings that are no row of the table. */
static void
add_others (GPtrArray *settings, const UllScenario *scenario)
{
  const gint64 *value = scenario->value;
  const char *kv = spoken_kv (scenario);
  const char *state = state_name (value[ULL_FIELD_STATE_DTYPE]);

  if (kv != NULL)
    add (settings, "--kv-cache-dtype", g_strdup (kv), why_of (ULL_FIELD_K_DTYPE));
  if (state != NULL)
    add (settings, "--mamba-ssm-cache-dtype", g_strdup (state), why_of (ULL_FIELD_STATE_DTYPE));
  if (value[ULL_FIELD_MAX_LORAS] > 0)
    add (settings, "--enable-lora", NULL, _("adapters are served"));
  add_speculative (settings, value);
  if (value[ULL_FIELD_GRAPHS] == 0)
    add (settings, "--compilation-config", g_strdup ("{\"cudagraph_mode\":\"NONE\"}"), _("no graphs are captured"));
  if (value[ULL_FIELD_MODEL_RUNNER] != ULL_UNSET)
    add (settings, "VLLM_USE_V2_MODEL_RUNNER", g_strdup (value[ULL_FIELD_MODEL_RUNNER] == ULL_RUNNER_V2 ? "1" : "0"),
         why_of (ULL_FIELD_MODEL_RUNNER));
}

static void
suggest (GPtrArray *settings, const char *flag, gint64 value, const char *why)
{
  UllLaunchSetting *setting;

  add (settings, flag, g_strdup_printf ("%" G_GINT64_FORMAT, value), why);
  setting = g_ptr_array_index (settings, settings->len - 1);
  setting->suggested = TRUE;
}

static void
add_suggestions (GPtrArray *settings, const UllScenario *scenario, const UllPlan *plan)
{
  const gint64 *value = scenario->value;
  gint64 length = ull_scenario_get_model_len (scenario);

  if (value[ULL_FIELD_MAX_MODEL_LEN] == ULL_UNSET && plan->max_context > 0 && plan->max_context < length)
    {
      g_autofree char *own = ull_format_count (length);
      g_autofree char *why = g_strdup_printf (_("the most that one request can have: the model’s own %s tokens do not fit"), own);

      suggest (settings, "--max-model-len", plan->max_context, why);
    }
  if (value[ULL_FIELD_MAX_NUM_SEQS] == ULL_UNSET && plan->max_concurrency > 0)
    {
      g_autofree char *tokens = ull_format_count (value[ULL_FIELD_CONTEXT]);
      g_autofree char *why = g_strdup_printf (_("so many requests of %s tokens fit: more would be preempted"), tokens);

      suggest (settings, "--max-num-seqs", plan->max_concurrency, why);
    }
}

GPtrArray *
ull_launch_settings (const UllScenario *scenario, const UllPlan *plan)
{
  GPtrArray *settings = g_ptr_array_new_with_free_func (setting_free);

  if (scenario->value[ULL_FIELD_ENGINE] != ULL_ENGINE_VLLM)
    return settings;
  for (const UllVllmFlag *flag = ull_vllm_flags (); flag->name != NULL; flag++)
    if (flag->field >= 0 && ull_vllm_flag_of_field ((UllFieldId) flag->field) == flag
        && flag->field != ULL_FIELD_NUM_SPECULATIVE_TOKENS
        && scenario->value[flag->field] != ull_field_get ((UllFieldId) flag->field)->initial)
      add_table_flag (settings, flag, scenario->value[flag->field]);
  add_others (settings, scenario);
  if (plan != NULL)
    add_suggestions (settings, scenario, plan);
  return settings;
}

/* Whether the setting is one of the engine's that no flag is; the load and the card are none of them. */
static gboolean
is_unsaid (const UllScenario *scenario, UllFieldId id)
{
  static const UllFieldId besides[] = { ULL_FIELD_OVERHEAD, ULL_FIELD_HEADROOM, ULL_FIELD_KV_HEADS };
  static const UllFieldId said[] = { ULL_FIELD_MAX_LORAS, ULL_FIELD_NUM_SPECULATIVE_TOKENS, ULL_FIELD_SPECULATIVE_METHOD,
                                     ULL_FIELD_MODEL_RUNNER };
  const UllField *field = ull_field_get (id);
  gint64 value = scenario->value[id];

  if (value == field->initial || ull_vllm_flag_of_field (id) != NULL || (id == ULL_FIELD_GRAPHS && value == 0))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (said); i++)
    if (said[i] == id)
      return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (besides); i++)
    if (besides[i] == id)
      return TRUE;
  return field->engines != 0 && ull_field_is_read_by (field, ULL_ENGINE_VLLM);
}

GPtrArray *
ull_launch_unsaid (const UllScenario *scenario)
{
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  const gint64 *value = scenario->value;

  if ((value[ULL_FIELD_K_DTYPE] != ULL_UNSET || value[ULL_FIELD_V_DTYPE] != ULL_UNSET) && spoken_kv (scenario) == NULL)
    g_ptr_array_add (labels, g_strdup (ull_field_get_label (ull_field_get (ULL_FIELD_K_DTYPE))));
  if (value[ULL_FIELD_STATE_DTYPE] != ULL_UNSET && state_name (value[ULL_FIELD_STATE_DTYPE]) == NULL)
    g_ptr_array_add (labels, g_strdup (ull_field_get_label (ull_field_get (ULL_FIELD_STATE_DTYPE))));
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (is_unsaid (scenario, (UllFieldId) i))
      g_ptr_array_add (labels, g_strdup (ull_field_get_label (ull_field_get ((UllFieldId) i))));
  return labels;
}

static gboolean
is_variable (const UllLaunchSetting *setting)
{
  return *setting->flag != '-';
}

char *
ull_launch_command (GPtrArray *settings, const char *model, gboolean suggested)
{
  GString *text = g_string_new (NULL);
  g_autofree char *quoted = model != NULL ? ull_shell_quote (model) : g_strdup ("\"$MODEL\"");

  for (guint i = 0; i < settings->len; i++)
    {
      const UllLaunchSetting *setting = g_ptr_array_index (settings, i);

      if (is_variable (setting))
        g_string_append_printf (text, "%s=%s ", setting->flag, setting->value);
    }
  g_string_append_printf (text, "vllm serve %s", quoted);
  for (guint i = 0; i < settings->len; i++)
    {
      const UllLaunchSetting *setting = g_ptr_array_index (settings, i);
      g_autofree char *value = setting->value != NULL ? ull_shell_quote (setting->value) : NULL;

      if (is_variable (setting) || (setting->suggested && !suggested))
        continue;
      g_string_append_printf (text, " \\\n  %s%s%s", setting->flag, value != NULL ? " " : "", value != NULL ? value : "");
    }
  return g_string_free (text, FALSE);
}
