#include "ull-plan-view.h"

#include "ull-clear.h"
#include "ull-data-table.h"
#include "ull-layer-card.h"
#include "ull-lever-row.h"
#include "ull-units.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* The board scrolls; a narrow view docks the lever that was last moved below it. Which lever that was is read off the
 * scenarios before and after, so that the view need not know the levers. The prediction panel is made when a question is
 * first asked. */

struct _UllPlanView
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *scroller;
  UllPlanBoard *board;
  UllVerdictCard *verdict;
  GtkLabel *memory_heading;
  UllChartView *memory;
  UllChartView *curves;
  UllPageStack *pages;
  UllLayerCard *layers;
  GtkToggleButton *page_memory;
  GtkToggleButton *page_curves;
  GtkToggleButton *page_sum;
  GtkToggleButton *page_layers;
  GtkWidget *dock;
  UllLeverRow *lever;

  /* Owned */
  UllWorkspace *workspace;
  UllScenario *scenario; /* the last one seen */

  /* Borrowed */
  UllPredictPanel *predict;
  UllDataTable *table; /* weak */

  gboolean predicting;
};

G_DEFINE_FINAL_TYPE (UllPlanView, ull_plan_view, GTK_TYPE_WIDGET)

static void
update_commit (UllPlanView *self)
{
  gboolean pending = self->workspace != NULL
                     && ull_workspace_get_predict_state (self->workspace) == ULL_PREDICT_PENDING;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "plan.commit",
                                 pending && self->predict != NULL && ull_predict_panel_get_ready (self->predict));
}

static void
update_dock (UllPlanView *self, UllScenario *scenario)
{
  if (self->scenario != NULL && self->scenario->model == scenario->model)
    ull_lever_row_set_lever (self->lever, ull_lever_changed (self->scenario, scenario));
  ull_scenario_ref (scenario);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  self->scenario = scenario;
}

static void
ask (UllPlanView *self)
{
  if (self->predict != NULL)
    return;
  self->predict = ULL_PREDICT_PANEL (ull_predict_panel_new ());
  ull_plan_board_set_slot (self->board, ULL_SLOT_PREDICT, GTK_WIDGET (self->predict));
  g_signal_connect_object (self->predict, "notify::ready", G_CALLBACK (update_commit), self, G_CONNECT_SWAPPED);
  g_object_set (self->predict, "workspace", self->workspace, NULL);
}

/* Whether the keyboard can be moved without the board scrolling away from what is to be read first. */
static gboolean
is_narrow (UllPlanView *self)
{
  return ull_plan_board_mode (GTK_WIDGET (self), gtk_widget_get_width (GTK_WIDGET (self))) == ULL_BOARD_NARROW;
}

/* A lever that is moved after the reveal asks anew as well, but then the keyboard is the lever's. */
static void
follow_prediction (UllPlanView *self, UllPredictState state)
{
  gboolean begins = state == ULL_PREDICT_PENDING && !self->predicting;

  self->predicting = state != ULL_PREDICT_OFF;
  if (begins && !is_narrow (self))
    ull_predict_panel_focus (self->predict);
}

/* Of several cards the picture is of one. */
static void
name_card (UllPlanView *self)
{
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  g_autofree char *title = disclosure != NULL && disclosure->plan != NULL ? ull_plan_card_title (disclosure->plan) : NULL;

  gtk_label_set_label (self->memory_heading, title != NULL ? title : _("Memory of one card"));
}

static void
disclosure_cb (gpointer data)
{
  UllPlanView *self = data;
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  UllPredictState state = ull_workspace_get_predict_state (self->workspace);
  gboolean pending = state == ULL_PREDICT_PENDING;

  if (scenario == NULL)
    return;
  update_dock (self, scenario);
  name_card (self);
  if (pending)
    ask (self);
  ull_plan_board_set_pending (self->board, pending);
  update_commit (self);
  follow_prediction (self, state);
}

static void
step_cb (UllPlanView *self, GParamSpec *pspec, UllChartView *chart)
{
  int step;

  g_object_get (chart, "current-step", &step, NULL);
  ull_sum_view_set_current_step (ull_page_stack_get_sum (self->pages), step);
}

/* The pages of the card below the curves. */
static gboolean
find_page (const char *name, UllPage *page)
{
  static const char *const names[ULL_N_PAGES] = { "sum", "levers", "target", "lengths" };

  for (int i = 0; i < ULL_N_PAGES; i++)
    if (g_str_equal (names[i], name))
      {
        *page = (UllPage) i;
        return TRUE;
      }
  return FALSE;
}

static void
page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPlanView *self = ULL_PLAN_VIEW (widget);
  const char *page = g_variant_get_string (parameter, NULL);
  UllPage stacked;

  if (g_str_equal (page, "curves"))
    gtk_toggle_button_set_active (self->page_curves, TRUE);
  else if (find_page (page, &stacked))
    {
      gtk_toggle_button_set_active (self->page_sum, TRUE);
      ull_page_stack_set_page (self->pages, stacked);
    }
  else if (g_str_equal (page, "layers"))
    gtk_toggle_button_set_active (self->page_layers, TRUE);
  else
    gtk_toggle_button_set_active (self->page_memory, TRUE);
}

static void
page_toggled_cb (UllPlanView *self)
{
  if (gtk_toggle_button_get_active (self->page_curves))
    ull_plan_board_set_page (self->board, ULL_SLOT_CURVES);
  else if (gtk_toggle_button_get_active (self->page_sum))
    ull_plan_board_set_page (self->board, ULL_SLOT_SUM);
  else if (gtk_toggle_button_get_active (self->page_layers))
    ull_plan_board_set_page (self->board, ULL_SLOT_LAYERS);
  else
    ull_plan_board_set_page (self->board, ULL_SLOT_MEMORY);
}

/* The chart that the person is at: with the focus, or the page of a narrow view. */
static UllChartKind
current_chart (UllPlanView *self)
{
  GtkWidget *layers = GTK_WIDGET (ull_layer_card_get_chart (self->layers));

  if (gtk_widget_is_focus (layers)
      || (gtk_widget_get_mapped (layers) && !gtk_widget_get_mapped (GTK_WIDGET (self->memory))
          && !gtk_widget_get_mapped (GTK_WIDGET (self->curves))))
    return ULL_CHART_LAYERS;
  if (gtk_widget_is_focus (GTK_WIDGET (self->curves)) || !gtk_widget_get_mapped (GTK_WIDGET (self->memory)))
    return ULL_CHART_CURVES;
  return ULL_CHART_MEMORY;
}

static void
data_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPlanView *self = ULL_PLAN_VIEW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);

  if (self->workspace == NULL || ull_workspace_get_disclosure (self->workspace) == NULL)
    return;
  if (self->table != NULL)
    ull_data_table_set_kind (self->table, current_chart (self));
  else
    g_set_weak_pointer (&self->table, ull_data_table_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                                          self->workspace, current_chart (self)));
  gtk_window_present (GTK_WINDOW (self->table));
}

static void
commit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPlanView *self = ULL_PLAN_VIEW (widget);

  if (self->predict == NULL)
    return;
  ull_predict_panel_commit (self->predict);
  if (ull_workspace_get_predict_state (self->workspace) == ULL_PREDICT_REVEAL && !is_narrow (self))
    ull_sum_view_focus_next (ull_page_stack_get_sum (self->pages));
}

static int
dock_height (UllPlanView *self, int width)
{
  int height;

  if (ull_plan_board_mode (GTK_WIDGET (self), width) != ULL_BOARD_NARROW)
    return 0;
  gtk_widget_measure (self->dock, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static GtkSizeRequestMode
ull_plan_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_plan_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  UllPlanView *self = ULL_PLAN_VIEW (widget);
  int dock;

  gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL || for_size < 0)
    return;
  dock = dock_height (self, for_size);
  *minimum += dock;
  *natural += dock;
}

static void
ull_plan_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllPlanView *self = ULL_PLAN_VIEW (widget);
  int dock = dock_height (self, width);
  GtkAllocation rect = { 0, 0, width, MAX (height - dock, 0) };

  gtk_widget_set_child_visible (self->dock, dock > 0);
  gtk_widget_size_allocate (self->scroller, &rect, -1);
  if (dock == 0)
    return;
  rect = (GtkAllocation) { 0, height - dock, width, dock };
  gtk_widget_size_allocate (self->dock, &rect, -1);
}

static void
ull_plan_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllPlanView *self = ULL_PLAN_VIEW (object);
  UllWorkspace *workspace = g_value_get_object (value);

  if (property_id != ULL_WATCH_PROPERTY)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
      return;
    }
  if (!ull_watch (&self->workspace, workspace, disclosure_cb, self))
    return;
  g_object_set (self->verdict, "workspace", workspace, NULL);
  g_object_set (self->memory, "workspace", workspace, NULL);
  g_object_set (self->curves, "workspace", workspace, NULL);
  g_object_set (self->pages, "workspace", workspace, NULL);
  g_object_set (self->layers, "workspace", workspace, NULL);
  g_object_set (self->lever, "workspace", workspace, NULL);
  if (self->predict != NULL)
    g_object_set (self->predict, "workspace", workspace, NULL);
}

static void
ull_plan_view_dispose (GObject *object)
{
  UllPlanView *self = ULL_PLAN_VIEW (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  g_clear_pointer (&self->scenario, ull_scenario_unref);
  g_clear_weak_pointer (&self->table);
  self->predict = NULL;
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_plan_view_parent_class)->dispose (object);
}

static void
ull_plan_view_class_init (UllPlanViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_plan_view_set_property;
  object_class->dispose = ull_plan_view_dispose;
  widget_class->get_request_mode = ull_plan_view_get_request_mode;
  widget_class->measure = ull_plan_view_measure;
  widget_class->size_allocate = ull_plan_view_size_allocate;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_PLAN_BOARD);
  g_type_ensure (ULL_TYPE_VERDICT_CARD);
  g_type_ensure (ULL_TYPE_CHART_VIEW);
  g_type_ensure (ULL_TYPE_PAGE_STACK);
  g_type_ensure (ULL_TYPE_LAYER_CARD);
  g_type_ensure (ULL_TYPE_LEVER_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-plan-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, scroller);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, board);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, verdict);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, memory);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, memory_heading);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, curves);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, pages);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, layers);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, page_memory);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, page_curves);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, page_sum);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, page_layers);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, dock);
  gtk_widget_class_bind_template_child (widget_class, UllPlanView, lever);
  gtk_widget_class_bind_template_callback (widget_class, step_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_toggled_cb);
  gtk_widget_class_install_action (widget_class, "plan.page", "s", page_action);
  gtk_widget_class_install_action (widget_class, "plan.data-table", NULL, data_table_action);
  gtk_widget_class_install_action (widget_class, "plan.commit", NULL, commit_action);
}

static void
ull_plan_view_init (UllPlanView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (ull_layer_card_get_chart (self->layers), "notify::current-step", G_CALLBACK (step_cb), self,
                           G_CONNECT_SWAPPED);
  update_commit (self);
}

UllChartView *
ull_plan_view_get_chart (UllPlanView *self, UllChartKind kind)
{
  g_return_val_if_fail (ULL_IS_PLAN_VIEW (self), NULL);

  if (kind == ULL_CHART_LAYERS)
    return ull_layer_card_get_chart (self->layers);
  if (kind == ULL_CHART_LENGTHS)
    return ull_lengths_view_get_chart (ull_page_stack_get_lengths (self->pages));
  return kind == ULL_CHART_MEMORY ? self->memory : self->curves;
}

UllVerdictCard *
ull_plan_view_get_verdict (UllPlanView *self)
{
  g_return_val_if_fail (ULL_IS_PLAN_VIEW (self), NULL);

  return self->verdict;
}

UllSumView *
ull_plan_view_get_sum (UllPlanView *self)
{
  g_return_val_if_fail (ULL_IS_PLAN_VIEW (self), NULL);

  return ull_page_stack_get_sum (self->pages);
}

UllPageStack *
ull_plan_view_get_pages (UllPlanView *self)
{
  g_return_val_if_fail (ULL_IS_PLAN_VIEW (self), NULL);

  return self->pages;
}

UllPredictPanel *
ull_plan_view_get_predict (UllPlanView *self)
{
  g_return_val_if_fail (ULL_IS_PLAN_VIEW (self), NULL);

  return self->predict;
}
