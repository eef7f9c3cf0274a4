#include "ull-reach-view.h"

#include "ull-amount-field.h"
#include "ull-choice.h"
#include "ull-clear.h"
#include "ull-later.h"
#include "ull-levers-view.h"
#include "ull-look.h"
#include "ull-units.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* A search tries a thousand plans, one to three milliseconds: a part of a frame, so it runs where it is shown, once a frame
 * for all that changes before it. What stands in the entry at first comes from what is set, never from an answer: it may
 * stay while an answer is withheld. What is withheld is dropped at once. */

struct _UllReachView
{
  GtkWidget parent_instance;

  /* Template */
  GtkDropDown *want;
  UllAmountField *amount;
  GtkLabel *fault;
  GtkLabel *answer;
  UllReachRow *head;
  GtkListBox *list;
  GtkLabel *pair_title;
  GtkListBox *pair_list;

  /* Owned */
  UllWorkspace *workspace;
  UllReach *reach;     /* (nullable) */
  UllScenario *before; /* (nullable): the scenario that was searched */

  UllLater later;
  gboolean typed;   /* the amount is the person's */
  gboolean filling; /* the entry is being set */
  gboolean stale;   /* what is wanted has changed */
  guint n_computed;
};

G_DEFINE_FINAL_TYPE (UllReachView, ull_reach_view, GTK_TYPE_WIDGET)

#define SUGGESTED 8

static gboolean
may_show (UllReachView *self)
{
  return self->workspace != NULL && ull_levers_view_may_show (ull_workspace_get_disclosure (self->workspace));
}

static UllWant
chosen_want (UllReachView *self)
{
  return (UllWant) MIN (gtk_drop_down_get_selected (self->want), ULL_N_WANTS - 1);
}

/* A multiple of what is set: a question that a person might have. */
static void
suggest (UllReachView *self, const UllScenario *scenario)
{
  gint64 context = scenario->value[ULL_FIELD_CONTEXT], requests = scenario->value[ULL_FIELD_CONCURRENCY], amount = 0;
  gint64 more[ULL_N_WANTS] = { [ULL_WANT_REQUESTS] = requests, [ULL_WANT_CONTEXT] = context };
  g_autofree char *text = NULL;

  if (self->typed)
    return;
  if (ull_mul (requests, context, &amount))
    more[ULL_WANT_TOKENS] = amount;
  if (!ull_mul (more[chosen_want (self)], SUGGESTED, &amount))
    return;
  text = ull_format_count (amount);
  self->filling = TRUE;
  ull_amount_field_set_text (self->amount, text);
  self->filling = FALSE;
}

static void
show_fault (UllReachView *self, const char *sentence)
{
  ull_amount_field_set_fault (self->amount, sentence);
  gtk_label_set_text (self->fault, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->fault), sentence != NULL);
}

static char *
present_text (const UllReach *reach)
{
  const UllPlan *plan = reach->plan;
  gint64 there = reach->want == ULL_WANT_TOKENS ? plan->layout.tokens
                                                : reach->want == ULL_WANT_REQUESTS ? plan->max_concurrency
                                                                                   : plan->max_context;
  g_autofree char *count = ull_format_count (MAX (there, 0));

  if (reach->want == ULL_WANT_TOKENS)
    return g_strdup_printf (_("%s tokens are there now."), count);
  if (reach->want == ULL_WANT_REQUESTS)
    return g_strdup_printf (_("%s fit now."), count);
  return g_strdup_printf (_("The longest of which so many fit now: %s tokens."), count);
}

static gboolean
any_reached (const UllReach *reach)
{
  for (guint i = 0; i < reach->single->len; i++)
    if (g_array_index (reach->single, UllPullRow, i).reached)
      return TRUE;
  return reach->pairs->len > 0;
}

static char *
answer_text (const UllReach *reach)
{
  g_autofree char *present = NULL;

  if (reach->reached)
    return g_strdup (_("That is there as it is."));
  present = present_text (reach);
  if (any_reached (reach))
    return g_steal_pointer (&present);
  return g_strdup_printf (_("%s No lever reaches it, and no two together."), present);
}

static void
fill (GtkListBox *list, const GArray *rows, guint n, UllWant want)
{
  ull_figure_rows_fit (list, n, ull_reach_row_new);
  for (guint i = 0; i < n; i++)
    ull_reach_row_set (ULL_REACH_ROW (gtk_list_box_get_row_at_index (list, (int) i)), &g_array_index (rows, UllPullRow, i),
                       want);
}

/* Only the cheapest of the pairs: the others are on the command line. */
static void
show_reach (UllReachView *self)
{
  const UllReach *reach = self->reach;
  guint n_single = reach->single->len, n_pairs = MIN (reach->pairs->len, 1);
  g_autofree char *answer = answer_text (reach);

  fill (self->list, reach->single, n_single, reach->want);
  fill (self->pair_list, reach->pairs, n_pairs, reach->want);
  gtk_label_set_text (self->answer, answer);
  ull_reach_row_set_head (self->head, reach->want);
  gtk_widget_set_visible (GTK_WIDGET (self->head), n_single > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->list), n_single > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->pair_title), n_pairs > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->pair_list), n_pairs > 0);
}

static void
forget (UllReachView *self)
{
  g_clear_pointer (&self->reach, ull_reach_free);
  g_clear_pointer (&self->before, ull_scenario_unref);
  ull_figure_rows_fit (self->list, 0, ull_reach_row_new);
  ull_figure_rows_fit (self->pair_list, 0, ull_reach_row_new);
  gtk_label_set_text (self->answer, "");
  gtk_widget_set_visible (GTK_WIDGET (self->head), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->pair_title), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->pair_list), FALSE);
}

static UllReach *
search (UllReachView *self, UllScenario *scenario, GError **error)
{
  const char *example = chosen_want (self) == ULL_WANT_REQUESTS ? "64" : "4096 or 4Ki";
  gint64 amount;

  if (!ull_count_parse_like (ull_amount_field_get_text (self->amount), example, &amount, error))
    return NULL;
  return ull_reach_new (scenario, chosen_want (self), amount, error);
}

static void
compute (GtkWidget *widget)
{
  UllReachView *self = ULL_REACH_VIEW (widget);
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  g_autoptr (GError) error = NULL;

  if (!may_show (self) || (self->before == scenario && !self->stale))
    return;
  suggest (self, scenario);
  self->stale = FALSE;
  g_clear_pointer (&self->reach, ull_reach_free);
  g_clear_pointer (&self->before, ull_scenario_unref);
  self->before = ull_scenario_ref (scenario);
  self->reach = search (self, scenario, &error);
  self->n_computed++;
  show_fault (self, error != NULL ? error->message : NULL);
  if (self->reach != NULL)
    show_reach (self);
  else
    {
      forget (self);
      self->before = ull_scenario_ref (scenario);
    }
}

static void
disclosure_cb (gpointer data)
{
  UllReachView *self = data;

  if (may_show (self))
    {
      ull_later_ask (&self->later);
      return;
    }
  ull_later_cancel (&self->later);
  forget (self);
}

static void
wanted_cb (UllReachView *self)
{
  self->stale = TRUE;
  if (self->workspace != NULL && may_show (self))
    ull_later_ask (&self->later);
}

static void
amount_cb (UllReachView *self)
{
  if (self->filling)
    return;
  self->typed = TRUE;
  wanted_cb (self);
}

static void
want_cb (UllReachView *self)
{
  static const char *const units[ULL_N_WANTS] = { N_("tokens"), N_("requests"), N_("tokens") };

  ull_amount_field_set_unit (self->amount, _(units[chosen_want (self)]));
  /* Another amount is asked for. */
  self->typed = FALSE;
  wanted_cb (self);
}

/* The wanted load and the pulls, of the scenario as it is by now: between a change and the next frame the rows are of the
 * one before. */
static UllScenario *
pull (UllReachView *self, const UllPullRow *row)
{
  const UllField *field = ull_want_get_field (self->reach->want);
  UllScenario *scenario = ull_scenario_ref (ull_workspace_get_scenario (self->workspace));

  for (guint i = 0; i <= row->n_pulls && scenario != NULL; i++)
    {
      g_autoptr (UllScenario) from = g_steal_pointer (&scenario);

      if (i > 0)
        scenario = ull_pull_apply (&row->pull[i - 1], from, NULL);
      else
        scenario = field != NULL ? ull_scenario_with (from, field->id, self->reach->amount, NULL, NULL)
                                 : ull_scenario_ref (from);
    }
  return scenario;
}

static void
activated_cb (UllReachView *self, GtkListBoxRow *activated, GtkListBox *list)
{
  guint index = (guint) gtk_list_box_row_get_index (activated);
  const GArray *rows = list == self->list ? self->reach->single : self->reach->pairs;
  g_autoptr (UllScenario) scenario = pull (self, &g_array_index (rows, UllPullRow, index));

  if (scenario != NULL)
    ull_workspace_apply (self->workspace, scenario);
}

static void
ull_reach_view_map (GtkWidget *widget)
{
  UllReachView *self = ULL_REACH_VIEW (widget);

  if (may_show (self))
    compute (widget);
  GTK_WIDGET_CLASS (ull_reach_view_parent_class)->map (widget);
}

static void
ull_reach_view_unmap (GtkWidget *widget)
{
  ull_later_cancel (&ULL_REACH_VIEW (widget)->later);
  GTK_WIDGET_CLASS (ull_reach_view_parent_class)->unmap (widget);
}

static void
ull_reach_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllReachView *self = ULL_REACH_VIEW (object);

  if (property_id == ULL_WATCH_PROPERTY)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_reach_view_dispose (GObject *object)
{
  UllReachView *self = ULL_REACH_VIEW (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_later_cancel (&self->later);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_reach_view_parent_class)->dispose (object);
}

static void
ull_reach_view_finalize (GObject *object)
{
  UllReachView *self = ULL_REACH_VIEW (object);

  g_clear_pointer (&self->reach, ull_reach_free);
  g_clear_pointer (&self->before, ull_scenario_unref);
  G_OBJECT_CLASS (ull_reach_view_parent_class)->finalize (object);
}

static void
ull_reach_view_class_init (UllReachViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_reach_view_set_property;
  object_class->dispose = ull_reach_view_dispose;
  object_class->finalize = ull_reach_view_finalize;
  widget_class->map = ull_reach_view_map;
  widget_class->unmap = ull_reach_view_unmap;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_AMOUNT_FIELD);
  g_type_ensure (ULL_TYPE_REACH_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-reach-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllReachView, want);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, amount);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, fault);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, answer);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, head);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, list);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, pair_title);
  gtk_widget_class_bind_template_child (widget_class, UllReachView, pair_list);
  gtk_widget_class_bind_template_callback (widget_class, amount_cb);
  gtk_widget_class_bind_template_callback (widget_class, want_cb);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_reach_view_init (UllReachView *self)
{
  ull_later_init (&self->later, GTK_WIDGET (self), compute);
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_choice_name (self->want, _("What is wanted"));
  gtk_drop_down_set_selected (self->want, ULL_WANT_REQUESTS);
}

void
ull_reach_view_set_want (UllReachView *self, UllWant want, const char *amount)
{
  g_return_if_fail (ULL_IS_REACH_VIEW (self));

  gtk_drop_down_set_selected (self->want, want);
  ull_amount_field_set_text (self->amount, amount);
}

const UllReach *
ull_reach_view_get_reach (UllReachView *self)
{
  g_return_val_if_fail (ULL_IS_REACH_VIEW (self), NULL);

  return self->reach;
}

UllFigureRow *
ull_reach_view_get_row (UllReachView *self, guint n)
{
  guint n_single;

  g_return_val_if_fail (ULL_IS_REACH_VIEW (self), NULL);

  if (self->reach == NULL)
    return NULL;
  n_single = self->reach->single->len;
  return (gpointer) (n < n_single ? gtk_list_box_get_row_at_index (self->list, (int) n)
                                  : gtk_list_box_get_row_at_index (self->pair_list, (int) (n - n_single)));
}

guint
ull_reach_view_get_n_computed (UllReachView *self)
{
  g_return_val_if_fail (ULL_IS_REACH_VIEW (self), 0);

  return self->n_computed;
}
