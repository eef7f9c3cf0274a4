#include "ull-slider-row.h"

#include "ull-clear.h"
#include "ull-isolate.h"
#include "ull-look.h"
#include "ull-note.h"
#include "ull-pair-layout.h"
#include "ull-slider-marks.h"
#include "ull-units.h"

#include <string.h>

/* Invariants
 *
 * - `syncing` is set while the row itself moves the slider, and `position` is where it put it: only what a person (or
 *   assistive technology) does reaches the subclass. An adjustment that is set while it tells of a change tells again.
 * - Everything between begin and end is one entry of the history: a drag lasts from press to release, a burst of keys
 *   or wheel clicks until BURST_MS have passed without another.
 * - The wheel moves the slider only while it has the focus; otherwise it scrolls what the row stands in. */

#define BURST_MS 600

typedef struct
{
  /* Template */
  GtkLabel *label;
  GtkEntry *entry;
  GtkLabel *unit;
  GtkScale *scale;
  GtkEventController *wheel;
  UllNote *message;

  /* Owned */
  char *text; /* what the entry goes back to */
  char *spoken;
  char *note; /* below the slider while nothing is faulty (nullable) */

  double position;
  guint burst;
  int unit_start;
  gboolean open;
  gboolean pressed;
  gboolean syncing;
  gboolean faulty;
  gboolean warns;
} UllSliderRowPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (UllSliderRow, ull_slider_row, GTK_TYPE_WIDGET)

static UllSliderRowPrivate *
priv_of (UllSliderRow *self)
{
  return ull_slider_row_get_instance_private (self);
}

static void
describe (UllSliderRow *self, const char *description)
{
  UllSliderRowPrivate *priv = priv_of (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
show_message (UllSliderRow *self, const char *fault)
{
  UllSliderRowPrivate *priv = priv_of (self);

  ull_note_set (priv->message, fault != NULL ? fault : priv->note,
                fault != NULL ? ULL_NOTE_FAULT : priv->warns ? ULL_NOTE_WARNING : ULL_NOTE_PLAIN);
}

void
ull_slider_row_set_fault (UllSliderRow *self, const char *sentence)
{
  UllSliderRowPrivate *priv = priv_of (self);
  GtkWidget *field = gtk_widget_get_parent (GTK_WIDGET (priv->entry));

  if (!priv->faulty && sentence == NULL)
    return;
  priv->faulty = sentence != NULL;
  show_message (self, sentence);
  gtk_accessible_update_state (GTK_ACCESSIBLE (priv->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               sentence != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  describe (self, sentence != NULL ? sentence : priv->spoken);
  if (sentence != NULL)
    gtk_widget_add_css_class (field, "error");
  else
    gtk_widget_remove_css_class (field, "error");
}

void
ull_slider_row_settle (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  g_clear_handle_id (&priv->burst, g_source_remove);
  if (!priv->open)
    return;
  priv->open = FALSE;
  ULL_SLIDER_ROW_GET_CLASS (self)->end (self);
}

static gboolean
burst_over_cb (gpointer data)
{
  UllSliderRow *self = data;

  priv_of (self)->burst = 0;
  ull_slider_row_settle (self);
  return G_SOURCE_REMOVE;
}

/* Before each change: opens the entry of the history, and keeps it open while the burst lasts. */
static void
touch (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (!priv->open)
    {
      priv->open = TRUE;
      ULL_SLIDER_ROW_GET_CLASS (self)->begin (self);
    }
  g_clear_handle_id (&priv->burst, g_source_remove);
  if (!priv->pressed)
    priv->burst = g_timeout_add (BURST_MS, burst_over_cb, self);
}

static void
refresh (UllSliderRow *self)
{
  ULL_SLIDER_ROW_GET_CLASS (self)->refresh (self);
}

static void
value_changed_cb (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (priv->syncing || gtk_range_get_value (GTK_RANGE (priv->scale)) == priv->position)
    return;
  touch (self);
  ull_slider_row_set_fault (self, NULL);
  ULL_SLIDER_ROW_GET_CLASS (self)->move (self, gtk_range_get_value (GTK_RANGE (priv->scale)));
  refresh (self);
}

static void
take_step (UllSliderRow *self, UllLeverStep step)
{
  touch (self);
  ull_slider_row_set_fault (self, NULL);
  ULL_SLIDER_ROW_GET_CLASS (self)->step (self, step);
  refresh (self);
}

/* Keys step by round values, which are no constant distance apart; a jump is left to the slider. */
static gboolean
change_value_cb (UllSliderRow *self, GtkScrollType scroll)
{
  static const int steps[] = {
    [GTK_SCROLL_STEP_BACKWARD] = 1 + ULL_STEP_LESS,        [GTK_SCROLL_STEP_FORWARD] = 1 + ULL_STEP_MORE,
    [GTK_SCROLL_PAGE_BACKWARD] = 1 + ULL_STEP_STOP_BEFORE, [GTK_SCROLL_PAGE_FORWARD] = 1 + ULL_STEP_STOP_AFTER,
    [GTK_SCROLL_START] = 1 + ULL_STEP_FIRST,               [GTK_SCROLL_END] = 1 + ULL_STEP_LAST,
  };

  if ((gsize) scroll >= G_N_ELEMENTS (steps) || steps[scroll] == 0)
    return FALSE;
  take_step (self, (UllLeverStep) (steps[scroll] - 1));
  return TRUE;
}

static gboolean
scroll_cb (UllSliderRow *self, double dx, double dy)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (!gtk_widget_is_focus (GTK_WIDGET (priv->scale)))
    return FALSE;
  if (dy != 0 || dx != 0)
    take_step (self, dy + dx < 0 ? ULL_STEP_MORE : ULL_STEP_LESS);
  return TRUE;
}

/* The slider's own drag gesture claims the sequence, which would cancel a gesture of ours: the raw events tell when the
 * button goes down and up. */
static gboolean
event_cb (UllSliderRow *self, GdkEvent *event)
{
  UllSliderRowPrivate *priv = priv_of (self);

  switch (gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_TOUCH_BEGIN:
      ull_slider_row_settle (self);
      priv->pressed = TRUE;
      break;
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_END:
    case GDK_TOUCH_CANCEL:
    case GDK_GRAB_BROKEN:
      priv->pressed = FALSE;
      ull_slider_row_settle (self);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
leave_cb (UllSliderRow *self)
{
  priv_of (self)->pressed = FALSE;
  ull_slider_row_settle (self);
}

static gboolean
is_edited (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  return g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (priv->entry)), priv->text != NULL ? priv->text : "") != 0;
}

/* Figures of one width; a unit that belongs to the text is dim, but never what is typed in its place. */
static void
update_attributes (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GdkRGBA dim = ull_look_ink (ULL_INK_DIM);

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (priv->unit_start >= 0 && !is_edited (self))
    {
      PangoAttribute *colour = pango_attr_foreground_new ((guint16) (dim.red * 65535), (guint16) (dim.green * 65535),
                                                          (guint16) (dim.blue * 65535));
      PangoAttribute *scale = pango_attr_scale_new (0.84);

      colour->start_index = scale->start_index = (guint) priv->unit_start;
      pango_attr_list_insert (attributes, colour);
      pango_attr_list_insert (attributes, scale);
    }
  gtk_entry_set_attributes (priv->entry, attributes);
}

static void
show_text (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (is_edited (self))
    gtk_editable_set_text (GTK_EDITABLE (priv->entry), priv->text != NULL ? priv->text : "");
  update_attributes (self);
}

static void
enter_cb (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (priv->entry)));
  g_autoptr (GError) error = NULL;

  ull_slider_row_set_fault (self, NULL);
  if (!is_edited (self))
    return;
  /* What is typed and entered is a change of its own, however soon after another. */
  ull_slider_row_settle (self);
  touch (self);
  ULL_SLIDER_ROW_GET_CLASS (self)->enter (self, text, &error);
  ull_slider_row_set_fault (self, error != NULL ? error->message : NULL);
  ull_slider_row_settle (self);
  if (error != NULL)
    return;
  refresh (self);
  show_text (self);
}

static void
entry_leave_cb (UllSliderRow *self)
{
  /* A window that closes takes the focus away after the row has let go of its workspace. */
  if (gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  enter_cb (self);
  ull_slider_row_settle (self);
}

static gboolean
key_cb (UllSliderRow *self, guint keyval)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (keyval != GDK_KEY_Escape || (!priv->faulty && !is_edited (self)))
    return GDK_EVENT_PROPAGATE;
  ull_slider_row_set_fault (self, NULL);
  show_text (self);
  gtk_editable_set_position (GTK_EDITABLE (priv->entry), -1);
  return GDK_EVENT_STOP;
}

static void
ull_slider_row_dispose (GObject *object)
{
  UllSliderRow *self = ULL_SLIDER_ROW (object);
  UllSliderRowPrivate *priv = priv_of (self);

  ull_slider_row_settle (self);
  ull_clear_children (GTK_WIDGET (object));
  g_clear_pointer (&priv->text, g_free);
  g_clear_pointer (&priv->spoken, g_free);
  g_clear_pointer (&priv->note, g_free);
  G_OBJECT_CLASS (ull_slider_row_parent_class)->dispose (object);
}

static void
ull_slider_row_class_init (UllSliderRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_slider_row_dispose;
  g_type_ensure (ULL_TYPE_NOTE);
  g_type_ensure (ULL_TYPE_PAIR_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-slider-row.ui");
  gtk_widget_class_bind_template_child_private (widget_class, UllSliderRow, label);
  gtk_widget_class_bind_template_child_private (widget_class, UllSliderRow, entry);
  gtk_widget_class_bind_template_child_private (widget_class, UllSliderRow, unit);
  gtk_widget_class_bind_template_child_private (widget_class, UllSliderRow, scale);
  gtk_widget_class_bind_template_child_private (widget_class, UllSliderRow, wheel);
  gtk_widget_class_bind_template_child_private (widget_class, UllSliderRow, message);
  gtk_widget_class_bind_template_callback (widget_class, value_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, change_value_cb);
  gtk_widget_class_bind_template_callback (widget_class, scroll_cb);
  gtk_widget_class_bind_template_callback (widget_class, event_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, update_attributes);
  gtk_widget_class_bind_template_callback (widget_class, enter_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

/* GtkScale listens to the wheel wherever the pointer is; the row's own controller asks for the focus first. */
static void
mute_wheel (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (priv->scale));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller) && controller != priv->wheel)
        gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
    }
}

static void
ull_slider_row_init (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  priv->unit_start = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  mute_wheel (self);
  ull_isolate_amount (gtk_widget_get_parent (GTK_WIDGET (priv->entry)), priv->entry, priv->unit);
  ull_look_watch (GTK_WIDGET (self), G_CALLBACK (update_attributes));
}

void
ull_slider_row_set_label (UllSliderRow *self, const char *label)
{
  UllSliderRowPrivate *priv = priv_of (self);

  gtk_label_set_text (priv->label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->scale), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
ull_slider_row_set_scale (UllSliderRow *self, const UllLeverScale *scale)
{
  UllSliderRowPrivate *priv = priv_of (self);

  priv->syncing = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (priv->scale), scale->n_stops > 0);
  if (scale->n_stops == 0)
    gtk_widget_add_css_class (GTK_WIDGET (self), "typed");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "typed");
  gtk_range_set_range (GTK_RANGE (priv->scale), scale->lower, scale->upper);
  ull_slider_marks_set (priv->scale, scale);
  priv->syncing = FALSE;
}

void
ull_slider_row_set_position (UllSliderRow *self, double position)
{
  UllSliderRowPrivate *priv = priv_of (self);

  priv->syncing = TRUE;
  priv->position = position;
  gtk_range_set_value (GTK_RANGE (priv->scale), position);
  priv->syncing = FALSE;
}

void
ull_slider_row_set_text (UllSliderRow *self, const char *text, int unit_start, const char *unit)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (g_strcmp0 (gtk_label_get_text (priv->unit), unit) != 0)
    {
      gtk_label_set_text (priv->unit, unit);
      gtk_widget_set_visible (GTK_WIDGET (priv->unit), unit[0] != 0);
      ull_isolate_amount (gtk_widget_get_parent (GTK_WIDGET (priv->entry)), priv->entry, priv->unit);
    }
  if (g_strcmp0 (priv->text, text) == 0)
    return;
  g_clear_pointer (&priv->text, g_free);
  priv->text = g_strdup (text);
  priv->unit_start = unit_start;
  /* Figures, or the longest name of a format. */
  ull_pair_keep_room (priv->entry, text);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (priv->entry), CLAMP ((int) strlen (text), 9, 20));
  ull_slider_row_set_fault (self, NULL);
  show_text (self);
}

void
ull_slider_row_set_placeholder (UllSliderRow *self, const char *placeholder)
{
  gtk_entry_set_placeholder_text (priv_of (self)->entry, placeholder);
  ull_pair_keep_room (priv_of (self)->entry, placeholder != NULL ? placeholder : "");
}

void
ull_slider_row_set_spoken (UllSliderRow *self, const char *value_text, const char *description)
{
  UllSliderRowPrivate *priv = priv_of (self);

  if (g_strcmp0 (priv->spoken, description) == 0)
    return;
  g_clear_pointer (&priv->spoken, g_free);
  priv->spoken = g_strdup (description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value_text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  if (!priv->faulty)
    describe (self, description);
}

void
ull_slider_row_set_note (UllSliderRow *self, const char *sentence, gboolean acts, gboolean warns)
{
  UllSliderRowPrivate *priv = priv_of (self);

  gtk_widget_set_sensitive (GTK_WIDGET (priv->scale), acts);
  gtk_widget_set_sensitive (gtk_widget_get_parent (GTK_WIDGET (priv->entry)), acts);
  if (g_strcmp0 (priv->note, sentence) == 0 && priv->warns == warns)
    return;
  g_free (priv->note);
  priv->note = g_strdup (sentence);
  priv->warns = warns;
  if (!acts)
    ull_slider_row_set_fault (self, NULL);
  if (!priv->faulty)
    show_message (self, NULL);
}

GtkWidget *
ull_slider_row_get_scale (UllSliderRow *self)
{
  return GTK_WIDGET (priv_of (self)->scale);
}

GtkWidget *
ull_slider_row_get_entry (UllSliderRow *self)
{
  return GTK_WIDGET (priv_of (self)->entry);
}

const char *
ull_slider_row_get_message (UllSliderRow *self)
{
  UllSliderRowPrivate *priv = priv_of (self);

  return ull_note_get_sentence (priv->message);
}
