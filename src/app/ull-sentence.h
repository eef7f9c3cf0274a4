#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_SENTENCE (ull_sentence_get_type ())
G_DECLARE_FINAL_TYPE (UllSentence, ull_sentence, ULL, SENTENCE, GtkWidget)

/* Wrapping text that changes at every movement of a lever. Unlike a label it asks for a new layout only when its height
 * changes; an empty one is hidden. */
void ull_sentence_set_text (UllSentence *self, const char *text);
const char *ull_sentence_get_text (UllSentence *self);

G_END_DECLS
