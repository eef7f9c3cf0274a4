#include "sim-util.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Loads, what is measured of them against counts kept by this test, traces, and inputs that are none. */

static gpointer
open_cb (const char *path, GError **error)
{
  FILE *file = fopen (path, "rb");

  if (file == NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: cannot be opened", path);
  return file;
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  return (gssize) fread (buffer, 1, size, file);
}

static void
close_cb (gpointer file)
{
  fclose (file);
}

static const UllFileSource files = { open_cb, read_cb, close_cb };

/* A file that is text in memory, over and over. */
static gsize text_at, text_repeats;
static const char *text;

static gpointer
open_text_cb (const char *path, GError **error)
{
  text_at = 0;
  return &text_at;
}

static gssize
read_text_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  gsize length = strlen (text), n = 0;

  for (; n < size && text_at < length * text_repeats; n++, text_at++)
    buffer[n] = text[text_at % length];
  return (gssize) n;
}

static void
close_text_cb (gpointer file)
{
}

static const UllFileSource texts = { open_text_cb, read_text_cb, close_text_cb };

typedef struct
{
  GArray *ttft;
  GArray *e2e;
  double gaps;   /* nanoseconds between first and last tokens */
  gint64 n_gaps;
  gint64 hits;
  gint64 prompts;
  guint requests;
} Seen;

static void
request_cb (const UllSimRequest *request, gpointer data)
{
  Seen *seen = data;
  gint64 ttft = request->first_token_ns - request->request->arrival_ns;
  gint64 e2e = request->finish_ns - request->request->arrival_ns;

  seen->requests++;
  if (request->outcome != ULL_OUTCOME_FINISHED)
    return;
  g_array_append_val (seen->ttft, ttft);
  g_array_append_val (seen->e2e, e2e);
  seen->gaps += (double) (request->finish_ns - request->first_token_ns);
  seen->n_gaps += request->request->output - 1;
  seen->hits += request->hit_tokens;
  seen->prompts += request->request->prompt;
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
assert_quantiles (const UllQuantiles *histogram, GArray *values)
{
  g_array_sort (values, compare_cb);
  g_assert_cmpuint (histogram->count, ==, values->len);
  for (gint64 ppm = 0; ppm <= 1000000; ppm += 5000)
    {
      guint rank = (guint) MAX (ceil ((double) values->len * (double) ppm / 1e6), 1) - 1;
      double exact = (double) g_array_index (values, gint64, rank);

      g_assert_cmpfloat (fabs ((double) ull_quantiles_quantile (histogram, ppm) - exact), <=, exact * 0.004 + 1);
    }
  g_assert_cmpint (histogram->greatest, ==, g_array_index (values, gint64, values->len - 1));
}

static void
run_seen (const UllSimOptions *options, UllWorkload *source, Seen *seen, UllSimResult *result)
{
  UllSimWatch watch = { .request = request_cb, .data = seen };
  g_autoptr (GError) error = NULL;

  *seen = (Seen) { .ttft = g_array_new (FALSE, FALSE, sizeof (gint64)), .e2e = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  g_assert_true (ull_sim_run (options, source, &watch, result, &error));
  g_assert_no_error (error);
}

static void
clear_seen (Seen *seen, UllSimResult *result)
{
  g_array_unref (seen->ttft);
  g_array_unref (seen->e2e);
  ull_sim_result_clear (result);
}

/* Every figure beside its own count: quantiles within the histogram's 0.4 %, and the gaps' sum and number to the
 * nanosecond, for each way that requests arrive. */
static void
test_measures (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("lognormal:6,0.8,16,4000"), outputs = sim_lengths_of ("uniform:1,300");

  for (int arrivals = ULL_ARRIVALS_CLOSED; arrivals <= ULL_ARRIVALS_ON_OFF; arrivals++)
    {
      UllRandomLoad load = sim_load_of (lengths, outputs);
      UllSimOptions options = sim_options_of (700, arrivals % 2 == 0);
      g_autoptr (UllWorkload) source = NULL;
      UllSimResult result;
      Seen seen;

      load.arrivals = (UllArrivals) arrivals;
      load.on_seconds = 2;
      load.off_seconds = 5;
      load.prefix_tokens = 100;
      load.prefix_fraction = 0.5;
      options.scheduler.check_every = 1;
      source = ull_workload_new_random (&load, NULL);
      run_seen (&options, source, &seen, &result);
      g_assert_cmpint (result.answered, ==, 400);
      assert_quantiles (&result.ttft, seen.ttft);
      assert_quantiles (&result.e2e, seen.e2e);
      g_assert_cmpuint (result.itl.count, ==, (guint64) seen.n_gaps);
      g_assert_cmpfloat (fabs (result.itl.sum - seen.gaps), <=, seen.gaps * 1e-12);
      g_assert_cmpint (result.totals.first_hit_tokens, ==, seen.hits);
      g_assert_cmpint (result.totals.first_queries, ==, seen.prompts);
      g_assert_cmpfloat (result.use_max, <=, 1);
      g_assert_cmpfloat (result.use_mean, >, 0);
      clear_seen (&seen, &result);
    }
}

/* A client's next prompt is its history and the new question: with room for all, all full blocks but those of the system
 * prompt's first reader and of new tokens are hits. Turn t of 3, questions of 160, answers of 80, system prompt 64: prompts
 * of 64 + 160 (t + 1) + 80 t tokens; the history before the question lacks the last answer's last token in the pool, which
 * costs the block that it ends. */
static void
test_sessions (void)
{
  g_autoptr (UllLengths) questions = sim_lengths_of ("fixed:160"), answers = sim_lengths_of ("fixed:80");
  UllSessionLoad load = { .requests = 30, .seed = 1, .clients = 5, .turns = 3, .system_tokens = 64, .questions = questions,
                          .answers = answers, .max_tokens = 1 << 20, .block_tokens = 16, .patience_ns = -1 };
  UllSimOptions options = sim_options_of (4096, TRUE);
  g_autoptr (UllWorkload) source = ull_workload_new_sessions (&load, NULL);
  UllSimResult result;
  Seen seen;
  gint64 prompts = 0, hits = 0;

  run_seen (&options, source, &seen, &result);
  for (gint64 t = 0; t < 3; t++)
    {
      prompts += 10 * (64 + 160 * (t + 1) + 80 * t);
      hits += 10 * (t == 0 ? 64 : 64 + 240 * t - 16);
    }
  hits -= 64; /* the first of all sessions computes the system prompt */
  g_assert_cmpint (seen.prompts, ==, prompts);
  g_assert_cmpint (seen.hits, ==, hits);
  clear_seen (&seen, &result);
}

/* A step of 1 ms, the whole prompt in the first of them: an answer of 80 tokens takes 80 ms. Who waits so long has it, of three turns each; who does
 * not leaves at each first turn, so that no prompt is longer than the system prompt and one question. { patience in ms, prompts' tokens } */
static void
test_sessions_leave (void)
{
  static const struct
  {
    gint64 ms;
    gint64 prompts;
    gint64 answered;
  } cases[] = { { 80, 2 * (224 + 464 + 704), 6 }, { 79, 6 * 224, 0 }, { 1, 6 * 224, 0 } };
  g_autoptr (UllLengths) questions = sim_lengths_of ("fixed:160"), answers = sim_lengths_of ("fixed:80");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllSessionLoad load = { .requests = 6, .seed = 1, .clients = 1, .turns = 3, .system_tokens = 64, .questions = questions,
                              .answers = answers, .max_tokens = 1 << 20, .block_tokens = 16, .patience_ns = cases[i].ms * 1000000 };
      UllSimOptions options = sim_options_of (4096, TRUE);
      g_autoptr (UllWorkload) source = ull_workload_new_sessions (&load, NULL);
      UllSimResult result;
      Seen seen;

      options.time = (UllStepTime) { .base_ns = 1000000 };
      run_seen (&options, source, &seen, &result);
      g_assert_cmpint (result.totals.first_queries, ==, cases[i].prompts);
      g_assert_cmpint (result.answered, ==, cases[i].answered);
      g_assert_cmpint (result.cancelled, ==, 6 - cases[i].answered);
      clear_seen (&seen, &result);
    }
}

/* A shared prefix lies inside the drawn length; a prompt shorter than it becomes the prefix. */
static void
test_prefix (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("uniform:20,400"), outputs = sim_lengths_of ("fixed:10");
  UllRandomLoad load = sim_load_of (lengths, outputs);
  g_autoptr (UllWorkload) source = NULL;
  guint shorter = 0;

  load.prefix_tokens = 200;
  load.prefix_fraction = 1;
  load.requests = 2000;
  source = ull_workload_new_random (&load, NULL);
  for (guint i = 0; i < 2000; i++)
    {
      UllRequest request;

      ull_workload_take (source, &request);
      g_assert_cmpint (request.prompt, >=, 200);
      g_assert_cmpint (request.prompt, <=, 390);
      g_assert_cmpint (request.content.shared_blocks, ==, 12);
      shorter += request.prompt == 200;
    }
  /* Lengths of 20 to 210 are prompts of at most 200: 191 of 381. */
  g_assert_cmpfloat (fabs (shorter / 2000.0 - 191.0 / 381), <, 0.04);
}

/* Mean and coefficient of variation of the gaps, of 100,000: within 2 % (5 % of a wide gamma's). */
static void
test_gaps (void)
{
  static const struct
  {
    UllArrivals arrivals;
    double cv;
    double wanted_cv;
  } cases[] = { { ULL_ARRIVALS_POISSON, 0, 1 }, { ULL_ARRIVALS_GAMMA, 0, 0 }, { ULL_ARRIVALS_GAMMA, 0.5, 0.5 },
                { ULL_ARRIVALS_GAMMA, 1, 1 },   { ULL_ARRIVALS_GAMMA, 3, 3 } };
  g_autoptr (UllLengths) lengths = sim_lengths_of ("fixed:100"), outputs = sim_lengths_of ("fixed:10");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllRandomLoad load = sim_load_of (lengths, outputs);
      g_autoptr (UllWorkload) source = NULL;
      double sum = 0, squares = 0, n = 100000, mean;
      gint64 last = 0;

      load.arrivals = cases[i].arrivals;
      load.cv = cases[i].cv;
      load.requests = (gint64) n;
      load.rate = 50;
      source = ull_workload_new_random (&load, NULL);
      for (gint64 k = 0; k < load.requests; k++)
        {
          UllRequest request;
          double gap;

          ull_workload_take (source, &request);
          g_assert_cmpint (request.arrival_ns, >=, last);
          gap = (double) (request.arrival_ns - last) / 1e9;
          sum += gap;
          squares += gap * gap;
          last = request.arrival_ns;
        }
      mean = sum / n;
      g_assert_cmpfloat (fabs (mean - 0.02), <, 0.02 * (cases[i].cv > 1 ? 0.05 : 0.02));
      g_assert_cmpfloat (fabs (sqrt (MAX (squares / n - mean * mean, 0)) / mean - cases[i].wanted_cv), <,
                         0.001 + cases[i].wanted_cv * 0.05);
    }
}

/* Popularity i ^ -1 of four: 12/25, 6/25, 4/25, 3/25. */
static void
test_zipf (void)
{
  g_autoptr (UllZipf) zipf = ull_zipf_new (4, 1);
  UllRandom random;
  guint seen[4] = { 0 };

  ull_random_init (&random, 5);
  for (int i = 0; i < 100000; i++)
    seen[ull_zipf_next (zipf, &random)]++;
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat (fabs (seen[i] / 100000.0 - 12.0 / 25 / (i + 1)), <, 0.01);
}

/* The same seed gives the same run; another gives another; more clients draw the same requests. */
static void
test_seeds (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("lognormal:6.6,0.9,64,8192"), outputs = sim_lengths_of ("uniform:1,200");
  gint64 ends[3];

  for (int i = 0; i < 3; i++)
    {
      UllRandomLoad load = sim_load_of (lengths, outputs);
      UllSimOptions options = sim_options_of (2000, TRUE);
      g_autoptr (UllWorkload) source = NULL;
      UllSimResult result;
      Seen seen;

      load.seed = i < 2 ? 3 : 4;
      source = ull_workload_new_random (&load, NULL);
      run_seen (&options, source, &seen, &result);
      ends[i] = result.end_ns;
      clear_seen (&seen, &result);
    }
  g_assert_cmpint (ends[0], ==, ends[1]);
  g_assert_cmpint (ends[0], !=, ends[2]);
  {
    UllRandomLoad few = sim_load_of (lengths, outputs), many = few;
    g_autoptr (UllWorkload) a = NULL, b = NULL;

    few.arrivals = many.arrivals = ULL_ARRIVALS_CLOSED;
    few.clients = 4;
    many.clients = 300;
    a = ull_workload_new_random (&few, NULL);
    b = ull_workload_new_random (&many, NULL);
    for (int i = 0; i < 4; i++)
      {
        UllRequest x, y;

        ull_workload_take (a, &x);
        ull_workload_take (b, &y);
        g_assert_cmpint (x.prompt, ==, y.prompt);
        g_assert_cmpint (x.output, ==, y.output);
      }
  }
}

/* Several answers to one prompt: its full blocks are computed once, 160 of 170 tokens. */
static void
test_sequences (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("fixed:200"), outputs = sim_lengths_of ("fixed:30");
  UllRandomLoad load = sim_load_of (lengths, outputs);
  UllSimOptions options = sim_options_of (2000, TRUE);
  g_autoptr (UllWorkload) source = NULL;
  UllSimResult result;
  Seen seen;

  load.sequences = 3;
  load.requests = 50;
  options.scheduler.check_every = 1;
  source = ull_workload_new_random (&load, NULL);
  run_seen (&options, source, &seen, &result);
  g_assert_cmpint (result.answered, ==, 50);
  g_assert_cmpint (result.totals.finished, ==, 150);
  g_assert_cmpint (result.totals.first_hit_tokens, ==, 50 * 2 * 160);
  g_assert_cmpint (result.output_tokens, ==, 50 * 3 * 30);
  clear_seen (&seen, &result);
}

/* Clients that leave: every request is either answered or given up, and blocks come back after the lag. */
static void
test_patience (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("uniform:100,900"), outputs = sim_lengths_of ("uniform:1,90");
  UllRandomLoad load = sim_load_of (lengths, outputs);
  UllSimOptions options = sim_options_of (150, TRUE);
  g_autoptr (UllWorkload) source = NULL;
  UllSimResult result;
  Seen seen;

  load.rate = 40;
  load.patience_ns = 2000000000;
  options.scheduler.release_lag = 3;
  options.scheduler.check_every = 1;
  source = ull_workload_new_random (&load, NULL);
  run_seen (&options, source, &seen, &result);
  g_assert_cmpint (result.cancelled, >, 20);
  g_assert_cmpint (result.answered, >, 20);
  g_assert_cmpint (result.answered + result.cancelled, ==, 400);
  g_assert_cmpuint (seen.requests, ==, 400);
  g_assert_cmpint (result.e2e.greatest, <=, 2000000000 + 100000000);
  clear_seen (&seen, &result);
}

/* A run that is stopped, one that is stuck, one that refuses: answers, and nothing is lost (the leak checker looks). */
static void
test_bounded (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("uniform:3000,6000"), outputs = sim_lengths_of ("uniform:1,3000");
  UllRandomLoad load = sim_load_of (lengths, outputs);
  UllSimWatch stop = { .go_on = sim_stop_cb };

  for (int i = 0; i < 3; i++)
    {
      UllSimOptions options = sim_options_of (i == 1 ? 50 : 1000, TRUE);
      g_autoptr (UllWorkload) source = ull_workload_new_random (&load, NULL);
      UllSimResult result;

      options.scheduler.max_model_len = i == 2 ? 3200 : 1 << 20;
      g_assert_true (ull_sim_run (&options, source, i == 0 ? &stop : NULL, &result, NULL));
      g_assert_true (result.ended_early == (i == 0));
      g_assert_true (result.stuck == (i == 1));
      g_assert_true ((result.refused > 0) == (i == 2));
      ull_sim_result_clear (&result);
    }
}

static void
test_bad_loads (void)
{
  g_autoptr (UllLengths) lengths = sim_lengths_of ("fixed:100"), outputs = sim_lengths_of ("fixed:10");
  UllRandomLoad good = sim_load_of (lengths, outputs), bad[15];

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    bad[i] = good;
  bad[0].rate = 0;
  bad[1].rate = NAN;
  bad[2].rate = INFINITY;
  bad[3].arrivals = ULL_ARRIVALS_GAMMA;
  bad[3].cv = INFINITY;
  bad[4].arrivals = ULL_ARRIVALS_GAMMA;
  bad[4].cv = -1;
  bad[5].requests = 0;
  bad[6].arrivals = ULL_ARRIVALS_CLOSED;
  bad[6].clients = 0;
  bad[7].prefix_fraction = 1.5;
  bad[8].prefix_tokens = -1;
  bad[9].sequences = 0;
  bad[10].zipf = NAN;
  bad[11].arrivals = ULL_ARRIVALS_ON_OFF;
  bad[11].on_seconds = 0;
  bad[12].prefixes = G_MAXUINT;
  bad[13].block_tokens = 0;
  bad[14].patience_ns = G_MAXINT64;
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_workload_new_random (&bad[i], &error));
      g_assert_nonnull (strstr (error->message, "would be right"));
    }
}

/* { the trace, the place that the sentence names } */
static void
test_bad_traces (void)
{
  static const struct
  {
    const char *text;
    const char *place;
  } cases[] = {
    { "TIMESTAMP,ContextTokens\n0,5\n", "GeneratedTokens" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n5,10,3\n4,10,3\n", "row 3" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n5,-10,3\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n5,10\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n5,99999999999999999999,3\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\nnoon,10,3\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-13-16 18:17:03,10,3\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n5,0,3\n", "row 2" },
    { "{\"timestamp\":1,\"input_length\":5}\n", "output_length" },
    { "{\"timestamp\":1,\"input_length\":5,\"output_length\":-1}\n", "row 1" },
    { "{\"timestamp\":2,\"input_length\":5,\"output_length\":1}\n{\"timestamp\":1,\"input_length\":5,\"output_length\":1}\n",
      "row 2" },
    { "{\"timestamp\":2,\"input_length\":5,\"output_length\":1,\"hash_ids\":7}\n", "hash_ids" },
    { "{\"timestamp\":2,\n", "row 1" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n9999-01-01 00:00:00,10,3\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n1969-01-01 00:00:00,10,3\n", "row 2" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n1970-01-01 00:00:00,10,3\n2262-01-01 00:00:00,10,3\n", "row 3" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n5,10,3\n2024-05-10 00:00:00 CEST,10,3\n", "row 3, column TIMESTAMP: what stands behind" },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-10-27 02:30:00+01:00,10,3\n2024-10-27 02:30:00+02:00,10,3\n", "row 3" },
    { "{\"timestamp\":\"soon\",\"input_length\":5,\"output_length\":1}\n", "timestamp: this is no time" },
    { "{\"timestamp\":1e30,\"input_length\":5,\"output_length\":1}\n", "timestamp: is out of range" },
    { "{\"timestamp\":[],\"input_length\":5,\"output_length\":1}\n", "timestamp" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllSimOptions options = sim_options_of (100, TRUE);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllWorkload) source = NULL;

      text = cases[i].text;
      text_repeats = 1;
      source = ull_workload_new_trace (&texts, "log.csv", -1, 1, 16, 1, &error);
      if (source != NULL)
        {
          UllSimResult result;

          g_assert_false (ull_sim_run (&options, source, NULL, &result, &error));
          ull_sim_result_clear (&result);
        }
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, "log.csv"));
      g_assert_nonnull (strstr (error->message, cases[i].place));
    }
}

/* Days and times count from the first row, with their fractions; blocks of a hash id are the same where the id is, and the
 * answer's are nobody's. */
static void
test_trace (void)
{
  g_autoptr (UllWorkload) source = NULL;
  UllRequest a, b;

  text = "TIMESTAMP,ContextTokens,GeneratedTokens\n2023-11-16 23:59:59.9799600,4808,10\n2023-11-17 00:00:01.0319600,3180,8\n";
  text_repeats = 1;
  source = ull_workload_new_trace (&texts, "x", -1, 2, 16, 1, NULL);
  g_assert_cmpint (ull_workload_peek (source, NULL), ==, 0);
  ull_workload_take (source, &a);
  g_assert_cmpint (ull_workload_peek (source, NULL), ==, 526000000); /* 1.052 s, twice as fast */
  ull_workload_take (source, &b);
  g_assert_cmpint (b.prompt, ==, 3180);
  g_assert_cmpint (ull_workload_peek (source, NULL), ==, G_MAXINT64);
  ull_workload_done (source, &a, 0);
  ull_workload_done (source, &b, 0);
  g_clear_pointer (&source, ull_workload_free);

  text = "{\"timestamp\":0,\"input_length\":1000,\"output_length\":100,\"hash_ids\":[4,5]}\n"
         "{\"timestamp\":9,\"input_length\":1000,\"output_length\":100,\"hash_ids\":[4,6]}\n";
  source = ull_workload_new_trace (&texts, "x", -1, 1, 16, 1, NULL);
  ull_workload_peek (source, NULL);
  ull_workload_take (source, &a);
  g_assert_cmpint (ull_workload_peek (source, NULL), ==, 9000000);
  ull_workload_take (source, &b);
  for (gint64 i = 0; i < 70; i++)
    g_assert_true ((ull_content_hash (&a.content, i) == ull_content_hash (&b.content, i)) == (i < 32));
  ull_workload_done (source, &a, 0);
  ull_workload_done (source, &b, 0);
}

/* { a log, when its second request comes after the first } */
static void
test_trace_times (void)
{
  static const struct
  {
    const char *text;
    gint64 ns;
  } cases[] = {
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-05-10 00:00:00.123456+00:00,9,1\n2024-05-10T02:00:01.123457+02:00,9,1\n", 1000001000 },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n2024-10-27 02:30:00+02:00,9,1\n2024-10-27 02:30:00+01:00,9,1\n", 3600000000000 },
    { "TIMESTAMP;ContextTokens;GeneratedTokens\n2024-05-10 00:00:00,25;9;1\n2024-05-10 00:00:00,75;9;1\n", 500000000 },
    { "TIMESTAMP,ContextTokens,GeneratedTokens\n1715299200.000000001,9,1\n1715299200.5,9,1\n", 499999999 },
    { "{\"timestamp\":1715299200000,\"input_length\":9,\"output_length\":1}\n{\"timestamp\":1715299200027,\"input_length\":9,\"output_length\":1}\n",
      27000000 },
    { "{\"timestamp\":0.25,\"input_length\":9,\"output_length\":1}\n{\"timestamp\":1.5,\"input_length\":9,\"output_length\":1}\n", 1250000 },
    { "{\"timestamp\":\"2024-05-10T00:00:00Z\",\"input_length\":9,\"output_length\":1}\n"
      "{\"timestamp\":\"2024-05-10T00:00:00.001Z\",\"input_length\":9,\"output_length\":1}\n",
      1000000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllWorkload) source = NULL;
      UllRequest request;

      text = cases[i].text;
      text_repeats = 1;
      source = ull_workload_new_trace (&texts, "x", -1, 1, 16, 1, &error);
      g_assert_cmpint (ull_workload_peek (source, &error), ==, 0);
      ull_workload_take (source, &request);
      g_assert_cmpint (ull_workload_peek (source, &error), ==, cases[i].ns);
      g_assert_no_error (error);
      ull_workload_done (source, &request, 0);
    }
}

/* A log of 100,000 requests takes no more memory than one of 3,000. */
static void
test_streams (void)
{
  UllSimOptions options = sim_options_of (1000, FALSE);
  gint64 heap[2];

  text = "TIMESTAMP,ContextTokens,GeneratedTokens\n";
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GString) log = g_string_new ("TIMESTAMP,ContextTokens,GeneratedTokens\n");
      g_autoptr (UllWorkload) source = NULL;
      UllSimResult result;
      struct mallinfo2 before, after;

      for (int k = 0; k < (i == 0 ? 3000 : 100000); k++)
        g_string_append_printf (log, "%d.%03d,%d,%d\n", k / 50, k % 50 * 20, 20 + k % 77, 1 + k % 5);
      text = log->str;
      text_repeats = 1;
      before = mallinfo2 ();
      source = ull_workload_new_trace (&texts, "x", -1, 1, 16, 1, NULL);
      g_assert_true (ull_sim_run (&options, source, NULL, &result, NULL));
      after = mallinfo2 ();
      g_assert_cmpint (result.answered, ==, i == 0 ? 3000 : 100000);
      heap[i] = (gint64) after.uordblks - (gint64) before.uordblks;
      ull_sim_result_clear (&result);
    }
  g_assert_cmpint (heap[1], <=, heap[0] + 65536);
}

static char *
find_trace (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "..", "shared", "corpus", "traces", name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

/* Recorded loads: { file, requests, mean prompt, mean output } as the corpus's own statistics give them. */
static void
test_recorded_loads (void)
{
  static const struct
  {
    const char *name;
    gint64 requests;
    double prompt;
    double output;
  } cases[] = { { "azure2023_code.csv", 8819, 2047.85, 27.88 },
                { "azure2023_conv.csv", 19366, 1154.7, 211.13 },
                { "mooncake_conversation_first2000.jsonl", 2000, 0, 0 } };
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = find_trace (cases[i].name);
      UllSimOptions options = sim_options_of (100000, TRUE);
      g_autoptr (UllWorkload) source = NULL;
      g_autoptr (GError) error = NULL;
      UllSimResult result;

      if (path == NULL)
        continue;
      n++;
      options.time.context_fs = 0;
      source = ull_workload_new_trace (&files, path, -1, 1, 16, 1, &error);
      g_assert_no_error (error);
      g_assert_true (ull_sim_run (&options, source, NULL, &result, &error));
      g_assert_no_error (error);
      g_assert_cmpint (result.answered, ==, cases[i].requests);
      g_test_message ("%s: %" G_GINT64_FORMAT " requests, hit rate %.3f, %" G_GINT64_FORMAT " preemptions", cases[i].name,
                      result.answered, (double) result.totals.first_hit_tokens / (double) result.totals.first_queries,
                      result.totals.preemptions);
      if (cases[i].prompt > 0)
        {
          g_assert_cmpfloat (fabs ((double) result.totals.first_queries / (double) result.answered - cases[i].prompt), <, 0.01);
          g_assert_cmpfloat (fabs ((double) result.output_tokens / (double) result.answered - cases[i].output), <, 0.01);
        }
      ull_sim_result_clear (&result);
    }
  g_test_message ("%u recorded loads", n);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/measures", test_measures);
  g_test_add_func ("/sim/sessions", test_sessions);
  g_test_add_func ("/sim/sessions-leave", test_sessions_leave);
  g_test_add_func ("/sim/prefix", test_prefix);
  g_test_add_func ("/sim/gaps", test_gaps);
  g_test_add_func ("/sim/zipf", test_zipf);
  g_test_add_func ("/sim/seeds", test_seeds);
  g_test_add_func ("/sim/sequences", test_sequences);
  g_test_add_func ("/sim/patience", test_patience);
  g_test_add_func ("/sim/bounded", test_bounded);
  g_test_add_func ("/sim/bad-loads", test_bad_loads);
  g_test_add_func ("/sim/bad-traces", test_bad_traces);
  g_test_add_func ("/sim/trace", test_trace);
  g_test_add_func ("/sim/trace-times", test_trace_times);
  g_test_add_func ("/sim/streams", test_streams);
  g_test_add_func ("/sim/recorded-loads", test_recorded_loads);
  return g_test_run ();
}
