#include "ull-meaning.h"

#include "ull-look.h"

#include <glib/gi18n-lib.h>

/* A popover is made when it is asked for and lives until it is closed: nobody reads two. It holds the glossary's texts and
 * nothing of any plan, so it says the same whether an answer is withheld or not. */

#define WIDTH_CHARS 36
#define MOST_HEIGHT 320

const UllGlossary *
ull_meaning_get_glossary (void)
{
  static UllGlossary *glossary;

  if (glossary == NULL)
    glossary = ull_glossary_new (g_get_language_names ());
  return glossary;
}

static void
add_label (GtkWidget *box, const char *text, const char *style, const char *other)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  /* As wide in pixels at any size of text. */
  gtk_label_set_max_width_chars (GTK_LABEL (label), (int) (WIDTH_CHARS / ull_text_scale (label)));
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  if (other != NULL)
    gtk_widget_add_css_class (label, other);
  gtk_box_append (GTK_BOX (box), label);
}

GtkWidget *
ull_meaning_box_new (const UllGlossaryEntry *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *source = g_strdup_printf (_("Source: %s"), entry->source);

  add_label (box, entry->term, "heading", NULL);
  add_label (box, entry->text, NULL, NULL);
  add_label (box, source, "caption", "dim-label");
  return box;
}

static gboolean
unparent_cb (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Not at once: the popover is still at work when it says so. */
static void
closed_cb (GtkWidget *popover, GtkWidget *focus)
{
  gtk_widget_grab_focus (focus);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (popover), g_object_unref);
}

static void
glossary_cb (GtkWidget *popover)
{
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_activate_action (popover, "win.glossary", NULL);
}

static GtkWidget *
make_content (GtkWidget *popover, const UllGlossaryEntry *const *entries, guint n)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Glossary"));

  for (guint i = 0; i < n; i++)
    gtk_box_append (GTK_BOX (box), ull_meaning_box_new (entries[i]));
  gtk_widget_set_halign (button, GTK_ALIGN_END);
  g_signal_connect_object (button, "clicked", G_CALLBACK (glossary_cb), popover, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (box, "ull-meaning");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  return scroller;
}

void
ull_meaning_show (GtkWidget *parent, const UllGlossaryEntry *const *entries, guint n, const GdkRectangle *at)
{
  GtkRoot *root = gtk_widget_get_root (parent);
  GtkWidget *popover, *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (n == 0 || root == NULL)
    return;
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), make_content (popover, entries, n));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL, entries[0]->term,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, entries[0]->text, -1);
  gtk_widget_set_parent (popover, parent);
  g_signal_connect_object (popover, "closed", G_CALLBACK (closed_cb), focus != NULL ? focus : parent, 0);
  gtk_popover_popup (GTK_POPOVER (popover));
}
