#include "ull-launch-private.h"

#include "ull-dtype.h"
#include "ull-json.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Values as vLLM reads them, which is not as people type them elsewhere in this program: a whole number has no suffix, except
 * where k is 1000 and K is 1024 (with m, g, t alike, and a fraction before the small ones only); a fraction is no percentage.
 * A value that vLLM would refuse is said with what would be right; so is one that is out of the plan's range. */

/* A name in capitals where a number belongs is one that something else fills in. */
static gboolean
is_template (const char *value)
{
  gsize n = strspn (value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

  return n >= 2 && value[n] == 0 && g_ascii_isupper (*value) && strcmp (value, "NONE") != 0 && strcmp (value, "TRUE") != 0;
}

/* Python's int(): a sign, digits, single underscores between them. */
static gboolean
read_whole (const char *text, gsize length, gint64 *number)
{
  gboolean negative = *text == '-';
  gint64 value = 0;

  for (gsize i = *text == '-' || *text == '+'; i < length; i++)
    {
      if (text[i] == '_' && i > 0 && i + 1 < length && g_ascii_isdigit (text[i - 1]) && g_ascii_isdigit (text[i + 1]))
        continue;
      if (!g_ascii_isdigit (text[i]) || !ull_mul (value, 10, &value) || !ull_add (value, text[i] - '0', &value))
        return FALSE;
    }
  *number = negative ? -value : value;
  return length > (gsize) (*text == '-' || *text == '+');
}

static gint64
suffix_of (char c)
{
  static const char letters[] = "kmgtKMGT";
  const char *found = c != 0 ? strchr (letters, c) : NULL;
  gint64 base = found != NULL && found < letters + 4 ? 1000 : 1024, scale = 1;

  if (found == NULL)
    return 0;
  for (long i = (found - letters) % 4; i >= 0; i--)
    scale *= base;
  return scale;
}

/* 32768, 32k (32,000), 32K (32,768), 1.5k (1,500). */
static gboolean
read_human (const char *text, gint64 *number)
{
  gsize length = strlen (text);
  gint64 scale = length > 1 ? suffix_of (text[length - 1]) : 0;
  gint64 whole;
  char *end;
  double value;

  if (scale == 0)
    return read_whole (text, length, number);
  if (read_whole (text, length - 1, &whole))
    return whole >= 0 && ull_mul (whole, scale, number);
  value = g_ascii_strtod (text, &end);
  if (end != text + length - 1 || g_ascii_isupper (text[length - 1]) || !(value >= 0) || value * (double) scale > 9e18
      || !g_ascii_isdigit (*text))
    return FALSE;
  *number = (gint64) (value * (double) scale);
  return TRUE;
}

static void
say (UllLaunchItem *item, const char *format, const char *flag, const char *value, const char *right)
{
  g_autofree char *shown = ull_json_dup_shown (value);
  GString *note = g_string_new (format);

  g_string_replace (note, "{flag}", flag, 0);
  g_string_replace (note, "{value}", shown, 0);
  g_string_replace (note, "{right}", right, 0);
  ull_launch_set_wrong (item, note->str);
  g_string_free (note, TRUE);
}

/* "1,024", "8 GPUs", "16.0": the number that the text begins with; NULL where it begins with none. (transfer full) */
static char *
dup_digits (const char *value)
{
  g_autoptr (GString) digits = g_string_new (NULL);

  for (; g_ascii_isdigit (*value) || (*value == ',' && g_ascii_isdigit (value[1])); value++)
    if (*value != ',')
      g_string_append_c (digits, *value);
  return digits->len > 0 ? g_strdup (digits->str) : NULL;
}

/* A value that people give the flag: cards come in pairs, blocks are small. */
static const char *
example_of (int field)
{
  switch (field)
    {
    case ULL_FIELD_TP:
    case ULL_FIELD_PP:
    case ULL_FIELD_DP:
      return "2";
    case ULL_FIELD_BLOCK_SIZE:
      return "16";
    default:
      return "256";
    }
}

static void
say_not_whole (UllLaunchItem *item, const char *value, gboolean human)
{
  g_autofree char *right = NULL;
  gint64 number;

  if (!human && read_human (value, &number))
    right = g_strdup_printf ("%" G_GINT64_FORMAT, number);
  else if (human && g_ascii_isdigit (*value) && g_ascii_isupper (value[strlen (value) - 1]))
    right = g_ascii_strdown (value, -1);
  else
    right = dup_digits (value);
  if (right != NULL)
    say (item, _("{flag}: “{value}” is not a whole number; {right} would be right"), item->flag, value, right);
  else
    say (item, _("{flag}: “{value}” is not a whole number; one in digits would be right, such as {right}"), item->flag, value,
         human ? "32768" : example_of (item->field));
}

/* A range is a field's; the sentence names the flag. */
static gboolean
check_range (UllLaunchItem *item, gint64 number)
{
  UllField named = *ull_field_get ((UllFieldId) item->field);
  g_autoptr (GError) error = NULL;

  named.label = item->flag;
  if (number >= 0 && ull_field_check (&named, number, &error))
    return TRUE;
  if (error == NULL)
    {
      g_autofree char *min = ull_field_format (&named, named.min);

      say (item, _("{flag}: “{value}” is out of range; {right} or more would be right"), item->flag, item->value, min);
      return FALSE;
    }
  ull_launch_set_wrong (item, error->message);
  return FALSE;
}

static void
take_fraction (UllLaunchItem *item, const char *value)
{
  gboolean percent = g_str_has_suffix (value, "%");
  char *end;
  double number = g_ascii_strtod (value, &end);

  if (end == value || (*end != 0 && !(percent && end[1] == 0)) || !isfinite (number))
    {
      say (item, _("{flag}: “{value}” is not a fraction; {right} would be right"), item->flag, value, "0.9");
      return;
    }
  if (percent || number < 0 || number > 1)
    {
      /* Without its sign, a percentage is a number that no fraction was meant by. */
      gboolean hundredth = number > 0 && number <= 100 && (percent || number >= 10);
      g_autofree char *right = ull_format_fraction (hundredth ? (gint64) llround (number * 10000) : 900000);

      say (item, _("{flag}: “{value}” is not between 0 and 1; {right} would be right"), item->flag, value, right);
      return;
    }
  item->number = (gint64) llround (number * (double) ULL_PPM_ONE);
  if (check_range (item, item->number))
    item->state = ULL_LAUNCH_COUNTED;
}

static void
take_number (UllLaunchItem *item, const char *value, UllVllmForm form)
{
  gboolean human = form != ULL_VLLM_COUNT;
  gint64 number;

  if (form == ULL_VLLM_LENGTH && (g_str_equal (value, "auto") || g_str_equal (value, "-1")))
    {
      item->state = ULL_LAUNCH_LEFT;
      item->note = g_strdup (_("the engine takes the longest that fits: the plan’s largest context"));
      return;
    }
  if (!(human ? read_human (value, &number) : read_whole (value, strlen (value), &number)))
    {
      say_not_whole (item, value, human);
      return;
    }
  if (!check_range (item, number))
    return;
  item->number = number;
  item->state = ULL_LAUNCH_COUNTED;
}

/* The hole in @value, if there is one: the item is it. */
static gboolean
take_hole (UllLaunchItem *item, const char *value, gboolean numeric)
{
  item->hole = ull_shell_dup_hole (value, &item->fallback);
  if (item->hole == NULL && numeric && is_template (value))
    item->hole = g_strdup (value);
  if (item->hole != NULL)
    item->state = ULL_LAUNCH_HOLE;
  return item->hole != NULL;
}

UllLaunchItem *
ull_launch_add_value (UllLaunch *launch, const char *flag, const char *value, UllVllmForm form, int field)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_WRONG, flag, value);

  item->field = field;
  if (take_hole (item, value, form <= ULL_VLLM_BYTES))
    return item;
  if (form == ULL_VLLM_FRACTION)
    take_fraction (item, value);
  else
    take_number (item, value, form);
  return item;
}

/* Names that only vLLM has for a format. Those of a cache alone have the core's own. */
static const struct
{
  const char *name;
  int dtype;
} kv_names[] = {
  { "auto", ULL_UNSET },         { "bfloat16", ULL_DTYPE_BF16 }, { "float16", ULL_DTYPE_F16 },   { "fp8", ULL_DTYPE_FP8 },
  { "fp8_e4m3", ULL_DTYPE_FP8 }, { "fp8_e5m2", ULL_DTYPE_FP8 },  { "fp8_inc", ULL_DTYPE_FP8 },   { "fp8_ds_mla", ULL_DTYPE_FP8 },
  { "nvfp4", ULL_DTYPE_NVFP4 },  { "nvfp4_4over6", ULL_DTYPE_NVFP4 },
};

void
ull_launch_add_kv_dtype (UllLaunch *launch, const char *flag, const char *value)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_WRONG, flag, value);

  item->field = ULL_FIELD_K_DTYPE;
  if (take_hole (item, value, TRUE))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (kv_names); i++)
    if (g_str_equal (kv_names[i].name, value))
      {
        item->state = ULL_LAUNCH_COUNTED;
        item->number = kv_names[i].dtype;
        return;
      }
  if (ull_dtype_from_text (value) >= (int) ULL_N_ELEMENT_DTYPES)
    {
      item->state = ULL_LAUNCH_COUNTED;
      item->number = ull_dtype_from_text (value);
      return;
    }
  say (item, _("{flag}: “{value}” is no cache format of vLLM; {right} would be right"), item->flag, value,
       "auto, bfloat16, float16, fp8, nvfp4, int8_per_token_head, turboquant_k8v4");
}

/* "FLASH_ATTN", "Triton-Attn-VLLM-V1": the field's id without case and hyphens; endings of older names do not count. */
void
ull_launch_add_choice (UllLaunch *launch, const char *flag, const char *value, UllFieldId id)
{
  const UllField *field = ull_field_get (id);
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_LEFT, flag, value);
  g_autofree char *folded = g_strdelimit (g_ascii_strdown (value, -1), "-", '_');

  item->field = (int) id;
  if (take_hole (item, value, FALSE))
    return;
  if (g_str_has_suffix (folded, "_vllm_v1"))
    folded[strlen (folded) - strlen ("_vllm_v1")] = 0;
  for (gint64 i = 0; field->choices[i] != NULL; i++)
    if (g_str_equal (field->choices[i], folded))
      {
        item->state = ULL_LAUNCH_COUNTED;
        item->number = i;
        return;
      }
  item->field = ULL_LAUNCH_NO_FIELD;
  item->note = g_strdup (_("a choice that is not known here; the rule for what nobody chose is used"));
}
