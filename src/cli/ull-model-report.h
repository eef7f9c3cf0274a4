#pragma once

#include "ull-model.h"

G_BEGIN_DECLS

/* Bytes of one sequence on one card. */
typedef struct
{
  gint64 per_token; /* of the stores that keep growing, without the indexer */
  gint64 window;    /* what all full windows add */
  gint64 state;     /* constant per sequence: recurrent state, and what an encoder always makes */
  gint64 side;      /* per token of an encoder or an image whose number goes by the input */
  gint64 indexer;   /* per token */
} UllModelFigures;

void ull_model_report_json (const UllModel *model, const UllModelFigures *figures, GString *out);
void ull_model_report_text (const UllModel *model,
                            const UllFormats *formats,
                            const UllModelFigures *figures,
                            GString *out);

G_END_DECLS
