#include "ull-fleet-list.h"

#include "ull-amount-field.h"
#include "ull-clear.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Only some rows are made, for a row costs more than its numbers. Prices are a card's, by its id, and live as long as the
 * list; no answer is in them. */

#define FIRST_SHOWN 8
#define MORE_SHOWN 40

struct _UllFleetList
{
  GtkWidget parent_instance;

  /* Template */
  GtkEditable *filter;
  UllFleetRow *head;
  GtkListBox *list;
  GtkButton *more;
  GtkWidget *chosen;
  GtkLabel *chosen_name;
  UllAmountField *price;
  GtkLabel *price_fault;
  GtkExpander *refused;
  GtkLabel *reasons;

  /* Owned */
  UllDevice *present; /* (nullable): the scenario's card */
  GArray *shown;      /* indices of the options that have a row */
  GHashTable *prices; /* id → price of one card, as typed: a decimal */
  char *device;       /* (nullable): the id of the chosen row's card, */
  gint64 tp;          /* and its split */

  /* Borrowed */
  const UllFleet *fleet; /* (nullable) */

  guint n_most;     /* rows that are shown at most, but for the present card's */
  gboolean filling; /* the widgets are being set */
};

G_DEFINE_FINAL_TYPE (UllFleetList, ull_fleet_list, GTK_TYPE_WIDGET)

enum
{
  PRICED,
  USED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const UllFleetOption *
shown_option (UllFleetList *self, guint row)
{
  return &g_array_index (self->fleet->options, UllFleetOption, g_array_index (self->shown, guint, row));
}

static gboolean
matches (const UllDevice *device, const char *text)
{
  g_autofree char *wanted = g_utf8_casefold (text, -1), *name = g_utf8_casefold (device->name, -1);

  return strstr (name, wanted) != NULL || strstr (device->id, wanted) != NULL;
}

/* The first, and of the present card all: it is what a person compares with. Returns how many there are. */
static guint
choose_shown (UllFleetList *self)
{
  const char *text = gtk_editable_get_text (self->filter);
  guint n = 0;

  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->fleet->options->len; i++)
    {
      const UllFleetOption *option = &g_array_index (self->fleet->options, UllFleetOption, i);

      if (!matches (option->device, text))
        continue;
      if (n < self->n_most || ull_device_equal (option->device, self->present))
        g_array_append_val (self->shown, i);
      n++;
    }
  return n;
}

static void
show_price_fault (UllFleetList *self, const char *sentence)
{
  ull_amount_field_set_fault (self->price, sentence);
  gtk_label_set_text (self->price_fault, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->price_fault), sentence != NULL);
}

static void
update_chosen (UllFleetList *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  const UllFleetOption *option;

  gtk_widget_set_visible (self->chosen, row != NULL);
  if (row == NULL)
    return;
  option = shown_option (self, (guint) gtk_list_box_row_get_index (row));
  gtk_label_set_text (self->chosen_name, option->device->name);
  if (g_strcmp0 (self->device, option->device->id) != 0)
    {
      self->filling = TRUE;
      ull_amount_field_set_text (self->price, g_hash_table_lookup (self->prices, option->device->id));
      self->filling = FALSE;
      show_price_fault (self, NULL);
    }
  g_free (self->device);
  self->device = g_strdup (option->device->id);
  self->tp = option->tp;
}

static void
selected_cb (UllFleetList *self)
{
  if (!self->filling && self->fleet != NULL)
    update_chosen (self);
}

/* The chosen row may stand elsewhere by now, or nowhere. */
static void
select_again (UllFleetList *self)
{
  UllFleetRow *row = self->device != NULL ? ull_fleet_list_get_row (self, self->device, self->tp) : NULL;

  self->filling = TRUE;
  gtk_list_box_select_row (self->list, (gpointer) row);
  self->filling = FALSE;
  update_chosen (self);
}

static void
show_rows (UllFleetList *self)
{
  guint n = choose_shown (self);
  gboolean priced = self->fleet->options->len > 0 && g_array_index (self->fleet->options, UllFleetOption, 0).price >= 0;
  g_autofree char *more = g_strdup_printf (_("Show more of %u"), n);

  self->filling = TRUE;
  ull_figure_rows_fit (self->list, self->shown->len, ull_fleet_row_new);
  for (guint i = 0; i < self->shown->len; i++)
    ull_fleet_row_set (ULL_FLEET_ROW (gtk_list_box_get_row_at_index (self->list, (int) i)), shown_option (self, i),
                       ull_device_equal (shown_option (self, i)->device, self->present), priced);
  self->filling = FALSE;
  ull_fleet_row_set_head (self->head, priced);
  gtk_widget_set_visible (GTK_WIDGET (self->head), self->shown->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->list), self->shown->len > 0);
  gtk_button_set_label (self->more, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more), n > self->shown->len);
  select_again (self);
}

/* Reasons that all share are said once. */
static void
show_refused (UllFleetList *self)
{
  const GArray *refused = self->fleet->ruled_out;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *title = g_strdup_printf (_("Ruled out: %u"), refused->len);

  for (guint i = 0; i < refused->len; i++)
    {
      const UllFleetRefusal *one = &g_array_index (refused, UllFleetRefusal, i);

      g_string_append_printf (text, "%s%s: %s", i > 0 ? "\n" : "", one->device->name, one->reason);
    }
  gtk_expander_set_label (self->refused, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->refused), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_label_set_text (self->reasons, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->refused), refused->len > 0);
}

static void
filter_cb (UllFleetList *self)
{
  self->n_most = FIRST_SHOWN;
  if (self->fleet != NULL)
    show_rows (self);
}

static void
more_cb (UllFleetList *self)
{
  self->n_most += MORE_SHOWN;
  show_rows (self);
}

static void
price_cb (UllFleetList *self)
{
  const char *text = ull_amount_field_get_text (self->price);
  g_autoptr (GError) error = NULL;
  gint64 price;

  if (self->filling || self->device == NULL)
    return;
  if (text[0] == 0)
    g_hash_table_remove (self->prices, self->device);
  else if (ull_decimal_parse (text, &price, &error))
    g_hash_table_insert (self->prices, g_strdup (self->device), g_strdup (text));
  show_price_fault (self, error != NULL ? error->message : NULL);
  if (error == NULL)
    g_signal_emit (self, signals[PRICED], 0);
}

static void
use_cb (UllFleetList *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (row != NULL && self->fleet != NULL)
    g_signal_emit (self, signals[USED], 0, shown_option (self, (guint) gtk_list_box_row_get_index (row)));
}

static void
ull_fleet_list_dispose (GObject *object)
{
  UllFleetList *self = ULL_FLEET_LIST (object);

  self->fleet = NULL;
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_fleet_list_parent_class)->dispose (object);
}

static void
ull_fleet_list_finalize (GObject *object)
{
  UllFleetList *self = ULL_FLEET_LIST (object);

  g_clear_pointer (&self->present, ull_device_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->prices, g_hash_table_unref);
  g_clear_pointer (&self->device, g_free);
  G_OBJECT_CLASS (ull_fleet_list_parent_class)->finalize (object);
}

static void
ull_fleet_list_class_init (UllFleetListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ull_fleet_list_dispose;
  object_class->finalize = ull_fleet_list_finalize;
  signals[PRICED] = g_signal_new ("priced", ULL_TYPE_FLEET_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[USED]
    = g_signal_new ("used", ULL_TYPE_FLEET_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);

  g_type_ensure (ULL_TYPE_AMOUNT_FIELD);
  g_type_ensure (ULL_TYPE_FLEET_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-fleet-list.ui");
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, filter);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, head);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, list);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, more);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, chosen);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, chosen_name);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, price);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, price_fault);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, refused);
  gtk_widget_class_bind_template_child (widget_class, UllFleetList, reasons);
  gtk_widget_class_bind_template_callback (widget_class, filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, more_cb);
  gtk_widget_class_bind_template_callback (widget_class, price_cb);
  gtk_widget_class_bind_template_callback (widget_class, use_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_fleet_list_init (UllFleetList *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  self->prices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->n_most = FIRST_SHOWN;
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ull_fleet_list_new (void)
{
  return g_object_new (ULL_TYPE_FLEET_LIST, NULL);
}

void
ull_fleet_list_set (UllFleetList *self, const UllFleet *fleet, UllDevice *present)
{
  g_return_if_fail (ULL_IS_FLEET_LIST (self));

  self->fleet = fleet;
  g_clear_pointer (&self->present, ull_device_unref);
  gtk_widget_set_visible (GTK_WIDGET (self), fleet != NULL);
  if (fleet != NULL)
    {
      self->present = ull_device_ref (present);
      show_rows (self);
      show_refused (self);
      return;
    }
  g_array_set_size (self->shown, 0);
  self->filling = TRUE;
  ull_figure_rows_fit (self->list, 0, ull_fleet_row_new);
  self->filling = FALSE;
  gtk_widget_set_visible (self->chosen, FALSE);
  gtk_label_set_text (self->reasons, "");
}

void
ull_fleet_list_move_chosen (UllFleetList *self, GtkWidget *parent)
{
  g_autoptr (GtkWidget) chosen = NULL;

  g_return_if_fail (ULL_IS_FLEET_LIST (self) && GTK_IS_BOX (parent));

  chosen = g_object_ref (self->chosen);
  gtk_widget_unparent (chosen);
  gtk_box_append (GTK_BOX (parent), chosen);
}

gint64
ull_fleet_list_get_price (UllFleetList *self, const UllDevice *device)
{
  const char *typed;
  gint64 price;

  g_return_val_if_fail (ULL_IS_FLEET_LIST (self), -1);

  typed = g_hash_table_lookup (self->prices, device->id);
  return typed != NULL && ull_decimal_parse (typed, &price, NULL) ? price : -1;
}

UllFleetRow *
ull_fleet_list_get_row (UllFleetList *self, const char *device, gint64 tp)
{
  g_return_val_if_fail (ULL_IS_FLEET_LIST (self), NULL);

  for (guint i = 0; i < self->shown->len; i++)
    if (g_str_equal (shown_option (self, i)->device->id, device) && shown_option (self, i)->tp == tp)
      return ULL_FLEET_ROW (gtk_list_box_get_row_at_index (self->list, (int) i));
  return NULL;
}
