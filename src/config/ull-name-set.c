#include "ull-name-set.h"

#include <stdlib.h>

/* Eight bytes a name. Adding is writing behind one of the buckets' ends, which the hash's first bits choose; looking for
 * repetitions sorts a bucket at a time, small enough to stay in a processor's nearest memory. A table of all of them would miss
 * it at every name. */

#define N_BUCKETS 256
#define MOST_STEPS 128

struct _UllNameSet
{
  guint64 *hash[N_BUCKETS];
  guint32 n[N_BUCKETS];
  guint32 allocated[N_BUCKETS];
};

UllNameSet *
ull_name_set_new (void)
{
  return g_new0 (UllNameSet, 1);
}

void
ull_name_set_free (UllNameSet *set)
{
  if (!set)
    return;
  for (guint i = 0; i < N_BUCKETS; i++)
    g_clear_pointer (&set->hash[i], g_free);
  g_free (set);
}

void
ull_name_set_add (UllNameSet *set, guint64 hash)
{
  guint i = hash >> 56;

  if (set->n[i] == set->allocated[i])
    {
      set->allocated[i] += set->allocated[i] / 4 + 16;
      set->hash[i] = g_renew (guint64, set->hash[i], set->allocated[i]);
    }
  set->hash[i][set->n[i]++] = hash;
}

static int
compare_hashes (gconstpointer a, gconstpointer b)
{
  guint64 one = *(const guint64 *) a, other = *(const guint64 *) b;

  return (one > other) - (one < other);
}

/* A table of twice the bucket's size, looked at a few slots on: FALSE where that does not do, which names that were made to
 * meet bring about. 0 marks an empty slot, so that the one name that hashes to it is taken for another. */
static gboolean
find_in_table (const guint64 *hashes, guint32 n, GArray *repeated)
{
  guint32 size = 16;

  while (size / 2 < n)
    size *= 2;
  g_autofree guint64 *slots = g_new0 (guint64, size);
  for (guint32 i = 0; i < n; i++)
    {
      guint64 hash = MAX (hashes[i], 1);
      guint32 slot = (guint32) (hash >> 16) & (size - 1), last = slot + MOST_STEPS;

      while (slot != last && slots[slot & (size - 1)] != 0 && slots[slot & (size - 1)] != hash)
        slot++;
      if (slot == last)
        return FALSE;
      if (slots[slot & (size - 1)] == hash)
        g_array_append_val (repeated, hash);
      slots[slot & (size - 1)] = hash;
    }
  return TRUE;
}

static void
find_by_sorting (guint64 *hashes, guint32 n, GArray *repeated)
{
  qsort (hashes, n, sizeof hashes[0], compare_hashes);
  for (guint32 i = 1; i < n; i++)
    if (hashes[i] == hashes[i - 1])
      g_array_append_val (repeated, hashes[i]);
}

GArray *
ull_name_set_dup_repeated (UllNameSet *set)
{
  GArray *repeated = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint kept = 0;

  for (guint i = 0; i < N_BUCKETS; i++)
    if (!find_in_table (set->hash[i], set->n[i], repeated))
      find_by_sorting (set->hash[i], set->n[i], repeated);
  g_array_sort (repeated, compare_hashes);
  for (guint i = 0; i < repeated->len; i++)
    {
      guint64 hash = g_array_index (repeated, guint64, i);

      if (kept == 0 || g_array_index (repeated, guint64, kept - 1) != hash)
        g_array_index (repeated, guint64, kept++) = hash;
    }
  g_array_set_size (repeated, kept);
  return repeated;
}
