#pragma once

#include "ull-question.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_QUESTION_PANEL (ull_question_panel_get_type ())
G_DECLARE_FINAL_TYPE (UllQuestionPanel, ull_question_panel, ULL, QUESTION_PANEL, GtkWidget)

/* A question with what it gives, and where to answer it. Property: "ready" (boolean, read-only, notified: there is an answer
 * that can be committed). It has no key, so it can show none. */

/* @place: "Lesson 3 · The budget". @text: (nullable), what is read before the question. @question: (nullable), borrowed until
 * the next call: a text alone. @open: whether it is still to be answered. */
void ull_question_panel_show (UllQuestionPanel *self, const char *place, const char *text, UllQuestion *question, gboolean open);
/* Whether there is something to begin again. */
void ull_question_panel_set_begun (UllQuestionPanel *self, gboolean begun);
gboolean ull_question_panel_get_ready (UllQuestionPanel *self);
/* A choice's id, or what was typed. (transfer full) */
char *ull_question_panel_dup_answer (UllQuestionPanel *self);
int ull_question_panel_get_confidence (UllQuestionPanel *self); /* per cent, or ULL_NO_CONFIDENCE */
gboolean ull_question_panel_has_hint (UllQuestionPanel *self);
void ull_question_panel_show_hint (UllQuestionPanel *self);
/* Gives the keyboard to the answer. */
void ull_question_panel_focus (UllQuestionPanel *self);

G_END_DECLS
