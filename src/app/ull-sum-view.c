#include "ull-sum-view.h"

#include "ull-clear.h"
#include "ull-compare.h"
#include "ull-later.h"
#include "ull-look.h"
#include "ull-meaning.h"
#include "ull-mnemonic.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* Rows are kept and refilled: a movement of a lever changes texts, seldom the number of steps. While the answer is
 * withheld there are no rows at all, so that nothing of an earlier sum stays behind. */

struct _UllSumView
{
  GtkWidget parent_instance;

  /* Template */
  GtkScrolledWindow *scroller;
  GtkListBox *list;
  GtkLabel *progress;
  GtkWidget *next_row;
  GtkLabel *next_label;
  GtkWidget *next_button;

  /* Owned */
  UllWorkspace *workspace;
  GPtrArray *rows; /* borrowed rows of the list */

  UllLater scroll;
  int current_step;
};

G_DEFINE_FINAL_TYPE (UllSumView, ull_sum_view, GTK_TYPE_WIDGET)

enum
{
  PROP_WORKSPACE = ULL_WATCH_PROPERTY,
  PROP_CURRENT_STEP,
};

/* The row that the keyboard is on is lit. */
static void
row_focus_cb (UllSumView *self, GParamSpec *pspec, GtkWidget *row)
{
  guint step;

  if (gtk_widget_has_focus (row) && g_ptr_array_find (self->rows, row, &step))
    ull_sum_view_set_current_step (self, (int) step);
  else if (gtk_widget_get_focus_child (GTK_WIDGET (self->list)) == NULL)
    ull_sum_view_set_current_step (self, -1);
}

/* A step means the same whether its value is shown or not. */
static void
show_meaning (UllSumView *self, GtkWidget *row)
{
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  const UllGlossaryEntry *entry;
  graphene_rect_t bounds;
  guint step;

  if (disclosure == NULL || disclosure->plan == NULL || !g_ptr_array_find (self->rows, row, &step)
      || !gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    return;
  entry = ull_glossary_find (ull_meaning_get_glossary (), ull_step_get_id (disclosure->plan->derivation.step[step].id));
  ull_meaning_show (GTK_WIDGET (self), &entry, entry != NULL ? 1 : 0,
                    &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width, (int) bounds.size.height });
}

static void
activated_cb (UllSumView *self, GtkListBoxRow *row)
{
  show_meaning (self, GTK_WIDGET (row));
}

static gboolean
meaning_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  UllSumView *self = ULL_SUM_VIEW (widget);
  GtkWidget *row = gtk_widget_get_focus_child (GTK_WIDGET (self->list));

  if (row == NULL)
    return FALSE;
  show_meaning (self, row);
  return TRUE;
}

static void
set_n_rows (UllSumView *self, guint n)
{
  while (self->rows->len > n)
    {
      gtk_list_box_remove (self->list, g_ptr_array_index (self->rows, self->rows->len - 1));
      g_ptr_array_set_size (self->rows, (int) self->rows->len - 1);
    }
  while (self->rows->len < n)
    {
      GtkWidget *row = ull_sum_row_new ();

      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _("Enter says what it means"), -1);
      g_signal_connect_object (row, "notify::has-focus", G_CALLBACK (row_focus_cb), self, G_CONNECT_SWAPPED);
      gtk_list_box_append (self->list, row);
      g_ptr_array_add (self->rows, row);
    }
}

static void
fill_row (UllSumRow *row, const UllDerivation *derivation, guint step, guint n_shown)
{
  g_autofree char *label = ull_derivation_step_label (derivation, step);
  g_autofree char *sum = NULL, *value = NULL;

  if (step < n_shown)
    {
      sum = ull_derivation_step_sum (derivation, step);
      value = ull_derivation_step_value (derivation, step);
    }
  else if (step == n_shown)
    value = g_strdup (_("next"));
  else
    value = g_strdup_printf (_("after %u"), step);
  ull_sum_row_set (row, step + 1, label, sum, value);
}

/* "pinned 4.64 GiB, now −1.16 GiB"; NULL where there is no such step, it is the same, or it is not shown yet. */
static char *
pinned_text (const UllDisclosure *disclosure, guint step)
{
  const UllDerivation *present = &disclosure->plan->derivation;
  const UllDerivation *pinned;
  g_autofree char *value = NULL, *change = NULL;
  int other;

  if (!ull_disclosure_has_ghost (disclosure) || step >= disclosure->n_steps)
    return NULL;
  pinned = &disclosure->ghost->plan->derivation;
  other = ull_compare_step (present, step, pinned);
  if (other < 0)
    return NULL;
  change = ull_compare_change_text (present->step[step].unit, pinned->step[other].value, present->step[step].value);
  if (change == NULL)
    return NULL;
  value = ull_derivation_step_value (pinned, (guint) other);
  return g_strdup_printf (_("pinned %s, now %s"), value, change);
}

static void
update_next (UllSumView *self, const UllDerivation *derivation, guint n_shown)
{
  gboolean more = derivation != NULL && n_shown < derivation->n_steps;
  g_autofree char *progress = NULL;

  gtk_widget_set_visible (self->next_row, more);
  if (more)
    {
      g_autofree char *label = ull_derivation_step_label (derivation, n_shown);
      g_autofree char *next = g_strdup_printf (_("Next: %s"), label);

      progress = g_strdup_printf (_("%u of %u shown"), n_shown, derivation->n_steps);
      gtk_label_set_text (self->next_label, next);
    }
  gtk_label_set_text (self->progress, more ? progress : "");
}

static void
disclosure_cb (gpointer data)
{
  UllSumView *self = data;
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  const UllDerivation *derivation = NULL;

  if (disclosure != NULL && disclosure->plan != NULL)
    derivation = &disclosure->plan->derivation;
  set_n_rows (self, derivation != NULL ? derivation->n_steps : 0);
  for (guint i = 0; i < self->rows->len; i++)
    {
      UllSumRow *row = g_ptr_array_index (self->rows, i);
      g_autofree char *pinned = pinned_text (disclosure, i);

      fill_row (row, derivation, i, disclosure->n_steps);
      ull_sum_row_set_pinned (row, pinned);
    }
  update_next (self, derivation, disclosure != NULL ? disclosure->n_steps : 0);
}

static void
next_cb (UllSumView *self)
{
  guint step = ull_workspace_get_disclosure (self->workspace)->n_steps;

  if (!ull_workspace_reveal_next (self->workspace))
    return;
  ull_sum_view_set_current_step (self, (int) step);
  /* The button goes with the last step; the keyboard stays with what it has shown. */
  if (!gtk_widget_get_visible (self->next_row))
    gtk_widget_grab_focus (g_ptr_array_index (self->rows, step));
}

static void
ull_sum_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllSumView *self = ULL_SUM_VIEW (object);

  switch (property_id)
    {
    case PROP_WORKSPACE:
      ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
      break;
    case PROP_CURRENT_STEP:
      ull_sum_view_set_current_step (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
ull_sum_view_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  if (property_id == PROP_CURRENT_STEP)
    g_value_set_int (value, ULL_SUM_VIEW (object)->current_step);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_sum_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ull_look_damage (widget, snapshot);
  GTK_WIDGET_CLASS (ull_sum_view_parent_class)->snapshot (widget, snapshot);
}

/* A lit row out of sight would say nothing. The toolkit may tell of a pointer after a frame was laid out, and what is scrolled then
 * would be drawn without its place; so it is scrolled before the next. */
static void
scroll_to_current (GtkWidget *widget)
{
  UllSumView *self = ULL_SUM_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  graphene_rect_t bounds;

  if (self->current_step >= 0 && (guint) self->current_step < self->rows->len
      && gtk_widget_compute_bounds (g_ptr_array_index (self->rows, self->current_step), GTK_WIDGET (self->list), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
ull_sum_view_unmap (GtkWidget *widget)
{
  ull_later_cancel (&ULL_SUM_VIEW (widget)->scroll);
  GTK_WIDGET_CLASS (ull_sum_view_parent_class)->unmap (widget);
}

static void
ull_sum_view_dispose (GObject *object)
{
  UllSumView *self = ULL_SUM_VIEW (object);

  ull_later_cancel (&self->scroll);
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  g_ptr_array_set_size (self->rows, 0);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_sum_view_parent_class)->dispose (object);
}

static void
ull_sum_view_finalize (GObject *object)
{
  g_clear_pointer (&ULL_SUM_VIEW (object)->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_sum_view_parent_class)->finalize (object);
}

static void
ull_sum_view_class_init (UllSumViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_sum_view_get_property;
  object_class->set_property = ull_sum_view_set_property;
  object_class->dispose = ull_sum_view_dispose;
  object_class->finalize = ull_sum_view_finalize;
  widget_class->snapshot = ull_sum_view_snapshot;
  widget_class->unmap = ull_sum_view_unmap;
  ull_watch_install_property (object_class);
  g_object_class_install_property (object_class, PROP_CURRENT_STEP,
                                   g_param_spec_int ("current-step", NULL, NULL, -1, G_MAXINT, -1,
                                                     G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
                                                       | G_PARAM_EXPLICIT_NOTIFY));

  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-sum-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllSumView, scroller);
  gtk_widget_class_bind_template_child (widget_class, UllSumView, list);
  gtk_widget_class_bind_template_child (widget_class, UllSumView, progress);
  gtk_widget_class_bind_template_child (widget_class, UllSumView, next_row);
  gtk_widget_class_bind_template_child (widget_class, UllSumView, next_label);
  gtk_widget_class_bind_template_child (widget_class, UllSumView, next_button);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F1, 0, meaning_cb, NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_sum_view_init (UllSumView *self)
{
  self->current_step = -1;
  ull_later_init (&self->scroll, GTK_WIDGET (self), scroll_to_current);
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
}

GtkWidget *
ull_sum_view_new (void)
{
  return g_object_new (ULL_TYPE_SUM_VIEW, NULL);
}

void
ull_sum_view_set_current_step (UllSumView *self, int step)
{
  g_return_if_fail (ULL_IS_SUM_VIEW (self));

  if (self->current_step == step)
    return;
  self->current_step = step;
  for (guint i = 0; i < self->rows->len; i++)
    ull_sum_row_set_lit (g_ptr_array_index (self->rows, i), step == (int) i);
  if (step >= 0)
    ull_later_ask (&self->scroll);
  g_object_notify (G_OBJECT (self), "current-step");
}

void
ull_sum_view_focus_next (UllSumView *self)
{
  g_return_if_fail (ULL_IS_SUM_VIEW (self));

  if (gtk_widget_get_visible (self->next_row))
    gtk_widget_grab_focus (self->next_button);
}

UllSumRow *
ull_sum_view_get_row (UllSumView *self, guint step)
{
  g_return_val_if_fail (ULL_IS_SUM_VIEW (self), NULL);

  return step < self->rows->len ? g_ptr_array_index (self->rows, step) : NULL;
}
