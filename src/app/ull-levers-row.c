#include "ull-levers-row.h"

#include "ull-look.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The row draws its texts itself, as a row of the sum does: a movement of a lever changes a hundred of them. Only the
 * button is a widget; the keyboard is on the row, whose activation it is.
 *
 * Columns, in pixels at 100 % text: lever | gain, right-aligned | kind | requests, right-aligned | button; below the
 * lever what it costs. Right to left mirrors. */

#define COLUMN_GAIN 104
#define COLUMN_KIND 68
#define COLUMN_FIT 40
#define GUTTER 14
#define STACK_BELOW 460
#define PADDING_X 8
#define PADDING_Y 5
#define LEAST_WIDTH 230
#define LEFT_TO_RIGHT "\342\201\246"
#define END_ISOLATE "\342\201\251"

typedef enum
{
  PART_LABEL,
  PART_GAIN,
  PART_KIND,
  PART_FIT,
  PART_FIGURES, /* the three together, where they have a line of their own */
  PART_COST,
  N_PARTS,
} Part;

typedef struct
{
  int x, width;
  int y;
  PangoAlignment alignment;
} Slot;

struct _UllLeversRow
{
  GtkListBoxRow parent_instance;

  /* Owned */
  PangoLayout *layout[N_PARTS];
  char *spoken;

  /* Borrowed */
  GtkWidget *button; /* the row's child */

  gboolean head;
};

G_DEFINE_FINAL_TYPE (UllLeversRow, ull_levers_row, GTK_TYPE_LIST_BOX_ROW)

static void
measure_button (UllLeversRow *self, int *width, int *height)
{
  gtk_widget_measure (self->button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, width, NULL, NULL);
  gtk_widget_measure (self->button, GTK_ORIENTATION_VERTICAL, *width, NULL, height, NULL, NULL);
}

static int
part_height (UllLeversRow *self, Part part, const Slot *slot)
{
  int height;

  if (slot->width <= 0 || pango_layout_get_text (self->layout[part])[0] == 0)
    return 0;
  pango_layout_set_width (self->layout[part], slot->width * PANGO_SCALE);
  pango_layout_set_alignment (self->layout[part], slot->alignment);
  pango_layout_get_pixel_size (self->layout[part], NULL, &height);
  return height;
}

/* One below the other; a lever's words share the first line with the button. */
static int
arrange_stacked (UllLeversRow *self, int width, int button, int button_height, Slot slot[N_PARTS])
{
  int inner = width - 2 * PADDING_X, y = PADDING_Y;

  if (self->head)
    return 0;
  slot[PART_LABEL] = (Slot) { PADDING_X, inner - button - 6, y, PANGO_ALIGN_LEFT };
  y += MAX (part_height (self, PART_LABEL, &slot[PART_LABEL]), button_height - PADDING_Y);
  slot[PART_FIGURES] = (Slot) { PADDING_X, inner, y, PANGO_ALIGN_LEFT };
  y += part_height (self, PART_FIGURES, &slot[PART_FIGURES]);
  slot[PART_COST] = (Slot) { PADDING_X, inner, y, PANGO_ALIGN_LEFT };
  return y + part_height (self, PART_COST, &slot[PART_COST]) + PADDING_Y;
}

static int
arrange_columns (UllLeversRow *self, int width, double scale, int button, Slot slot[N_PARTS])
{
  int gain = (int) (COLUMN_GAIN * scale), kind = (int) (COLUMN_KIND * scale), fit = (int) (COLUMN_FIT * scale);
  int right = width - PADDING_X - button, left, height = 0;

  slot[PART_FIT] = (Slot) { right - GUTTER - fit, fit, PADDING_Y, PANGO_ALIGN_RIGHT };
  slot[PART_KIND] = (Slot) { slot[PART_FIT].x - kind, kind, PADDING_Y, PANGO_ALIGN_LEFT };
  left = slot[PART_KIND].x - GUTTER - gain;
  slot[PART_GAIN] = (Slot) { left, gain, PADDING_Y, PANGO_ALIGN_RIGHT };
  slot[PART_LABEL] = (Slot) { PADDING_X, left - 6 - PADDING_X, PADDING_Y, PANGO_ALIGN_LEFT };
  for (int i = PART_LABEL; i <= PART_FIT; i++)
    height = MAX (height, part_height (self, (Part) i, &slot[i]));
  slot[PART_COST] = (Slot) { PADDING_X, right - GUTTER - PADDING_X, PADDING_Y + height, PANGO_ALIGN_LEFT };
  return height + part_height (self, PART_COST, &slot[PART_COST]) + 2 * PADDING_Y;
}

/* Where the parts stand at this width; returns the height. A part without a width is not shown. @button: its place. */
static int
arrange (UllLeversRow *self, int width, Slot slot[N_PARTS], GtkAllocation *button)
{
  double scale = ull_text_scale (GTK_WIDGET (self));
  int height;

  for (int i = 0; i < N_PARTS; i++)
    slot[i] = (Slot) { 0 };
  measure_button (self, &button->width, &button->height);
  button->x = width - PADDING_X - button->width;
  button->y = 2;
  if (width < STACK_BELOW * scale)
    return arrange_stacked (self, width, button->width, button->height, slot);
  height = MAX (arrange_columns (self, width, scale, button->width, slot), self->head ? 0 : button->height + 4);
  button->y = (height - button->height) / 2;
  return height;
}

static void
ull_levers_row_measure (GtkWidget *widget,
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
  *minimum = *natural = arrange (ULL_LEVERS_ROW (widget), for_size > 0 ? for_size : LEAST_WIDTH, slot, &button);
}

static void
ull_levers_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllLeversRow *self = ULL_LEVERS_ROW (widget);
  GtkAllocation button;
  Slot slot[N_PARTS];

  arrange (self, width, slot, &button);
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    button.x = width - button.x - button.width;
  gtk_widget_size_allocate (self->button, &button, -1);
}

static void
ull_levers_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllLeversRow *self = ULL_LEVERS_ROW (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int width = gtk_widget_get_width (widget);
  GdkRGBA text = ull_look_ink (ULL_INK_TEXT), dim = ull_look_ink (ULL_INK_DIM);
  GtkAllocation button;
  Slot slot[N_PARTS];

  arrange (self, width, slot, &button);
  for (int i = 0; i < N_PARTS; i++)
    {
      gboolean strong = i != PART_COST && !self->head;
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
  gtk_widget_snapshot_child (widget, self->button, snapshot);
}

static void
set_attributes (UllLeversRow *self)
{
  for (int i = 0; i < N_PARTS; i++)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      if (i == PART_COST)
        pango_attr_list_insert (attributes, pango_attr_scale_new (0.92));
      if (i == PART_FIT || self->head)
        pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      pango_layout_set_attributes (self->layout[i], attributes);
      /* Sides are the row's business, not the first letter's. */
      pango_layout_set_auto_dir (self->layout[i], FALSE);
    }
}

static void
ull_levers_row_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  UllLeversRow *self = ULL_LEVERS_ROW (widget);

  GTK_WIDGET_CLASS (ull_levers_row_parent_class)->css_changed (widget, change);
  for (int i = 0; i < N_PARTS; i++)
    if (self->layout[i] != NULL)
      pango_layout_context_changed (self->layout[i]);
}

static void
ull_levers_row_finalize (GObject *object)
{
  UllLeversRow *self = ULL_LEVERS_ROW (object);

  for (int i = 0; i < N_PARTS; i++)
    g_clear_object (&self->layout[i]);
  g_clear_pointer (&self->spoken, g_free);
  G_OBJECT_CLASS (ull_levers_row_parent_class)->finalize (object);
}

static GtkSizeRequestMode
ull_levers_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_levers_row_class_init (UllLeversRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ull_levers_row_finalize;
  widget_class->get_request_mode = ull_levers_row_get_request_mode;
  widget_class->measure = ull_levers_row_measure;
  widget_class->size_allocate = ull_levers_row_size_allocate;
  widget_class->snapshot = ull_levers_row_snapshot;
  widget_class->css_changed = ull_levers_row_css_changed;
}

static void
ull_levers_row_init (UllLeversRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_set_layout_manager (widget, NULL);
  gtk_widget_add_css_class (widget, "ull-sum-row");
  self->button = gtk_button_new_with_label (_("Apply"));
  gtk_widget_add_css_class (self->button, "flat");
  /* One stop a lever: Enter on the row is the button. */
  gtk_widget_set_focusable (self->button, FALSE);
  g_signal_connect_object (self->button, "clicked", G_CALLBACK (gtk_widget_activate), self, G_CONNECT_SWAPPED);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), self->button);
  for (int i = 0; i < N_PARTS; i++)
    {
      self->layout[i] = gtk_widget_create_pango_layout (widget, "");
      pango_layout_set_wrap (self->layout[i], PANGO_WRAP_WORD_CHAR);
    }
  set_attributes (self);
}

GtkWidget *
ull_levers_row_new (void)
{
  return g_object_new (ULL_TYPE_LEVERS_ROW, NULL);
}

static gboolean
set_part (UllLeversRow *self, Part part, const char *text)
{
  if (g_strcmp0 (pango_layout_get_text (self->layout[part]), text) == 0)
    return FALSE;
  pango_layout_set_text (self->layout[part], text, -1);
  return TRUE;
}

static char *
signed_text (const char *number, gboolean negative)
{
  return g_strconcat (negative ? ULL_MINUS : "+", ULL_NBSP, number, NULL);
}

/* What the factor or the sum is of: tokens where their number moves, else requests, else the longest that fits. */
static char *
gain_text (const UllPullRow *row, const UllPlan *before)
{
  g_autofree char *number = NULL;
  gint64 more = row->requests - before->max_concurrency;

  if (row->gain == ULL_GAIN_ADDS && row->gain_bytes != 0)
    {
      number = ull_format_gib (ABS (row->gain_bytes));
      return signed_text (number, row->gain_bytes < 0);
    }
  if (row->gain != ULL_GAIN_ADDS && !isnan (row->factor_tokens) && fabs (row->factor_tokens - 1) >= 0.005)
    return g_strdup_printf (_("tokens × %.2f"), row->factor_tokens);
  if (row->gain != ULL_GAIN_ADDS && more != 0 && before->max_concurrency > 0)
    return g_strdup_printf (_("requests × %.2f"), (double) row->requests / (double) before->max_concurrency);
  if (more == 0)
    return g_strdup (_("none"));
  number = ull_format_count (ABS (more));
  return g_strdup_printf (more < 0 ? _("− %s requests") : _("+ %s requests"), number);
}

static char *
kind_text (UllGain gain)
{
  static const char *const signs[] = { [ULL_GAIN_ADDS] = "+", [ULL_GAIN_SCALES] = ULL_TIMES, [ULL_GAIN_BOTH] = ("+" ULL_TIMES) };

  return g_strconcat (signs[gain], ULL_NBSP, ull_gain_get_label (gain), NULL);
}

/* A tier of the host has no setting that a click could move. */
static void
update_button (UllLeversRow *self, gboolean can_apply, const char *label)
{
  g_autofree char *name = g_strdup_printf (_("Apply %s"), label);

  gtk_widget_set_child_visible (self->button, can_apply);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), can_apply);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
say (UllLeversRow *self, const UllPullRow *row, const char *label, const char *gain)
{
  g_autofree char *cost = ull_pull_row_dup_cost (row);
  g_autofree char *fit = ull_format_count (row->requests);

  g_clear_pointer (&self->spoken, g_free);
  self->spoken = g_strdup_printf (_("%s: gain %s, %s, %s fit; cost: %s."), label, gain, ull_gain_get_label (row->gain), fit,
                                  cost);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, self->spoken, -1);
}

void
ull_levers_row_set (UllLeversRow *self, const UllPullRow *row, const UllPlan *before)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autofree char *label = ull_pull_row_dup_label (row), *gain = gain_text (row, before), *kind = kind_text (row->gain);
  g_autofree char *fit = ull_format_count (row->requests), *cost = ull_pull_row_dup_cost (row);
  /* Figures and signs run left to right in every language. */
  g_autofree char *shown = g_strconcat (LEFT_TO_RIGHT, gain, END_ISOLATE, NULL);
  g_autofree char *figures = g_strdup_printf (_("%s · %s · %s fit"), shown, kind, fit);
  int width = gtk_widget_get_width (widget);
  GtkAllocation button;
  Slot slot[N_PARTS];

  g_return_if_fail (ULL_IS_LEVERS_ROW (self));

  if (!(set_part (self, PART_LABEL, label) | set_part (self, PART_GAIN, shown) | set_part (self, PART_KIND, kind)
        | set_part (self, PART_FIT, fit) | set_part (self, PART_FIGURES, figures) | set_part (self, PART_COST, cost)))
    return;
  update_button (self, row->pull[0].id != ULL_PULL_HOST, label);
  say (self, row, label, gain);
  if (width <= 0 || arrange (self, width, slot, &button) != gtk_widget_get_height (widget))
    gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

void
ull_levers_row_set_head (UllLeversRow *self)
{
  g_return_if_fail (ULL_IS_LEVERS_ROW (self));

  self->head = TRUE;
  set_attributes (self);
  set_part (self, PART_LABEL, _("Lever, alone"));
  set_part (self, PART_GAIN, _("Gain"));
  set_part (self, PART_KIND, _("Kind"));
  set_part (self, PART_FIT, _("Fit"));
  gtk_widget_set_child_visible (self->button, FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "head");
}

const char *
ull_levers_row_get_text (UllLeversRow *self)
{
  g_return_val_if_fail (ULL_IS_LEVERS_ROW (self), NULL);

  return self->spoken;
}

GtkWidget *
ull_levers_row_get_button (UllLeversRow *self)
{
  g_return_val_if_fail (ULL_IS_LEVERS_ROW (self), NULL);

  return self->button;
}
