#include "ull-random.h"

#include "ull-units.h"

/* xoshiro256** 1.0 by Blackman and Vigna, seeded by Steele, Lea and Flood's SplitMix64, as its authors advise: a state of
 * all zeros, which would stay so, cannot come out of four outputs of a bijection at different counters. Only 64-bit
 * integers, so every machine gets the same. */

static guint64
rotate_left (guint64 value, guint bits)
{
  return (value << bits) | (value >> (64 - bits));
}

guint64
ull_random_mix (guint64 *counter)
{
  guint64 z = *counter += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void
ull_random_init (UllRandom *random, guint64 seed)
{
  for (gsize i = 0; i < G_N_ELEMENTS (random->state); i++)
    random->state[i] = ull_random_mix (&seed);
}

guint64
ull_random_next (UllRandom *random)
{
  guint64 *s = random->state;
  guint64 result = rotate_left (s[1] * 5, 7) * 9;
  guint64 shifted = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left (s[3], 45);
  return result;
}

double
ull_random_unit (UllRandom *random)
{
  return (double) (ull_random_next (random) >> 11) * 0x1p-53;
}

/* Lemire: the upper half of a product is the number, and the few lower halves that would make some numbers likelier are
 * drawn again. */
guint64
ull_random_below (UllRandom *random, guint64 bound)
{
  guint64 threshold;
  UllWide product;

  g_return_val_if_fail (bound > 0, 0);

  threshold = -bound % bound;
  do
    product = (UllWide) ull_random_next (random) * bound;
  while ((guint64) product < threshold);
  return (guint64) (product >> 64);
}
