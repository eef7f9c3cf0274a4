#include "ull-layer-card.h"

#include "ull-clear.h"
#include "ull-look.h"
#include "ull-watch.h"

/* The strip's words and rows decide the height, so the chart library is asked for it. Most changes leave it as it was:
 * only a different height lays the view out again, since that costs more than the picture. */

#define PADDING 14
#define PADDING_TOP 9
#define LEAST_HEIGHT 66
#define PAGE_BELOW 576

struct _UllLayerCard
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *heading;
  UllChartView *chart;

  /* Owned */
  UllWorkspace *workspace;
  PangoContext *context;
  UllDisclosure *seen; /* the last one that was measured */

  gboolean alone;
  int width;  /* as last laid out; 0: not yet */
  int needed; /* height at that width */
};

G_DEFINE_FINAL_TYPE (UllLayerCard, ull_layer_card, GTK_TYPE_WIDGET)

/* A card that a board of under 600 pixels leaves so wide is a page. */
static int
heading_height (UllLayerCard *self, int width)
{
  int height;

  if (self->alone || width >= PAGE_BELOW)
    return 0;
  gtk_widget_measure (self->heading, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  return height;
}

static int
strip_height (UllLayerCard *self, int width)
{
  UllDisclosure *disclosure = self->workspace != NULL ? ull_workspace_get_disclosure (self->workspace) : NULL;
  double scale = ull_text_scale (GTK_WIDGET (self));
  UllChartSpec spec = { .kind = ULL_CHART_LAYERS, .width = width, .text_scale = scale, .narrow = width < 340 * scale };

  if (disclosure == NULL || width < 1)
    return 0;
  return (int) ull_chart_layers_height (disclosure, &spec, self->context);
}

static int
height_for (UllLayerCard *self, int width)
{
  int heading = heading_height (self, width);
  int strip = strip_height (self, width - 2 * PADDING);

  return MAX (LEAST_HEIGHT, heading + strip + 2 * PADDING_TOP);
}

static void
disclosure_cb (gpointer data)
{
  UllLayerCard *self = data;
  UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);

  if (disclosure == NULL || (self->seen != NULL && ull_chart_same (ULL_CHART_LAYERS, self->seen, disclosure)))
    return;
  g_clear_pointer (&self->seen, ull_disclosure_unref);
  self->seen = ull_disclosure_ref (disclosure);
  if (self->width > 0 && height_for (self, self->width) != self->needed)
    gtk_widget_queue_resize (GTK_WIDGET (self));
}

static GtkSizeRequestMode
ull_layer_card_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_layer_card_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  UllLayerCard *self = ULL_LAYER_CARD (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      gtk_widget_measure (GTK_WIDGET (self->chart), orientation, -1, minimum, natural, NULL, NULL);
      *minimum += 2 * PADDING;
      *natural += 2 * PADDING;
      return;
    }
  *minimum = *natural = for_size < 0 ? LEAST_HEIGHT : height_for (self, for_size);
}

static void
ull_layer_card_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllLayerCard *self = ULL_LAYER_CARD (widget);
  int heading = heading_height (self, width);
  GtkAllocation rect = { 0, 0, width, heading };

  self->width = width;
  self->needed = height_for (self, width);
  gtk_widget_set_child_visible (self->heading, heading > 0);
  if (heading > 0)
    gtk_widget_size_allocate (self->heading, &rect, -1);
  rect = (GtkAllocation) { PADDING, heading + PADDING_TOP, MAX (width - 2 * PADDING, 0),
                           MAX (height - heading - 2 * PADDING_TOP, 0) };
  gtk_widget_size_allocate (GTK_WIDGET (self->chart), &rect, -1);
}

static void
ull_layer_card_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLayerCard *self = ULL_LAYER_CARD (object);
  UllWorkspace *workspace = g_value_get_object (value);

  if (property_id != ULL_WATCH_PROPERTY)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
      return;
    }
  if (ull_watch (&self->workspace, workspace, disclosure_cb, self))
    g_object_set (self->chart, "workspace", workspace, NULL);
}

static void
ull_layer_card_dispose (GObject *object)
{
  UllLayerCard *self = ULL_LAYER_CARD (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  g_clear_object (&self->context);
  g_clear_pointer (&self->seen, ull_disclosure_unref);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_layer_card_parent_class)->dispose (object);
}

static void
ull_layer_card_class_init (UllLayerCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_layer_card_set_property;
  object_class->dispose = ull_layer_card_dispose;
  widget_class->get_request_mode = ull_layer_card_get_request_mode;
  widget_class->measure = ull_layer_card_measure;
  widget_class->size_allocate = ull_layer_card_size_allocate;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_CHART_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-layer-card.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLayerCard, heading);
  gtk_widget_class_bind_template_child (widget_class, UllLayerCard, chart);
}

static void
ull_layer_card_init (UllLayerCard *self)
{
  self->context = ull_look_chart_context ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_resize));
}

GtkWidget *
ull_layer_card_new (void)
{
  return g_object_new (ULL_TYPE_LAYER_CARD, NULL);
}

GtkWidget *
ull_layer_card_new_alone (void)
{
  GtkWidget *card = ull_layer_card_new ();

  ULL_LAYER_CARD (card)->alone = TRUE;
  return card;
}

UllChartView *
ull_layer_card_get_chart (UllLayerCard *self)
{
  g_return_val_if_fail (ULL_IS_LAYER_CARD (self), NULL);

  return self->chart;
}
