#pragma once

#include "ull-chart.h"
#include "ull-lengths.h"

G_BEGIN_DECLS

/* What a load's lengths are, prompt beside answer, and what of them can be dragged. */

typedef enum
{
  ULL_SIDE_PROMPT,
  ULL_SIDE_ANSWER,
  ULL_N_SIDES,
} UllSide;

/* "prompt-median", "prompt-tail", "answer-median", "answer-tail": the ids of the handles. */
#define ULL_TAIL_PPM 950000

typedef struct
{
  UllLengths *lengths[ULL_N_SIDES]; /* Borrowed (nullable) */
  const char *name[ULL_N_SIDES];    /* translated: "turn", "output" */
  gboolean movable[ULL_N_SIDES];    /* its handles are drawn */
} UllLengthsPicture;

UllScene *ull_mix_lengths_build (const UllLengthsPicture *picture, const UllChartSpec *spec, PangoContext *context);
/* Tokens that a place means. */
gint64 ull_mix_lengths_tokens_at (const UllFrame *frame, double x);
char *ull_mix_lengths_describe (const UllLengthsPicture *picture);
GBytes *ull_mix_lengths_export (const UllLengthsPicture *picture, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error);

G_END_DECLS
