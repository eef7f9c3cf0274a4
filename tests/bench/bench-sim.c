#include "ull-sim.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the simulator costs: 5,000 Poisson requests of about 213 + 186 tokens, statistics included, with and without the
 * prefix cache; nanoseconds a request-step (one sequence in one step) and requests a second, medians of runs in processor
 * time of this thread. `bench-sim one off|on` does a single run, for callgrind: instructions a request-step do not depend on
 * what else the machine does. `bench-sim stream N` reads a log of N requests. */

#define N_RUNS 15
#define REQUESTS 5000

static double
cpu_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e9 + (double) now.tv_nsec;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

typedef struct
{
  gint64 request_steps;
  gint64 steps;
  double prompt;
  double output;
} Work;

static void
step_cb (const UllSimStep *step, const UllScheduler *scheduler, gpointer data)
{
  Work *work = data;

  work->request_steps += step->report.running;
  work->steps++;
}

static void
request_cb (const UllSimRequest *request, gpointer data)
{
  Work *work = data;

  work->prompt += (double) request->request->prompt / REQUESTS;
  work->output += (double) request->request->output / REQUESTS;
}

static double
run_once (gboolean caching, Work *work)
{
  g_autoptr (UllLengths) lengths = ull_lengths_new ("uniform:250,548", NULL, NULL);
  g_autoptr (UllLengths) outputs = ull_lengths_new ("uniform:124,248", NULL, NULL);
  UllRandomLoad load = { .arrivals = ULL_ARRIVALS_POISSON, .requests = REQUESTS, .seed = 1, .rate = 40, .lengths = lengths,
                         .outputs = outputs, .prefix_tokens = caching ? 128 : 0, .prefix_fraction = 0.5, .prefixes = 8,
                         .zipf = 1, .sequences = 1, .patience_ns = -1, .block_tokens = 16 };
  g_autoptr (UllWorkload) source = ull_workload_new_random (&load, NULL);
  UllSimOptions options = { .scheduler = { .blocks = 8192, .block_tokens = 16, .max_num_seqs = 256,
                                           .max_batched_tokens = 8192, .max_model_len = 8192, .chunked_prefill = TRUE,
                                           .prefix_caching = caching },
                            .time = { .base_ns = 8000000, .token_ps = 12000000, .context_fs = 0 } };
  UllSimWatch watch = { .step = step_cb, .request = request_cb, .data = work };
  UllSimResult result;
  double begin;

  ull_scheduler_options_set_generation (&options.scheduler, ULL_GENERATION_MAIN);
  begin = cpu_ns ();
  if (!ull_sim_run (&options, source, work != NULL ? &watch : NULL, &result, NULL) || result.answered != REQUESTS)
    g_error ("the benchmark's load was not answered");
  begin = cpu_ns () - begin;
  ull_sim_result_clear (&result);
  return begin;
}

static void
measure (gboolean caching)
{
  double run[N_RUNS];
  Work work = { 0 };

  run_once (caching, &work);
  for (int i = 0; i < N_RUNS; i++)
    run[i] = run_once (caching, NULL);
  qsort (run, N_RUNS, sizeof run[0], compare_cb);
  g_print ("%-14s %6.1f ns a request-step  %8.0f requests/s  (%.0f + %.0f tokens, %" G_GINT64_FORMAT
           " steps, %.1f running in the mean)\n",
           caching ? "caching on" : "caching off", run[N_RUNS / 2] / (double) work.request_steps,
           REQUESTS / (run[N_RUNS / 2] / 1e9), work.prompt, work.output, work.steps,
           (double) work.request_steps / (double) work.steps);
}

/* A log of @rows requests that is made as it is read: what stays in memory is what is in flight. */
typedef struct
{
  gint64 rows;
  gint64 row;
  char line[64];
  gsize at;
} Log;

static gpointer
open_cb (const char *path, GError **error)
{
  Log *log = g_new0 (Log, 1);

  log->rows = g_ascii_strtoll (path, NULL, 10);
  g_strlcpy (log->line, "TIMESTAMP,ContextTokens,GeneratedTokens\n", sizeof log->line);
  return log;
}

static gssize
read_cb (gpointer file, char *buffer, gsize size, GError **error)
{
  Log *log = file;
  gsize n = 0;

  while (n < size)
    {
      if (log->line[log->at] == '\0')
        {
          if (log->row == log->rows)
            break;
          g_snprintf (log->line, sizeof log->line, "%.3f,%d,%d\n", (double) log->row / 400, 20 + (int) (log->row % 77),
                      1 + (int) (log->row % 9));
          log->row++;
          log->at = 0;
        }
      buffer[n++] = log->line[log->at++];
    }
  return (gssize) n;
}

static int
stream (const char *rows)
{
  static const UllFileSource files = { open_cb, read_cb, g_free };
  g_autoptr (UllWorkload) workload = ull_workload_new_trace (&files, rows, -1, 1, 16, 1, NULL);
  UllSimOptions options = { .scheduler = { .blocks = 8192, .block_tokens = 16, .max_num_seqs = 256,
                                           .max_batched_tokens = 8192, .max_model_len = 8192, .chunked_prefill = TRUE,
                                           .prefix_caching = TRUE },
                            .time = { .base_ns = 4000000, .token_ps = 2000000, .context_fs = 0 } };
  UllSimResult result;
  double begin = cpu_ns ();

  if (!ull_sim_run (&options, workload, NULL, &result, NULL))
    g_error ("the log was not read");
  g_print ("%" G_GINT64_FORMAT " requests from a log in %.1f s, p99 of the gaps between tokens %.1f ms\n", result.answered,
           (cpu_ns () - begin) / 1e9, (double) ull_quantiles_quantile (&result.itl, 990000) / 1e6);
  ull_sim_result_clear (&result);
  return 0;
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "C");
  if (argc == 3 && strcmp (argv[1], "one") == 0)
    {
      Work work = { 0 };

      run_once (strcmp (argv[2], "on") == 0, &work);
      g_print ("%" G_GINT64_FORMAT "\n", work.request_steps);
      return 0;
    }
  if (argc == 3 && strcmp (argv[1], "stream") == 0)
    return stream (argv[2]);
  measure (FALSE);
  measure (TRUE);
  return 0;
}
