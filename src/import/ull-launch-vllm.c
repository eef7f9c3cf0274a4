#include "ull-launch-private.h"

#include "ull-dtype.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* vLLM's flags to items, by the table of ull-vllm-flags.h. A flag given twice means what it says last, as its own reader has it. */

static const UllVllmFlag *
look_up (const UllLaunchFlag *flag, gboolean *off, gboolean *ambiguous)
{
  *off = *ambiguous = FALSE;
  return flag->is_short ? ull_vllm_flag_find_alias (flag->name) : ull_vllm_flag_find (flag->name, off, ambiguous);
}

static UllLaunchArity
arity_of (const UllLaunchFlag *flag)
{
  gboolean off, ambiguous;
  const UllVllmFlag *known = look_up (flag, &off, &ambiguous);

  if (known == NULL)
    return ULL_ARITY_ALL;
  if (known->form == ULL_VLLM_SWITCH)
    return ULL_ARITY_NONE;
  return known->form == ULL_VLLM_TEXTS ? ULL_ARITY_ALL : ULL_ARITY_ONE;
}

static char *
join_values (const UllLaunchFlag *flag)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < flag->values->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (const char *) g_ptr_array_index (flag->values, i));
  return flag->values->len > 0 ? g_strdup (text->str) : NULL;
}

static UllLaunchItem *
add_left (UllLaunch *launch, const UllLaunchFlag *flag, const char *note)
{
  g_autofree char *value = join_values (flag);
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_LEFT, flag->typed, value);

  item->note = g_strdup (note);
  return item;
}

static void
set_model (UllLaunch *launch, const char *flag, const char *value)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_COUNTED, flag, value);

  g_clear_pointer (&launch->model, g_free);
  g_clear_pointer (&launch->model_hole, g_free);
  item->hole = ull_shell_dup_hole (value, &item->fallback);
  launch->model_hole = g_strdup (item->hole);
  if (item->hole != NULL)
    item->state = ULL_LAUNCH_HOLE;
  else
    launch->model = g_strdup (value);
}

/* A hole that stands for words of any number: arguments that are not in the text. */
static gboolean
is_arguments (const char *hole)
{
  return g_str_has_suffix (hole, "@]") || g_str_has_suffix (hole, "*]") || g_str_equal (hole, "@") || g_str_equal (hole, "*");
}

static void
read_operand (UllLaunch *launch, const UllLaunchCut *cut, const UllLaunchFlag *flag)
{
  const char *value = g_ptr_array_index (flag->values, 0);
  g_autofree char *hole = ull_shell_dup_hole (value, NULL);
  gboolean named = launch->model != NULL || launch->model_hole != NULL;

  if (cut->model_first && !named && (hole == NULL || !is_arguments (hole)))
    {
      set_model (launch, "", value);
      return;
    }
  UllLaunchItem *item = add_left (launch, flag, hole != NULL ? _("further arguments, which are not in the text")
                                                             : _("no flag stands before it"));
  if (hole != NULL)
    {
      item->state = ULL_LAUNCH_HOLE;
      item->hole = g_strdup (hole);
    }
}

static void
read_switch (UllLaunch *launch, const UllLaunchFlag *flag, const UllVllmFlag *known, gboolean off)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_COUNTED, flag->typed, NULL);

  item->field = known->field;
  item->number = known->effect == ULL_VLLM_CLEARS ? off : !off;
}

static void
read_dtype (UllLaunch *launch, const UllLaunchFlag *flag, const char *value)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag->typed, value);
  UllDtype dtype = ull_dtype_from_text (value);

  item->hole = ull_shell_dup_hole (value, &item->fallback);
  item->field = ULL_FIELD_WEIGHT_DTYPE;
  if (item->hole != NULL)
    item->state = ULL_LAUNCH_HOLE;
  else if (dtype == ULL_DTYPE_F32 || dtype == ULL_DTYPE_F16 || dtype == ULL_DTYPE_BF16)
    {
      item->state = ULL_LAUNCH_COUNTED;
      item->number = dtype;
    }
  else if (!g_str_equal (value, "auto"))
    {
      g_autofree char *note = g_strdup_printf ("%s: “%s”: %s", flag->typed, item->value,
                                               _("no dtype of vLLM; auto, bfloat16, float16 or float32 would be right"));

      ull_launch_set_wrong (item, note);
    }
}

/* Methods that a checkpoint is in already, and those that make it smaller as it is loaded. */
static void
read_quantization (UllLaunch *launch, const UllLaunchFlag *flag, const char *value)
{
  static const char *const in_flight[] = { "bitsandbytes", "experts_int8", "rtn", "deepspeedfp", "sym_int4", "torchao",
                                           "mxfp8", "int8", NULL };
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag->typed, value);

  item->hole = ull_shell_dup_hole (value, &item->fallback);
  if (item->hole != NULL)
    {
      item->state = ULL_LAUNCH_HOLE;
      return;
    }
  if (g_str_equal (value, "fp8") || g_str_equal (value, "ptpc_fp8"))
    {
      item->state = ULL_LAUNCH_COUNTED;
      item->field = ULL_FIELD_WEIGHT_DTYPE;
      item->number = ULL_DTYPE_FP8;
    }
  else if (g_strv_contains (in_flight, value))
    {
      item->state = ULL_LAUNCH_LEFT;
      item->note = g_strdup (_("weights are made smaller as they are loaded; type their size"));
    }
  else
    item->note = g_strdup (_("how the checkpoint is stored; its own file says how large it is"));
}

/* Flags that a row of the table cannot say. */
static void
read_special (UllLaunch *launch, const UllLaunchFlag *flag, const UllVllmFlag *known, gboolean off)
{
  const char *value = flag->values->len > 0 ? g_ptr_array_index (flag->values, 0) : NULL;

  if (g_str_equal (known->name, "model"))
    set_model (launch, flag->typed, value);
  else if (g_str_equal (known->name, "kv-cache-dtype"))
    ull_launch_add_kv_dtype (launch, flag->typed, value);
  else if (g_str_equal (known->name, "dtype"))
    read_dtype (launch, flag, value);
  else if (g_str_equal (known->name, "mamba-ssm-cache-dtype"))
    {
      ull_launch_add_kv_dtype (launch, flag->typed, g_str_equal (value, "float32") ? "auto" : value);
      UllLaunchItem *item = g_ptr_array_index (launch->items, launch->items->len - 1);

      item->field = ULL_FIELD_STATE_DTYPE;
      if (g_str_equal (value, "float32"))
        item->number = ULL_DTYPE_F32;
    }
  else if (g_str_equal (known->name, "quantization"))
    read_quantization (launch, flag, value);
  else if (g_str_equal (known->name, "enable-chunked-prefill"))
    {
      UllLaunchItem *item = ull_launch_add (launch, off ? ULL_LAUNCH_LEFT : ULL_LAUNCH_NEUTRAL, flag->typed, NULL);

      item->note = off ? g_strdup (ull_vllm_flag_get_note (known)) : NULL;
    }
  else if (g_str_equal (known->name, "enable-lora"))
    {
      UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_COUNTED, flag->typed, NULL);

      item->field = ULL_FIELD_MAX_LORAS;
      item->number = off ? 0 : 1;
    }
  else
    ull_launch_add_json (launch, flag, known);
}

static void
read_value (UllLaunch *launch, const UllLaunchFlag *flag, const UllVllmFlag *known, gboolean off)
{
  g_autofree char *value = join_values (flag);
  const char *first = flag->values->len > 0 ? g_ptr_array_index (flag->values, 0) : NULL;

  if (known->effect == ULL_VLLM_NEUTRAL)
    ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag->typed, value);
  else if (known->effect == ULL_VLLM_MATTERS)
    add_left (launch, flag, ull_vllm_flag_get_note (known));
  else if (known->effect == ULL_VLLM_SPECIAL)
    read_special (launch, flag, known, off);
  else if (known->form == ULL_VLLM_SWITCH)
    read_switch (launch, flag, known, off);
  else if (known->form == ULL_VLLM_CHOICE)
    ull_launch_add_choice (launch, flag->typed, first, (UllFieldId) known->field);
  else
    ull_launch_add_value (launch, flag->typed, first, known->form, known->field);
}

/* Whether the flag has as many values as it takes; else that is said. */
static gboolean
check_arity (UllLaunch *launch, const UllLaunchFlag *flag, const UllVllmFlag *known)
{
  gboolean is_switch = known->form == ULL_VLLM_SWITCH;
  g_autofree char *value = NULL, *note = NULL;
  UllLaunchItem *item;

  if (is_switch == (flag->values->len == 0) || known->effect == ULL_VLLM_NEUTRAL)
    return TRUE;
  value = join_values (flag);
  item = ull_launch_add (launch, ULL_LAUNCH_WRONG, flag->typed, value);
  if (is_switch)
    note = g_strdup_printf (_("%s: takes no value; --%s alone, or --no-%s, would be right"), flag->typed, known->name, known->name);
  else
    note = g_strdup_printf (_("%s: no value stands behind it; one would be right"), flag->typed);
  ull_launch_set_wrong (item, note);
  return FALSE;
}

static void
read_flag (UllLaunch *launch, const UllLaunchCut *cut, const UllLaunchFlag *flag)
{
  gboolean off, ambiguous;
  const UllVllmFlag *known;

  if (*flag->name == 0)
    {
      read_operand (launch, cut, flag);
      return;
    }
  known = look_up (flag, &off, &ambiguous);
  if (known == NULL)
    add_left (launch, flag, ambiguous ? _("more than one flag begins so") : _("a flag that is not known here"));
  else if (flag->path != NULL && (known->form != ULL_VLLM_JSON || known->effect != ULL_VLLM_SPECIAL))
    add_left (launch, flag, ull_vllm_flag_get_note (known));
  else if (check_arity (launch, flag, known))
    read_value (launch, flag, known, off);
}

/* Whether another item sets what the one at @at does, and holds in its stead: the last of them, but --enable-lora says how many only
 * where nothing else does. What is loaded and how it is made smaller are two settings of one field. */
static gboolean
is_overridden (const UllLaunch *launch, guint at)
{
  const UllLaunchItem *item = g_ptr_array_index (launch->items, at);
  gboolean lora = g_str_has_suffix (item->flag, "-lora");

  for (guint i = lora ? 0 : at + 1; i < launch->items->len; i++)
    {
      const UllLaunchItem *other = g_ptr_array_index (launch->items, i);

      if (i != at && other->state == ULL_LAUNCH_COUNTED && other->field == item->field
          && (lora || !g_str_has_suffix (other->flag, "-lora")))
        return TRUE;
    }
  return FALSE;
}

static void
settle_repeated (UllLaunch *launch)
{
  for (guint i = 0; i < launch->items->len; i++)
    {
      UllLaunchItem *item = g_ptr_array_index (launch->items, i);

      if (item->state != ULL_LAUNCH_COUNTED || item->field < 0 || item->field == ULL_FIELD_WEIGHT_DTYPE
          || !is_overridden (launch, i))
        continue;
      item->state = ULL_LAUNCH_NEUTRAL;
      if (!g_str_has_suffix (item->flag, "-lora"))
        item->note = g_strdup (_("given again, which holds"));
    }
}

void
ull_launch_read_vllm (UllLaunch *launch, const UllLaunchCut *cut)
{
  g_autoptr (GPtrArray) flags = ull_launch_split (cut->words, arity_of);

  for (guint i = 0; i < flags->len; i++)
    read_flag (launch, cut, g_ptr_array_index (flags, i));
  settle_repeated (launch);
}

static UllLaunchArity
arity_unknown (const UllLaunchFlag *flag)
{
  return ULL_ARITY_ALL;
}

void
ull_launch_read_other (UllLaunch *launch, const UllLaunchCut *cut)
{
  static const char *const models[] = { "model", "model-path", "model-id", "m", NULL };
  g_autoptr (GPtrArray) flags = ull_launch_split (cut->words, arity_unknown);

  for (guint i = 0; i < flags->len; i++)
    {
      const UllLaunchFlag *flag = g_ptr_array_index (flags, i);

      if ((*flag->name == 0 && i == 0 && cut->model_first)
          || (g_strv_contains (models, flag->name) && flag->values->len > 0))
        set_model (launch, flag->typed, g_ptr_array_index (flag->values, 0));
      else
        add_left (launch, flag, _("settings of this engine are not read yet"));
    }
}
