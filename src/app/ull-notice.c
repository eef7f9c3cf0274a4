#include "ull-notice.h"

/* A refusal is text in the window and not a dialog: what the person was doing stays in front of them. The role is that
 * of an alert, which assistive technology reads when it appears. */

struct _UllNotice
{
  GtkWidget parent_instance;

  /* Template */
  GtkRevealer *revealer;
  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (UllNotice, ull_notice, GTK_TYPE_WIDGET)

static void
dismiss_cb (UllNotice *self)
{
  ull_notice_set_revealed (self, FALSE);
}

/* A sentence takes the width that there is. Where it asked for one of its own, the window would put its sidebar away to give it. */
static void
ull_notice_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                    int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (ULL_NOTICE (widget)->revealer), orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static GtkSizeRequestMode
ull_notice_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_notice_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (GTK_WIDGET (ULL_NOTICE (widget)->revealer), width, height, baseline, NULL);
}

static void
ull_notice_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_NOTICE);
  G_OBJECT_CLASS (ull_notice_parent_class)->dispose (object);
}

static void
ull_notice_class_init (UllNoticeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_notice_dispose;
  widget_class->measure = ull_notice_measure;
  widget_class->get_request_mode = ull_notice_get_request_mode;
  widget_class->size_allocate = ull_notice_size_allocate;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, UllNotice, revealer);
  gtk_widget_class_bind_template_child (widget_class, UllNotice, label);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_ALERT);
}

static void
ull_notice_init (UllNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ull_notice_new (void)
{
  return g_object_new (ULL_TYPE_NOTICE, NULL);
}

void
ull_notice_set_title (UllNotice *self, const char *title)
{
  g_return_if_fail (ULL_IS_NOTICE (self));

  gtk_label_set_text (self->label, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

const char *
ull_notice_get_title (UllNotice *self)
{
  g_return_val_if_fail (ULL_IS_NOTICE (self), NULL);

  return gtk_label_get_text (self->label);
}

void
ull_notice_set_revealed (UllNotice *self, gboolean revealed)
{
  g_return_if_fail (ULL_IS_NOTICE (self));

  gtk_revealer_set_reveal_child (self->revealer, revealed);
}

gboolean
ull_notice_get_revealed (UllNotice *self)
{
  g_return_val_if_fail (ULL_IS_NOTICE (self), FALSE);

  return gtk_revealer_get_reveal_child (self->revealer);
}
