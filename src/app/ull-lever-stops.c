#include "ull-lever.h"

#include "ull-engine.h"
#include "ull-units.h"

#include <string.h>

/* What stands along a slider. A stop that the model, the engine's release or the card cannot take is hollow: there for the eye,
 * and setting it says why. */

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

static const UllDtype usual[] = { ULL_DTYPE_FP8, ULL_DTYPE_INT4, ULL_DTYPE_NVFP4 };

/* The model's own 16 bits first: its name differs from model to model, its size does not. */
static void
add_native (UllLeverScale *scale, UllDtype native)
{
  UllDtype first = native == ULL_DTYPE_F16 || native == ULL_DTYPE_F32 ? native : ULL_DTYPE_BF16;

  add_index_stop (scale, first, ull_dtype_info (first)->id);
}

static void
init_dtypes (UllLeverScale *scale, UllDtype native)
{
  add_native (scale, native);
  for (gsize i = 0; i < G_N_ELEMENTS (usual); i++)
    add_index_stop (scale, usual[i], ull_dtype_info (usual[i])->id);
}

/* As wide as a head of the usual size is in it. */
static gint64
width_of (UllDtype dtype)
{
  gint64 bytes;

  return ull_dtype_entry_bytes (dtype, 128, dtype, 128, &bytes) ? bytes : G_MAXINT64;
}

static int
compare_widths_cb (gconstpointer a, gconstpointer b)
{
  gint64 one = width_of (*(const UllDtype *) a), other = width_of (*(const UllDtype *) b);

  return one < other ? 1 : one > other ? -1 : (int) *(const UllDtype *) a - (int) *(const UllDtype *) b;
}

static gboolean
has_dtype (const UllDtype *dtypes, guint n, UllDtype dtype)
{
  for (guint i = 0; i < n; i++)
    if (dtypes[i] == dtype)
      return TRUE;
  return FALSE;
}

/* Those of an engine, and the usual ones, which it may lack: from wide to narrow. Its own have names too long to stand side by
 * side: their ticks are alone, and the entry has the name. A hollow one takes more room than there is between two stops, so
 * that of those the one is named that the engine never has. */
static void
init_kv_dtypes (UllLeverScale *scale, const UllScenario *scenario)
{
  UllDtype all[ULL_N_DTYPES];
  guint n, n_formats;
  const UllDtype *formats = ull_engine_get_formats ((UllEngineId) scenario->value[ULL_FIELD_ENGINE], &n_formats);

  if (ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->formats == NULL)
    {
      init_dtypes (scale, scenario->model->native_dtype);
      return;
    }
  add_native (scale, scenario->model->native_dtype);
  for (n = 0; n < G_N_ELEMENTS (usual); n++)
    all[n] = usual[n];
  for (guint i = 0; i < n_formats; i++)
    if (formats[i] != ULL_DTYPE_BF16 && !has_dtype (all, n, formats[i]))
      all[n++] = formats[i];
  qsort (all, n, sizeof *all, compare_widths_cb);
  for (guint i = 0; i < n; i++)
    {
      gboolean hollow = !ull_engine_check_format (scenario, all[i], NULL);
      gboolean named = has_dtype (usual, G_N_ELEMENTS (usual), all[i]) && (!hollow || !has_dtype (formats, n_formats, all[i]));

      add_index_stop (scale, all[i], named ? ull_dtype_info (all[i])->id : "");
      scale->stop[scale->n_stops - 1].hollow = hollow;
    }
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
ull_lever_scale_init (UllLeverScale *scale, UllLeverId id, const UllScenario *scenario)
{
  const UllModel *model = scenario->model;

  *scale = (UllLeverScale) { .id = id };
  if (id == ULL_LEVER_MEMORY)
    init_memory (scale);
  else if (id == ULL_LEVER_KV_DTYPE)
    init_kv_dtypes (scale, scenario);
  else
    init_field (scale, ull_field_get ((UllFieldId) id)->kind, model);
  scale->lower = scale->n_stops > 0 ? scale->stop[0].position : 0;
  scale->upper = scale->n_stops > 1 ? scale->stop[scale->n_stops - 1].position : scale->lower + 1;
}
