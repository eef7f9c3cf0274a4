#include "ull-page-stack.h"

#include "ull-clear.h"
#include "ull-watch.h"

/* In a narrow board the card is a page, and the board's switcher lies over its top: the card's own buttons stand below
 * it. How high that room is only the board knows, which adds it to what is measured here. */

struct _UllPageStack
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *body;
  GtkToggleButton *show_sum;
  GtkToggleButton *show_levers;
  GtkToggleButton *show_target;
  GtkToggleButton *show_lengths;
  GtkStack *stack;
  UllSumView *sum;
  UllLeversView *levers;
  UllTargetView *target;
  UllLengthsView *lengths;

  /* Owned */
  UllWorkspace *workspace;

  int top;
};

G_DEFINE_FINAL_TYPE (UllPageStack, ull_page_stack, GTK_TYPE_WIDGET)

static void
toggled_cb (UllPageStack *self)
{
  GtkWidget *pages[ULL_N_PAGES] = { GTK_WIDGET (self->sum), GTK_WIDGET (self->levers), GTK_WIDGET (self->target),
                                    GTK_WIDGET (self->lengths) };

  gtk_stack_set_visible_child (self->stack, pages[ull_page_stack_get_page (self)]);
}

static void
disclosure_cb (gpointer data)
{
  UllPageStack *self = data;
  gboolean open = ull_levers_view_may_show (ull_workspace_get_disclosure (self->workspace));

  if (!open && ull_page_stack_get_page (self) != ULL_PAGE_LENGTHS)
    ull_page_stack_set_page (self, ULL_PAGE_SUM);
  gtk_widget_set_visible (GTK_WIDGET (self->show_levers), open);
  gtk_widget_set_visible (GTK_WIDGET (self->show_target), open);
}

static GtkSizeRequestMode
ull_page_stack_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_page_stack_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (ULL_PAGE_STACK (widget)->body, orientation, for_size, minimum, natural, NULL, NULL);
}

static void
ull_page_stack_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllPageStack *self = ULL_PAGE_STACK (widget);
  GtkAllocation rect = { 0, self->top, width, MAX (height - self->top, 0) };

  gtk_widget_size_allocate (self->body, &rect, -1);
}

static void
ull_page_stack_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllPageStack *self = ULL_PAGE_STACK (object);
  UllWorkspace *workspace = g_value_get_object (value);

  if (property_id != ULL_WATCH_PROPERTY)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
      return;
    }
  if (!ull_watch (&self->workspace, workspace, disclosure_cb, self))
    return;
  g_object_set (self->sum, "workspace", workspace, NULL);
  g_object_set (self->levers, "workspace", workspace, NULL);
  g_object_set (self->target, "workspace", workspace, NULL);
  g_object_set (self->lengths, "workspace", workspace, NULL);
}

static void
ull_page_stack_dispose (GObject *object)
{
  UllPageStack *self = ULL_PAGE_STACK (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_page_stack_parent_class)->dispose (object);
}

static void
ull_page_stack_class_init (UllPageStackClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_page_stack_set_property;
  object_class->dispose = ull_page_stack_dispose;
  widget_class->get_request_mode = ull_page_stack_get_request_mode;
  widget_class->measure = ull_page_stack_measure;
  widget_class->size_allocate = ull_page_stack_size_allocate;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_SUM_VIEW);
  g_type_ensure (ULL_TYPE_LEVERS_VIEW);
  g_type_ensure (ULL_TYPE_TARGET_VIEW);
  g_type_ensure (ULL_TYPE_LENGTHS_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-page-stack.ui");
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, body);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, show_sum);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, show_levers);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, show_target);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, show_lengths);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, stack);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, sum);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, levers);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, target);
  gtk_widget_class_bind_template_child (widget_class, UllPageStack, lengths);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
}

static void
ull_page_stack_init (UllPageStack *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
ull_page_stack_new (void)
{
  return g_object_new (ULL_TYPE_PAGE_STACK, NULL);
}

void
ull_page_stack_set_page (UllPageStack *self, UllPage page)
{
  GtkToggleButton *buttons[ULL_N_PAGES] = { self->show_sum, self->show_levers, self->show_target, self->show_lengths };

  g_return_if_fail (ULL_IS_PAGE_STACK (self));
  g_return_if_fail ((guint) page < ULL_N_PAGES);

  if (gtk_widget_get_visible (GTK_WIDGET (buttons[page])))
    gtk_toggle_button_set_active (buttons[page], TRUE);
}

UllPage
ull_page_stack_get_page (UllPageStack *self)
{
  g_return_val_if_fail (ULL_IS_PAGE_STACK (self), ULL_PAGE_SUM);

  if (gtk_toggle_button_get_active (self->show_target))
    return ULL_PAGE_TARGET;
  if (gtk_toggle_button_get_active (self->show_lengths))
    return ULL_PAGE_LENGTHS;
  return gtk_toggle_button_get_active (self->show_levers) ? ULL_PAGE_LEVERS : ULL_PAGE_SUM;
}

void
ull_page_stack_set_top (UllPageStack *self, int top)
{
  g_return_if_fail (ULL_IS_PAGE_STACK (self));

  if (self->top == top)
    return;
  self->top = top;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

UllSumView *
ull_page_stack_get_sum (UllPageStack *self)
{
  g_return_val_if_fail (ULL_IS_PAGE_STACK (self), NULL);

  return self->sum;
}

UllLeversView *
ull_page_stack_get_levers (UllPageStack *self)
{
  g_return_val_if_fail (ULL_IS_PAGE_STACK (self), NULL);

  return self->levers;
}

UllTargetView *
ull_page_stack_get_target (UllPageStack *self)
{
  g_return_val_if_fail (ULL_IS_PAGE_STACK (self), NULL);

  return self->target;
}

UllLengthsView *
ull_page_stack_get_lengths (UllPageStack *self)
{
  g_return_val_if_fail (ULL_IS_PAGE_STACK (self), NULL);

  return self->lengths;
}
