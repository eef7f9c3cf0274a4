#include "ull-ramp-view.h"

#include "ull-beside.h"
#include "ull-clear.h"
#include "ull-load-panel.h"
#include "ull-mnemonic.h"
#include "ull-ramp-beside.h"
#include "ull-ramp-fix.h"
#include "ull-ramp-table.h"
#include "ull-verdict-card.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* The view says what the workspace's run has and what may be done about it; it has the ramp run while somebody looks. */

struct _UllRampView
{
  GtkWidget parent_instance;

  /* Template */
  UllVerdictCard *verdict;
  GtkWidget *beside;
  GtkLabel *beside_name;
  GtkLabel *beside_change;
  UllRampCard *card;
  UllPoolCard *pool;
  UllBeside *parts;
  GtkToggleButton *page_load;
  GtkToggleButton *page_ramp;
  GtkToggleButton *page_blocks;

  /* Owned */
  UllWorkspace *workspace;

  /* Borrowed: in the verdict */
  GtkWidget *use;
  GtkWidget *fix;
  UllRampTable *table; /* weak */
  GtkWidget *load; /* the panel of a narrow view, made when it is first asked for */
};

G_DEFINE_FINAL_TYPE (UllRampView, ull_ramp_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_PROBLEM,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static UllRampRun *
get_run (UllRampView *self)
{
  return ull_workspace_get_ramp_run (self->workspace);
}

static UllRampResult *
get_result (UllRampView *self)
{
  return self->workspace != NULL ? ull_ramp_run_get_result (get_run (self)) : NULL;
}

static gboolean
is_withheld (UllRampView *self)
{
  return ull_workspace_get_predict_state (self->workspace) == ULL_PREDICT_PENDING;
}

/* Of a narrow view, which has no sidebar beside it. */
static void
page_cb (UllRampView *self)
{
  UllBesidePage page = ULL_BESIDE_MAIN;

  if (gtk_toggle_button_get_active (self->page_load))
    page = ULL_BESIDE_OTHER;
  else if (gtk_toggle_button_get_active (self->page_blocks))
    page = ULL_BESIDE_SIDE;
  if (page == ULL_BESIDE_OTHER && self->load == NULL)
    {
      self->load = ull_load_panel_new ();
      g_object_set (self->load, "workspace", self->workspace, NULL);
      ull_beside_set_other (self->parts, self->load);
    }
  ull_beside_set_page (self->parts, page);
}

static void
show_verdict (UllRampView *self)
{
  UllRampResult *result = get_result (self);
  UllJobRunner *runner = ULL_JOB_RUNNER (get_run (self));
  const char *problem = ull_job_runner_get_problem (runner);
  g_autofree char *headline = NULL, *detail = NULL;

  if (is_withheld (self))
    ull_verdict_card_show (self->verdict, ULL_VERDICT_WITHHELD, _("Predict first. The ramp is withheld."),
                           _("It runs on the pool that you are to predict, and opens once you have committed."));
  else if (problem != NULL)
    ull_verdict_card_show (self->verdict, ULL_VERDICT_BAD, _("No ramp."), problem);
  else if (result == NULL)
    ull_verdict_card_show (self->verdict, ULL_VERDICT_WITHHELD, _("Running the load…"), _("Simulated: the vLLM scheduler on this engine’s pool."));
  /* Nobody runs what is set now: the verdict is not its own. */
  else if (ull_ramp_run_get_stale (get_run (self)) && !ull_job_runner_get_busy (runner))
    {
      detail = g_strdup_printf (_("What is drawn is of %s on %s, as it was before. Run it to see what has changed."), result->scenario->model->name,
                                result->scenario->device->name);
      ull_verdict_card_show (self->verdict, ULL_VERDICT_WITHHELD, _("Not run with what is set now."), detail);
    }
  else
    {
      headline = ull_ramp_headline (result->ramp);
      detail = ull_ramp_detail (result->ramp);
      ull_verdict_card_show (self->verdict, ull_ramp_operates (result->ramp) ? ULL_VERDICT_GOOD : ULL_VERDICT_BAD, headline, detail);
    }
}

static void
show_actions (UllRampView *self)
{
  UllRampResult *result = get_result (self);
  gboolean any = result != NULL && !ull_ramp_run_get_stale (get_run (self));
  gboolean operates = result != NULL && ull_ramp_operates (result->ramp);
  g_autofree char *label = NULL;

  if (any && operates)
    {
      g_autofree char *count
        = g_strdup_printf ("%" G_GINT64_FORMAT, result->ramp->level[ULL_LINE_MAIN][result->ramp->operating].concurrency);

      label = g_strdup_printf (_("_Use %s as Cap"), count);
      gtk_button_set_label (GTK_BUTTON (self->use), label);
      ull_mnemonic_name_buttons (gtk_widget_get_parent (self->use));
    }
  gtk_widget_set_visible (self->use, operates);
  gtk_widget_set_visible (self->fix, result != NULL);
  /* While a window goes its widgets are unmapped, and must not be given actions anew. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "ramp.use-cap", any && operates);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "ramp.fix", any);
}

static void
show_kept (UllRampView *self)
{
  const char *name = ull_ramp_run_get_kept_name (get_run (self));
  UllRampResult *kept = ull_ramp_run_get_kept (get_run (self));
  g_autofree char *headline = kept != NULL ? ull_ramp_headline (kept->ramp) : NULL;
  g_autofree char *text = kept != NULL ? g_strdup_printf ("%s: %s", name, headline) : NULL;
  UllRampResult *result = get_result (self);
  g_autofree char *change = NULL;

  /* Of what is set now, and not of a ramp that is still the one before. */
  if (kept != NULL && result != NULL && result != kept && !ull_ramp_run_get_stale (get_run (self)))
    change = ull_ramp_change_text (kept->ramp, result->ramp);
  gtk_widget_set_visible (self->beside, kept != NULL);
  gtk_label_set_text (self->beside_name, text != NULL ? text : "");
  gtk_label_set_text (self->beside_change, change != NULL ? change : "");
  gtk_widget_set_visible (GTK_WIDGET (self->beside_change), change != NULL);
}

static void
update (UllRampView *self)
{
  if (self->workspace == NULL)
    return;
  show_verdict (self);
  show_actions (self);
  show_kept (self);
  ull_pool_card_set_result (self->pool, get_result (self));
}

static void
disclosure_cb (gpointer data)
{
  update (data);
}

static void
use_cap_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllRampView *self = ULL_RAMP_VIEW (widget);
  UllRampResult *result = get_result (self);

  if (result != NULL && ull_ramp_operates (result->ramp))
    ull_workspace_set_cap (self->workspace, result->ramp->level[ULL_LINE_MAIN][result->ramp->operating].concurrency);
}

static void
fix_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllRampView *self = ULL_RAMP_VIEW (widget);
  UllRampResult *result = get_result (self);
  g_autoptr (UllScenario) changed = NULL;
  g_autofree char *before = NULL;
  g_autoptr (GError) error = NULL;
  UllFix fix;

  if (result == NULL || !ull_fix_from_id (g_variant_get_string (parameter, NULL), &fix))
    return;
  changed = ull_fix_apply (fix, result, &error);
  if (changed == NULL)
    {
      g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, error->message);
      return;
    }
  before = ull_ramp_describe_before (result->scenario, changed);
  ull_ramp_run_keep (get_run (self), before);
  ull_workspace_apply (self->workspace, changed);
}

static void
data_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllRampView *self = ULL_RAMP_VIEW (widget);
  const char *chart = ull_pool_card_get_chart (self->pool);

  if (self->table == NULL)
    g_set_weak_pointer (&self->table, ull_ramp_table_new (GTK_WINDOW (gtk_widget_get_root (widget)), self->workspace, self->pool));
  if (ull_ramp_card_get_page (self->card) == ULL_RAMP_PAGE_RECORDED && g_str_equal (chart, ULL_RAMP_CHART_ID))
    chart = ULL_TIMELINE_CHART_ID;
  ull_ramp_table_set_chart (self->table, chart);
  gtk_window_present (GTK_WINDOW (self->table));
}

static void
drop_kept_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_ramp_run_drop_kept (get_run (ULL_RAMP_VIEW (widget)));
}

static void
ull_ramp_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ull_ramp_view_parent_class)->map (widget);
  ull_job_runner_set_wanted (ULL_JOB_RUNNER (get_run (ULL_RAMP_VIEW (widget))), TRUE);
}

static void
ull_ramp_view_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ull_ramp_view_parent_class)->unmap (widget);
  if (ULL_RAMP_VIEW (widget)->workspace != NULL)
    ull_job_runner_set_wanted (ULL_JOB_RUNNER (get_run (ULL_RAMP_VIEW (widget))), FALSE);
}

static void
ull_ramp_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllRampView *self = ULL_RAMP_VIEW (object);

  if (!ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self))
    return;
  g_object_set (self->card, "workspace", self->workspace, NULL);
  if (self->workspace == NULL)
    return;
  g_signal_connect_object (get_run (self), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

static void
ull_ramp_view_dispose (GObject *object)
{
  UllRampView *self = ULL_RAMP_VIEW (object);

  if (self->workspace != NULL)
    {
      g_signal_handlers_disconnect_by_data (get_run (self), self);
      ull_job_runner_set_wanted (ULL_JOB_RUNNER (get_run (self)), FALSE);
    }
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  if (self->table != NULL)
    gtk_window_destroy (GTK_WINDOW (self->table));
  g_clear_weak_pointer (&self->table);
  G_OBJECT_CLASS (ull_ramp_view_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, UllRampView, verdict);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, beside);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, beside_name);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, beside_change);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, card);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, pool);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, parts);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, page_load);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, page_ramp);
  gtk_widget_class_bind_template_child (widget_class, UllRampView, page_blocks);
  gtk_widget_class_bind_template_callback (widget_class, page_cb);
}

static void
ull_ramp_view_class_init (UllRampViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_ramp_view_set_property;
  object_class->dispose = ull_ramp_view_dispose;
  widget_class->map = ull_ramp_view_map;
  widget_class->unmap = ull_ramp_view_unmap;
  ull_watch_install_property (object_class);
  signals[SIGNAL_PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "plan.data-table", NULL, data_table_action);
  gtk_widget_class_install_action (widget_class, "ramp.use-cap", NULL, use_cap_action);
  gtk_widget_class_install_action (widget_class, "ramp.fix", "s", fix_action);
  gtk_widget_class_install_action (widget_class, "ramp.drop-kept", NULL, drop_kept_action);
  g_type_ensure (ULL_TYPE_BESIDE);
  g_type_ensure (ULL_TYPE_POOL_CARD);
  g_type_ensure (ULL_TYPE_RAMP_CARD);
  g_type_ensure (ULL_TYPE_VERDICT_CARD);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-ramp-view.ui");
  bind_template (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
add_actions (UllRampView *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/org/ullage/Ullage/ull-ramp-menu.ui");

  self->use = gtk_button_new_with_mnemonic ("");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->use), "ramp.use-cap");
  self->fix = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->fix), _("_Apply a Fix"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (self->fix), TRUE);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->fix), G_MENU_MODEL (gtk_builder_get_object (builder, "fix_menu")));
  ull_verdict_card_add_action (self->verdict, self->use);
  ull_verdict_card_add_action (self->verdict, self->fix);
}

static void
ull_ramp_view_init (UllRampView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_ramp_card_set_pool (self->card, self->pool);
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  add_actions (self);
}

GtkWidget *
ull_ramp_view_new (UllWorkspace *workspace)
{
  return g_object_new (ULL_TYPE_RAMP_VIEW, "workspace", workspace, NULL);
}

UllPoolCard *
ull_ramp_view_get_pool (UllRampView *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_VIEW (self), NULL);

  return self->pool;
}

GtkWidget *
ull_ramp_view_get_chart (UllRampView *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_VIEW (self), NULL);

  return ull_ramp_card_get_chart (self->card);
}

UllRampPage
ull_ramp_view_get_page (UllRampView *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_VIEW (self), ULL_RAMP_PAGE_POOL);

  return ull_ramp_card_get_page (self->card);
}

void
ull_ramp_view_set_page (UllRampView *self, UllRampPage page)
{
  g_return_if_fail (ULL_IS_RAMP_VIEW (self));

  gtk_toggle_button_set_active (self->page_ramp, TRUE);
  ull_ramp_card_set_page (self->card, page);
}

const char *
ull_ramp_view_get_headline (UllRampView *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_VIEW (self), NULL);

  return ull_verdict_card_get_headline (self->verdict);
}
