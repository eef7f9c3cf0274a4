#pragma once

#include "ull-chart.h"

G_BEGIN_DECLS

/* A pool over time: what was in use and what was retained, preemptions, and where the playback stands. */

typedef struct
{
  double time;      /* seconds */
  double used;      /* shares of the pool */
  double retained;
  guint preempted;  /* since the sample before */
  guint running;
  guint waiting;
  double hit_rate;  /* share; NAN: nothing was asked for yet */
} UllPoolSample;

/* Of a real server: NAN where it was not recorded. */
typedef struct
{
  double time;
  double use, hit_rate; /* shares */
  double preemptions;   /* so far */
  double running, waiting;
} UllSeriesSample;

typedef struct
{
  const UllPoolSample *sample; /* Borrowed, in order of time */
  guint n;
  double end;                  /* seconds */
  double playhead;             /* seconds; below 0: none */
  const UllSeriesSample *recorded; /* (nullable) Borrowed */
  guint n_recorded;
  double recorded_idle;        /* seconds before its first request, which are left out of it */
  const char *recorded_name;   /* (nullable) */
  const char *load;            /* (nullable): for the caption */
} UllTimelinePicture;

#define ULL_TIMELINE_CHART_ID "pool"

UllScene *ull_timeline_build (const UllTimelinePicture *picture, const UllChartSpec *spec, PangoContext *context);
/* Seconds at which the axis ends: a recorded series may be longer than what was simulated, but not by any length. */
double ull_timeline_find_end (const UllTimelinePicture *picture);
/* "92.044 s", of a step that begins at @seconds: read again it lies in that step, not in the one before. (transfer full) */
char *ull_format_moment (double seconds);
/* Seconds that a place means. */
double ull_timeline_time_at (const UllFrame *frame, double x);
GPtrArray *ull_timeline_table (const UllTimelinePicture *picture);
char *ull_timeline_describe (const UllTimelinePicture *picture);
GBytes *ull_timeline_export (const UllTimelinePicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

G_END_DECLS
