#include "ull-beside.h"

#include "ull-clear.h"
#include "ull-look.h"

/* Sizes are logical pixels at 100 % text: larger text needs more room before both parts stand in one row. */

#define GAP 12
#define SIDE_WIDTH 376
#define STACK_BELOW 760
#define MOST_HEIGHT 640 /* of the side, beside a longer main part */

struct _UllBeside
{
  GtkWidget parent_instance;

  /* Borrowed: children */
  GtkWidget *main;
  GtkWidget *side;
};

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UllBeside, ull_beside, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static GtkBuildableIface *parent_buildable;

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  UllBeside *self = ULL_BESIDE (buildable);
  GtkWidget **slot = g_strcmp0 (type, "side") == 0 ? &self->side : &self->main;

  if (!GTK_IS_WIDGET (child))
    {
      parent_buildable->add_child (buildable, builder, child, type);
      return;
    }
  *slot = GTK_WIDGET (child);
  gtk_widget_set_parent (*slot, GTK_WIDGET (self));
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

static gboolean
has_side (UllBeside *self)
{
  return self->side != NULL && gtk_widget_should_layout (self->side);
}

static gboolean
is_stacked (UllBeside *self, int width)
{
  return width < STACK_BELOW * ull_text_scale (GTK_WIDGET (self));
}

static int
height_of (GtkWidget *child, int width)
{
  int least, wished;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &least, &wished, NULL, NULL);
  return wished;
}

static int
main_width (UllBeside *self, int width)
{
  return !has_side (self) || is_stacked (self, width) ? width : width - SIDE_WIDTH - GAP;
}

static GtkSizeRequestMode
ull_beside_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_beside_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  UllBeside *self = ULL_BESIDE (widget);
  int least = 0, wished, width = for_size > 0 ? for_size : STACK_BELOW;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      gtk_widget_measure (self->main, orientation, -1, minimum, natural, NULL, NULL);
      if (has_side (self))
        gtk_widget_measure (self->side, orientation, -1, &least, &wished, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, *minimum);
      return;
    }
  *minimum = height_of (self->main, main_width (self, width));
  if (has_side (self) && is_stacked (self, width))
    *minimum += GAP + height_of (self->side, width);
  else if (has_side (self))
    *minimum = MAX (*minimum, height_of (self->side, SIDE_WIDTH));
  *natural = *minimum;
}

static void
ull_beside_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllBeside *self = ULL_BESIDE (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean stacked = is_stacked (self, width), side = has_side (self);
  int first = main_width (self, width);
  GtkAllocation main = { 0, 0, first, height }, other = { first + GAP, 0, SIDE_WIDTH, MIN (height, MOST_HEIGHT) };

  if (side && stacked)
    {
      main.height = height_of (self->main, width);
      other = (GtkAllocation) { 0, main.height + GAP, width, MAX (height - main.height - GAP, 0) };
    }
  else if (side && rtl)
    {
      main.x = SIDE_WIDTH + GAP;
      other.x = 0;
    }
  gtk_widget_size_allocate (self->main, &main, -1);
  if (side)
    gtk_widget_size_allocate (self->side, &other, -1);
}

static void
ull_beside_dispose (GObject *object)
{
  UllBeside *self = ULL_BESIDE (object);

  ull_clear_children (GTK_WIDGET (object));
  self->main = self->side = NULL;
  G_OBJECT_CLASS (ull_beside_parent_class)->dispose (object);
}

static void
ull_beside_class_init (UllBesideClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_beside_dispose;
  widget_class->get_request_mode = ull_beside_get_request_mode;
  widget_class->measure = ull_beside_measure;
  widget_class->size_allocate = ull_beside_size_allocate;
}

static void
ull_beside_init (UllBeside *self)
{
}

GtkWidget *
ull_beside_new (void)
{
  return g_object_new (ULL_TYPE_BESIDE, NULL);
}
