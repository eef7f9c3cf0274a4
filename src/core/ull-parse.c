#include "ull-units.h"

#include "ull-error.h"
#include "ull-json.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Numbers as people type them: digits with an optional point, an optional exponent, then a unit. The value is held as an
 * integer and a power of ten, so that nothing is rounded before the unit is applied. */

#define MAX_DIGITS 18

typedef struct
{
  gint64 digits; /* all digits, the point left out */
  int scale;     /* value = digits * 10^scale */
  char unit[8];
} Number;

/* What was typed, as a message repeats it: an argument may be any bytes, and as many. */
static char *
dup_shown (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return ull_json_dup_shown (valid);
}

static const char *
skip_space (const char *p)
{
  for (;;)
    if (g_ascii_isspace (*p))
      p++;
    else if (g_str_has_prefix (p, ULL_NBSP))
      p += strlen (ULL_NBSP);
    else
      return p;
}

/* A comma is taken only where it parts groups of three digits: "1,024" and not "1,5". */
static gboolean
is_group_comma (const char *p, guint digits_before)
{
  return *p == ',' && digits_before > 0 && digits_before <= 3 && g_ascii_isdigit (p[1]) && g_ascii_isdigit (p[2]) &&
         g_ascii_isdigit (p[3]) && !g_ascii_isdigit (p[4]);
}

static const char *
read_digits (const char *p, Number *number, guint *n_digits)
{
  gboolean point = FALSE;
  guint group = 0;

  for (; g_ascii_isdigit (*p) || (*p == '.' && !point) || (!point && is_group_comma (p, group)); p++)
    {
      if (*p == '.')
        {
          point = TRUE;
          continue;
        }
      if (*p == ',')
        {
          group = 0;
          continue;
        }
      group++;
      (*n_digits)++;
      if (number->digits > G_MAXINT64 / 10 - 1)
        return NULL;
      number->digits = number->digits * 10 + (*p - '0');
      number->scale -= point;
    }
  return p;
}

static const char *
read_exponent (const char *p, Number *number)
{
  const char *q = p + 1;
  int sign = 1, value = 0;

  if (*p != 'e' && *p != 'E')
    return p;
  if (*q == '+' || *q == '-')
    sign = *q++ == '-' ? -1 : 1;
  if (!g_ascii_isdigit (*q))
    return p;
  for (; g_ascii_isdigit (*q); q++)
    if (value < 1000)
      value = value * 10 + (*q - '0');
  number->scale += sign * value;
  return q;
}

/* What is wrong with a text that is no number, said as a person would. */
static void
set_not_a_number (const char *text, const char *example, GError **error)
{
  g_autofree char *shown = dup_shown (text);
  const char *p = skip_space (text);

  if (*p == 0)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("nothing is typed; %s would be right"), example);
  else if (*p == '-' || g_str_has_prefix (p, ULL_MINUS))
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is negative; %s would be right"), shown, example);
  else if (g_ascii_strncasecmp (p, "inf", 3) == 0 || g_ascii_strncasecmp (p, "nan", 3) == 0)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is not a finite number; %s would be right"), shown, example);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is not a number; %s would be right"), shown, example);
}

static gboolean
read_number (const char *text, Number *number, const char *example, GError **error)
{
  const char *p = skip_space (text);
  gsize unit_length;
  guint n_digits = 0;

  *number = (Number) { 0 };
  p = read_digits (p, number, &n_digits);
  if (p == NULL)
    {
      g_autofree char *shown = dup_shown (text);

      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” has too many digits; at most %d are read"), shown,
                   MAX_DIGITS);
      return FALSE;
    }
  if (n_digits == 0)
    {
      set_not_a_number (text, example, error);
      return FALSE;
    }
  p = skip_space (read_exponent (p, number));
  unit_length = strlen (p);
  while (unit_length > 0 && g_ascii_isspace (p[unit_length - 1]))
    unit_length--;
  if (unit_length >= sizeof number->unit)
    {
      set_not_a_number (text, example, error);
      return FALSE;
    }
  memcpy (number->unit, p, unit_length);
  return TRUE;
}

static void
set_too_big (const char *text, GError **error)
{
  g_autofree char *shown = dup_shown (text);

  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is more than can be counted; at most 9.2 × 10^18 is read"),
               shown);
}

/* digits * 10^scale * unit. A remainder is refused where @finest names the smallest step of the value; for sizes in a
 * larger unit, where @finest is NULL, the part of a byte is dropped: 0.1 GiB is seldom whole bytes. */
static gboolean
apply_unit (const char *text, const Number *number, gint64 unit, const char *finest, gint64 *value, GError **error)
{
  gint64 result = number->digits;
  int scale = number->scale;
  UllWide divisor = 1, product;

  for (; scale < 0 && result % 10 == 0 && result > 0; scale++)
    result /= 10;
  /* 10^38 is more than any 18 digits of the largest unit, so where a scale is left the value is less than one. */
  for (int places = 0; scale < 0 && places < 38; scale++, places++)
    divisor *= 10;
  if (scale > 18 && result > 0)
    {
      set_too_big (text, error);
      return FALSE;
    }
  for (; scale > 0 && result > 0; scale--)
    if (!ull_mul (result, 10, &result))
      {
        set_too_big (text, error);
        return FALSE;
      }
  product = (UllWide) result * (UllWide) unit;
  if (finest != NULL && product % divisor != 0)
    {
      g_autofree char *shown = dup_shown (text);

      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is finer than %s; fewer decimals would be right"), shown,
                   finest);
      return FALSE;
    }
  if (product / divisor > (UllWide) G_MAXINT64)
    {
      set_too_big (text, error);
      return FALSE;
    }
  *value = (gint64) (product / divisor);
  return TRUE;
}

typedef struct
{
  const char *name;
  gint64 factor;
} Unit;

static const Unit *
find_unit (const Unit *units, gsize n_units, const char *name, gboolean fold)
{
  for (gsize i = 0; i < n_units; i++)
    if (fold ? g_ascii_strcasecmp (units[i].name, name) == 0 : strcmp (units[i].name, name) == 0)
      return &units[i];
  return NULL;
}

gboolean
ull_size_parse_like (const char *text, const char *example, gint64 *bytes, GError **error)
{
  static const Unit units[] = {
    { "", 1 },
    { "B", 1 },
    { "KiB", ULL_KIB },
    { "MiB", ULL_MIB },
    { "GiB", ULL_GIB },
    { "TiB", ULL_GIB << 10 },
    { "KB", 1000 },
    { "MB", 1000000 },
    { "GB", ULL_GB },
    { "TB", ULL_GB * 1000 },
  };
  const Unit *unit;
  Number number;

  g_return_val_if_fail (text != NULL && bytes != NULL, FALSE);

  if (!read_number (text, &number, example, error))
    return FALSE;
  unit = find_unit (units, G_N_ELEMENTS (units), number.unit, TRUE);
  if (unit == NULL)
    {
      g_autofree char *shown = dup_shown (text);

      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   _("“%s” has the unknown unit “%s”; GiB, GB, MiB, MB or plain bytes would be right"), shown,
                   number.unit);
      return FALSE;
    }
  return apply_unit (text, &number, unit->factor, unit->factor == 1 ? _("a byte") : NULL, bytes, error);
}

gboolean
ull_size_parse (const char *text, gint64 *bytes, GError **error)
{
  return ull_size_parse_like (text, "24GiB", bytes, error);
}

gboolean
ull_fraction_parse_like (const char *text, const char *example, gint64 *ppm, GError **error)
{
  static const Unit units[] = {
    { "", ULL_PPM_ONE },
    { "%", ULL_PPM_ONE / 100 },
  };
  const Unit *unit;
  Number number;

  g_return_val_if_fail (text != NULL && ppm != NULL, FALSE);

  if (!read_number (text, &number, example, error))
    return FALSE;
  unit = find_unit (units, G_N_ELEMENTS (units), number.unit, FALSE);
  if (unit == NULL)
    {
      g_autofree char *shown = dup_shown (text);

      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” has the unknown unit “%s”; %s would be right"), shown,
                   number.unit, example);
      return FALSE;
    }
  return apply_unit (text, &number, unit->factor, _("one part in a million"), ppm, error);
}

gboolean
ull_fraction_parse (const char *text, gint64 *ppm, GError **error)
{
  return ull_fraction_parse_like (text, "0.15 or 15%", ppm, error);
}

gboolean
ull_count_parse_like (const char *text, const char *example, gint64 *count, GError **error)
{
  static const Unit units[] = {
    { "", 1 },
    { "k", 1000 },
    { "Ki", 1024 },
    { "M", 1000000 },
    { "Mi", ULL_MIB },
    { "G", ULL_GB },
    { "Gi", ULL_GIB },
  };
  const Unit *unit;
  Number number;

  g_return_val_if_fail (text != NULL && count != NULL, FALSE);

  if (!read_number (text, &number, example, error))
    return FALSE;
  unit = find_unit (units, G_N_ELEMENTS (units), number.unit, FALSE);
  if (unit == NULL)
    {
      g_autofree char *shown = dup_shown (text);

      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   _("“%s” has the unknown ending “%s”; k (1000) or Ki (1024) would be right"), shown, number.unit);
      return FALSE;
    }
  return apply_unit (text, &number, unit->factor, _("a whole number"), count, error);
}

gboolean
ull_count_parse (const char *text, gint64 *count, GError **error)
{
  return ull_count_parse_like (text, "4096 or 4Ki", count, error);
}

gboolean
ull_decimal_parse (const char *text, gint64 *millionths, GError **error)
{
  Number number;

  g_return_val_if_fail (text != NULL && millionths != NULL, FALSE);

  if (!read_number (text, &number, "2.5", error))
    return FALSE;
  if (number.unit[0] != '\0')
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” has the unknown ending “%s”; 2.5 would be right"), text,
                   number.unit);
      return FALSE;
    }
  return apply_unit (text, &number, ULL_PPM_ONE, _("one part in a million"), millionths, error);
}
