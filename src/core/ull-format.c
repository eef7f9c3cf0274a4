#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Figures as a person reads them: groups of three with a comma, a point for decimals, whatever the locale, so that a
 * figure on screen, in an export and in a document is the same text. Two decimals of GiB, to the nearest. */

char *
ull_format_count (gint64 count)
{
  char digits[32];
  GString *text = g_string_new (count < 0 ? ULL_MINUS : NULL);
  int n = g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT,
                      count < 0 ? -(guint64) count : (guint64) count);

  for (int i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

char *
ull_format_decimal (double value, int decimals)
{
  g_autofree char *format = g_strdup_printf ("%%.%df", decimals), *whole = NULL;
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  const char *point;

  g_return_val_if_fail (decimals >= 0 && decimals <= 9, NULL);

  /* What has more digits than a whole number can have is no figure for a person. */
  if (!(fabs (value) < 1e15))
    return g_strdup (g_ascii_formatd (digits, sizeof digits, "%g", value));
  g_ascii_formatd (digits, sizeof digits, format, fabs (value));
  point = strchr (digits, '.');
  whole = ull_format_count (g_ascii_strtoll (digits, NULL, 10));
  return g_strconcat (value < 0 && strpbrk (digits, "123456789") != NULL ? ULL_MINUS : "", whole, point, NULL);
}

char *
ull_format_throughput (double rate)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (rate >= 9.5)
    return ull_format_count ((gint64) (MIN (rate, 1e15) + 0.5));
  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.2g", MAX (rate, 0)));
}

/* @bytes / @unit to two decimals, half up. */
static char *
with_unit (gint64 bytes, gint64 unit, const char *name)
{
  g_autofree char *whole = NULL;
  guint64 magnitude = bytes < 0 ? -(guint64) bytes : (guint64) bytes;
  guint64 hundredths = (guint64) (((UllWide) magnitude * 100 + (guint64) unit / 2) / (guint64) unit);

  whole = ull_format_count ((gint64) (hundredths / 100));
  return g_strdup_printf ("%s%s.%02u" ULL_NBSP "%s", bytes < 0 && hundredths > 0 ? ULL_MINUS : "", whole,
                          (guint) (hundredths % 100), name);
}

char *
ull_format_gib (gint64 bytes)
{
  return with_unit (bytes, ULL_GIB, "GiB");
}

char *
ull_format_gb (gint64 bytes)
{
  return with_unit (bytes, ULL_GB, "GB");
}

char *
ull_format_both (gint64 bytes)
{
  guint64 magnitude = bytes < 0 ? -(guint64) bytes : (guint64) bytes;
  /* Two decimals of what is less than a hundredth would say that there is nothing. */
  gboolean small = magnitude > 0 && magnitude < ULL_GIB / 100;
  g_autofree char *binary = NULL, *decimal = NULL;

  if (small && magnitude < ULL_MIB / 100)
    return ull_format_size (bytes);
  binary = small ? with_unit (bytes, ULL_MIB, "MiB") : ull_format_gib (bytes);
  decimal = small ? with_unit (bytes, ULL_GB / 1000, "MB") : ull_format_gb (bytes);
  return g_strdup_printf ("%s (%s)", binary, decimal);
}

char *
ull_format_size (gint64 bytes)
{
  static const struct
  {
    gint64 factor;
    const char *name;
  } units[] = { { ULL_GIB, "GiB" }, { ULL_MIB, "MiB" }, { ULL_KIB, "KiB" } };
  g_autofree char *count = NULL;
  gint64 magnitude = bytes < 0 ? -bytes : bytes;

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (magnitude < units[i].factor)
        continue;
      if (bytes % units[i].factor != 0 || units[i].factor == ULL_GIB)
        return with_unit (bytes, units[i].factor, units[i].name);
      count = ull_format_count (bytes / units[i].factor);
      return g_strdup_printf ("%s" ULL_NBSP "%s", count, units[i].name);
    }
  count = ull_format_count (bytes);
  return g_strdup_printf ("%s" ULL_NBSP "B", count);
}

char *
ull_format_fraction (gint64 ppm)
{
  gint64 decimals = ppm % ULL_PPM_ONE;
  int width = 6;

  while (width > 2 && decimals % 10 == 0)
    {
      decimals /= 10;
      width--;
    }
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%0*" G_GINT64_FORMAT, ppm / ULL_PPM_ONE, width, decimals);
}

char *
ull_format_tokens_short (gint64 tokens)
{
  if (tokens >= ULL_MIB && tokens % ULL_MIB == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT "M", tokens / ULL_MIB);
  if (tokens >= ULL_KIB && tokens % ULL_KIB == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT "k", tokens / ULL_KIB);
  return ull_format_count (tokens);
}

gboolean
ull_char_is_plain (gunichar character)
{
  if (g_unichar_iscntrl (character) || (character & 0xfffe) == 0xfffe)
    return FALSE;
  /* Line and paragraph separators, embeddings and overrides; isolates; the block of noncharacters. */
  return !(character >= 0x2028 && character <= 0x202e) && !(character >= 0x2066 && character <= 0x2069) &&
         !(character >= 0xfdd0 && character <= 0xfdef);
}

char *
ull_format_plain (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (const char *c = text; *c != 0; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      g_string_append_unichar (plain, ull_char_is_plain (character) ? character : '?');
    }
  return g_string_free (plain, FALSE);
}
