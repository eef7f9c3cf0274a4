#pragma once

#include "ull-chart.h"

G_BEGIN_DECLS

/* What a chart of a ramp shows: figures that were simulated, and nothing that is computed from them. Borrows what it points to.
 * Times are seconds, shares go from 0 to 1. */

enum
{
  ULL_TIME_TTFT,
  ULL_TIME_TPOT,
  ULL_TIME_ITL,
  ULL_N_TIMES,
};

typedef struct
{
  double median, p99; /* seconds; 0: none was measured */
} UllTimeSpan;

/* What else a level says: in the table alone. Counts, shares, seconds. */
typedef enum
{
  ULL_FIGURE_REQUESTS,   /* measured */
  ULL_FIGURE_USE_MAX,    /* shares of the pool, as is the next */
  ULL_FIGURE_RETAINED,
  ULL_FIGURE_PREEMPTED,  /* a count, as is the next */
  ULL_FIGURE_RECOMPUTED,
  ULL_FIGURE_USEFUL,     /* share of the computed tokens */
  ULL_FIGURE_RUNNING,    /* means */
  ULL_FIGURE_WAITING,
  ULL_FIGURE_TTFT_P90,   /* seconds, as are the next */
  ULL_FIGURE_ITL_MAX,
  ULL_FIGURE_E2E,
  ULL_FIGURE_E2E_P99,
  ULL_FIGURE_REFUSED,    /* counts */
  ULL_FIGURE_LEFT,
  ULL_FIGURE_GROWTH,     /* of the queue, requests a second */
  ULL_N_RAMP_FIGURES,
} UllRampFigure;

/* A level that was simulated. */
typedef struct
{
  double clients;
  double throughput;   /* output tokens a second */
  double low, high;    /* its interval; equal: none */
  double requests;     /* answered a second */
  double use;          /* mean share of the blocks in use */
  double hit_rate;     /* share of the prompts' tokens found at first admissions; below 0: none was asked for */
  double preemptions;  /* per 100 requests */
  UllTimeSpan time[ULL_N_TIMES];
  double figure[ULL_N_RAMP_FIGURES];
  gboolean growing;    /* more arrives than is served: no time of waiting is a steady one */
} UllRampDot;

typedef struct
{
  const UllRampDot *dot; /* in order of their clients */
  guint n;
  const char *name;      /* (nullable): of an earlier ramp */
} UllRampCurve;

/* What may stand beside a ramp: a load that is no mix, and what servers did before there were blocks. */
typedef enum
{
  ULL_BASELINE_UNIFORM,  /* every request 2,000 tokens */
  ULL_BASELINE_RESERVED, /* the model length reserved for each */
  ULL_BASELINE_STATIC,   /* batches that end together */
  ULL_N_BASELINES,
} UllBaseline;

/* A number of clients that somebody said before they saw the ramp. */
typedef struct
{
  double clients;
  const char *name; /* "your peak": translated */
  gboolean right;
} UllRampSaid;

typedef enum
{
  ULL_RAMP_THROUGHPUT = 1 << 0,
  ULL_RAMP_POOL = 1 << 1,    /* KV use, hit rate, preemptions */
  ULL_RAMP_LATENCY = 1 << 2,
  ULL_RAMP_ALL = 7,
} UllRampPanels;

typedef struct
{
  UllRampCurve with;    /* as the load is */
  UllRampCurve without; /* no prompt shares anything; n 0: not run */
  UllRampCurve before;  /* n 0: none */
  int peak;            /* indices into `with`, or -1 */
  int operating;
  gboolean plateau;    /* throughput does not turn back: its peak is no peak */
  gboolean rising;     /* it still rises at the last level */
  gint64 cap;          /* requests that run at once at most; 0: none is set */
  const char *clients; /* what the axis counts, translated: "Clients, each sending its next turn at once" */
  const char *load;    /* for the caption: translated */
  gboolean open;   /* its levels are so many that run at once, and no clients */
  gboolean unsure; /* a plateau only as far as the intervals tell */
  const char *nothing; /* (nullable), translated: why no request runs at any level; peak and operating are -1 then */
  const char *refusal; /* (nullable), translated: why the engine would not start; operating is -1 then */
  UllRampCurve baseline[ULL_N_BASELINES]; /* n 0: not asked for */
  const UllRampSaid *said;
  guint n_said;
  const char *withheld; /* (nullable): why there is no curve yet, translated; NULL: it has not been run */
} UllRampPicture;

#define ULL_RAMP_CHART_ID "ramp"
#define ULL_LATENCY_CHART_ID "latency" /* its panel of times alone */

/* As of ull_chart_build(); the kind of @spec is not looked at. */
UllScene *ull_ramp_chart_build (const UllRampPicture *picture, UllRampPanels panels, const UllChartSpec *spec, PangoContext *context);
/* Where a cap of the chart's handle lies, and what a place means: clients. The frame is the scene's. */
gint64 ull_ramp_chart_clients_at (const UllFrame *frame, double x);
/* The header row first. (transfer full) (element-type GStrv) */
GPtrArray *ull_ramp_chart_table (const UllRampPicture *picture);
/* The text alternative. (transfer full) */
char *ull_ramp_chart_describe (const UllRampPicture *picture);
/* As of ull_chart_export(). */
GBytes *ull_ramp_chart_export (const UllRampPicture *picture, UllRampPanels panels, const UllChartSpec *spec, UllExportFormat format,
                         double scale, GError **error);

/* "35 ms", "1.2 s", "2 min": three figures at most. (transfer full) */
char *ull_format_seconds (double seconds);

G_END_DECLS
