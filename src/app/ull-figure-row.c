#include "ull-figure-row.h"

#include "ull-look.h"

#include <glib/gi18n-lib.h>

/* The row draws its texts itself, as a row of the sum does: a movement of a lever changes a hundred of them. Only the
 * button is a widget; the keyboard is on the row, whose activation it is.
 *
 * Columns, in pixels at 100 % text: label | figure, right-aligned | figure | figure, right-aligned | button; below the
 * label the detail, below that a bar where the row has one. Right to left mirrors. */

#define COLUMN_FIRST 104
#define COLUMN_SECOND 68
#define COLUMN_THIRD 40
#define GUTTER 14
#define STACK_BELOW 460
#define PADDING_X 8
#define PADDING_Y 5
#define LEAST_WIDTH 230
#define BAR 7
#define BAR_GAP 3

typedef enum
{
  PART_LABEL,
  PART_FIRST,
  PART_SECOND,
  PART_THIRD,
  PART_FIGURES, /* the three together, where they have a line of their own */
  PART_DETAIL,
  N_PARTS,
} Part;

typedef struct
{
  int x, width;
  int y;
  PangoAlignment alignment;
} Slot;

typedef struct
{
  /* Owned */
  PangoLayout *layout[N_PARTS];
  char *spoken;

  /* Borrowed */
  GtkWidget *button; /* the row's child */

  gboolean head;
  gboolean plain; /* no room for a button */
} Row;

typedef Row UllFigureRowPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (UllFigureRow, ull_figure_row, GTK_TYPE_LIST_BOX_ROW)

static Row *
row_of (gpointer self)
{
  return ull_figure_row_get_instance_private (ULL_FIGURE_ROW (self));
}

static void
measure_button (Row *self, int *width, int *height)
{
  *width = *height = 0;
  if (self->plain)
    return;
  gtk_widget_measure (self->button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, width, NULL, NULL);
  gtk_widget_measure (self->button, GTK_ORIENTATION_VERTICAL, *width, NULL, height, NULL, NULL);
}

static int
part_height (Row *self, Part part, const Slot *slot)
{
  int height;

  if (slot->width <= 0 || pango_layout_get_text (self->layout[part])[0] == 0)
    return 0;
  pango_layout_set_width (self->layout[part], slot->width * PANGO_SCALE);
  pango_layout_set_alignment (self->layout[part], slot->alignment);
  pango_layout_get_pixel_size (self->layout[part], NULL, &height);
  return height;
}

/* One below the other; its words share the first line with the button. */
static int
arrange_stacked (Row *self, int width, int button, int button_height, Slot slot[N_PARTS])
{
  int inner = width - 2 * PADDING_X, y = PADDING_Y;

  if (self->head)
    return 0;
  slot[PART_LABEL] = (Slot) { PADDING_X, inner - button - 6, y, PANGO_ALIGN_LEFT };
  y += MAX (part_height (self, PART_LABEL, &slot[PART_LABEL]), button_height - PADDING_Y);
  slot[PART_FIGURES] = (Slot) { PADDING_X, inner, y, PANGO_ALIGN_LEFT };
  y += part_height (self, PART_FIGURES, &slot[PART_FIGURES]);
  slot[PART_DETAIL] = (Slot) { PADDING_X, inner, y, PANGO_ALIGN_LEFT };
  return y + part_height (self, PART_DETAIL, &slot[PART_DETAIL]) + PADDING_Y;
}

static int
arrange_columns (Row *self, int width, double scale, int button, Slot slot[N_PARTS])
{
  int first = (int) (COLUMN_FIRST * scale), second = (int) (COLUMN_SECOND * scale), third = (int) (COLUMN_THIRD * scale);
  int right = width - PADDING_X - button, left, height = 0;

  slot[PART_THIRD] = (Slot) { right - GUTTER - third, third, PADDING_Y, PANGO_ALIGN_RIGHT };
  slot[PART_SECOND] = (Slot) { slot[PART_THIRD].x - second, second, PADDING_Y, PANGO_ALIGN_LEFT };
  left = slot[PART_SECOND].x - GUTTER - first;
  slot[PART_FIRST] = (Slot) { left, first, PADDING_Y, PANGO_ALIGN_RIGHT };
  slot[PART_LABEL] = (Slot) { PADDING_X, left - 6 - PADDING_X, PADDING_Y, PANGO_ALIGN_LEFT };
  for (int i = PART_LABEL; i <= PART_THIRD; i++)
    height = MAX (height, part_height (self, (Part) i, &slot[i]));
  slot[PART_DETAIL] = (Slot) { PADDING_X, right - GUTTER - PADDING_X, PADDING_Y + height, PANGO_ALIGN_LEFT };
  return height + part_height (self, PART_DETAIL, &slot[PART_DETAIL]) + 2 * PADDING_Y;
}

static int
arrange_texts (Row *self, int width, Slot slot[N_PARTS], GtkAllocation *button)
{
  double scale = ull_text_scale (self->button);
  int height;

  for (int i = 0; i < N_PARTS; i++)
    slot[i] = (Slot) { 0 };
  measure_button (self, &button->width, &button->height);
  button->x = width - PADDING_X - button->width;
  button->y = 2;
  if (width < STACK_BELOW * scale)
    return arrange_stacked (self, width, button->width, button->height, slot);
  height = MAX (arrange_columns (self, width, scale, button->width, slot), self->head || self->plain ? 0 : button->height + 4);
  button->y = (height - button->height) / 2;
  return height;
}

static gboolean
has_bar (UllFigureRow *self)
{
  return ULL_FIGURE_ROW_GET_CLASS (self)->draw_bar != NULL && !row_of (self)->head;
}

/* Where the parts stand at this width; returns the height. A part without a width is not shown. @button: its place. */
static int
arrange (UllFigureRow *self, int width, Slot slot[N_PARTS], GtkAllocation *button)
{
  int height = arrange_texts (row_of (self), width, slot, button);

  return has_bar (self) ? height + BAR + BAR_GAP : height;
}

static void
ull_figure_row_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  GtkAllocation button;
  Slot slot[N_PARTS];

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_WIDTH;
      *natural = (int) (STACK_BELOW * ull_text_scale (widget));
      return;
    }
  *minimum = *natural = arrange (ULL_FIGURE_ROW (widget), for_size > 0 ? for_size : LEAST_WIDTH, slot, &button);
}

static void
ull_figure_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  Row *self = row_of (widget);
  GtkAllocation button;
  Slot slot[N_PARTS];

  if (self->plain)
    return;
  arrange (ULL_FIGURE_ROW (widget), width, slot, &button);
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    button.x = width - button.x - button.width;
  gtk_widget_size_allocate (self->button, &button, -1);
}

/* Its axis runs from left to right in every language, as the chart's does. */
static void
snapshot_bar (UllFigureRow *self, GtkSnapshot *snapshot, const GtkAllocation *button)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double width = gtk_widget_get_width (widget) - 2 * PADDING_X;
  double y = gtk_widget_get_height (widget) - PADDING_Y - BAR, shift = 0;
  cairo_t *cr;

  if (!has_bar (self))
    return;
  /* In columns the button's column is its own. */
  if (gtk_widget_get_width (widget) >= STACK_BELOW * ull_text_scale (widget))
    {
      width -= button->width + GUTTER;
      shift = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL ? button->width + GUTTER : 0;
    }
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT ((float) (PADDING_X + shift), (float) y, (float) width, BAR));
  cairo_translate (cr, PADDING_X + shift, y);
  ULL_FIGURE_ROW_GET_CLASS (self)->draw_bar (self, cr, width, BAR);
  cairo_destroy (cr);
}

static void
ull_figure_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  Row *self = row_of (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int width = gtk_widget_get_width (widget);
  GdkRGBA text = ull_look_ink (ULL_INK_TEXT), dim = ull_look_ink (ULL_INK_DIM);
  GtkAllocation button;
  Slot slot[N_PARTS];

  arrange (ULL_FIGURE_ROW (widget), width, slot, &button);
  snapshot_bar (ULL_FIGURE_ROW (widget), snapshot, &button);
  for (int i = 0; i < N_PARTS; i++)
    {
      gboolean strong = i != PART_DETAIL && !self->head;
      int x = rtl ? width - slot[i].x - slot[i].width : slot[i].x;

      if (slot[i].width <= 0)
        continue;
      if (rtl)
        pango_layout_set_alignment (self->layout[i], slot[i].alignment == PANGO_ALIGN_LEFT ? PANGO_ALIGN_RIGHT
                                                                                          : PANGO_ALIGN_LEFT);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) slot[i].y));
      gtk_snapshot_append_layout (snapshot, self->layout[i], strong ? &text : &dim);
      gtk_snapshot_restore (snapshot);
    }
  if (!self->plain)
    gtk_widget_snapshot_child (widget, self->button, snapshot);
}

static void
set_attributes (Row *self)
{
  for (int i = 0; i < N_PARTS; i++)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      if (i == PART_DETAIL)
        pango_attr_list_insert (attributes, pango_attr_scale_new (0.92));
      if (i == PART_THIRD || self->head)
        pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_layout_set_attributes (self->layout[i], attributes);
      /* Sides are the row's business, not the first letter's. */
      pango_layout_set_auto_dir (self->layout[i], FALSE);
    }
}

static void
ull_figure_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  Row *self = row_of (widget);

  GTK_WIDGET_CLASS (ull_figure_row_parent_class)->css_changed (widget, change);
  for (int i = 0; i < N_PARTS; i++)
    if (self->layout[i] != NULL)
      pango_layout_context_changed (self->layout[i]);
}

static void
ull_figure_row_finalize (GObject *object)
{
  Row *self = row_of (object);

  for (int i = 0; i < N_PARTS; i++)
    g_clear_object (&self->layout[i]);
  g_clear_pointer (&self->spoken, g_free);
  G_OBJECT_CLASS (ull_figure_row_parent_class)->finalize (object);
}

static GtkSizeRequestMode
ull_figure_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_figure_row_class_init (UllFigureRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ull_figure_row_finalize;
  widget_class->get_request_mode = ull_figure_row_get_request_mode;
  widget_class->measure = ull_figure_row_measure;
  widget_class->size_allocate = ull_figure_row_size_allocate;
  widget_class->snapshot = ull_figure_row_snapshot;
  widget_class->css_changed = ull_figure_row_css_changed;
}

static void
ull_figure_row_init (UllFigureRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  Row *row = row_of (self);

  gtk_widget_set_layout_manager (widget, NULL);
  gtk_widget_add_css_class (widget, "ull-sum-row");
  row->button = gtk_button_new_with_label (_("Apply"));
  gtk_widget_add_css_class (row->button, "flat");
  /* One stop a row: Enter on the row is the button. */
  gtk_widget_set_focusable (row->button, FALSE);
  g_signal_connect_object (row->button, "clicked", G_CALLBACK (gtk_widget_activate), self, G_CONNECT_SWAPPED);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), row->button);
  for (int i = 0; i < N_PARTS; i++)
    {
      row->layout[i] = gtk_widget_create_pango_layout (widget, "");
      pango_layout_set_wrap (row->layout[i], PANGO_WRAP_WORD_CHAR);
    }
  set_attributes (row);
}

static gboolean
set_part (Row *row, Part part, const char *text)
{
  if (g_strcmp0 (pango_layout_get_text (row->layout[part]), text) == 0)
    return FALSE;
  pango_layout_set_text (row->layout[part], text, -1);
  return TRUE;
}

static gboolean
set_parts (Row *row, const UllFigureTexts *texts)
{
  gboolean changed = set_part (row, PART_LABEL, texts->label) | set_part (row, PART_FIGURES, texts->figures)
                     | set_part (row, PART_DETAIL, texts->detail);

  for (int i = 0; i < ULL_N_FIGURES; i++)
    changed |= set_part (row, (Part) (PART_FIRST + i), texts->figure[i]);
  return changed;
}

gboolean
ull_figure_row_set (UllFigureRow *self, const UllFigureTexts *texts, const char *spoken)
{
  GtkWidget *widget = GTK_WIDGET (self);
  Row *row = row_of (self);
  int width = gtk_widget_get_width (widget);
  GtkAllocation button;
  Slot slot[N_PARTS];

  g_return_val_if_fail (ULL_IS_FIGURE_ROW (self), FALSE);

  if (!set_parts (row, texts) && g_strcmp0 (row->spoken, spoken) == 0)
    return FALSE;
  g_clear_pointer (&row->spoken, g_free);
  row->spoken = g_strdup (spoken);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  if (width <= 0 || arrange (self, width, slot, &button) != gtk_widget_get_height (widget))
    gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
  return TRUE;
}

void
ull_figure_row_set_head (UllFigureRow *self, const char *label, const char *const figure[ULL_N_FIGURES])
{
  Row *row = row_of (self);

  g_return_if_fail (ULL_IS_FIGURE_ROW (self));

  row->head = TRUE;
  set_attributes (row);
  set_parts (row, &(UllFigureTexts) { label, { figure[0], figure[1], figure[2] }, "", "" });
  ull_figure_row_set_action (self, NULL);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "head");
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ull_figure_row_set_action (UllFigureRow *self, const char *name)
{
  Row *row = row_of (self);

  g_return_if_fail (ULL_IS_FIGURE_ROW (self));

  gtk_widget_set_child_visible (row->button, name != NULL && !row->plain);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), name != NULL);
  if (name != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
ull_figure_row_set_plain (UllFigureRow *self)
{
  g_return_if_fail (ULL_IS_FIGURE_ROW (self));

  row_of (self)->plain = TRUE;
  gtk_widget_set_visible (row_of (self)->button, FALSE);
}

const char *
ull_figure_row_get_text (UllFigureRow *self)
{
  g_return_val_if_fail (ULL_IS_FIGURE_ROW (self), NULL);

  return row_of (self)->spoken;
}

GtkWidget *
ull_figure_row_get_button (UllFigureRow *self)
{
  g_return_val_if_fail (ULL_IS_FIGURE_ROW (self), NULL);

  return row_of (self)->button;
}

void
ull_figure_rows_fit (GtkListBox *list, guint n, GtkWidget *(*make) (void))
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, (int) n)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
  while (n > 0 && gtk_list_box_get_row_at_index (list, (int) n - 1) == NULL)
    gtk_list_box_append (list, make ());
}
