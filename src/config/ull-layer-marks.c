#include "ull-layer-marks.h"

#include "ull-tensor.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A layer is a set of kinds of tensors, a bit for each name but for its digits, and how many they are. Layers with the same set are
 * alike. A set that one layer alone has, and that is a part of what several others have, is a layer that lacks something; and
 * so is the one of several alike that has fewer tensors than all the others, of an expert that is not whole.
 *
 * A dense layer before those with experts has tensors that these have not, and is none of their parts. Where a model's layers
 * are of more than a few sets, nothing is said: then they are no pattern. */

#define MAX_KINDS 64
#define MAX_SETS 32
#define LONGEST 80

typedef struct
{
  guint64 pattern;
  char name[LONGEST + 1];
} Kind;

typedef struct
{
  guint64 kinds;
  gint64 tensors;
} Layer;

typedef struct
{
  guint64 kinds;
  gint64 n;       /* layers that have it */
  gint64 first;
  gint64 least;   /* tensors of one */
  gint64 most;
  gint64 n_least;
  gint64 lowest;  /* the first layer with the least */
} Set;

struct _UllLayerMarks
{
  gint64 n;
  Layer *layer; /* owned */
  guint n_kinds;
  gboolean full; /* there were more kinds */
  Kind kind[MAX_KINDS];
};

UllLayerMarks *
ull_layer_marks_new (gint64 layers)
{
  UllLayerMarks *marks;

  if (layers < 1 || layers > ULL_MAX_WEIGHT_LAYERS)
    return NULL;
  marks = g_new0 (UllLayerMarks, 1);
  marks->n = layers;
  marks->layer = g_new0 (Layer, (gsize) layers);
  return marks;
}

void
ull_layer_marks_free (UllLayerMarks *marks)
{
  if (marks == NULL)
    return;
  g_clear_pointer (&marks->layer, g_free);
  g_free (marks);
}

void
ull_layer_marks_clear (UllLayerMarks *marks)
{
  for (gint64 i = 0; marks != NULL && i < marks->n; i++)
    marks->layer[i] = (Layer) { 0, 0 };
}

static int
find_kind (UllLayerMarks *marks, const char *name, gsize length)
{
  guint64 pattern = ull_tensor_pattern (name, length);
  Kind *kind;

  for (guint i = 0; i < marks->n_kinds; i++)
    if (marks->kind[i].pattern == pattern)
      return (int) i;
  if (marks->n_kinds == MAX_KINDS)
    return -1;
  kind = &marks->kind[marks->n_kinds++];
  kind->pattern = pattern;
  memcpy (kind->name, name, MIN (length, LONGEST));
  return (int) marks->n_kinds - 1;
}

void
ull_layer_marks_add (UllLayerMarks *marks, gint64 layer, const char *name, gsize length)
{
  int kind;

  if (marks == NULL || marks->full || layer < 0 || layer >= marks->n)
    return;
  kind = find_kind (marks, name, length);
  marks->full = kind < 0;
  if (kind < 0)
    return;
  marks->layer[layer].kinds |= G_GUINT64_CONSTANT (1) << kind;
  marks->layer[layer].tensors++;
}

static void
note_layer (Set *set, gint64 i, gint64 tensors)
{
  if (set->n++ == 0)
    {
      set->first = set->lowest = i;
      set->least = set->most = tensors;
    }
  if (tensors < set->least)
    {
      set->least = tensors;
      set->lowest = i;
      set->n_least = 0;
    }
  set->n_least += tensors == set->least;
  set->most = MAX (set->most, tensors);
}

/* How many sets there are; 0 where they are too many. */
static guint
sort_layers (const UllLayerMarks *marks, Set sets[MAX_SETS])
{
  guint n = 0;

  for (gint64 i = 0; i < marks->n; i++)
    {
      const Layer *layer = &marks->layer[i];
      guint k = 0;

      if (layer->kinds == 0)
        continue;
      while (k < n && sets[k].kinds != layer->kinds)
        k++;
      if (k == MAX_SETS)
        return 0;
      if (k == n)
        sets[n++] = (Set) { .kinds = layer->kinds };
      note_layer (&sets[k], i, layer->tensors);
    }
  return n;
}

/* Of those that have all that @set has and more, the one that most layers have; NULL where no two layers do. */
static const Set *
find_whole (const Set *sets, guint n, const Set *set)
{
  const Set *whole = NULL;

  for (guint i = 0; i < n; i++)
    if (sets[i].n > 1 && sets[i].kinds != set->kinds && (sets[i].kinds & set->kinds) == set->kinds
        && (whole == NULL || sets[i].n > whole->n))
      whole = &sets[i];
  return whole;
}

static char *
say_kinds (const UllLayerMarks *marks, const Set *set, const Set *whole)
{
  guint64 lacking = whole->kinds & ~set->kinds;
  guint first = 0;
  int n = 0;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;

  for (guint i = marks->n_kinds; i-- > 0;)
    if ((lacking >> i & 1) != 0)
      {
        first = i;
        n++;
      }
  name = g_utf8_make_valid (marks->kind[first].name, -1);
  shown = ull_format_plain (name);
  if (n == 1)
    return g_strdup_printf (_("layer %d has no “%s”, which %d others have: it may be missing (the first layer is 0)"), (int) set->first,
                            shown, (int) whole->n);
  return g_strdup_printf (_("layer %d lacks %d tensors that %d others have, as “%s”: they may be missing (the first layer is 0)"),
                          (int) set->first, n, (int) whole->n, shown);
}

char *
ull_layer_marks_dup_lack (const UllLayerMarks *marks)
{
  Set sets[MAX_SETS];
  guint n;

  if (marks == NULL || marks->full)
    return NULL;
  n = sort_layers (marks, sets);
  for (guint i = 0; i < n; i++)
    {
      const Set *whole = sets[i].n == 1 ? find_whole (sets, n, &sets[i]) : NULL;

      if (whole != NULL)
        return say_kinds (marks, &sets[i], whole);
      if (sets[i].n > 2 && sets[i].n_least == 1 && sets[i].most > sets[i].least)
        return g_strdup_printf (_("layer %d has %d tensors, and others like it have %d: some may be missing (the first layer is 0)"),
                                (int) sets[i].lowest, (int) sets[i].least, (int) sets[i].most);
    }
  return NULL;
}
