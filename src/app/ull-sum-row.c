#include "ull-sum-row.h"

#include "ull-isolate.h"
#include "ull-look.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The row draws its texts itself: a slider's movement changes forty of them, and forty labels would each ask the whole
 * window for a new layout. Only a row whose height changes asks.
 *
 * Columns, in pixels at 100 % text: number | name | expression | figure, right-aligned | unit. What is pinned stands on a
 * line of its own below, ending where the units do. Right to left mirrors. */

#define COLUMN_NUMBER 22
#define COLUMN_LABEL 136
#define COLUMN_FIGURE 56
#define COLUMN_UNIT 52
#define STACK_BELOW 440
#define PADDING_X 8
#define PADDING_Y 5
#define LEAST_WIDTH 230
#define LEFT_TO_RIGHT "\342\201\246"
#define END_ISOLATE "\342\201\251"

typedef enum
{
  PART_NUMBER,
  PART_LABEL,
  PART_SUM,
  PART_FIGURE,
  PART_UNIT,
  PART_PINNED,
  N_PARTS,
} Part;

typedef struct
{
  int x, width;
  int y;
  PangoAlignment alignment;
} Slot;

struct _UllSumRow
{
  GtkListBoxRow parent_instance;

  /* Owned */
  PangoLayout *layout[N_PARTS];
  char *spoken;
  char *pinned; /* (nullable) */

  gboolean hidden;
  gboolean isolated; /* the figure and its unit run from left to right */
};

G_DEFINE_FINAL_TYPE (UllSumRow, ull_sum_row, GTK_TYPE_LIST_BOX_ROW)

/* Where the parts stand at this width; returns the height. */
static int
arrange (UllSumRow *self, int width, Slot slot[N_PARTS])
{
  double scale = ull_text_scale (GTK_WIDGET (self));
  int number = (int) (COLUMN_NUMBER * scale), unit = (int) (COLUMN_UNIT * scale);
  int figure = (int) (COLUMN_FIGURE * scale), label = (int) (COLUMN_LABEL * scale);
  gboolean stacked = width < STACK_BELOW * scale;
  int left = PADDING_X + number, end = width - PADDING_X - unit, right;
  int height = 0, own, first, second, third = 0;

  slot[PART_NUMBER] = (Slot) { PADDING_X, number, 0, PANGO_ALIGN_LEFT };
  /* A figure is never broken: in a wide font it takes of the sum's room. */
  pango_layout_get_pixel_size (self->layout[PART_FIGURE], &own, NULL);
  right = end - MAX (figure, own);
  slot[PART_FIGURE] = (Slot) { end - own, own, 0, PANGO_ALIGN_LEFT };
  slot[PART_UNIT] = (Slot) { end + 4, unit - 4, 0, PANGO_ALIGN_LEFT };
  slot[PART_LABEL] = (Slot) { left, (stacked ? right - left : label) - 6, 0, PANGO_ALIGN_LEFT };
  if (stacked)
    slot[PART_SUM] = (Slot) { left, width - PADDING_X - left, 0, PANGO_ALIGN_LEFT };
  else
    slot[PART_SUM] = (Slot) { left + label, right - left - label, 0, PANGO_ALIGN_LEFT };
  slot[PART_PINNED] = (Slot) { left, width - PADDING_X - left, 0, PANGO_ALIGN_RIGHT };
  for (int i = 0; i < N_PARTS; i++)
    {
      if (i == PART_FIGURE)
        continue;
      pango_layout_set_width (self->layout[i], MAX (slot[i].width, 1) * PANGO_SCALE);
      pango_layout_set_alignment (self->layout[i], slot[i].alignment);
    }
  pango_layout_get_pixel_size (self->layout[PART_LABEL], NULL, &first);
  pango_layout_get_pixel_size (self->layout[PART_SUM], NULL, &second);
  height = stacked && !self->hidden ? first + second : MAX (first, second);
  for (int i = 0; i < N_PARTS; i++)
    slot[i].y = PADDING_Y + (stacked && i == PART_SUM ? first : 0);
  slot[PART_PINNED].y = PADDING_Y + height;
  if (self->pinned != NULL)
    pango_layout_get_pixel_size (self->layout[PART_PINNED], NULL, &third);
  return height + third + 2 * PADDING_Y;
}

static void
ull_sum_row_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  Slot slot[N_PARTS];

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_WIDTH;
      *natural = (int) (STACK_BELOW * ull_text_scale (widget));
      return;
    }
  *minimum = *natural = arrange (ULL_SUM_ROW (widget), for_size > 0 ? for_size : LEAST_WIDTH, slot);
}

/* Where a part stands from right to left. A figure and its unit change sides with the row, and keep theirs in the pair. */
static int
mirror (UllSumRow *self, Part part, int width, const Slot slot[N_PARTS])
{
  gboolean pair = (part == PART_FIGURE || part == PART_UNIT) && self->isolated;
  int left = width - slot[PART_UNIT].x - slot[PART_UNIT].width;
  int column = MAX ((int) (COLUMN_FIGURE * ull_text_scale (GTK_WIDGET (self))), slot[PART_FIGURE].width);

  if (pair)
    return left + slot[part].x - (slot[PART_UNIT].x - 4 - column);
  pango_layout_set_alignment (self->layout[part], slot[part].alignment == PANGO_ALIGN_LEFT ? PANGO_ALIGN_RIGHT
                                                                                          : PANGO_ALIGN_LEFT);
  return width - slot[part].x - slot[part].width;
}

static void
ull_sum_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllSumRow *self = ULL_SUM_ROW (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int width = gtk_widget_get_width (widget);
  GdkRGBA text = ull_look_ink (ULL_INK_TEXT), dim = ull_look_ink (ULL_INK_DIM);
  Slot slot[N_PARTS];

  arrange (self, width, slot);
  for (int i = 0; i < N_PARTS; i++)
    {
      gboolean strong = (i == PART_LABEL || i == PART_FIGURE) && !self->hidden;
      int x = rtl ? mirror (self, (Part) i, width, slot) : slot[i].x;

      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) slot[i].y));
      gtk_snapshot_append_layout (snapshot, self->layout[i], strong ? &text : &dim);
      gtk_snapshot_restore (snapshot);
    }
}

static void
ull_sum_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
}

static void
set_attributes (UllSumRow *self)
{
  for (int i = 0; i < N_PARTS; i++)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      if (i == PART_SUM || i == PART_UNIT || i == PART_PINNED)
        pango_attr_list_insert (attributes, pango_attr_scale_new (0.92));
      if (i == PART_FIGURE && !self->hidden)
        pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_layout_set_attributes (self->layout[i], attributes);
      /* Sides are the row's business, not the first letter's. */
      pango_layout_set_auto_dir (self->layout[i], FALSE);
    }
}

static void
ull_sum_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  UllSumRow *self = ULL_SUM_ROW (widget);

  GTK_WIDGET_CLASS (ull_sum_row_parent_class)->css_changed (widget, change);
  for (int i = 0; i < N_PARTS; i++)
    if (self->layout[i] != NULL)
      pango_layout_context_changed (self->layout[i]);
}

static void
ull_sum_row_finalize (GObject *object)
{
  UllSumRow *self = ULL_SUM_ROW (object);

  for (int i = 0; i < N_PARTS; i++)
    g_clear_object (&self->layout[i]);
  g_clear_pointer (&self->spoken, g_free);
  g_clear_pointer (&self->pinned, g_free);
  G_OBJECT_CLASS (ull_sum_row_parent_class)->finalize (object);
}

static GtkSizeRequestMode
ull_sum_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_sum_row_class_init (UllSumRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ull_sum_row_finalize;
  widget_class->get_request_mode = ull_sum_row_get_request_mode;
  widget_class->measure = ull_sum_row_measure;
  widget_class->size_allocate = ull_sum_row_size_allocate;
  widget_class->snapshot = ull_sum_row_snapshot;
  widget_class->css_changed = ull_sum_row_css_changed;
}

static void
ull_sum_row_init (UllSumRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  /* A list box row lays out one child; this one has none. */
  gtk_widget_set_layout_manager (widget, NULL);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_add_css_class (widget, "ull-sum-row");
  for (int i = 0; i < N_PARTS; i++)
    {
      self->layout[i] = gtk_widget_create_pango_layout (widget, "");
      pango_layout_set_wrap (self->layout[i], PANGO_WRAP_WORD_CHAR);
    }
  set_attributes (self);
}

GtkWidget *
ull_sum_row_new (void)
{
  return g_object_new (ULL_TYPE_SUM_ROW, NULL);
}

static gboolean
set_part (UllSumRow *self, Part part, const char *text)
{
  g_autofree char *isolated = NULL;

  /* Sums are figures and signs: they run left to right in every language. */
  if (part == PART_SUM || part == PART_FIGURE)
    text = isolated = g_strconcat (LEFT_TO_RIGHT, text, END_ISOLATE, NULL);
  if (g_strcmp0 (pango_layout_get_text (self->layout[part]), text) == 0)
    return FALSE;
  pango_layout_set_text (self->layout[part], text, -1);
  return TRUE;
}

/* "131,072 B" is a bold figure and a dim unit; a figure without a unit is a figure. */
static gboolean
set_value (UllSumRow *self, const char *value)
{
  const char *space = g_strrstr (value, ULL_NBSP);
  g_autofree char *figure = NULL;

  self->isolated = space == NULL || ull_isolate_is_needed (space + strlen (ULL_NBSP));
  if (space == NULL)
    return set_part (self, PART_FIGURE, value) | set_part (self, PART_UNIT, "");
  figure = g_strndup (value, (gsize) (space - value));
  return set_part (self, PART_FIGURE, figure) | set_part (self, PART_UNIT, space + strlen (ULL_NBSP));
}

/* What a screen reader says, and a new layout where the height changes. */
static void
update (UllSumRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget);
  g_autofree char *whole = NULL;
  Slot slot[N_PARTS];

  if (self->spoken != NULL)
    {
      whole = self->pinned != NULL ? g_strdup_printf ("%s; %s", self->spoken, self->pinned) : g_strdup (self->spoken);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, whole, -1);
    }
  if (width <= 0 || arrange (self, width, slot) != gtk_widget_get_height (widget))
    gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

void
ull_sum_row_set (UllSumRow *self, guint number, const char *label, const char *sum, const char *value)
{
  g_autofree char *count = g_strdup_printf ("%u", number);
  g_autofree char *spoken = NULL;
  gboolean changed;

  g_return_if_fail (ULL_IS_SUM_ROW (self));

  changed = set_part (self, PART_NUMBER, count) | set_part (self, PART_LABEL, label)
            | set_part (self, PART_SUM, sum != NULL ? sum : "") | set_value (self, value);
  if (!changed && self->hidden == (sum == NULL))
    return;
  self->hidden = sum == NULL;
  set_attributes (self);
  if (self->hidden)
    spoken = g_strdup_printf ("%u. %s, %s", number, label, value);
  else
    spoken = g_strdup_printf ("%u. %s: %s = %s", number, label, sum, value);
  g_clear_pointer (&self->spoken, g_free);
  self->spoken = g_steal_pointer (&spoken);
  update (self);
}

void
ull_sum_row_set_pinned (UllSumRow *self, const char *pinned)
{
  g_return_if_fail (ULL_IS_SUM_ROW (self));

  if (g_strcmp0 (self->pinned, pinned) == 0)
    return;
  g_clear_pointer (&self->pinned, g_free);
  self->pinned = g_strdup (pinned);
  set_part (self, PART_PINNED, pinned != NULL ? pinned : "");
  update (self);
}

void
ull_sum_row_set_lit (UllSumRow *self, gboolean lit)
{
  g_return_if_fail (ULL_IS_SUM_ROW (self));

  if (lit)
    gtk_widget_add_css_class (GTK_WIDGET (self), "lit");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "lit");
}

const char *
ull_sum_row_get_text (UllSumRow *self)
{
  g_return_val_if_fail (ULL_IS_SUM_ROW (self), NULL);

  return self->spoken;
}

const char *
ull_sum_row_get_pinned (UllSumRow *self)
{
  g_return_val_if_fail (ULL_IS_SUM_ROW (self), NULL);

  return self->pinned;
}
