#include "ull-plan-board.h"

#include "ull-look.h"
#include "ull-page-stack.h"

/* Sizes are pixels at 100 % text. arrange() is the whole layout: a function of width and height that measure and
 * allocate both call, so that they cannot disagree. Right to left mirrors the places, not what is in them. */

#define GAP 12
#define PADDING 18
#define PADDING_NARROW 12
#define WIDE_FROM 820
#define NARROW_BELOW 600
#define MEMORY_WIDTH 396
#define MEMORY_WIDTH_PENDING 378
#define LEAST_WIDTH 340
#define SWITCHER_INSET 6

typedef struct
{
  gboolean shown;
  int x, y, width, height;
} Place;

struct _UllPlanBoard
{
  GtkWidget parent_instance;

  /* Owned as children */
  GtkWidget *child[ULL_N_SLOTS];

  UllSlot page;
  gboolean pending;
};

static void ull_plan_board_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UllPlanBoard,
                               ull_plan_board,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, ull_plan_board_buildable_init))

static GtkBuildableIface *parent_buildable;

UllBoardMode
ull_plan_board_mode (GtkWidget *widget, int width)
{
  if (width < NARROW_BELOW)
    return ULL_BOARD_NARROW;
  return width < WIDE_FROM * ull_text_scale (widget) ? ULL_BOARD_MEDIUM : ULL_BOARD_WIDE;
}

static int
measure_slot (UllPlanBoard *self, UllSlot slot, int width, gboolean natural)
{
  int least, wished;

  if (self->child[slot] == NULL)
    return 0;
  gtk_widget_measure (self->child[slot], GTK_ORIENTATION_VERTICAL, width, &least, &wished, NULL, NULL);
  return natural ? wished : least;
}

static int
least_height (UllPlanBoard *self, UllSlot slot, int width)
{
  return measure_slot (self, slot, width, FALSE);
}

static int
wished_height (UllPlanBoard *self, UllSlot slot, int width)
{
  return measure_slot (self, slot, width, TRUE);
}

static void
put (UllPlanBoard *self, Place *place, UllSlot slot, int x, int y, int width, int height)
{
  place[slot] = (Place) { self->child[slot] != NULL, x, y, width, height };
}

/* One below the other, each as high as it wishes to be; returns where the next would begin. */
static int
stack (UllPlanBoard *self, Place *place, const UllSlot *slots, guint n, int x, int y, int width)
{
  for (guint i = 0; i < n; i++)
    {
      int height = wished_height (self, slots[i], width);

      put (self, place, slots[i], x, y, width, height);
      y += height + GAP;
    }
  return y;
}

/* The strip lies along the bottom, below the other cards: what it takes of the height, with its gap. */
static int
layers_height (UllPlanBoard *self, int width)
{
  int height = wished_height (self, ULL_SLOT_LAYERS, width - 2 * PADDING);

  return height > 0 ? height + GAP : 0;
}

static void
put_layers (UllPlanBoard *self, Place *place, int width, int y)
{
  int inner = width - 2 * PADDING;

  put (self, place, ULL_SLOT_LAYERS, PADDING, y, inner, wished_height (self, ULL_SLOT_LAYERS, inner));
}

static int
arrange_wide (UllPlanBoard *self, int width, int height, int y, Place *place)
{
  int memory = (int) (MEMORY_WIDTH * ull_text_scale (GTK_WIDGET (self)));
  int right = width - 2 * PADDING - memory - GAP, x = PADDING + memory + GAP;
  int least_curves = least_height (self, ULL_SLOT_CURVES, right);
  int least = MAX (least_height (self, ULL_SLOT_MEMORY, memory),
                   least_curves + GAP + least_height (self, ULL_SLOT_SUM, right));
  int strip = layers_height (self, width);
  int room = MAX (height - y - PADDING - strip, least);
  int curves = MAX (least_curves, room * 45 / 100);
  int sum = MIN (wished_height (self, ULL_SLOT_SUM, right), room - GAP - curves);

  sum = MAX (sum, least_height (self, ULL_SLOT_SUM, right));
  curves = room - GAP - sum;
  put (self, place, ULL_SLOT_MEMORY, PADDING, y, memory, room);
  put (self, place, ULL_SLOT_CURVES, x, y, right, curves);
  put (self, place, ULL_SLOT_SUM, x, y + curves + GAP, right, sum);
  put_layers (self, place, width, y + room + GAP);
  return y + least + strip + PADDING;
}

static int
arrange_wide_pending (UllPlanBoard *self, int width, int height, int y, Place *place)
{
  int memory = (int) (MEMORY_WIDTH_PENDING * ull_text_scale (GTK_WIDGET (self)));
  int left = width - 2 * PADDING - memory - GAP;
  int predict = wished_height (self, ULL_SLOT_PREDICT, left);
  int least = MAX (predict, least_height (self, ULL_SLOT_MEMORY, memory));
  int strip = layers_height (self, width);
  int room = MAX (height - y - PADDING - strip, least);

  put (self, place, ULL_SLOT_PREDICT, PADDING, y, left, predict);
  put (self, place, ULL_SLOT_MEMORY, PADDING + left + GAP, y, memory, room);
  put_layers (self, place, width, y + room + GAP);
  return y + least + strip + PADDING;
}

/* The switcher stands in the heading of the page's card; a card with buttons of its own leaves room for it. */
static int
arrange_page (UllPlanBoard *self, int width, int height, int y, Place *place)
{
  int inner = width - 2 * PADDING_NARROW;
  int top = wished_height (self, ULL_SLOT_SWITCHER, -1) + SWITCHER_INSET;
  int least = self->page == ULL_SLOT_SUM ? wished_height (self, self->page, inner) + top
                                         : least_height (self, self->page, inner);
  int room = MAX (height - y - PADDING_NARROW, least);

  put (self, place, self->page, PADDING_NARROW, y, inner, room);
  if (self->child[ULL_SLOT_SWITCHER] != NULL)
    {
      int wished;

      gtk_widget_measure (self->child[ULL_SLOT_SWITCHER], GTK_ORIENTATION_HORIZONTAL, -1, NULL, &wished, NULL, NULL);
      put (self, place, ULL_SLOT_SWITCHER, PADDING_NARROW + SWITCHER_INSET, y + SWITCHER_INSET,
           MIN (wished, inner - 2 * SWITCHER_INSET), top - SWITCHER_INSET);
    }
  return y + least + PADDING_NARROW;
}

/* Fills @place and returns the least height. @height -1: only the least is wanted. */
static int
arrange (UllPlanBoard *self, int width, int height, Place *place)
{
  static const UllSlot all[] = { ULL_SLOT_MEMORY, ULL_SLOT_CURVES, ULL_SLOT_SUM, ULL_SLOT_LAYERS };
  static const UllSlot asking[] = { ULL_SLOT_PREDICT, ULL_SLOT_MEMORY, ULL_SLOT_LAYERS };
  UllBoardMode mode = ull_plan_board_mode (GTK_WIDGET (self), width);
  int padding = mode == ULL_BOARD_NARROW ? PADDING_NARROW : PADDING;
  int inner = width - 2 * padding;
  int verdict = wished_height (self, ULL_SLOT_VERDICT, inner);
  int y = padding + verdict + (verdict > 0 ? GAP : 0);

  for (int i = 0; i < ULL_N_SLOTS; i++)
    place[i] = (Place) { 0 };
  put (self, place, ULL_SLOT_VERDICT, padding, padding, inner, verdict);
  if (mode == ULL_BOARD_WIDE)
    return self->pending ? arrange_wide_pending (self, width, height, y, place)
                         : arrange_wide (self, width, height, y, place);
  if (self->pending)
    return stack (self, place, asking, G_N_ELEMENTS (asking), padding, y, inner) - GAP + padding;
  if (mode == ULL_BOARD_MEDIUM)
    return stack (self, place, all, G_N_ELEMENTS (all), padding, y, inner) - GAP + padding;
  return arrange_page (self, width, height, y, place);
}

static GtkSizeRequestMode
ull_plan_board_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_plan_board_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  Place place[ULL_N_SLOTS];

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = LEAST_WIDTH;
  else
    *minimum = *natural = arrange (ULL_PLAN_BOARD (widget), MAX (for_size, LEAST_WIDTH), -1, place);
}

/* A page's heading would say what the switcher says. */
static void
show_title (GtkWidget *card, gboolean shown)
{
  GtkWidget *heading = gtk_widget_get_first_child (card);
  GtkWidget *title = heading != NULL ? gtk_widget_get_first_child (heading) : NULL;

  if (title != NULL)
    gtk_widget_set_child_visible (title, shown);
}

static void
set_top (GtkWidget *card, const Place *switcher)
{
  if (ULL_IS_PAGE_STACK (card))
    ull_page_stack_set_top (ULL_PAGE_STACK (card), switcher->shown ? switcher->height + SWITCHER_INSET : 0);
}

static void
ull_plan_board_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllPlanBoard *self = ULL_PLAN_BOARD (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  Place place[ULL_N_SLOTS];

  arrange (self, width, height, place);
  for (int i = 0; i < ULL_N_SLOTS; i++)
    {
      const Place *p = &place[i];
      GtkAllocation rect = { rtl ? width - p->x - p->width : p->x, p->y, p->width, p->height };

      if (self->child[i] == NULL)
        continue;
      gtk_widget_set_child_visible (self->child[i], p->shown);
      if (!p->shown)
        continue;
      if (i == ULL_SLOT_SUM)
        set_top (self->child[i], &place[ULL_SLOT_SWITCHER]);
      if (i == ULL_SLOT_MEMORY || i == ULL_SLOT_CURVES)
        show_title (self->child[i], !place[ULL_SLOT_SWITCHER].shown);
      gtk_widget_size_allocate (self->child[i], &rect, -1);
    }
}

/* The switcher lies over a card: it is drawn last. */
static void
ull_plan_board_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UllPlanBoard *self = ULL_PLAN_BOARD (widget);

  for (int i = 0; i < ULL_N_SLOTS; i++)
    if (self->child[i] != NULL)
      gtk_widget_snapshot_child (widget, self->child[i], snapshot);
}

static void
ull_plan_board_add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  static const char *const names[ULL_N_SLOTS] = { "verdict", "memory", "curves", "sum", "layers", "predict", "switcher" };

  for (int i = 0; i < ULL_N_SLOTS; i++)
    if (g_strcmp0 (names[i], type) == 0)
      {
        ull_plan_board_set_slot (ULL_PLAN_BOARD (buildable), (UllSlot) i, GTK_WIDGET (child));
        return;
      }
  parent_buildable->add_child (buildable, builder, child, type);
}

static void
ull_plan_board_buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = ull_plan_board_add_child;
}

static void
ull_plan_board_dispose (GObject *object)
{
  UllPlanBoard *self = ULL_PLAN_BOARD (object);

  for (int i = 0; i < ULL_N_SLOTS; i++)
    g_clear_pointer (&self->child[i], gtk_widget_unparent);
  G_OBJECT_CLASS (ull_plan_board_parent_class)->dispose (object);
}

static void
ull_plan_board_class_init (UllPlanBoardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_plan_board_dispose;
  widget_class->get_request_mode = ull_plan_board_get_request_mode;
  widget_class->measure = ull_plan_board_measure;
  widget_class->size_allocate = ull_plan_board_size_allocate;
  widget_class->snapshot = ull_plan_board_snapshot;
}

static void
ull_plan_board_init (UllPlanBoard *self)
{
  self->page = ULL_SLOT_MEMORY;
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_resize));
}

void
ull_plan_board_set_slot (UllPlanBoard *self, UllSlot slot, GtkWidget *child)
{
  g_return_if_fail (ULL_IS_PLAN_BOARD (self));
  g_return_if_fail ((guint) slot < ULL_N_SLOTS);

  g_clear_pointer (&self->child[slot], gtk_widget_unparent);
  self->child[slot] = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
}

void
ull_plan_board_set_pending (UllPlanBoard *self, gboolean pending)
{
  g_return_if_fail (ULL_IS_PLAN_BOARD (self));

  if (self->pending == pending)
    return;
  self->pending = pending;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ull_plan_board_set_page (UllPlanBoard *self, UllSlot page)
{
  g_return_if_fail (ULL_IS_PLAN_BOARD (self));
  g_return_if_fail (page >= ULL_SLOT_MEMORY && page <= ULL_SLOT_LAYERS);

  if (self->page == page)
    return;
  self->page = page;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
