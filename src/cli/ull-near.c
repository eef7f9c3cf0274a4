#include "ull-near.h"

#include <string.h>

/* Edit distance (Levenshtein 1966): insertions, deletions and replacements of single bytes. Near is a
 * distance of at most a third of the longer text, so that a short word does not match everything, or one text
 * opening the other. */

#define MAX_LENGTH 64
#define LEAST_PREFIX 4

static guint
edit_distance (const char *a, gsize a_length, const char *b, gsize b_length)
{
  guint row[MAX_LENGTH + 1];

  for (guint j = 0; j <= b_length; j++)
    row[j] = j;
  for (guint i = 1; i <= a_length; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= b_length; j++)
        {
          guint replaced = diagonal + (a[i - 1] != b[j - 1]);

          diagonal = row[j];
          row[j] = MIN (replaced, MIN (row[j], row[j - 1]) + 1);
        }
    }
  return row[b_length];
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
