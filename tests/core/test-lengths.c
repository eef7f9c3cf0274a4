#include "ull-lengths.h"
#include "ull-normal.h"
#include "ull-random.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* Files are texts in memory: the path is the text, and "rows:N" a file of N rows that is never whole in memory. */

typedef struct
{
  const char *text;
  gsize length;
  gsize next;
  guint rows_left;
  guint row;
} Text;

static gpointer
open_text (const char *path, GError **error)
{
  Text *file;

  if (g_str_equal (path, "none"))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "none: cannot be read");
      return NULL;
    }
  file = g_new0 (Text, 1);
  file->text = path;
  file->length = strlen (path);
  if (g_str_has_prefix (path, "rows="))
    file->rows_left = (guint) g_ascii_strtoull (path + 5, NULL, 10);
  return file;
}

/* Seven bytes at a time, so that every field and line end is cut somewhere. */
static gssize
read_text (gpointer data, char *buffer, gsize size, GError **error)
{
  Text *file = data;
  gsize n = MIN (MIN (size, 7), file->length - file->next);

  if (g_str_has_prefix (file->text, "rows="))
    {
      gsize filled = 0;

      for (; file->rows_left > 0 && filled + 64 < size; file->rows_left--)
        filled += (gsize) g_snprintf (buffer + filled, 64, "%u,\"x, y\",%u\r\n", file->row, 1 + file->row % 1000), file->row++;
      return (gssize) filled;
    }
  if (g_str_has_suffix (file->text, "fault") && file->next > 0)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_IO, "fault: cannot be read");
      return -1;
    }
  memcpy (buffer, file->text + file->next, n);
  /* A text cannot hold a NUL byte itself. */
  for (gsize i = 0; i < n; i++)
    if (buffer[i] == '\001')
      buffer[i] = '\0';
  file->next += n;
  return (gssize) n;
}

static const UllFileSource texts = { open_text, read_text, g_free };

static UllLengths *
lengths_of (const char *spec)
{
  g_autoptr (GError) error = NULL;
  UllLengths *lengths = ull_lengths_new (spec, &texts, &error);

  g_assert_no_error (error);
  g_assert_nonnull (lengths);
  return lengths;
}

typedef struct
{
  const char *spec;
  gint64 p50, p95, p99, max;
  double mean; /* to half a token */
} Form;

/* exp (6.6) = 735.1; exp (6.6 + 0.9 * 1.6449) = 3230.3; exp (6.6 + 0.9 * 2.3263) = 5965.1. The mean of the clipped is
 * 64 Phi (a) + exp (6.6 + 0.405) (Phi (b - 0.9) - Phi (a - 0.9)) + 8192 (1 - Phi (b)), a = (ln 64 - 6.6) / 0.9 = -2.7124,
 * b = (ln 8192 - 6.6) / 0.9 = 2.6787: 0.21 + 1102.1 * 0.9622 + 30.3 = 1091.
 * Uniform from 64: 8,129 lengths, of which the 4,065th, 7,723rd and 8,048th. */
static const Form forms[] = {
  { "lognormal:6.6,0.9,64,8192", 735, 3230, 5965, 8192, 1091 },
  { "lognormal:6.6,0.9,64,8Ki", 735, 3230, 5965, 8192, 1091 },
  { "lognormal:6.6,0,64,8192", 735, 735, 735, 735, 735 },
  { "lognormal:0,0.1,64,8192", 64, 64, 64, 8192, 64 },
  { "lognormal:-1e300,1e300,5,9", 5, 9, 9, 9, 5 + 4 * 0.158655 },
  { "fixed:4096", 4096, 4096, 4096, 4096, 4096 },
  { "uniform:1,100", 50, 95, 99, 100, 50.5 },
  { "uniform:64,8192", 4128, 7786, 8111, 8192, 4128 },
  { "uniform:7,7", 7, 7, 7, 7, 7 },
};

static void
test_forms (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (UllLengths) lengths = lengths_of (forms[i].spec);

      g_test_message ("%s", forms[i].spec);
      g_assert_cmpint (ull_lengths_quantile (lengths, 500000), ==, forms[i].p50);
      g_assert_cmpint (ull_lengths_quantile (lengths, 950000), ==, forms[i].p95);
      g_assert_cmpint (ull_lengths_quantile (lengths, 990000), ==, forms[i].p99);
      g_assert_cmpint (ull_lengths_quantile (lengths, ULL_PPM_ONE), ==, forms[i].max);
      g_assert_cmpfloat_with_epsilon (ull_lengths_mean (lengths), forms[i].mean, 0.5);
      g_assert_cmpstr (ull_lengths_get_spec (lengths), ==, forms[i].spec);
    }
}

/* The closed form above for many parameters; steps of a wide one are as good as 1 in 10^6. */
static void
test_mean (void)
{
  static const struct
  {
    double mu, sigma, min, max;
  } rows[] = { { 6.6, 0.9, 64, 8192 }, { 7, 1.36, 3, 7437 },      { 3, 0.5, 1, 1000 },        { 8.7, 1.2, 891, 126195 },
               { 10, 2, 1, 0x1p40 },   { 12, 0.3, 1000, 0x1p30 }, { 2, 4, 1, 0x1p40 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double mu = rows[i].mu, s = rows[i].sigma;
      double a = (log (rows[i].min) - mu) / s, b = (log (rows[i].max) - mu) / s;
      double wanted = rows[i].min * ull_normal_at_most (a) + rows[i].max * ull_normal_beyond (b)
                      + exp (mu + s * s / 2) * (ull_normal_at_most (b - s) - ull_normal_at_most (a - s));
      g_autofree char *spec = g_strdup_printf ("lognormal:%g,%g,%.0f,%.0f", mu, s, rows[i].min, rows[i].max);
      g_autoptr (UllLengths) lengths = lengths_of (spec);

      g_test_message ("%s: %f", spec, wanted);
      g_assert_cmpfloat_with_epsilon (ull_lengths_mean (lengths), wanted, 0.01 + wanted * 1e-6);
    }
}

/* Normal numbers by Box and Muller, which has nothing of the quantile: the fraction of 200,000 that are no longer than
 * each quantile is the probability of that, within 5 standard errors. */
static void
test_sampled (void)
{
  static const gint64 ppm[] = { 10000, 100000, 500000, 900000, 950000, 990000, 999000 };
  g_autoptr (UllLengths) lengths = lengths_of ("lognormal:6.6,0.9,64,8192");
  const guint n = 200000;
  guint at_most[G_N_ELEMENTS (ppm)] = { 0 };
  UllRandom random;

  ull_random_init (&random, 11);
  for (guint i = 0; i < n; i++)
    {
      double radius = sqrt (-2 * log (1 - ull_random_unit (&random)));
      double tokens = exp (6.6 + 0.9 * radius * cos (2 * G_PI * ull_random_unit (&random)));
      gint64 length = (gint64) floor (CLAMP (tokens, 64, 8192) + 0.5);

      for (gsize k = 0; k < G_N_ELEMENTS (ppm); k++)
        at_most[k] += length <= ull_lengths_quantile (lengths, ppm[k]);
    }
  for (gsize k = 0; k < G_N_ELEMENTS (ppm); k++)
    {
      double p = ull_lengths_at_most (lengths, ull_lengths_quantile (lengths, ppm[k]));

      g_assert_cmpfloat_with_epsilon (p, (double) ppm[k] / 1e6, 0.002);
      g_assert_cmpfloat_with_epsilon ((double) at_most[k] / n, p, 1e-12 + 5 * sqrt (p * (1 - p) / n));
    }
}

/* A quantile is the first length that enough requests do not pass; cells of any granule sum to one. */
static void
test_consistent (void)
{
  static const char *const specs[] = { "lognormal:6.6,0.9,64,8192", "uniform:3,700", "fixed:12", "lognormal:12,3,1,1Gi",
                                       "uniform:1,1Gi", "csv:t\n5\n1\n1\n9\n30\n2000000\n2000000\n:t" };
  static const gint64 granules[] = { 1, 16, 1000 };

  for (gsize i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr (UllLengths) lengths = lengths_of (specs[i]);

      for (gint64 ppm = 1000; ppm < ULL_PPM_ONE; ppm += 1000)
        {
          gint64 tokens = ull_lengths_quantile (lengths, ppm);

          g_assert_cmpfloat (ull_lengths_at_most (lengths, tokens), >=, (double) ppm / 1e6 - 1e-9);
          g_assert_cmpfloat (ull_lengths_at_most (lengths, tokens - 1), <=, (double) ppm / 1e6 + 1e-9);
        }
      for (gsize k = 0; k < G_N_ELEMENTS (granules); k++)
        {
          gsize n;
          g_autofree UllLengthCell *cells = ull_lengths_cells (lengths, granules[k], &n);
          double sum = 0;

          for (gsize c = 0; c < n; c++)
            {
              g_assert_true (cells[c].weight >= 0 && (c == 0 || cells[c].tokens >= cells[c - 1].tokens));
              sum += cells[c].weight;
            }
          g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
          g_assert_cmpint (cells[0].tokens, >=, ull_lengths_quantile (lengths, 0));
          g_assert_cmpint (cells[n - 1].tokens, <=, ull_lengths_quantile (lengths, ULL_PPM_ONE));
        }
    }
}

/* Of a file: its rows, the median, the longest. Of two rows the median is the first. */
static void
test_files (void)
{
  static const struct
  {
    const char *spec;
    gint64 n, p50, max;
  } rows[] = {
    { "csv:tokens\n100\n300\n200\n:tokens", 3, 200, 300 },
    { "csv:tokens\r\n100\r\n300:tokens", 2, 100, 300 },
    { "csv:\357\273\277tokens,x\n100,a\n:tokens", 1, 100, 100 },
    { "csv:x,tokens\n\"a, b\",100\n\"a \"\"b\"\"\r\n\",\"2,000\"\n:tokens", 2, 100, 2000 },
    { "csv:\"a,b\";tokens\n\"a;b\";100\n\"c,d\";\"2,000\"\n:tokens", 2, 100, 2000 },
    { "csv:id\ttokens\n1\t100\n2,3;4\t2000\n:tokens", 2, 100, 2000 },
    { "csv:100;1\n300;1\n:1", 2, 100, 300 },
    { "csv:x,tokens\n,1\n,2\n\n\r\n\n:2", 2, 1, 2 },
    { "csv:100,1\n300,1\n:1", 2, 100, 300 },
    { "csv:tokens,\n100,\n300,\n:1", 2, 100, 300 },
    { "csv:\"a:b\"\n1e3\n4Ki\n 7 \n:1", 3, 1000, 4096 },
    { "csv:t\n5000000\n5000000\n2:t", 3, 5000000, 5000000 },
    { "csv:t\n1099511627776:t", 1, G_GINT64_CONSTANT (1) << 40, G_GINT64_CONSTANT (1) << 40 },
    { "trace:TIMESTAMP,ContextTokens,GeneratedTokens\na,100,20\nb,3000,0\n", 2, 120, 3000 },
    { "trace:GeneratedTokens,ContextTokens\n1,100", 1, 101, 101 },
    { "trace:{\"timestamp\":0,\"input_length\":6758,\"output_length\":500,\"hash_ids\":[0,1]}\n"
      "{\"output_length\":1,\"input_length\":7}\r\n\n",
      2, 8, 7258 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllLengths) lengths = lengths_of (rows[i].spec);

      g_assert_cmpint (ull_lengths_get_n_rows (lengths), ==, rows[i].n);
      g_assert_cmpint (ull_lengths_quantile (lengths, 500000), ==, rows[i].p50);
      g_assert_cmpint (ull_lengths_quantile (lengths, ULL_PPM_ONE), ==, rows[i].max);
    }
}

/* What is refused, how, and what the sentence says of the place. */
static void
test_refused (void)
{
  static const struct
  {
    const char *spec;
    UllError code;
    const char *said;
  } rows[] = {
    { "", ULL_ERROR_USAGE, "fixed:N" },
    { "4096", ULL_ERROR_USAGE, "fixed:N" },
    { "normal:1,2", ULL_ERROR_USAGE, "fixed:N" },
    { "fixed:", ULL_ERROR_USAGE, "one number" },
    { "fixed:0", ULL_ERROR_USAGE, "1 to 2^40" },
    { "fixed:-3", ULL_ERROR_USAGE, "negative" },
    { "fixed:nan", ULL_ERROR_USAGE, "finite" },
    { "fixed:1.5", ULL_ERROR_USAGE, "whole" },
    { "fixed:2e12", ULL_ERROR_USAGE, "1 to 2^40" },
    { "fixed:1,2", ULL_ERROR_USAGE, "one number" },
    { "uniform:5", ULL_ERROR_USAGE, "two numbers" },
    { "uniform:9,3", ULL_ERROR_USAGE, "other order" },
    { "uniform:1,2,3", ULL_ERROR_USAGE, "two numbers" },
    { "lognormal:6.6,0.9", ULL_ERROR_USAGE, "four numbers" },
    { "lognormal:6.6,0.9,64,8192,1", ULL_ERROR_USAGE, "four numbers" },
    { "lognormal:6.6,-0.9,64,8192", ULL_ERROR_USAGE, "from 0 on" },
    { "lognormal:6.6,nan,64,8192", ULL_ERROR_USAGE, "from 0 on" },
    { "lognormal:inf,1,64,8192", ULL_ERROR_USAGE, "no finite number" },
    { "lognormal:1e999,1,64,8192", ULL_ERROR_USAGE, "no finite number" },
    { "lognormal:0x10,1,64,8192", ULL_ERROR_USAGE, "no finite number" },
    { "lognormal:,1,64,8192", ULL_ERROR_USAGE, "no finite number" },
    { "lognormal:6.6,0.9,8192,64", ULL_ERROR_USAGE, "other order" },
    { "csv:t", ULL_ERROR_USAGE, "csv:FILE:COLUMN" },
    { "csv::t", ULL_ERROR_USAGE, "csv:FILE:COLUMN" },
    { "csv:t:", ULL_ERROR_USAGE, "csv:FILE:COLUMN" },
    { "trace:", ULL_ERROR_USAGE, "trace:FILE" },
    { "csv:none:t", ULL_ERROR_IO, "none" },
    { "csv:t\n100 fault:t", ULL_ERROR_IO, "fault" },
    { "trace:{\"a\":1, fault", ULL_ERROR_IO, "fault" },
    { "csv:\n:t", ULL_ERROR_MISSING, "row 1: has no column" },
    { "csv:a,b\n1,2\n:tokens", ULL_ERROR_MISSING, "one of a, b" },
    { "csv:a;b\n1;2\n:tokens", ULL_ERROR_MISSING, "one of a, b" },
    { "csv:a,b\n1;2\n:b", ULL_ERROR_SYNTAX, "row 2: the number of columns is 1; 2" },
    { "csv:a,b\n1,2\n:3", ULL_ERROR_MISSING, "1 to 2" },
    { "csv:a,b\n1,2\n:0", ULL_ERROR_MISSING, "1 to 2" },
    { "csv:a,b\n1,2\n:99999999999999999999", ULL_ERROR_MISSING, "1 to 2" },
    { "csv:t\n:t", ULL_ERROR_MISSING, "no rows" },
    { "csv:t\n1\n\n2\n:t", ULL_ERROR_SYNTAX, "row 3: is empty" },
    { "csv:t,u\n1,2\n3\n:t", ULL_ERROR_SYNTAX, "row 3: the number of columns is 1; 2" },
    { "csv:t,u\n1,2\n3,4,5\n:t", ULL_ERROR_SYNTAX, "row 3: the number of columns is 3; 2" },
    { "csv:t,u\n1,2\n,4\n:t", ULL_ERROR_INVALID, "row 3, column t: is empty" },
    { "csv:t,u\n1,2\nabc,4\n:1", ULL_ERROR_INVALID, "row 3, column 1: “abc” is not a number" },
    { "csv:t\n0\n:t", ULL_ERROR_INVALID, "row 2, column t: a request of 0 tokens" },
    { "csv:t\n-5\n:t", ULL_ERROR_INVALID, "row 2, column t: “-5” is negative" },
    { "csv:t\nNaN\n:t", ULL_ERROR_INVALID, "row 2, column t: “NaN” is not a finite" },
    { "csv:t\n1.5\n:t", ULL_ERROR_INVALID, "row 2, column t: “1.5” is finer" },
    { "csv:t\n9999999999999\n:t", ULL_ERROR_INVALID, "2^40" },
    { "csv:t\n99999999999999999999\n:t", ULL_ERROR_INVALID, "row 2, column t" },
    { "csv:t\n\377\376\n:t", ULL_ERROR_INVALID, "row 2, column t" },
    { "csv:t\n1\001\n:t", ULL_ERROR_SYNTAX, "row 2, column 1: holds a NUL byte" },
    { "csv:t\n1\rx\n:t", ULL_ERROR_SYNTAX, "row 2, column 1: holds a carriage return" },
    { "csv:t\n1\"2\n:t", ULL_ERROR_SYNTAX, "row 2, column 1: holds a quote" },
    { "csv:t\n\"1\"2\n:t", ULL_ERROR_SYNTAX, "row 2, column 1: goes on" },
    { "csv:t\n\"1\n2\n:t", ULL_ERROR_SYNTAX, "row 2, column 1: has no closing quote" },
    { "trace:a,b\n1,2\n", ULL_ERROR_MISSING, "ContextTokens" },
    { "trace:ContextTokens,GeneratedTokens\n0,0\n", ULL_ERROR_INVALID, "row 2, column ContextTokens" },
    { "trace:\001\001", ULL_ERROR_SYNTAX, "row 1, column 1: holds a NUL byte" },
    { "trace:{\"input_length\":1}", ULL_ERROR_MISSING, "row 1, output_length" },
    { "trace:{\"input_length\":1,\"output_length\":2}\n{\"input_length\":1.5,\"output_length\":2}", ULL_ERROR_INVALID,
      "row 2, input_length" },
    { "trace:{\"input_length\":-1,\"output_length\":2}", ULL_ERROR_INVALID, "row 1, input_length" },
    { "trace:{\"input_length\":0,\"output_length\":0}", ULL_ERROR_INVALID, "a request of 0 tokens" },
    { "trace:{\"input_length\":1,", ULL_ERROR_SYNTAX, "row 1" },
    { "trace:{\n\"a\":1}", ULL_ERROR_SYNTAX, "row 1" },
    { "trace:{\"input_length\":1,\"output_length\":2}\n\n{\"input_length\":1,\"output_length\":2}", ULL_ERROR_SYNTAX,
      "row 2: is empty" },
    { "trace:{\"a\":\001}", ULL_ERROR_SYNTAX, "row 1: holds a NUL byte" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLengths) lengths = ull_lengths_new (rows[i].spec, &texts, &error);

      g_autofree char *shown = g_strescape (rows[i].spec, NULL);

      g_test_message ("%s", shown);
      g_assert_null (lengths);
      g_assert_error (error, ULL_ERROR, (int) rows[i].code);
      g_assert_nonnull (strstr (error->message, rows[i].said));
      /* The path is the file here, and may be any bytes; what is said of it is text. */
      g_assert_true (g_utf8_validate (strstr (error->message, rows[i].said), -1, NULL));
    }
  g_test_message ("%d refusals", (int) G_N_ELEMENTS (rows));
}

/* Lengths 1 to 1000 in turn, 300,000 of them. */
static void
test_many_rows (void)
{
  g_autoptr (UllLengths) lengths = lengths_of ("csv:rows=300000:3");

  g_assert_cmpint (ull_lengths_get_n_rows (lengths), ==, 300000);
  g_assert_cmpint (ull_lengths_quantile (lengths, 990000), ==, 990);
  g_assert_cmpfloat_with_epsilon (ull_lengths_mean (lengths), 500.5, 1e-9);
}

static gpointer
open_file (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return NULL;
  return g_memory_input_stream_new_from_data (g_steal_pointer (&text), (gssize) length, g_free);
}

static gssize
read_file (gpointer file, char *buffer, gsize size, GError **error)
{
  return g_input_stream_read (file, buffer, size, NULL, error);
}

static const UllFileSource files = { open_file, read_file, g_object_unref };

typedef struct
{
  const char *file;
  const char *column; /* NULL: a trace */
  gint64 n, p50, p99, max;
  double mean;
} Sample;

/* Of one's own files the sums are 120, 3000, 512 and 1000. */
static void
test_data (void)
{
  static const Sample rows[] = {
    { "context-generated.csv", NULL, 4, 512, 3000, 3000, 1158 },
    { "input-output.jsonl", NULL, 4, 512, 3000, 3000, 1158 },
    { "context-generated.csv", "GeneratedTokens", 0, 0, 0, 0, 0 }, /* a row without an answer */
    { "requests.csv", "tokens", 20, 430, 7800, 7800, 1122.5 },
    { "requests.csv", "3", 20, 430, 7800, 7800, 1122.5 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "lengths", rows[i].file, NULL);
      g_autofree char *spec = rows[i].column != NULL ? g_strdup_printf ("csv:%s:%s", path, rows[i].column)
                                                     : g_strdup_printf ("trace:%s", path);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLengths) lengths = ull_lengths_new (spec, &files, &error);

      if (rows[i].n == 0)
        {
          g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpint (ull_lengths_get_n_rows (lengths), ==, rows[i].n);
      g_assert_cmpint (ull_lengths_quantile (lengths, 500000), ==, rows[i].p50);
      g_assert_cmpint (ull_lengths_quantile (lengths, 990000), ==, rows[i].p99);
      g_assert_cmpint (ull_lengths_quantile (lengths, ULL_PPM_ONE), ==, rows[i].max);
      g_assert_cmpfloat_with_epsilon (ull_lengths_mean (lengths), rows[i].mean, 1e-9);
    }
}

/* Published traces, where they stand beside the sources: the figures are those of the statistics that come with them, and
 * the mean of a request is that of its context and its answer. */
static void
test_published (void)
{
  static const Sample rows[] = {
    { "azure2023_code.csv", "ContextTokens", 8819, 1469, 7436, 7437, 2047.85 },
    { "azure2023_code.csv", "GeneratedTokens", 8819, 13, 252, 1899, 27.88 },
    { "azure2023_code.csv", NULL, 8819, 0, 0, 0, 2047.85 + 27.88 },
    { "azure2023_conv.csv", "2", 19366, 1020, 4142, 14050, 1154.7 },
    { "azure2023_conv.csv", NULL, 19366, 0, 0, 0, 1154.7 + 211.13 },
    { "mooncake_conversation_first2000.jsonl", NULL, 2000, 0, 0, 0, 0 },
  };
  guint n_read = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path
          = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "corpus", "traces", rows[i].file, NULL);
      g_autofree char *spec = rows[i].column != NULL ? g_strdup_printf ("csv:%s:%s", path, rows[i].column)
                                                     : g_strdup_printf ("trace:%s", path);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLengths) lengths = NULL;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      lengths = ull_lengths_new (spec, &files, &error);
      g_assert_no_error (error);
      n_read++;
      g_assert_cmpint (ull_lengths_get_n_rows (lengths), ==, rows[i].n);
      if (rows[i].mean > 0)
        g_assert_cmpfloat_with_epsilon (ull_lengths_mean (lengths), rows[i].mean, 0.0101);
      if (rows[i].p50 == 0)
        continue;
      g_assert_cmpint (ull_lengths_quantile (lengths, 500000), ==, rows[i].p50);
      g_assert_cmpint (ull_lengths_quantile (lengths, 990000), ==, rows[i].p99);
      g_assert_cmpint (ull_lengths_quantile (lengths, ULL_PPM_ONE), ==, rows[i].max);
    }
  g_test_message ("%u of %d published traces", n_read, (int) G_N_ELEMENTS (rows));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lengths/forms", test_forms);
  g_test_add_func ("/lengths/mean", test_mean);
  g_test_add_func ("/lengths/sampled", test_sampled);
  g_test_add_func ("/lengths/consistent", test_consistent);
  g_test_add_func ("/lengths/files", test_files);
  g_test_add_func ("/lengths/refused", test_refused);
  g_test_add_func ("/lengths/many-rows", test_many_rows);
  g_test_add_func ("/lengths/data", test_data);
  g_test_add_func ("/lengths/published", test_published);
  return g_test_run ();
}
