#pragma once

#include "ull-sim.h"

typedef struct _UllLive UllLive;

typedef struct
{
  UllSequence sequence; /* first: a sequence is where it is */
  UllLive *live;
  gint64 last_ns;
} UllPart;

struct _UllLive
{
  UllRequest request;
  gint64 number;
  gint64 first_ns;
  gint64 last_ns;
  guint left; /* sequences without their last token */
  guint n_parts;
  gboolean measured;
  UllOutcome outcome;
  UllLive *next; /* in `spare`, or in `patient` */
  UllPart parts[];
};

typedef struct
{
  const UllSimOptions *options;
  UllWorkload *source;
  const UllSimWatch *watch;
  UllSimResult *result;
  UllScheduler *scheduler;
  UllLive *spare;      /* of one sequence */
  GQueue patient;   /* UllLive, those whose clients leave, in order of arrival */
  gint64 in_flight; /* sequences */
  gint64 now;
  gint64 decided;   /* arrivals up to then are known to who chooses the next step */
  gint64 weighed;   /* nanoseconds measured so far */
  double use_sum;
  double retained_sum;
  double waiting_sum;
  double running_sum;
} UllSimRun;

void ull_sim_measure_answer (UllSimRun *run, const UllLive *live);
/* How many sequences were served. */
guint ull_sim_measure_tokens (UllSimRun *run);
void ull_sim_measure_step (UllSimRun *run, UllSimStep *step, gint64 ns);
void ull_sim_measure_idle (UllSimRun *run, gint64 until);
void ull_sim_sum_up (UllSimRun *run);
