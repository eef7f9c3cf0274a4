#include "ull-note.h"

#include "ull-clear.h"

/* The mark is a shape, so that a warning is not told by its colour alone; what it means is in the sentence. */

struct _UllNote
{
  GtkWidget parent_instance;

  /* Borrowed */
  GtkWidget *mark;
  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (UllNote, ull_note, GTK_TYPE_WIDGET)

static void
ull_note_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_note_parent_class)->dispose (object);
}

static void
ull_note_class_init (UllNoteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_note_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "note");
}

static void
ull_note_init (UllNote *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->mark = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  self->label = GTK_LABEL (label);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->mark), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_widget_set_valign (self->mark, GTK_ALIGN_START);
  gtk_widget_set_margin_end (self->mark, 6);
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_wrap_mode (self->label, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_insert_before (self->mark, GTK_WIDGET (self), NULL);
  gtk_widget_insert_before (label, GTK_WIDGET (self), NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ull_note_set (UllNote *self, const char *sentence, UllNoteKind kind)
{
  g_return_if_fail (ULL_IS_NOTE (self));

  gtk_label_set_text (self->label, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (self->mark, kind == ULL_NOTE_WARNING);
  gtk_widget_remove_css_class (GTK_WIDGET (self), kind == ULL_NOTE_FAULT ? "dim-label" : "error");
  gtk_widget_add_css_class (GTK_WIDGET (self), kind == ULL_NOTE_FAULT ? "error" : "dim-label");
  gtk_widget_set_visible (GTK_WIDGET (self), sentence != NULL);
}

const char *
ull_note_get_sentence (UllNote *self)
{
  g_return_val_if_fail (ULL_IS_NOTE (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self)) ? gtk_label_get_text (self->label) : NULL;
}
