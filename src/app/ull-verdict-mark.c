#include "ull-verdict-mark.h"

#include "ull-look.h"
#include "ull-painter.h"

#include <math.h>

/* Drawn as a scene of its own, in units of the disc's diameter: an icon theme need not have these marks. */

#define DIAMETER 34
#define SMALL 0.6 /* of it, where there is little room */
#define TINT 0x2a

struct _UllVerdictMark
{
  GtkWidget parent_instance;

  UllVerdictState state;
  gboolean small;
};

G_DEFINE_FINAL_TYPE (UllVerdictMark, ull_verdict_mark, GTK_TYPE_WIDGET)

static void
add_line (UllScene *scene, guint32 colour, double width, const double *points, guint n)
{
  UllMark *mark = ull_scene_add_path (scene, NULL);

  mark->stroke = colour;
  mark->line_width = width * DIAMETER;
  for (guint i = 0; i < n; i++)
    ull_scene_add_point (scene, points[2 * i] * DIAMETER, points[2 * i + 1] * DIAMETER);
}

static void
add_tick (UllScene *scene, guint32 colour)
{
  static const double tick[] = { 0.28, 0.52, 0.43, 0.67, 0.73, 0.36 };

  add_line (scene, colour, 0.11, tick, 3);
}

static void
add_bar (UllScene *scene, guint32 colour)
{
  static const double bar[] = { 0.5, 0.24, 0.5, 0.58 };
  UllMark *dot;

  add_line (scene, colour, 0.12, bar, 2);
  dot = ull_scene_add_circle (scene, NULL, 0.5 * DIAMETER, 0.71 * DIAMETER, 0.14 * DIAMETER);
  dot->fill = colour;
}

static void
add_lock (UllScene *scene, guint32 colour)
{
  const int arc = 9;
  double shackle[2 * (9 + 2)];
  UllMark *body = ull_scene_add_rect (scene, NULL, 0.3 * DIAMETER, 0.46 * DIAMETER, 0.4 * DIAMETER, 0.28 * DIAMETER);

  body->fill = colour;
  body->radius = 2;
  shackle[0] = 0.37;
  shackle[1] = 0.47;
  for (int i = 0; i < arc; i++)
    {
      double angle = G_PI * (1 - i / (double) (arc - 1));

      shackle[2 + 2 * i] = 0.5 + 0.13 * cos (angle);
      shackle[3 + 2 * i] = 0.37 - 0.13 * sin (angle);
    }
  shackle[2 * arc + 2] = 0.63;
  shackle[2 * arc + 3] = 0.47;
  add_line (scene, colour, 0.08, shackle, (guint) arc + 2);
}

static int
diameter (GtkWidget *widget)
{
  return (int) (DIAMETER * ull_text_scale (widget) * (ULL_VERDICT_MARK (widget)->small ? SMALL : 1));
}

static UllScene *
build (UllVerdictState state)
{
  static const UllInk inks[] = { ULL_INK_GOOD, ULL_INK_BAD, ULL_INK_TEXT };
  UllScene *scene = ull_scene_new (DIAMETER, DIAMETER);
  guint32 colour = ull_palette_ink (ull_look_current (), inks[state]);

  ull_scene_add_circle (scene, NULL, DIAMETER / 2.0, DIAMETER / 2.0, DIAMETER)->fill = (colour & 0xffffff00) | TINT;
  if (state == ULL_VERDICT_GOOD)
    add_tick (scene, colour);
  else if (state == ULL_VERDICT_BAD)
    add_bar (scene, colour);
  else
    add_lock (scene, colour);
  return scene;
}

static void
ull_verdict_mark_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  g_autoptr (UllScene) scene = build (ULL_VERDICT_MARK (widget)->state);
  float scale = (float) diameter (widget) / DIAMETER;
  cairo_t *cr;

  gtk_snapshot_scale (snapshot, scale, scale);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, DIAMETER, DIAMETER));
  ull_painter_paint (scene, cr, gtk_widget_get_pango_context (widget));
  cairo_destroy (cr);
}

static void
ull_verdict_mark_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = diameter (widget);
}

static void
ull_verdict_mark_class_init (UllVerdictMarkClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = ull_verdict_mark_snapshot;
  widget_class->measure = ull_verdict_mark_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ull_verdict_mark_init (UllVerdictMark *self)
{
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
}

void
ull_verdict_mark_set_state (UllVerdictMark *self, UllVerdictState state)
{
  g_return_if_fail (ULL_IS_VERDICT_MARK (self));

  if (self->state == state)
    return;
  self->state = state;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ull_verdict_mark_set_small (UllVerdictMark *self, gboolean small)
{
  g_return_if_fail (ULL_IS_VERDICT_MARK (self));

  if (self->small == small)
    return;
  self->small = small;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

UllVerdictState
ull_verdict_mark_get_state (UllVerdictMark *self)
{
  g_return_val_if_fail (ULL_IS_VERDICT_MARK (self), ULL_VERDICT_GOOD);

  return self->state;
}
