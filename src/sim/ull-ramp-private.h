#pragma once

#include "ull-load-source.h"
#include "ull-ramp.h"

/* What all levels of a ramp have in common. */
typedef struct
{
  UllSimPool pool;
  UllStepTime time;
  const UllLoad *load;     /* Borrowed */
  UllLoad *uniform;        /* Owned: the load of its line */
  UllRequestLog *log;      /* Owned (nullable): of a load that is one */
  gint64 model_len;
  gint64 cap;
  gint64 reserved_at_once; /* sequences of the model length in the pool */
  gint64 mean_tokens;      /* that a client keeps resident, about */
} UllRampSetting;

/* @ramp, which may be NULL, is told what there is to tell of the pool. @setting is to be cleared either way. */
gboolean ull_ramp_setting_init (UllRampSetting *setting,
                                UllRamp *ramp,
                                const UllScenario *scenario,
                                const UllLoad *load,
                                const UllRampOptions *options,
                                GError **error);
void ull_ramp_setting_clear (UllRampSetting *setting);

/* The simulation of one level: requests, warm-up and limits; @view for its source, whose go_on and data the caller has set. */
void ull_ramp_prepare (const UllRampSetting *setting,
                       UllRampLine line,
                       gint64 concurrency,
                       UllSimOptions *options,
                       UllLoadView *view);
/* The load of a line. */
const UllLoad *ull_ramp_get_load (const UllRampSetting *setting, UllRampLine line);

typedef struct
{
  gboolean (*go_on) (gint64 finished, gpointer data);
  gpointer data;
} UllRampGoOn;

/* FALSE with an error, or without one where @go_on ended it. */
gboolean ull_ramp_run_level (const UllRampSetting *setting,
                             UllRampLine line,
                             gint64 concurrency,
                             const UllRampGoOn *go_on,
                             UllRampLevel *level,
                             GError **error);
/* The same of batches that end together. */
gboolean ull_ramp_run_static (const UllRampSetting *setting, gint64 concurrency, UllRampLevel *level, GError **error);

/* A part of the measured time. */
typedef struct
{
  gint64 ns;
  gint64 tokens;
} UllRampPiece;

/* Of a level that has its rate: the interval, and how far its tenths are off. (element-type UllRampPiece) */
void ull_ramp_set_interval (UllRampLevel *level, const GArray *pieces);
/* The mean of the throughput of those levels that have @least, as one of which nothing else is known. */
UllRampLevel ull_ramp_mean_level (const UllRampLevel *levels, guint n, double least);

/* One level of one line to be computed. */
typedef struct
{
  UllRampLine line;
  gint64 concurrency;
  UllRampLevel level;
} UllRampJob;

/* Called from the calling thread; FALSE ends all. */
typedef struct
{
  UllRampWatch watch; /* (nullable) */
  gpointer data;
  guint done;         /* jobs of before, */
  guint all;          /* and about all there will be */
} UllRampProgress;

/* Computes all, in any order, by so many threads. FALSE: an error, that of the first of them that has one. */
gboolean ull_ramp_run_jobs (const UllRampSetting *setting,
                            GArray *jobs,
                            guint threads,
                            UllRampProgress *progress,
                            GError **error);

/* The main line's jobs, computed, in order of concurrency. (transfer full) (element-type UllRampJob) */
GArray *ull_ramp_find_levels (const UllRampSetting *setting,
                              const UllRampOptions *options,
                              UllRampProgress *progress,
                              GError **error);

/* Of clients that leave: why throughput falls past the peak, and why the operating point is where it is, at @level if one more is lost.
 * (transfer full), translated. */
char *ull_ramp_left_detail (const UllRamp *ramp);
char *ull_ramp_left_reason (const UllRamp *ramp, guint level);

/* Shape, peak and operating point from the levels. */
void ull_ramp_read (UllRamp *ramp);
/* The largest hit rate of the levels below @level; 0 of the first. */
double ull_ramp_get_most_hits (const UllRamp *ramp, guint level);
/* Whether of what fewer clients find in the cache a level finds less than half. */
gboolean ull_ramp_loses_hits (const UllRamp *ramp, guint level);
/* Whether the last level is as many as may run at once: more would wait. */
gboolean ull_ramp_ends_at_cap (const UllRamp *ramp);
