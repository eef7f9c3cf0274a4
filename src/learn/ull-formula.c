#include "ull-formula.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Recursive descent over doubles: a lesson's sums are of whole numbers below 2^53, which a double holds exactly. Depth is
 * bounded, so that a file of brackets is an error and no overflow of the stack. */

#define MAX_NESTING 32

typedef struct
{
  const char *text;
  const char *at;
  UllFormulaLookup lookup;
  gpointer data;
  UllUnit unit;     /* of the last name */
  guint n_names;
  guint n_operators;
  guint depth;
  GError **error;
} Parser;

static gboolean parse_sum (Parser *parser, double *value);

static gboolean
fail (Parser *parser, const char *right)
{
  g_set_error (parser->error, ULL_ERROR, ULL_ERROR_INVALID, _("“%s”: is no sum at “%s”; %s would be right"), parser->text,
               parser->at, right);
  return FALSE;
}

static void
skip_blanks (Parser *parser)
{
  while (*parser->at == ' ')
    parser->at++;
}

static gboolean
take (Parser *parser, char character)
{
  skip_blanks (parser);
  if (*parser->at != character)
    return FALSE;
  parser->at++;
  return TRUE;
}

static gboolean
apply (const char *name, double a, double b, gboolean two, double *value)
{
  if (two && (g_str_equal (name, "min") || g_str_equal (name, "max")))
    *value = name[1] == 'i' ? MIN (a, b) : MAX (a, b);
  else if (!two && g_str_equal (name, "floor"))
    *value = floor (a);
  else if (!two && g_str_equal (name, "ceil"))
    *value = ceil (a);
  else if (!two && g_str_equal (name, "round"))
    *value = round (a);
  else
    return FALSE;
  return TRUE;
}

static gboolean
parse_call (Parser *parser, const char *name, double *value)
{
  double a, b = 0;
  gboolean two;

  if (!parse_sum (parser, &a))
    return FALSE;
  two = take (parser, ',');
  if (two && !parse_sum (parser, &b))
    return FALSE;
  if (!take (parser, ')'))
    return fail (parser, ")");
  parser->n_operators++;
  return apply (name, a, b, two, value) || fail (parser, "floor, ceil, round, min, max");
}

static gboolean
parse_name (Parser *parser, double *value)
{
  const char *start = parser->at;
  g_autofree char *name = NULL;

  while (g_ascii_isalnum (*parser->at) || *parser->at == '_' || *parser->at == '.')
    parser->at++;
  name = g_strndup (start, (gsize) (parser->at - start));
  if (take (parser, '('))
    return parse_call (parser, name, value);
  parser->n_names++;
  return parser->lookup (name, value, &parser->unit, parser->data, parser->error);
}

static gboolean
parse_operand (Parser *parser, double *value)
{
  char *end;

  skip_blanks (parser);
  if (take (parser, '('))
    {
      parser->n_operators++;
      return parse_sum (parser, value) && (take (parser, ')') || fail (parser, ")"));
    }
  if (g_ascii_isalpha (*parser->at))
    return parse_name (parser, value);
  if (!g_ascii_isdigit (*parser->at))
    return fail (parser, _("a number or a name"));
  *value = g_ascii_strtod (parser->at, &end);
  parser->at = end;
  return TRUE;
}

static gboolean
parse_product (Parser *parser, double *value)
{
  double right;

  if (!parse_operand (parser, value))
    return FALSE;
  for (;;)
    {
      gboolean times = take (parser, '*');

      if (!times && !take (parser, '/'))
        return TRUE;
      if (!parse_operand (parser, &right))
        return FALSE;
      if (!times && right == 0)
        return fail (parser, _("a divisor that is not 0"));
      *value = times ? *value * right : *value / right;
      parser->n_operators++;
    }
}

static gboolean
parse_sum (Parser *parser, double *value)
{
  double right;

  if (++parser->depth > MAX_NESTING)
    return fail (parser, _("less nesting"));
  if (!parse_product (parser, value))
    return FALSE;
  for (;;)
    {
      gboolean plus = take (parser, '+');

      if (!plus && !take (parser, '-'))
        break;
      if (!parse_product (parser, &right))
        return FALSE;
      *value = plus ? *value + right : *value - right;
      parser->n_operators++;
    }
  parser->depth--;
  return TRUE;
}

gboolean
ull_formula_evaluate (const char *text, UllFormulaLookup lookup, gpointer data, double *value, UllUnit *unit, GError **error)
{
  Parser parser = { .text = text, .at = text, .lookup = lookup, .data = data, .unit = ULL_UNIT_COUNT, .error = error };

  if (!parse_sum (&parser, value))
    return FALSE;
  skip_blanks (&parser);
  if (*parser.at != 0)
    return fail (&parser, _("an end"));
  if (!isfinite (*value))
    return fail (&parser, _("a smaller number"));
  *unit = parser.n_names == 1 && parser.n_operators == 0 ? parser.unit : ULL_UNIT_COUNT;
  return TRUE;
}

/* A number with groups of three digits, and as many decimals as asked. */
static char *
decimal_text (double value, guint decimals)
{
  double scale = pow (10, decimals), rounded = round (fabs (value) * scale);
  gint64 whole = (gint64) (rounded / scale);
  g_autofree char *count = ull_format_count (whole);
  g_autofree char *part = NULL;
  const char *sign = value < 0 && rounded > 0 ? ULL_MINUS : "";

  if (decimals == 0)
    return g_strconcat (sign, count, NULL);
  part = g_strdup_printf ("%0*.0f", (int) decimals, rounded - (double) whole * scale);
  return g_strconcat (sign, count, ".", part, NULL);
}

static char *
with_unit (double value, guint decimals, const char *unit)
{
  g_autofree char *number = decimal_text (value, decimals);

  return g_strconcat (number, ULL_NBSP, unit, NULL);
}

char *
ull_formula_format (double value, UllUnit unit, const char *format)
{
  if (fabs (value) >= 9e15)
    return g_strdup_printf ("%g", value);
  if (format == NULL && value == floor (value) && unit != ULL_UNIT_BYTES)
    return unit == ULL_UNIT_COUNT ? ull_format_count ((gint64) value) : ull_unit_format (unit, (gint64) value);
  if (format == NULL && unit == ULL_UNIT_BYTES)
    return value >= 10 * ULL_MIB ? ull_unit_format (unit, (gint64) value) : with_unit (value, 0, "B");
  if (format == NULL)
    return decimal_text (value, 2);
  if (g_str_equal (format, "n"))
    return decimal_text (value, 0);
  if (g_str_equal (format, "gib"))
    return with_unit (value / (double) ULL_GIB, 2, "GiB");
  if (g_str_equal (format, "mib"))
    return with_unit (value / (double) ULL_MIB, 0, "MiB");
  if (g_str_equal (format, "gb"))
    return with_unit (value / (double) ULL_GB, 2, "GB");
  if (g_str_equal (format, "bytes"))
    return with_unit (value, 0, "B");
  if (g_str_equal (format, "pct"))
    return with_unit (value * 100, 0, "%");
  if (strlen (format) == 1 && g_ascii_isdigit (*format))
    return decimal_text (value, (guint) g_ascii_digit_value (*format));
  return NULL;
}

/* One {…}, whose text lies between the braces. */
static gboolean
expand_one (GString *out, const char *start, gsize length, UllFormulaLookup lookup, gpointer data, GError **error)
{
  g_autofree char *sum = g_strndup (start, length);
  char *format = strchr (sum, ':');
  g_autofree char *figure = NULL;
  double value;
  UllUnit unit;

  if (format != NULL)
    *format++ = 0;
  if (!ull_formula_evaluate (sum, lookup, data, &value, &unit, error))
    return FALSE;
  figure = ull_formula_format (value, unit, format);
  if (figure == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   _("“%s”: is no way to write a figure; n, gib, mib, gb, bytes, pct or a number of decimals would be right"), format);
      return FALSE;
    }
  g_string_append (out, figure);
  return TRUE;
}

char *
ull_formula_expand (const char *text, UllFormulaLookup lookup, gpointer data, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *at = text; *at != 0;)
    {
      const char *end;

      if (*at != '{' || at[1] == '{')
        {
          g_string_append_c (out, *at);
          at += *at == '{' ? 2 : 1;
          continue;
        }
      end = strchr (at, '}');
      if (end == NULL)
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("has a { without its }; {{ would be a brace"));
          return NULL;
        }
      if (!expand_one (out, at + 1, (gsize) (end - at - 1), lookup, data, error))
        return NULL;
      at = end + 1;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
