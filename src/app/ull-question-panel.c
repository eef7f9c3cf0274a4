#include "ull-question-panel.h"

#include "ull-clear.h"
#include "ull-confidence-row.h"
#include "ull-given-box.h"

#include <glib/gi18n-lib.h>

/* Reads nothing but the question, which holds no answer, and what that discloses. The controls of a question are made for it
 * and go with it. No answer is chosen beforehand. */

struct _UllQuestionPanel
{
  GtkWidget parent_instance;

  /* Template */
  GtkLabel *place;
  GtkWidget *begin;
  GtkLabel *prompt;
  GtkLabel *text;
  GtkWidget *config;
  GtkTextView *config_text;
  GtkWidget *given_line;
  GtkFlowBox *given;
  GtkLabel *hint;
  GtkBox *answers;

  /* Owned */
  UllQuestion *question;

  /* Borrowed: of the present question, in `answers` */
  GPtrArray *choices; /* GtkCheckButton */
  GtkEntry *number;
  GtkLabel *message;
  GtkTextView *words;
  UllConfidenceRow *confidence;

  gboolean ready;
};

G_DEFINE_FINAL_TYPE (UllQuestionPanel, ull_question_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_READY,
};

static void
set_ready (UllQuestionPanel *self, gboolean ready)
{
  if (self->ready == ready)
    return;
  self->ready = ready;
  g_object_notify (G_OBJECT (self), "ready");
}

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

static gboolean
has_choice (UllQuestionPanel *self)
{
  for (guint i = 0; i < self->choices->len; i++)
    if (gtk_check_button_get_active (g_ptr_array_index (self->choices, i)))
      return TRUE;
  return FALSE;
}

/* An empty entry is not a fault yet. */
static gboolean
check_number (UllQuestionPanel *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->number));
  g_autoptr (GError) error = NULL;
  double number;
  guint choice;
  gboolean good = ull_question_parse (self->question, typed, &number, &choice, &error);
  const char *fault = good || typed[0] == '\0' ? NULL : error->message;

  set_label (self->message, fault);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  fault != NULL ? fault : self->question->prompt, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_STATE_INVALID,
                               fault != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  return good && typed[0] != '\0';
}

static void
answered_cb (UllQuestionPanel *self)
{
  if (self->question == NULL)
    return;
  if (self->number != NULL)
    set_ready (self, check_number (self));
  else
    set_ready (self, self->choices->len > 0 ? has_choice (self) : self->words != NULL);
}

static void
activate_cb (UllQuestionPanel *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "lesson.commit", NULL);
}

static void
clear_answers (UllQuestionPanel *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->answers))) != NULL)
    gtk_box_remove (self->answers, child);
  g_ptr_array_set_size (self->choices, 0);
  self->number = NULL;
  self->message = NULL;
  self->words = NULL;
  self->confidence = NULL;
}

/* A check button's own label does not wrap. */
static GtkWidget *
make_choice (const char *text)
{
  GtkWidget *button = gtk_check_button_new (), *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "ull-choice");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return button;
}

static void
add_choices (UllQuestionPanel *self)
{
  for (guint i = 0; i < self->question->choices->len; i++)
    {
      GtkWidget *button = make_choice (g_array_index (self->question->choices, UllChoice, i).text);

      if (i > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (button), g_ptr_array_index (self->choices, 0));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->question->prompt, -1);
      g_signal_connect_object (button, "toggled", G_CALLBACK (answered_cb), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->choices, button);
      gtk_box_append (self->answers, button);
    }
}

static GtkWidget *
make_field (UllQuestionPanel *self)
{
  GtkWidget *field = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *unit;
  g_autofree char *name = ull_question_dup_unit (self->question);

  self->number = GTK_ENTRY (gtk_entry_new ());
  gtk_editable_set_alignment (GTK_EDITABLE (self->number), 1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->number), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->number), 14);
  gtk_entry_set_has_frame (self->number, FALSE);
  g_signal_connect_object (self->number, "changed", G_CALLBACK (answered_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->number, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (field, "ull-field");
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (field), GTK_WIDGET (self->number));
  if (name == NULL)
    return field;
  unit = gtk_label_new (name);
  gtk_widget_add_css_class (unit, "dim-label");
  gtk_widget_add_css_class (unit, "caption");
  gtk_box_append (GTK_BOX (field), unit);
  return field;
}

static void
add_number (UllQuestionPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new_with_mnemonic (_("_Your number"));

  gtk_widget_add_css_class (box, "ull-number");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), make_field (self));
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (self->number));
  gtk_box_append (GTK_BOX (box), row);
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->message, 0);
  gtk_label_set_wrap (self->message, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->message));
  gtk_box_append (self->answers, box);
}

/* In words: nothing is kept of them, and nothing is counted. */
static void
add_words (UllQuestionPanel *self)
{
  GtkWidget *frame = gtk_scrolled_window_new ();

  self->words = GTK_TEXT_VIEW (gtk_text_view_new ());
  gtk_text_view_set_wrap_mode (self->words, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (self->words, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->words), "command");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->words), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Your answer"), -1);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (frame), 120);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (frame), GTK_WIDGET (self->words));
  gtk_box_append (self->answers, frame);
}

static void
add_answers (UllQuestionPanel *self)
{
  guint floor = ull_question_get_floor (self->question);

  if (self->question->kind == ULL_QUESTION_OPEN)
    {
      add_words (self);
      return;
    }
  if (ull_question_is_number (self->question))
    add_number (self);
  else
    add_choices (self);
  self->confidence = g_object_new (ULL_TYPE_CONFIDENCE_ROW, "lower", (int) floor, NULL);
  ull_confidence_row_set_value (self->confidence, (int) (floor + 100) / 2);
  gtk_box_append (self->answers, GTK_WIDGET (self->confidence));
}

static void
show_given (UllQuestionPanel *self)
{
  gboolean any = ull_given_box_show (self->given, self->question);

  gtk_widget_set_visible (self->given_line, any);
  gtk_widget_set_visible (GTK_WIDGET (self->given), any);
}

void
ull_question_panel_show (UllQuestionPanel *self, const char *place, const char *text, UllQuestion *question, gboolean open)
{
  UllQuestion *old = self->question;
  const char *config = question != NULL ? question->config : NULL;

  g_return_if_fail (ULL_IS_QUESTION_PANEL (self));

  clear_answers (self);
  self->question = question != NULL ? ull_question_ref (question) : NULL;
  g_clear_pointer (&old, ull_question_unref);
  set_label (self->place, place);
  set_label (self->prompt, question != NULL ? question->prompt : NULL);
  set_label (self->text, text);
  set_label (self->hint, NULL);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->config_text), config != NULL ? config : "", -1);
  gtk_widget_set_visible (self->config, config != NULL);
  show_given (self);
  gtk_widget_set_visible (GTK_WIDGET (self->answers), question != NULL && open);
  set_ready (self, FALSE);
  if (question == NULL || !open)
    return;
  add_answers (self);
  answered_cb (self);
}

void
ull_question_panel_set_begun (UllQuestionPanel *self, gboolean begun)
{
  g_return_if_fail (ULL_IS_QUESTION_PANEL (self));

  gtk_widget_set_visible (self->begin, begun);
}

gboolean
ull_question_panel_get_ready (UllQuestionPanel *self)
{
  g_return_val_if_fail (ULL_IS_QUESTION_PANEL (self), FALSE);

  return self->ready;
}

char *
ull_question_panel_dup_answer (UllQuestionPanel *self)
{
  g_return_val_if_fail (ULL_IS_QUESTION_PANEL (self), NULL);

  if (self->number != NULL)
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->number)));
  for (guint i = 0; i < self->choices->len; i++)
    if (gtk_check_button_get_active (g_ptr_array_index (self->choices, i)))
      return g_strdup (g_array_index (self->question->choices, UllChoice, i).id);
  return g_strdup ("");
}

int
ull_question_panel_get_confidence (UllQuestionPanel *self)
{
  g_return_val_if_fail (ULL_IS_QUESTION_PANEL (self), ULL_NO_CONFIDENCE);

  return self->confidence != NULL ? ull_confidence_row_get_value (self->confidence) : ULL_NO_CONFIDENCE;
}

gboolean
ull_question_panel_has_hint (UllQuestionPanel *self)
{
  g_return_val_if_fail (ULL_IS_QUESTION_PANEL (self), FALSE);

  return self->question != NULL && self->question->hint != NULL && !gtk_widget_get_visible (GTK_WIDGET (self->hint));
}

void
ull_question_panel_show_hint (UllQuestionPanel *self)
{
  g_return_if_fail (ULL_IS_QUESTION_PANEL (self));

  if (self->question != NULL)
    set_label (self->hint, self->question->hint);
}

void
ull_question_panel_focus (UllQuestionPanel *self)
{
  g_return_if_fail (ULL_IS_QUESTION_PANEL (self));

  if (self->number != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->number));
  else if (self->words != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (self->words));
  else if (self->choices->len > 0)
    gtk_widget_grab_focus (g_ptr_array_index (self->choices, 0));
}

static void
ull_question_panel_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  if (property_id == PROP_READY)
    g_value_set_boolean (value, ULL_QUESTION_PANEL (object)->ready);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_question_panel_dispose (GObject *object)
{
  UllQuestionPanel *self = ULL_QUESTION_PANEL (object);

  ull_clear_children (GTK_WIDGET (object));
  g_clear_pointer (&self->question, ull_question_unref);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_question_panel_parent_class)->dispose (object);
}

static void
ull_question_panel_class_init (UllQuestionPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_question_panel_get_property;
  object_class->dispose = ull_question_panel_dispose;
  g_object_class_install_property (object_class, PROP_READY,
                                   g_param_spec_boolean ("ready", NULL, NULL, FALSE,
                                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-question-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, place);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, begin);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, prompt);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, text);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, config);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, config_text);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, given_line);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, given);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, hint);
  gtk_widget_class_bind_template_child (widget_class, UllQuestionPanel, answers);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_question_panel_init (UllQuestionPanel *self)
{
  self->choices = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
