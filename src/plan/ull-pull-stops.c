#include "ull-pull-private.h"

#include "ull-engine.h"
#include "ull-units.h"

/* Where a lever may go. Stops stand in the order of how far they are pulled; a range runs from the least pull to the end.
 * A lever that cannot move from where it stands has neither. */

/* Past this many cards, a layer is shared by more than one machine's worth of them. */
#define MOST_CARDS 64

/* From wide to narrow. */
static const UllDtype by_width[] = { ULL_DTYPE_F32,  ULL_DTYPE_F16,  ULL_DTYPE_BF16, ULL_DTYPE_Q8_0,  ULL_DTYPE_FP8,
                                     ULL_DTYPE_INT8, ULL_DTYPE_Q5_1, ULL_DTYPE_Q5_0, ULL_DTYPE_Q4_1,  ULL_DTYPE_NVFP4,
                                     ULL_DTYPE_Q4_0, ULL_DTYPE_IQ4_NL, ULL_DTYPE_INT4 };

static gboolean
is_narrower (UllDtype a, UllDtype b)
{
  const UllDtypeInfo *one = ull_dtype_info (a), *other = ull_dtype_info (b);

  return one->block_bytes * other->block_elements < other->block_bytes * one->block_elements;
}

static guint
formats_below (UllDtype a, UllDtype b, gint64 *stops, guint max)
{
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (by_width) && n < max; i++)
    if (is_narrower (by_width[i], a) && is_narrower (by_width[i], b))
      stops[n++] = by_width[i];
  return n;
}

/* Of a head as most models have it; what of it is a scale makes little of another. */
#define USUAL_HEAD 128

static gint64
entry_bytes (UllDtype k, UllDtype v)
{
  gint64 bytes;

  return ull_dtype_entry_bytes (k, USUAL_HEAD, v, USUAL_HEAD, &bytes) ? bytes : G_MAXINT64;
}

static int
compare_formats_cb (const void *a, const void *b)
{
  UllDtype one = (UllDtype) *(const gint64 *) a, other = (UllDtype) *(const gint64 *) b;
  gint64 wide = entry_bytes (one, one), narrow = entry_bytes (other, other);

  return wide == narrow ? (int) one - (int) other : wide < narrow ? 1 : -1;
}

/* Those alone that the engine has, in its release and on the card. */
static guint
engine_formats_below (const UllScenario *scenario, gint64 present, gint64 *stops, guint max)
{
  guint n_formats, n = 0;
  const UllDtype *formats = ull_engine_get_formats ((UllEngineId) scenario->value[ULL_FIELD_ENGINE], &n_formats);

  for (guint i = 0; i < n_formats && n < max; i++)
    if (entry_bytes (formats[i], formats[i]) < present && ull_engine_check_format (scenario, formats[i], NULL))
      stops[n++] = formats[i];
  qsort (stops, n, sizeof *stops, compare_formats_cb);
  return n;
}

static guint
stops_kv_dtype (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  UllDtype k = plan->layout.formats.k, v = plan->layout.formats.v;

  if (ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->formats != NULL)
    return engine_formats_below (scenario, entry_bytes (k, v), stops, max);
  return formats_below (k, v, stops, max);
}

/* A latent has no values of its own, and some engines one format for both: either lever would be the one above. */
static gboolean
keeps_values (const UllScenario *scenario, const UllPlan *plan)
{
  if (ull_engine_get ((UllEngineId) scenario->value[ULL_FIELD_ENGINE])->one_format)
    return FALSE;
  for (guint i = 0; i < plan->layout.n_parts; i++)
    if (plan->layout.part[i].store.v_dim > 0 && plan->layout.part[i].store.v_format == ULL_DTYPE_KV)
      return TRUE;
  return FALSE;
}

static guint
stops_k_dtype (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  return keeps_values (scenario, plan) ? formats_below (plan->layout.formats.k, plan->layout.formats.k, stops, max) : 0;
}

static guint
stops_v_dtype (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  return keeps_values (scenario, plan) ? formats_below (plan->layout.formats.v, plan->layout.formats.v, stops, max) : 0;
}

/* A format is narrower here if the weights are smaller in it. */
static guint
stops_weight_dtype (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  UllWeightSource source;
  gint64 present, bytes;
  guint n = 0;

  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET || !ull_scenario_get_weights (scenario, &present, &source, NULL))
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (by_width) && n < max; i++)
    if (ull_pull_weights_at (scenario, by_width[i], &bytes) && bytes < present)
      stops[n++] = by_width[i];
  return n;
}

static guint
stops_kv_heads (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  gint64 queries = scenario->model->query_heads, present = scenario->value[ULL_FIELD_KV_HEADS];
  guint n = 0;

  if (present == ULL_UNSET)
    present = ull_model_get_scaled_heads (scenario->model);
  for (gint64 heads = present - 1; queries > 0 && heads > 0 && n < max; heads--)
    if (queries % heads == 0 && ull_model_check_kv_heads (scenario->model, heads, NULL))
      stops[n++] = heads;
  return n;
}

static guint
stops_tp (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  guint n = 0;

  for (gint64 cards = scenario->value[ULL_FIELD_TP] * 2; cards <= MOST_CARDS && n < max; cards *= 2)
    stops[n++] = cards;
  return n;
}

static guint
stops_device (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  guint n_sizes, n = 0;
  const guint *sizes = ull_device_sizes (&n_sizes);

  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    return 0;
  for (guint i = 0; i < n_sizes && n < max; i++)
    {
      const UllDevice *device = g_ptr_array_index (ull_device_catalogue (), sizes[i]);

      if (device->allocatable > scenario->device->allocatable)
        stops[n++] = sizes[i];
    }
  return n;
}

static guint
stops_utilization (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  static const gint64 tried[] = { 950000, ULL_PPM_ONE };
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (tried) && n < max; i++)
    if (ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION) < tried[i])
      stops[n++] = tried[i];
  return n;
}

static guint
stops_headroom (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  stops[0] = 0;
  return scenario->value[ULL_FIELD_HEADROOM] > 0 ? 1 : 0;
}

static guint
stops_context (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  stops[0] = plan->context / 2;
  return stops[0] > 0 ? 1 : 0;
}

static guint
stops_prefix (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  gint64 present = scenario->value[ULL_FIELD_PREFIX_TOKENS];

  stops[0] = MAX (plan->context / 2, present);
  return stops[0] > present || scenario->value[ULL_FIELD_PREFIX_REQUESTS] != ULL_UNSET ? 1 : 0;
}

/* Only where it binds, and as far as memory goes. */
static guint
stops_max_num_seqs (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  stops[0] = MIN (plan->memory_concurrency, ull_field_get (ULL_FIELD_MAX_NUM_SEQS)->max);
  return plan->max_concurrency < stops[0] ? 1 : 0;
}

static gboolean
range_between (gint64 present, gint64 end, gint64 *first, gint64 *last)
{
  if (present == ULL_UNSET || present == end)
    return FALSE;
  *first = present < end ? present + 1 : present - 1;
  *last = end;
  return TRUE;
}

static gboolean
range_upwards (gint64 present, gint64 end, gint64 *first, gint64 *last)
{
  return present < end && range_between (present, end, first, last);
}

/* The prefix there is, if only some share it, is a pull too: then all do. */
static gboolean
range_prefix (const UllScenario *scenario, gint64 *first, gint64 *last)
{
  gint64 present = scenario->value[ULL_FIELD_PREFIX_TOKENS];

  if (present > 0 && scenario->value[ULL_FIELD_PREFIX_REQUESTS] != ULL_UNSET)
    present--;
  return range_upwards (present, scenario->value[ULL_FIELD_CONTEXT] - 1, first, last);
}

gboolean
ull_pull_range (UllPullId id, const UllScenario *scenario, gint64 *first, gint64 *last)
{
  const gint64 *value = scenario->value;
  gboolean by_card = value[ULL_FIELD_AVAILABLE] == ULL_UNSET;

  switch (id)
    {
    case ULL_PULL_MAX_NUM_SEQS:
      return range_upwards (ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS), value[ULL_FIELD_CONCURRENCY], first, last);
    case ULL_PULL_MAX_MODEL_LEN:
      return range_upwards (value[ULL_FIELD_MAX_MODEL_LEN], value[ULL_FIELD_CONTEXT], first, last);
    case ULL_PULL_UTILIZATION:
      return by_card && range_between (ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION), ULL_PPM_ONE, first, last);
    case ULL_PULL_HEADROOM:
      return by_card && range_between (value[ULL_FIELD_HEADROOM], 0, first, last);
    case ULL_PULL_OVERHEAD:
      return by_card && range_between (value[ULL_FIELD_OVERHEAD], 0, first, last);
    case ULL_PULL_CONTEXT:
      return range_between (value[ULL_FIELD_CONTEXT], 1, first, last);
    case ULL_PULL_CONCURRENCY:
      return range_between (value[ULL_FIELD_CONCURRENCY], 1, first, last);
    case ULL_PULL_PREFIX:
      return range_prefix (scenario, first, last);
    case ULL_PULL_MEMORY:
      return range_upwards (by_card ? scenario->device->allocatable : value[ULL_FIELD_AVAILABLE],
                            ull_field_get (ULL_FIELD_AVAILABLE)->max, first, last);
    default:
      return FALSE;
    }
}

#define TOKENS (1u << ULL_WANT_TOKENS)
#define REQUESTS (1u << ULL_WANT_REQUESTS)
#define CONTEXT (1u << ULL_WANT_CONTEXT)
#define ALL (TOKENS | REQUESTS | CONTEXT)

static const struct
{
  guint (*stops) (const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max); /* NULL: a range alone */
  guint shown; /* in the table of levers */
  gboolean continuous;
  guint wants; /* bits 1 << UllWant: what it has to do with */
} pulls[ULL_N_PULLS] = {
  [ULL_PULL_MAX_NUM_SEQS] = { stops_max_num_seqs, 1, TRUE, REQUESTS | CONTEXT },
  [ULL_PULL_MAX_MODEL_LEN] = { NULL, 0, TRUE, REQUESTS | CONTEXT },
  [ULL_PULL_UTILIZATION] = { stops_utilization, 2, TRUE, ALL },
  [ULL_PULL_HEADROOM] = { stops_headroom, 1, TRUE, ALL },
  [ULL_PULL_OVERHEAD] = { NULL, 0, TRUE, ALL },
  [ULL_PULL_KV_DTYPE] = { stops_kv_dtype, ULL_N_DTYPES, FALSE, ALL },
  [ULL_PULL_V_DTYPE] = { stops_v_dtype, ULL_N_DTYPES, FALSE, ALL },
  [ULL_PULL_K_DTYPE] = { stops_k_dtype, ULL_N_DTYPES, FALSE, ALL },
  [ULL_PULL_PREFIX] = { stops_prefix, 1, TRUE, REQUESTS | CONTEXT },
  [ULL_PULL_CONTEXT] = { stops_context, 1, TRUE, REQUESTS },
  [ULL_PULL_CONCURRENCY] = { NULL, 0, TRUE, CONTEXT },
  [ULL_PULL_HOST] = { NULL, 0, FALSE, 0 },
  [ULL_PULL_WEIGHT_DTYPE] = { stops_weight_dtype, ULL_N_DTYPES, FALSE, ALL },
  [ULL_PULL_DEVICE] = { stops_device, 3, FALSE, ALL },
  [ULL_PULL_MEMORY] = { NULL, 0, TRUE, ALL },
  [ULL_PULL_TP] = { stops_tp, 1, FALSE, ALL },
  [ULL_PULL_KV_HEADS] = { stops_kv_heads, ULL_MAX_STOPS, FALSE, ALL },
};

guint
ull_pull_stops (UllPullId id, const UllScenario *scenario, const UllPlan *plan, gint64 *stops, guint max)
{
  return pulls[id].stops == NULL || max == 0 ? 0 : pulls[id].stops (scenario, plan, stops, max);
}

guint
ull_pull_get_shown (UllPullId id)
{
  return pulls[id].shown;
}

gboolean
ull_pull_helps (UllPullId id, UllWant want)
{
  return (pulls[id].wants & (1u << want)) != 0;
}

gboolean
ull_pull_is_continuous (UllPullId id)
{
  return pulls[id].continuous;
}

static gboolean
sets_format (UllPullId id)
{
  return id == ULL_PULL_K_DTYPE || id == ULL_PULL_V_DTYPE;
}

gboolean
ull_pull_goes_with (UllPullId a, UllPullId b)
{
  if ((a == ULL_PULL_KV_DTYPE && sets_format (b)) || (b == ULL_PULL_KV_DTYPE && sets_format (a)))
    return FALSE;
  return a != b && !(a == ULL_PULL_DEVICE && b == ULL_PULL_MEMORY) && !(a == ULL_PULL_MEMORY && b == ULL_PULL_DEVICE);
}
