#include "ull-confidence-row.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The one slider whose value is the row's own: a confidence belongs to a question that is not committed yet. Whoever
 * guesses between two answers is right half of the time, so that slider begins at 50. */

struct _UllConfidenceRow
{
  UllSliderRow parent_instance;

  UllLeverScale scale;
  int lower;
  int value;
};

G_DEFINE_FINAL_TYPE (UllConfidenceRow, ull_confidence_row, ULL_TYPE_SLIDER_ROW)

enum
{
  PROP_0,
  PROP_LOWER,
};

static void
ull_confidence_row_refresh (UllSliderRow *row)
{
  UllConfidenceRow *self = ULL_CONFIDENCE_ROW (row);
  g_autofree char *text = g_strdup_printf ("%d" ULL_NBSP "%%", self->value);
  g_autofree char *description = g_strdup_printf (_("%s sure."), text);

  ull_slider_row_set_position (row, self->value);
  ull_slider_row_set_text (row, text, (int) (g_utf8_strrchr (text, -1, 0xa0) - text), "");
  ull_slider_row_set_spoken (row, text, description);
}

static void
ull_confidence_row_move (UllSliderRow *row, double position)
{
  UllConfidenceRow *self = ULL_CONFIDENCE_ROW (row);

  self->value = CLAMP ((int) (position + 0.5), self->lower, 100);
}

static void
ull_confidence_row_step (UllSliderRow *row, UllLeverStep step)
{
  UllConfidenceRow *self = ULL_CONFIDENCE_ROW (row);
  static const int by[] = {
    [ULL_STEP_LESS] = -1,         [ULL_STEP_MORE] = 1,     [ULL_STEP_STOP_BEFORE] = -10,
    [ULL_STEP_STOP_AFTER] = 10,   [ULL_STEP_FIRST] = -100, [ULL_STEP_LAST] = 100,
  };

  self->value = CLAMP (self->value + by[step], self->lower, 100);
}

static gboolean
ull_confidence_row_enter (UllSliderRow *row, const char *text, GError **error)
{
  UllConfidenceRow *self = ULL_CONFIDENCE_ROW (row);
  g_autofree char *typed = g_strstrip (g_strdup (text));
  g_autofree char *fraction = NULL;
  gint64 ppm;

  fraction = g_str_has_suffix (typed, "%") ? g_strdup (typed) : g_strdup_printf ("%s%%", typed);
  if (ull_fraction_parse (fraction, &ppm, NULL) && ppm >= self->lower * (ULL_PPM_ONE / 100) && ppm <= ULL_PPM_ONE)
    {
      self->value = (int) (ppm / (ULL_PPM_ONE / 100));
      return TRUE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no confidence; %d to 100 per cent would be right"), typed,
               self->lower);
  return FALSE;
}

static void
ull_confidence_row_ignore (UllSliderRow *row)
{
}

static void
add_stop (UllLeverScale *scale, int value)
{
  UllLeverStop *stop = &scale->stop[scale->n_stops++];

  stop->position = value;
  stop->value = value;
  g_snprintf (stop->label, sizeof stop->label, "%d", value);
}

static void
ull_confidence_row_constructed (GObject *object)
{
  UllConfidenceRow *self = ULL_CONFIDENCE_ROW (object);
  int every = self->lower > 0 ? 10 : 25;

  G_OBJECT_CLASS (ull_confidence_row_parent_class)->constructed (object);
  add_stop (&self->scale, self->lower);
  for (int value = (self->lower / every + 1) * every; value <= 100; value += every)
    if (2 * (value - self->lower) > every)
      add_stop (&self->scale, value);
  self->scale.lower = self->lower;
  self->scale.upper = 100;
  self->value = self->lower;
  ull_slider_row_set_label (ULL_SLIDER_ROW (self), _("How sure are you?"));
  ull_slider_row_set_scale (ULL_SLIDER_ROW (self), &self->scale);
  ull_confidence_row_refresh (ULL_SLIDER_ROW (self));
}

static void
ull_confidence_row_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  if (property_id == PROP_LOWER)
    ULL_CONFIDENCE_ROW (object)->lower = g_value_get_int (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_confidence_row_class_init (UllConfidenceRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  UllSliderRowClass *row_class = ULL_SLIDER_ROW_CLASS (klass);

  object_class->constructed = ull_confidence_row_constructed;
  object_class->set_property = ull_confidence_row_set_property;
  row_class->refresh = ull_confidence_row_refresh;
  row_class->move = ull_confidence_row_move;
  row_class->step = ull_confidence_row_step;
  row_class->enter = ull_confidence_row_enter;
  row_class->begin = ull_confidence_row_ignore;
  row_class->end = ull_confidence_row_ignore;
  g_object_class_install_property (object_class, PROP_LOWER,
                                   g_param_spec_int ("lower", NULL, NULL, 0, 99, 50,
                                                     G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY
                                                       | G_PARAM_STATIC_STRINGS));
}

static void
ull_confidence_row_init (UllConfidenceRow *self)
{
}

int
ull_confidence_row_get_value (UllConfidenceRow *self)
{
  g_return_val_if_fail (ULL_IS_CONFIDENCE_ROW (self), 50);

  return self->value;
}

void
ull_confidence_row_set_value (UllConfidenceRow *self, int value)
{
  g_return_if_fail (ULL_IS_CONFIDENCE_ROW (self));

  self->value = CLAMP (value, self->lower, 100);
  ull_confidence_row_refresh (ULL_SLIDER_ROW (self));
}
