#include "ull-sentence.h"

#include "ull-look.h"

/* A label whose text changes has the whole window measured anew, which costs more than drawing it. Here the layout is
 * our own, and only a height that is no longer right is passed on. A sentence that gets a line shorter keeps its height while
 * it keeps its width: what stands below it would jump back and forth while a lever is dragged. */

#define LEAST_WIDTH 120

struct _UllSentence
{
  GtkWidget parent_instance;

  /* Owned */
  PangoLayout *layout;

  int kept_width; /* at which at least this height is asked for */
  int kept_height;
};

G_DEFINE_FINAL_TYPE (UllSentence, ull_sentence, GTK_TYPE_WIDGET)

/* Each sentence reads in its own direction and stands at the side that the language begins at. Pango exchanges left and
 * right where a line runs against its context, so both cases come to this. */
static PangoAlignment
alignment (UllSentence *self)
{
  gboolean reads_left = pango_layout_get_direction (self->layout, 0) == PANGO_DIRECTION_RTL;

  return reads_left ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT;
}

static int
height_at (UllSentence *self, int width)
{
  int height;

  pango_layout_set_alignment (self->layout, alignment (self));
  pango_layout_set_width (self->layout, width > 0 ? width * PANGO_SCALE : -1);
  pango_layout_get_pixel_size (self->layout, NULL, &height);
  return height;
}

static int
kept_at (UllSentence *self, int width)
{
  int height = height_at (self, width);

  return width == self->kept_width ? MAX (height, self->kept_height) : height;
}

/* By a line, not by more: a card would stand half empty. */
static void
keep_height (UllSentence *self, int width, int height)
{
  int wanted = height_at (self, width), line = wanted / MAX (pango_layout_get_line_count (self->layout), 1);

  self->kept_width = width;
  self->kept_height = height > wanted && 2 * (height - wanted) < 3 * line ? height : wanted;
}

static GtkSizeRequestMode
ull_sentence_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_sentence_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  UllSentence *self = ULL_SENTENCE (widget);
  int width;

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = kept_at (self, for_size);
      return;
    }
  pango_layout_set_width (self->layout, -1);
  pango_layout_get_pixel_size (self->layout, &width, NULL);
  *minimum = MIN (width, LEAST_WIDTH);
  *natural = width;
}

static void
ull_sentence_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllSentence *self = ULL_SENTENCE (widget);
  guint32 ink = ull_palette_ink (ull_look_current (), ULL_INK_TEXT);
  GdkRGBA colour = { (float) (ink >> 24) / 255.f, (float) (ink >> 16 & 0xff) / 255.f, (float) (ink >> 8 & 0xff) / 255.f, 1 };

  height_at (self, gtk_widget_get_width (widget));
  gtk_snapshot_append_layout (snapshot, self->layout, &colour);
}

static void
ull_sentence_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ull_sentence_parent_class)->css_changed (widget, change);
  ULL_SENTENCE (widget)->kept_height = 0;
  if (ULL_SENTENCE (widget)->layout != NULL)
    pango_layout_context_changed (ULL_SENTENCE (widget)->layout);
}

static void
ull_sentence_finalize (GObject *object)
{
  g_clear_object (&ULL_SENTENCE (object)->layout);
  G_OBJECT_CLASS (ull_sentence_parent_class)->finalize (object);
}

static void
ull_sentence_class_init (UllSentenceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ull_sentence_finalize;
  widget_class->get_request_mode = ull_sentence_get_request_mode;
  widget_class->measure = ull_sentence_measure;
  widget_class->snapshot = ull_sentence_snapshot;
  widget_class->css_changed = ull_sentence_css_changed;
  gtk_widget_class_set_css_name (widget_class, "sentence");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
ull_sentence_init (UllSentence *self)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "");
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->layout, attributes);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
ull_sentence_set_text (UllSentence *self, const char *text)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width, height;

  g_return_if_fail (ULL_IS_SENTENCE (self));
  g_return_if_fail (text != NULL);

  if (g_str_equal (pango_layout_get_text (self->layout), text))
    return;
  pango_layout_set_text (self->layout, text, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_visible (widget, text[0] != 0);
  width = gtk_widget_get_width (widget);
  height = gtk_widget_get_height (widget);
  if (width > 0 && text[0] != 0)
    keep_height (self, width, height);
  if (width <= 0 || kept_at (self, width) != height)
    gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

const char *
ull_sentence_get_text (UllSentence *self)
{
  g_return_val_if_fail (ULL_IS_SENTENCE (self), NULL);

  return pango_layout_get_text (self->layout);
}
