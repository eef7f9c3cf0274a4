#pragma once

#include "ull-plane.h"
#include "ull-recorded-picture.h"

G_BEGIN_DECLS

typedef enum
{
  ULL_RECORDED_USE,         /* shares */
  ULL_RECORDED_HIT_RATE,
  ULL_RECORDED_RUNNING,     /* requests */
  ULL_RECORDED_WAITING,
  ULL_RECORDED_PREEMPTIONS, /* so far */
  ULL_N_RECORDED_FIGURES,
} UllRecordedFigure;

/* A figure holds from its time until the next point; NAN: it is not known. */
typedef struct
{
  double time;  /* seconds */
  double value;
} UllRecordedPoint;

/* Translated. */
const char *ull_recorded_get_title (UllRecordedFigure figure);
gboolean ull_recorded_is_share (UllRecordedFigure figure);
/* Whether the server said it at any time that is on the axis. */
gboolean ull_recorded_has (const UllTimelinePicture *picture, UllRecordedFigure figure);
/* Up to the end of the axis. (transfer full) (element-type UllRecordedPoint) */
GArray *ull_recorded_trace (const UllTimelinePicture *picture, UllRecordedFigure figure, gboolean recorded);
/* Seconds that both have. */
double ull_recorded_find_common (const UllTimelinePicture *picture);
/* The mean over the common time, of preemptions what they have come to at its end; NAN: nothing of it is known. */
double ull_recorded_sum (const UllTimelinePicture *picture, UllRecordedFigure figure, gboolean recorded);
/* "71 % recorded, 78 % simulated". (transfer full) */
char *ull_recorded_compare (const UllTimelinePicture *picture, UllRecordedFigure figure);
/* What both were at a time: of traces of a figure, of what was simulated and of what was recorded, NULL where it is not drawn.
 * (transfer full) */
typedef GArray *UllRecordedTraces[ULL_N_RECORDED_FIGURES][2];
char *ull_recorded_describe_moment (const UllTimelinePicture *picture, UllRecordedTraces traces, double seconds);
/* (transfer full) (nullable): "Of run.csv the first 30 s, in which nothing ran, are left out." and what is beyond the axis. */
char *ull_recorded_describe_rest (const UllTimelinePicture *picture);
typedef struct
{
  const char *id; /* of the line; its range is "range" */
  UllInk ink;
  const double *dash; /* (nullable) */
} UllStroked;

/* The line of what was simulated up to @end, and the range of its steps. */
void ull_recorded_draw_simulated (const UllPlane *plane, UllRecordedFigure figure, const GArray *trace, double end, const UllStroked *look);
/* The line of what was recorded, shares on an axis of per cent. */
void ull_recorded_draw (const UllPlane *plane, const UllTimelinePicture *picture, UllRecordedFigure figure);

G_END_DECLS
