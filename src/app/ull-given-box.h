#pragma once

#include "ull-question.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a question gives: figures with their names, in as many columns as there is room for. */
void ull_given_box_clear (GtkFlowBox *box);
void ull_given_box_add (GtkFlowBox *box, const char *label, const char *value);
/* All that @question (nullable) gives, instead of what was there. FALSE where that is nothing. */
gboolean ull_given_box_show (GtkFlowBox *box, const UllQuestion *question);

G_END_DECLS
