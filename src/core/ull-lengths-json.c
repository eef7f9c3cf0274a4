#include "ull-lengths-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A document has to mean the same on a machine that has never seen the log: a file's lengths are written as counts, and
 * its name is only what they are called. What is read is held to what was written: lengths ascend, counts are at least
 * one, and a form that is not counted has none. */

#define EXACT_COUNTS 4096
/* Binary digits that tell two long lengths apart. */
#define KEPT_DIGITS 9
#define MOST_ROWS (G_GINT64_CONSTANT (1) << 53)

static const UllLengthCount *
count_at (const UllLengths *lengths, guint index)
{
  return &g_array_index (lengths->counts, UllLengthCount, index);
}

gboolean
ull_lengths_equal (const UllLengths *a, const UllLengths *b)
{
  if (a == b)
    return TRUE;
  if (a == NULL || b == NULL || !g_str_equal (a->spec, b->spec) || a->form != b->form)
    return FALSE;
  return a->form != ULL_LENGTHS_COUNTED
         || (a->counts->len == b->counts->len
             && memcmp (a->counts->data, b->counts->data, a->counts->len * sizeof (UllLengthCount)) == 0);
}

static gint64
first_digits (gint64 tokens)
{
  guint digits = g_bit_storage ((gulong) tokens);

  return digits > KEPT_DIGITS ? tokens >> (digits - KEPT_DIGITS) << (digits - KEPT_DIGITS) : tokens;
}

static GArray *
summarise (const UllLengths *lengths)
{
  GArray *counts = g_array_new (FALSE, FALSE, sizeof (UllLengthCount));

  for (guint i = 0; i < lengths->counts->len; i++)
    {
      const UllLengthCount *count = count_at (lengths, i);

      if (lengths->counts->len > EXACT_COUNTS && counts->len > 0
          && first_digits (g_array_index (counts, UllLengthCount, counts->len - 1).tokens) == first_digits (count->tokens))
        g_array_set_size (counts, counts->len - 1);
      g_array_append_vals (counts, count, 1);
    }
  return counts;
}

/* "csv:someone/log.csv:tokens" names a folder that is no one else's business. */
static char *
name_alone (const char *spec)
{
  const char *rest = strchr (spec, ':') + 1;
  const char *end = g_str_has_prefix (spec, "csv:") ? strrchr (spec, ':') : spec + strlen (spec);
  g_autofree char *kind = g_strndup (spec, (gsize) (rest - spec));
  g_autofree char *path = g_strndup (rest, (gsize) (end - rest));
  g_autofree char *name = g_path_get_basename (path);

  return g_strconcat (kind, name, end, NULL);
}

UllLengths *
ull_lengths_compact (UllLengths *lengths)
{
  g_autofree char *spec = NULL;

  if (lengths->form != ULL_LENGTHS_COUNTED)
    return ull_lengths_ref (lengths);
  spec = name_alone (lengths->spec);
  if (lengths->counts->len <= EXACT_COUNTS && g_str_equal (spec, lengths->spec))
    return ull_lengths_ref (lengths);
  return ull_lengths_take_counts (spec, summarise (lengths));
}

static gboolean
set_wrong (UllJsonRef ref, GError **error)
{
  ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                      _("is no pair of a length and its requests; lengths of 1 to 2^40 tokens in ascending order would be "
                        "right"));
  return FALSE;
}

static gboolean
read_pair (UllJsonRef pair, GArray *counts, GError **error)
{
  UllLengthCount before = { 0, 0 }, count;
  UllJsonRef item;
  gint64 requests;

  if (counts->len > 0)
    before = g_array_index (counts, UllLengthCount, counts->len - 1);
  if (ull_json_type (pair) != ULL_JSON_ARRAY || ull_json_length (pair) != 2)
    return set_wrong (pair, error);
  ull_json_first (pair, &item);
  if (!ull_json_read_int (item, &count.tokens, error))
    return FALSE;
  ull_json_next (&item);
  if (!ull_json_read_int (item, &requests, error))
    return FALSE;
  if (count.tokens <= before.tokens || count.tokens > ULL_LENGTHS_MAX || requests < 1
      || requests > MOST_ROWS - before.up_to)
    return set_wrong (pair, error);
  count.up_to = before.up_to + requests;
  g_array_append_val (counts, count);
  return TRUE;
}

static GArray *
read_counts (UllJsonRef list, GError **error)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (UllLengthCount));
  UllJsonRef item;

  if (ull_json_type (list) == ULL_JSON_ARRAY)
    for (gboolean ok = ull_json_first (list, &item); ok; ok = ull_json_next (&item))
      if (!read_pair (item, counts, error))
        return NULL;
  if (counts->len > 0)
    return g_steal_pointer (&counts);
  ull_json_set_error (list, error, ULL_ERROR_INVALID, _("is no list of lengths; pairs of a length and its requests would be right"));
  return NULL;
}

/* A name without the colon that its form has is none that this program wrote. */
static gboolean
is_counted (const char *spec)
{
  const char *rest = strchr (spec, ':');

  return (g_str_has_prefix (spec, "csv:") && strrchr (spec, ':') > rest + 1) || (g_str_has_prefix (spec, "trace:") && rest[1] != '\0');
}

static UllLengths *
read_formula (UllJsonRef place, const char *spec, GError **error)
{
  g_autoptr (GError) fault = NULL;
  UllLengths *lengths = ull_lengths_new (spec, NULL, &fault);

  if (lengths == NULL)
    ull_json_set_error (place, error, ULL_ERROR_INVALID, "%s", fault->message);
  return lengths;
}

UllLengths *
ull_lengths_from_json (UllJsonRef object, GError **error)
{
  g_autofree char *spec = NULL;
  g_autoptr (UllLengths) whole = NULL;
  UllJsonRef place, list;
  GArray *counts;

  if (!ull_json_get (object, "spec", &place))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “spec”; lognormal:6.6,0.9,64,8192 would be right"));
      return NULL;
    }
  if ((spec = ull_json_read_string (place, error)) == NULL)
    return NULL;
  if (!ull_json_get (object, "counts", &list))
    return read_formula (place, spec, error);
  if (!is_counted (spec))
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _("stand beside lengths that are not counted; csv:FILE:COLUMN or trace:FILE would be right"));
      return NULL;
    }
  if ((counts = read_counts (list, error)) == NULL)
    return NULL;
  whole = ull_lengths_take_counts (spec, counts);
  return ull_lengths_compact (whole);
}

void
ull_lengths_write_json (UllLengths *whole, JsonObject *object)
{
  g_autoptr (UllLengths) lengths = ull_lengths_compact (whole);
  g_autoptr (JsonArray) counts = json_array_new ();
  gint64 before = 0;

  json_object_set_string_member (object, "spec", lengths->spec);
  json_object_remove_member (object, "counts");
  if (lengths->form != ULL_LENGTHS_COUNTED)
    return;
  for (guint i = 0; i < lengths->counts->len; i++)
    {
      JsonArray *pair = json_array_new ();

      json_array_add_int_element (pair, count_at (lengths, i)->tokens);
      json_array_add_int_element (pair, count_at (lengths, i)->up_to - before);
      json_array_add_array_element (counts, pair);
      before = count_at (lengths, i)->up_to;
    }
  json_object_set_array_member (object, "counts", g_steal_pointer (&counts));
}
