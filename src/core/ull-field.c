#include "ull-field.h"

#include "ull-dtype.h"
#include "ull-error.h"
#include "ull-json.h"
#include "ull-units.h"
#include "ull-version.h"

#include <glib/gi18n-lib.h>

/* Values of the table's fields as text, and back. Ids are words of the program and are not translated; case is ignored. */

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

/* The formats of a cache alone are too many to name: one stands for them. */
static gboolean
parse_dtype (const UllField *field, const char *text, gint64 *value, GError **error)
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
  for (int i = 0; i < ULL_N_ELEMENT_DTYPES; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", ull_dtype_info ((UllDtype) i)->id);
  if (field->max >= ULL_N_ELEMENT_DTYPES)
    g_string_append_printf (ids, ", %s", ull_dtype_info (ULL_DTYPE_TURBOQUANT_K8V4)->id);
  shown = ull_json_dup_shown (text);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no element format; one of %s would be right"), shown,
               ids->str);
  return FALSE;
}

/* One of the ids: what it is an id of begins the message. */
static gboolean
parse_id (const char *text, const char *const *ids, gint64 *value, GError **error)
{
  g_autofree char *all = NULL, *shown = NULL;

  for (gint64 i = 0; ids[i] != NULL; i++)
    if (g_ascii_strcasecmp (ids[i], text) == 0)
      {
        *value = i;
        return TRUE;
      }
  all = g_strjoinv (", ", (char **) ids);
  shown = ull_json_dup_shown (text);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is none of its values; one of %s would be right"), shown, all);
  return FALSE;
}

static gboolean
parse_engine (const char *text, gint64 *value, GError **error)
{
  const char *ids[ULL_N_ENGINES + 1] = { NULL };
  g_autofree char *all = NULL, *shown = NULL;

  for (int i = 0; i < ULL_N_ENGINES; i++)
    ids[i] = ull_engine_get_id ((UllEngineId) i);
  if (parse_id (text, ids, value, NULL))
    return TRUE;
  all = g_strjoinv (", ", (char **) ids);
  shown = ull_json_dup_shown (text);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no engine; one of %s would be right"), shown, all);
  return FALSE;
}

static gboolean
parse_bool (const char *text, gint64 *value, GError **error)
{
  static const char *const words[] = { "off", "on", "false", "true", "no", "yes", "0", "1", NULL };
  gint64 index;

  if (!parse_id (text, words, &index, error))
    return FALSE;
  *value = index % 2;
  return TRUE;
}

/* A count of these many or more is one of tokens or blocks, which are written short. */
#define LONG_COUNT (1 << 20)
#define SOME 8

static char *
count_example (const UllField *field)
{
  gint64 usual = MAX (field->initial, field->fallback);
  g_autofree char *least = ull_format_count (field->min), *most = ull_format_count (field->max);
  gint64 example = CLAMP (usual > 1 ? usual : SOME, field->min, field->max);

  if (field->id == ULL_FIELD_PARAMETERS)
    return g_strdup ("8000000000 or 8G");
  if (field->unit == NULL)
    return g_strdup_printf (_("%d (%s to %s)"), (int) example, least, most);
  if (field->max < LONG_COUNT)
    /* Translators: "8 (cards, 1 to 1,024)". */
    return g_strdup_printf (_("%d (%s, %s to %s)"), (int) example, _(field->unit), least, most);
  if (g_str_equal (field->unit, "tokens") || g_str_equal (field->unit, "blocks"))
    return g_strdup_printf ("4096 or 4Ki (%s)", _(field->unit));
  return g_strdup_printf ("%d (%s)", (int) example, _(field->unit));
}

/* A number that this field would take, as a message shows it. */
static char *
dup_example (const UllField *field)
{
  if (field->kind == ULL_KIND_COUNT)
    return count_example (field);
  if (field->kind == ULL_KIND_SIZE)
    return g_strdup (field->id == ULL_FIELD_DRAFT_KV ? "64KiB" : field->id == ULL_FIELD_WEIGHTS ? "16GiB" : "2GiB");
  return g_strdup (field->id == ULL_FIELD_UTILIZATION ? "0.9 or 90%" : "0.05 or 5%");
}

static gboolean
parse_number (const UllField *field, const char *text, gint64 *value, GError **error)
{
  g_autofree char *example = dup_example (field);

  if (field->kind == ULL_KIND_COUNT)
    return ull_count_parse_like (text, example, value, error);
  if (field->kind == ULL_KIND_SIZE)
    return ull_size_parse_like (text, example, value, error);
  return ull_fraction_parse_like (text, example, value, error);
}

static gboolean
parse_kind (const UllField *field, const char *text, gint64 *value, GError **error)
{
  switch (field->kind)
    {
    case ULL_KIND_COUNT:
    case ULL_KIND_SIZE:
    case ULL_KIND_FRACTION:
      return parse_number (field, text, value, error);
    case ULL_KIND_DTYPE:
      return parse_dtype (field, text, value, error);
    case ULL_KIND_ENGINE:
      return parse_engine (text, value, error);
    case ULL_KIND_BOOL:
      return parse_bool (text, value, error);
    case ULL_KIND_CHOICE:
      return parse_id (text, field->choices, value, error);
    case ULL_KIND_VERSION:
      return ull_version_parse (text, value, error);
    default:
      g_return_val_if_reached (FALSE);
    }
}

gboolean
ull_field_parse (const UllField *field, const char *text, gint64 *value, GError **error)
{
  gint64 parsed;

  if (!parse_kind (field, text, &parsed, error))
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
      return g_strdup (value >= 0 && value < ULL_N_ENGINES ? ull_engine_get_id ((UllEngineId) value) : "?");
    case ULL_KIND_BOOL:
      return g_strdup (value == 0 ? "off" : value == 1 ? "on" : "?");
    case ULL_KIND_CHOICE:
      return g_strdup (value >= 0 && value <= field->max ? field->choices[value] : "?");
    case ULL_KIND_VERSION:
      return ull_version_format (value);
    case ULL_KIND_COUNT:
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, value);
    }
}
