#include "ull-knob-row.h"

#include "ull-watch.h"

/* As a lever's row: it shows what the load holds, asks the workspace for another one, and keeps no value. */

struct _UllKnobRow
{
  UllSliderRow parent_instance;

  /* Owned */
  UllWorkspace *workspace;

  UllKnob knob;
  gboolean in_change;
  gboolean applying;
};

G_DEFINE_FINAL_TYPE (UllKnobRow, ull_knob_row, ULL_TYPE_SLIDER_ROW)

static UllLoad *
get_load (UllKnobRow *self)
{
  return self->workspace != NULL ? ull_workspace_get_load (self->workspace) : NULL;
}

static void
ull_knob_row_refresh (UllSliderRow *row)
{
  UllKnobRow *self = ULL_KNOB_ROW (row);
  UllLoad *load = get_load (self);
  const char *unit = ull_knob_get_unit (self->knob);
  g_autofree char *text = NULL, *spoken = NULL;

  if (load == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ull_knob_is_read (self->knob, load));
  text = ull_knob_dup_text (self->knob, load);
  spoken = g_strdup_printf ("%s %s", text[0] != '\0' ? text : ull_knob_get_placeholder (self->knob), unit);
  ull_slider_row_set_position (row, ull_knob_position (self->knob, ull_knob_get (self->knob, load)));
  ull_slider_row_set_text (row, text, -1, unit);
  ull_slider_row_set_spoken (row, spoken, spoken);
}

static gboolean
apply (UllKnobRow *self, UllLoad *taken)
{
  g_autoptr (UllLoad) load = taken;

  if (load == NULL)
    return FALSE;
  self->applying = TRUE;
  ull_workspace_set_load (self->workspace, load);
  self->applying = FALSE;
  return TRUE;
}

static void
set_value (UllKnobRow *self, double value)
{
  UllLoad *load = get_load (self);
  g_autoptr (GError) error = NULL;

  if (load == NULL || value == ull_knob_get (self->knob, load))
    return;
  if (!apply (self, ull_knob_set (self->knob, load, value, &error)))
    ull_slider_row_set_fault (ULL_SLIDER_ROW (self), error->message);
}

static void
ull_knob_row_move (UllSliderRow *row, double position)
{
  set_value (ULL_KNOB_ROW (row), ull_knob_value (ULL_KNOB_ROW (row)->knob, position));
}

static void
ull_knob_row_step (UllSliderRow *row, UllLeverStep step)
{
  UllKnobRow *self = ULL_KNOB_ROW (row);
  UllLoad *load = get_load (self);

  if (load != NULL)
    set_value (self, ull_knob_step (self->knob, ull_knob_get (self->knob, load), step));
}

static gboolean
ull_knob_row_enter (UllSliderRow *row, const char *text, GError **error)
{
  UllKnobRow *self = ULL_KNOB_ROW (row);
  UllLoad *load = get_load (self);

  return load == NULL || apply (self, ull_knob_enter (self->knob, load, text, error));
}

static void
ull_knob_row_begin (UllSliderRow *row)
{
  UllKnobRow *self = ULL_KNOB_ROW (row);

  self->in_change = self->workspace != NULL;
  if (self->in_change)
    ull_workspace_begin_change (self->workspace);
}

static void
ull_knob_row_end (UllSliderRow *row)
{
  UllKnobRow *self = ULL_KNOB_ROW (row);

  if (self->in_change)
    ull_workspace_end_change (self->workspace);
  self->in_change = FALSE;
}

static void
disclosure_cb (gpointer data)
{
  if (!ULL_KNOB_ROW (data)->applying)
    ull_slider_row_settle (data);
  ull_knob_row_refresh (data);
}

static void
ull_knob_row_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllKnobRow *self = ULL_KNOB_ROW (object);

  ull_slider_row_settle (ULL_SLIDER_ROW (self));
  ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
}

static void
ull_knob_row_dispose (GObject *object)
{
  UllKnobRow *self = ULL_KNOB_ROW (object);

  ull_slider_row_settle (ULL_SLIDER_ROW (self));
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  G_OBJECT_CLASS (ull_knob_row_parent_class)->dispose (object);
}

static void
ull_knob_row_class_init (UllKnobRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  UllSliderRowClass *row_class = ULL_SLIDER_ROW_CLASS (klass);

  object_class->set_property = ull_knob_row_set_property;
  object_class->dispose = ull_knob_row_dispose;
  row_class->refresh = ull_knob_row_refresh;
  row_class->move = ull_knob_row_move;
  row_class->step = ull_knob_row_step;
  row_class->enter = ull_knob_row_enter;
  row_class->begin = ull_knob_row_begin;
  row_class->end = ull_knob_row_end;
  ull_watch_install_property (object_class);
}

static void
ull_knob_row_init (UllKnobRow *self)
{
  self->knob = ULL_KNOB_RATE;
}

GtkWidget *
ull_knob_row_new (UllKnob knob)
{
  UllKnobRow *self = g_object_new (ULL_TYPE_KNOB_ROW, NULL);
  UllLeverScale scale;

  self->knob = knob;
  ull_knob_scale_init (&scale, knob);
  ull_slider_row_set_label (ULL_SLIDER_ROW (self), ull_knob_get_label (knob));
  ull_slider_row_set_placeholder (ULL_SLIDER_ROW (self), ull_knob_get_placeholder (knob));
  ull_slider_row_set_scale (ULL_SLIDER_ROW (self), &scale);
  return GTK_WIDGET (self);
}
