#include "ull-chart-note.h"

#include "ull-look.h"

#include <math.h>

/* Distances are to the nearest edge of a spot, 0 within it; of two that are equally near the smaller one is meant, since
 * a datum may lie on an area. */

#define PIXELS_PER_POINT (96.0 / 72.0)
#define LETTER 0.55 /* the width of one, of its size */
#define MAY_HIDE 500 /* square pixels: two ticks of an axis */
#define NOTE_PADDING 8
#define NOTE_GAP 10
#define RING 2
#define RING_HELD 17 /* its radius */

static double
distance (const UllSpot *spot, double x, double y)
{
  double dx = MAX (MAX (spot->x - x, x - spot->x - spot->width), 0);
  double dy = MAX (MAX (spot->y - y, y - spot->y - spot->height), 0);

  return dx * dx + dy * dy;
}

int
ull_chart_note_nearest (const UllScene *scene, double x, double y)
{
  guint n;
  const UllSpot *spots = ull_scene_get_spots (scene, &n);
  int best = -1;
  double best_distance = 0, best_area = 0;

  for (guint i = 0; i < n; i++)
    {
      double here = distance (&spots[i], x, y);
      double area = spots[i].width * spots[i].height;

      if (best >= 0 && (here > best_distance || (here == best_distance && area >= best_area)))
        continue;
      best = (int) i;
      best_distance = here;
      best_area = area;
    }
  return best;
}

gboolean
ull_chart_note_step (const UllScene *scene, int spot, guint keyval, int *next)
{
  guint n_spots;
  int n;

  ull_scene_get_spots (scene, &n_spots);
  n = (int) n_spots;
  if (n == 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      *next = 0;
      return TRUE;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      *next = n - 1;
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      *next = MIN (spot + 1, n - 1);
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      *next = MAX (spot - 1, 0);
      return TRUE;
    default:
      return FALSE;
    }
}

static GdkRGBA
ink (UllInk which)
{
  guint32 colour = ull_palette_ink (ull_look_current (), which);

  return (GdkRGBA) { (float) (colour >> 24) / 255.f, (float) (colour >> 16 & 0xff) / 255.f,
                     (float) (colour >> 8 & 0xff) / 255.f, (float) (colour & 0xff) / 255.f };
}

static void
append_ring (GtkSnapshot *snapshot, const GskRoundedRect *ring, float width)
{
  GdkRGBA colour = ink (ULL_INK_TEXT);
  GdkRGBA colours[4] = { colour, colour, colour, colour };
  float widths[4] = { width, width, width, width };

  gtk_snapshot_append_border (snapshot, ring, widths, colours);
}

static void
snapshot_ring (GtkSnapshot *snapshot, const UllSpot *spot)
{
  GskRoundedRect ring;

  gsk_rounded_rect_init_from_rect (&ring,
                                   &GRAPHENE_RECT_INIT ((float) spot->x - RING, (float) spot->y - RING,
                                                        (float) spot->width + 2 * RING,
                                                        (float) spot->height + 2 * RING),
                                   3);
  append_ring (snapshot, &ring, RING);
}

/* Beside the spot where there is room, else above or below it; never outside the chart. */
static graphene_rect_t
place (GtkWidget *widget, const UllSpot *spot, int width, int height)
{
  int room_x = gtk_widget_get_width (widget), room_y = gtk_widget_get_height (widget);
  double x = spot->x + spot->width / 2 - width / 2.0;
  double y = spot->y - height - NOTE_GAP;

  if (y < 0)
    y = spot->y + spot->height + NOTE_GAP;
  if (y + height > room_y)
    {
      y = spot->y + spot->height / 2 - height / 2.0;
      x = spot->x + spot->width + NOTE_GAP + width <= room_x ? spot->x + spot->width + NOTE_GAP
                                                             : spot->x - NOTE_GAP - width;
    }
  x = CLAMP (x, 0, MAX (room_x - width, 0));
  y = CLAMP (y, 0, MAX (room_y - height, 0));
  return GRAPHENE_RECT_INIT ((float) floor (x), (float) floor (y), (float) width, (float) height);
}

void
ull_chart_note_snapshot_held (GtkSnapshot *snapshot, double x, double y)
{
  GskRoundedRect ring;

  gsk_rounded_rect_init_from_rect (&ring,
                                   &GRAPHENE_RECT_INIT ((float) x - RING_HELD, (float) y - RING_HELD, 2 * RING_HELD,
                                                        2 * RING_HELD),
                                   RING_HELD);
  append_ring (snapshot, &ring, RING);
}

/* How much of the scene's texts a box hides, in square pixels. A text's box is a guess, which is near enough to choose by. */
static double
hidden (const UllScene *scene, const graphene_rect_t *rect)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      const UllMark *mark = &marks[i];
      double size = mark->size * PIXELS_PER_POINT, width, left;
      graphene_rect_t text, both;

      if (mark->kind != ULL_MARK_TEXT)
        continue;
      width = size * LETTER * (double) g_utf8_strlen (mark->text, -1);
      left = mark->x - (mark->anchor == ULL_ANCHOR_START ? 0 : mark->anchor == ULL_ANCHOR_END ? width : width / 2);
      graphene_rect_init (&text, (float) left, (float) (mark->y - 0.8 * size), (float) width, (float) size);
      if (graphene_rect_intersection (rect, &text, &both))
        sum += both.size.width * both.size.height;
    }
  return sum;
}

/* As wide as is usual, or narrower and higher where that hides less of what the chart says. */
static graphene_rect_t
choose (GtkWidget *widget, PangoLayout *layout, const UllScene *scene, const UllSpot *spot, PangoRectangle *extents)
{
  double room = gtk_widget_get_width (widget) - 2 * NOTE_PADDING, scale = ull_text_scale (widget), least = G_MAXDOUBLE;
  static const int widths[] = { 250, 180, 130, 110 };
  graphene_rect_t best = *graphene_rect_zero ();
  int chosen = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (widths) && least > MAY_HIDE; i++)
    {
      int width = (int) (MIN (widths[i] * scale, room) * PANGO_SCALE);
      graphene_rect_t rect;
      double hides;

      pango_layout_set_width (layout, width);
      pango_layout_get_pixel_extents (layout, NULL, extents);
      rect = place (widget, spot, extents->width + 2 * NOTE_PADDING, extents->height + 2 * NOTE_PADDING);
      hides = hidden (scene, &rect);
      if (hides >= least)
        continue;
      least = hides;
      best = rect;
      chosen = width;
    }
  pango_layout_set_width (layout, chosen);
  /* Right to left the text stands at the far end of the layout's width. */
  pango_layout_get_pixel_extents (layout, NULL, extents);
  return best;
}

void
ull_chart_note_snapshot (GtkWidget *widget, GtkSnapshot *snapshot, const UllScene *scene, const UllSpot *spot)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, spot->description);
  GdkRGBA ground = ink (ULL_INK_TEXT), text = ink (ULL_INK_GROUND);
  PangoRectangle extents;
  GskRoundedRect box;
  graphene_rect_t rect;

  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  rect = choose (widget, layout, scene, spot, &extents);

  snapshot_ring (snapshot, spot);
  gsk_rounded_rect_init_from_rect (&box, &rect, 6);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, &ground, &rect);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (rect.origin.x + NOTE_PADDING - (float) extents.x,
                                                rect.origin.y + NOTE_PADDING));
  gtk_snapshot_append_layout (snapshot, layout, &text);
  gtk_snapshot_restore (snapshot);
}
