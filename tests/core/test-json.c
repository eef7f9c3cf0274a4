#include "ull-json.h"

#include <math.h>
#include <string.h>

/* The scanner against RFC 8259, each dialect's own rules, and what hostile text does to readers. */

#define STRICT (1 << ULL_JSON_STRICT)
#define HF (1 << ULL_JSON_HF)
#define BOTH (STRICT | HF)

static UllJson *
parse (const char *text, gssize length, UllJsonDialect dialect, GError **error)
{
  return ull_json_parse ("x.json", text, length < 0 ? strlen (text) : (gsize) length, dialect, error);
}

static void
test_accepts (void)
{
  static const struct
  {
    const char *text;
    int dialects;
    UllJsonType type;
  } cases[] = {
    { "null", BOTH, ULL_JSON_NULL },
    { "true", BOTH, ULL_JSON_BOOLEAN },
    { "false", BOTH, ULL_JSON_BOOLEAN },
    { "0", BOTH, ULL_JSON_INTEGER },
    { "-0", BOTH, ULL_JSON_INTEGER },
    { "9223372036854775807", BOTH, ULL_JSON_INTEGER },
    { "-9223372036854775808", BOTH, ULL_JSON_INTEGER },
    { "1.5", BOTH, ULL_JSON_REAL },
    { "1e5", BOTH, ULL_JSON_REAL },
    { "-1.25E-7", BOTH, ULL_JSON_REAL },
    { "99999999999999999999", HF, ULL_JSON_REAL },
    { "Infinity", HF, ULL_JSON_NONFINITE },
    { "-Infinity", HF, ULL_JSON_NONFINITE },
    { "NaN", HF, ULL_JSON_NONFINITE },
    { "\"\"", BOTH, ULL_JSON_STRING },
    { "\"\\u00e9\\ud83d\\ude00\\n\\/\"", BOTH, ULL_JSON_STRING },
    { "[]", BOTH, ULL_JSON_ARRAY },
    { "{}", BOTH, ULL_JSON_OBJECT },
    { "\r\n\t [ \r\n1 ,\r\n2\r\n]\r\n", BOTH, ULL_JSON_ARRAY },
    { "{\"a\":1,\"a\":2}", HF, ULL_JSON_OBJECT },
    { "\357\273\277{}", HF, ULL_JSON_OBJECT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int dialect = ULL_JSON_STRICT; dialect <= ULL_JSON_HF; dialect++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (UllJson) json = parse (cases[i].text, -1, (UllJsonDialect) dialect, &error);
        if (cases[i].dialects & (1 << dialect))
          {
            g_assert_no_error (error);
            g_assert_cmpint (ull_json_type (ull_json_root (json)), ==, cases[i].type);
          }
        else
          g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
      }
}

static void
test_refuses (void)
{
  static const struct
  {
    const char *text;
    guint line;
    guint column;
  } cases[] = {
    { "", 1, 1 },
    { "   ", 1, 4 },
    { "{", 1, 2 },
    { "[1", 1, 3 },
    { "[1,", 1, 4 },
    { "[1,]", 1, 4 },
    { "[,1]", 1, 2 },
    { "[1 2]", 1, 4 },
    { "{\"a\"}", 1, 5 },
    { "{\"a\":}", 1, 6 },
    { "{\"a\":1,}", 1, 8 },
    { "{a:1}", 1, 2 },
    { "{'a':1}", 1, 2 },
    { "{\"a\":1 \"b\":2}", 1, 8 },
    { "{\"a\":1]", 1, 7 },
    { "[1}", 1, 3 },
    { "{}x", 1, 3 },
    { "1 2", 1, 3 },
    { "tru", 1, 1 },
    { "nulll", 1, 5 },
    { "010", 1, 1 },
    { "-", 1, 2 },
    { "+1", 1, 1 },
    { ".5", 1, 1 },
    { "1.", 1, 3 },
    { "1e", 1, 3 },
    { "1e+", 1, 4 },
    { "0x10", 1, 2 },
    { "\"a", 1, 3 },
    { "\"a\\", 1, 4 },
    { "\"\\x\"", 1, 2 },
    { "\"\\u12\"", 1, 2 },
    { "\"\\u0000\"", 1, 2 },
    { "\"\\ud800\"", 1, 2 },
    { "\"\\ude00\"", 1, 2 },
    { "\"\\ud800\\u0041\"", 1, 2 },
    { "\"a\tb\"", 1, 3 },
    { "\"a\nb\"", 1, 3 },
    { "// a comment\n1", 1, 1 },
    { "{\n  \"é\": 1,\n  \"ü\": oops\n}", 3, 8 },
    { "{\r\n  \"a\": 1,\r\n  \"b\" 2\r\n}", 3, 7 },
    { "[\"é\377\"]", 1, 4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int dialect = ULL_JSON_STRICT; dialect <= ULL_JSON_HF; dialect++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *place = g_strdup_printf ("x.json: line %u, column %u: ", cases[i].line, cases[i].column);
        g_assert_null (parse (cases[i].text, -1, (UllJsonDialect) dialect, &error));
        g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
        if (!g_str_has_prefix (error->message, place))
          g_error ("case %zu “%s”: %s", i, cases[i].text, error->message);
        g_assert_true (g_utf8_validate (error->message, -1, NULL));
      }
}

static void
test_refuses_bytes (void)
{
  static const struct
  {
    const char *text;
    gsize length;
  } cases[] = {
    { "{}\0", 3 },
    { "\"a\0b\"", 5 },
    { "\0", 1 },
    { "\376\377\0{\0}", 6 },
    { "\"\300\200\"", 4 },
    { "\"\355\240\200\"", 5 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (parse (cases[i].text, (gssize) cases[i].length, ULL_JSON_HF, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
    }
}

/* Whatever a file is cut at, there is a sentence with a place. */
static void
test_every_prefix (void)
{
  static const char text[] = "{\"a\": [1, -2.5e3, true, null, \"x\\u00e9\\n\"], \"é\": {\"b\": {}, \"c\": []}}";

  for (gsize length = 0; length < strlen (text); length++)
    for (int dialect = ULL_JSON_STRICT; dialect <= ULL_JSON_HF; dialect++)
      {
        g_autoptr (GError) error = NULL;
        g_assert_null (parse (text, (gssize) length, (UllJsonDialect) dialect, &error));
        g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
        g_assert_true (g_str_has_prefix (error->message, "x.json: line 1, column "));
      }
}

static void
test_depth (void)
{
  static const struct
  {
    guint depth;
    gboolean ok;
  } cases[] = { { 1, TRUE }, { 64, TRUE }, { 65, FALSE }, { 100000, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *open = g_strnfill (cases[i].depth, '[');
      g_autofree char *shut = g_strnfill (cases[i].depth, ']');
      g_autofree char *text = g_strconcat (open, shut, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllJson) json = parse (text, -1, ULL_JSON_HF, &error);
      g_assert_true ((json != NULL) == cases[i].ok);

      /* Unclosed, it is an error either way. */
      g_clear_error (&error);
      g_assert_null (parse (open, -1, ULL_JSON_STRICT, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
    }
}

static void
test_integers (void)
{
  static const struct
  {
    const char *text;
    gboolean ok;
    gint64 value;
  } cases[] = {
    { "32", TRUE, 32 },
    { "32.0", TRUE, 32 },
    { "3.2e1", TRUE, 32 },
    { "3200e-2", TRUE, 32 },
    { "-0", TRUE, 0 },
    { "0e99999999999999999999", TRUE, 0 },
    { "0.000", TRUE, 0 },
    { "1e18", TRUE, G_GINT64_CONSTANT (1000000000000000000) },
    { "13731385408.0", TRUE, G_GINT64_CONSTANT (13731385408) },
    /* Not a double's value: through one it would be 1 less. */
    { "9007199254740993.0", TRUE, G_GINT64_CONSTANT (9007199254740993) },
    { "9223372036854775807", TRUE, G_MAXINT64 },
    { "9.223372036854775807e18", TRUE, G_MAXINT64 },
    { "-9223372036854775808", TRUE, G_MININT64 },
    { "9223372036854775808.0", FALSE, 0 },
    { "99999999999999999999", FALSE, 0 },
    { "1e19", FALSE, 0 },
    { "1e999999999999", FALSE, 0 },
    { "1.5", FALSE, 0 },
    { "1e-1", FALSE, 0 },
    { "32.00000000000000000000000001", FALSE, 0 },
    { "Infinity", FALSE, 0 },
    { "NaN", FALSE, 0 },
    { "true", FALSE, 0 },
    { "null", FALSE, 0 },
    { "\"32\"", FALSE, 0 },
    { "[32]", FALSE, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\n \"n\": %s}", cases[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllJson) json = parse (text, -1, ULL_JSON_HF, &error);
      UllJsonRef ref;
      gint64 value = -1;

      g_assert_no_error (error);
      g_assert_true (ull_json_get (ull_json_root (json), "n", &ref));
      g_assert_true (ull_json_read_int (ref, &value, &error) == cases[i].ok);
      if (cases[i].ok)
        {
          g_assert_no_error (error);
          g_assert_cmpint (value, ==, cases[i].value);
        }
      else
        {
          g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
          g_assert_true (g_str_has_prefix (error->message, "x.json: line 2, n: "));
          g_assert_cmpint (value, ==, -1);
        }
    }
}

static void
test_twenty_digits_strict (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (parse ("{\n\"n\": 99999999999999999999}", -1, ULL_JSON_STRICT, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
  g_assert_true (g_str_has_prefix (error->message, "x.json: line 2, column 6: "));
}

static void
test_typed_reads (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json = parse ("[1.5, 3, 1e400, true, \"a\\u00e9\\ud83d\\ude00\\\"\\\\\\t\"]", -1, ULL_JSON_HF, &error);
  UllJsonRef ref;
  double number;
  gboolean flag;

  g_assert_no_error (error);
  g_assert_true (ull_json_first (ull_json_root (json), &ref));
  g_assert_true (ull_json_read_double (ref, &number, &error));
  g_assert_cmpfloat (number, ==, 1.5);
  g_assert_true (ull_json_next (&ref));
  g_assert_true (ull_json_read_double (ref, &number, &error));
  g_assert_cmpfloat (number, ==, 3);
  g_assert_true (ull_json_next (&ref));
  g_assert_false (ull_json_read_double (ref, &number, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (ull_json_read_bool (ref, &flag, NULL));
  g_assert_true (ull_json_next (&ref));
  g_assert_true (ull_json_read_bool (ref, &flag, &error));
  g_assert_true (flag);
  g_assert_true (ull_json_next (&ref));
  g_autofree char *text = ull_json_read_string (ref, &error);
  g_assert_cmpstr (text, ==, "aé😀\"\\\t");
  g_autofree char *raw = ull_json_dup_raw (ref);
  g_assert_cmpstr (raw, ==, "\"a\\u00e9\\ud83d\\ude00\\\"\\\\\\t\"");
  g_assert_false (ull_json_next (&ref));
}

static void
test_duplicates (void)
{
  static const char *const cases[] = {
    "{\"a\": 1, \"b\": 0, \"a\": 2}",
    "{\"a\": 1, \"b\": 0, \"\\u0061\": 2}",
    "{\"\\u0061\": 1, \"a\": 2}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllJson) json = parse (cases[i], -1, ULL_JSON_HF, &error);
      UllJsonRef ref;
      gint64 value;

      g_assert_no_error (error);
      g_assert_true (ull_json_get (ull_json_root (json), "a", &ref));
      g_assert_true (ull_json_read_int (ref, &value, &error));
      g_assert_cmpint (value, ==, 2);

      g_assert_null (parse (cases[i], -1, ULL_JSON_STRICT, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
      g_assert_nonnull (strstr (error->message, "“a”"));
    }
}

static void
test_paths (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json
    = parse ("{\n\"t\": {\n\"list\": [0, {\"x\":\n true}, [5]]}}", -1, ULL_JSON_STRICT, &error);
  UllJsonRef t, list, item, x;

  g_assert_no_error (error);
  g_assert_true (ull_json_get (ull_json_root (json), "t", &t));
  g_assert_true (ull_json_get (t, "list", &list));
  g_assert_cmpuint (ull_json_length (list), ==, 3);
  g_assert_true (ull_json_first (list, &item));
  g_assert_null (ull_json_dup_key (item));
  g_assert_true (ull_json_next (&item));
  g_assert_true (ull_json_get (item, "x", &x));
  g_autofree char *path = ull_json_dup_path (x);
  g_assert_cmpstr (path, ==, "t.list[1].x");
  g_assert_cmpuint (ull_json_get_line (x), ==, 3);

  g_assert_true (ull_json_next (&item));
  g_assert_true (ull_json_first (item, &x));
  g_autofree char *nested = ull_json_dup_path (x);
  g_assert_cmpstr (nested, ==, "t.list[2][0]");

  ull_json_set_error (x, &error, ULL_ERROR_INVALID, "%d is odd; 6 would be right", 5);
  g_assert_cmpstr (error->message, ==, "x.json: line 4, t.list[2][0]: 5 is odd; 6 would be right");
  g_assert_false (ull_json_get (list, "x", &x));
  g_assert_false (ull_json_get (t, "lis", &x));
  g_assert_false (ull_json_get (t, "list2", &x));
}

/* A name from a file must not fill the screen, nor break the line. */
static void
test_long_names_are_cut (void)
{
  g_autofree char *name = g_strnfill (100000, 'k');
  g_autofree char *text = g_strdup_printf ("{\"\\n%s\": true}", name);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json = parse (text, -1, ULL_JSON_HF, &error);
  UllJsonRef ref;
  gint64 value;

  g_assert_true (ull_json_first (ull_json_root (json), &ref));
  g_assert_false (ull_json_read_int (ref, &value, &error));
  g_assert_cmpuint (strlen (error->message), <, 200);
  g_assert_null (strchr (error->message, '\n'));
}

/* A quadratic step would take minutes here: a second is a thousand times what it needs. */
static void
test_many_members (void)
{
  const guint n = 200000;
  static const struct
  {
    const char *name;
    gboolean numbered;
  } cases[] = { { "a", TRUE }, { "\\u006b", TRUE }, { "a", FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new ("{");
      for (guint k = 0; k < n; k++)
        g_string_append_printf (text, "\"%s%u\":0,", cases[i].name, cases[i].numbered ? k : 0);
      text->str[text->len - 1] = '}';

      gint64 start = g_get_monotonic_time ();
      g_autoptr (UllJson) hf = parse (text->str, (gssize) text->len, ULL_JSON_HF, NULL);
      g_autoptr (UllJson) strict = parse (text->str, (gssize) text->len, ULL_JSON_STRICT, NULL);
      g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
      g_assert_cmpuint (ull_json_length (ull_json_root (hf)), ==, n);
      g_assert_true ((strict != NULL) == cases[i].numbered);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/accepts", test_accepts);
  g_test_add_func ("/json/refuses", test_refuses);
  g_test_add_func ("/json/refuses-bytes", test_refuses_bytes);
  g_test_add_func ("/json/every-prefix", test_every_prefix);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/integers", test_integers);
  g_test_add_func ("/json/twenty-digits-strict", test_twenty_digits_strict);
  g_test_add_func ("/json/typed-reads", test_typed_reads);
  g_test_add_func ("/json/duplicates", test_duplicates);
  g_test_add_func ("/json/paths", test_paths);
  g_test_add_func ("/json/long-names-are-cut", test_long_names_are_cut);
  g_test_add_func ("/json/many-members", test_many_members);
  return g_test_run ();
}
