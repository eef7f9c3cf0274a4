#pragma once

#include "ull-content.h"
#include "ull-draw.h"
#include "ull-load.h"
#include "ull-stream.h"

G_BEGIN_DECLS

/* Where requests come from. Times are nanoseconds from the beginning. */

typedef struct
{
  gint64 arrival_ns;
  gint64 prompt;    /* tokens */
  gint64 output;
  guint sequences;  /* answers asked for; their prompt is one content */
  gint64 patience_ns; /* the client leaves when it has waited so long for the whole answer; -1: never */
  UllContent content;
  guint session;    /* the client's number, where the source has clients */
  gboolean left;    /* set by who serves it, for done(): its client left without the whole answer */
} UllRequest;

/**
 * UllWorkload:
 *
 * Requests in the order of their arrival, made when they are asked for: memory is that of what is in flight.
 */
typedef struct _UllSource UllWorkload;

typedef struct
{
  /* When the next request arrives: G_MAXINT64 where none does before another is done; -1 on an error. */
  gint64 (*peek) (UllWorkload *source, GError **error);
  /* That request. What its content borrows is valid until done(). */
  void (*take) (UllWorkload *source, UllRequest *request);
  /* @request has its answer, or was refused, or its client left: then it says so. */
  void (*done) (UllWorkload *source, const UllRequest *request, gint64 now_ns);
  void (*free) (UllWorkload *source);
} UllWorkloadClass;

struct _UllSource
{
  const UllWorkloadClass *class;
};

static inline gint64
ull_workload_peek (UllWorkload *source, GError **error)
{
  return source->class->peek (source, error);
}

static inline void
ull_workload_take (UllWorkload *source, UllRequest *request)
{
  source->class->take (source, request);
}

static inline void
ull_workload_done (UllWorkload *source, const UllRequest *request, gint64 now_ns)
{
  source->class->done (source, request, now_ns);
}

void ull_workload_free (UllWorkload *source);

typedef struct
{
  UllArrivals arrivals;
  gint64 requests;     /* in all */
  guint64 seed;
  gint64 clients;      /* of the closed loop and of sessions */
  double rate;         /* requests a second, of the others; in its phases, of on/off */
  double cv;
  double on_seconds;
  double off_seconds;
  const UllLengths *lengths; /* Borrowed: of a whole request, prompt and answer */
  const UllLengths *outputs; /* Borrowed: of the answer, at most the request less one token */
  /* A prefix lies inside the drawn length: a prompt shorter than it becomes the prefix. */
  gint64 prefix_tokens;
  double prefix_fraction; /* of the requests that begin with one */
  guint prefixes;         /* how many there are, */
  double zipf;            /* the i-th as popular as i ^ -zipf */
  guint sequences;
  gint64 patience_ns;     /* -1: unlimited */
  gint64 block_tokens;    /* contents are per block */
  gboolean prompts_alone; /* `lengths` are of the prompt: the answer comes on top */
  double tail;            /* lengths above the median as many powers above it, at most `max_tokens`; 0 or 1: as they are */
  gint64 max_tokens;
} UllRandomLoad;

/* ULL_ERROR_INVALID where a figure cannot be: the sentence names it. (transfer full) */
UllWorkload *ull_workload_new_random (const UllRandomLoad *load, GError **error);

typedef struct
{
  gint64 requests;
  guint64 seed;
  gint64 clients;  /* each in one session at a time */
  gint64 turns;    /* of a session; then the client begins a new one */
  gint64 system_tokens; /* that begin every session */
  const UllLengths *questions; /* Borrowed: tokens that a turn adds to the history */
  const UllLengths *answers;   /* Borrowed */
  gint64 think_ns;  /* between an answer and the next question */
  gint64 patience_ns; /* -1: unlimited */
  gint64 max_tokens; /* a session whose next turn would pass it ends */
  gint64 block_tokens;
  double tail;       /* as of random loads */
} UllSessionLoad;

/* A client's next prompt is its history and the new question. Who leaves ends its session: the next one begins anew, after the
 * pause. (transfer full) */
UllWorkload *ull_workload_new_sessions (const UllSessionLoad *load, GError **error);

/* A recorded load, read as it goes: a CSV of TIMESTAMP (seconds, or a day and time), ContextTokens and GeneratedTokens, or
 * one JSON object a line with timestamp (ms), input_length, output_length and hash_ids, each for 512 tokens of the prompt.
 * Answers are no one else's prefix. @requests: at most so many, or -1. @speed: arrivals so many times as fast.
 * ULL_ERROR_SYNTAX with row and column where a row is none, or goes back in time. (transfer full) */
UllWorkload *ull_workload_new_trace (const UllFileSource *files, const char *path, gint64 requests, double speed,
                                 gint64 block_tokens, guint64 seed, GError **error);

/* Requests that are known one by one: as they arrive or, of @clients above 0, in the order of the list, each client's next
 * when its last is done. Takes @requests (element-type UllRequest), in the order of their arrival, and @ids (nullable), which
 * their contents may borrow from. (transfer full) */
UllWorkload *ull_workload_new_list (GArray *requests, GArray *ids, gint64 clients);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllWorkload, ull_workload_free)

G_END_DECLS
