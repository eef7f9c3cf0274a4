#include "ramp-case.h"

#include "ull-fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A fit finds the coefficients that made a run, and is worth on the real ones what the manual for developers says. */

static gpointer
open_text_cb (const char *path, GError **error)
{
  return fmemopen ((gpointer) path, strlen (path), "rb");
}

static gpointer
open_file_cb (const char *path, GError **error)
{
  return fopen (path, "rb");
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

/* The first takes the file's text for its path. */
static const UllFileSource texts = { open_text_cb, read_cb, close_cb };
static const UllFileSource files = { open_file_cb, read_cb, close_cb };

static UllSchedulerOptions
options_of (const UllServerRun *run, gint64 blocks)
{
  UllSchedulerOptions options = { .blocks = blocks, .block_tokens = 16, .max_num_seqs = 256, .max_batched_tokens = 2048,
                                  .max_model_len = 16384, .prefix_caching = TRUE, .chunked_prefill = TRUE };

  ull_scheduler_options_set_generation (&options, ULL_GENERATION_MAIN);
  ull_server_run_set_options (run, &options);
  return options;
}

static void
row_cb (const UllRampRequest *request, gpointer data)
{
  g_string_append_printf (data, "%.9f,%d,%d,%.9f,%.9f\n", (double) request->arrival_ns / 1e9, (int) request->prompt,
                          (int) request->output, (double) request->first_token_ns / 1e9, (double) request->finish_ns / 1e9);
}

/* Runs that the scheduler itself made, without noise, of coefficients that are known: a third and three times of what the search is told,
 * steps that are nearly all base, nearly all tokens and nearly all context, servers that are idle between requests, full, and asked by clients
 * who wait for their answers, with tokens that hide behind the weights and without. Thirty requests are fitted to, the others are the test:
 * what is held is times and not coefficients, because what a run does not tell is not found. Where tokens hide nobody tells the search,
 * only that they may. */
typedef struct
{
  const char *name;
  double made[ULL_N_STEP_COEFFICIENTS];
  gint64 hidden;
  const char *arrivals;
  gint64 clients;
} Known;

static const Known knowns[] = {
  { "short-steps", { 3000, 40, 0.05 }, 0, "poisson:1", 256 },
  { "long-steps", { 60000, 120, 0.14 }, 0, "poisson:1", 256 },
  { "tokens", { 3000, 300, 0.05 }, 0, "poisson:2", 256 },
  { "context", { 3000, 12, 1.5 }, 0, "poisson:2", 256 },
  { "crowded", { 20000, 120, 0.14 }, 0, "poisson:10", 256 },
  { "clients", { 8000, 40, 0.05 }, 0, "closed", 8 },
  { "hidden", { 11000, 90, 0.2 }, 140, "poisson:2", 256 },
  { "hidden-short-steps", { 3000, 40, 0.05 }, 140, "poisson:8", 256 },
};

static UllServerRun *
run_of_known (const Known *known)
{
  g_autoptr (UllScenario) scenario = case_scenario (1300);
  g_autoptr (UllLoad) load = ull_load_new_preset ("conversation");
  g_autoptr (GString) text = g_string_new ("arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n");
  g_autoptr (GError) error = NULL;
  UllRampOptions options;
  UllServerRun *run;

  ull_ramp_options_init (&options);
  load->requests = 45;
  g_assert_true (ull_load_parse_arrivals (load, known->arrivals, NULL));
  memcpy (load->step_us, known->made, sizeof known->made);
  load->step_fitted = known->hidden > 0;
  load->step_hidden = known->hidden;
  g_assert_true (ull_ramp_each_request (scenario, load, &options, known->clients, row_cb, text, NULL));
  run = ull_server_run_read (&texts, text->str, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (run->requests->len, ==, 45);
  return run;
}

static void
test_known (gconstpointer data)
{
  const double begin[] = { 19300, 121, 0.144 };
  const Known *known = data;
  g_autoptr (UllServerRun) run = run_of_known (known);
  UllSchedulerOptions scheduler = options_of (run, 1301);
  g_autofree char *doubt = NULL;
  g_autoptr (UllFit) fit = NULL;
  UllFitErrors errors;

  run->hidden = 140;
  fit = ull_fit_new (run, &scheduler, begin, 30, NULL, NULL, NULL);
  ull_fit_get_errors (fit, FALSE, &errors);
  g_test_message ("%u tries, loss %g: %g %g %g, %d hidden; end to end %+.4f, first token %+.4f", fit->tries, fit->loss, fit->us[0], fit->us[1],
                  fit->us[2], (int) fit->hidden, errors.total_e2e, errors.total_ttft);
  g_assert_cmpuint (errors.n, ==, 15);
  g_assert_cmpfloat (errors.median_e2e, <, 0.02);
  g_assert_cmpfloat (fabs (errors.total_e2e), <, 0.02);
  g_assert_cmpfloat (errors.median_ttft, <, 0.04);
  g_assert_cmpfloat (fabs (errors.total_ttft), <, 0.04);
  doubt = ull_fit_dup_doubt (fit);
  g_assert_null (doubt);
}

/* Of the two real runs, each fitted to its first 60 requests: the rest within 2 % end to end and 4 % to the first token, wherever the
 * search begins: once at what card and model come to, once at twice and half of it. The corners are the cards':
 * 15.0 GB of weights at .82 of 1,008 and .80 of 1,792 GB/s, over 2 x 7.50e9 at .70 of 165.2 and of 467.8 TFLOP/s. */
typedef struct
{
  const char *name;
  double begin[ULL_N_STEP_COEFFICIENTS];
  gint64 hidden;
} Real;

static const Real reals[] = {
  { "real_vllm_rtx4090_llama31_8b.json", { 19300, 121, 0.144 }, 140 },
  { "real_vllm_rtxpro6000_llama31_8b.json", { 23200, 20, 0.162 }, 228 },
};

static void
test_real (gconstpointer data)
{
  const Real *real = data;
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", "..", "shared", "corpus", "traces", real->name, NULL);
  g_autoptr (UllServerRun) run = NULL;
  g_autoptr (UllFit) fit = NULL;
  UllSchedulerOptions scheduler;
  UllFitErrors errors;

  g_test_message ("%u real runs", g_file_test (path, G_FILE_TEST_EXISTS));
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  run = ull_server_run_read (&files, path, NULL);
  g_assert_cmpuint (run->requests->len, ==, 300);
  run->ahead = TRUE;
  run->hidden = real->hidden;
  scheduler = options_of (run, 40000);
  fit = ull_fit_new (run, &scheduler, real->begin, 60, NULL, NULL, NULL);
  ull_fit_get_errors (fit, FALSE, &errors);
  g_assert_cmpuint (errors.n, ==, 240);
  g_test_message ("%s: loss %g after %u, %g %g %g; end to end %+.4f, first token %+.4f", real->name, fit->loss, fit->tries, fit->us[0],
                  fit->us[1], fit->us[2], errors.total_e2e, errors.total_ttft);
  g_assert_cmpfloat (errors.median_e2e, <, 0.02);
  g_assert_cmpfloat (fabs (errors.total_e2e), <, 0.02);
  g_assert_cmpfloat (errors.median_ttft, <, 0.04);
  g_assert_cmpfloat (fabs (errors.total_ttft), <, 0.04);
}

static void
test_hostile (void)
{
  static const char *const broken[] = {
    "", "\n", "a,b\n1,2\n", "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,1,1,x,2\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,0,1,1,2\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n5,1,1,1,2\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,1,1,3,2\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,1,1,1\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,1,1,1,nan\n",
    "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,1,1,,2\n",
    "concurrency,arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,0,1,1,1,2\n",
    "outcome,arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\nunfinished,0,1,1,1,2\n",
    "outcome,arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\nrefused,0,1,1,,\n",
    "{", "{}", "{\"requests\": 3}", "{\"requests\": []}", "{\"requests\": [3]}", "{\"requests\": [[1,2]]}",
    "{\"requests\": [[0,0,1,1,0,1,1,[[0]]]]}", "{\"requests\": [[0,0,1,1,0,1,1,[[0,99999999999]]]]}",
    "{\"requests\": [[0,0,1,1,0,1,1,[[-1,1]]]]}", "{\"requests\": [[0,0,-1,1,0,1,1,[]]]}", "{\"requests\": [[0,0,1,1,0,NaN,1,[]]]}",
    "{\"kv_cache\": {\"block_size\": 0}, \"requests\": [[0,0,1,1,0,1,1,[]]]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;
      UllServerRun *run = ull_server_run_read (&texts, broken[i], &error);

      if (run != NULL)
        g_error ("%s was taken", broken[i]);
      g_assert_cmpint (error->domain, ==, ULL_ERROR);
    }
  g_test_message ("%u hostile runs", (guint) G_N_ELEMENTS (broken));
}

static UllServerRun *
run_of (guint requests)
{
  g_autoptr (GString) text = g_string_new ("arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n");

  for (guint i = 0; i < requests; i++)
    g_string_append (text, "0,100,10,1,2\n");
  return ull_server_run_read (&texts, text->str, NULL);
}

/* Requests that are all alike and come when none other runs take as long as each other in any simulation. Of these a third takes a second, a
 * third four and a third sixteen, so that whatever is fitted is off by at least half of two thirds of them. */
static void
test_doubt (void)
{
  const double begin[] = { 15000, 80, 0.15 };
  g_autoptr (GString) text = g_string_new ("arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n");
  g_autoptr (UllServerRun) run = NULL;
  g_autoptr (UllFit) fit = NULL;
  g_autofree char *doubt = NULL;
  UllSchedulerOptions scheduler;

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "%u,100,10,%u.1,%u\n", 100 * i, 100 * i, 100 * i + (1u << (2 * (i % 3))));
  run = ull_server_run_read (&texts, text->str, NULL);
  scheduler = options_of (run, 100);
  fit = ull_fit_new (run, &scheduler, begin, 0, NULL, NULL, NULL);
  doubt = ull_fit_dup_doubt (fit);
  g_assert_nonnull (strstr (doubt, "Do not rely"));
}

/* A request of three years has coefficients at which others cannot be counted: the search goes on. */
static void
test_long_times (void)
{
  const double begin[] = { 15000, 80, 0.15 };
  g_autoptr (GString) text = g_string_new ("arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n");
  g_autoptr (UllServerRun) run = NULL;
  g_autoptr (UllFit) fit = NULL;
  g_autoptr (GError) error = NULL;
  UllSchedulerOptions scheduler;

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "0,%u,%u,%u,%u\n", i % 2 == 0 ? 1u : 500u, i % 3 == 0 ? 1u : 500u, i % 2 == 0 ? 100000000u : 1u,
                            i % 2 == 0 || i == 1 ? 100000000u : 500u);
  run = ull_server_run_read (&texts, text->str, &error);
  g_assert_no_error (error);
  scheduler = options_of (run, 1000);
  fit = ull_fit_new (run, &scheduler, begin, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fit->residuals->len, ==, 12);
}

/* A test of fewer than ten requests says nothing: below forty all are fitted to. */
static void
test_usual_first (void)
{
  static const guint counts[][2] = { { 12, 12 }, { 39, 39 }, { 40, 30 }, { 300, 225 } };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (UllServerRun) run = run_of (counts[i][0]);

      g_assert_cmpuint (ull_fit_usual_first (run), ==, counts[i][1]);
    }
}

/* Three coefficients are not told by a request or two: that is said, of the run and of what is taken of it. */
static void
test_too_few (void)
{
  static const guint counts[][2] = { { 1, 0 }, { 9, 0 }, { 9, 60 }, { 30, 9 } };
  const double begin[] = { 15000, 80, 0.15 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (UllServerRun) run = run_of (counts[i][0]);
      UllSchedulerOptions scheduler = options_of (run, 100);
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_fit_new (run, &scheduler, begin, counts[i][1], NULL, NULL, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, "at least 10 would be right"));
    }
}

static gboolean
stop_cb (gint64 tries, gpointer data)
{
  return tries < 3;
}

static void
test_cancel (void)
{
  const double begin[] = { 15000, 80, 0.15 };
  g_autoptr (UllServerRun) run = run_of (10);
  UllSchedulerOptions scheduler = options_of (run, 100);
  g_autoptr (GError) error = NULL;

  g_assert_null (ull_fit_new (run, &scheduler, begin, 0, stop_cb, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A request that comes while a step runs is chosen for the next one, or, where steps are chosen ahead, for the one after it. */
static void
test_ahead (void)
{
  g_autoptr (UllServerRun) run = ull_server_run_read (
    &texts, "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,100,50,1,2\n0.105,100,50,1,2\n", NULL);
  const double us[] = { 10000, 1e-7, 1e-7 };
  UllSchedulerOptions scheduler = options_of (run, 100);
  g_autoptr (UllFit) at_once = ull_fit_try (run, &scheduler, us, 0, NULL), ahead = NULL;

  run->ahead = TRUE;
  ahead = ull_fit_try (run, &scheduler, us, 0, NULL);
  /* Steps of 10 ms end at 110 and 120: 5 ms of waiting and a step, and one step more. */
  g_assert_cmpfloat_with_epsilon (g_array_index (at_once->residuals, UllResidual, 1).simulated_ttft, 0.015, 1e-6);
  g_assert_cmpfloat_with_epsilon (g_array_index (ahead->residuals, UllResidual, 1).simulated_ttft, 0.025, 1e-6);
}

/* Two concurrencies are two servers: the prompts of 100 tokens at 50 us beside a step of 10 ms take 15 ms each, and together would take 20. Of
 * one concurrency of 1 with two that were there at once one waits, for the other's ten steps. */
static void
test_parts (void)
{
  static const char *const header = "concurrency,arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s,outcome\n";
  g_autofree char *two = g_strconcat (header, "4,7,100,10,8,9,finished\n8,3,100,10,4,5,finished\n8,3,9,9,,,refused\n", NULL);
  g_autofree char *one = g_strconcat (header, "1,7,100,10,8,9,\n1,7,100,10,9,10,\n", NULL);
  const double us[] = { 10000, 50, 1e-7 }, flat[] = { 10000, 1e-7, 1e-7 };
  g_autoptr (UllServerRun) apart = ull_server_run_read (&texts, two, NULL), capped = ull_server_run_read (&texts, one, NULL);
  UllSchedulerOptions scheduler = options_of (apart, 100);
  g_autoptr (UllFit) of_two = ull_fit_try (apart, &scheduler, us, 0, NULL), of_one = ull_fit_try (capped, &scheduler, flat, 0, NULL);
  g_autofree char *said = ull_fit_dup_parts (of_two), *nothing = ull_fit_dup_parts (of_one);

  g_assert_cmpuint (apart->requests->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (of_two->residuals, UllResidual, i).simulated_ttft, 0.015, 1e-6);
  g_assert_cmpint (g_array_index (apart->parts, UllServerPart, 0).cap, ==, 0);
  g_assert_cmpint (g_array_index (capped->parts, UllServerPart, 0).cap, ==, 1);
  g_assert_cmpfloat_with_epsilon (g_array_index (of_one->residuals, UllResidual, 0).simulated_ttft, 0.01, 1e-6);
  g_assert_cmpfloat_with_epsilon (g_array_index (of_one->residuals, UllResidual, 1).simulated_ttft, 0.11, 1e-6);
  g_assert_true (g_str_has_suffix (said, ": 4, 8."));
  g_assert_null (nothing);
}

/* A prompt of 100 tokens at 50 us each beside steps of 10 ms: 5 ms more on a line, 2 where 60 tokens hide, none where all do. */
static void
test_hidden (void)
{
  static const struct
  {
    gint64 hidden;
    double seconds;
  } cases[] = { { 0, 0.015 }, { 60, 0.012 }, { 100, 0.01 }, { 5000, 0.01 } };
  g_autoptr (UllServerRun) run
    = ull_server_run_read (&texts, "arrival_s,prompt_tokens,output_tokens,first_token_s,finish_s\n0,100,1,1,2\n", NULL);
  const double us[] = { 10000, 50, 1e-7 };
  UllSchedulerOptions scheduler = options_of (run, 100);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllFit) fit = NULL;

      run->hidden = cases[i].hidden;
      fit = ull_fit_try (run, &scheduler, us, 0, NULL);
      g_assert_cmpfloat_with_epsilon (g_array_index (fit->residuals, UllResidual, 0).simulated_ttft, cases[i].seconds, 1e-6);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (knowns); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fit/known/%s", knowns[i].name);

      g_test_add_data_func (path, &knowns[i], test_known);
    }
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fit/real/%u", i);

      g_test_add_data_func (path, &reals[i], test_real);
    }
  g_test_add_func ("/fit/hidden", test_hidden);
  g_test_add_func ("/fit/parts", test_parts);
  g_test_add_func ("/fit/hostile", test_hostile);
  g_test_add_func ("/fit/doubt", test_doubt);
  g_test_add_func ("/fit/long-times", test_long_times);
  g_test_add_func ("/fit/usual-first", test_usual_first);
  g_test_add_func ("/fit/too-few", test_too_few);
  g_test_add_func ("/fit/cancel", test_cancel);
  g_test_add_func ("/fit/ahead", test_ahead);
  return g_test_run ();
}
