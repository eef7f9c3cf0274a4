#include "ull-dots.h"

#include "ull-look.h"

#include <glib/gi18n-lib.h>

/* Pixels at 100 % text. What is past is as dark as what is present, which is larger: the two differ without their colour. */

#define GAP 22
#define SMALL 5
#define LARGE 7
#define MOST 24 /* more would be a line, and are said in words beside it */

struct _UllDots
{
  GtkWidget parent_instance;

  guint at;
  guint n;
};

G_DEFINE_FINAL_TYPE (UllDots, ull_dots, GTK_TYPE_WIDGET)

static void
ull_dots_measure (GtkWidget *widget,
                  GtkOrientation orientation,
                  int for_size,
                  int *minimum,
                  int *natural,
                  int *minimum_baseline,
                  int *natural_baseline)
{
  UllDots *self = ULL_DOTS (widget);
  guint n = self->n <= MOST ? self->n : 0;

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? 2 * LARGE : n > 0 ? (int) (n - 1) * GAP + 2 * LARGE : 0;
}

static void
append_disc (GtkSnapshot *snapshot, float x, float y, float radius, const GdkRGBA *colour)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (x - radius, y - radius, 2 * radius, 2 * radius);
  GskRoundedRect disc;

  gsk_rounded_rect_init_from_rect (&disc, &bounds, radius);
  gtk_snapshot_push_rounded_clip (snapshot, &disc);
  gtk_snapshot_append_color (snapshot, colour, &bounds);
  gtk_snapshot_pop (snapshot);
}

static void
ull_dots_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllDots *self = ULL_DOTS (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GdkRGBA done = ull_look_ink (ULL_INK_SERIES_1), left = ull_look_ink (ULL_INK_DIM);

  if (self->n > MOST)
    return;
  left.alpha = 0.4f;
  for (guint i = 0; i < self->n; i++)
    {
      float x = (float) (LARGE + i * GAP);

      append_disc (snapshot, rtl ? (float) gtk_widget_get_width (widget) - x : x, (float) gtk_widget_get_height (widget) / 2,
                   i == self->at ? LARGE : SMALL, i <= self->at ? &done : &left);
    }
}

static void
ull_dots_class_init (UllDotsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ull_dots_measure;
  widget_class->snapshot = ull_dots_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ull_dots_init (UllDots *self)
{
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
}

void
ull_dots_set (UllDots *self, guint at, guint n)
{
  g_autofree char *text = NULL;

  g_return_if_fail (ULL_IS_DOTS (self));

  self->at = at;
  self->n = n;
  text = n > 0 ? g_strdup_printf (_("%u of %u"), at + 1, n) : g_strdup ("");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
