#include "ull-error.h"
#include "ull-time.h"

/* 54 years to 2024 with 13 leap days, then 31 + 29 + 31 + 30 + 9 days: 2024-05-10 is day 54 * 365 + 13 + 130 = 19853 after
 * 1970-01-01. Every other expected value is that day's, hours, minutes and offsets added by hand. */
#define DAY G_GINT64_CONSTANT (86400)
#define MAY_10 (19853 * DAY)
#define NS G_GINT64_CONSTANT (1000000000)

static const struct
{
  const char *text;
  gint64 ns;
} right[] = {
  { "0", 0 },
  { "5.", 5 * NS },
  { "0.000000001", 1 },
  { "1e3", 1000 * NS },
  { "1.5e-3", 1500000 },
  { "1715299200.123456789", MAY_10 * NS + 123456789 },
  { " 12.25 ", 12 * NS + NS / 4 },
  { "000000000000000000000007", 7 * NS },
  { "2024-05-10 00:00:00", MAY_10 * NS },
  { "2024-05-10T00:00:00", MAY_10 * NS },
  { "2024-05-10 00:00", MAY_10 * NS },
  { "2024-5-10 0:00:00", MAY_10 * NS },
  { "2024-05-10 00:00:00.123456+00:00", MAY_10 * NS + 123456000 },
  { "2024-05-10 00:00:00.0099301+00:00", MAY_10 * NS + 9930100 },
  { "2024-05-10 00:00:00.1234567891", MAY_10 * NS + 123456789 },
  { "2024-05-10T00:00:00,5Z", MAY_10 * NS + NS / 2 },
  { "2024-05-10 00:00:00.5 UTC", MAY_10 * NS + NS / 2 },
  { "2024-05-10 02:00:00+02:00", MAY_10 * NS },
  { "2024-05-10 02:00:00+02", MAY_10 * NS },
  { "2024-05-10 05:45:00 +0545", MAY_10 * NS },
  { "2024-05-09 16:00:00-08:00", MAY_10 * NS },
  { "2024-05-09 20:30:00-03:30", MAY_10 * NS },
  { "2024-05-10 00:00:00-00:00", MAY_10 * NS },
  /* In Berlin the hour from two to three of 2024-10-27, 170 days later, is there twice; so is it here. */
  { "2024-10-27 02:30:00+02:00", (MAY_10 + 170 * DAY + 30 * 60) * NS },
  { "2024-10-27 02:30:00+01:00", (MAY_10 + 170 * DAY + 90 * 60) * NS },
  /* 2016 ended with a leap second: 46 years, 12 leap days of which the last is 2016's, 17167 days. Its place is the end of the
   * second before it, wherever its clock stood. */
  { "2016-12-31 23:59:59.5", (17167 * DAY - 1) * NS + NS / 2 },
  { "2016-12-31 23:59:60", 17167 * DAY * NS - 1 },
  { "2016-12-31 23:59:60.7Z", 17167 * DAY * NS - 1 },
  { "2017-01-01 05:29:60+05:30", 17167 * DAY * NS - 1 },
  { "2017-01-01 00:00:00", 17167 * DAY * NS },
  { "2000-02-29 00:00:00", (30 * 365 + 7 + 59) * DAY * NS },
  { "1970-01-01 00:00:00", 0 },
  { "1970-01-01 02:00:00+02:00", 0 },
  { "1969-12-31 23:00:00-01:00", 0 },
  /* 291 years with 73 fourth ones from 1972 to 2260, of which 2100 and 2200 are no leap years. */
  { "2261-01-01 00:00:00", (291 * 365 + 71) * DAY * NS },
};

static void
test_right (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 ns = -1;

      ull_time_parse (right[i].text, &ns, &error);
      g_assert_no_error (error);
      if (ns != right[i].ns)
        g_error ("%s is %" G_GINT64_FORMAT, right[i].text, ns);
    }
}

static const struct
{
  const char *text;
  const char *told; /* that the message has */
} wrong[] = {
  { "", "no time" },
  { " ", "no time" },
  { ".", "no time" },
  { "-1", "no time" },
  { "nan", "no time" },
  { "inf", "no time" },
  { "0x10", "no time" },
  { "12,5", "no time" },
  { "1,500", "no time" },
  { "12 s", "no time" },
  { "noon", "no time" },
  { "05/10/2024 00:00:00", "no time" },
  { "10.05.2024 00:00:00", "no time" },
  { "20240510T000000Z", "no time" },
  { "2024-05-10", "no time" },
  { "2024-05-10 ", "no time" },
  { "2024-05-10 00", "no time" },
  { "2024-05-10_00:00:00", "no time" },
  { "2024-+5-10 00:00:00", "no time" },
  { "2024-05-10 00:00:5", "no time" },
  { "2024-05-10 00:00:", "no time" },
  { "2024-13-01 00:00:00", "no such day" },
  { "2024-00-01 00:00:00", "no such day" },
  { "2023-02-29 00:00:00", "no such day" },
  { "2100-02-29 00:00:00", "no such day" },
  { "0000-01-01 00:00:00", "no such day" },
  { "2024-05-10 24:00:00", "time of day" },
  { "2024-05-10 00:60:00", "time of day" },
  { "2024-05-10 00:00:61", "time of day" },
  { "2024-05-10 12:00:60", "time of day" },
  { "2016-12-31 23:59:60+01:00", "time of day" },
  { "2024-05-10 00:00:00 PM", "offset" },
  { "2024-05-10 00:00:00 CEST", "offset" },
  { "2024-05-10 00:00:00+2", "offset" },
  { "2024-05-10 00:00:00+02:", "offset" },
  { "2024-05-10 00:00:00+02:0", "offset" },
  { "2024-05-10 00:00:00+24:00", "offset" },
  { "2024-05-10 00:00:00+02:60", "offset" },
  { "2024-05-10 00:00:00.5.5", "offset" },
  { "2024-05-10 00:00:00Zulu", "offset" },
  { "1969-12-31 23:59:59", "1970 to 2261" },
  { "1970-01-01 00:00:00+00:01", "1970 to 2261" },
  { "2262-12-31 00:00:00", "1970 to 2261" },
  { "9999-12-31 23:59:59-23:59", "1970 to 2261" },
  { "1715299200123", "thousandths" },
  { "9223372037", "thousandths" },
  { "1e308", "thousandths" },
  { "1e999", "thousandths" },
};

static void
test_wrong (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 ns;

      if (ull_time_parse (wrong[i].text, &ns, &error))
        g_error ("%s is taken", wrong[i].text);
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_nonnull (strstr (error->message, "would be right"));
      if (strstr (error->message, wrong[i].told) == NULL)
        g_error ("%s: %s", wrong[i].text, error->message);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time/right", test_right);
  g_test_add_func ("/time/wrong", test_wrong);
  return g_test_run ();
}
