#pragma once

#include "ull-ramp.h"

G_BEGIN_DECLS

/**
 * UllSurge:
 *
 * One burst, twice: clients at the operating point are served, and as many more requests as the peak has clients come all at
 * once; with the cap at the peak they may all run, with the cap at the operating point they wait. What it costs those that run.
 */

/* A step in which a request of the clients got a token. */
typedef struct
{
  double seconds;  /* its end, from the burst on; below 0 before it */
  double itl_mean; /* seconds between that token and the one before, of the clients' requests */
  double itl_max;
  guint running;
  guint waiting;
  guint preempted;
} UllSurgePoint;

typedef struct
{
  gint64 cap;        /* sequences that run at once */
  GArray *points;    /* UllSurgePoint */
  double itl_p50;    /* of the clients' requests, from the burst to its last answer, as is the next */
  double itl_p99;
  double itl_max;
  double ttft_p50;   /* of the burst's requests */
  double ttft_p99;
  double done;       /* seconds from the burst to its last answer */
  gint64 preemptions; /* in that time */
} UllSurgeSide;

typedef enum
{
  ULL_SURGE_PEAK,
  ULL_SURGE_OPERATING,
  ULL_N_SURGES,
} UllSurgeCap;

typedef struct
{
  gint64 clients; /* that are served when it comes */
  gint64 burst;   /* requests */
  UllSurgeSide side[ULL_N_SURGES];
} UllSurge;

/* @ramp: of the same scenario, load and options. G_IO_ERROR_CANCELLED where @go_on ended it. (transfer full) */
UllSurge *ull_surge_new (const UllScenario *scenario,
                         const UllRamp *ramp,
                         const UllRampOptions *options,
                         gboolean (*go_on) (gint64 finished, gpointer data),
                         gpointer data,
                         GError **error);
void ull_surge_free (UllSurge *surge);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllSurge, ull_surge_free)

G_END_DECLS
