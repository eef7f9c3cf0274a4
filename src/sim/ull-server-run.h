#pragma once

#include "ull-scheduler.h"
#include "ull-stream.h"
#include "ull-workload.h"

G_BEGIN_DECLS

/* A real server's run: what was asked and when, and when it was answered. Nanoseconds from the run's beginning. */

#define ULL_SERVER_MOST_PARTS 64

/* A file may hold several runs, one of each concurrency. */
typedef struct
{
  gint64 concurrency; /* 0: not said */
  gint64 cap;         /* sequences that ran at once at most, where that is what the concurrency is; 0: it is none */
} UllServerPart;

typedef struct
{
  guint part;
  gint64 arrival_ns;
  gint64 prompt; /* tokens */
  gint64 output;
  gint64 first_token_ns;
  gint64 last_token_ns;
  guint first_id; /* of the run's ids: the chain ids of its prompt's full blocks */
  guint n_ids;
} UllServerRequest;

typedef struct
{
  char *name;           /* Owned */
  GArray *requests;     /* UllServerRequest, in the order of their arrival since their part's first */
  GArray *parts;        /* UllServerPart: at least one */
  GArray *ids;          /* guint64 */
  gint64 block_tokens;
  /* As recorded; 0: not. */
  gint64 blocks;
  gint64 max_num_seqs;
  gint64 max_batched_tokens;
  gint64 max_model_len;
  gboolean ahead;       /* async scheduling */
  gint64 hidden;        /* the caller's: tokens of a step that may hide behind the weights */
} UllServerRun;

/* A JSON object with "requests", a row each of id, queued, prompt, output, first scheduled, first token, last token (seconds) and
 * runs of block ids; or a CSV with the columns arrival_s, prompt_tokens, output_tokens, first_token_s and finish_s, as
 * `ullage-cli ramp --per-request` prints, and where there are those of concurrency and outcome; or a list of JSON objects, or one a line, with these
 * names; or what `vllm bench serve --save-result --save-detailed` saves. Times may be of any clock. ULL_ERROR_SYNTAX or _INVALID with its place. (transfer full) */
UllServerRun *ull_server_run_read (const UllFileSource *files, const char *path, GError **error);
void ull_server_run_free (UllServerRun *run);
/* The requests of a part as a load. (transfer full) */
UllWorkload *ull_server_run_open (const UllServerRun *run, guint part);
/* What was recorded of the scheduler, over @options. */
void ull_server_run_set_options (const UllServerRun *run, UllSchedulerOptions *options);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllServerRun, ull_server_run_free)

G_END_DECLS
