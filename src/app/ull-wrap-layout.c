#include "ull-wrap-layout.h"

/* What GTK 4.8 and libadwaita 1.2 lack: AdwWrapBox came with 1.7. A child wider than the row gets the row. */

#define GAP 6

struct _UllWrapLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (UllWrapLayout, ull_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

/* The next child that takes room, @child among them; NULL: there is none. */
static GtkWidget *
find_shown (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
measure_child (GtkWidget *child, int most, int *width, int *height)
{
  int least;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, width, NULL, NULL);
  *width = MAX (MIN (*width, most), least);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, *width, NULL, height, NULL, NULL);
}

/* The row that begins with @child: its size, and the child that the next one begins with. */
static GtkWidget *
measure_row (GtkWidget *child, int most, int *width, int *height)
{
  *width = *height = 0;
  for (; child != NULL; child = find_shown (gtk_widget_get_next_sibling (child)))
    {
      int own, tall;

      measure_child (child, most, &own, &tall);
      if (*width > 0 && *width + GAP + own > most)
        return child;
      *width += (*width > 0 ? GAP : 0) + own;
      *height = MAX (*height, tall);
    }
  return NULL;
}

static int
measure_rows (GtkWidget *widget, int most)
{
  GtkWidget *child = find_shown (gtk_widget_get_first_child (widget));
  int total = 0, width, height;

  while (child != NULL)
    {
      child = measure_row (child, most, &width, &height);
      total += height + (child != NULL ? GAP : 0);
    }
  return total;
}

static void
ull_wrap_layout_measure (GtkLayoutManager *manager,
                         GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  GtkWidget *child = find_shown (gtk_widget_get_first_child (widget));
  int least, height;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = measure_rows (widget, for_size >= 0 ? for_size : G_MAXINT / 2);
      return;
    }
  measure_row (child, G_MAXINT / 2, natural, &height);
  *minimum = 0;
  for (; child != NULL; child = find_shown (gtk_widget_get_next_sibling (child)))
    {
      gtk_widget_measure (child, orientation, -1, &least, NULL, NULL, NULL);
      *minimum = MAX (*minimum, least);
    }
}

static void
ull_wrap_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkWidget *child = find_shown (gtk_widget_get_first_child (widget));
  int y = 0;

  while (child != NULL)
    {
      int row, tall;
      GtkWidget *next = measure_row (child, width, &row, &tall);

      for (int x = width - row; child != next; child = find_shown (gtk_widget_get_next_sibling (child)))
        {
          int own, unused;

          measure_child (child, width, &own, &unused);
          gtk_widget_size_allocate (child, &(GtkAllocation) { rtl ? width - x - own : x, y, own, tall }, -1);
          x += own + GAP;
        }
      y += tall + GAP;
    }
}

static GtkSizeRequestMode
ull_wrap_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_wrap_layout_class_init (UllWrapLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = ull_wrap_layout_get_request_mode;
  layout_class->measure = ull_wrap_layout_measure;
  layout_class->allocate = ull_wrap_layout_allocate;
}

static void
ull_wrap_layout_init (UllWrapLayout *self)
{
}
