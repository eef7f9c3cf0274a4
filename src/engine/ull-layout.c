#include "ull-layout.h"

#include "ull-engine-private.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The capacity model. What a request takes is the engine's business; the pool, what is retained and shared of it, and how
 * often one goes into the other are the same for all. Where every request is whole blocks, comparing bytes is the same as
 * comparing blocks: blocks * block bytes >= n * blocks (T) * block bytes.
 *
 * Bytes of one request never shrink with T, which every search relies on. What several take that share a prefix may: see
 * ull_layout_get_stretch_end(). */

static const UllEngine *
engine_of (const UllLayout *layout)
{
  return ull_engine_get (layout->engine);
}

static gboolean
set_overflow (GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               _("the cache is more bytes than can be counted; smaller figures would be right"));
  return FALSE;
}

static gboolean
has_room (const UllLayout *layout, const UllStore *store)
{
  guint packed = 0;

  for (guint i = 0; store->per > 1 && i < layout->n_parts; i++)
    packed += layout->part[i].store.per > 1;
  return layout->n_parts < ULL_MAX_PARTS && packed < ULL_MAX_PACKED_PARTS;
}

static gboolean
add_part (UllLayout *layout, const UllStore *store, const UllRun *run, gint64 layers)
{
  UllLayoutPart *part;

  for (guint i = 0; i < layout->n_parts; i++)
    if (layout->part[i].kind == run->kind && ull_store_equal (&layout->part[i].store, store))
      {
        layout->part[i].layers += layers;
        return TRUE;
      }
  if (!has_room (layout, store))
    return FALSE;
  part = &layout->part[layout->n_parts++];
  *part = (UllLayoutPart) { *store, layers, run->kind, -1 };
  (void) !ull_store_rate (store, &layout->formats, layout->tp, &part->rate);
  return TRUE;
}

void
ull_layout_store (const UllLayout *layout, const UllScenario *scenario, const UllStore *store, UllStore *kept)
{
  ull_scenario_scale_store (scenario, store, kept);
  engine_of (layout)->store (layout, scenario, kept);
}

/* A group that divides the heads of some layer neither way is refused before anything is counted. */
static gboolean
check_shards (const UllLayout *layout, const UllScenario *scenario, GError **error)
{
  const UllModel *model = scenario->model;
  gint64 bytes;

  for (guint i = 0; layout->tp > 1 && i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      {
        UllStore scaled;

        ull_scenario_scale_store (scenario, &model->runs[i].stores[k], &scaled);
        if (!ull_store_bytes (&scaled, &layout->formats, 0, layout->tp, &bytes, error))
          return FALSE;
      }
  return TRUE;
}

/* What a draft model keeps of each token, as one store: it is typed for one card, so that dividing it gives that. */
static gboolean
add_draft (UllLayout *layout, const UllScenario *scenario)
{
  static const UllRun run = { .count = 1, .kind = ULL_LAYER_FULL, .draft = TRUE };
  gint64 bytes = ull_engine_get_setting (scenario, ULL_FIELD_DRAFT_KV);
  UllStore store = { ULL_GROWTH_TOKEN, ULL_SHARD_CHANNELS, ULL_ROLE_CACHE, 0, 1, 1, 0, 0, 0, ULL_DTYPE_FP8, ULL_DTYPE_FP8 };

  if (bytes < 1 || !ull_field_is_read_by (ull_field_get (ULL_FIELD_DRAFT_KV), layout->engine))
    return TRUE;
  return ull_mul (bytes, layout->tp, &store.k_dim) && add_part (layout, &store, &run, 1);
}

/* @counts: layers of each run, or NULL: all of them. */
static gboolean
collect_parts (UllLayout *layout, const UllScenario *scenario, const gint64 *counts, GError **error)
{
  const UllModel *model = scenario->model;
  gboolean drafts = engine_of (layout)->drafts != NULL && engine_of (layout)->drafts (scenario);

  layout->n_parts = 0;
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; (drafts || !model->runs[i].draft) && k < model->runs[i].n_stores; k++)
      {
        UllStore kept;

        ull_layout_store (layout, scenario, &model->runs[i].stores[k], &kept);
        if ((counts != NULL && counts[i] == 0) ||
            add_part (layout, &kept, &model->runs[i], counts != NULL ? counts[i] : model->runs[i].count))
          continue;
        g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                     _("%s has too many different stores; at most %d, %d of them of several tokens an entry, would be right"),
                     model->name, ULL_MAX_PARTS, ULL_MAX_PACKED_PARTS);
        return FALSE;
      }
  return TRUE;
}

/* As ull_store_bytes() counts, of a rate that is the same for every length: searches ask for many. */
gboolean
ull_part_bytes (const UllLayoutPart *part, gint64 tokens, gint64 *bytes)
{
  return part->rate >= 0 && ull_mul (part->rate, ull_store_entries (&part->store, tokens), bytes) &&
         ull_mul (*bytes, part->layers, bytes);
}

static gboolean
part_bytes (const UllLayoutPart *part, gint64 tokens, gint64 *bytes)
{
  return ull_part_bytes (part, part->store.growth == ULL_GROWTH_SIDE ? part->store.cap : tokens, bytes);
}

static gboolean
sum_rates (UllLayout *layout)
{
  layout->per_token = layout->constant = layout->full_tokens = 0;
  layout->uniform = layout->n_parts > 0;
  for (guint i = 0; i < layout->n_parts; i++)
    {
      const UllLayoutPart *part = &layout->part[i];
      gint64 bytes, *rate;

      layout->uniform &= part->store.growth == ULL_GROWTH_TOKEN && part->store.per == 1;
      if (part->store.growth == ULL_GROWTH_TOKEN)
        rate = &layout->per_token;
      else if (part->store.growth == ULL_GROWTH_CONSTANT || part->store.growth == ULL_GROWTH_SIDE)
        rate = &layout->constant;
      else
        {
          layout->full_tokens = MAX (layout->full_tokens, part->store.cap);
          continue;
        }
      /* Stores of several tokens an entry grow by their entry's bytes every `per` tokens: demand rounds up. */
      if (!part_bytes (part, part->store.per, &bytes))
        return FALSE;
      if (rate == &layout->per_token)
        bytes = ull_div_ceil (bytes, part->store.per);
      if (!ull_add (*rate, bytes, rate))
        return FALSE;
    }
  return TRUE;
}

/* Entries of several tokens that do not end where blocks do are shared where both end. */
static gboolean
set_prefix_granule (UllLayout *layout)
{
  for (guint i = 0; i < layout->n_parts; i++)
    {
      const UllStore *store = &layout->part[i].store;

      if (store->growth == ULL_GROWTH_TOKEN && store->per % layout->granule != 0 && layout->granule > 1
          && !ull_common_multiple (layout->prefix_granule, store->per, &layout->prefix_granule))
        return FALSE;
    }
  return TRUE;
}

gboolean
ull_layout_narrow (UllLayout *layout, const UllScenario *scenario, gint64 first, gint64 end)
{
  const UllModel *model = scenario->model;
  g_autofree gint64 *counts = g_new0 (gint64, model->n_runs);

  for (gint64 layer = first; layer < end; layer++)
    counts[model->layer_run[layer]]++;
  return collect_parts (layout, scenario, counts, NULL) && (layout->draft_bytes == 0 || add_draft (layout, scenario)) &&
         sum_rates (layout);
}

/* Resident prefixes and requests draw on one pool: nothing is reserved, so that at most all of it is retained. */
static gboolean
count_retained (UllLayout *layout)
{
  gint64 tokens = ull_div_ceil (layout->retain_tokens, layout->prefix_granule) * layout->prefix_granule, bytes;

  if (!engine_of (layout)->prefix_bytes (layout, tokens, FALSE, &bytes))
    return FALSE;
  layout->retained = MIN (bytes, layout->capacity);
  layout->capacity -= layout->retained;
  return TRUE;
}

gboolean
ull_layout_set_pool (UllLayout *layout, gint64 pool)
{
  layout->pool = pool;
  engine_of (layout)->count (layout);
  return count_retained (layout);
}

static void
init_settings (UllLayout *layout, const UllScenario *scenario)
{
  layout->engine = (UllEngineId) scenario->value[ULL_FIELD_ENGINE];
  layout->block_tokens = ull_engine_get_setting (scenario, ULL_FIELD_BLOCK_SIZE);
  layout->granule = layout->prefix_granule = engine_of (layout)->whole_blocks ? layout->block_tokens : 1;
  layout->length_limit = scenario->value[ULL_FIELD_MAX_MODEL_LEN];
  if (layout->length_limit == ULL_UNSET)
    layout->length_limit = scenario->model->max_positions;
  layout->model_len = ull_scenario_get_model_len (scenario);
  layout->tp = scenario->value[ULL_FIELD_TP];
  layout->shared_tokens = scenario->value[ULL_FIELD_PREFIX_TOKENS];
  layout->sharers = scenario->value[ULL_FIELD_PREFIX_REQUESTS];
  if (layout->sharers == ULL_UNSET)
    layout->sharers = G_MAXINT64;
  layout->retain_tokens = scenario->value[ULL_FIELD_RETAIN];
  layout->image_tokens = ull_field_is_read_by (ull_field_get (ULL_FIELD_IMAGE_TOKENS), layout->engine)
                             ? scenario->value[ULL_FIELD_IMAGE_TOKENS] : 0;
  layout->draft_bytes = 0;
  layout->n_groups = 0;
  layout->layers = layout->stage_layers = ull_model_get_layers (scenario->model);
  layout->by_blocks = FALSE;
  layout->stages = layout->stage = layout->kv_copies = 1;
  layout->own_bytes = 0;
  layout->stages_hold = FALSE;
  ull_scenario_get_formats (scenario, &layout->formats);
}

gint64
ull_layout_count_copies (const UllLayout *layout, gint64 tp)
{
  gint64 copies = 1;

  for (guint i = 0; i < layout->n_parts; i++)
    {
      const UllStore *store = &layout->part[i].store;

      if (store->growth == ULL_GROWTH_CONSTANT || store->role == ULL_ROLE_INDEXER)
        continue;
      if (store->shard == ULL_SHARD_REPLICATED)
        copies = MAX (copies, tp);
      else if (store->shard == ULL_SHARD_HEADS && tp > store->heads)
        copies = MAX (copies, tp / MAX (store->heads, 1));
    }
  return copies;
}

static gboolean
arrange (UllLayout *layout, const UllScenario *scenario, GError **error)
{
  if (!check_shards (layout, scenario, error) || !collect_parts (layout, scenario, NULL, error))
    return FALSE;
  if (!add_draft (layout, scenario) || !sum_rates (layout) || !set_prefix_granule (layout) ||
      !ull_mul (layout->per_token, layout->block_tokens, &layout->page_bytes))
    return set_overflow (error);
  layout->kv_copies = ull_layout_count_copies (layout, layout->tp);
  return engine_of (layout)->arrange == NULL || engine_of (layout)->arrange (layout, scenario, error);
}

gboolean
ull_layout_init (UllLayout *layout, const UllScenario *scenario, gint64 pool, GError **error)
{
  g_autoptr (UllModel) split = NULL;
  UllScenario own = *scenario;

  init_settings (layout, scenario);
  if (engine_of (layout)->split != NULL)
    split = engine_of (layout)->split (scenario);
  if (split != NULL)
    {
      own.model = split;
      own.value[ULL_FIELD_KV_HEADS] = ULL_UNSET;
    }
  return arrange (layout, &own, error) && (ull_layout_set_pool (layout, pool) || set_overflow (error));
}

gboolean
ull_layout_exact_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes)
{
  gint64 sum = 0;

  tokens += layout->image_tokens;
  for (guint i = 0; i < layout->n_parts; i++)
    {
      gint64 part;

      if (!part_bytes (&layout->part[i], tokens, &part) || !ull_add (sum, part, &sum))
        return FALSE;
    }
  *bytes = sum;
  return TRUE;
}

gint64
ull_layout_request_blocks (const UllLayout *layout, gint64 tokens)
{
  return engine_of (layout)->request_blocks (layout, tokens + layout->image_tokens);
}

gboolean
ull_layout_request_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes)
{
  return engine_of (layout)->request_bytes (layout, tokens + layout->image_tokens, bytes);
}

double
ull_layout_concurrency (const UllLayout *layout)
{
  return engine_of (layout)->concurrency (layout);
}

/* A request keeps at least its last token for itself: a prefix is shared up to the one before it, in whole granules. */
gint64
ull_layout_get_shared_tokens (const UllLayout *layout, gint64 tokens)
{
  gint64 prefix = MIN (layout->shared_tokens, tokens - 1);

  return MAX (prefix - prefix % layout->prefix_granule, 0);
}

gboolean
ull_layout_shared_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes)
{
  *bytes = 0;
  return layout->shared_tokens == 0 ||
         engine_of (layout)->prefix_bytes (layout, ull_layout_get_shared_tokens (layout, tokens), TRUE, bytes);
}

gboolean
ull_layout_demand_bytes (const UllLayout *layout, gint64 tokens, gint64 requests, gint64 *bytes)
{
  gint64 sharers = MIN (requests, layout->sharers), each, shared, all, saved;

  if (!ull_layout_request_bytes (layout, tokens, &each) || !ull_layout_shared_bytes (layout, tokens, &shared) ||
      !ull_mul (each, requests, &all) || !ull_mul (shared, MAX (sharers - 1, 0), &saved))
    return FALSE;
  *bytes = all - saved;
  return TRUE;
}

/* First the requests that share, the prefix once; when all that may share do, the others beside them. */
gint64
ull_layout_max_requests (const UllLayout *layout, gint64 tokens)
{
  gint64 each, shared, sharers, left;

  if (!ull_layout_request_bytes (layout, tokens, &each) || !ull_layout_shared_bytes (layout, tokens, &shared))
    return 0;
  if (each == 0)
    return G_MAXINT64;
  left = MAX (layout->capacity - shared, 0);
  sharers = MIN (left / (each - shared), layout->sharers);
  if (shared == 0)
    return layout->capacity / each;
  return sharers + (left - sharers * (each - shared)) / each;
}

/* Of all tokens, whatever they are of. */
static gboolean
fits (const UllLayout *layout, gint64 tokens, gint64 share)
{
  gint64 bytes;

  return engine_of (layout)->request_bytes (layout, tokens, &bytes) && bytes <= share;
}

gint64
ull_layout_search (const UllLayout *layout, gint64 share, gint64 low, gint64 high)
{
  while (low < high)
    {
      gint64 middle = low + (high - low + 1) / 2;

      if (fits (layout, middle, share))
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* The last whole granule of the prefix: from there on a longer request shares no more. */
static gint64
whole_prefix (const UllLayout *layout)
{
  return layout->shared_tokens - layout->shared_tokens % layout->prefix_granule;
}

gint64
ull_layout_get_stretch_end (const UllLayout *layout, gint64 tokens)
{
  if (layout->prefix_granule == layout->granule || layout->sharers < 2 || tokens > whole_prefix (layout))
    return G_MAXINT64;
  return ull_div_ceil (tokens, layout->prefix_granule) * layout->prefix_granule;
}

/* The last of the places @low, @low + 1, ..., @high whose requests, of place * @step + @first tokens, fit together; @low is
 * taken for one. */
static gint64
search_places (const UllLayout *layout, gint64 requests, gint64 step, gint64 first, gint64 low, gint64 high)
{
  gint64 bytes;

  while (low < high)
    {
      gint64 middle = low + (high - low + 1) / 2;

      if (ull_layout_demand_bytes (layout, middle * step + first, requests, &bytes) && bytes <= layout->capacity)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* Stretch after stretch begins with more bytes, for the prefix has grown by a granule and nothing else has shrunk: the last
 * that begins with few enough holds the answer. */
static gint64
search_shared (const UllLayout *layout, gint64 requests, gint64 limit)
{
  gint64 granule = layout->prefix_granule, stretch = 0;

  if (ull_layout_get_stretch_end (layout, 1) == G_MAXINT64)
    return search_places (layout, requests, 1, 0, 0, limit);
  stretch = search_places (layout, requests, granule, 1, 0, MIN (whole_prefix (layout), limit - 1) / granule);
  return search_places (layout, requests, 1, 0, stretch > 0 ? stretch * granule + 1 : 0,
                        MIN (limit, ull_layout_get_stretch_end (layout, stretch * granule + 1)));
}

gint64
ull_layout_max_tokens (const UllLayout *layout, gint64 requests, gint64 limit)
{
  if (limit < 1)
    return 0;
  /* One request alone shares nothing. */
  if (layout->shared_tokens > 0 && MIN (requests, layout->sharers) > 1)
    return search_shared (layout, requests, limit);
  return MAX (engine_of (layout)->longest (layout, layout->capacity / requests, limit + layout->image_tokens) - layout->image_tokens,
              0);
}
