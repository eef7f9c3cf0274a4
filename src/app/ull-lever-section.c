#include "ull-lever-section.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The one list of what the sidebar holds: a setting gets its row by a line here. */

static const char *const labels[ULL_N_SECTIONS] = {
  [ULL_SECTION_FIRST] = N_("Levers"),     [ULL_SECTION_LOAD] = N_("Shared prefixes"), [ULL_SECTION_CACHE] = N_("Cache formats"),
  [ULL_SECTION_WEIGHTS] = N_("Weights"),  [ULL_SECTION_CARD] = N_("Cards"),           [ULL_SECTION_ENGINE] = N_("Engine limits"),
  [ULL_SECTION_SWITCHES] = N_("Engine switches"), [ULL_SECTION_BESIDES] = N_("Memory besides"), [ULL_SECTION_DRAFTS] = N_("Drafts and adapters"),
};

static const struct
{
  UllLeverId lever;
  UllSection section;
} places[] = {
  { ULL_LEVER_CONTEXT, ULL_SECTION_FIRST },
  { ULL_LEVER_CONCURRENCY, ULL_SECTION_FIRST },
  { ULL_LEVER_KV_DTYPE, ULL_SECTION_FIRST },
  { ULL_LEVER_KV_HEADS, ULL_SECTION_FIRST },
  { ULL_LEVER_MEMORY, ULL_SECTION_FIRST },
  { ULL_LEVER_UTILIZATION, ULL_SECTION_FIRST },
  { ULL_LEVER_PREFIX_TOKENS, ULL_SECTION_LOAD },
  { ULL_LEVER_PREFIX_REQUESTS, ULL_SECTION_LOAD },
  { ULL_LEVER_RETAIN, ULL_SECTION_LOAD },
  { ULL_LEVER_K_DTYPE, ULL_SECTION_CACHE },
  { ULL_LEVER_V_DTYPE, ULL_SECTION_CACHE },
  { ULL_LEVER_STATE_DTYPE, ULL_SECTION_CACHE },
  { ULL_LEVER_WEIGHT_DTYPE, ULL_SECTION_WEIGHTS },
  { ULL_LEVER_WEIGHTS, ULL_SECTION_WEIGHTS },
  { ULL_LEVER_TP, ULL_SECTION_CARD },
  { (UllLeverId) ULL_FIELD_PP, ULL_SECTION_CARD },
  { (UllLeverId) ULL_FIELD_DP, ULL_SECTION_CARD },
  { (UllLeverId) ULL_FIELD_DCP, ULL_SECTION_CARD },
  { ULL_LEVER_OVERHEAD, ULL_SECTION_CARD },
  { ULL_LEVER_HEADROOM, ULL_SECTION_CARD },
  { ULL_LEVER_AVAILABLE, ULL_SECTION_CARD },
  { ULL_LEVER_BLOCK_SIZE, ULL_SECTION_ENGINE },
  { ULL_LEVER_MAX_NUM_SEQS, ULL_SECTION_ENGINE },
  { ULL_LEVER_MAX_MODEL_LEN, ULL_SECTION_ENGINE },
  { (UllLeverId) ULL_FIELD_MAX_BATCHED_TOKENS, ULL_SECTION_ENGINE },
  { (UllLeverId) ULL_FIELD_NUM_GPU_BLOCKS_OVERRIDE, ULL_SECTION_ENGINE },
  { (UllLeverId) ULL_FIELD_WATERMARK, ULL_SECTION_ENGINE },
  { (UllLeverId) ULL_FIELD_ENGINE_VERSION, ULL_SECTION_ENGINE },
  { (UllLeverId) ULL_FIELD_ENFORCE_EAGER, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_ENABLE_PREFIX_CACHING, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_HYBRID_KV_CACHE_MANAGER, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_ASYNC_SCHEDULING, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_FULL_SEQUENCE_ADMISSION, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_MAMBA_CACHE_MODE, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_MAMBA_BLOCK_SIZE, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_ATTENTION_BACKEND, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_MODEL_RUNNER, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_USAGE_CONTEXT, ULL_SECTION_SWITCHES },
  { (UllLeverId) ULL_FIELD_ACTIVATION, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_GRAPHS, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_NON_TORCH, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_CONTEXT_BYTES, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_COMMUNICATION, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_OTHER_INSTANCES, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_OTHER_BYTES, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_ENCODER, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_IMAGE_TOKENS, ULL_SECTION_BESIDES },
  { (UllLeverId) ULL_FIELD_SPECULATIVE_METHOD, ULL_SECTION_DRAFTS },
  { (UllLeverId) ULL_FIELD_NUM_SPECULATIVE_TOKENS, ULL_SECTION_DRAFTS },
  { (UllLeverId) ULL_FIELD_DRAFT_WEIGHTS, ULL_SECTION_DRAFTS },
  { (UllLeverId) ULL_FIELD_DRAFT_KV, ULL_SECTION_DRAFTS },
  { (UllLeverId) ULL_FIELD_MAX_LORAS, ULL_SECTION_DRAFTS },
  { (UllLeverId) ULL_FIELD_MAX_LORA_RANK, ULL_SECTION_DRAFTS },
  { (UllLeverId) ULL_FIELD_LORA, ULL_SECTION_DRAFTS },
};

const char *
ull_section_get_label (UllSection section)
{
  return _(labels[section]);
}

guint
ull_section_list (UllSection section, const UllScenario *scenario, UllLeverId levers[ULL_N_LEVERS])
{
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].section == section && (scenario == NULL || ull_lever_is_read (places[i].lever, scenario)))
      levers[n++] = places[i].lever;
  return n;
}

UllSection
ull_lever_get_section (UllLeverId lever)
{
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].lever == lever)
      return places[i].section;
  return ULL_N_SECTIONS;
}

/* Keys and values of one format are the lever of both, which is never folded. */
static gboolean
is_as_new (UllLeverId lever, const UllScenario *scenario)
{
  const gint64 *value = scenario->value;

  if ((lever == ULL_LEVER_K_DTYPE || lever == ULL_LEVER_V_DTYPE) && value[ULL_FIELD_K_DTYPE] == value[ULL_FIELD_V_DTYPE])
    return TRUE;
  return lever >= (UllLeverId) ULL_N_FIELDS || value[lever] == ull_field_get ((UllFieldId) lever)->initial;
}

char *
ull_section_dup_summary (UllSection section, const UllScenario *scenario)
{
  GString *summary = g_string_new (NULL);
  UllLeverId levers[ULL_N_LEVERS];
  guint n = ull_section_list (section, scenario, levers);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = ull_lever_dup_value_text (levers[i], scenario);

      if (is_as_new (levers[i], scenario))
        continue;
      if (summary->len > 0)
        g_string_append (summary, " · ");
      g_string_append_printf (summary, "%s" ULL_NBSP "%s", ull_lever_get_label (levers[i]), value);
    }
  return g_string_free (summary, FALSE);
}
