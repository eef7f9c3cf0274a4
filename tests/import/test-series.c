#include "ull-series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is read of a metrics table: names, units, counters, and what is no table. A path is the text itself. */

static gpointer
open_cb (const char *path, GError **error)
{
  return fmemopen ((gpointer) path, strlen (path), "rb");
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  return (gssize) fread (buffer, 1, size, file);
}

static void
close_cb (gpointer file)
{
  fclose (file);
}

static const UllFileSource texts = { open_cb, read_cb, close_cb };

static double
value_at (const UllSeries *series, guint row, UllSeriesColumn column)
{
  return g_array_index (series->rows, UllSeriesRow, row).value[column];
}

static void
test_plain (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSeries) series = ull_series_read (
    &texts, "Time,USE,hit_rate,preemptions,running,waiting,other\n100,0.5,0.25,7,3,0,x\n101.5,1,NaN,9,4,2,y\n103,0.75,0.5,2,4,1,z\n", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (series->rows->len, ==, 3);
  g_assert_cmpfloat (value_at (series, 0, ULL_SERIES_TIME), ==, 0);
  g_assert_cmpfloat (value_at (series, 2, ULL_SERIES_TIME), ==, 3);
  g_assert_cmpfloat (value_at (series, 1, ULL_SERIES_USE), ==, 1);
  g_assert_true (isnan (value_at (series, 1, ULL_SERIES_HIT_RATE)));
  /* 7, 9, and a server that began anew and has had 2. */
  g_assert_cmpfloat (value_at (series, 0, ULL_SERIES_PREEMPTIONS), ==, 0);
  g_assert_cmpfloat (value_at (series, 1, ULL_SERIES_PREEMPTIONS), ==, 2);
  g_assert_cmpfloat (value_at (series, 2, ULL_SERIES_PREEMPTIONS), ==, 4);
  g_assert_cmpfloat (value_at (series, 2, ULL_SERIES_WAITING), ==, 1);
}

/* The engine's names, a spreadsheet's semicolons and line ends, per cent, days. */
static void
test_names (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSeries) series
    = ull_series_read (&texts,
                       "timestamp;vllm:kv_cache_usage_perc;vllm:num_requests_running\r\n2026-08-01 12:00:00;13.5;2\r\n"
                       "2026-08-01T12:01:00.5Z;99.8;3\r\n\r\n",
                       &error);

  g_assert_no_error (error);
  g_assert_cmpuint (series->rows->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (value_at (series, 1, ULL_SERIES_TIME), 60.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (value_at (series, 0, ULL_SERIES_USE), 0.135, 1e-12);
  g_assert_cmpfloat (value_at (series, 1, ULL_SERIES_RUNNING), ==, 3);
  g_assert_true (isnan (value_at (series, 1, ULL_SERIES_HIT_RATE)));
}

/* The engine has no rate, but two counters of tokens: of 100 more that were asked for 25 were found; then none were asked for; then the
 * server began anew, asked for 40 and found 10. Each is so from a row to the next; of the last row nothing is known. */
static void
test_counters (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSeries) series = ull_series_read (&texts,
                                                  "time,vllm:prefix_cache_hits_total,vllm:prefix_cache_queries_total\n0,1000,4000\n"
                                                  "5,1025,4100\n10,1025,4100\n15,10,40\n",
                                                  &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (value_at (series, 0, ULL_SERIES_HIT_RATE), ==, 0.25);
  g_assert_true (isnan (value_at (series, 1, ULL_SERIES_HIT_RATE)));
  g_assert_cmpfloat (value_at (series, 2, ULL_SERIES_HIT_RATE), ==, 0.25);
  g_assert_true (isnan (value_at (series, 3, ULL_SERIES_HIT_RATE)));
}

/* Offsets, fractions and what else a dashboard writes: the same instants as in the first form, and a bad one with its place. */
static void
test_times (void)
{
  static const char *const alike[] = {
    "time,use\n2026-08-01 12:00:00,.5\n2026-08-01 12:00:01.250000,.5\n",
    "time,use\n2026-08-01T14:00:00+02:00,.5\n2026-08-01T12:00:01.25Z,.5\n",
    "time;use\n2026-08-01 04:00:00,00-08:00;.5\n2026-08-01 04:00:01,25-08:00;.5\n",
    "time,use\n1785585600,.5\n1785585601.25,.5\n",
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (alike); i++)
    {
      g_autoptr (UllSeries) series = ull_series_read (&texts, alike[i], &error);

      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (value_at (series, 1, ULL_SERIES_TIME), 1.25, 1e-6);
    }
  g_assert_null (ull_series_read (&texts, "time,use\n2026-08-01 12:00:00 MESZ,.5\n", &error));
  g_assert_nonnull (strstr (error->message, "row 2, column time: what stands behind the time of day"));
}

/* Up to 1 a share, well above it per cent; between them nobody knows which, and the sentence says what to write. */
static void
test_shares (void)
{
  g_autoptr (GError) error = NULL, empty = NULL;
  g_autoptr (UllSeries) shares = ull_series_read (&texts, "time,use\n0,0.3\n1,1\n", NULL);
  g_autoptr (UllSeries) cents = ull_series_read (&texts, "time,use\n0,0.3\n1,1.6\n", NULL);

  g_assert_cmpfloat (value_at (shares, 0, ULL_SERIES_USE), ==, 0.3);
  g_assert_cmpfloat_with_epsilon (value_at (cents, 1, ULL_SERIES_USE), 0.016, 1e-12);
  g_assert_null (ull_series_read (&texts, "time,use\n0,0.3\n1,1.02\n", &error));
  g_assert_nonnull (strstr (error->message, "column use: its largest figure, 1.02,"));
  g_assert_null (ull_series_read (&texts, "", &empty));
  g_assert_nonnull (strstr (empty->message, "is empty"));
}

static void
test_hostile (void)
{
  static const char *const broken[] = {
    "", "\n", "use\n1\n", "time,time\n1,2\n", "time,use\n", "time,use\n1\n", "time,use\n1,2,3\n", "time,use\n1,x\n", "time,use\n1,-1\n",
    "time,foo\n0,1\n", "time,prefix_cache_hits\n0,1\n", "time,use\n0,0.3\n1,1.02\n", "time,hit_rate\n0,1.5\n", "time,use\n1,inf\n", "time,use\nx,1\n", "time,use\n,1\n", "time,use\n-1,1\n", "time,use\n2,1\n1,1\n",
    "time,use\n2026-13-01 00:00:00,1\n", "time,use\n2026-01-01 00:00:99,1\n", "time,use\n1,\"0.5\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      UllSeries *series = ull_series_read (&texts, broken[i], &error);

      if (series != NULL)
        g_error ("%s was taken", broken[i]);
      g_assert_cmpint (error->domain, ==, ULL_ERROR);
    }
  g_test_message ("%u hostile tables", (guint) G_N_ELEMENTS (broken));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/series/plain", test_plain);
  g_test_add_func ("/series/names", test_names);
  g_test_add_func ("/series/counters", test_counters);
  g_test_add_func ("/series/times", test_times);
  g_test_add_func ("/series/shares", test_shares);
  g_test_add_func ("/series/hostile", test_hostile);
  return g_test_run ();
}
