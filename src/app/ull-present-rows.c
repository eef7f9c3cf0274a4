#include "ull-present-rows.h"

#include <glib/gi18n-lib.h>

/* Rows are made anew at every step: there are few, and none of an answer that is locked again stays behind. */

#define LEFT_TO_RIGHT "\342\201\246"
#define END_ISOLATE "\342\201\251"

GtkWidget *
ull_present_label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Sums are figures and signs: they run from left to right in every language. */
static GtkWidget *
make_figures (const char *text, const char *css_class)
{
  g_autofree char *isolated = g_strconcat (LEFT_TO_RIGHT, text, END_ISOLATE, NULL);

  return ull_present_label_new (isolated, css_class);
}

static GtkWidget *
make_row (guint number, GtkWidget *words, GtkWidget *value)
{
  g_autofree char *count = g_strdup_printf ("%u", number);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = ull_present_label_new (count, "ull-present-number");

  gtk_label_set_width_chars (GTK_LABEL (label), 2);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_valign (value, GTK_ALIGN_START);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_label_set_wrap (GTK_LABEL (value), FALSE);
  gtk_widget_add_css_class (row, "ull-present-row");
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), words);
  gtk_box_append (GTK_BOX (row), value);
  return row;
}

GtkWidget *
ull_present_step_new (guint number, const UllKeyStep *step, gboolean current)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *row;

  gtk_box_append (GTK_BOX (words), ull_present_label_new (step->label, "ull-present-step"));
  gtk_box_append (GTK_BOX (words), make_figures (step->sum, "ull-present-sum"));
  row = make_row (number, words, make_figures (step->value, "ull-present-value"));
  if (current)
    gtk_widget_add_css_class (row, "current");
  return row;
}

GtkWidget *
ull_present_next_new (guint number, const char *label)
{
  GtkWidget *row = make_row (number, ull_present_label_new (label, "ull-present-text"),
                             ull_present_label_new ("?", "ull-present-value"));

  gtk_widget_add_css_class (row, "next");
  return row;
}

/* What the answer is, in its own words or as a figure. (nullable) */
static const char *
answer_of (const UllTalk *talk)
{
  const UllQuestion *question = ull_course_get_question (ull_talk_get_course (talk));
  const UllKey *key = ull_course_get_key (ull_talk_get_course (talk));

  if (question == NULL || key == NULL || question->kind == ULL_QUESTION_OPEN)
    return NULL;
  if (ull_question_is_number (question))
    return key->truth_text;
  return key->right < question->choices->len ? g_array_index (question->choices, UllChoice, key->right).text : NULL;
}

static void
append_text (GtkBox *box, const char *text)
{
  if (text != NULL && text[0] != '\0')
    gtk_box_append (box, ull_present_label_new (text, "ull-present-text"));
}

static GtkWidget *
append_answer (GtkBox *box, const UllTalk *talk)
{
  const UllKey *key = ull_course_get_key (ull_talk_get_course (talk));
  g_autofree char *reveal = ull_course_dup_reveal (ull_talk_get_course (talk));
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  const char *answer = answer_of (talk);

  gtk_widget_add_css_class (card, "ull-present-answer");
  if (answer != NULL)
    gtk_box_append (GTK_BOX (card), ull_present_label_new (answer, "ull-present-title"));
  append_text (GTK_BOX (card), key != NULL ? key->said : NULL);
  append_text (GTK_BOX (card), reveal);
  append_text (GTK_BOX (card), ull_talk_get_problem (talk));
  gtk_widget_set_visible (card, gtk_widget_get_first_child (card) != NULL);
  gtk_box_append (box, card);
  return card;
}

GtkWidget *
ull_present_rows_fill (GtkBox *box, const UllTalk *talk)
{
  const UllKey *key = ull_course_get_key (ull_talk_get_course (talk));
  guint n = ull_talk_get_n_shown (talk);
  gboolean whole = ull_talk_is_whole (talk);
  GtkWidget *child, *last = NULL;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  if (ull_talk_is_locked (talk))
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      last = ull_present_step_new (i + 1, &g_array_index (key->steps, UllKeyStep, i), i + 1 == n && !whole);
      gtk_box_append (box, last);
    }
  if (whole)
    return append_answer (box, talk);
  last = ull_present_next_new (n + 1, n < key->steps->len ? g_array_index (key->steps, UllKeyStep, n).label : _("The answer"));
  gtk_box_append (box, last);
  return last;
}

char *
ull_present_rows_speak (const UllTalk *talk)
{
  const UllKey *key = ull_course_get_key (ull_talk_get_course (talk));
  guint n = ull_talk_get_n_shown (talk);
  const UllKeyStep *step;

  if (ull_talk_is_locked (talk))
    return NULL;
  if (ull_talk_is_whole (talk))
    return g_strdup (answer_of (talk) != NULL ? answer_of (talk) : key != NULL ? key->said : ull_talk_get_problem (talk));
  step = &g_array_index (key->steps, UllKeyStep, n - 1);
  return g_strdup_printf ("%s: %s = %s", step->label, step->sum, step->value);
}
