#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One sentence below what it is about: dim, with a mark where it warns, or in the colour of a fault. Hidden while empty. */

typedef enum
{
  ULL_NOTE_PLAIN,
  ULL_NOTE_WARNING,
  ULL_NOTE_FAULT,
} UllNoteKind;

#define ULL_TYPE_NOTE (ull_note_get_type ())
G_DECLARE_FINAL_TYPE (UllNote, ull_note, ULL, NOTE, GtkWidget)

/* @sentence: (nullable) */
void ull_note_set (UllNote *self, const char *sentence, UllNoteKind kind);
const char *ull_note_get_sentence (UllNote *self); /* NULL while it is hidden */

G_END_DECLS
