#include "ull-hall.h"

#include "ull-clear.h"
#include "ull-look.h"

/* Sizes are logical pixels at 100 % text. Side by side the hall asks for little and takes what there is: the words scroll by
 * themselves, and the picture stays. Stacked it asks for all it needs, and scrolls as one. */

#define GAP 16
#define PICTURE_SHARE 0.425
#define STACK_BELOW 720
#define LEAST_HEIGHT 240

struct _UllHall
{
  GtkWidget parent_instance;

  /* Borrowed: children */
  GtkWidget *picture;
  GtkWidget *words;
};

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UllHall, ull_hall, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static GtkBuildableIface *parent_buildable;

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  UllHall *self = ULL_HALL (buildable);
  GtkWidget **slot = g_strcmp0 (type, "picture") == 0 ? &self->picture : &self->words;

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
has_picture (UllHall *self)
{
  return self->picture != NULL && gtk_widget_should_layout (self->picture);
}

static gboolean
is_stacked (UllHall *self, int width)
{
  return width < STACK_BELOW * ull_text_scale (GTK_WIDGET (self));
}

static void
measure_child (GtkWidget *child, int width, int *minimum, int *natural)
{
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, minimum, natural, NULL, NULL);
}

static GtkSizeRequestMode
ull_hall_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_width (UllHall *self, int *minimum, int *natural)
{
  int least = 0, wished = 0;

  gtk_widget_measure (self->words, GTK_ORIENTATION_HORIZONTAL, -1, minimum, natural, NULL, NULL);
  if (has_picture (self))
    gtk_widget_measure (self->picture, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wished, NULL, NULL);
  *minimum = MAX (*minimum, least);
  *natural = MAX (*natural, *minimum);
}

static void
ull_hall_measure (GtkWidget *widget,
                  GtkOrientation orientation,
                  int for_size,
                  int *minimum,
                  int *natural,
                  int *minimum_baseline,
                  int *natural_baseline)
{
  UllHall *self = ULL_HALL (widget);
  int width = for_size > 0 ? for_size : STACK_BELOW, least, wished;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (self, minimum, natural);
      return;
    }
  *minimum = *natural = LEAST_HEIGHT;
  if (!is_stacked (self, width))
    return;
  measure_child (self->words, width, &least, &wished);
  *minimum = wished;
  if (has_picture (self))
    {
      measure_child (self->picture, width, &least, &wished);
      *minimum += wished + GAP;
    }
  *natural = *minimum;
}

/* The words first, which are what goes on; the picture at its own height. */
static void
allocate_stacked (UllHall *self, int width, int height)
{
  int least, tall = 0;

  if (has_picture (self))
    {
      measure_child (self->picture, width, &least, &tall);
      height = MAX (height - tall - GAP, 0);
      gtk_widget_size_allocate (self->picture, &(GtkAllocation) { 0, height + GAP, width, tall }, -1);
    }
  gtk_widget_size_allocate (self->words, &(GtkAllocation) { 0, 0, width, height }, -1);
}

static void
ull_hall_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllHall *self = ULL_HALL (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int share = has_picture (self) ? (int) (width * PICTURE_SHARE) : -GAP;
  int words = width - share - GAP;

  if (is_stacked (self, width))
    {
      allocate_stacked (self, width, height);
      return;
    }
  if (has_picture (self))
    gtk_widget_size_allocate (self->picture, &(GtkAllocation) { rtl ? words + GAP : 0, 0, share, height }, -1);
  gtk_widget_size_allocate (self->words, &(GtkAllocation) { rtl ? 0 : share + GAP, 0, words, height }, -1);
}

static void
ull_hall_dispose (GObject *object)
{
  UllHall *self = ULL_HALL (object);

  ull_clear_children (GTK_WIDGET (object));
  self->picture = self->words = NULL;
  G_OBJECT_CLASS (ull_hall_parent_class)->dispose (object);
}

static void
ull_hall_class_init (UllHallClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_hall_dispose;
  widget_class->get_request_mode = ull_hall_get_request_mode;
  widget_class->measure = ull_hall_measure;
  widget_class->size_allocate = ull_hall_size_allocate;
}

static void
ull_hall_init (UllHall *self)
{
}

GtkWidget *
ull_hall_new (void)
{
  return g_object_new (ULL_TYPE_HALL, NULL);
}
