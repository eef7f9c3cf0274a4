#pragma once

#include "ull-crowd.h"
#include "ull-line-names.h"
#include "ull-ramp-picture.h"
#include "ull-scale.h"

G_BEGIN_DECLS

/* A ramp's graphs, one below the other on one axis of clients. */

#define ULL_N_RAMP_PANELS 3

typedef struct _UllRampPlot UllRampPlot;

typedef struct
{
  UllRampPlot *ramp;
  UllRampPanels id;
  double top;        /* of its heading */
  UllBox plot;
  UllLineNames key;  /* lines whose names find no place in the plot */
  UllScale y;
  UllScale y2;       /* preemptions */
  UllCrowd crowd;
} UllRampPanel;

struct _UllRampPlot
{
  UllDraft *draft;
  const UllRampPicture *picture;
  UllScale x;
  GPtrArray *texts; /* Owned: what keys borrow */
  guint n;
  UllRampPanel panel[ULL_N_RAMP_PANELS];
};

/* What a panel is called and counts: translated. */
const char *ull_ramp_panel_get_title (UllRampPanels id);
const char *ull_ramp_panel_get_unit (UllRampPanels id);

/* 0 of a curve without a level. */
double ull_ramp_most_throughput (const UllRampCurve *line);

/* Scale, grid and ticks; then lines and names. */
void ull_ramp_panel_scale (UllRampPanel *panel);
void ull_ramp_panel_draw_axes (UllRampPanel *panel);
void ull_ramp_panel_draw (UllRampPanel *panel);

/* A line through (@x, @y) pairs, dots where @dots; obstacles of later names. */
void ull_ramp_draw_line (UllRampPanel *panel, const char *id, const GArray *points, guint32 ink, double width, const double *dash,
                         gboolean dots);
/* Between two lines of the same places. */
void ull_ramp_draw_band (UllRampPanel *panel, const char *id, const GArray *low, const GArray *high, guint32 fill);
/* (translated): "static batches", or in one word, where there is little room. */
const char *ull_baseline_get_name (UllBaseline baseline, gboolean brief);
/* A figure of a level; NAN where there is none. */
typedef double (*UllRampRead) (const UllRampDot *dot, guint which);
double ull_ramp_read_median (const UllRampDot *dot, guint which);
double ull_ramp_read_late (const UllRampDot *dot, guint which);
/* The pairs of one figure of each level. (transfer full) */
GArray *ull_ramp_points (const UllRampPanel *panel, const UllRampCurve *line, UllRampRead read, guint which);

/* What somebody said: lines below the curves, names on the first panel where these leave room, and where it can be read. */
void ull_ramp_draw_said (UllRampPlot *plot);
void ull_ramp_name_said (UllRampPanel *panel);
void ull_ramp_add_said_spots (UllRampPlot *plot);
char *ull_ramp_describe_said (const UllRampSaid *said); /* (transfer full) */

/* What is said of one level. (transfer full) */
char *ull_ramp_describe_dot (const UllRampPicture *picture, guint i, UllRampPanels panel);
/* "100 ms", "1,000 s": no minutes, so that decades are seen as such. (transfer full) */
char *ull_format_time_tick (double seconds);
/* "5.8 % of the tokens", as of a share. (transfer full) */
char *ull_format_share (double share);
/* "1,234", "12.3": of a throughput. (transfer full) */
char *ull_format_rate (double rate);

G_END_DECLS
