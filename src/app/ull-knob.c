#include "ull-knob.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A slider is even for a fraction and logarithmic, to the base of two, for all else; where 0 means something it stands an octave
 * below the least value beside it. Times are seconds, coefficients of a step microseconds. */

#define FINE 4 /* steps an octave, where a figure is not whole */

typedef enum
{
  OF_DOUBLE,
  OF_INT,
  OF_FRACTION,
  OF_SEED,
} Type;

typedef struct
{
  const char *label;
  const char *unit;
  const char *placeholder;
  Type type;
  gsize offset;
  double least, most; /* of the slider; equal: it has none */
  gboolean zero;      /* 0 stands before the least */
  guint every;        /* octaves from label to label */
  guint kinds;        /* of loads that have it: bits 1 << UllLoadKind */
  guint arrivals;     /* likewise */
} Row;

#define ALL 0xffff
#define RANDOM (1u << ULL_LOAD_RANDOM)
#define SESSIONS (1u << ULL_LOAD_SESSIONS)
#define TRACE (1u << ULL_LOAD_TRACE)
#define OPEN (1u << ULL_ARRIVALS_POISSON | 1u << ULL_ARRIVALS_GAMMA | 1u << ULL_ARRIVALS_ON_OFF)
#define AT(member) G_STRUCT_OFFSET (UllLoad, member)
#define STEP(index) (G_STRUCT_OFFSET (UllLoad, step_us) + (index) * sizeof (double))

static const Row rows[ULL_N_KNOBS] = {
  [ULL_KNOB_RATE] = { N_("Arrivals"), N_("a second"), "", OF_DOUBLE, AT (rate), 0.25, 64, FALSE, 2, RANDOM, OPEN },
  [ULL_KNOB_CV] = { N_("Burstiness"), N_("CV"), "", OF_DOUBLE, AT (cv), 0.25, 8, FALSE, 1, RANDOM, 1u << ULL_ARRIVALS_GAMMA },
  [ULL_KNOB_ON] = { N_("Busy phase"), N_("s"), "", OF_DOUBLE, AT (on_seconds), 1, 256, FALSE, 2, RANDOM, 1u << ULL_ARRIVALS_ON_OFF },
  [ULL_KNOB_OFF] = { N_("Quiet phase"), N_("s"), "", OF_DOUBLE, AT (off_seconds), 1, 256, FALSE, 2, RANDOM, 1u << ULL_ARRIVALS_ON_OFF },
  [ULL_KNOB_SPEED] = { N_("Speed of the log"), "×", "", OF_DOUBLE, AT (speed), 0.25, 64, FALSE, 2, TRACE, 1u << ULL_ARRIVALS_TRACE },
  [ULL_KNOB_PREFIX_TOKENS] = { N_("Shared system prompt"), N_("tokens"), "", OF_INT, AT (prefix_tokens), 64, 8192, TRUE, 1, RANDOM | SESSIONS, ALL },
  [ULL_KNOB_PREFIX_FRACTION] = { N_("Requests that share it"), "", "", OF_FRACTION, AT (prefix_fraction), 0, 1, FALSE, 0, RANDOM, ALL },
  [ULL_KNOB_PREFIXES] = { N_("Different prompts"), "", "", OF_INT, AT (prefixes), 1, 64, FALSE, 1, RANDOM, ALL },
  [ULL_KNOB_TURNS] = { N_("Turns per session"), "", "", OF_INT, AT (turns), 1, 32, FALSE, 1, SESSIONS, ALL },
  [ULL_KNOB_THINK] = { N_("Pause between turns"), N_("s"), "", OF_DOUBLE, AT (think_seconds), 0.5, 64, TRUE, 2, SESSIONS, ALL },
  [ULL_KNOB_CAP] = { N_("Admission cap"), N_("running"), N_("engine’s"), OF_INT, AT (cap), 1, 256, FALSE, 2, ALL, ALL },
  [ULL_KNOB_REQUESTS] = { N_("Requests per level"), "", "", OF_INT, AT (requests), 128, 8192, FALSE, 2, ALL, ALL },
  [ULL_KNOB_SEED] = { N_("Seed"), "", "", OF_SEED, AT (seed), 0, 0, FALSE, 0, RANDOM | SESSIONS, ALL },
  [ULL_KNOB_STEP_BASE] = { N_("Each step"), "µs", N_("formula"), OF_DOUBLE, STEP (ULL_STEP_BASE), 0, 0, FALSE, 0, ALL, ALL },
  [ULL_KNOB_STEP_TOKEN] = { N_("Each token in it"), "µs", N_("formula"), OF_DOUBLE, STEP (ULL_STEP_TOKEN), 0, 0, FALSE, 0, ALL, ALL },
  [ULL_KNOB_STEP_CONTEXT] = { N_("Each resident token"), "µs", N_("formula"), OF_DOUBLE, STEP (ULL_STEP_CONTEXT), 0, 0, FALSE, 0, ALL, ALL },
};

static gboolean
is_step (UllKnob knob)
{
  return knob >= ULL_KNOB_STEP_BASE;
}

const char *
ull_knob_get_label (UllKnob knob)
{
  return _(rows[knob].label);
}

const char *
ull_knob_get_unit (UllKnob knob)
{
  return rows[knob].unit[0] != '\0' ? _(rows[knob].unit) : "";
}

const char *
ull_knob_get_placeholder (UllKnob knob)
{
  return rows[knob].placeholder[0] != '\0' ? _(rows[knob].placeholder) : "";
}

gboolean
ull_knob_is_read (UllKnob knob, const UllLoad *load)
{
  return (rows[knob].kinds >> load->kind & 1) != 0 && (rows[knob].arrivals >> load->arrivals & 1) != 0;
}

double
ull_knob_get (UllKnob knob, const UllLoad *load)
{
  const Row *row = &rows[knob];
  gint64 count;

  if (row->type == OF_DOUBLE || row->type == OF_FRACTION)
    return G_STRUCT_MEMBER (double, load, row->offset);
  if (row->type == OF_SEED)
    return (double) load->seed;
  count = G_STRUCT_MEMBER (gint64, load, row->offset);
  return knob == ULL_KNOB_CAP && count == 0 ? NAN : (double) count;
}

double
ull_knob_position (UllKnob knob, double value)
{
  const Row *row = &rows[knob];

  if (row->type == OF_FRACTION)
    return CLAMP (value, row->least, row->most);
  if (isnan (value))
    return log2 (row->most);
  if (value <= 0)
    return log2 (row->least) - (row->zero ? 1 : 0);
  return CLAMP (log2 (value), log2 (row->least) - (row->zero ? 1 : 0), log2 (row->most));
}

/* Whole figures up to 16, then fine steps rounded to whole multiples; others a quarter of an octave apart, to two figures. */
static double
round_value (const Row *row, double value)
{
  double unit;

  if (row->type == OF_FRACTION)
    return round (20 * value) / 20;
  if (row->type == OF_INT && value < 32)
    return MAX (round (value), row->least);
  unit = exp2 (floor (log2 (value)) - 3);
  return row->type == OF_INT ? MAX (round (value / MAX (unit, 1)) * MAX (unit, 1), row->least) : round (value / unit) * unit;
}

double
ull_knob_value (UllKnob knob, double position)
{
  const Row *row = &rows[knob];

  if (row->type == OF_FRACTION)
    return round_value (row, position);
  if (row->zero && position < log2 (row->least) - 0.5)
    return 0;
  return round_value (row, exp2 (MAX (position, log2 (row->least))));
}

double
ull_knob_step (UllKnob knob, double value, UllLeverStep step)
{
  const Row *row = &rows[knob];
  double by = row->type == OF_FRACTION ? 0.05 : 1.0 / FINE, position = ull_knob_position (knob, value), next = value;

  if (step == ULL_STEP_FIRST || step == ULL_STEP_LAST)
    return step == ULL_STEP_LAST ? row->most : row->zero ? 0 : row->least;
  if (step == ULL_STEP_STOP_BEFORE || step == ULL_STEP_STOP_AFTER)
    by = row->type == OF_FRACTION ? 0.25 : 1;
  if (row->type == OF_INT && value < 32 && !isnan (value) && (step == ULL_STEP_LESS || step == ULL_STEP_MORE) && !row->zero)
    return CLAMP (value + (step == ULL_STEP_MORE ? 1 : -1), row->least, row->most);
  /* A step that rounds back to where it was goes on. */
  for (guint i = 1; i <= 4 && next == value; i++)
    next = ull_knob_value (knob, position + (step == ULL_STEP_LESS || step == ULL_STEP_STOP_BEFORE ? -by : by) * i);
  return CLAMP (next, row->zero ? 0 : row->least, row->most);
}

static char *
format (const Row *row, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (row->type == OF_FRACTION)
    return g_strdup_printf ("%.0f" ULL_NBSP "%%", 100 * value);
  if (row->type == OF_INT || (fabs (value - round (value)) < 1e-9 && value >= 10))
    return ull_format_count ((gint64) llround (value));
  if (fabs (value) >= 1000)
    return ull_format_decimal (value, 0);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.4g", value));
}

char *
ull_knob_dup_text (UllKnob knob, const UllLoad *load)
{
  double value = ull_knob_get (knob, load);

  if (rows[knob].type == OF_SEED)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, load->seed);
  return isnan (value) ? g_strdup ("") : format (&rows[knob], value);
}

static void
add_stop (UllLeverScale *scale, double position, double value, const Row *row, gboolean labelled)
{
  UllLeverStop *stop = &scale->stop[scale->n_stops++];
  g_autofree char *text = row->type == OF_INT && value >= 1024 ? ull_format_tokens_short ((gint64) value) : format (row, value);

  *stop = (UllLeverStop) { .position = position, .value = (gint64) value };
  if (labelled)
    g_strlcpy (stop->label, text, sizeof stop->label);
}

void
ull_knob_scale_init (UllLeverScale *scale, UllKnob knob)
{
  const Row *row = &rows[knob];
  guint i = 0;

  *scale = (UllLeverScale) { .id = ULL_LEVER_NONE };
  if (row->most <= row->least)
    return;
  scale->lower = row->type == OF_FRACTION ? row->least : log2 (row->least) - (row->zero ? 1 : 0);
  scale->upper = row->type == OF_FRACTION ? row->most : log2 (row->most);
  for (double share = 0; row->type == OF_FRACTION && share <= 1; share += 0.25)
    add_stop (scale, share, share, row, TRUE);
  if (row->type == OF_FRACTION)
    return;
  if (row->zero)
    add_stop (scale, scale->lower, 0, row, TRUE);
  for (double value = row->least; value <= row->most * 1.001; value *= 2, i++)
    add_stop (scale, log2 (value), value, row, i % row->every == 0);
}

UllLoad *
ull_knob_set (UllKnob knob, const UllLoad *load, double value, GError **error)
{
  const Row *row = &rows[knob];
  g_autoptr (UllLoad) changed = ull_load_copy (load);

  if (row->type == OF_INT)
    G_STRUCT_MEMBER (gint64, changed, row->offset) = isnan (value) ? 0 : (gint64) llround (value);
  else if (row->type == OF_SEED)
    changed->seed = (guint64) value;
  else
    G_STRUCT_MEMBER (double, changed, row->offset) = value;
  if (is_step (knob))
    ull_load_set_step_source (changed, NULL);
  if (!ull_load_check (changed, error))
    return NULL;
  return g_steal_pointer (&changed);
}

static gboolean
parse (UllKnob knob, const char *text, double *value, GError **error)
{
  const Row *row = &rows[knob];
  gint64 whole;

  if (row->type == OF_FRACTION)
    {
      if (!ull_fraction_parse (text, &whole, error))
        return FALSE;
      *value = (double) whole / (double) ULL_PPM_ONE;
      return TRUE;
    }
  if (row->type == OF_INT)
    {
      if (!ull_count_parse (text, &whole, error))
        return FALSE;
      *value = (double) whole;
      return TRUE;
    }
  if (!ull_decimal_parse (text, &whole, error))
    return FALSE;
  *value = (double) whole / 1e6;
  return TRUE;
}

UllLoad *
ull_knob_enter (UllKnob knob, const UllLoad *load, const char *text, GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autoptr (UllLoad) changed = NULL;
  guint64 seed;
  double value = NAN;

  if (stripped[0] == '\0' && (is_step (knob) || knob == ULL_KNOB_CAP))
    return ull_knob_set (knob, load, NAN, error);
  if (rows[knob].type == OF_SEED)
    {
      g_autoptr (GError) local_error = NULL;

      if (!g_ascii_string_to_unsigned (stripped, 10, 0, G_MAXUINT64, &seed, &local_error))
        {
          g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, _("“%s” is no seed; a whole number would be right"), stripped);
          return NULL;
        }
      changed = ull_load_copy (load);
      changed->seed = seed;
      return g_steal_pointer (&changed);
    }
  if (!parse (knob, stripped, &value, error))
    return NULL;
  return ull_knob_set (knob, load, value, error);
}
