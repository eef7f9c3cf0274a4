#include "ull-plan-text-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* What an engine's own check makes of a plan, in words: it refuses to start, or starts and can never admit; cards that buy no
 * cache; the stage that holds the most. */

static char *
exact (gint64 bytes)
{
  g_autofree char *count = ull_format_count (bytes);

  return g_strconcat (count, ULL_NBSP "B", NULL);
}

/* Where two decimals are the same, bytes tell them apart. */
char *
ull_plan_headline_start (const UllPlan *plan)
{
  gint64 needed = plan->report.needed_bytes, available = plan->report.available_bytes;
  gboolean close = needed - available < ULL_GIB / 50;
  g_autofree char *asked = close ? exact (needed) : ull_format_gib (needed);
  g_autofree char *free = close ? exact (available) : ull_format_gib (available);

  return g_strdup_printf (_("The engine would not start: it asks for %s and %s is free."), asked, free);
}

char *
ull_plan_detail_start (const UllPlan *plan)
{
  g_autofree char *length = ull_format_count (plan->model_len);
  g_autofree char *longest = ull_format_count (plan->report.estimated_len);

  if (plan->report.estimated_len < 1)
    return g_strdup_printf (_("That is for one request of the model length, %s tokens; not even one token fits."), length);
  return g_strdup_printf (_("That is for one request of the model length, %s tokens; at most %s would be right."), length,
                          longest);
}

char *
ull_plan_headline_not_admitted (void)
{
  return g_strdup (_("The engine starts, yet never admits a full-length request: one block is its own."));
}

/* The share of the cards' cache that is there already. */
static char *
copies_text (const UllPlan *plan, const UllScenario *scenario)
{
  gint64 heads = ull_scenario_get_kv_heads (scenario);
  g_autofree char *cards = ull_format_count (plan->layout.kv_copies);
  g_autofree char *count = ull_format_count (heads);

  if (heads < 1 || heads >= plan->layout.tp)
    return g_strdup_printf (_("Each of %s cards of the tensor-parallel group holds the same cache: more cards buy none."), cards);
  return g_strdup_printf (_("Tensor parallel exceeds %s KV heads: %s cards hold the same cache each, so that more buy none."),
                          count, cards);
}

gboolean
ull_plan_has_copies (const UllPlan *plan)
{
  return plan->report.known && plan->layout.kv_copies > 1;
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

static char *
stage_text (const UllPlan *plan)
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
    return stage_text (plan);
  if (plan->layout.kv_copies == plan->layout.tp)
    return g_strdup_printf (_("KV memory binds; tensor parallel does not divide this cache: %s."), share);
  return g_strdup_printf (_("KV memory binds; tensor parallel exceeds %s KV heads: %s."), heads, share);
}

/* Copies of the engine share the requests among them, and no memory. */
static char *
replica_text (const UllScenario *scenario)
{
  g_autofree char *copies = ull_format_count (scenario->value[ULL_FIELD_DP]);

  return g_strdup_printf (_("All figures are of one replica: each of the %s of data parallel has cards and a pool of its own, and "
                            "nothing is multiplied."),
                          copies);
}

/* The check takes a request's blocks of all groups of layers on every stage, whichever of them the stage has. */
static char *
strict_text (const UllPlan *plan)
{
  g_autofree char *stage = ull_format_count (plan->layout.stage), *asked = ull_format_gib (plan->report.needed_bytes);
  g_autofree char *own = ull_format_gib (plan->layout.own_bytes);

  return g_strdup_printf (_("The engine’s check is too strict for a pipeline: of stage %s it asks %s, blocks of every group of layers, "
                            "where the stage’s own layers would fill %s. Each stage’s memory would hold its part."),
                          stage, asked, own);
}

char *
ull_plan_engine_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning)
{
  g_autofree char *length = ull_format_count (plan->model_len);

  if (warning == ULL_WARNING_COPIES)
    return copies_text (plan, scenario);
  if (warning == ULL_WARNING_STAGE)
    return stage_text (plan);
  if (warning == ULL_WARNING_REPLICA)
    return replica_text (scenario);
  if (warning == ULL_WARNING_STRICT_CHECK)
    return strict_text (plan);
  return g_strdup_printf (_("The engine starts, yet never admits a request of the model length, %s tokens: one block is its own."),
                          length);
}
