#include "ull-workspace-private.h"

#include "ull-document.h"

/* Invariants
 *
 * - The disclosure is always that of the history's current scenario and of the prediction's state; while a prediction is
 *   pending it is a withheld one, so no plan exists anywhere in the program.
 * - `clean` is the scenario as it is on disk, or as it was opened: what differs from it is modified. */

G_DEFINE_FINAL_TYPE (UllWorkspace, ull_workspace, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_DISCLOSURE,
  PROP_PREDICT_STATE,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_MODIFIED,
  PROP_PATH,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
set_flag (UllWorkspace *self, gboolean *flag, gboolean value, guint property)
{
  if (*flag == value)
    return;
  *flag = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_predict_state (UllWorkspace *self, UllPredictState state)
{
  if (self->predict_state == state)
    return;
  self->predict_state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PREDICT_STATE]);
}

static UllDisclosure *
make_disclosure (UllWorkspace *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self);
  UllPin *pin = ull_pins_get_shown (self->pins);
  g_autoptr (UllDisclosure) whole = NULL;

  if (scenario == NULL)
    return NULL;
  if (self->predict_state == ULL_PREDICT_PENDING && self->has_given)
    return ull_disclosure_new_given (scenario, &self->given);
  if (self->predict_state == ULL_PREDICT_PENDING)
    return ull_disclosure_new_withheld (scenario);
  if (pin != NULL)
    whole = ull_disclosure_new_beside (scenario, ull_pin_get_scenario (pin), ull_pin_get_name (pin));
  else
    whole = ull_disclosure_new (scenario);
  if (self->predict_state == ULL_PREDICT_REVEAL)
    return ull_disclosure_with_steps (whole, self->n_shown);
  return g_steal_pointer (&whole);
}

static void
update_disclosure (UllWorkspace *self)
{
  g_clear_pointer (&self->disclosure, ull_disclosure_unref);
  self->disclosure = make_disclosure (self);
  ull_workspace_update_run (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DISCLOSURE]);
}

/* A pin says nothing while a prediction is pending, so nothing of what is shown changes with it. */
static void
pins_changed_cb (UllWorkspace *self)
{
  if (self->disclosure != NULL && self->predict_state != ULL_PREDICT_PENDING)
    update_disclosure (self);
}

static void
update_flags (UllWorkspace *self)
{
  UllScenario *scenario = ull_workspace_get_scenario (self);

  set_flag (self, &self->can_undo, ull_history_can_undo (&self->history), PROP_CAN_UNDO);
  set_flag (self, &self->can_redo, ull_history_can_redo (&self->history), PROP_CAN_REDO);
  set_flag (self, &self->modified, scenario != NULL && !ull_scenario_equal (scenario, self->clean), PROP_MODIFIED);
}

/* After every change of the current scenario. What was predicted was predicted of another scenario. */
static void
scenario_changed (UllWorkspace *self)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (self->predict_state == ULL_PREDICT_REVEAL)
    set_predict_state (self, ULL_PREDICT_PENDING);
  update_flags (self);
  update_disclosure (self);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
ull_workspace_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  UllWorkspace *self = ULL_WORKSPACE (object);

  switch (property_id)
    {
    case PROP_DISCLOSURE:
      g_value_set_boxed (value, self->disclosure);
      break;
    case PROP_PREDICT_STATE:
      g_value_set_int (value, self->predict_state);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, self->can_undo);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->can_redo);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    case PROP_PATH:
      g_value_set_string (value, self->path);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
ull_workspace_finalize (GObject *object)
{
  UllWorkspace *self = ULL_WORKSPACE (object);

  ull_ramp_run_set_scenario (self->run, NULL);
  ull_fit_run_forget (self->fit);
  ull_history_clear (&self->history);
  g_clear_object (&self->pins);
  g_clear_object (&self->fit);
  g_clear_object (&self->surge);
  g_clear_object (&self->run);
  g_clear_pointer (&self->load, ull_load_unref);
  g_clear_pointer (&self->initial, ull_scenario_unref);
  g_clear_pointer (&self->clean, ull_scenario_unref);
  g_clear_pointer (&self->disclosure, ull_disclosure_unref);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (ull_workspace_parent_class)->finalize (object);
}

static void
ull_workspace_class_init (UllWorkspaceClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ull_workspace_get_property;
  object_class->finalize = ull_workspace_finalize;

  properties[PROP_DISCLOSURE] = g_param_spec_boxed ("disclosure", NULL, NULL, ULL_TYPE_DISCLOSURE, flags);
  properties[PROP_PREDICT_STATE]
    = g_param_spec_int ("predict-state", NULL, NULL, ULL_PREDICT_OFF, ULL_PREDICT_REVEAL, ULL_PREDICT_OFF, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_PATH] = g_param_spec_string ("path", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ull_workspace_init (UllWorkspace *self)
{
  ull_history_init (&self->history);
  self->pins = ull_pins_new ();
  self->run = ull_ramp_run_new ();
  self->surge = ull_surge_run_new (self->run);
  ull_workspace_add_fit (self);
  g_signal_connect_object (self->pins, "changed", G_CALLBACK (pins_changed_cb), self, G_CONNECT_SWAPPED);
}

UllWorkspace *
ull_workspace_new (void)
{
  return g_object_new (ULL_TYPE_WORKSPACE, NULL);
}

UllScenario *
ull_workspace_get_scenario (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return ull_history_get_current (&self->history);
}

UllDisclosure *
ull_workspace_get_disclosure (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->disclosure;
}

static void
set_path (UllWorkspace *self, const char *path)
{
  g_autofree char *old = g_steal_pointer (&self->path);

  self->path = g_strdup (path);
  if (g_strcmp0 (old, path) != 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PATH]);
}

static void
set_scenario (UllScenario **slot, UllScenario *scenario)
{
  UllScenario *kept = ull_scenario_ref (scenario);

  g_clear_pointer (slot, ull_scenario_unref);
  *slot = kept;
}

void
ull_workspace_open (UllWorkspace *self, UllScenario *scenario, const char *path, const char *text)
{
  g_autofree char *old_text = NULL;

  g_return_if_fail (ULL_IS_WORKSPACE (self));
  g_return_if_fail (scenario != NULL);

  g_object_freeze_notify (G_OBJECT (self));
  ull_history_start (&self->history, scenario);
  scenario = ull_history_get_current (&self->history);
  set_scenario (&self->initial, scenario);
  set_scenario (&self->clean, scenario);
  set_path (self, path);
  old_text = g_steal_pointer (&self->text);
  self->text = g_strdup (text);
  scenario_changed (self);
  g_object_thaw_notify (G_OBJECT (self));
}

void
ull_workspace_open_given (UllWorkspace *self, UllScenario *scenario, const UllGiven *given)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));
  g_return_if_fail (given != NULL);

  g_object_freeze_notify (G_OBJECT (self));
  self->given = *given;
  self->has_given = TRUE;
  set_predict_state (self, ULL_PREDICT_PENDING);
  ull_workspace_open (self, scenario, NULL, NULL);
  g_object_thaw_notify (G_OBJECT (self));
}

void
ull_workspace_apply (UllWorkspace *self, UllScenario *scenario)
{
  UllScenario *current;

  g_return_if_fail (ULL_IS_WORKSPACE (self));
  g_return_if_fail (scenario != NULL);

  current = ull_workspace_get_scenario (self);
  g_return_if_fail (current != NULL);
  /* A question is about the scenario it came with. */
  if (self->has_given || ull_scenario_equal (current, scenario))
    return;
  ull_history_record (&self->history, scenario);
  scenario_changed (self);
}

gboolean
ull_workspace_set_field (UllWorkspace *self, UllFieldId field, gint64 value, const char *typed, GError **error)
{
  g_autoptr (UllScenario) changed = NULL;
  UllScenario *current;

  g_return_val_if_fail (ULL_IS_WORKSPACE (self), FALSE);

  current = ull_workspace_get_scenario (self);
  g_return_val_if_fail (current != NULL, FALSE);
  changed = ull_scenario_with (current, field, value, typed, error);
  if (changed == NULL)
    return FALSE;
  ull_workspace_apply (self, changed);
  return TRUE;
}

void
ull_workspace_begin_change (UllWorkspace *self)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));

  ull_history_begin (&self->history);
}

void
ull_workspace_end_change (UllWorkspace *self)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));
  if (ull_history_end (&self->history))
    scenario_changed (self);
}

static void
move (UllWorkspace *self, int by)
{
  ull_history_move (&self->history, by);
  scenario_changed (self);
}

void
ull_workspace_undo (UllWorkspace *self)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));

  if (self->can_undo)
    move (self, -1);
}

void
ull_workspace_redo (UllWorkspace *self)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));

  if (self->can_redo)
    move (self, 1);
}

void
ull_workspace_reset (UllWorkspace *self)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));

  if (self->initial != NULL)
    ull_workspace_apply (self, self->initial);
}

gboolean
ull_workspace_save (UllWorkspace *self, const char *path, GError **error)
{
  UllScenario *scenario;
  g_autofree char *text = NULL;

  g_return_val_if_fail (ULL_IS_WORKSPACE (self), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);

  scenario = ull_workspace_get_scenario (self);
  g_return_val_if_fail (scenario != NULL, FALSE);
  if (!ull_document_save (scenario, self->text, path, error))
    return FALSE;
  text = ull_document_write (scenario, self->text);
  g_object_freeze_notify (G_OBJECT (self));
  g_clear_pointer (&self->text, g_free);
  self->text = g_steal_pointer (&text);
  set_scenario (&self->clean, scenario);
  set_path (self, path);
  update_flags (self);
  g_object_thaw_notify (G_OBJECT (self));
  return TRUE;
}

UllPins *
ull_workspace_get_pins (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->pins;
}

const char *
ull_workspace_get_path (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->path;
}

gboolean
ull_workspace_get_modified (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), FALSE);

  return self->modified;
}

static void
enter_predict_state (UllWorkspace *self, UllPredictState state)
{
  g_object_freeze_notify (G_OBJECT (self));
  set_predict_state (self, state);
  self->n_shown = 0;
  update_disclosure (self);
  g_object_thaw_notify (G_OBJECT (self));
}

void
ull_workspace_set_predict (UllWorkspace *self, gboolean on)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));

  if (on != (self->predict_state != ULL_PREDICT_OFF))
    enter_predict_state (self, on ? ULL_PREDICT_PENDING : ULL_PREDICT_OFF);
}

UllPredictState
ull_workspace_get_predict_state (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), ULL_PREDICT_OFF);

  return self->predict_state;
}

void
ull_workspace_commit (UllWorkspace *self, const UllPrediction *prediction)
{
  g_return_if_fail (ULL_IS_WORKSPACE (self));
  g_return_if_fail (prediction != NULL);

  if (self->predict_state != ULL_PREDICT_PENDING || self->disclosure == NULL)
    return;
  self->prediction = *prediction;
  enter_predict_state (self, ULL_PREDICT_REVEAL);
}

const UllPrediction *
ull_workspace_get_prediction (UllWorkspace *self)
{
  g_return_val_if_fail (ULL_IS_WORKSPACE (self), NULL);

  return self->predict_state == ULL_PREDICT_REVEAL ? &self->prediction : NULL;
}

gboolean
ull_workspace_reveal_next (UllWorkspace *self)
{
  const UllPlan *plan;

  g_return_val_if_fail (ULL_IS_WORKSPACE (self), FALSE);

  if (self->predict_state != ULL_PREDICT_REVEAL)
    return FALSE;
  plan = self->disclosure->plan;
  if (plan == NULL || self->n_shown >= plan->derivation.n_steps)
    return FALSE;
  self->n_shown++;
  update_disclosure (self);
  return TRUE;
}
