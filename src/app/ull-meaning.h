#pragma once

#include "ull-glossary.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a term means, said beside where it stands. */

/* The program's glossary in the person's language. */
const UllGlossary *ull_meaning_get_glossary (void);

#define ULL_MAX_MEANINGS 3

/* Opens @n entries beside @at, a place in @parent, and hands the focus back when it is closed. */
void ull_meaning_show (GtkWidget *parent, const UllGlossaryEntry *const *entries, guint n, const GdkRectangle *at);
/* Term, meaning and source as labels below each other, for a popover or a row. */
GtkWidget *ull_meaning_box_new (const UllGlossaryEntry *entry);

G_END_DECLS
