#pragma once

#include "ull-request-log.h"
#include "ull-sim-layout.h"
#include "ull-step-cost.h"

G_BEGIN_DECLS

/**
 * UllRamp:
 *
 * One load at ever more clients on one pool: what the scheduler makes of each level, whether throughput falls past a peak,
 * and where to operate. Immutable once made. The same inputs give the same ramp on every machine and with any number of
 * threads.
 *
 * A level is clients of a closed loop; of open arrivals and of a log's own times it is the most sequences that run at once.
 */

/* The same levels under other circumstances. */
typedef enum
{
  ULL_LINE_MAIN,
  ULL_LINE_UNSHARED, /* nothing is kept: no request finds a prefix */
  ULL_LINE_HEAVIER,  /* what lies above the median lies so much further above it */
  ULL_LINE_UNIFORM,  /* every request 2,000 tokens: a capacity that a real mix does not reach */
  ULL_LINE_RESERVED, /* each request reserves the model length, as servers did before blocks */
  ULL_LINE_STATIC,   /* a batch ends with its longest answer, then the next begins */
  ULL_N_LINES,
} UllRampLine;

#define ULL_RAMP_BATCHES 10

typedef struct
{
  gint64 concurrency;
  gint64 requests;           /* measured: warm-up and what was in flight at the end are not */
  double output_tokens_per_s;
  double low;                /* of that, 95 % of the mean of batches; 0 and infinity where there are too few */
  double high;
  double off[ULL_RAMP_BATCHES]; /* how far each tenth of the measured time was off, tokens a second */
  double requests_per_s;     /* answered ones */
  double kv_use_mean;        /* fractions */
  double kv_use_max;
  double retained_mean;      /* fraction of the pool that is free and holds a content */
  double hit_rate;           /* of the tokens asked for at first admissions */
  gint64 preemptions;
  double preemptions_per_100; /* requests that ended, answered or given up, while it was measured */
  gint64 recomputed_tokens;
  double useful_share;       /* of the computed tokens, those that were not computed before */
  double running_mean;
  double waiting_mean;
  double ttft_p50;           /* seconds, as are the next */
  double ttft_p90;
  double ttft_p99;
  double tpot_p50;
  double tpot_p99;
  double itl_p50;
  double itl_p99;
  double itl_max;
  double e2e_p50;
  double e2e_p99;
  gint64 sent;               /* in all, the unmeasured and the refused among them */
  gint64 answered;           /* of those, the unmeasured among them */
  gint64 refused;            /* of those, that the model length has no room for */
  gint64 left;               /* whose clients left */
  gint64 unfinished;         /* that were still there when a stuck level ended: sent are the answered, the refused, these and the left */
  double measured_s;         /* how long it was measured: of open arrivals up to the last one */
  double queue_growth_per_s; /* of open arrivals: more requests that wait, a second; 0 else */
  gboolean growing;          /* of open arrivals: more arrives than is served, and no time of waiting is a steady one */
  gboolean stuck;            /* a request larger than the pool waits for ever: the level ends there */
  gboolean measured;         /* time passed in which it could be: else its figures are none and not 0 */
} UllRampLevel;

typedef enum
{
  ULL_SHAPE_PLATEAU,
  ULL_SHAPE_CLIFF,
  ULL_SHAPE_RISING, /* throughput still rises at the last level */
} UllRampShape;

/* Why the operating point is where it is. */
typedef enum
{
  ULL_OPERATE_HOLDS,       /* the level below the peak: nothing there changes with a heavier tail */
  ULL_OPERATE_PREEMPTIONS, /* one level more is preempted too often with a heavier tail */
  ULL_OPERATE_LATENCY,     /* one level more is too slow at its 99th percentile with a heavier tail */
  ULL_OPERATE_HITS,        /* at one level more the retained prefixes go */
  ULL_OPERATE_FIRST,       /* not even the first level holds: there is no operating point */
  ULL_OPERATE_PEAK,        /* the first level is the peak and holds: none below it was simulated */
  ULL_OPERATE_CARRIES,     /* of open arrivals, the first level that serves what arrives and holds */
  ULL_OPERATE_STRAINED,    /* the first that serves what arrives; none that does holds with a heavier tail */
  ULL_OPERATE_OVERLOADED,  /* more arrives than any level serves: there is no operating point */
  ULL_OPERATE_LEAVING,     /* at one level more too many clients leave, as it is or with a heavier tail */
  ULL_OPERATE_LEFT,        /* too many leave at every level: there is no operating point */
} UllOperateReason;

typedef struct
{
  UllGenerationId generation;
  const gint64 *levels;   /* Borrowed: ascending, none twice; NULL: automatic, doubling and then finer around the peak */
  guint n_levels;
  guint lines;            /* bits 1 << UllRampLine; the main one always is */
  guint threads;          /* that compute levels; 0: one */
  const UllFileSource *files; /* for a log; NULL: none */
} UllRampOptions;

/* For a caller that waits: @done of about @all levels. FALSE ends it. Called from the thread that called ull_ramp_new(). */
typedef gboolean (*UllRampWatch) (guint done, guint all, gpointer data);

typedef struct
{
  UllLoad *load;       /* Owned */
  UllStepCost cost;
  UllRequestLogFacts log; /* of a load that is a log; requests 0: it is none */
  gint64 blocks;       /* of the pool, usable ones */
  gint64 block_tokens;
  gint64 state_blocks; /* of a request, where nothing grows by token, and blocks have no tokens; else 0 */
  gint64 cap;          /* sequences that run at once */
  gint64 model_len;
  gboolean modelled;   /* what a sequence holds is the plan's and was not recorded of an engine */
  gboolean caching;    /* prefixes are kept */
  gboolean uncached;   /* they are by the engine, and not in what is simulated */
  gboolean hopeful;    /* they are found by some of the layers, where an engine asks all */
  gint64 copies;       /* of the engine (data parallel): the ramp is of one */
  gint64 max_num_seqs; /* of the engine, which a load's cap may not pass */
  char *refusal;       /* Owned (nullable): why the plan serves nothing, translated; the ramp is of the engine were it to start */
  guint n_levels;
  UllRampLevel *level[ULL_N_LINES]; /* Owned (nullable): n_levels each */
  GArray *unmeasured;  /* Owned (element-type gint64): levels that are left out, since no time passed in which they could be measured */
  UllRampShape shape;
  guint peak;          /* index of a level, as are the next two */
  guint operating;
  guint worst;         /* past the peak, the level of least throughput; the last where there is none */
  UllOperateReason reason;
  gint64 reserved_at_once; /* sequences of the model length that the pool holds */
  double retention_gain;   /* throughput at the peak over that of the line without sharing at its own, less 1; NAN where
                            * that line was not asked for, or prefixes are cached by the engine alone, */
  double retention_low;    /* and its interval; NAN where there is none */
  double retention_high;
} UllRamp;

#define ULL_LINES_DEFAULT ((1u << ULL_LINE_MAIN) | (1u << ULL_LINE_UNSHARED) | (1u << ULL_LINE_HEAVIER))

void ull_ramp_options_init (UllRampOptions *options);
/* NULL with an error: %ULL_ERROR_INVALID of what cannot be simulated; G_IO_ERROR_CANCELLED where @watch ended it. The
 * scenario's own load is not looked at. (transfer full) */
UllRamp *ull_ramp_new (const UllScenario *scenario,
                       UllLoad *load,
                       const UllRampOptions *options,
                       UllRampWatch watch,
                       gpointer data,
                       GError **error);
void ull_ramp_free (UllRamp *ramp);

/* One request of one level, as it was answered or given up. */
typedef struct
{
  gint64 number;     /* as they arrived, from 0 */
  gint64 client;
  gint64 prompt;     /* tokens, as are the next two */
  gint64 output;
  gint64 hit_tokens; /* at its first admission; -1: never admitted */
  gint64 arrival_ns;
  gint64 first_token_ns; /* -1: none */
  gint64 finish_ns;  /* of its last token, or when its client left; -1: neither */
  guint preemptions;
  UllOutcome outcome;
} UllRampRequest;

typedef void (*UllRampRequestFunc) (const UllRampRequest *request, gpointer data);

/* The requests of a level in the order in which they end, the unmeasured among them: all that were sent. */
gboolean ull_ramp_each_request (const UllScenario *scenario,
                                UllLoad *load,
                                const UllRampOptions *options,
                                gint64 concurrency,
                                UllRampRequestFunc func,
                                gpointer data,
                                GError **error);

/* How many times its 99th percentile, of the first token or of the gap between tokens, a level has with a heavier tail. */
double ull_ramp_get_slowdown (const UllRamp *ramp, guint level, gboolean first_token);

const char *ull_shape_get_id (UllRampShape shape);       /* "cliff" */
const char *ull_outcome_get_id (UllOutcome outcome);      /* "refused" */
const char *ull_line_get_id (UllRampLine line);          /* "unshared" */
const char *ull_operate_reason_get_id (UllOperateReason reason);
/* (transfer full), translated: "Operate at 20 clients: 826 tokens per second.", "Peak 903 at 24. Simulated.", why the
 * operating point is there, and what the shape is and how it is known. */
char *ull_ramp_headline (const UllRamp *ramp);
char *ull_ramp_detail (const UllRamp *ramp);
char *ull_ramp_reason_text (const UllRamp *ramp);
char *ull_ramp_shape_text (const UllRamp *ramp);
/* Why there is no shape, no peak and no operating point, or NULL: there are. Nothing runs at any level, or the queue comes to a stand at
 * one. The last three of the four say this instead. (transfer full) */
char *ull_ramp_nothing_text (const UllRamp *ramp);
/* (transfer full), translated: "3,091 blocks of 16 tokens". */
char *ull_ramp_pool_text (const UllRamp *ramp);
/* What of the pool no engine was recorded to do; NULL where there is nothing. (transfer full, nullable), translated */
char *ull_ramp_pool_note (const UllRamp *ramp);
/* Whether there is a point to operate at: not where there is nothing, the engine would not start, more arrives than is served, or clients leave
 * at every level. */
gboolean ull_ramp_operates (const UllRamp *ramp);
/* What keeping prefixes is worth: how much, or that nothing can be measured, and where it comes of if no prompt has anything in common with
 * another. Where the queue grows, and what figures of waiting are worth there. NULL: there is nothing to say. (transfer full), translated. */
char *ull_ramp_retention_text (const UllRamp *ramp);
char *ull_ramp_growth_text (const UllRamp *ramp);
/* What became of @before: pool, peak and operating point; or that nothing changed, and why. (transfer full), translated. */
char *ull_ramp_change_text (const UllRamp *before, const UllRamp *after);
/* The interval of what the throughput of @a is above that of @b, of one load and seed. FALSE: too few answers for one. */
gboolean ull_ramp_get_difference (const UllRampLevel *a, const UllRampLevel *b, double *low, double *high);
/* Whether more than 1 % of those that came to a level left: whoever tells a server's worth by what it answers does not operate there. */
gboolean ull_ramp_level_loses (const UllRampLevel *level);
/* What the load asks for and does not come to pass as it was asked: sentences, NULL-terminated. (transfer full), translated. */
char **ull_ramp_dup_remarks (const UllRamp *ramp);
/* Index of the level of most throughput. */
guint ull_ramp_get_best (const UllRamp *ramp, UllRampLine line);
/* Whether throughput falls past the peak as it does at a cliff, but not by more than the intervals: it counts as a plateau. */
gboolean ull_ramp_is_unsure (const UllRamp *ramp);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllRamp, ull_ramp_free)

G_END_DECLS
