#include "ull-near.h"

#include <string.h>

/* Edit distance with neighbours that changed places (optimal string alignment, Damerau 1964): each counts
 * one. Near is a distance of at most a third of the longer text, so that a short word does not match
 * everything, or one text opening the other. */

#define MAX_LENGTH 64
#define LEAST_PREFIX 4

static guint
edit_distance (const char *a, gsize a_length, const char *b, gsize b_length)
{
  guint rows[3][MAX_LENGTH + 1];
  guint *before = rows[0], *above = rows[1], *row = rows[2];

  for (guint j = 0; j <= b_length; j++)
    above[j] = j;
  for (guint i = 1; i <= a_length; i++)
    {
      guint *oldest = before;

      row[0] = i;
      for (guint j = 1; j <= b_length; j++)
        {
          row[j] = MIN (above[j - 1] + (a[i - 1] != b[j - 1]), MIN (above[j], row[j - 1]) + 1);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
      before = above;
      above = row;
      row = oldest;
    }
  return above[b_length];
}

static gboolean
opens (const char *a, gsize a_length, const char *b, gsize b_length)
{
  gsize shorter = MIN (a_length, b_length);

  return shorter >= LEAST_PREFIX && strncmp (a, b, shorter) == 0;
}

const char *
ull_near_find (const char *text, const char *const *candidates)
{
  gsize length = strlen (text);
  const char *best = NULL;
  guint best_distance = G_MAXUINT;

  if (length > MAX_LENGTH)
    return NULL;
  for (; *candidates != NULL; candidates++)
    {
      gsize other = strlen (*candidates);
      guint distance;

      if (other > MAX_LENGTH)
        continue;
      distance = edit_distance (text, length, *candidates, other);
      if (distance * 3 > MAX (length, other) && !opens (text, length, *candidates, other))
        continue;
      if (distance < best_distance)
        {
          best = *candidates;
          best_distance = distance;
        }
    }
  return best;
}
