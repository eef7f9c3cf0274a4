#include "ull-lever.h"

#include "ull-units.h"

#include <math.h>
#include <string.h>

/* Three kinds of slider. LOG: the position is the binary logarithm of the value. LINEAR: the position is the value in
 * the unit of its ticks. STOPS: the position is the index of a stop; a value between two stops stands between them.
 *
 * A slider only ever lands on round values; any other value is typed and the slider shows where it lies. Round on a
 * logarithmic slider is a sixteenth of the octave, so that every value has at most five significant binary digits. */

typedef enum
{
  SCALE_LOG,
  SCALE_LINEAR,
  SCALE_STOPS,
} ScaleKind;

typedef struct
{
  ScaleKind kind;
  gint64 unit;  /* LINEAR: value of position 1 */
  gint64 round; /* LINEAR: values a drag lands on */
} ScaleInfo;

/* What a kind of setting runs over, unless its lever says otherwise. */
static const ScaleInfo of_kind[] = {
  [ULL_KIND_COUNT] = { SCALE_LOG, 1, 1 },   [ULL_KIND_SIZE] = { SCALE_LINEAR, ULL_GIB, ULL_GIB / 16 },
  [ULL_KIND_DTYPE] = { SCALE_STOPS, 1, 1 }, [ULL_KIND_FRACTION] = { SCALE_LINEAR, ULL_PPM_ONE, ULL_PPM_ONE / 100 },
  [ULL_KIND_BOOL] = { SCALE_STOPS, 1, 1 },  [ULL_KIND_CHOICE] = { SCALE_STOPS, 1, 1 },
  [ULL_KIND_VERSION] = { SCALE_STOPS, 1, 1 },
};

static ScaleInfo
get_info (UllLeverId id)
{
  if (id == ULL_LEVER_WEIGHTS || id == ULL_LEVER_AVAILABLE)
    return (ScaleInfo) { SCALE_LOG, 1, 1 };
  if (id >= (UllLeverId) ULL_N_FIELDS || id == ULL_LEVER_KV_HEADS || id == ULL_LEVER_BLOCK_SIZE || id == ULL_LEVER_TP)
    return (ScaleInfo) { SCALE_STOPS, 1, 1 };
  return of_kind[ull_field_get ((UllFieldId) id)->kind];
}

static UllLeverStop *
add_stop (UllLeverScale *scale, double position, gint64 value)
{
  UllLeverStop *stop = &scale->stop[scale->n_stops++];

  stop->position = position;
  stop->value = value;
  stop->label[0] = 0;
  return stop;
}

static void
add_index_stop (UllLeverScale *scale, gint64 value, const char *label)
{
  UllLeverStop *stop = add_stop (scale, scale->n_stops, value);

  g_strlcpy (stop->label, label, sizeof stop->label);
}

/* A logarithm has no 0: it stands an octave before the least other value. */
static void
add_none (UllLeverScale *scale, guint from)
{
  scale->least = G_GINT64_CONSTANT (1) << from;
  g_strlcpy (add_stop (scale, from - 1.0, 0)->label, "0", sizeof scale->stop->label);
}

/* Powers of two between two powers of two; a label every @every so that eight at most stand side by side. */
static void
add_octaves (UllLeverScale *scale, guint from, guint to, guint every, gboolean tokens)
{
  for (guint i = from; i <= to; i++)
    {
      gint64 value = G_GINT64_CONSTANT (1) << i;
      UllLeverStop *stop = add_stop (scale, i, value);
      g_autofree char *text = tokens ? ull_format_tokens_short (value) : ull_format_count (value);

      if ((i - from) % every == 0)
        g_strlcpy (stop->label, text, sizeof stop->label);
    }
}

/* A model that ends at some hundred tokens has all its lengths below those where the others begin. */
#define LEAST_OCTAVES 3

static guint
top_octave (const UllModel *model)
{
  gint64 longest = model->max_positions > 0 ? model->max_positions : 128 * ULL_KIB;
  guint top = LEAST_OCTAVES;

  while (top < 40 && (G_GINT64_CONSTANT (1) << top) < longest)
    top++;
  return top;
}

static void
init_lengths (UllLeverScale *scale, const UllModel *model)
{
  guint top = top_octave (model), from = MIN (10, top - LEAST_OCTAVES);

  add_octaves (scale, from, top, (top - from) / 8 + 1, TRUE);
}

static void
init_prefix (UllLeverScale *scale, const UllModel *model)
{
  guint top = top_octave (model), from = MIN (7, top - LEAST_OCTAVES);

  add_none (scale, from);
  add_octaves (scale, from, top, (top - from) / 6 + 1, TRUE);
}

/* A card's worth of tokens at most. */
static void
init_retained (UllLeverScale *scale)
{
  add_none (scale, 10);
  add_octaves (scale, 10, 20, 2, TRUE);
}

/* In GiB, as card memory is. */
static void
init_sizes (UllLeverScale *scale)
{
  add_none (scale, 30);
  for (guint i = 30; i <= 40; i++)
    {
      UllLeverStop *stop = add_stop (scale, i, G_GINT64_CONSTANT (1) << i);

      if (i % 2 == 0)
        g_snprintf (stop->label, sizeof stop->label, "%d", 1 << (i - 30));
    }
}

/* As many cards as are built to work as one. */
static void
init_cards (UllLeverScale *scale, const UllModel *model)
{
  g_autoptr (UllDevice) device = ull_device_new_custom (ULL_GIB);
  g_autoptr (UllScenario) scenario = ull_scenario_new ((UllModel *) model, device);

  for (gint64 cards = 1; cards <= 32; cards *= 2)
    {
      g_autofree char *label = ull_format_count (cards);

      add_index_stop (scale, cards, label);
      scale->stop[scale->n_stops - 1].hollow = !ull_scenario_check_tp (scenario, cards, NULL);
    }
}

static void
init_states (UllLeverScale *scale)
{
  static const UllDtype dtypes[] = { ULL_DTYPE_F32, ULL_DTYPE_BF16, ULL_DTYPE_FP8 };

  for (gsize i = 0; i < G_N_ELEMENTS (dtypes); i++)
    add_index_stop (scale, dtypes[i], ull_dtype_info (dtypes[i])->id);
}

/* The model's own 16 bits first: its name differs from model to model, its size does not. */
static void
init_dtypes (UllLeverScale *scale, UllDtype native)
{
  static const UllDtype narrower[] = { ULL_DTYPE_FP8, ULL_DTYPE_INT4, ULL_DTYPE_NVFP4 };
  UllDtype first = native == ULL_DTYPE_F16 || native == ULL_DTYPE_F32 ? native : ULL_DTYPE_BF16;

  add_index_stop (scale, first, ull_dtype_info (first)->id);
  for (gsize i = 0; i < G_N_ELEMENTS (narrower); i++)
    add_index_stop (scale, narrower[i], ull_dtype_info (narrower[i])->id);
}

/* A model of more query heads than this has no slider that reaches them, nor needs one. */
#define MOST_HEADS 65536

static void
init_kv_heads (UllLeverScale *scale, const UllModel *model)
{
  gint64 own = ull_model_get_scaled_heads (model);
  gint64 queries = MIN (model->query_heads, MOST_HEADS);

  for (gint64 heads = 1; heads <= queries && scale->n_stops < ULL_MAX_STOPS; heads++)
    {
      g_autofree char *label = NULL;

      if (heads != own && !ull_model_check_kv_heads (model, heads, NULL))
        continue;
      if (heads == model->query_heads)
        label = g_strdup_printf ("%" G_GINT64_FORMAT ULL_NBSP "MHA", heads);
      else if (heads == 1)
        label = g_strdup_printf ("%" G_GINT64_FORMAT ULL_NBSP "MQA", heads);
      else if (heads == own)
        label = g_strdup_printf ("%" G_GINT64_FORMAT ULL_NBSP "GQA", heads);
      add_index_stop (scale, heads, label != NULL ? label : "");
    }
}

static void
init_memory (UllLeverScale *scale)
{
  static const int sizes[] = { 8, 12, 16, 24, 32, 48, 80, 96, 141, 192 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      char label[8];

      g_snprintf (label, sizeof label, "%d", sizes[i]);
      add_index_stop (scale, sizes[i] * ULL_GIB, label);
    }
}

/* Four fractions at most, with two decimals as they are typed. */
static void
add_fractions (UllLeverScale *scale, const int *hundredths, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      gint64 ppm = hundredths[i] * (ULL_PPM_ONE / 100);
      g_autofree char *text = ull_format_fraction (ppm);

      g_strlcpy (add_stop (scale, hundredths[i] / 100.0, ppm)->label, text, sizeof scale->stop->label);
    }
}

static void
add_gibs (UllLeverScale *scale)
{
  for (int gib = 0; gib <= 8; gib += 2)
    g_snprintf (add_stop (scale, gib, gib * ULL_GIB)->label, sizeof scale->stop->label, "%d", gib);
}

/* Counts that an engine leaves at none have their 0. */
static void
init_other_count (UllLeverScale *scale, const UllField *field)
{
  if (field->min == 0)
    add_none (scale, 0);
  add_octaves (scale, 0, 10, 2, FALSE);
}

static void
init_count (UllLeverScale *scale, const UllModel *model)
{
  switch ((int) scale->id)
    {
    case ULL_LEVER_CONTEXT:
    case ULL_LEVER_MAX_MODEL_LEN:
      init_lengths (scale, model);
      break;
    case ULL_LEVER_PREFIX_TOKENS:
      init_prefix (scale, model);
      break;
    case ULL_LEVER_RETAIN:
      init_retained (scale);
      break;
    case ULL_LEVER_KV_HEADS:
      init_kv_heads (scale, model);
      break;
    case ULL_LEVER_TP:
      init_cards (scale, model);
      break;
    case ULL_LEVER_CONCURRENCY:
      add_octaves (scale, 0, 8, 2, FALSE);
      break;
    case ULL_LEVER_BLOCK_SIZE:
      add_octaves (scale, 0, 8, 1, FALSE);
      break;
    case ULL_FIELD_MAX_BATCHED_TOKENS:
      add_octaves (scale, 8, 16, 2, TRUE);
      break;
    default:
      init_other_count (scale, ull_field_get ((UllFieldId) scale->id));
    }
}

static void
init_fractions (UllLeverScale *scale)
{
  static const int most[] = { 50, 75, 90, 100 };
  static const int least[] = { 0, 10, 25, 50 };

  add_fractions (scale, scale->id == ULL_LEVER_UTILIZATION ? most : least, G_N_ELEMENTS (most));
}

/* More or longer names than stand side by side are ticks alone: the entry has the name. */
#define MOST_NAMES 4
#define LONGEST_NAME 8

static void
init_choices (UllLeverScale *scale, const UllField *field)
{
  for (gint64 value = field->min; value <= field->max; value++)
    {
      g_autofree char *name = ull_field_format (field, value);

      add_index_stop (scale, value, field->max - field->min < MOST_NAMES && strlen (name) <= LONGEST_NAME ? name : "");
    }
}

static void
init_field (UllLeverScale *scale, UllFieldKind kind, const UllModel *model)
{
  if (kind == ULL_KIND_COUNT)
    init_count (scale, model);
  else if (kind == ULL_KIND_FRACTION)
    init_fractions (scale);
  else if (scale->id == ULL_LEVER_WEIGHTS || scale->id == ULL_LEVER_AVAILABLE)
    init_sizes (scale);
  else if (kind == ULL_KIND_SIZE && scale->id != (UllLeverId) ULL_FIELD_DRAFT_KV)
    add_gibs (scale);
  else if (scale->id == ULL_LEVER_STATE_DTYPE)
    init_states (scale);
  else if (kind == ULL_KIND_DTYPE)
    init_dtypes (scale, model->native_dtype);
  else if (kind == ULL_KIND_BOOL || kind == ULL_KIND_CHOICE)
    init_choices (scale, ull_field_get ((UllFieldId) scale->id));
}

void
ull_lever_scale_init (UllLeverScale *scale, UllLeverId id, const UllModel *model)
{
  *scale = (UllLeverScale) { .id = id };
  if (id == ULL_LEVER_MEMORY)
    init_memory (scale);
  else if (id == ULL_LEVER_KV_DTYPE)
    init_dtypes (scale, model->native_dtype);
  else
    init_field (scale, ull_field_get ((UllFieldId) id)->kind, model);
  scale->lower = scale->n_stops > 0 ? scale->stop[0].position : 0;
  scale->upper = scale->n_stops > 1 ? scale->stop[scale->n_stops - 1].position : scale->lower + 1;
}

/* What a stop is ordered by: a format by its width, anything else by its value. */
static double
weigh (UllLeverId id, gint64 value)
{
  const UllDtypeInfo *info;

  if (id != ULL_LEVER_KV_DTYPE && (id >= (UllLeverId) ULL_N_FIELDS || ull_field_get ((UllFieldId) id)->kind != ULL_KIND_DTYPE))
    return (double) value;
  info = ull_dtype_info ((UllDtype) value);
  return -(double) info->block_bytes / (double) info->block_elements;
}

static double
position_between_stops (const UllLeverScale *scale, gint64 value)
{
  double weight = weigh (scale->id, value);

  for (guint i = 0; i < scale->n_stops; i++)
    if (scale->stop[i].value == value)
      return scale->stop[i].position;
  for (guint i = 0; i < scale->n_stops; i++)
    {
      double here = weigh (scale->id, scale->stop[i].value);
      double before = i > 0 ? weigh (scale->id, scale->stop[i - 1].value) : here;

      if (weight > here)
        continue;
      if (i == 0 || weight == here)
        return scale->stop[i].position;
      return scale->stop[i - 1].position + (weight - before) / (here - before)
                                             * (scale->stop[i].position - scale->stop[i - 1].position);
    }
  return scale->n_stops > 0 ? scale->upper : scale->lower;
}

double
ull_lever_scale_position (const UllLeverScale *scale, const UllScenario *scenario)
{
  ScaleInfo info = get_info (scale->id);
  gint64 value = ull_lever_get_value (scale->id, scenario);
  double position;

  if (info.kind == SCALE_LOG && value < scale->least)
    position = scale->lower + (double) value / (double) scale->least;
  else if (info.kind == SCALE_LOG)
    position = log2 ((double) MAX (value, 1));
  else if (info.kind == SCALE_LINEAR)
    position = (double) value / (double) info.unit;
  else
    position = position_between_stops (scale, value);
  return CLAMP (position, scale->lower, scale->upper);
}

/* The distance of round values about @value. */
static gint64
granule_at (gint64 value)
{
  gint64 granule = 1;

  while (value / granule >= 32)
    granule *= 2;
  return granule;
}

static guint
nearest (const UllLeverScale *scale, double position)
{
  guint best = 0;

  for (guint i = 1; i < scale->n_stops; i++)
    if (fabs (scale->stop[i].position - position) < fabs (scale->stop[best].position - position))
      best = i;
  return best;
}

gint64
ull_lever_round (UllLeverId id, gint64 value)
{
  ScaleInfo info = get_info (id);
  gint64 granule = info.kind == SCALE_LINEAR ? info.round : granule_at (value);

  return (value + granule / 2) / granule * granule;
}

gint64
ull_lever_scale_value (const UllLeverScale *scale, double position)
{
  ScaleInfo info = get_info (scale->id);

  position = CLAMP (position, scale->lower, scale->upper);
  if (info.kind == SCALE_STOPS)
    return scale->stop[nearest (scale, position)].value;
  if (info.kind == SCALE_LINEAR)
    return (gint64) llround (position * (double) info.unit / (double) info.round) * info.round;
  if (scale->least > 0 && position < scale->lower + 1)
    return position < scale->lower + 0.5 ? 0 : scale->least;
  return ull_lever_round (scale->id, (gint64) llround (exp2 (position)));
}

static gint64
step_to_stop (const UllLeverScale *scale, double position, int direction)
{
  const double epsilon = 1e-9;

  if (direction > 0)
    for (guint i = 0; i < scale->n_stops; i++)
      if (!scale->stop[i].hollow && scale->stop[i].position > position + epsilon)
        return scale->stop[i].value;
  if (direction < 0)
    for (guint i = scale->n_stops; i > 0; i--)
      if (!scale->stop[i - 1].hollow && scale->stop[i - 1].position < position - epsilon)
        return scale->stop[i - 1].value;
  return scale->stop[nearest (scale, position)].value;
}

/* From a value that is not round, the nearest round one on that side. */
gint64
ull_lever_round_next (UllLeverId id, gint64 value, int direction)
{
  ScaleInfo info = get_info (id);
  gint64 granule;

  if (info.kind == SCALE_LINEAR)
    granule = info.round;
  else
    granule = granule_at (direction > 0 ? value : MAX (value - 1, 1));
  return direction > 0 ? (value / granule + 1) * granule : (value - 1) / granule * granule;
}

/* Within the slider's ends; below the least value of one that begins with none there is none. */
static gint64
step_round (const UllLeverScale *scale, gint64 value, int direction)
{
  if (scale->least > 0 && (direction > 0 ? value < scale->least : value <= scale->least))
    return direction > 0 ? scale->least : 0;
  return CLAMP (ull_lever_round_next (scale->id, value, direction), scale->stop[0].value,
                scale->stop[scale->n_stops - 1].value);
}

gint64
ull_lever_scale_step (const UllLeverScale *scale, const UllScenario *scenario, UllLeverStep step)
{
  int direction = step == ULL_STEP_MORE || step == ULL_STEP_STOP_AFTER ? 1 : -1;
  gint64 value = ull_lever_get_value (scale->id, scenario);

  g_return_val_if_fail (scale->n_stops > 0, value);

  if (step == ULL_STEP_FIRST)
    return scale->stop[0].value;
  if (step == ULL_STEP_LAST)
    return scale->stop[scale->n_stops - 1].value;
  if (get_info (scale->id).kind == SCALE_STOPS || step == ULL_STEP_STOP_AFTER || step == ULL_STEP_STOP_BEFORE)
    return step_to_stop (scale, ull_lever_scale_position (scale, scenario), direction);
  return step_round (scale, value, direction);
}
