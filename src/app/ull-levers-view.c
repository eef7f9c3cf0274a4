#include "ull-levers-view.h"

#include "ull-clear.h"
#include "ull-lever-bars.h"
#include "ull-look.h"
#include "ull-watch.h"

/* Rows are kept and refilled, as the sum's are. A table takes as long as a hundred plans: out of sight none is made, and
 * in sight the changes of one frame make one. What is withheld is dropped at once, not at the next frame. */

struct _UllLeversView
{
  GtkWidget parent_instance;

  /* Template */
  UllLeversRow *head;
  GtkListBox *list;

  /* Owned */
  UllWorkspace *workspace;
  UllLevers *levers; /* (nullable) */
  GPtrArray *rows;   /* borrowed rows of the list */

  gint64 applied; /* when a lever was pulled last: monotonic, microseconds, */
  int applied_at; /* and by which row */
  int pulled;     /* UllPullId that the keyboard follows at the next table, or -1 */
  guint tick;
  guint n_computed;
};

G_DEFINE_FINAL_TYPE (UllLeversView, ull_levers_view, GTK_TYPE_WIDGET)

gboolean
ull_levers_view_may_show (const UllDisclosure *disclosure)
{
  return ull_disclosure_is_whole (disclosure);
}

static void
set_n_rows (UllLeversView *self, guint n)
{
  while (self->rows->len > n)
    {
      gtk_list_box_remove (self->list, g_ptr_array_index (self->rows, self->rows->len - 1));
      g_ptr_array_set_size (self->rows, (int) self->rows->len - 1);
    }
  while (self->rows->len < n)
    {
      GtkWidget *row = ull_levers_row_new ();

      gtk_list_box_append (self->list, row);
      g_ptr_array_add (self->rows, row);
    }
}

/* The rows stand in another order now: the keyboard goes where the lever went, or stays where that has no row left. */
static void
follow_lever (UllLeversView *self)
{
  int pulled = self->pulled;

  self->pulled = -1;
  for (guint i = 0; pulled >= 0 && i < self->rows->len; i++)
    if ((int) g_array_index (self->levers->rows, UllPullRow, i).pull[0].id == pulled)
      {
        gtk_widget_grab_focus (g_ptr_array_index (self->rows, i));
        return;
      }
}

static void
compute (UllLeversView *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  double least = 1, most = 1;

  if (self->levers != NULL && self->levers->scenario == scenario)
    return;
  g_clear_pointer (&self->levers, ull_levers_free);
  self->levers = ull_levers_new (scenario, NULL, NULL);
  self->n_computed++;
  set_n_rows (self, self->levers != NULL ? self->levers->rows->len : 0);
  if (self->levers != NULL)
    ull_lever_bars_get_range (self->levers, &least, &most);
  for (guint i = 0; i < self->rows->len; i++)
    ull_levers_row_set (g_ptr_array_index (self->rows, i), &g_array_index (self->levers->rows, UllPullRow, i),
                        self->levers->plan, least, most);
  follow_lever (self);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UllLeversView *self = ULL_LEVERS_VIEW (widget);

  self->tick = 0;
  compute (self);
  return G_SOURCE_REMOVE;
}

static void
cancel_tick (UllLeversView *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
disclosure_cb (gpointer data)
{
  UllLeversView *self = data;

  if (!ull_levers_view_may_show (ull_workspace_get_disclosure (self->workspace)))
    {
      cancel_tick (self);
      g_clear_pointer (&self->levers, ull_levers_free);
      set_n_rows (self, 0);
    }
  else if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static gint64
double_click (UllLeversView *self)
{
  int ms;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-double-click-time", &ms, NULL);
  return ms * G_GINT64_CONSTANT (1000);
}

/* Between a change and the next frame the rows are of the scenario before it: the pull is made anew, not taken from
 * them. */
static void
activated_cb (UllLeversView *self, GtkListBoxRow *row)
{
  int index = gtk_list_box_row_get_index (row);
  const UllPullRow *pulled = &g_array_index (self->levers->rows, UllPullRow, index);
  gint64 now = g_get_monotonic_time ();
  g_autoptr (UllScenario) scenario
    = ull_pull_apply (&pulled->pull[0], ull_workspace_get_scenario (self->workspace), NULL);

  /* The second click of two meant the row that stood here at the first. */
  if (scenario == NULL || (index == self->applied_at && now - self->applied < double_click (self)))
    return;
  self->applied = now;
  self->applied_at = index;
  self->pulled = gtk_widget_get_focus_child (GTK_WIDGET (self->list)) != NULL ? (int) pulled->pull[0].id : -1;
  ull_workspace_apply (self->workspace, scenario);
}

static void
ull_levers_view_map (GtkWidget *widget)
{
  UllLeversView *self = ULL_LEVERS_VIEW (widget);

  if (self->workspace != NULL && ull_levers_view_may_show (ull_workspace_get_disclosure (self->workspace)))
    compute (self);
  GTK_WIDGET_CLASS (ull_levers_view_parent_class)->map (widget);
}

static void
ull_levers_view_unmap (GtkWidget *widget)
{
  cancel_tick (ULL_LEVERS_VIEW (widget));
  GTK_WIDGET_CLASS (ull_levers_view_parent_class)->unmap (widget);
}

static void
ull_levers_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ull_look_damage (widget, snapshot);
  GTK_WIDGET_CLASS (ull_levers_view_parent_class)->snapshot (widget, snapshot);
}

static void
ull_levers_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLeversView *self = ULL_LEVERS_VIEW (object);

  if (property_id == ULL_WATCH_PROPERTY)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_levers_view_dispose (GObject *object)
{
  UllLeversView *self = ULL_LEVERS_VIEW (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  cancel_tick (self);
  g_ptr_array_set_size (self->rows, 0);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_levers_view_parent_class)->dispose (object);
}

static void
ull_levers_view_finalize (GObject *object)
{
  UllLeversView *self = ULL_LEVERS_VIEW (object);

  g_clear_pointer (&self->levers, ull_levers_free);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_levers_view_parent_class)->finalize (object);
}

static void
ull_levers_view_class_init (UllLeversViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_levers_view_set_property;
  object_class->dispose = ull_levers_view_dispose;
  object_class->finalize = ull_levers_view_finalize;
  widget_class->map = ull_levers_view_map;
  widget_class->unmap = ull_levers_view_unmap;
  widget_class->snapshot = ull_levers_view_snapshot;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_LEVERS_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-levers-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLeversView, head);
  gtk_widget_class_bind_template_child (widget_class, UllLeversView, list);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_levers_view_init (UllLeversView *self)
{
  self->rows = g_ptr_array_new ();
  self->pulled = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_levers_row_set_head (self->head);
}

GtkWidget *
ull_levers_view_new (void)
{
  return g_object_new (ULL_TYPE_LEVERS_VIEW, NULL);
}

UllLeversRow *
ull_levers_view_get_row (UllLeversView *self, guint n)
{
  g_return_val_if_fail (ULL_IS_LEVERS_VIEW (self), NULL);

  return n < self->rows->len ? g_ptr_array_index (self->rows, n) : NULL;
}

const UllLevers *
ull_levers_view_get_levers (UllLeversView *self)
{
  g_return_val_if_fail (ULL_IS_LEVERS_VIEW (self), NULL);

  return self->levers;
}

guint
ull_levers_view_get_n_computed (UllLeversView *self)
{
  g_return_val_if_fail (ULL_IS_LEVERS_VIEW (self), 0);

  return self->n_computed;
}
