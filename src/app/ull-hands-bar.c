#include "ull-hands-bar.h"

#include "ull-look.h"

/* Pixels at 100 % text. The right answer's bar has another colour; a tick beside it says the same without. */

#define HEIGHT 16

struct _UllHandsBar
{
  GtkWidget parent_instance;

  double share;
  gboolean right;
};

G_DEFINE_FINAL_TYPE (UllHandsBar, ull_hands_bar, GTK_TYPE_WIDGET)

static void
ull_hands_bar_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 40;
}

static void
ull_hands_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllHandsBar *self = ULL_HANDS_BAR (widget);
  float width = (float) gtk_widget_get_width (widget), height = (float) gtk_widget_get_height (widget);
  float length = (float) (self->share * width);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GdkRGBA bar = ull_look_ink (self->right ? ULL_INK_GOOD : ULL_INK_SERIES_1), line = ull_look_ink (ULL_INK_DIM);

  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (0, height - 1, width, 1));
  if (length > 0)
    gtk_snapshot_append_color (snapshot, &bar, &GRAPHENE_RECT_INIT (rtl ? width - length : 0, 0, length, height));
}

static void
ull_hands_bar_class_init (UllHandsBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ull_hands_bar_measure;
  widget_class->snapshot = ull_hands_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ull_hands_bar_init (UllHandsBar *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
ull_hands_bar_new (void)
{
  return g_object_new (ULL_TYPE_HANDS_BAR, NULL);
}

void
ull_hands_bar_set (UllHandsBar *self, double share, gboolean right)
{
  g_return_if_fail (ULL_IS_HANDS_BAR (self));

  self->share = CLAMP (share, 0, 1);
  self->right = right;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
