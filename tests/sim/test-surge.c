#include "ramp-case.h"

#include "ull-surge.h"

/* The cap is what keeps a burst from those that run: with it at the operating point their gaps between tokens are shorter, and the
 * burst waits in the queue instead. */

static UllSurge *
surge_of (const char *id, gint64 blocks, gboolean (*go_on) (gint64, gpointer), GError **error)
{
  g_autoptr (UllScenario) scenario = case_scenario (blocks);
  g_autoptr (UllLoad) load = ull_load_new_preset (id);
  g_autoptr (UllRamp) ramp = NULL;
  UllRampOptions options;

  ull_ramp_options_init (&options);
  load->requests = 300;
  ramp = ull_ramp_new (scenario, load, &options, NULL, NULL, error);
  g_assert_nonnull (ramp);
  return ull_surge_new (scenario, ramp, &options, go_on, NULL, error);
}

static void
check_side (const UllSurge *surge, const UllSurgeSide *side)
{
  double before = -G_MAXDOUBLE;

  g_assert_cmpuint (side->points->len, >, 10);
  g_assert_cmpfloat (side->done, >, 0);
  g_assert_cmpfloat (side->itl_p50, <=, side->itl_p99);
  /* A quantile is of cells of 0.8 %. */
  g_assert_cmpfloat (side->itl_p99, <=, side->itl_max * 1.01);
  for (guint i = 0; i < side->points->len; i++)
    {
      const UllSurgePoint *point = &g_array_index (side->points, UllSurgePoint, i);

      g_assert_cmpfloat (point->seconds, >, before);
      g_assert_cmpint (point->running, <=, side->cap);
      g_assert_cmpfloat (point->itl_mean, <=, point->itl_max * (1 + 1e-9));
      g_assert_true (point->seconds >= 0 || point->running + point->waiting <= surge->clients);
      before = point->seconds;
    }
}

static void
test_shields (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllSurge) surge = surge_of (data, 1300, NULL, &error);
  const UllSurgeSide *peak, *operating;

  g_assert_no_error (error);
  peak = &surge->side[ULL_SURGE_PEAK];
  operating = &surge->side[ULL_SURGE_OPERATING];
  g_assert_cmpint (operating->cap, <, peak->cap);
  g_assert_cmpint (surge->burst, ==, peak->cap);
  check_side (surge, peak);
  check_side (surge, operating);
  g_test_message ("%s: p99 between tokens %.0f and %.0f ms, of the burst's first tokens %.1f and %.1f s, preemptions %d and %d",
                  (const char *) data, peak->itl_p99 * 1e3, operating->itl_p99 * 1e3, peak->ttft_p99, operating->ttft_p99,
                  (int) peak->preemptions, (int) operating->preemptions);
  g_assert_cmpint (operating->preemptions, <=, peak->preemptions);
}

static gboolean
stop_cb (gint64 finished, gpointer data)
{
  return FALSE;
}

static void
test_cancel (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (surge_of ("long-outputs", 1300, stop_cb, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/surge/chat", "chat", test_shields);
  g_test_add_data_func ("/surge/long-outputs", "long-outputs", test_shields);
  g_test_add_data_func ("/surge/chapter", "chapter", test_shields);
  g_test_add_func ("/surge/cancel", test_cancel);
  return g_test_run ();
}
