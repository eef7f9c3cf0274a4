#include "ull-load-form.h"

#include "ull-amount-field.h"
#include "ull-choice.h"
#include "ull-clear.h"

#include "ull-error.h"
#include "ull-field.h"
#include "ull-fleet.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Rates and seconds are decimals, held in millionths. What is typed means the same as --target-concurrency, --arrival-rate,
 * --mean-latency and --spare of the command line. */

#define MOST (ULL_PPM_ONE * ULL_PPM_ONE)

struct _UllLoadForm
{
  GtkWidget parent_instance;

  /* Template */
  GtkDropDown *kind;
  UllAmountField *requests;
  GtkWidget *arrivals;
  UllAmountField *rate;
  UllAmountField *latency;
  UllAmountField *spare;
  GtkLabel *law;
  GtkLabel *fault;
};

G_DEFINE_FINAL_TYPE (UllLoadForm, ull_load_form, GTK_TYPE_WIDGET)

enum
{
  KIND_REQUESTS,
  KIND_ARRIVALS,
};

static guint changed_signal;

static gboolean
is_arrivals (UllLoadForm *self)
{
  return gtk_drop_down_get_selected (self->kind) == KIND_ARRIVALS;
}

static void
changed_cb (UllLoadForm *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
kind_cb (UllLoadForm *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->requests), !is_arrivals (self));
  gtk_widget_set_visible (self->arrivals, is_arrivals (self));
  changed_cb (self);
}

static gboolean
in_range (gint64 value, gint64 min, gint64 max, GError **error)
{
  g_autofree char *least = ull_format_count (min), *most = ull_format_count (max);

  if (value >= min && value <= max)
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, _("It is out of range; %s to %s would be right."), least, most);
  return FALSE;
}

static gboolean
read_count (UllAmountField *field, gint64 min, gint64 max, gint64 *value, GError **error)
{
  return ull_count_parse_like (ull_amount_field_get_text (field), "8", value, error) && in_range (*value, min, max, error);
}

static gboolean
read_decimal (UllAmountField *field, gint64 *millionths, GError **error)
{
  if (!ull_decimal_parse (ull_amount_field_get_text (field), millionths, error))
    return FALSE;
  if (*millionths > 0 && *millionths <= MOST)
    return TRUE;
  g_set_error_literal (error, ULL_ERROR, ULL_ERROR_INVALID,
                       _("It is out of range; more than 0 and at most 1,000,000 would be right."));
  return FALSE;
}

/* Says in one place what is wrong with a field, and on it that something is. */
static gboolean
take (UllLoadForm *self, UllAmountField *field, gboolean right, const GError *error)
{
  ull_amount_field_set_fault (field, right ? NULL : error->message);
  if (right)
    return TRUE;
  gtk_label_set_text (self->fault, error->message);
  return FALSE;
}

static void
show_law (UllLoadForm *self, gint64 target)
{
  g_autofree char *count = ull_format_count (target);
  g_autofree char *text = g_strdup_printf (_("Little’s law, λ × W = L: %s requests a second × %s s = %s at once"),
                                           ull_amount_field_get_text (self->rate),
                                           ull_amount_field_get_text (self->latency), count);

  gtk_label_set_text (self->law, text);
}

static gboolean
read_arrivals (UllLoadForm *self, gint64 *target)
{
  g_autoptr (GError) rate_error = NULL, latency_error = NULL, error = NULL;
  gint64 rate, latency;
  gboolean right = take (self, self->rate, read_decimal (self->rate, &rate, &rate_error), rate_error);

  right &= take (self, self->latency, read_decimal (self->latency, &latency, &latency_error), latency_error);
  if (!right)
    return FALSE;
  if (!ull_fleet_requests_at_once (rate, latency, target))
    *target = G_MAXINT64;
  right = in_range (*target, 1, ull_field_get (ULL_FIELD_CONCURRENCY)->max, &error);
  if (!take (self, self->rate, right, error))
    return FALSE;
  show_law (self, *target);
  return TRUE;
}

static gboolean
read_target (UllLoadForm *self, gint64 *target)
{
  g_autoptr (GError) error = NULL;
  gboolean right;

  if (is_arrivals (self))
    return read_arrivals (self, target);
  right = read_count (self->requests, 1, ull_field_get (ULL_FIELD_CONCURRENCY)->max, target, &error);
  return take (self, self->requests, right, error);
}

gboolean
ull_load_form_read (UllLoadForm *self, gint64 *target, gint64 *spare)
{
  g_autoptr (GError) error = NULL;
  gboolean right;

  g_return_val_if_fail (ULL_IS_LOAD_FORM (self), FALSE);

  gtk_label_set_text (self->fault, "");
  gtk_label_set_text (self->law, "");
  right = take (self, self->spare, read_count (self->spare, 0, ULL_PPM_ONE, spare, &error), error);
  right &= read_target (self, target);
  gtk_widget_set_visible (GTK_WIDGET (self->fault), !right);
  gtk_widget_set_visible (GTK_WIDGET (self->law), gtk_label_get_text (self->law)[0] != 0);
  return right;
}

static void
ull_load_form_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_load_form_parent_class)->dispose (object);
}

static void
ull_load_form_class_init (UllLoadFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_load_form_dispose;
  changed_signal
    = g_signal_new ("changed", ULL_TYPE_LOAD_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (ULL_TYPE_AMOUNT_FIELD);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-load-form.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, kind);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, requests);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, arrivals);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, rate);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, latency);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, spare);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, law);
  gtk_widget_class_bind_template_child (widget_class, UllLoadForm, fault);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_load_form_init (UllLoadForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_choice_name (self->kind, _("The load"));
}

GtkWidget *
ull_load_form_new (void)
{
  return g_object_new (ULL_TYPE_LOAD_FORM, NULL);
}

void
ull_load_form_set_requests (UllLoadForm *self, const char *requests)
{
  g_return_if_fail (ULL_IS_LOAD_FORM (self));

  gtk_drop_down_set_selected (self->kind, KIND_REQUESTS);
  ull_amount_field_set_text (self->requests, requests);
}

void
ull_load_form_set_arrivals (UllLoadForm *self, const char *rate, const char *latency)
{
  g_return_if_fail (ULL_IS_LOAD_FORM (self));

  gtk_drop_down_set_selected (self->kind, KIND_ARRIVALS);
  ull_amount_field_set_text (self->rate, rate);
  ull_amount_field_set_text (self->latency, latency);
}

void
ull_load_form_set_spare (UllLoadForm *self, const char *replicas)
{
  g_return_if_fail (ULL_IS_LOAD_FORM (self));

  ull_amount_field_set_text (self->spare, replicas);
}

const char *
ull_load_form_get_law (UllLoadForm *self)
{
  g_return_val_if_fail (ULL_IS_LOAD_FORM (self), NULL);

  return gtk_label_get_text (self->law);
}
