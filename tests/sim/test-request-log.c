#include "ramp-case.h"

#include <string.h>

/* A log in memory that says how often it was opened and how much of it was read. What is expected of requests is what the rows
 * say; how much may be read is the rows' own length. */

typedef struct
{
  const char *next;
} Text;

static GString *text;
static guint opened;
static gsize taken;

static gpointer
open_cb (const char *path, GError **error)
{
  Text *file = g_new0 (Text, 1);

  file->next = text->str;
  opened++;
  return file;
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  Text *self = file;
  gsize n = MIN (size, strlen (self->next));

  memcpy (buffer, self->next, n);
  self->next += n;
  taken += n;
  return (gssize) n;
}

static const UllFileSource source = { open_cb, read_cb, g_free };

/* Rows of 200 to 599 tokens and answers of 20 to 59, a tenth of a second apart. */
static void
write_rows (guint n)
{
  if (text != NULL)
    g_string_free (text, TRUE);
  text = g_string_new ("TIMESTAMP,ContextTokens,GeneratedTokens\n");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u.%u,%u,%u\n", i / 10, i % 10, 200 + i * 37 % 400, 20 + i * 7 % 40);
  opened = 0;
  taken = 0;
}

static UllLoad *
log_load (UllArrivals arrivals)
{
  UllLoad *load = ull_load_new ();

  load->kind = ULL_LOAD_TRACE;
  load->arrivals = arrivals;
  load->requests = 300;
  ull_load_set_trace (load, "log.csv");
  return load;
}

static UllRamp *
run (UllLoad *load, guint threads, guint lines, GError **error)
{
  g_autoptr (UllScenario) scenario = case_scenario (2355);
  UllRampOptions options;

  ull_ramp_options_init (&options);
  options.threads = threads;
  options.lines |= lines;
  options.files = &source;
  return ull_ramp_new (scenario, load, &options, NULL, NULL, error);
}

/* Three lines of some ten levels each, and the file is opened once and no byte of it is read twice. */
static void
test_once (void)
{
  g_autoptr (UllLoad) load = log_load (ULL_ARRIVALS_CLOSED);
  g_autoptr (UllRamp) ramp = NULL, again = NULL;
  g_autoptr (GError) error = NULL;

  write_rows (5000);
  ramp = run (load, 1, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ramp->n_levels, >=, 5);
  g_assert_cmpuint (opened, ==, 1);
  g_assert_cmpuint (taken, <=, text->len);
  again = run (load, 3, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (opened, ==, 2);
  for (guint i = 0; i < ramp->n_levels; i++)
    g_assert_cmpmem (&ramp->level[ULL_LINE_MAIN][i], sizeof (UllRampLevel), &again->level[ULL_LINE_MAIN][i], sizeof (UllRampLevel));
}

/* The middle of 300 prompts of 200 to 599 and of answers of 20 to 59, as sorted by hand below. */
static int
compare_cb (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

static void
test_facts (void)
{
  g_autoptr (UllLoad) load = log_load (ULL_ARRIVALS_TRACE);
  g_autoptr (UllRamp) ramp = NULL;
  int prompts[300];
  double sum = 0;

  write_rows (5000);
  ramp = run (load, 1, 0, NULL);
  for (int i = 0; i < 300; i++)
    {
      prompts[i] = 200 + i * 37 % 400;
      sum += 20 + i * 7 % 40;
    }
  qsort (prompts, 300, sizeof *prompts, compare_cb);
  g_assert_cmpint (ramp->log.requests, ==, 300);
  g_assert_cmpint (ramp->log.prompt_median, ==, prompts[150]);
  g_assert_cmpfloat_with_epsilon (ramp->log.output_mean, sum / 300, 1e-9);
  g_assert_cmpint (ramp->log.span_ns, ==, G_GINT64_CONSTANT (29900000000));
}

/* A log shorter than what a level asks for is measured all the same, between its first and its last requests. */
static void
test_short (void)
{
  g_autoptr (UllLoad) load = log_load (ULL_ARRIVALS_CLOSED);
  g_autoptr (UllRamp) ramp = NULL;
  g_autoptr (GError) error = NULL;

  write_rows (60);
  ramp = run (load, 2, 1u << ULL_LINE_UNIFORM | 1u << ULL_LINE_STATIC, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < ramp->n_levels; i++)
    {
      g_assert_cmpint (ramp->level[ULL_LINE_MAIN][i].requests, >, 0);
      g_assert_cmpint (ramp->level[ULL_LINE_MAIN][i].requests, <=, 60);
      g_assert_cmpfloat (ramp->level[ULL_LINE_MAIN][i].output_tokens_per_s, >, 0);
    }
}

/* A fault past the rows that are asked for is nobody's; before them it is everybody's, with its row. */
static void
test_fault (void)
{
  g_autoptr (UllRequestLog) log = NULL;
  g_autoptr (GArray) some = NULL;

  write_rows (10);
  g_string_append (text, "0.5,8,8\n");
  log = ull_request_log_open (&source, "log.csv", 1, 16, NULL);
  some = ull_request_log_take (log, 10, NULL, NULL, NULL);
  g_assert_cmpuint (some->len, ==, 10);
  g_assert_cmpint (ull_request_log_count (log, 50, NULL, NULL), ==, 10);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_request_log_take (log, 11, NULL, NULL, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
      g_assert_nonnull (strstr (error->message, "log.csv: row 12"));
    }
  g_assert_cmpuint (opened, ==, 1);
}

/* More clients than a log has requests for: each would send one and none a second. */
static void
test_too_short (void)
{
  static const gint64 levels[] = { 1, 40 };
  g_autoptr (UllLoad) load = log_load (ULL_ARRIVALS_CLOSED);
  g_autoptr (UllScenario) scenario = case_scenario (2355);
  g_autoptr (GError) error = NULL;
  UllRampOptions options;

  write_rows (60);
  ull_ramp_options_init (&options);
  options.levels = levels;
  options.n_levels = G_N_ELEMENTS (levels);
  options.files = &source;
  g_assert_null (ull_ramp_new (scenario, load, &options, NULL, NULL, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "40 clients"));
  g_assert_nonnull (strstr (error->message, "at least 80"));
}

static void
test_none (void)
{
  g_autoptr (UllLoad) load = log_load (ULL_ARRIVALS_CLOSED);
  g_autoptr (GError) error = NULL;

  write_rows (0);
  g_assert_null (run (load, 2, 0, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "log.csv"));
}

static gboolean
stop_cb (gint64 unused, gpointer data)
{
  return FALSE;
}

static void
test_cancel (void)
{
  g_autoptr (UllRequestLog) log = NULL;
  g_autoptr (GError) error = NULL;

  write_rows (20000);
  log = ull_request_log_open (&source, "log.csv", 1, 16, NULL);
  g_assert_null (ull_request_log_take (log, 20000, stop_cb, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (taken, <, text->len);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/request-log/read-once", test_once);
  g_test_add_func ("/request-log/facts", test_facts);
  g_test_add_func ("/request-log/short", test_short);
  g_test_add_func ("/request-log/fault", test_fault);
  g_test_add_func ("/request-log/too-short", test_too_short);
  g_test_add_func ("/request-log/none", test_none);
  g_test_add_func ("/request-log/cancel", test_cancel);
  status = g_test_run ();
  g_string_free (text, TRUE);
  return status;
}
