#pragma once

#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_PREDICT_PANEL (ull_predict_panel_get_type ())
G_DECLARE_FINAL_TYPE (UllPredictPanel, ull_predict_panel, ULL, PREDICT_PANEL, GtkWidget)

/* The question, what it gives, and the person's answer with how sure they are. Properties: "workspace", "ready"
 * (boolean: both answers are there). */
GtkWidget *ull_predict_panel_new (void);
gboolean ull_predict_panel_get_ready (UllPredictPanel *self);
/* Gives the keyboard to the first answer. */
void ull_predict_panel_focus (UllPredictPanel *self);
/* Commits what is entered; nothing where it is not ready. */
void ull_predict_panel_commit (UllPredictPanel *self);

G_END_DECLS
