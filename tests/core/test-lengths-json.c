#include "ull-document.h"

#include "ull-units.h"

#include <string.h>

/* A text in memory as a file of lengths: the path is its name, and the text is here. */
static const char *file_text;

static gpointer
open_text (const char *path, GError **error)
{
  const char **at = g_new (const char *, 1);

  *at = file_text;
  return at;
}

static gssize
read_text (gpointer data, char *buffer, gsize size, GError **error)
{
  const char **at = data;
  gsize n = MIN (size, strlen (*at));

  memcpy (buffer, *at, n);
  *at += n;
  return (gssize) n;
}

static const UllFileSource texts = { open_text, read_text, g_free };

static UllLengths *
lengths_of (const char *spec, const char *text)
{
  g_autoptr (GError) error = NULL;
  UllLengths *lengths;

  file_text = text;
  lengths = ull_lengths_new (spec, &texts, &error);
  g_assert_no_error (error);
  return lengths;
}

static UllScenario *
with_lengths (UllLengths *lengths)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Example", 28, 28, 4, 128, NULL);
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, ull_device_find ("rtx-4090"));

  return ull_scenario_with_lengths (scenario, lengths);
}

/* exp (6.6) is 735.1 and exp (6.6 + 0.9 * 2.3263) 5,964.9. */
static void
test_formula (void)
{
  g_autoptr (UllLengths) lengths = lengths_of ("lognormal:6.6,0.9,64,8192", "");
  g_autoptr (UllScenario) scenario = with_lengths (lengths);
  g_autofree char *text = ull_document_write (scenario, NULL);
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", text, strlen (text), NULL);
  g_autofree char *again = NULL;

  g_assert_nonnull (read);
  g_assert_true (ull_lengths_equal (read->lengths, lengths));
  g_assert_cmpint (ull_lengths_quantile (read->lengths, 500000), ==, 735);
  g_assert_cmpint (ull_lengths_quantile (read->lengths, 990000), ==, 5965);
  g_assert_cmpint (read->value[ULL_FIELD_CONTEXT], ==, ull_lengths_mean_tokens (lengths));
  g_assert_null (strstr (text, "counts"));
  again = ull_document_write (read, text);
  g_assert_cmpstr (again, ==, text);
}

/* 2 × 5 + 7 + 100 of four requests: 29.25 on average, hence 30. */
static void
test_counts (void)
{
  g_autoptr (UllLengths) lengths = lengths_of ("csv:someone/log.csv:tokens", "id,tokens\n1,5\n2,100\n3,5\n4,7\n");
  g_autoptr (UllScenario) scenario = with_lengths (lengths);
  g_autofree char *text = ull_document_write (scenario, NULL);
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", text, strlen (text), NULL);

  g_assert_nonnull (read);
  g_assert_cmpint (scenario->value[ULL_FIELD_CONTEXT], ==, 30);
  g_assert_cmpint (read->value[ULL_FIELD_CONTEXT], ==, 30);
  g_assert_cmpstr (ull_lengths_get_spec (read->lengths), ==, "csv:log.csv:tokens");
  g_assert_null (strstr (text, "someone"));
  g_assert_cmpint (ull_lengths_get_n_rows (read->lengths), ==, 4);
  for (gint64 tokens = 1; tokens <= 101; tokens++)
    g_assert_cmpfloat (ull_lengths_at_most (read->lengths, tokens), ==, ull_lengths_at_most (lengths, tokens));
}

/* Of 20,000 lengths those that are alike in 9 binary digits become the longest of them: 256 an octave, 1/256 at most. */
static void
test_compact (void)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (UllLengths) lengths = NULL, compact = NULL, twice = NULL;

  for (int i = 1; i <= 20000; i++)
    g_string_append_printf (rows, "%d\n", 3 * i);
  lengths = lengths_of ("csv:log.csv:1", rows->str);
  compact = ull_lengths_compact (lengths);
  twice = ull_lengths_compact (compact);
  g_assert_true (ull_lengths_equal (compact, twice));
  g_assert_false (ull_lengths_equal (compact, lengths));
  g_assert_cmpint (ull_lengths_get_n_rows (compact), ==, 20000);
  g_assert_cmpint (ull_lengths_quantile (compact, 0), ==, 3);
  g_assert_cmpint (ull_lengths_quantile (compact, ULL_PPM_ONE), ==, 60000);
  for (gint64 ppm = 0; ppm <= ULL_PPM_ONE; ppm += 1000)
    {
      gint64 exact = ull_lengths_quantile (lengths, ppm), kept = ull_lengths_quantile (compact, ppm);

      g_assert_cmpint (kept, >=, exact);
      g_assert_cmpint (256 * (kept - exact), <=, exact);
    }
}

/* One length ends the distribution, the distribution of one length does not. */
static void
test_one_length (void)
{
  g_autoptr (UllLengths) lengths = lengths_of ("uniform:10,20", "");
  g_autoptr (UllScenario) scenario = with_lengths (lengths);
  g_autoptr (UllScenario) other = ull_scenario_with (scenario, ULL_FIELD_CONCURRENCY, 3, NULL, NULL);
  g_autoptr (UllScenario) none = ull_scenario_with_lengths (scenario, NULL);
  g_autoptr (UllScenario) typed = ull_scenario_with (scenario, ULL_FIELD_CONTEXT, 15, NULL, NULL);

  g_assert_cmpint (scenario->value[ULL_FIELD_CONTEXT], ==, 15);
  g_assert_true (other->lengths == lengths);
  g_assert_null (none->lengths);
  g_assert_null (typed->lengths);
  g_assert_true (ull_scenario_equal (none, typed));
  g_assert_false (ull_scenario_equal (scenario, typed));
}

static char *
document_with (const char *lengths)
{
  g_autoptr (UllLengths) any = lengths_of ("fixed:9", "");
  g_autoptr (UllScenario) scenario = with_lengths (any);
  g_autoptr (UllScenario) none = ull_scenario_with_lengths (scenario, NULL);
  g_autofree char *text = ull_document_write (none, NULL);

  return g_strdup_printf ("{\"lengths\": %s, %s", lengths, strchr (text, '{') + 1);
}

/* Members that this version does not know stay with the lengths, and go with them. */
static void
test_unknown_members (void)
{
  g_autofree char *text = document_with ("{\"spec\": \"fixed:9\", \"counted_on\": \"2026-01-01\"}");
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", text, strlen (text), NULL);
  g_autoptr (UllScenario) none = ull_scenario_with_lengths (read, NULL);
  g_autofree char *kept = ull_document_write (read, text), *gone = ull_document_write (none, text);

  g_assert_nonnull (strstr (kept, "counted_on"));
  g_assert_null (strstr (gone, "lengths"));
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *lengths;
    const char *place; /* of the message */
  } rows[] = {
    { "7", "lengths" },
    { "{}", "lengths" },
    { "{\"spec\": 7}", "lengths.spec" },
    { "{\"spec\": \"gaussian:1,2\"}", "lengths.spec" },
    { "{\"spec\": \"uniform:9,8\"}", "lengths.spec" },
    { "{\"spec\": \"csv:log.csv:tokens\"}", "lengths.spec" },
    { "{\"spec\": \"trace:log.csv\", \"counts\": []}", "lengths.counts" },
    { "{\"spec\": \"trace:log.csv\", \"counts\": 5}", "lengths.counts" },
    { "{\"spec\": \"trace:\", \"counts\": [[1, 1]]}", "lengths.counts" },
    { "{\"spec\": \"csv:log.csv\", \"counts\": [[1, 1]]}", "lengths.counts" },
    { "{\"spec\": \"fixed:9\", \"counts\": [[9, 1]]}", "lengths.counts" },
    { "{\"spec\": \"trace:a\", \"counts\": [[1, 1], [1, 1]]}", "lengths.counts[1]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[2, 1], [1, 1]]}", "lengths.counts[1]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[0, 1]]}", "lengths.counts[0]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[1, 0]]}", "lengths.counts[0]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[1]]}", "lengths.counts[0]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[1, 1.5]]}", "lengths.counts[0][1]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[1099511627777, 1]]}", "lengths.counts[0]" },
    { "{\"spec\": \"trace:a\", \"counts\": [[1, 9007199254740992], [2, 1]]}", "lengths.counts[1]" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = document_with (rows[i].lengths), *place = g_strdup_printf (", %s: ", rows[i].place);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].lengths);
      g_assert_null (ull_document_parse ("a.ullage", text, strlen (text), &error));
      g_assert_nonnull (error);
      if (strstr (error->message, place) == NULL)
        g_error ("%s is not in %s", place, error->message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lengths-json/formula", test_formula);
  g_test_add_func ("/lengths-json/counts", test_counts);
  g_test_add_func ("/lengths-json/compact", test_compact);
  g_test_add_func ("/lengths-json/one-length", test_one_length);
  g_test_add_func ("/lengths-json/unknown-members", test_unknown_members);
  g_test_add_func ("/lengths-json/damaged", test_damaged);
  return g_test_run ();
}
