#pragma once

#include "ull-block-pool.h"
#include "ull-content.h"

G_BEGIN_DECLS

/* The generations whose steps were recorded. */
typedef enum
{
  ULL_GENERATION_MAIN,    /* of 2026-08 */
  ULL_GENERATION_CLASSIC, /* of 2025-10 */
  ULL_N_GENERATIONS,
} UllGenerationId;

const char *ull_generation_get_id (UllGenerationId generation); /* "main" */

typedef struct
{
  gint64 blocks;               /* with the null block, which is of no use to requests */
  gint64 block_tokens;
  gint64 max_num_seqs;
  gint64 max_batched_tokens;   /* of one step */
  gint64 max_model_len;        /* tokens no sequence passes */
  gint64 long_prefill_tokens;  /* most tokens of one prompt in a step; 0: no such bound */
  gint64 watermark;            /* blocks that stay free where a request is admitted beside others */
  gboolean prefix_caching;
  gboolean chunked_prefill;
  gboolean full_sequence_gate; /* a request is admitted only where all it has would fit, not just its first chunk */
  gboolean prepend_unhashed;   /* freed blocks without content are taken first */
  gboolean skip_unfit;         /* without chunks, a prompt past the step's budget is passed over; else it holds back the rest */
  gint64 release_lag;          /* steps after which a cancelled sequence's blocks are free */
  /* Blocks that a sequence holds besides those of the group that is cached, after so many of these: windows, states,
   * further groups. (nullable) Borrowed as long as the scheduler lives; past the last it goes on by `extra_slope`. */
  const guint32 *extra;
  guint n_extra;
  guint32 extra_slope;
  /* Where every layer has a window: blocks of a table that a sequence holds at once, older ones leave it, and blocks in a row
   * that have to be kept before a place for a prefix up to it to be found. 0: all of them. */
  gint64 table_most;
  gint64 window_blocks;
  gint64 check_every;          /* steps after which all that must hold is checked, an error where it does not; 0: never */
} UllSchedulerOptions;

/* The switches of a generation; all else as it is. */
void ull_scheduler_options_set_generation (UllSchedulerOptions *options, UllGenerationId generation);

typedef enum
{
  ULL_SEQUENCE_WAITING,
  ULL_SEQUENCE_RUNNING,
  ULL_SEQUENCE_DONE,
} UllSequenceState;

/* One sequence. The caller sets the first part before it submits it and owns the struct until it is done; the scheduler
 * keeps the second. */
typedef struct _UllSequence UllSequence;
struct _UllSequence
{
  gint64 prompt; /* tokens, at least 1 */
  gint64 output; /* tokens, at least 1 */
  UllContent content;
  gpointer data; /* the caller's */

  UllSequenceState state;
  gint64 known;     /* prompt and generated tokens */
  gint64 computed;  /* of them, those whose keys and values are in the pool */
  gint64 reached;   /* of them, the most that were when it was preempted: up to here they are computed again */
  gint64 scheduled; /* in the present step */
  gint64 room;      /* tokens that its blocks still take */
  gint64 until_full; /* tokens until its next block without content is full */
  guint32 held;
  guint32 dropped;  /* of those, the first that have left it; they are 0 in `table` */
  guint32 published;
  guint32 capacity; /* of `table` */
  guint32 n_side;
  guint preemptions;
  gint64 first_hit; /* tokens found in the cache at its first admission; -1: not yet admitted */
  guint32 *table;
  guint32 *side;    /* blocks besides */
  UllSequence *next;
};

/* What one step did. */
typedef struct
{
  guint running;           /* after scheduling, as are the next three */
  guint waiting;
  gint64 free_blocks;
  gint64 tokens;           /* scheduled */
  gint64 context;          /* of the sequences scheduled, computed tokens, those of this step among them */
  guint preempted;
  gboolean stuck;          /* the head of the queue can never be admitted and nothing runs: the engine waits for ever */
  gint64 free_after;       /* once finished sequences have left */
  gint64 published;        /* blocks with a content */
} UllStepReport;

typedef struct
{
  gint64 steps;
  gint64 tokens;
  gint64 preemptions;
  gint64 hit_tokens;       /* at every admission */
  gint64 first_hit_tokens; /* at first admissions, as the engine's metric counts */
  gint64 first_queries;    /* tokens asked for at first admissions */
  gint64 first_admissions;
  gint64 recomputed;       /* tokens that a step computed again after a preemption */
  gint64 generated;
  gint64 finished;
  guint peak_running;
} UllSchedulerTotals;

/**
 * UllScheduler:
 *
 * Continuous batching over one pool of blocks, as vLLM's V1 scheduler does it with one step in flight and first come,
 * first served.
 */
typedef struct _UllScheduler UllScheduler;

/* NULL with ULL_ERROR_INVALID where an option cannot be. */
UllScheduler *ull_scheduler_new (const UllSchedulerOptions *options, GError **error);
void ull_scheduler_free (UllScheduler *scheduler);

/* At the queue's end. ULL_ERROR_INVALID where the engine would refuse it: no token, or a prompt that leaves none below the
 * model length. */
gboolean ull_scheduler_submit (UllScheduler *scheduler, UllSequence *sequence, GError **error);
/* A sequence that waits or runs ends now and is the caller's again; its blocks are free after the lag. */
void ull_scheduler_cancel (UllScheduler *scheduler, UllSequence *sequence);
/* Chooses what is computed in this step, then gives each sequence that has reached its known tokens one more. */
void ull_scheduler_schedule (UllScheduler *scheduler, UllStepReport *report);
void ull_scheduler_update (UllScheduler *scheduler, UllStepReport *report);

/* Of the last step, in its order: those that got a token, and, among them, those that are done. Valid until the next. */
UllSequence *const *ull_scheduler_get_served (const UllScheduler *scheduler, guint *n);
UllSequence *const *ull_scheduler_get_finished (const UllScheduler *scheduler, guint *n);
UllSequence *const *ull_scheduler_get_running (const UllScheduler *scheduler, guint *n);
UllSequence *ull_scheduler_get_first_waiting (const UllScheduler *scheduler); /* (nullable): go on by `next` */
guint ull_scheduler_get_n_waiting (const UllScheduler *scheduler);
guint ull_scheduler_get_n_leaving (const UllScheduler *scheduler);
const UllSchedulerTotals *ull_scheduler_get_totals (const UllScheduler *scheduler);
const UllBlockPool *ull_scheduler_get_pool (const UllScheduler *scheduler);
/* Whether what must hold after every step does; the first fault as a sentence (transfer full). */
gboolean ull_scheduler_check (const UllScheduler *scheduler, char **fault);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllScheduler, ull_scheduler_free)

G_END_DECLS
