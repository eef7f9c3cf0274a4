#include "ull-normal.h"
#include "ull-random.h"

#include <math.h>

/* SplitMix64 from 1234567 and xoshiro256** from the state {1, 2, 3, 4}, computed from the definitions in integers of any
 * size modulo 2^64. The first three by hand: rotl (2 * 5, 7) * 9 = 1280 * 9 = 11520; then s1 = 2 ^ (3 ^ 1) = 0, hence 0;
 * then s1 = 0 ^ (262146 ^ 7) = 262149, hence 5 * 262149 * 128 * 9 = 1509978240. */
static void
test_reference (void)
{
  static const guint64 mixed[] = { G_GUINT64_CONSTANT (6457827717110365317), G_GUINT64_CONSTANT (3203168211198807973),
                                   G_GUINT64_CONSTANT (9817491932198370423), G_GUINT64_CONSTANT (4593380528125082431),
                                   G_GUINT64_CONSTANT (16408922859458223821) };
  static const guint64 drawn[] = { 11520,
                                   0,
                                   1509978240,
                                   G_GUINT64_CONSTANT (1215971899390074240),
                                   G_GUINT64_CONSTANT (1216172134540287360),
                                   G_GUINT64_CONSTANT (607988272756665600),
                                   G_GUINT64_CONSTANT (16172922978634559625),
                                   G_GUINT64_CONSTANT (8476171486693032832),
                                   G_GUINT64_CONSTANT (10595114339597558777),
                                   G_GUINT64_CONSTANT (2904607092377533576) };
  UllRandom random = { { 1, 2, 3, 4 } };
  guint64 counter = 1234567;

  for (gsize i = 0; i < G_N_ELEMENTS (mixed); i++)
    g_assert_cmpuint (ull_random_mix (&counter), ==, mixed[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (drawn); i++)
    g_assert_cmpuint (ull_random_next (&random), ==, drawn[i]);
}

/* The two together: the first four numbers of seed 42 and the thousandth. */
static void
test_seed (void)
{
  static const guint64 drawn[] = { G_GUINT64_CONSTANT (1546998764402558742), G_GUINT64_CONSTANT (6990951692964543102),
                                   G_GUINT64_CONSTANT (12544586762248559009), G_GUINT64_CONSTANT (17057574109182124193) };
  UllRandom random, again;
  guint64 last = 0;

  ull_random_init (&random, 42);
  for (gsize i = 0; i < G_N_ELEMENTS (drawn); i++)
    g_assert_cmpuint (ull_random_next (&random), ==, drawn[i]);
  for (int i = 4; i < 1000; i++)
    last = ull_random_next (&random);
  g_assert_cmpuint (last, ==, G_GUINT64_CONSTANT (10224724267483498856));
  again = random;
  g_assert_cmpuint (ull_random_next (&random), ==, ull_random_next (&again));
}

/* A million units have the mean 1/2 within 5 standard errors of 1 / sqrt (12 * 10^6); none is 1. */
static void
test_unit (void)
{
  UllRandom random;
  double sum = 0;

  ull_random_init (&random, 7);
  for (int i = 0; i < 1000000; i++)
    {
      double u = ull_random_unit (&random);

      g_assert_true (u >= 0 && u < 1);
      sum += u;
    }
  g_assert_cmpfloat_with_epsilon (sum / 1000000, 0.5, 5 / sqrt (12e6));
}

/* Chi-squared of 7 numbers over 70,000 draws: with 6 degrees of freedom above 22.46 once in a thousand seeds. */
static void
test_below (void)
{
  guint counts[7] = { 0 };
  UllRandom random;
  double sum = 0;

  ull_random_init (&random, 7);
  for (int i = 0; i < 70000; i++)
    {
      guint64 n = ull_random_below (&random, 7);

      g_assert_cmpuint (n, <, 7);
      counts[n]++;
    }
  for (gsize i = 0; i < 7; i++)
    sum += (counts[i] - 10000.0) * (counts[i] - 10000.0) / 10000.0;
  g_assert_cmpfloat (sum, <, 22.46);
  g_assert_cmpuint (ull_random_below (&random, 1), ==, 0);
  for (int i = 0; i < 1000; i++)
    g_assert_cmpuint (ull_random_below (&random, (G_GUINT64_CONSTANT (1) << 63) + 1), <=, G_GUINT64_CONSTANT (1) << 63);
}

/* Tabled percentage points, and the one function undone by the other over 36 powers of ten. */
static void
test_normal (void)
{
  static const struct
  {
    double probability;
    double z;
  } rows[] = { { 0.5, 0 },
               { 0.95, 1.6448536269514722 },
               { 0.99, 2.3263478740408412 },
               { 0.999999, 4.753424308822899 },
               { 0.3, -0.5244005127080407 },
               { 1e-10, -6.361340902404056 },
               { 1e-18, -8.757290348782316 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpfloat_with_epsilon (ull_normal_quantile (rows[i].probability), rows[i].z, 1e-10);
  for (double p = 0.49; p > 1e-36; p /= 3)
    {
      double z = ull_normal_quantile (p);

      g_assert_cmpfloat_with_epsilon (ull_normal_at_most (z) / p, 1, 1e-12);
      g_assert_cmpfloat_with_epsilon (ull_normal_beyond (-z) / p, 1, 1e-12);
    }
  g_assert_true (isinf (ull_normal_quantile (0)) && ull_normal_quantile (0) < 0);
  g_assert_true (isinf (ull_normal_quantile (1)) && ull_normal_quantile (1) > 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/reference", test_reference);
  g_test_add_func ("/random/seed", test_seed);
  g_test_add_func ("/random/unit", test_unit);
  g_test_add_func ("/random/below", test_below);
  g_test_add_func ("/random/normal", test_normal);
  return g_test_run ();
}
