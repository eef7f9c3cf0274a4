#include "ull-version.h"

#include "ull-error.h"
#include "ull-json.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Versions as projects write them: PEP 440 with its suffixes cut off, or a day as ISO 8601 writes it. A candidate or a
 * development build of a release has, but for its last days, what the release has. */

#define FIRST_DAY 19700101
#define MAX_PART 999

static gboolean
set_error (const char *text, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *shown = ull_json_dup_shown (valid);

  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no version; 0.19.0 or a day, 2026-03-24, would be right"),
               shown);
  return FALSE;
}

gboolean
ull_version_is_day (gint64 version)
{
  return version >= FIRST_DAY;
}

static gboolean
parse_day (const char *text, gint64 *version)
{
  gint64 part[3] = { 0 };
  static const int digits[3] = { 4, 2, 2 };

  for (int i = 0; i < 3; i++)
    {
      if (i > 0 && *text++ != '-')
        return FALSE;
      for (int k = 0; k < digits[i]; k++, text++)
        {
          if (!g_ascii_isdigit (*text))
            return FALSE;
          part[i] = part[i] * 10 + (*text - '0');
        }
    }
  *version = part[0] * 10000 + part[1] * 100 + part[2];
  return *text == '\0' && g_date_valid_dmy ((GDateDay) part[2], (GDateMonth) part[1], (GDateYear) part[0]) &&
         *version >= FIRST_DAY && *version <= ULL_VERSION_MAX;
}

/* One of the release's numbers; "x" stands for any, and counts as the first. */
static gboolean
parse_part (const char **text, gint64 *part)
{
  const char *p = *text;

  *part = 0;
  if (*p == 'x')
    {
      *text = p + 1;
      return TRUE;
    }
  for (; g_ascii_isdigit (*p) && *part <= MAX_PART; p++)
    *part = *part * 10 + (*p - '0');
  if (p == *text || *part > MAX_PART)
    return FALSE;
  *text = p;
  return TRUE;
}

/* What may stand behind a release: "rc1", ".post1", ".dev12+g0123abc", "+cu129". */
static gboolean
is_suffix (const char *text)
{
  static const char *const words[] = { "rc", "a", "b", "post", "dev" };

  if (*text == '\0' || *text == '+')
    return TRUE;
  text += *text == '.' || *text == '-';
  /* A fourth number mends a release's packaging. */
  if (text[-1] == '.' && g_ascii_isdigit (*text))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (text, words[i]) && g_ascii_isdigit (text[strlen (words[i])]))
      return TRUE;
  return FALSE;
}

static gboolean
parse_release (const char *text, gint64 *version)
{
  gint64 part[3] = { 0 };

  text += *text == 'v' || *text == 'V';
  if (!g_ascii_isdigit (*text))
    return FALSE;
  for (int i = 0; i < 3; i++)
    {
      if (i > 0 && (*text != '.' || !(g_ascii_isdigit (text[1]) || text[1] == 'x')))
        break;
      text += i > 0;
      if (!parse_part (&text, &part[i]))
        return FALSE;
    }
  *version = part[0] * 1000000 + part[1] * 1000 + part[2];
  return is_suffix (text) && *version < FIRST_DAY;
}

gboolean
ull_version_parse (const char *text, gint64 *version, GError **error)
{
  gint64 parsed;

  if (!parse_day (text, &parsed) && !parse_release (text, &parsed))
    return set_error (text, error);
  *version = parsed;
  return TRUE;
}

char *
ull_version_format (gint64 version)
{
  if (ull_version_is_day (version))
    return g_strdup_printf ("%04d-%02d-%02d", (int) (version / 10000), (int) (version / 100 % 100), (int) (version % 100));
  return g_strdup_printf ("%d.%d.%d", (int) (version / 1000000), (int) (version / 1000 % 1000), (int) (version % 1000));
}
