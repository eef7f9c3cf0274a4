#include "ull-ramp-card.h"

#include "ull-clear.h"
#include "ull-mnemonic.h"
#include "ull-ramp-shown.h"
#include "ull-recorded-picture.h"
#include "ull-residuals-picture.h"
#include "ull-scene-chart.h"
#include "ull-surge-picture.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* The graphs show what the workspace's run has: while the next ramp is on its way the earlier one stays, with two pixels of progress
 * above it. What the handle of the cap is dragged to is the load's cap, one entry of the history; the curve follows when it is run.
 * Lines that stand beside the ramp are the states of the actions "lines.ID": the run is told which are wanted. */

#define STACKED_HEIGHT 560.0 /* pixels at 100 % text */

struct _UllRampCard
{
  GtkWidget parent_instance;

  /* Template */
  GtkProgressBar *progress;
  GtkToggleButton *show_pool;
  GtkToggleButton *show_latency;
  GtkToggleButton *show_surge;
  GtkToggleButton *show_fit;
  GtkToggleButton *show_recorded;
  GtkWidget *lines_button;
  GtkStack *button;
  GtkLabel *note;
  UllSceneChart *chart;

  /* Owned */
  UllWorkspace *workspace;
  UllPoolCard *pool;
  UllRampShown shown;
  UllLoad *before;           /* while the cap is held */
  GSimpleActionGroup *lines;
};

G_DEFINE_FINAL_TYPE (UllRampCard, ull_ramp_card, GTK_TYPE_WIDGET)

static const char *const handles[] = { "cap", NULL };

static UllRampRun *
get_run (UllRampCard *self)
{
  return ull_workspace_get_ramp_run (self->workspace);
}

static UllSurgeRun *
get_surge_run (UllRampCard *self)
{
  return ull_workspace_get_surge_run (self->workspace);
}

static UllFitRun *
get_fit_run (UllRampCard *self)
{
  return ull_workspace_get_fit_run (self->workspace);
}

/* The cap that is set, which may be newer than the ramp. */
static void
get_picture (UllRampCard *self, UllRampPicture *picture)
{
  const UllRampPicture *shown = ull_ramp_shown_get (&self->shown);
  UllLoad *load;

  *picture = (UllRampPicture) { .peak = -1, .operating = -1 };
  if (shown == NULL)
    return;
  *picture = *shown;
  load = ull_workspace_get_load (self->workspace);
  if (load->cap > 0)
    picture->cap = load->cap;
}

static UllRampPanels
get_panels (UllRampCard *self)
{
  return ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_LATENCY ? ULL_RAMP_THROUGHPUT | ULL_RAMP_LATENCY : ULL_RAMP_THROUGHPUT | ULL_RAMP_POOL;
}

static UllScene *
build_chart (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  UllRampCard *self = owner;
  UllTimelinePicture recorded;
  UllRampPicture picture;

  if (self->workspace == NULL)
    return NULL;
  if (ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_RECORDED)
    {
      ull_pool_card_get_over_time (self->pool, &recorded);
      return ull_recorded_chart_build (&recorded, spec, context);
    }
  if (ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_SURGE)
    return ull_surge_chart_build (&(UllSurgePicture) { .surge = ull_surge_run_get_surge (get_surge_run (self)) }, spec, context);
  if (ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_FIT)
    return ull_residuals_build (&(UllResidualsPicture) { .fit = ull_fit_run_get_fit (get_fit_run (self)),
                                                         .name = ull_fit_run_get_name (get_fit_run (self)) }, spec, context);
  get_picture (self, &picture);
  return ull_ramp_chart_build (&picture, get_panels (self), spec, context);
}

static void
progress_cb (UllRampCard *self)
{
  /* How many steps a burst will take is known when it is over. */
  if (ull_job_runner_get_busy (ULL_JOB_RUNNER (get_surge_run (self))))
    gtk_progress_bar_pulse (self->progress);
  else
    gtk_progress_bar_set_fraction (self->progress, ull_job_runner_get_progress (ULL_JOB_RUNNER (get_run (self))));
}

static void
show_busy (UllRampCard *self)
{
  gboolean surge = ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_SURGE;
  UllJobRunner *run = ULL_JOB_RUNNER (get_run (self)), *surge_run = ULL_JOB_RUNNER (get_surge_run (self));
  gboolean busy = ull_job_runner_get_busy (run) || ull_job_runner_get_busy (surge_run);
  gboolean stale = ull_ramp_run_get_stale (get_run (self)) || (surge && ull_surge_run_get_stale (get_surge_run (self)));
  gboolean withheld = ull_workspace_get_predict_state (self->workspace) == ULL_PREDICT_PENDING;
  gboolean problem = ull_job_runner_get_problem (run) != NULL || (surge && ull_job_runner_get_problem (surge_run) != NULL);
  gboolean can_run = stale && !withheld && !problem && gtk_widget_get_mapped (GTK_WIDGET (self));

  gtk_widget_set_opacity (GTK_WIDGET (self->progress), busy ? 1 : 0);
  gtk_stack_set_visible_child_name (self->button, busy ? "cancel" : can_run ? "run" : "none");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_STATE_BUSY, busy, -1);
  progress_cb (self);
}

/* Both sums in words, and what they are of. */
static char *
dup_surge_note (UllRampCard *self)
{
  const UllSurge *surge = ull_surge_run_get_surge (get_surge_run (self));
  const char *problem = ull_job_runner_get_problem (ULL_JOB_RUNNER (get_surge_run (self)));
  g_autofree char *what = NULL, *peak = NULL, *operating = NULL;

  if (problem != NULL)
    return g_strdup (problem);
  if (surge == NULL)
    return g_strdup (_("As many requests as the peak has clients, all at once: with the cap at the peak and with the cap at the operating point."));
  what = ull_surge_dup_what (surge);
  peak = ull_surge_dup_sum (surge, ULL_SURGE_PEAK);
  operating = ull_surge_dup_sum (surge, ULL_SURGE_OPERATING);
  return g_strjoin ("\n", what, peak, operating, NULL);
}

static char *
dup_recorded_note (UllRampCard *self)
{
  UllTimelinePicture picture;

  ull_pool_card_get_over_time (self->pool, &picture);
  return ull_recorded_chart_describe (&picture);
}

static void
show_note (UllRampCard *self)
{
  g_autofree char *text = NULL;

  if (ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_SURGE)
    text = dup_surge_note (self);
  else if (ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_RECORDED)
    text = dup_recorded_note (self);
  else if (ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_FIT)
    text = ull_residuals_describe (&(UllResidualsPicture) { .fit = ull_fit_run_get_fit (get_fit_run (self)),
                                                            .name = ull_fit_run_get_name (get_fit_run (self)) });
  else
    text = g_strdup (_("The vLLM scheduler on this engine’s pool. Times are those of its simulated steps."));
  gtk_label_set_text (self->note, text);
}

/* Undone, or typed over, the coefficients are no longer the fitted ones, and its residuals are not theirs. */
static void
offer_fit (UllRampCard *self)
{
  gboolean fitted = ull_fit_run_is_of (get_fit_run (self), ull_workspace_get_load (self->workspace));

  gtk_widget_set_visible (GTK_WIDGET (self->show_fit), fitted);
  if (!fitted && ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_FIT)
    ull_ramp_card_set_page (self, ULL_RAMP_PAGE_POOL);
}

static void
offer_recorded (UllRampCard *self)
{
  gboolean any = self->pool != NULL && ull_pool_card_has_series (self->pool);

  gtk_widget_set_visible (GTK_WIDGET (self->show_recorded), any);
  if (!any && ull_ramp_card_get_page (self) == ULL_RAMP_PAGE_RECORDED)
    ull_ramp_card_set_page (self, ULL_RAMP_PAGE_POOL);
}

/* It changes with each step of a playback, of which the other pages show nothing. */
static void
pool_cb (UllRampCard *self)
{
  offer_recorded (self);
  if (self->workspace == NULL || ull_ramp_card_get_page (self) != ULL_RAMP_PAGE_RECORDED)
    return;
  show_note (self);
  ull_scene_chart_invalidate (self->chart);
}

static void
update (UllRampCard *self)
{
  if (self->workspace == NULL)
    return;
  offer_fit (self);
  offer_recorded (self);
  ull_ramp_shown_update (&self->shown, get_run (self));
  show_busy (self);
  show_note (self);
  ull_scene_chart_invalidate (self->chart);
}

/* A surge is run for who looks at it. */
static void
page_cb (UllRampCard *self)
{
  UllRampPage page = ull_ramp_card_get_page (self);
  gboolean surge = page == ULL_RAMP_PAGE_SURGE, ramp = page == ULL_RAMP_PAGE_POOL || page == ULL_RAMP_PAGE_LATENCY;

  gtk_widget_set_visible (self->lines_button, ramp);
  /* The others' words stand below them. */
  ull_scene_chart_set_size (self->chart, 240, ramp ? 420 : 360, ramp ? 520 : 430);
  if (self->workspace != NULL)
    ull_job_runner_set_wanted (ULL_JOB_RUNNER (get_surge_run (self)), surge && gtk_widget_get_mapped (GTK_WIDGET (self)));
  update (self);
}

/* One cap's graphs below the other's: twice as high as beside each other. */
static double
chart_height (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  return ull_ramp_card_get_page (owner) == ULL_RAMP_PAGE_SURGE && spec->narrow ? STACKED_HEIGHT * spec->text_scale : 0;
}

static void
disclosure_cb (gpointer data)
{
  update (data);
}

static void
grabbed_cb (UllRampCard *self)
{
  self->before = ull_load_ref (ull_workspace_get_load (self->workspace));
  ull_workspace_begin_change (self->workspace);
}

static void
dragged_cb (UllRampCard *self, const char *id, double x)
{
  const UllScene *scene = ull_scene_chart_get_scene (self->chart);

  if (scene != NULL)
    ull_workspace_set_cap (self->workspace, ull_ramp_chart_clients_at (ull_scene_get_frame (scene), x));
}

static void
stepped_cb (UllRampCard *self, const char *id, int across, int up)
{
  UllRampPicture picture;

  get_picture (self, &picture);
  ull_workspace_set_cap (self->workspace, MAX (picture.cap + across + up, 1));
}

static void
released_cb (UllRampCard *self, const char *id, gboolean kept)
{
  g_autoptr (UllLoad) before = g_steal_pointer (&self->before);

  if (before == NULL)
    return;
  if (!kept)
    ull_workspace_set_load (self->workspace, before);
  ull_workspace_end_change (self->workspace);
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllRampCard *self = ULL_RAMP_CARD (widget);
  UllJobRunner *runners[] = { ULL_JOB_RUNNER (get_run (self)), ULL_JOB_RUNNER (get_surge_run (self)) };

  for (guint i = 0; i < G_N_ELEMENTS (runners); i++)
    if (!g_str_equal (name, "ramp.cancel"))
      ull_job_runner_start (runners[i]);
    else if (ull_job_runner_get_busy (runners[i]))
      ull_job_runner_cancel (runners[i]);
}

static void
line_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  UllRampCard *self = user_data;
  guint lines = 0;

  g_simple_action_set_state (action, state);
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    {
      UllRampLine line = ull_baseline_get_line ((UllBaseline) i);
      g_autoptr (GVariant) wanted = g_action_group_get_action_state (G_ACTION_GROUP (self->lines), ull_line_get_id (line));

      lines |= g_variant_get_boolean (wanted) ? 1u << line : 0;
    }
  if (self->workspace != NULL)
    ull_ramp_run_set_lines (get_run (self), lines);
}

static void
add_lines (UllRampCard *self)
{
  self->lines = g_simple_action_group_new ();
  for (guint i = 0; i < ULL_N_BASELINES; i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (ull_line_get_id (ull_baseline_get_line ((UllBaseline) i)), NULL,
                                                                       g_variant_new_boolean (FALSE));

      g_signal_connect_object (action, "change-state", G_CALLBACK (line_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (self->lines), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "lines", G_ACTION_GROUP (self->lines));
}

static void
ull_ramp_card_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllRampCard *self = ULL_RAMP_CARD (object);

  if (!ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self) || self->workspace == NULL)
    return;
  g_signal_connect_object (get_run (self), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_run (self), "progress", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_surge_run (self), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_fit_run (self), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_surge_run (self), "progress", G_CALLBACK (progress_cb), self, G_CONNECT_SWAPPED);
}

static void
ull_ramp_card_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ull_ramp_card_parent_class)->map (widget);
  page_cb (ULL_RAMP_CARD (widget));
}

static void
ull_ramp_card_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ull_ramp_card_parent_class)->unmap (widget);
  if (ULL_RAMP_CARD (widget)->workspace != NULL)
    ull_job_runner_set_wanted (ULL_JOB_RUNNER (get_surge_run (ULL_RAMP_CARD (widget))), FALSE);
}

static void
ull_ramp_card_dispose (GObject *object)
{
  UllRampCard *self = ULL_RAMP_CARD (object);

  if (self->workspace != NULL)
    {
      g_signal_handlers_disconnect_by_data (get_run (self), self);
      g_signal_handlers_disconnect_by_data (get_surge_run (self), self);
      g_signal_handlers_disconnect_by_data (get_fit_run (self), self);
      ull_job_runner_set_wanted (ULL_JOB_RUNNER (get_surge_run (self)), FALSE);
    }
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  if (self->pool != NULL)
    g_signal_handlers_disconnect_by_data (self->pool, self);
  g_clear_object (&self->pool);
  ull_clear_children (GTK_WIDGET (object));
  ull_ramp_shown_clear (&self->shown);
  g_clear_pointer (&self->before, ull_load_unref);
  g_clear_object (&self->lines);
  G_OBJECT_CLASS (ull_ramp_card_parent_class)->dispose (object);
}

static void
ull_ramp_card_class_init (UllRampCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_ramp_card_set_property;
  object_class->dispose = ull_ramp_card_dispose;
  widget_class->map = ull_ramp_card_map;
  widget_class->unmap = ull_ramp_card_unmap;
  ull_watch_install_property (object_class);
  gtk_widget_class_install_action (widget_class, "ramp.cancel", NULL, run_action);
  gtk_widget_class_install_action (widget_class, "ramp.run", NULL, run_action);
  g_type_ensure (ULL_TYPE_SCENE_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-ramp-card.ui");
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, progress);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, show_pool);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, show_latency);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, show_surge);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, show_fit);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, show_recorded);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, lines_button);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, note);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, button);
  gtk_widget_class_bind_template_child (widget_class, UllRampCard, chart);
  gtk_widget_class_bind_template_callback (widget_class, page_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ull_ramp_card_init (UllRampCard *self)
{
  add_lines (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  ull_scene_chart_set_builder (self->chart, build_chart, self);
  ull_scene_chart_set_height (self->chart, chart_height);
  ull_scene_chart_set_handles (self->chart, handles);
  g_signal_connect_swapped (self->chart, "grabbed", G_CALLBACK (grabbed_cb), self);
  g_signal_connect_swapped (self->chart, "dragged", G_CALLBACK (dragged_cb), self);
  g_signal_connect_swapped (self->chart, "stepped", G_CALLBACK (stepped_cb), self);
  g_signal_connect_swapped (self->chart, "released", G_CALLBACK (released_cb), self);
}

void
ull_ramp_card_set_pool (UllRampCard *self, UllPoolCard *pool)
{
  g_return_if_fail (ULL_IS_RAMP_CARD (self));
  g_return_if_fail (self->pool == NULL);

  self->pool = g_object_ref (pool);
  g_signal_connect_object (pool, "changed", G_CALLBACK (pool_cb), self, G_CONNECT_SWAPPED);
}

UllRampPage
ull_ramp_card_get_page (UllRampCard *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_CARD (self), ULL_RAMP_PAGE_POOL);

  if (gtk_toggle_button_get_active (self->show_surge))
    return ULL_RAMP_PAGE_SURGE;
  if (gtk_toggle_button_get_active (self->show_fit))
    return ULL_RAMP_PAGE_FIT;
  if (gtk_toggle_button_get_active (self->show_recorded))
    return ULL_RAMP_PAGE_RECORDED;
  return gtk_toggle_button_get_active (self->show_latency) ? ULL_RAMP_PAGE_LATENCY : ULL_RAMP_PAGE_POOL;
}

void
ull_ramp_card_set_page (UllRampCard *self, UllRampPage page)
{
  GtkToggleButton *const buttons[] = { [ULL_RAMP_PAGE_POOL] = self->show_pool,
                                       [ULL_RAMP_PAGE_LATENCY] = self->show_latency,
                                       [ULL_RAMP_PAGE_SURGE] = self->show_surge,
                                       [ULL_RAMP_PAGE_FIT] = self->show_fit,
                                       [ULL_RAMP_PAGE_RECORDED] = self->show_recorded };

  g_return_if_fail (ULL_IS_RAMP_CARD (self));

  gtk_toggle_button_set_active (buttons[page], TRUE);
}

GtkWidget *
ull_ramp_card_get_chart (UllRampCard *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_CARD (self), NULL);

  return GTK_WIDGET (self->chart);
}
