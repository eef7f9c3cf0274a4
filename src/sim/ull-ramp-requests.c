#include "ull-ramp-private.h"

/* The same run as the level's, with an ear for every request. */

typedef struct
{
  UllRampRequestFunc func;
  gpointer data;
} Listener;

static void
request_cb (const UllSimRequest *report, gpointer data)
{
  const Listener *listener = data;
  UllRampRequest request = {
    .number = report->number,
    .client = report->request->session,
    .prompt = report->request->prompt,
    .output = report->request->output,
    .hit_tokens = report->hit_tokens,
    .arrival_ns = report->request->arrival_ns,
    .first_token_ns = report->first_token_ns,
    .finish_ns = report->outcome <= ULL_OUTCOME_CANCELLED ? report->finish_ns : -1,
    .preemptions = report->preemptions,
    .outcome = report->outcome,
  };

  listener->func (&request, listener->data);
}

static gboolean
run (const UllRampSetting *setting, gint64 concurrency, Listener *listener, GError **error)
{
  UllSimWatch watch = { .request = request_cb, .data = listener };
  g_autoptr (UllWorkload) source = NULL;
  UllSimOptions sim;
  UllSimResult result;
  UllLoadView view = { 0 };
  gboolean done;

  ull_ramp_prepare (setting, ULL_LINE_MAIN, concurrency, &sim, &view);
  source = ull_load_open (setting->load, &view, error);
  if (source == NULL)
    return FALSE;
  done = ull_sim_run (&sim, source, &watch, &result, error);
  ull_sim_result_clear (&result);
  return done;
}

gboolean
ull_ramp_each_request (const UllScenario *scenario,
                       UllLoad *load,
                       const UllRampOptions *options,
                       gint64 concurrency,
                       UllRampRequestFunc func,
                       gpointer data,
                       GError **error)
{
  Listener listener = { func, data };
  UllRampSetting setting;
  gboolean done;

  done = ull_ramp_setting_init (&setting, NULL, scenario, load, options, error)
         && run (&setting, concurrency, &listener, error);
  ull_ramp_setting_clear (&setting);
  return done;
}
