#include "ull-marker.h"

/* Pixels. The disc is seen through, and its edge is 3 : 1 to a light ground as to a dark one. It starts in the middle, where
 * somebody without a pointer finds it. */

#define RADIUS 30
#define EDGE 2.5f

struct _UllMarker
{
  GtkWidget parent_instance;

  double x, y; /* below 0: not placed yet */
};

G_DEFINE_FINAL_TYPE (UllMarker, ull_marker, GTK_TYPE_WIDGET)

static void
place_at_first (UllMarker *self)
{
  if (self->x >= 0)
    return;
  self->x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  self->y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
}

static void
ull_marker_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  static const GdkRGBA fill = { 0.965f, 0.827f, 0.176f, 0.4f }, edge = { 0.62f, 0.44f, 0, 1 };
  static const float widths[] = { EDGE, EDGE, EDGE, EDGE };
  const GdkRGBA edges[] = { edge, edge, edge, edge };
  UllMarker *self = ULL_MARKER (widget);
  graphene_rect_t bounds;
  GskRoundedRect disc;

  place_at_first (self);
  bounds = GRAPHENE_RECT_INIT ((float) self->x - RADIUS, (float) self->y - RADIUS, 2 * RADIUS, 2 * RADIUS);
  gsk_rounded_rect_init_from_rect (&disc, &bounds, RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &disc);
  gtk_snapshot_append_color (snapshot, &fill, &bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &disc, widths, edges);
}

static void
ull_marker_class_init (UllMarkerClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = ull_marker_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ull_marker_init (UllMarker *self)
{
  self->x = self->y = -1;
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

void
ull_marker_set_place (UllMarker *self, double x, double y)
{
  g_return_if_fail (ULL_IS_MARKER (self));

  self->x = CLAMP (x, 0, gtk_widget_get_width (GTK_WIDGET (self)));
  self->y = CLAMP (y, 0, gtk_widget_get_height (GTK_WIDGET (self)));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ull_marker_move (UllMarker *self, double dx, double dy)
{
  g_return_if_fail (ULL_IS_MARKER (self));

  place_at_first (self);
  ull_marker_set_place (self, self->x + dx, self->y + dy);
}
