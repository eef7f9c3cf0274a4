#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A figure stands before its unit from left to right, "131,072 B", in every language; where the unit itself is written from
 * right to left, as the language has it. */
gboolean ull_isolate_is_needed (const char *unit);
/* Lays out @field, which holds @entry and then @unit, by that. */
void ull_isolate_amount (GtkWidget *field, GtkEntry *entry, GtkLabel *unit);

G_END_DECLS
