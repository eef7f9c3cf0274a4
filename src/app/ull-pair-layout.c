#include "ull-pair-layout.h"

/* Of two children. Beside each other the field gives up what it may before the name is wrapped; once the name's longest word and all
 * that the field would show have no room in one row, each has a row, so that neither is cut. Pixels. */

#define GAP 6
#define MOST_CHARS 20

struct _UllPairLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (UllPairLayout, ull_pair_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef struct
{
  GtkWidget *name, *field;
  int name_least, name_wished;
  int field_least, field_wished;
} Pair;

static Pair
measure_pair (GtkWidget *widget)
{
  Pair pair = { .name = gtk_widget_get_first_child (widget) };

  pair.field = gtk_widget_get_next_sibling (pair.name);
  gtk_widget_measure (pair.name, GTK_ORIENTATION_HORIZONTAL, -1, &pair.name_least, &pair.name_wished, NULL, NULL);
  gtk_widget_measure (pair.field, GTK_ORIENTATION_HORIZONTAL, -1, &pair.field_least, &pair.field_wished, NULL, NULL);
  return pair;
}

static gboolean
stacks (const Pair *pair, int width)
{
  return pair->name_least + GAP + pair->field_wished > width;
}

static int
field_width (const Pair *pair, int width)
{
  if (stacks (pair, width))
    return width;
  return CLAMP (width - GAP - pair->name_wished, pair->field_least, pair->field_wished);
}

static int
name_width (const Pair *pair, int width)
{
  return stacks (pair, width) ? width : width - GAP - field_width (pair, width);
}

static int
height_at (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static void
ull_pair_layout_measure (GtkLayoutManager *manager,
                         GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  Pair pair = measure_pair (widget);
  int width, name, field;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (pair.name_least, pair.field_least);
      *natural = MAX (*minimum, pair.name_wished + GAP + pair.field_wished);
      return;
    }
  width = for_size >= 0 ? for_size : pair.name_wished + GAP + pair.field_wished;
  name = height_at (pair.name, name_width (&pair, width));
  field = height_at (pair.field, field_width (&pair, width));
  *minimum = *natural = stacks (&pair, width) ? name + field : MAX (name, field);
}

static void
ull_pair_layout_allocate (GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  Pair pair = measure_pair (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL, stacked = stacks (&pair, width);
  int name = name_width (&pair, width), field = field_width (&pair, width);
  int name_height = stacked ? height_at (pair.name, name) : height, field_height = height_at (pair.field, field);
  int y = stacked ? name_height : (height - field_height) / 2;

  gtk_widget_size_allocate (pair.name, &(GtkAllocation) { rtl ? width - name : 0, 0, name, name_height }, -1);
  gtk_widget_size_allocate (pair.field, &(GtkAllocation) { rtl ? 0 : width - field, y, field, field_height }, -1);
}

static GtkSizeRequestMode
ull_pair_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_pair_layout_class_init (UllPairLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = ull_pair_layout_get_request_mode;
  layout_class->measure = ull_pair_layout_measure;
  layout_class->allocate = ull_pair_layout_allocate;
}

static void
ull_pair_layout_init (UllPairLayout *self)
{
}

void
ull_pair_keep_room (GtkEntry *entry, const char *text)
{
  int kept = gtk_editable_get_width_chars (GTK_EDITABLE (entry));

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), CLAMP ((int) g_utf8_strlen (text, -1), kept, MAX (kept, MOST_CHARS)));
}
