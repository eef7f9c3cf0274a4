#pragma once

#include "ull-ramp.h"

G_BEGIN_DECLS

/**
 * UllPlayback:
 *
 * One level step by step, and the pool at any of them: a run is a function of its inputs, so that a step's pool is found by
 * running to it again.
 */
typedef struct _UllPlayback UllPlayback;

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 running;    /* after scheduling */
  guint32 waiting;
  guint32 used;       /* at the step's end, blocks that requests refer to, */
  guint32 retained;   /* free ones that hold a content, */
  guint32 unused;     /* and free ones that hold none: the three sum to the pool */
  guint32 preempted;  /* in this step */
  guint32 tokens;
  guint32 admitted;   /* requests so far, for the first time; */
  gint64 asked;       /* their tokens, */
  gint64 hit;         /* and those of them that were found in the cache */
} UllPlaybackStep;

typedef enum
{
  ULL_BLOCK_UNUSED,
  ULL_BLOCK_RETAINED,
  ULL_BLOCK_SHARED,  /* of two requests or more */
  ULL_BLOCK_OWNED,
} UllBlockKind;

typedef struct
{
  UllBlockKind kind;
  guint32 references;
  gint64 owner;      /* the request's number, of a shared one the first admitted; -1: none */
  guint32 order;     /* of a free block, its place in the order of being taken; 0: none */
} UllPoolBlock;

typedef struct
{
  gint64 number;     /* as they arrived, from 0 */
  gint64 client;
  gboolean running;  /* else it waits */
  gint64 prompt;
  gint64 output;
  gint64 known;      /* tokens it has, prompt and generated */
  gint64 computed;   /* of them, those that its blocks have */
  gint64 blocks;     /* it refers to, */
  gint64 shared;     /* of them, those of others too */
  guint preemptions;
} UllPoolRequest;

/* The pool at a step's end: what was done in it has left. Blocks are numbered from 0, the engine's own left out. */
typedef struct
{
  guint step;
  guint n_blocks;
  UllPoolBlock *blocks;     /* Owned */
  guint n_requests;
  UllPoolRequest *requests; /* Owned: running ones in order of admission, then those that wait, first come first */
} UllPoolPicture;

#define ULL_PLAYBACK_MAX_STEPS 1000000

/* @concurrency: any, also one that the ramp has not. @go_on as in a simulation. (transfer full) */
UllPlayback *ull_playback_new (const UllScenario *scenario,
                               UllLoad *load,
                               const UllRampOptions *options,
                               gint64 concurrency,
                               gboolean (*go_on) (gint64 finished, gpointer data),
                               gpointer data,
                               GError **error);
void ull_playback_free (UllPlayback *playback);
/* (transfer none) */
const UllPlaybackStep *ull_playback_get_steps (const UllPlayback *playback, guint *n);
gint64 ull_playback_get_blocks (const UllPlayback *playback);
gint64 ull_playback_get_block_bytes (const UllPlayback *playback);
/* The step that is under way at @ns; the last one past the end. */
guint ull_playback_find (const UllPlayback *playback, gint64 ns);
/* The one that is shown first. */
guint ull_playback_find_opening (const UllPlayback *playback);
/* Seconds: where a step begins, and where the last one ends; 0: there is none. */
double ull_playback_get_time (const UllPlayback *playback, guint step);
double ull_playback_get_end (const UllPlayback *playback);
/* What the engine's log says at a step: of the tokens of the last 1,000 requests that were admitted for the first time, the share that
 * was found in the cache. NAN: none was admitted yet. */
double ull_playback_get_hit_rate (const UllPlayback *playback, guint step);
/* (transfer full) NULL only where there is no such step. Takes as long as the run up to it, milliseconds. */
UllPoolPicture *ull_playback_picture (const UllPlayback *playback, guint step);
void ull_pool_picture_free (UllPoolPicture *picture);
/* (nullable) (transfer none) */
const UllPoolRequest *ull_pool_picture_find (const UllPoolPicture *picture, gint64 number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllPlayback, ull_playback_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllPoolPicture, ull_pool_picture_free)

G_END_DECLS
