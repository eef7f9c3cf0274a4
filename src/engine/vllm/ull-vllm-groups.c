#include "ull-vllm-groups.h"

#include "ull-engine.h"
#include "ull-units.h"
#include "ull-vllm-packed.h"
#include "ull-vllm-settings.h"
#include "ull-vllm-version.h"

/* Specs to groups; the first that holds decides:
 *
 *   windows are not managed        they become full attention, and so on
 *   entries of several tokens      packed, see ull-vllm-packed.c
 *   all layers alike               one group:  blocks = pool / page / layers
 *   alike but for the page         one group:  blocks = pool / sum of the layers' pages
 *   anything else                  every page becomes the largest: a smaller one that divides it takes so many times the
 *                                  tokens, a state's is padded, and so is one whose kernels stride over blocks; then each
 *                                  kind's layers are dealt out to groups of one size: blocks = pool / page / that size
 *
 * The size is that of the smallest kind, or of the largest where that is not much more. A group short of a layer leaves its
 * page of each block empty. A page that cannot be made the same turns windows into full attention after all. */

static gboolean
is_window (const UllVllmSpec *spec)
{
  return spec->kind == ULL_VLLM_SLIDING || spec->kind == ULL_VLLM_CHUNKED;
}

static void
merge_equal (UllVllmSpecs *specs, const UllModel *model)
{
  for (guint i = 0; i < specs->n; i++)
    for (guint k = specs->n - 1; k > i; k--)
      {
        const UllVllmSpec *a = &specs->spec[i], *b = &specs->spec[k];

        if (a->kind != b->kind || a->window != b->window || a->block != b->block || a->page != b->page ||
            a->store.heads != b->store.heads || a->store.k_dim != b->store.k_dim || a->store.v_dim != b->store.v_dim)
          continue;
        specs->layers[i] += specs->layers[k];
        for (guint r = 0; r < model->n_runs; r++)
          {
            guint64 low = specs->of_run[r] & (((guint64) 1 << k) - 1), high = specs->of_run[r] >> k >> 1 << k;

            low |= (specs->of_run[r] >> k & 1) << i;
            specs->of_run[r] = low | high;
          }
        for (guint m = k; m + 1 < specs->n; m++)
          {
            specs->spec[m] = specs->spec[m + 1];
            specs->layers[m] = specs->layers[m + 1];
          }
        specs->n--;
      }
}

/* Windows as full attention: blocks for all tokens. */
static gboolean
promote_windows (UllVllmSpecs *specs, const UllModel *model)
{
  gboolean promoted = FALSE;

  for (guint i = 0; i < specs->n; i++)
    if (is_window (&specs->spec[i]))
      {
        specs->spec[i].kind = ULL_VLLM_FULL;
        specs->spec[i].window = specs->spec[i].store.cap = 0;
        specs->spec[i].store.growth = ULL_GROWTH_TOKEN;
        promoted = TRUE;
      }
  if (promoted)
    merge_equal (specs, model);
  return promoted;
}

/* Whether all layers need the same number of blocks. */
static gboolean
is_one_type (const UllVllmSpecs *specs)
{
  for (guint i = 1; i < specs->n; i++)
    if (specs->spec[i].kind != specs->spec[0].kind || specs->spec[i].window != specs->spec[0].window ||
        specs->spec[i].block != specs->spec[0].block)
      return FALSE;
  return TRUE;
}

static gint64
largest_page (const UllVllmSpecs *specs)
{
  gint64 page = 0;

  for (guint i = 0; i < specs->n; i++)
    page = MAX (page, specs->spec[i].page);
  return page;
}

static gboolean
can_unify (const UllVllmSpecs *specs, gboolean pads)
{
  gint64 page = largest_page (specs);

  for (guint i = 0; i < specs->n; i++)
    if (specs->spec[i].kind != ULL_VLLM_STATE && (specs->spec[i].page == 0 || page % specs->spec[i].page != 0) && !pads)
      return FALSE;
  return TRUE;
}

static gboolean
unify_pages (UllVllmSpecs *specs, const UllLayout *layout)
{
  gint64 page = largest_page (specs);

  for (guint i = 0; i < specs->n; i++)
    {
      UllVllmSpec *spec = &specs->spec[i];

      if (spec->kind != ULL_VLLM_STATE && spec->page > 0 && page % spec->page == 0 &&
          !ull_vllm_spec_set_block (spec, layout, spec->block * (page / spec->page)))
        return FALSE;
      spec->page = page;
    }
  return TRUE;
}

/* Layers of a group. */
static gint64
group_size (const UllVllmSpecs *specs, const UllScenario *scenario)
{
  gint64 least = specs->layers[0], most = specs->layers[0];

  for (guint i = 1; i < specs->n; i++)
    {
      least = MIN (least, specs->layers[i]);
      most = MAX (most, specs->layers[i]);
    }
  if (ull_vllm_has (scenario, ULL_VLLM_GROUP_BY_LARGEST_1_5))
    return 2 * most < 3 * least ? most : least;
  return ull_vllm_has (scenario, ULL_VLLM_GROUP_BY_LARGEST) && 4 * most < 5 * least ? most : least;
}

static gboolean
set_state_blocks (UllLayoutGroup *group, const UllVllmSpec *spec, gint64 mode, gint64 drafted)
{
  group->fixed_blocks = drafted + (mode == ULL_MAMBA_NONE ? 1 : mode == ULL_MAMBA_ALIGN ? 2 : 0);
  group->block_tokens = mode == ULL_MAMBA_ALL ? spec->block : 0;
  return TRUE;
}

/* Blocks that a request holds, at most, of one group of the kind. */
static gboolean
set_request_blocks (UllLayoutGroup *group, const UllVllmSpec *spec, gint64 mode, const UllScenario *scenario)
{
  gint64 in_flight = ull_vllm_get_in_flight (scenario), dcp = scenario->value[ULL_FIELD_DCP];

  group->block_tokens = spec->block;
  group->cap_tokens = G_MAXINT64;
  switch (spec->kind)
    {
    case ULL_VLLM_SLIDING:
      group->slack_blocks = 1;
      return ull_add (MAX (spec->window - 1, 0), in_flight, &group->cap_tokens);
    case ULL_VLLM_CHUNKED:
      return ull_add (spec->window, in_flight, &group->cap_tokens);
    case ULL_VLLM_STATE:
      return set_state_blocks (group, spec, mode, scenario->value[ULL_FIELD_NUM_SPECULATIVE_TOKENS]);
    case ULL_VLLM_CROSS:
      group->fixed_blocks = ull_div_ceil (spec->window, spec->block);
      group->block_tokens = 0;
      return TRUE;
    case ULL_VLLM_FULL:
    default:
      return ull_mul (spec->block, dcp, &group->block_tokens);
    }
}

gboolean
ull_vllm_fill_group (UllLayoutGroup *group, const UllVllmSpecs *specs, guint i, const UllScenario *scenario)
{
  const UllVllmSpec *spec = &specs->spec[i];

  *group = (UllLayoutGroup) { .kind = spec->layer_kind, .layers = specs->layers[i], .page_bytes = spec->page,
                              .filled_bytes = spec->filled };
  if (spec->kind != ULL_VLLM_STATE)
    group->store = spec->store;
  return set_request_blocks (group, spec, specs->mamba_mode, scenario);
}

gint64
ull_vllm_group_blocks (const UllLayoutGroup *group, gint64 tokens)
{
  gint64 blocks = group->fixed_blocks;

  if (group->block_tokens > 0 && tokens > 0)
    blocks += ull_div_ceil (MIN (tokens, group->cap_tokens), group->block_tokens) + group->slack_blocks;
  return blocks;
}

static gboolean
fill_groups (const UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario, gint64 size)
{
  layout->n_groups = specs->n;
  for (guint i = 0; i < specs->n; i++)
    {
      UllLayoutGroup *group = &layout->group[i];

      if (!ull_vllm_fill_group (group, specs, i, scenario))
        return FALSE;
      /* With one table for all layers, the first kind has it. */
      group->groups = size > 0 ? ull_div_ceil (specs->layers[i], size) : i == 0;
      group->group_layers = size > 0 ? ull_div_ceil (specs->layers[i], group->groups) : specs->layers[i];
    }
  return TRUE;
}

gboolean
ull_vllm_group (UllVllmSpecs *specs, UllLayout *layout, const UllScenario *scenario)
{
  gboolean managed = ull_vllm_get (scenario, ULL_FIELD_HYBRID_KV_CACHE_MANAGER) != 0, shared;

  layout->concurrency_blocks = layout->check_bytes = 0;
  if (ull_vllm_is_packed (scenario->model))
    return ull_vllm_pack (specs, layout, scenario);
  if (!managed && (!is_one_type (specs) || !ull_vllm_has (scenario, ULL_VLLM_HYBRID_MANAGER)))
    promote_windows (specs, scenario->model);
  if (!is_one_type (specs) && !can_unify (specs, ull_vllm_has (scenario, ULL_VLLM_PAGE_PADDING)))
    promote_windows (specs, scenario->model);
  shared = is_one_type (specs);
  if (!shared && !unify_pages (specs, layout))
    return FALSE;
  return fill_groups (specs, layout, scenario, shared ? 0 : group_size (specs, scenario)) &&
         ull_vllm_find_poorest (specs, layout, scenario, shared);
}
