#include "ull-time.h"

#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Years lead and digits are counted, so that no day is taken for a month; which days there are says GDateTime. It would keep a
 * fraction to the microsecond only, and public logs have seven digits of it: a fraction is read here.
 *
 * An offset is taken off before anything is compared, so that the hour which a clock put back shows twice is two hours. A leap second
 * has no number of its own in seconds since 1970: it stands at the last nanosecond of the second before it, later than all of that
 * and earlier than the next day, and a log that has one still ascends.
 *
 * A comma in plain seconds is refused: 1,500 is one and a half to one reader and fifteen hundred to another. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
/* What fits in 63 bits of nanoseconds: into April 2262. */
#define MOST_SECONDS (G_MAXINT64 / NS_PER_S)
#define MINUTES_PER_DAY (24 * 60)

typedef struct
{
  gint64 day;    /* seconds since 1970 to its beginning */
  gint64 minute; /* of the day */
  gint64 second;
  gint64 fraction; /* nanoseconds */
} Clock;

static gboolean
fail (GError **error, UllError code, const char *message)
{
  g_set_error_literal (error, ULL_ERROR, code, message);
  return FALSE;
}

/* From @least to @most digits. */
static gboolean
read_digits (const char **at, guint least, guint most, gint64 *value)
{
  guint n = 0;

  for (*value = 0; n < most && g_ascii_isdigit (**at); n++)
    *value = *value * 10 + (*(*at)++ - '0');
  return n >= least;
}

static gboolean
skip (const char **at, char c)
{
  if (**at != c)
    return FALSE;
  (*at)++;
  return TRUE;
}

static gboolean
ends (const char *at)
{
  while (*at == ' ')
    at++;
  return *at == '\0';
}

/* All digits behind the mark, those past the ninth left out. */
static gint64
read_fraction (const char **at)
{
  gint64 unit = NS_PER_S / 10, ns = 0;

  for (; g_ascii_isdigit (**at); (*at)++, unit /= 10)
    ns += (**at - '0') * unit;
  return ns;
}

static const char *
no_time (void)
{
  return _("this is no time; seconds, or a day and a time of day like 2024-05-10 00:00:00.5 with Z or +02:00 behind it or not, "
           "would be right");
}

/* "2024-05-10 00:00" and on to the fraction. */
static gboolean
read_clock (const char **at, Clock *clock, GError **error)
{
  gint64 year, month, day, hour, minute;
  g_autoptr (GDateTime) date = NULL;

  if (!read_digits (at, 4, 4, &year) || !skip (at, '-') || !read_digits (at, 1, 2, &month) || !skip (at, '-') ||
      !read_digits (at, 1, 2, &day) || !(skip (at, 'T') || skip (at, 't') || skip (at, ' ')) || !read_digits (at, 1, 2, &hour) ||
      !skip (at, ':') || !read_digits (at, 2, 2, &minute))
    return fail (error, ULL_ERROR_SYNTAX, no_time ());
  if (skip (at, ':'))
    {
      if (!read_digits (at, 2, 2, &clock->second))
        return fail (error, ULL_ERROR_SYNTAX, no_time ());
      if (skip (at, '.') || skip (at, ','))
        clock->fraction = read_fraction (at);
    }
  if (hour > 23 || minute > 59 || clock->second > 60)
    return fail (error, ULL_ERROR_INVALID, _("there is no such time of day; 00:00:00 to 23:59:59 would be right"));
  if (year > 0)
    date = g_date_time_new_utc ((int) year, (int) month, (int) day, 0, 0, 0);
  if (date == NULL)
    return fail (error, ULL_ERROR_INVALID, _("there is no such day; year, month and day as in 2024-05-10 would be right"));
  clock->day = g_date_time_to_unix (date);
  clock->minute = hour * 60 + minute;
  return TRUE;
}

/* What stands behind the time of day, in minutes that its clock is before UTC. */
static gboolean
read_offset (const char *at, gint64 *minutes, GError **error)
{
  gint64 hour, minute = 0;
  gboolean behind;

  *minutes = 0;
  while (*at == ' ')
    at++;
  if (ends (at) || (g_ascii_toupper (*at) == 'Z' && ends (at + 1)) || (g_str_has_prefix (at, "UTC") && ends (at + strlen ("UTC"))))
    return TRUE;
  behind = *at == '-';
  if ((!skip (&at, '-') && !skip (&at, '+')) || !read_digits (&at, 2, 2, &hour) ||
      ((skip (&at, ':') || g_ascii_isdigit (*at)) && !read_digits (&at, 2, 2, &minute)) || !ends (at) || hour > 23 || minute > 59)
    return fail (error, ULL_ERROR_SYNTAX,
                 _("what stands behind the time of day is no offset from UTC; nothing, Z or one like +02:00 would be right"));
  *minutes = (hour * 60 + minute) * (behind ? -1 : 1);
  return TRUE;
}

static gboolean
read_date (const char *at, gint64 *ns, GError **error)
{
  Clock clock = { 0 };
  gint64 offset, minute, seconds;

  if (!read_clock (&at, &clock, error) || !read_offset (at, &offset, error))
    return FALSE;
  minute = clock.minute - offset;
  if (clock.second == 60)
    {
      if ((minute + MINUTES_PER_DAY) % MINUTES_PER_DAY != MINUTES_PER_DAY - 1)
        return fail (error, ULL_ERROR_INVALID,
                     _("there is no such time of day; a second 60 at the end of a day of UTC alone, else 59 at most, would be right"));
      clock.second = 59;
      clock.fraction = NS_PER_S - 1;
    }
  seconds = clock.day + minute * 60 + clock.second;
  if (seconds < 0 || seconds >= MOST_SECONDS)
    return fail (error, ULL_ERROR_INVALID, _("is out of range; a year from 1970 to 2261 would be right"));
  *ns = seconds * NS_PER_S + clock.fraction;
  return TRUE;
}

static gboolean
read_seconds (const char *text, gint64 *ns, GError **error)
{
  gint64 whole, fraction = 0;
  double value;
  char *end;

  value = g_ascii_strtod (text, &end);
  if (end == text || !ends (end) || isnan (value) || value < 0 || strpbrk (text, "xXiI") != NULL)
    return fail (error, ULL_ERROR_SYNTAX, no_time ());
  if (value >= MOST_SECONDS)
    return fail (error, ULL_ERROR_INVALID,
                 _("is out of range; seconds, not thousandths of them, and at most those from 1970 to 2261 would be right"));
  if (!g_ascii_isdigit (*text) || strpbrk (text, "eE") != NULL)
    {
      *ns = llround (value * NS_PER_S);
      return TRUE;
    }
  /* The value is below 2 ^ 34, so are its digits; a double would keep a time of today to a quarter of a microsecond. */
  read_digits (&text, 1, G_MAXUINT, &whole);
  if (skip (&text, '.'))
    fraction = read_fraction (&text);
  *ns = whole * NS_PER_S + fraction;
  return TRUE;
}

gboolean
ull_time_parse (const char *text, gint64 *ns, GError **error)
{
  guint digits = 0;

  while (*text == ' ')
    text++;
  while (digits < 4 && g_ascii_isdigit (text[digits]))
    digits++;
  return digits == 4 && text[4] == '-' ? read_date (text, ns, error) : read_seconds (text, ns, error);
}
