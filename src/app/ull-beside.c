#include "ull-beside.h"

#include "ull-clear.h"
#include "ull-look.h"

/* Sizes are logical pixels at 100 % text: larger text needs more room before both parts stand in one row. A room's side is a picture
 * that takes its share of the width and all of the height, and stands first, while the words scroll by themselves; stacked, a room
 * asks for all that it needs and scrolls as one. */

#define GAP 12
#define SIDE_WIDTH 376
#define ROOM_SHARE 0.425
#define STACK_BELOW 760
#define NARROW_BELOW 600
#define LEAST_HEIGHT 240 /* of a room */
#define MOST_HEIGHT 640  /* of the side, beside a longer main part */

struct _UllBeside
{
  GtkWidget parent_instance;

  gboolean room;

  /* Borrowed: children */
  GtkWidget *main;
  GtkWidget *side;
  GtkWidget *other;
  GtkWidget *switcher;

  UllBesidePage page; /* of a narrow one */
};

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UllBeside, ull_beside, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

enum
{
  PROP_0,
  PROP_ROOM,
};

static GtkBuildableIface *parent_buildable;

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  UllBeside *self = ULL_BESIDE (buildable);
  GtkWidget **slot = &self->main;

  if (!GTK_IS_WIDGET (child))
    {
      parent_buildable->add_child (buildable, builder, child, type);
      return;
    }
  if (g_strcmp0 (type, "side") == 0)
    slot = &self->side;
  else if (g_strcmp0 (type, "switcher") == 0)
    slot = &self->switcher;
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

/* One page at a time. */
static gboolean
has_pages (UllBeside *self, int width)
{
  return self->switcher != NULL && width < NARROW_BELOW;
}

/* What is not there yet is the main part's page. */
static GtkWidget *
get_page (UllBeside *self)
{
  GtkWidget *const pages[ULL_N_BESIDE_PAGES] = { self->main, has_side (self) ? self->side : NULL, self->other };

  return pages[self->page] != NULL ? pages[self->page] : self->main;
}

static int
height_of (GtkWidget *child, int width)
{
  int least, wished;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &least, &wished, NULL, NULL);
  return wished;
}

static int
least_height_of (GtkWidget *child, int width)
{
  int least, wished;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &least, &wished, NULL, NULL);
  return least;
}

static int
side_width (UllBeside *self, int width)
{
  if (is_stacked (self, width))
    return width;
  return self->room ? (int) (width * ROOM_SHARE) : SIDE_WIDTH;
}

static int
main_width (UllBeside *self, int width)
{
  return !has_side (self) || is_stacked (self, width) ? width : width - side_width (self, width) - GAP;
}

static int
measure_height (UllBeside *self, int width)
{
  int height;

  if (has_pages (self, width))
    return height_of (self->switcher, width) + GAP + height_of (get_page (self), width);
  height = height_of (self->main, main_width (self, width));
  if (!has_side (self))
    return height;
  if (is_stacked (self, width))
    return height + GAP + height_of (self->side, width);
  return MAX (height, height_of (self->side, side_width (self, width)));
}

/* What is below which the whole scrolls. Parts that are pages of a narrow window are charts: beside each other they rather are lower than
 * they wish than that what is under them is out of sight. */
static int
measure_least (UllBeside *self, int width)
{
  int least;

  if (self->room && !is_stacked (self, width))
    return LEAST_HEIGHT;
  if (self->switcher == NULL || has_pages (self, width) || is_stacked (self, width))
    return measure_height (self, width);
  least = least_height_of (self->main, main_width (self, width));
  return has_side (self) ? MAX (least, least_height_of (self->side, side_width (self, width))) : least;
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
      GtkWidget *const others[] = { has_side (self) ? self->side : NULL, self->switcher, self->other };

      gtk_widget_measure (self->main, orientation, -1, minimum, natural, NULL, NULL);
      for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
        {
          if (others[i] != NULL)
            gtk_widget_measure (others[i], orientation, -1, &least, &wished, NULL, NULL);
          *minimum = MAX (*minimum, least);
        }
      *natural = MAX (*natural, *minimum);
      return;
    }
  *minimum = measure_least (self, width);
  *natural = self->room && !is_stacked (self, width) ? LEAST_HEIGHT : measure_height (self, width);
}

/* The main part first. What height is left over goes to the part that can use it: a room's words, or else the side. */
static void
allocate_stacked (UllBeside *self, int width, int height)
{
  int main = self->room ? height - GAP - height_of (self->side, width) : height_of (self->main, width);

  gtk_widget_size_allocate (self->main, &(GtkAllocation) { 0, 0, width, MAX (main, 0) }, -1);
  gtk_widget_size_allocate (self->side, &(GtkAllocation) { 0, main + GAP, width, MAX (height - main - GAP, 0) }, -1);
}

static void
allocate_page (UllBeside *self, int width, int height)
{
  int top = height_of (self->switcher, width);

  gtk_widget_size_allocate (self->switcher, &(GtkAllocation) { 0, 0, width, top }, -1);
  top += GAP;
  gtk_widget_size_allocate (get_page (self), &(GtkAllocation) { 0, top, width, MAX (height - top, 0) }, -1);
}

/* What is not to be seen is neither laid out nor mapped: nothing is played for nobody. */
static void
show_children (UllBeside *self, gboolean pages)
{
  GtkWidget *const children[] = { self->main, self->side, self->other, self->switcher };

  for (gsize i = 0; i < G_N_ELEMENTS (children); i++)
    if (children[i] != NULL)
      gtk_widget_set_child_visible (children[i], pages ? children[i] == get_page (self) || children[i] == self->switcher
                                                       : children[i] != self->other && children[i] != self->switcher);
}

static void
ull_beside_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllBeside *self = ULL_BESIDE (widget);
  gboolean side_left = (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL) != self->room;
  int first = main_width (self, width), second = side_width (self, width);

  show_children (self, has_pages (self, width));
  if (has_pages (self, width))
    {
      allocate_page (self, width, height);
      return;
    }
  if (has_side (self) && is_stacked (self, width))
    {
      allocate_stacked (self, width, height);
      return;
    }
  gtk_widget_size_allocate (self->main, &(GtkAllocation) { has_side (self) && side_left ? second + GAP : 0, 0, first, height }, -1);
  if (has_side (self))
    gtk_widget_size_allocate (self->side,
                              &(GtkAllocation) { side_left ? 0 : first + GAP, 0, second, self->room ? height : MIN (height, MOST_HEIGHT) }, -1);
}

static void
ull_beside_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  ULL_BESIDE (object)->room = g_value_get_boolean (value);
}

static void
ull_beside_dispose (GObject *object)
{
  UllBeside *self = ULL_BESIDE (object);

  ull_clear_children (GTK_WIDGET (object));
  self->main = self->side = self->other = self->switcher = NULL;
  G_OBJECT_CLASS (ull_beside_parent_class)->dispose (object);
}

static void
ull_beside_class_init (UllBesideClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_beside_set_property;
  object_class->dispose = ull_beside_dispose;
  widget_class->get_request_mode = ull_beside_get_request_mode;
  widget_class->measure = ull_beside_measure;
  widget_class->size_allocate = ull_beside_size_allocate;
  g_object_class_install_property (object_class, PROP_ROOM,
                                   g_param_spec_boolean ("room", NULL, NULL, FALSE,
                                                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS));
}

static void
ull_beside_init (UllBeside *self)
{
}

void
ull_beside_set_page (UllBeside *self, UllBesidePage page)
{
  g_return_if_fail (ULL_IS_BESIDE (self));
  g_return_if_fail (page < ULL_N_BESIDE_PAGES);

  if (self->page == page)
    return;
  self->page = page;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ull_beside_set_other (UllBeside *self, GtkWidget *other)
{
  g_return_if_fail (ULL_IS_BESIDE (self));
  g_return_if_fail (self->other == NULL);

  self->other = other;
  gtk_widget_set_parent (other, GTK_WIDGET (self));
  gtk_widget_set_child_visible (other, FALSE);
}
