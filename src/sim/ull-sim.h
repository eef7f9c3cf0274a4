#pragma once

#include "ull-quantiles.h"
#include "ull-scheduler.h"
#include "ull-workload.h"

G_BEGIN_DECLS

/* A load on a scheduler: the event loop and what is measured of it. Times are nanoseconds. */

/* What a step costs: base + token * tokens in it past the hidden ones + context * tokens resident of what runs. Whole numbers, so that a run is
 * the same on every machine. */
typedef struct
{
  gint64 base_ns;
  gint64 token_ps;
  gint64 context_fs;
  gint64 hidden; /* tokens whose arithmetic hides behind what every step takes: 0 for a line */
} UllStepTime;

typedef struct
{
  UllSchedulerOptions scheduler;
  UllStepTime time;
  /* Counted in requests that are taken up; one that the engine refuses is no load: */
  gint64 warm_up;     /* at the beginning, that are not measured */
  gint64 measure_until; /* with which measuring over time ends; 0: it does not */
  gint64 cool_down;   /* from this number on they are not measured; 0: all are */
  gint64 most;        /* after which no more come; 0: as many as the load has */
  gboolean ahead;     /* a step is chosen when the one before it begins (async scheduling): who comes meanwhile waits one more */
  gint64 max_steps;   /* after which the run ends unfinished; 0: never */
} UllSimOptions;

/* What became of a request. */
typedef enum
{
  ULL_OUTCOME_FINISHED,
  ULL_OUTCOME_CANCELLED,  /* its client left */
  ULL_OUTCOME_REFUSED,    /* the model length has no room for it and an answer */
  ULL_OUTCOME_UNFINISHED, /* it waited or ran when the engine came to a stand for ever */
} UllOutcome;

/* One request's times, for those who ask for them. `finish_ns` is when it was answered or given up; of the others when they were refused,
 * and when the run came to its end. */
typedef struct
{
  const UllRequest *request;
  gint64 number;      /* in order of arrival, from 0 */
  gint64 first_token_ns; /* -1: none */
  gint64 finish_ns;
  gint64 hit_tokens;  /* at its first admission; -1: never admitted */
  guint preemptions;
  UllOutcome outcome;
} UllSimRequest;

/* One step, likewise. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  UllStepReport report;
  gint64 retained;   /* blocks that are free and hold a content, after scheduling */
  guint served;      /* sequences that got a token */
  gint64 finished;   /* requests so far, this step's among them, answered or given up */
  gint64 answered;   /* of those */
  gboolean measured; /* over time */
} UllSimStep;

typedef struct
{
  void (*request) (const UllSimRequest *request, gpointer data);                          /* (nullable) */
  void (*step) (const UllSimStep *step, const UllScheduler *scheduler, gpointer data);    /* (nullable) */
  gboolean (*go_on) (gint64 finished, gpointer data); /* (nullable): FALSE ends the run; asked every 256 steps */
  gpointer data;
} UllSimWatch;

typedef struct
{
  UllSchedulerTotals totals;
  gint64 arrived;
  gint64 answered;
  gint64 cancelled;
  gint64 refused;          /* of those that arrived: larger than the model length, or without room for an answer */
  gint64 end_ns;
  gboolean stuck;          /* a request larger than the pool, or without chunks than a step, stands at the
                            * queue's head: the engine waits for ever */
  gboolean ended_early;    /* by go_on() or max_steps */
  /* Of measured requests: */
  gint64 measured;
  gint64 output_tokens;    /* of those answered */
  gint64 begin_ns;         /* the first measured arrival */
  UllQuantiles ttft;       /* arrival to first token */
  UllQuantiles tpot;       /* mean time of a request's further tokens */
  UllQuantiles itl;        /* every gap between two tokens of one sequence */
  UllQuantiles e2e;        /* arrival to last token */
  /* Over time from begin_ns on: */
  double use_mean;         /* of the blocks, referred-to ones */
  double use_max;
  double retained_mean;    /* free ones that hold a content */
  double waiting_mean;
  double running_mean;
  gint64 measured_ns;      /* how long that was, */
  gint64 served;           /* and the tokens that sequences got in it */
} UllSimResult;

/* FALSE with an error where the source or the options cannot be; a request that the engine would refuse, or that can never
 * run, is a result. @result is to be cleared either way. */
gboolean ull_sim_run (const UllSimOptions *options,
                      UllWorkload *source,
                      const UllSimWatch *watch,
                      UllSimResult *result,
                      GError **error);
void ull_sim_result_clear (UllSimResult *result);

/* Of a sequence that a run's scheduler has: whose it is. */
const UllRequest *ull_sim_get_request (const UllSequence *sequence, gint64 *number);

G_END_DECLS
