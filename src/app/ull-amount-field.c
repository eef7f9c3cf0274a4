#include "ull-amount-field.h"

#include "ull-clear.h"
#include "ull-isolate.h"

/* The field of the levers' rows by itself. What the text means is its owner's business. */

struct _UllAmountField
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *box;
  GtkEntry *entry;
  GtkLabel *unit;
};

G_DEFINE_FINAL_TYPE (UllAmountField, ull_amount_field, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_LABEL,
  PROP_UNIT,
  PROP_TEXT,
};

enum
{
  CHANGED,
  ACTIVATE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
changed_cb (UllAmountField *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
activate_cb (UllAmountField *self)
{
  g_signal_emit (self, signals[ACTIVATE], 0);
}

static gboolean
ull_amount_field_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (ULL_AMOUNT_FIELD (widget)->entry));
}

static void
ull_amount_field_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllAmountField *self = ULL_AMOUNT_FIELD (object);

  switch (property_id)
    {
    case PROP_LABEL:
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      g_value_get_string (value), -1);
      break;
    case PROP_UNIT:
      ull_amount_field_set_unit (self, g_value_get_string (value));
      break;
    case PROP_TEXT:
      ull_amount_field_set_text (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
ull_amount_field_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_amount_field_parent_class)->dispose (object);
}

static void
ull_amount_field_class_init (UllAmountFieldClass *klass)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_amount_field_set_property;
  object_class->dispose = ull_amount_field_dispose;
  widget_class->grab_focus = ull_amount_field_grab_focus;
  g_object_class_install_property (object_class, PROP_LABEL, g_param_spec_string ("label", NULL, NULL, NULL, flags));
  g_object_class_install_property (object_class, PROP_UNIT, g_param_spec_string ("unit", NULL, NULL, NULL, flags));
  g_object_class_install_property (object_class, PROP_TEXT, g_param_spec_string ("text", NULL, NULL, NULL, flags));
  signals[CHANGED] = g_signal_new ("changed", ULL_TYPE_AMOUNT_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATE]
    = g_signal_new ("activate", ULL_TYPE_AMOUNT_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-amount-field.ui");
  gtk_widget_class_bind_template_child (widget_class, UllAmountField, box);
  gtk_widget_class_bind_template_child (widget_class, UllAmountField, entry);
  gtk_widget_class_bind_template_child (widget_class, UllAmountField, unit);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ull_amount_field_init (UllAmountField *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_isolate_amount (self->box, self->entry, self->unit);
}

const char *
ull_amount_field_get_text (UllAmountField *self)
{
  g_return_val_if_fail (ULL_IS_AMOUNT_FIELD (self), NULL);

  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

void
ull_amount_field_set_text (UllAmountField *self, const char *text)
{
  g_return_if_fail (ULL_IS_AMOUNT_FIELD (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : "");
}

void
ull_amount_field_set_unit (UllAmountField *self, const char *unit)
{
  g_return_if_fail (ULL_IS_AMOUNT_FIELD (self));

  gtk_label_set_text (self->unit, unit != NULL ? unit : "");
  gtk_widget_set_visible (GTK_WIDGET (self->unit), unit != NULL);
  ull_isolate_amount (self->box, self->entry, self->unit);
}

void
ull_amount_field_set_fault (UllAmountField *self, const char *sentence)
{
  g_return_if_fail (ULL_IS_AMOUNT_FIELD (self));

  if (sentence != NULL)
    gtk_widget_add_css_class (self->box, "error");
  else
    gtk_widget_remove_css_class (self->box, "error");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  sentence != NULL ? sentence : "", -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               sentence != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}
