#include "ull-plan-text-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Several cards in words: which of them the figures are of, cards that buy no cache, the stage that holds the most. */

/* A latent is stored as one head, which is no KV head. */
static gboolean
divides_by_heads (const UllPlan *plan, const UllScenario *scenario)
{
  gint64 heads = ull_scenario_get_kv_heads (scenario);

  return ull_model_get_scaled_heads (scenario->model) > 0 && heads >= 1 && heads < plan->layout.tp;
}

/* The share of the cards' cache that is there already. */
char *
ull_plan_copies_text (const UllPlan *plan, const UllScenario *scenario)
{
  gint64 heads = ull_scenario_get_kv_heads (scenario);
  g_autofree char *cards = ull_format_count (plan->layout.kv_copies);
  g_autofree char *count = ull_format_count (heads);

  if (!divides_by_heads (plan, scenario))
    return g_strdup_printf (_("Each of %s cards of the tensor-parallel group holds the same cache: more cards buy none."), cards);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Tensor parallel exceeds %s KV head: %s cards hold the same cache each, so that more "
                                       "buy none.",
                                       "Tensor parallel exceeds %s KV heads: %s cards hold the same cache each, so that more "
                                       "buy none.",
                                       (gulong) heads),
                          count, cards);
}

gboolean
ull_plan_has_copies (const UllPlan *plan)
{
  return plan->layout.kv_copies > 1;
}

gboolean
ull_plan_has_fuller_stage (const UllPlan *plan)
{
  return (plan->warnings & 1u << ULL_WARNING_STAGE) != 0;
}

/* "half", where that is what it is. */
static char *
share_of_copies (const UllPlan *plan)
{
  g_autofree char *all = ull_format_count (plan->layout.kv_copies), *idle = ull_format_count (plan->layout.kv_copies - 1);

  if (plan->layout.kv_copies == 2)
    return g_strdup (_("half the cache is copies"));
  /* Translators: "3 of 4 parts of the cache are copies". */
  return g_strdup_printf (_("%s of %s parts of the cache are copies"), idle, all);
}

char *
ull_plan_headline_cards (const UllPlan *plan)
{
  g_autofree char *most = ull_format_count (plan->max_concurrency);
  g_autofree char *cards = ull_format_count (plan->layout.tp * plan->layout.stages);

  if (!ull_plan_has_copies (plan))
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits.", "%s fit.", (gulong) plan->max_concurrency), most);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits on %s cards.", "%s fit on %s cards.",
                                       (gulong) plan->max_concurrency),
                          most, cards);
}

/* Layers of the model that an even division leaves over: each is on a stage of its own, and none is on the last. */
static gint64
layers_left_over (const UllPlan *plan)
{
  return plan->layout.layers % plan->layout.stages;
}

char *
ull_plan_stage_text (const UllPlan *plan)
{
  g_autofree char *stage = ull_format_count (plan->layout.stage), *layers = ull_format_count (plan->layout.stage_layers);
  g_autofree char *others = ull_format_count (plan->layout.stage_layers - 1);

  if (plan->layout.stage_layers * plan->layout.stages <= plan->layout.layers)
    return g_strdup_printf (_("Pipeline stage %s binds: beside its %s layers it has less room than the others."), stage, layers);
  if (layers_left_over (plan) > 1)
    return g_strdup_printf (_("Pipeline stage %s binds: it holds %s layers, the last %s."), stage, layers, others);
  return g_strdup_printf (_("Pipeline stage %s binds: it holds %s layers, the others %s."), stage, layers, others);
}

char *
ull_plan_detail_cards (const UllPlan *plan)
{
  g_autofree char *share = share_of_copies (plan);
  g_autofree char *heads = ull_format_count (plan->layout.tp / plan->layout.kv_copies);

  if (!ull_plan_has_copies (plan))
    return ull_plan_stage_text (plan);
  if (plan->layout.kv_copies == plan->layout.tp)
    return g_strdup_printf (_("KV memory binds; tensor parallel does not divide this cache: %s."), share);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "KV memory binds; tensor parallel exceeds %s KV head: %s.",
                                       "KV memory binds; tensor parallel exceeds %s KV heads: %s.",
                                       (gulong) (plan->layout.tp / plan->layout.kv_copies)),
                          heads, share);
}

/* As many cards as a lever goes to. */
#define MOST_CARDS 64

/* What the next cards would hold too. */
static char *
next_copies_text (const UllPlan *plan, const UllScenario *scenario)
{
  g_autofree char *cards = ull_format_count (plan->layout.tp);

  if (ull_model_get_scaled_heads (scenario->model) == 0)
    return g_strdup (_("Tensor parallel does not divide this cache: each card would hold all of it."));
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "More than %s card would hold copies of KV heads, and buy no cache.",
                                       "More than %s cards would hold copies of KV heads, and buy no cache.",
                                       (gulong) plan->layout.tp),
                          cards);
}

static char *
tensor_note (const UllPlan *plan, const UllScenario *scenario, gboolean *buys_none)
{
  *buys_none = ull_plan_has_copies (plan);
  if (*buys_none)
    return ull_plan_copies_text (plan, scenario);
  if (plan->layout.tp * 2 <= MOST_CARDS && ull_layout_count_copies (&plan->layout, plan->layout.tp * 2) > 1)
    return next_copies_text (plan, scenario);
  return NULL;
}

char *
ull_plan_cards_note (const UllPlan *plan, const UllScenario *scenario, UllFieldId field, gboolean *buys_none)
{
  g_autofree char *replicas = ull_format_count (scenario->value[ULL_FIELD_DP]);

  *buys_none = FALSE;
  if (field == ULL_FIELD_TP)
    return tensor_note (plan, scenario, buys_none);
  if (field == ULL_FIELD_PP && ull_plan_has_fuller_stage (plan))
    return ull_plan_stage_text (plan);
  if (field == ULL_FIELD_DP && scenario->value[ULL_FIELD_DP] > 1)
    return g_strdup_printf (_("Each of %s replicas has a pool of its own: no request is longer for it. The figures are of one."),
                            replicas);
  return NULL;
}

char *
ull_plan_card_title (const UllPlan *plan)
{
  g_autofree char *cards = ull_format_count (plan->layout.tp), *stage = ull_format_count (plan->layout.stage);

  if (plan->layout.stages > 1)
    return g_strdup_printf (_("Memory of one card of stage %s"), stage);
  if (plan->layout.tp > 1)
    return g_strdup_printf (_("Memory of one of %s cards"), cards);
  return g_strdup (_("Memory of one card"));
}
