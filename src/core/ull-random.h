#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllRandom:
 *
 * Our own generator, so that what a seed gives does not change with GLib, the compiler or the machine. A plain value: a
 * copy goes on from the same place.
 */
typedef struct
{
  guint64 state[4];
} UllRandom;

void ull_random_init (UllRandom *random, guint64 seed);
/* 64 bits, each equally likely. */
guint64 ull_random_next (UllRandom *random);
/* A multiple of 2^-53, at least 0 and below 1. */
double ull_random_unit (UllRandom *random);
/* A whole number below @bound, which is positive; none likelier than another. */
guint64 ull_random_below (UllRandom *random, guint64 bound);
/* One step of SplitMix64, which fills the state from a seed. */
guint64 ull_random_mix (guint64 *counter);

G_END_DECLS
