#include "ull-lever-row.h"

#include "ull-watch.h"

/* The row shows what the scenario holds and asks the workspace for another scenario; it keeps no value. The scale is
 * rebuilt only when the model, the lever or its stops change. */

struct _UllLeverRow
{
  UllSliderRow parent_instance;

  /* Owned */
  UllWorkspace *workspace;
  UllModel *model; /* the scale's */

  UllLeverId lever;
  UllLeverScale scale;
  gboolean in_change;
  gboolean applying;
};

G_DEFINE_FINAL_TYPE (UllLeverRow, ull_lever_row, ULL_TYPE_SLIDER_ROW)

enum
{
  PROP_WORKSPACE = ULL_WATCH_PROPERTY,
  PROP_LEVER,
};

static UllScenario *
get_scenario (UllLeverRow *self)
{
  return self->workspace != NULL ? ull_workspace_get_scenario (self->workspace) : NULL;
}

static void
update_scale (UllLeverRow *self, const UllScenario *scenario)
{
  UllModel *model = scenario->model;
  UllLeverScale scale;

  if (self->model == model && self->lever != ULL_LEVER_KV_DTYPE)
    return;
  ull_lever_scale_init (&scale, self->lever, scenario);
  if (self->model == model && ull_lever_scale_equal (&scale, &self->scale))
    return;
  g_clear_pointer (&self->model, ull_model_unref);
  self->model = ull_model_ref (model);
  self->scale = scale;
  ull_slider_row_set_scale (ULL_SLIDER_ROW (self), &self->scale);
  ull_slider_row_set_placeholder (ULL_SLIDER_ROW (self), ull_lever_get_placeholder (self->lever, model));
}

/* Cards that buy no cache; while an answer is withheld nothing is said of it. */
static char *
dup_note (UllLeverRow *self, const UllScenario *scenario, gboolean *warns)
{
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);

  if (self->lever >= (UllLeverId) ULL_N_FIELDS || disclosure == NULL || disclosure->plan == NULL ||
      disclosure->scenario != scenario)
    return NULL;
  return ull_plan_cards_note (disclosure->plan, scenario, (UllFieldId) self->lever, warns);
}

static void
ull_lever_row_refresh (UllSliderRow *row)
{
  UllLeverRow *self = ULL_LEVER_ROW (row);
  UllScenario *scenario = get_scenario (self);
  g_autofree char *text = NULL, *unit = NULL, *value_text = NULL, *description = NULL, *note = NULL, *spoken = NULL;
  const char *reason;
  gboolean warns = FALSE;
  int unit_start;

  if (scenario == NULL)
    return;
  update_scale (self, scenario);
  text = ull_lever_dup_text (self->lever, scenario, &unit_start);
  unit = ull_lever_dup_unit (self->lever, scenario);
  value_text = ull_lever_dup_value_text (self->lever, scenario);
  description = ull_lever_dup_description (self->lever, scenario);
  reason = ull_lever_get_reason (self->lever, scenario);
  note = dup_note (self, scenario, &warns);
  ull_slider_row_set_position (row, ull_lever_scale_position (&self->scale, scenario));
  ull_slider_row_set_text (row, text, unit_start, unit);
  if (note != NULL)
    spoken = g_strdup_printf ("%s %s", description, note);
  ull_slider_row_set_spoken (row, value_text, spoken != NULL ? spoken : description);
  ull_slider_row_set_note (row, reason != NULL ? reason : note, reason == NULL, warns);
}

static gboolean
apply (UllLeverRow *self, UllScenario *changed)
{
  if (changed == NULL)
    return FALSE;
  self->applying = TRUE;
  ull_workspace_apply (self->workspace, changed);
  self->applying = FALSE;
  return TRUE;
}

static void
set_value (UllLeverRow *self, gint64 value)
{
  UllScenario *scenario = get_scenario (self);
  g_autoptr (UllScenario) changed = NULL;
  g_autoptr (GError) error = NULL;

  if (scenario == NULL || value == ull_lever_get_value (self->lever, scenario))
    return;
  /* From a hollow stop, or a ratio of heads that leaves part of a head, the slider goes back. */
  changed = ull_lever_set (self->lever, scenario, value, NULL, &error);
  if (!apply (self, changed))
    ull_slider_row_set_fault (ULL_SLIDER_ROW (self), error->message);
}

static void
ull_lever_row_move (UllSliderRow *row, double position)
{
  UllLeverRow *self = ULL_LEVER_ROW (row);

  set_value (self, ull_lever_scale_value (&self->scale, position));
}

static void
ull_lever_row_step (UllSliderRow *row, UllLeverStep step)
{
  UllLeverRow *self = ULL_LEVER_ROW (row);
  UllScenario *scenario = get_scenario (self);

  if (scenario != NULL)
    set_value (self, ull_lever_scale_step (&self->scale, scenario, step));
}

static gboolean
ull_lever_row_enter (UllSliderRow *row, const char *text, GError **error)
{
  UllLeverRow *self = ULL_LEVER_ROW (row);
  UllScenario *scenario = get_scenario (self);
  g_autoptr (UllScenario) changed = NULL;

  if (scenario == NULL)
    return TRUE;
  changed = ull_lever_enter (self->lever, scenario, text, error);
  return apply (self, changed);
}

static void
ull_lever_row_begin (UllSliderRow *row)
{
  UllLeverRow *self = ULL_LEVER_ROW (row);

  self->in_change = self->workspace != NULL;
  if (self->in_change)
    ull_workspace_begin_change (self->workspace);
}

static void
ull_lever_row_end (UllSliderRow *row)
{
  UllLeverRow *self = ULL_LEVER_ROW (row);

  if (self->in_change)
    ull_workspace_end_change (self->workspace);
  self->in_change = FALSE;
}

static void
disclosure_cb (gpointer data)
{
  UllLeverRow *self = data;

  if (!self->applying)
    ull_slider_row_settle (data);
  ull_lever_row_refresh (data);
}

static void
set_workspace (UllLeverRow *self, UllWorkspace *workspace)
{
  ull_slider_row_settle (ULL_SLIDER_ROW (self));
  ull_watch (&self->workspace, workspace, disclosure_cb, self);
}

static void
ull_lever_row_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLeverRow *self = ULL_LEVER_ROW (object);

  switch (property_id)
    {
    case PROP_WORKSPACE:
      set_workspace (self, g_value_get_object (value));
      break;
    case PROP_LEVER:
      ull_lever_row_set_lever (self, (UllLeverId) g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
ull_lever_row_dispose (GObject *object)
{
  UllLeverRow *self = ULL_LEVER_ROW (object);

  set_workspace (self, NULL);
  g_clear_pointer (&self->model, ull_model_unref);
  G_OBJECT_CLASS (ull_lever_row_parent_class)->dispose (object);
}

static void
ull_lever_row_class_init (UllLeverRowClass *klass)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  UllSliderRowClass *row_class = ULL_SLIDER_ROW_CLASS (klass);

  object_class->set_property = ull_lever_row_set_property;
  object_class->dispose = ull_lever_row_dispose;
  row_class->refresh = ull_lever_row_refresh;
  row_class->move = ull_lever_row_move;
  row_class->step = ull_lever_row_step;
  row_class->enter = ull_lever_row_enter;
  row_class->begin = ull_lever_row_begin;
  row_class->end = ull_lever_row_end;
  ull_watch_install_property (object_class);
  g_object_class_install_property (object_class, PROP_LEVER,
                                   g_param_spec_int ("lever", NULL, NULL, ULL_LEVER_NONE, ULL_N_LEVERS - 1,
                                                     ULL_LEVER_NONE, flags));
}

static void
ull_lever_row_init (UllLeverRow *self)
{
  self->lever = ULL_LEVER_NONE;
  ull_lever_row_set_lever (self, ULL_LEVER_CONTEXT);
}

GtkWidget *
ull_lever_row_new (UllLeverId lever)
{
  return g_object_new (ULL_TYPE_LEVER_ROW, "lever", lever, NULL);
}

UllLeverId
ull_lever_row_get_lever (UllLeverRow *self)
{
  g_return_val_if_fail (ULL_IS_LEVER_ROW (self), ULL_LEVER_NONE);

  return self->lever;
}

void
ull_lever_row_set_lever (UllLeverRow *self, UllLeverId lever)
{
  g_return_if_fail (ULL_IS_LEVER_ROW (self));

  if (self->lever == lever || lever == ULL_LEVER_NONE)
    return;
  ull_slider_row_settle (ULL_SLIDER_ROW (self));
  self->lever = lever;
  g_clear_pointer (&self->model, ull_model_unref);
  ull_slider_row_set_label (ULL_SLIDER_ROW (self), ull_lever_get_label (lever));
  ull_lever_row_refresh (ULL_SLIDER_ROW (self));
}
