#include "fuzz-bytes.h"
#include "fuzz.h"

#include "ull-error.h"
#include "ull-server-run.h"

#include <string.h>

/* Any bytes as a real run's request times, as JSON and as CSV. Times of what is read go forward, its block ids are the run's, and
 * as a load it gives as many requests; what is refused is one sentence with the file's name. */

static void
check_request (const UllServerRun *run, guint index)
{
  const UllServerRequest *request = &g_array_index (run->requests, UllServerRequest, index);

  g_assert_cmpint (request->arrival_ns, >=, index > 0 ? request[-1].arrival_ns : 0);
  g_assert_cmpint (request->first_token_ns, >=, request->arrival_ns);
  g_assert_cmpint (request->last_token_ns, >=, request->first_token_ns);
  g_assert_cmpint (request->prompt, >=, 1);
  g_assert_cmpint (request->output, >=, 1);
  g_assert_true (request->first_id <= run->ids->len && request->n_ids <= run->ids->len - request->first_id);
}

static void
check_load (const UllServerRun *run)
{
  guint n = 0;

  for (guint part = 0; part < run->parts->len; part++)
    {
      g_autoptr (UllWorkload) load = ull_server_run_open (run, part);

      for (; ull_workload_peek (load, NULL) != G_MAXINT64; n++)
        {
          UllRequest request;

          ull_workload_take (load, &request);
          ull_workload_done (load, &request, request.arrival_ns);
        }
    }
  g_assert_cmpuint (n, ==, run->requests->len);
}

static void
try_name (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllServerRun) run = ull_server_run_read (&fuzz_bytes_source, name, &error);

  g_assert_true ((run == NULL) == (error != NULL));
  if (run == NULL)
    {
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_true (g_str_has_prefix (error->message, name));
      g_assert_null (strchr (error->message, '\n'));
      return;
    }
  g_assert_cmpuint (run->requests->len, >, 0);
  for (guint i = 0; i < run->requests->len; i++)
    check_request (run, i);
  check_load (run);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  fuzz_bytes_set (data, size);
  try_name ("run.json");
  try_name ("run.csv");
  return 0;
}
