#include "ull-card-dialog.h"

#include "ull-error.h"
#include "ull-own-cards.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What is left empty is unknown. The sizes an allocation sees are typed, or guessed from the label; nothing is written
 * before all of it can be read. */

struct _UllCardDialog
{
  AdwWindow parent_instance;

  /* Borrowed */
  AdwEntryRow *row[ULL_N_CARD_FACTS];
  GtkLabel *message;
  GtkWidget *remove;

  /* Owned */
  char *id; /* (nullable): of the card that is changed */
};

G_DEFINE_FINAL_TYPE (UllCardDialog, ull_card_dialog, ADW_TYPE_WINDOW)

static guint changed_signal;

static const char *const titles[ULL_N_CARD_FACTS] = {
  [ULL_CARD_NAME] = N_("Name"),
  [ULL_CARD_LABEL] = N_("What the label says, in GB"),
  [ULL_CARD_REPORTED] = N_("What the driver reports, as 24,564 MiB"),
  [ULL_CARD_ALLOCATABLE] = N_("What an allocation sees, as 24,210 MiB"),
  [ULL_CARD_BANDWIDTH] = N_("Memory bandwidth, in GB/s"),
  [ULL_CARD_BF16] = N_("bf16 rate, in TFLOPS"),
  [ULL_CARD_LINK] = N_("Link to other cards, in GB/s"),
};

static char *
dup_text (UllCardDialog *self, UllCardFact fact)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->row[fact]))));
}

static gboolean
name_fact (GError **error, UllCardFact fact)
{
  g_prefix_error (error, "%s: ", _(titles[fact]));
  return FALSE;
}

/* @bytes stays as it is where nothing is typed. */
static gboolean
read_size (UllCardDialog *self, UllCardFact fact, gint64 *bytes, GError **error)
{
  g_autofree char *text = dup_text (self, fact);

  if (text[0] == '\0')
    return TRUE;
  if (!ull_size_parse (text, bytes, error))
    return name_fact (error, fact);
  *bytes = *bytes / ULL_MIB * ULL_MIB;
  if (*bytes > 0)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("less than a MiB; a size with its unit would be right"));
  return name_fact (error, fact);
}

static gboolean
read_figure (UllCardDialog *self, UllCardFact fact, double *figure, GError **error)
{
  g_autofree char *text = dup_text (self, fact);
  gint64 millionths;

  if (text[0] == '\0')
    return TRUE;
  if (!ull_decimal_parse (text, &millionths, error))
    return name_fact (error, fact);
  *figure = (double) millionths / 1e6;
  if (*figure > 0 && *figure <= 1e9)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("out of range; a number above 0 would be right"));
  return name_fact (error, fact);
}

static gboolean
read_label (UllCardDialog *self, gint64 *label, GError **error)
{
  g_autofree char *text = dup_text (self, ULL_CARD_LABEL);

  if (text[0] == '\0')
    return TRUE;
  if (!ull_count_parse_like (text, "24", label, error))
    return name_fact (error, ULL_CARD_LABEL);
  if (*label >= 1 && *label <= 1 << 20)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("out of range; 24 would be right"));
  return name_fact (error, ULL_CARD_LABEL);
}

static gboolean
read_sizes (UllCardDialog *self, UllDevice *facts, GError **error)
{
  gint64 seen = 0, reported = 0;

  if (!read_label (self, &facts->label_gb, error) || !read_size (self, ULL_CARD_REPORTED, &reported, error)
      || !read_size (self, ULL_CARD_ALLOCATABLE, &seen, error))
    return FALSE;
  if (seen == 0 && facts->label_gb < 1)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("No size is typed; the label’s or what an allocation sees would be right"));
      return FALSE;
    }
  facts->guess = seen == 0;
  facts->allocatable_low = facts->allocatable_high = seen;
  if (facts->guess)
    ull_device_guess_sizes (facts->label_gb, &facts->allocatable_low, &facts->allocatable_high);
  if (facts->guess && reported > 0)
    facts->allocatable_high = MIN (facts->allocatable_high, reported);
  facts->allocatable = facts->allocatable_low;
  facts->reported_guess = reported == 0;
  facts->reported = reported == 0 ? facts->allocatable_high : reported;
  if (facts->allocatable_low <= facts->allocatable_high && facts->allocatable_high <= facts->reported)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("An allocation would see more than the driver reports; at most the same would be right"));
  return FALSE;
}

static gboolean
read_facts (UllCardDialog *self, UllDevice *facts, GError **error)
{
  if (facts->name[0] == '\0')
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("Name: is empty; what you call the card would be right"));
      return FALSE;
    }
  return read_sizes (self, facts, error) && read_figure (self, ULL_CARD_BANDWIDTH, &facts->bandwidth_gb_s, error)
         && read_figure (self, ULL_CARD_BF16, &facts->bf16_tflops, error)
         && read_figure (self, ULL_CARD_LINK, &facts->link_gb_s, error);
}

static gboolean
finish (UllCardDialog *self, gboolean done, const char *id, const GError *error)
{
  gtk_label_set_text (self->message, done ? "" : error->message);
  gtk_widget_set_visible (GTK_WIDGET (self->message), !done);
  if (!done)
    return FALSE;
  g_signal_emit (self, changed_signal, 0, id);
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

gboolean
ull_card_dialog_save (UllCardDialog *self)
{
  g_autofree char *path = ull_own_cards_dup_path (), *name = NULL, *id = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) own = ull_own_cards_read (&error);
  UllDevice facts = { .label_gb = -1, .dies = 1, .bandwidth_gb_s = -1, .bf16_tflops = -1, .fp8_tflops = -1, .link_gb_s = -1 };
  g_autoptr (UllDevice) device = NULL;

  g_return_val_if_fail (ULL_IS_CARD_DIALOG (self), FALSE);

  if (own == NULL)
    return finish (self, FALSE, NULL, error);
  facts.name = name = dup_text (self, ULL_CARD_NAME);
  facts.id = id = self->id != NULL ? g_strdup (self->id) : ull_device_make_id (name, own);
  if (!read_facts (self, &facts, &error))
    return finish (self, FALSE, NULL, error);
  device = ull_device_new_with (&facts);
  return finish (self, ull_device_file_put (path, device, &error), id, error);
}

gboolean
ull_card_dialog_remove (UllCardDialog *self)
{
  g_autofree char *path = ull_own_cards_dup_path ();
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (ULL_IS_CARD_DIALOG (self) && self->id != NULL, FALSE);

  return finish (self, ull_device_file_remove (path, self->id, &error), "", error);
}

static void
ull_card_dialog_finalize (GObject *object)
{
  g_clear_pointer (&ULL_CARD_DIALOG (object)->id, g_free);
  G_OBJECT_CLASS (ull_card_dialog_parent_class)->finalize (object);
}

static void
ull_card_dialog_class_init (UllCardDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ull_card_dialog_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                 G_TYPE_STRING);
}

static GtkWidget *
make_bar (UllCardDialog *self)
{
  GtkWidget *bar = adw_header_bar_new (), *cancel = gtk_button_new_with_label (_("Cancel"));
  GtkWidget *save = gtk_button_new_with_label (_("Save"));

  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (bar), FALSE);
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (bar), FALSE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (cancel), "window.close");
  gtk_widget_add_css_class (save, "suggested-action");
  g_signal_connect_object (save, "clicked", G_CALLBACK (ull_card_dialog_save), self, G_CONNECT_SWAPPED);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (bar), save);
  gtk_window_set_default_widget (GTK_WINDOW (self), save);
  return bar;
}

static GtkWidget *
make_list (UllCardDialog *self)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("The card"), -1);
  for (int i = 0; i < ULL_N_CARD_FACTS; i++)
    {
      self->row[i] = ADW_ENTRY_ROW (adw_entry_row_new ());
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->row[i]), _(titles[i]));
      adw_entry_row_set_activates_default (self->row[i], TRUE);
      gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (self->row[i]));
    }
  return list;
}

static void
ull_card_dialog_init (UllCardDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_widget_add_css_class (body, "ull-columns");
  self->message = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->message, TRUE);
  gtk_label_set_xalign (self->message, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->message), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->message), FALSE);
  self->remove = gtk_button_new_with_label (_("Remove Card"));
  gtk_widget_add_css_class (self->remove, "destructive-action");
  g_signal_connect_object (self->remove, "clicked", G_CALLBACK (ull_card_dialog_remove), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->message));
  gtk_box_append (GTK_BOX (body), make_list (self));
  gtk_box_append (GTK_BOX (body), self->remove);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), body);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), make_bar (self));
  gtk_box_append (GTK_BOX (box), scroller);
  adw_window_set_content (ADW_WINDOW (self), box);
}

static void
set_size (UllCardDialog *self, UllCardFact fact, gint64 bytes)
{
  g_autofree char *count = ull_format_count (bytes / ULL_MIB), *text = g_strconcat (count, " MiB", NULL);

  ull_card_dialog_set (self, fact, text);
}

static void
set_figure (UllCardDialog *self, UllCardFact fact, double figure)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (figure > 0)
    ull_card_dialog_set (self, fact, g_ascii_formatd (buffer, sizeof buffer, "%.6g", figure));
}

static void
fill (UllCardDialog *self, const UllDevice *device)
{
  g_autofree char *label = g_strdup_printf ("%" G_GINT64_FORMAT, device->label_gb);

  self->id = g_strdup (device->id);
  ull_card_dialog_set (self, ULL_CARD_NAME, device->name);
  if (device->label_gb > 0)
    ull_card_dialog_set (self, ULL_CARD_LABEL, label);
  if (!device->reported_guess)
    set_size (self, ULL_CARD_REPORTED, device->reported);
  if (!device->guess)
    set_size (self, ULL_CARD_ALLOCATABLE, device->allocatable);
  set_figure (self, ULL_CARD_BANDWIDTH, device->bandwidth_gb_s);
  set_figure (self, ULL_CARD_BF16, device->bf16_tflops);
  set_figure (self, ULL_CARD_LINK, device->link_gb_s);
}

UllCardDialog *
ull_card_dialog_new (GtkWindow *parent, const UllDevice *device)
{
  UllCardDialog *self = g_object_new (ULL_TYPE_CARD_DIALOG, "transient-for", parent, "modal", TRUE, "title",
                                      device != NULL ? _("Your Card") : _("Add a Card"), "default-width", 400, NULL);

  gtk_widget_set_visible (self->remove, device != NULL);
  if (device != NULL)
    fill (self, device);
  return self;
}

void
ull_card_dialog_set (UllCardDialog *self, UllCardFact fact, const char *text)
{
  g_return_if_fail (ULL_IS_CARD_DIALOG (self) && fact < ULL_N_CARD_FACTS);

  gtk_editable_set_text (GTK_EDITABLE (self->row[fact]), text);
}

const char *
ull_card_dialog_get_message (UllCardDialog *self)
{
  g_return_val_if_fail (ULL_IS_CARD_DIALOG (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self->message)) ? gtk_label_get_text (self->message) : NULL;
}
