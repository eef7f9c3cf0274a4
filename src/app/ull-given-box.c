#include "ull-given-box.h"

#include "ull-units.h"

/* A flow box keeps the focus even where no child of it takes it, so neither it nor its children are on the keyboard's way. */

void
ull_given_box_clear (GtkFlowBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_flow_box_remove (box, child);
}

void
ull_given_box_add (GtkFlowBox *box, const char *label, const char *value)
{
  GtkWidget *pair = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *name = gtk_label_new (label), *figure = gtk_label_new (value);

  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_add_css_class (name, "caption");
  gtk_widget_add_css_class (figure, "heading");
  gtk_widget_add_css_class (figure, "numeric");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (figure), 0);
  gtk_box_append (GTK_BOX (pair), name);
  gtk_box_append (GTK_BOX (pair), figure);
  gtk_flow_box_append (box, pair);
  gtk_widget_set_focusable (gtk_widget_get_parent (pair), FALSE);
}

/* A size in both units, since lessons speak of either; a small one to the byte. */
static char *
format_given (UllUnit unit, gint64 value)
{
  if (unit == ULL_UNIT_BYTES && value >= ULL_GIB)
    return ull_format_both (value);
  if (unit == ULL_UNIT_BYTES && value < ULL_MIB)
    return ull_formula_format ((double) value, ULL_UNIT_BYTES, NULL);
  return ull_unit_format (unit, value);
}

gboolean
ull_given_box_show (GtkFlowBox *box, const UllQuestion *question)
{
  g_autoptr (UllDisclosure) disclosure = NULL;
  gboolean any = FALSE;

  ull_given_box_clear (box);
  if (question != NULL && question->kind != ULL_QUESTION_CONFIG)
    disclosure = ull_question_disclose (question);
  for (int id = 0; disclosure != NULL && id < ULL_N_TERMS; id++)
    if ((question->given.terms & 1u << id) != 0 && disclosure->given.term[id].present)
      {
        g_autofree char *size = format_given (ULL_UNIT_BYTES, disclosure->given.term[id].bytes);

        ull_given_box_add (box, ull_term_get_label ((UllTermId) id), size);
        any = TRUE;
      }
  for (guint i = 0; disclosure != NULL && i < disclosure->n_figures; i++)
    {
      g_autofree char *value = format_given (disclosure->figure[i].unit, disclosure->figure[i].value);

      ull_given_box_add (box, ull_step_get_label (disclosure->figure[i].id), value);
      any = TRUE;
    }
  return any;
}
