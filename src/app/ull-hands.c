#include "ull-hands.h"

#include "ull-clear.h"
#include "ull-hands-bar.h"

#include <glib/gi18n-lib.h>

/* A counter is a key, a name, a bar and a number. Counters of a question that asks for a number start without a name: what the
 * room says is written there, for any that the program put there would answer. */

#define FULL_BAR 10 /* hands that fill a bar, where no counter has more */

typedef struct
{
  GtkWidget *key;   /* a label: the key that counts, or a tick */
  GtkWidget *entry; /* (nullable): of a counter that is named here */
  GtkWidget *raise;
  GtkWidget *bar;
  GtkWidget *count;
  char *name; /* (nullable) */
} Row;

struct _UllHands
{
  GtkWidget parent_instance;

  GArray *rows; /* Row, its widgets borrowed */
};

G_DEFINE_FINAL_TYPE (UllHands, ull_hands, GTK_TYPE_WIDGET)

static void
clear_row (gpointer data)
{
  g_clear_pointer (&((Row *) data)->name, g_free);
}

static GtkWidget *
make_label (const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, class);
  return label;
}

static GtkWidget *
make_entry (guint index)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *letter = g_strdup_printf ("%c", 'A' + (int) index);
  g_autofree char *name = g_strdup_printf (_("What hands are raised for, %s"), letter);

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), letter);
  gtk_entry_set_has_frame (GTK_ENTRY (entry), FALSE);
  gtk_widget_add_css_class (entry, "ull-hands-name");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return entry;
}

static GtkWidget *
make_raise (Row *row, guint index)
{
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  row->bar = ull_hands_bar_new ();
  row->count = make_label ("0", "ull-present-value");
  gtk_label_set_width_chars (GTK_LABEL (row->count), 3);
  gtk_label_set_xalign (GTK_LABEL (row->count), 1);
  gtk_box_append (GTK_BOX (box), row->bar);
  gtk_box_append (GTK_BOX (box), row->count);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "ull-hands-raise");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "present.raise");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", (int) index);
  return button;
}

static GtkWidget *
make_lower (guint index, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *text = name != NULL ? g_strdup_printf (_("One hand less: %s"), name) : g_strdup (_("One hand less"));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_END);
  gtk_widget_set_tooltip_text (button, _("One hand less"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "present.lower");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "i", (int) index);
  return button;
}

static void
add_row (UllHands *self, guint index, const char *name)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *middle = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *key = g_strdup_printf ("%u", index + 1);
  Row row = { .name = g_strdup (name) };

  row.key = make_label (key, "ull-present-number");
  gtk_label_set_width_chars (GTK_LABEL (row.key), 2);
  gtk_widget_set_valign (row.key, GTK_ALIGN_START);
  row.entry = name == NULL ? make_entry (index) : NULL;
  row.raise = make_raise (&row, index);
  gtk_widget_set_hexpand (middle, TRUE);
  gtk_box_append (GTK_BOX (middle), row.entry != NULL ? row.entry : make_label (name, "ull-present-text"));
  gtk_box_append (GTK_BOX (middle), row.raise);
  gtk_box_append (GTK_BOX (line), row.key);
  gtk_box_append (GTK_BOX (line), middle);
  gtk_box_append (GTK_BOX (line), make_lower (index, name));
  gtk_widget_set_parent (line, GTK_WIDGET (self));
  g_array_append_val (self->rows, row);
}

void
ull_hands_start (UllHands *self, const UllTalk *talk)
{
  const UllQuestion *question = ull_course_get_question (ull_talk_get_course (talk));
  guint n = ull_talk_get_n_counters (talk);

  g_return_if_fail (ULL_IS_HANDS (self));

  g_array_set_size (self->rows, 0);
  ull_clear_children (GTK_WIDGET (self));
  for (guint i = 0; i < n; i++)
    add_row (self, i, ull_question_is_number (question) ? NULL : g_array_index (question->choices, UllChoice, i).text);
  ull_hands_update (self, talk, -1);
}

static void
update_row (const Row *row, guint index, guint count, guint most, gboolean right)
{
  g_autofree char *text = g_strdup_printf ("%u", count), *key = g_strdup_printf ("%u", index + 1);
  g_autofree char *hands = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u hand", "%u hands", count), count);
  g_autofree char *typed = row->entry != NULL ? g_strdup (gtk_editable_get_text (GTK_EDITABLE (row->entry))) : NULL;
  const char *name = row->name != NULL ? row->name : typed[0] != '\0' ? typed : key;
  g_autofree char *spoken = g_strdup_printf (right ? _("%s: %s, right") : "%s: %s", name, hands);

  gtk_label_set_text (GTK_LABEL (row->key), right ? "✓" : key);
  gtk_label_set_text (GTK_LABEL (row->count), text);
  ull_hands_bar_set (ULL_HANDS_BAR (row->bar), (double) count / MAX (most, FULL_BAR), right);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->raise), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

void
ull_hands_update (UllHands *self, const UllTalk *talk, int right)
{
  guint most = 0;

  g_return_if_fail (ULL_IS_HANDS (self));

  for (guint i = 0; i < self->rows->len; i++)
    most = MAX (most, ull_talk_get_count (talk, i));
  for (guint i = 0; i < self->rows->len; i++)
    update_row (&g_array_index (self->rows, Row, i), i, ull_talk_get_count (talk, i), most, (int) i == right);
}

static void
ull_hands_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_hands_parent_class)->dispose (object);
}

static void
ull_hands_finalize (GObject *object)
{
  g_clear_pointer (&ULL_HANDS (object)->rows, g_array_unref);
  G_OBJECT_CLASS (ull_hands_parent_class)->finalize (object);
}

static void
ull_hands_class_init (UllHandsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ull_hands_dispose;
  object_class->finalize = ull_hands_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ull_hands_init (UllHands *self)
{
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  g_array_set_clear_func (self->rows, clear_row);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Show of hands"), -1);
}
