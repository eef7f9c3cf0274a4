#include "ull-isolate.h"

/* Digits have no direction of their own, so that a widget that mirrors would put the unit of Latin letters first. */

/* Of the scripts that programs are translated into. */
static gboolean
runs_left (GUnicodeScript script)
{
  return script == G_UNICODE_SCRIPT_ARABIC || script == G_UNICODE_SCRIPT_HEBREW || script == G_UNICODE_SCRIPT_SYRIAC
         || script == G_UNICODE_SCRIPT_THAANA || script == G_UNICODE_SCRIPT_NKO;
}

gboolean
ull_isolate_is_needed (const char *unit)
{
  for (const char *c = unit; *c != '\0'; c = g_utf8_next_char (c))
    if (runs_left (g_unichar_get_script (g_utf8_get_char (c))))
      return FALSE;
  return TRUE;
}

void
ull_isolate_amount (GtkWidget *field, GtkEntry *entry, GtkLabel *unit)
{
  GtkTextDirection direction
    = ull_isolate_is_needed (gtk_label_get_text (unit)) ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_NONE;

  gtk_widget_set_direction (field, direction);
  gtk_widget_set_direction (GTK_WIDGET (entry), direction);
  /* Digits alone go by the widget that holds the text. */
  gtk_widget_set_direction (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (entry))), direction);
  gtk_widget_set_direction (GTK_WIDGET (unit), direction);
}
