#include "fuzz.h"

#include "ull-json.h"

#include <string.h>

/* Any bytes, in both dialects. What is accepted holds together: the children are as many as was said, each
 * value's own text is the same value again, and what strict takes hf takes too. What is refused is a
 * sentence with a place. */

static void
check_error (const GError *error)
{
  g_assert_true (error->domain == ULL_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_prefix (error->message, "x: line "));
  g_assert_cmpuint (strlen (error->message), <, 4096);
}

static void
check_reads (UllJsonRef ref)
{
  g_autoptr (GError) number_error = NULL, double_error = NULL, text_error = NULL;
  gint64 number;
  double real;

  if (!ull_json_read_int (ref, &number, &number_error))
    check_error (number_error);
  if (!ull_json_read_double (ref, &real, &double_error))
    check_error (double_error);
  g_autofree char *text = ull_json_read_string (ref, &text_error);
  if (text)
    g_assert_true (g_utf8_validate (text, -1, NULL));
  else
    check_error (text_error);
}

static void
check_alone (UllJsonRef ref, UllJsonDialect dialect)
{
  g_autofree char *raw = ull_json_dup_raw (ref);
  g_autoptr (UllJson) alone = ull_json_parse ("x", raw, strlen (raw), dialect, NULL);

  g_assert_nonnull (alone);
  g_assert_cmpint (ull_json_type (ull_json_root (alone)), ==, ull_json_type (ref));
  g_assert_cmpuint (ull_json_length (ull_json_root (alone)), ==, ull_json_length (ref));
}

/* Depth is bounded by the scanner, so this may recurse; the budget keeps wide documents from taking all
 * the time. */
static void
check_value (UllJsonRef ref, UllJsonDialect dialect, guint *budget)
{
  UllJsonRef child, found;
  guint n = 0;

  if (*budget == 0)
    return;
  (*budget)--;
  check_reads (ref);
  check_alone (ref, dialect);
  for (gboolean ok = ull_json_first (ref, &child); ok; ok = ull_json_next (&child))
    {
      g_autofree char *key = ull_json_dup_key (child);
      g_assert_true ((key != NULL) == (ull_json_type (ref) == ULL_JSON_OBJECT));
      if (key && key[0] && *budget > 0)
        g_assert_true (ull_json_get (ref, key, &found));
      check_value (child, dialect, budget);
      n++;
    }
  g_assert_cmpuint (n, ==, ull_json_length (ref));
}

static gboolean
check_dialect (const guint8 *data, gsize size, UllJsonDialect dialect)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json = ull_json_parse ("x", (const char *) data, size, dialect, &error);
  guint budget = 64;

  if (json)
    check_value (ull_json_root (json), dialect, &budget);
  else
    check_error (error);
  return json != NULL;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  gboolean hf = check_dialect (data, size, ULL_JSON_HF);
  gboolean strict = check_dialect (data, size, ULL_JSON_STRICT);

  g_assert_true (!strict || hf);
  return 0;
}
