#include "ull-load-panel.h"

#include "ull-choice.h"
#include "ull-clear.h"
#include "ull-fit-row.h"
#include "ull-knob-row.h"
#include "ull-length-drag.h"
#include "ull-load-lists.h"
#include "ull-mix-lengths.h"
#include "ull-mnemonic.h"
#include "ull-scene-chart.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The panel shows the workspace's load and asks for another one; `syncing` is set while it puts its own lists where they belong, so
 * that only what a person chooses is a change. A drag in the histogram is one entry of the history. */

struct _UllLoadPanel
{
  GtkWidget parent_instance;

  /* Template */
  GtkBox *rows;
  GtkBox *more;
  GtkDropDown *preset;
  GtkDropDown *arrivals;
  GtkLabel *lesson;
  GtkLabel *log;
  GtkBox *lengths_row;
  GtkWidget *drag_hint;
  GtkToggleButton *step;
  GtkLabel *step_source;
  GtkImage *step_arrow;
  GtkBox *step_rows;
  GtkWidget *step_more;
  GtkLabel *step_text;
  GtkWidget *fit;
  GtkWidget *by_formula;

  /* Owned */
  UllWorkspace *workspace;
  UllLoad *before; /* while a handle is held */

  /* Borrowed */
  UllSceneChart *lengths;

  UllLoadKind offered; /* the kind whose arrivals are listed; ULL_N_LOAD_KINDS: none yet */
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (UllLoadPanel, ull_load_panel, GTK_TYPE_WIDGET)

static const char *const handles[] = { "prompt-median", "prompt-tail", "answer-median", "answer-tail", NULL };

static const UllKnob load_knobs[] = { ULL_KNOB_RATE, ULL_KNOB_CV, ULL_KNOB_ON, ULL_KNOB_OFF, ULL_KNOB_SPEED, ULL_KNOB_PREFIX_TOKENS,
                                      ULL_KNOB_PREFIX_FRACTION, ULL_KNOB_PREFIXES, ULL_KNOB_TURNS, ULL_KNOB_THINK, ULL_KNOB_CAP };
static const UllKnob more_knobs[] = { ULL_KNOB_REQUESTS, ULL_KNOB_SEED };
static const UllKnob step_knobs[] = { ULL_KNOB_STEP_BASE, ULL_KNOB_STEP_TOKEN, ULL_KNOB_STEP_CONTEXT };

static UllLoad *
get_load (UllLoadPanel *self)
{
  return self->workspace != NULL && ull_workspace_get_scenario (self->workspace) != NULL ? ull_workspace_get_load (self->workspace) : NULL;
}

static UllScene *
build_lengths (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  UllLoad *load = get_load (owner);
  gboolean trace = load == NULL || load->kind == ULL_LOAD_TRACE;
  UllLengthsPicture picture = { { NULL, NULL }, { NULL, NULL }, { FALSE, FALSE } };

  if (!trace)
    picture = (UllLengthsPicture) { { load->lengths, load->outputs },
                                    { load->kind == ULL_LOAD_SESSIONS ? _("turn") : load->prompts_alone ? _("prompt") : _("request"), _("output") },
                                    { ull_length_drag_may (load->lengths), ull_length_drag_may (load->outputs) } };
  return ull_mix_lengths_build (&picture, spec, context);
}

static void
grabbed_cb (UllLoadPanel *self)
{
  UllLoad *load = get_load (self);

  if (load == NULL)
    return;
  self->before = ull_load_ref (load);
  ull_workspace_begin_change (self->workspace);
}

static void
move_handle (UllLoadPanel *self, const char *id, gint64 tokens)
{
  gboolean answer = g_str_has_prefix (id, "answer"), tail = g_str_has_suffix (id, "tail");
  UllLoad *load = get_load (self);
  g_autoptr (UllLengths) dragged = NULL;
  g_autoptr (UllLoad) changed = NULL;

  if (load == NULL)
    return;
  dragged = ull_length_drag (answer ? load->outputs : load->lengths, tail, tokens);
  if (dragged == NULL)
    return;
  changed = ull_load_copy (load);
  if (answer)
    ull_load_set_outputs (changed, dragged);
  else
    ull_load_set_lengths (changed, dragged);
  if (ull_load_check (changed, NULL))
    ull_workspace_set_load (self->workspace, changed);
}

static void
dragged_cb (UllLoadPanel *self, const char *id, double x)
{
  const UllScene *scene = ull_scene_chart_get_scene (self->lengths);

  if (scene != NULL)
    move_handle (self, id, ull_mix_lengths_tokens_at (ull_scene_get_frame (scene), x));
}

static void
stepped_cb (UllLoadPanel *self, const char *id, int across, int up)
{
  UllLoad *load = get_load (self);
  gint64 tokens;

  if (load == NULL)
    return;
  tokens = ull_lengths_quantile (g_str_has_prefix (id, "answer") ? load->outputs : load->lengths,
                                 g_str_has_suffix (id, "tail") ? ULL_TAIL_PPM : 500000);
  move_handle (self, id, ull_length_drag_step (tokens, across + up));
}

static void
released_cb (UllLoadPanel *self, const char *id, gboolean kept)
{
  g_autoptr (UllLoad) before = g_steal_pointer (&self->before);

  if (before == NULL)
    return;
  if (!kept)
    ull_workspace_set_load (self->workspace, before);
  ull_workspace_end_change (self->workspace);
}

static void
offer_arrivals (UllLoadPanel *self, UllLoadKind kind)
{
  g_autoptr (GListModel) arrivals = NULL;

  if (self->offered == kind)
    return;
  self->offered = kind;
  arrivals = ull_load_list_arrivals (kind);
  gtk_drop_down_set_model (self->arrivals, arrivals);
}

static void
update_choices (UllLoadPanel *self, const UllLoad *load)
{
  guint preset = ull_load_find_preset (load);

  self->syncing = TRUE;
  gtk_drop_down_set_selected (self->preset, load->kind == ULL_LOAD_TRACE ? ull_load_get_n_presets () : preset);
  offer_arrivals (self, load->kind);
  gtk_drop_down_set_selected (self->arrivals, ull_load_find_arrivals (load->kind, load->arrivals));
  self->syncing = FALSE;
  /* A session's next turn waits for its answer. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->arrivals), load->kind != ULL_LOAD_SESSIONS);
  if (preset != GTK_INVALID_LIST_POSITION)
    gtk_label_set_text (self->lesson, ull_load_is_preset (load) ? _(ull_load_get_preset (preset)->lesson)
                                                                : _("Begun with this preset and changed since: what it shows need not hold."));
  gtk_widget_set_visible (GTK_WIDGET (self->lesson), preset != GTK_INVALID_LIST_POSITION);
  gtk_widget_set_visible (GTK_WIDGET (self->lengths_row), load->kind != ULL_LOAD_TRACE);
}

static void
preset_cb (UllLoadPanel *self)
{
  guint index = gtk_drop_down_get_selected (self->preset);
  UllLoad *load = get_load (self);
  g_autoptr (UllLoad) chosen = NULL;

  if (self->syncing || load == NULL || index > ull_load_get_n_presets ())
    return;
  if (index == ull_load_get_n_presets ())
    {
      /* Which one is asked for; until it is read the list says what is run. */
      update_choices (self, load);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.open-log", NULL);
      return;
    }
  chosen = ull_load_new_preset (ull_load_get_preset (index)->id);
  /* How finely it is run is not what a preset says. */
  chosen->requests = load->requests;
  chosen->seed = load->seed;
  ull_workspace_set_load (self->workspace, chosen);
}

static void
arrivals_cb (UllLoadPanel *self)
{
  guint index = gtk_drop_down_get_selected (self->arrivals);
  UllLoad *load = get_load (self);
  g_autoptr (UllLoad) changed = NULL;

  if (self->syncing || load == NULL || index == GTK_INVALID_LIST_POSITION || index == ull_load_find_arrivals (load->kind, load->arrivals))
    return;
  changed = ull_load_copy (load);
  changed->arrivals = ull_load_nth_arrivals (load->kind, index);
  if (ull_load_check (changed, NULL))
    ull_workspace_set_load (self->workspace, changed);
  else
    update_choices (self, load);
}

static void
step_toggled_cb (UllLoadPanel *self)
{
  gboolean open = gtk_toggle_button_get_active (self->step);

  gtk_widget_set_visible (GTK_WIDGET (self->step_rows), open);
  gtk_widget_set_visible (self->step_more, open);
  gtk_image_set_from_icon_name (self->step_arrow, open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->step), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
}

static void
formula_cb (UllLoadPanel *self)
{
  UllLoad *load = get_load (self);
  g_autoptr (UllLoad) changed = NULL;

  if (load == NULL)
    return;
  changed = ull_load_copy (load);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    changed->step_us[i] = NAN;
  ull_load_set_step_source (changed, NULL);
  ull_workspace_set_load (self->workspace, changed);
}

static gboolean
is_formula (const UllLoad *load)
{
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    if (!isnan (load->step_us[i]))
      return FALSE;
  return TRUE;
}

/* What the formulas come to is known once a ramp was run with them. */
static void
update_step (UllLoadPanel *self)
{
  UllLoad *load = get_load (self);
  UllRampResult *result = self->workspace != NULL ? ull_ramp_run_get_result (ull_workspace_get_ramp_run (self->workspace)) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *log = NULL;

  if (load == NULL)
    return;
  log = ull_load_describe_log (load, result != NULL ? result->ramp : NULL);
  gtk_label_set_text (self->log, log != NULL ? log : "");
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->log)), log != NULL);
  gtk_label_set_text (self->step_source, is_formula (load)       ? _("formula")
                                          : load->step_fitted       ? _("fitted to a run")
                                          : load->step_source != NULL ? load->step_source
                                                                      : _("typed"));
  gtk_widget_set_sensitive (self->by_formula, !is_formula (load));
  for (guint i = 0; result != NULL && i < ULL_N_STEP_COEFFICIENTS; i++)
    {
      g_autofree char *sentence = ull_step_cost_text (&result->ramp->cost, (UllStepCoefficient) i);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", sentence);
    }
  gtk_label_set_text (self->step_text, text->str);
}

static void
disclosure_cb (gpointer data)
{
  UllLoadPanel *self = data;
  UllLoad *load = get_load (self);

  if (load == NULL)
    return;
  update_choices (self, load);
  gtk_widget_set_visible (self->drag_hint, ull_length_drag_may (load->lengths) || ull_length_drag_may (load->outputs));
  update_step (self);
  ull_scene_chart_invalidate (self->lengths);
}

static void
add_knobs (UllLoadPanel *self, GtkBox *box, const UllKnob *knobs, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      GtkWidget *row = ull_knob_row_new (knobs[i]);

      g_object_bind_property (self, "workspace", row, "workspace", G_BINDING_DEFAULT);
      gtk_box_append (box, row);
    }
}

static void
ull_load_panel_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, ULL_LOAD_PANEL (object)->workspace);
}

static void
ull_load_panel_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLoadPanel *self = ULL_LOAD_PANEL (object);

  if (!ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self))
    return;
  g_object_set (self->fit, "workspace", self->workspace, NULL);
  if (self->workspace != NULL)
    g_signal_connect_object (ull_workspace_get_ramp_run (self->workspace), "changed", G_CALLBACK (update_step), self, G_CONNECT_SWAPPED);
  g_object_notify_by_pspec (object, pspec);
}

static void
ull_load_panel_dispose (GObject *object)
{
  UllLoadPanel *self = ULL_LOAD_PANEL (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  g_clear_pointer (&self->before, ull_load_unref);
  G_OBJECT_CLASS (ull_load_panel_parent_class)->dispose (object);
}

static void
ull_load_panel_class_init (UllLoadPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ull_load_panel_get_property;
  object_class->set_property = ull_load_panel_set_property;
  object_class->dispose = ull_load_panel_dispose;
  g_object_class_install_property (object_class, ULL_WATCH_PROPERTY,
                                   g_param_spec_object ("workspace", NULL, NULL, ULL_TYPE_WORKSPACE,
                                                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
  g_type_ensure (ULL_TYPE_FIT_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-load-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, rows);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, more);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, preset);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, arrivals);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, lesson);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, log);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, lengths_row);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, drag_hint);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, step);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, step_source);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, step_arrow);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, step_rows);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, step_more);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, step_text);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, fit);
  gtk_widget_class_bind_template_child (widget_class, UllLoadPanel, by_formula);
  gtk_widget_class_bind_template_callback (widget_class, preset_cb);
  gtk_widget_class_bind_template_callback (widget_class, arrivals_cb);
  gtk_widget_class_bind_template_callback (widget_class, step_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, formula_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
fill_choices (UllLoadPanel *self)
{
  g_autoptr (GListModel) presets = ull_load_list_presets ();

  self->syncing = TRUE;
  gtk_drop_down_set_model (self->preset, presets);
  self->offered = ULL_N_LOAD_KINDS;
  offer_arrivals (self, ULL_LOAD_RANDOM);
  self->syncing = FALSE;
  ull_choice_name (self->preset, _("Load"));
  ull_choice_name (self->arrivals, _("Arrivals"));
}

static void
add_lengths (UllLoadPanel *self)
{
  self->lengths = ULL_SCENE_CHART (ull_scene_chart_new (build_lengths, self));
  ull_scene_chart_set_size (self->lengths, 240, 120, 120);
  ull_scene_chart_set_handles (self->lengths, handles);
  g_signal_connect_swapped (self->lengths, "grabbed", G_CALLBACK (grabbed_cb), self);
  g_signal_connect_swapped (self->lengths, "dragged", G_CALLBACK (dragged_cb), self);
  g_signal_connect_swapped (self->lengths, "stepped", G_CALLBACK (stepped_cb), self);
  g_signal_connect_swapped (self->lengths, "released", G_CALLBACK (released_cb), self);
  gtk_box_append (self->lengths_row, GTK_WIDGET (self->lengths));
}

static void
ull_load_panel_init (UllLoadPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  fill_choices (self);
  add_lengths (self);
  add_knobs (self, self->rows, load_knobs, G_N_ELEMENTS (load_knobs));
  add_knobs (self, self->more, more_knobs, G_N_ELEMENTS (more_knobs));
  add_knobs (self, self->step_rows, step_knobs, G_N_ELEMENTS (step_knobs));
}

GtkWidget *
ull_load_panel_new (void)
{
  return g_object_new (ULL_TYPE_LOAD_PANEL, NULL);
}
