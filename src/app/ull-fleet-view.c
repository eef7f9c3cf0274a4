#include "ull-fleet-view.h"

#include "ull-clear.h"
#include "ull-later.h"
#include "ull-levers-view.h"
#include "ull-own-cards.h"
#include "ull-watch.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A fleet over the catalogue takes one to three milliseconds, a part of a frame: it runs where it is shown, once a frame for
 * all that changes before it. Of unlike lengths it takes up to fifty, and runs beside the main loop: the latest question
 * wins, and until it is answered the rows stay. What is withheld is dropped at once. */

struct _UllFleetView
{
  GtkWidget parent_instance;

  /* Template */
  UllLoadForm *form;
  GtkLabel *length;
  GtkLabel *headline;
  GtkLabel *detail;
  GtkLabel *cards_fault;
  UllFleetList *list;

  /* Owned */
  UllWorkspace *workspace;
  UllFleet *fleet;     /* (nullable) */
  UllScenario *before; /* (nullable): the scenario that it is of */
  GPtrArray *cards;    /* (nullable) (element-type UllDevice): the catalogue's and the person's own, */
  gint64 stamp;        /* as its file was then */

  GCancellable *running; /* (nullable): of the fleet that is being found */

  UllLater later;
  gboolean stale; /* what is asked has changed */
  guint n_computed;
};

G_DEFINE_FINAL_TYPE (UllFleetView, ull_fleet_view, GTK_TYPE_WIDGET)

static gboolean
may_show (UllFleetView *self)
{
  return self->workspace != NULL && ull_levers_view_may_show (ull_workspace_get_disclosure (self->workspace));
}

/* The catalogue alone is no answer to who has cards of one's own: what keeps them out is said. */
static void
show_cards_fault (UllFleetView *self, const GError *error)
{
  g_autofree char *text = error != NULL ? g_strdup_printf (_("Your own cards are left out. %s"), error->message) : NULL;

  gtk_label_set_text (self->cards_fault, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->cards_fault), text != NULL);
}

static GPtrArray *
read_cards (UllFleetView *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) own = ull_own_cards_read (&error);
  GPtrArray *catalogue = ull_device_catalogue ();
  GPtrArray *cards = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);

  show_cards_fault (self, error);
  for (guint i = 0; i < catalogue->len; i++)
    g_ptr_array_add (cards, ull_device_ref (g_ptr_array_index (catalogue, i)));
  for (guint i = 0; own != NULL && i < own->len; i++)
    g_ptr_array_add (cards, ull_device_ref (g_ptr_array_index (own, i)));
  return cards;
}

/* The scenario's own card comes first where it is not listed: it may have been typed, or come with a file. */
static GPtrArray *
cards_for (UllFleetView *self, UllScenario *scenario)
{
  GPtrArray *cards = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);
  gint64 stamp = ull_own_cards_get_stamp ();
  gboolean listed = FALSE;

  if (self->cards == NULL || self->stamp != stamp)
    {
      g_clear_pointer (&self->cards, g_ptr_array_unref);
      self->cards = read_cards (self);
      self->stamp = stamp;
    }
  for (guint i = 0; i < self->cards->len; i++)
    {
      UllDevice *card = g_ptr_array_index (self->cards, i);

      listed |= ull_device_equal (card, scenario->device);
      g_ptr_array_add (cards, ull_device_ref (card));
    }
  if (!listed)
    g_ptr_array_insert (cards, 0, ull_device_ref (scenario->device));
  return cards;
}

/* All that a fleet is found from, none of it changeable: it may be found beside the main loop. */
typedef struct
{
  UllScenario *scenario;
  UllFleetQuery query;
  GPtrArray *cards;
  gint64 *prices;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_clear_pointer (&question->scenario, ull_scenario_unref);
  g_clear_pointer (&question->cards, g_ptr_array_unref);
  g_clear_pointer (&question->prices, g_free);
  g_free (question);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)

/* NULL where what is typed is no load. */
static Question *
read_question (UllFleetView *self, UllScenario *scenario)
{
  g_autoptr (Question) question = g_new0 (Question, 1);

  if (!ull_load_form_read (self->form, &question->query.target, &question->query.spare))
    return NULL;
  question->scenario = ull_scenario_ref (scenario);
  question->cards = cards_for (self, scenario);
  question->prices = g_new (gint64, question->cards->len);
  for (guint i = 0; i < question->cards->len; i++)
    question->prices[i] = ull_fleet_list_get_price (self->list, g_ptr_array_index (question->cards, i));
  question->query.devices = question->cards;
  question->query.prices = question->prices;
  return g_steal_pointer (&question);
}

static void
show_answer (UllFleetView *self, const char *headline, const char *detail)
{
  gtk_label_set_text (self->headline, headline);
  gtk_label_set_text (self->detail, detail);
  gtk_widget_set_visible (GTK_WIDGET (self->detail), detail[0] != 0);
}

static void
show_length (UllFleetView *self, const UllScenario *scenario)
{
  g_autofree char *tokens = ull_format_count (scenario->value[ULL_FIELD_CONTEXT]);
  g_autofree char *text
    = scenario->lengths != NULL
        ? g_strdup_printf (_("Of the lengths %s: a replica takes as many as overflow it with a probability of at most 1 %%."),
                           ull_lengths_get_spec (scenario->lengths))
        : g_strdup_printf (_("Each of %s tokens, the context that is set."), tokens);

  gtk_label_set_text (self->length, text);
}

static void
cancel_task (UllFleetView *self)
{
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

static void
take_fleet (UllFleetView *self, UllFleet *fleet, UllScenario *scenario)
{
  ull_fleet_list_set (self->list, fleet, scenario != NULL ? scenario->device : NULL);
  g_clear_pointer (&self->fleet, ull_fleet_free);
  self->fleet = fleet;
}

/* What a question came to: a fleet, or why there is none. */
static void
take_answer (UllFleetView *self, const Question *question, UllFleet *fleet, const GError *error)
{
  g_autofree char *headline = NULL, *detail = NULL;

  take_fleet (self, fleet, question->scenario);
  if (fleet != NULL)
    {
      headline = ull_fleet_headline (fleet, &question->query);
      detail = ull_fleet_detail (fleet, &question->query);
    }
  show_answer (self, fleet != NULL ? headline : error->message, fleet != NULL ? detail : "");
}

static void
fleet_worker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  GError *error = NULL;
  UllFleet *fleet = ull_fleet_new (question->scenario, &question->query, &error);

  if (fleet != NULL)
    g_task_return_pointer (task, fleet, (GDestroyNotify) ull_fleet_free);
  else
    g_task_return_error (task, error);
}

/* A task that was cancelled was asked something else than is asked now. */
static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  UllFleetView *self = ULL_FLEET_VIEW (source);
  g_autoptr (GError) error = NULL;
  UllFleet *fleet = g_task_propagate_pointer (G_TASK (result), &error);

  if (fleet == NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->running);
  take_answer (self, g_task_get_task_data (G_TASK (result)), fleet, error);
}

static void
find_beside (UllFleetView *self, Question *question)
{
  g_autoptr (GTask) task = NULL;

  self->running = g_cancellable_new ();
  task = g_task_new (self, self->running, found_cb, NULL);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, fleet_worker);
}

static void
ask (UllFleetView *self, UllScenario *scenario)
{
  g_autoptr (Question) question = read_question (self, scenario);
  g_autoptr (GError) error = NULL;
  UllFleet *fleet;

  cancel_task (self);
  if (question == NULL)
    {
      take_fleet (self, NULL, NULL);
      show_answer (self, "", "");
      return;
    }
  if (scenario->lengths != NULL)
    {
      find_beside (self, g_steal_pointer (&question));
      return;
    }
  fleet = ull_fleet_new (scenario, &question->query, &error);
  take_answer (self, question, fleet, error);
}

static void
forget (UllFleetView *self)
{
  cancel_task (self);
  take_fleet (self, NULL, NULL);
  g_clear_pointer (&self->before, ull_scenario_unref);
}

static void
compute (GtkWidget *widget)
{
  UllFleetView *self = ULL_FLEET_VIEW (widget);
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);

  if (!may_show (self) || (self->before == scenario && !self->stale))
    return;
  show_length (self, scenario);
  ask (self, scenario);
  g_clear_pointer (&self->before, ull_scenario_unref);
  self->before = ull_scenario_ref (scenario);
  self->stale = FALSE;
  self->n_computed++;
}

static void
disclosure_cb (gpointer data)
{
  UllFleetView *self = data;

  if (may_show (self))
    {
      ull_later_ask (&self->later);
      return;
    }
  ull_later_cancel (&self->later);
  forget (self);
  show_answer (self, "", "");
}

static void
changed_cb (UllFleetView *self)
{
  self->stale = TRUE;
  if (may_show (self))
    ull_later_ask (&self->later);
}

/* Of the scenario as it is by now: between a change and the next frame the rows are of the one before. */
static void
used_cb (UllFleetView *self, const UllFleetOption *option)
{
  g_autoptr (UllScenario) moved
    = ull_scenario_with_device (ull_workspace_get_scenario (self->workspace), option->device);
  g_autoptr (UllScenario) split = ull_scenario_with (moved, ULL_FIELD_TP, option->tp, NULL, NULL);

  if (split != NULL)
    ull_workspace_apply (self->workspace, split);
}

static void
ull_fleet_view_map (GtkWidget *widget)
{
  UllFleetView *self = ULL_FLEET_VIEW (widget);

  if (may_show (self))
    compute (widget);
  GTK_WIDGET_CLASS (ull_fleet_view_parent_class)->map (widget);
}

static void
ull_fleet_view_unmap (GtkWidget *widget)
{
  ull_later_cancel (&ULL_FLEET_VIEW (widget)->later);
  GTK_WIDGET_CLASS (ull_fleet_view_parent_class)->unmap (widget);
}

static void
ull_fleet_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllFleetView *self = ULL_FLEET_VIEW (object);

  if (property_id == ULL_WATCH_PROPERTY)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_fleet_view_dispose (GObject *object)
{
  UllFleetView *self = ULL_FLEET_VIEW (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_later_cancel (&self->later);
  cancel_task (self);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_fleet_view_parent_class)->dispose (object);
}

static void
ull_fleet_view_finalize (GObject *object)
{
  UllFleetView *self = ULL_FLEET_VIEW (object);

  g_clear_pointer (&self->fleet, ull_fleet_free);
  g_clear_pointer (&self->before, ull_scenario_unref);
  g_clear_pointer (&self->cards, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_fleet_view_parent_class)->finalize (object);
}

static void
ull_fleet_view_class_init (UllFleetViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_fleet_view_set_property;
  object_class->dispose = ull_fleet_view_dispose;
  object_class->finalize = ull_fleet_view_finalize;
  widget_class->map = ull_fleet_view_map;
  widget_class->unmap = ull_fleet_view_unmap;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_LOAD_FORM);
  g_type_ensure (ULL_TYPE_FLEET_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-fleet-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllFleetView, form);
  gtk_widget_class_bind_template_child (widget_class, UllFleetView, length);
  gtk_widget_class_bind_template_child (widget_class, UllFleetView, headline);
  gtk_widget_class_bind_template_child (widget_class, UllFleetView, detail);
  gtk_widget_class_bind_template_child (widget_class, UllFleetView, cards_fault);
  gtk_widget_class_bind_template_child (widget_class, UllFleetView, list);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, used_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_fleet_view_init (UllFleetView *self)
{
  ull_later_init (&self->later, GTK_WIDGET (self), compute);
  gtk_widget_init_template (GTK_WIDGET (self));
}

UllLoadForm *
ull_fleet_view_get_form (UllFleetView *self)
{
  g_return_val_if_fail (ULL_IS_FLEET_VIEW (self), NULL);

  return self->form;
}

UllFleetList *
ull_fleet_view_get_list (UllFleetView *self)
{
  g_return_val_if_fail (ULL_IS_FLEET_VIEW (self), NULL);

  return self->list;
}

const UllFleet *
ull_fleet_view_get_fleet (UllFleetView *self)
{
  g_return_val_if_fail (ULL_IS_FLEET_VIEW (self), NULL);

  return self->fleet;
}

guint
ull_fleet_view_get_n_computed (UllFleetView *self)
{
  g_return_val_if_fail (ULL_IS_FLEET_VIEW (self), 0);

  return self->n_computed;
}
