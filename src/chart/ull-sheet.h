#pragma once

#include "ull-question.h"
#include "ull-scene.h"

#include <pango/pango.h>

G_BEGIN_DECLS

/* A sheet of questions to print: A4 pages, and the answers on pages of their own. */

/* The pages as scenes, 794 × 1,123 pixels each; @n_questions: how many of them are questions', the first ones. (transfer full)
 * (element-type UllScene). NULL with an error where a question has no answer. */
GPtrArray *ull_sheet_build (const GPtrArray *questions,
                            const char *title,
                            PangoContext *context,
                            guint *n_question_pages,
                            GError **error);
/* The same as a PDF in memory. Equal questions make equal bytes. */
GBytes *ull_sheet_export (const GPtrArray *questions, const char *title, GError **error);

G_END_DECLS
