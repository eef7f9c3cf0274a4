#include "ull-plan-text-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The verdict in words: a headline with the answer in figures, then what binds and what to do. One function a case.
 * Sizes are two decimals of GiB; where that would round an excess to nothing, the exact size stands instead. */

static char *
excess_text (gint64 bytes)
{
  return bytes < ULL_GIB / 100 ? ull_format_size (bytes) : ull_format_gib (bytes);
}

static char *
requests_of_tokens (const UllPlan *plan)
{
  g_autofree char *count = ull_format_count (plan->concurrency);
  g_autofree char *tokens = ull_format_count (plan->context);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request of %s tokens", "%s requests of %s tokens",
                                       (gulong) plan->concurrency),
                          count, tokens);
}

/* An engine asks for its part of the card at once, whatever it will do with it. */
static char *
headline_refused (const UllPlan *plan)
{
  g_autofree char *asked = ull_format_gib (plan->budget.given);
  g_autofree char *there = ull_format_gib (plan->budget.free);

  return g_strdup_printf (_("The engine would not start: it asks for %s and %s is free."), asked, there);
}

static char *
headline_weights (const UllPlan *plan)
{
  g_autofree char *over = excess_text (plan->budget.deficit);

  if (plan->budget.deficit == 0)
    return g_strdup (_("Weights and overhead leave no room for the KV cache."));
  if (plan->budget.term[ULL_TERM_WEIGHTS].bytes > plan->budget.line)
    {
      g_autofree char *alone = excess_text (plan->budget.term[ULL_TERM_WEIGHTS].bytes - plan->budget.line);

      return g_strdup_printf (_("The weights alone do not fit: %s over the load line."), alone);
    }
  if (!plan->budget.term[ULL_TERM_WEIGHTS].present)
    return g_strdup_printf (_("The overhead alone does not fit: %s over the load line."), over);
  return g_strdup_printf (_("Weights and overhead do not fit: %s over the load line."), over);
}

static char *
headline_length (const UllPlan *plan)
{
  g_autofree char *end = ull_format_count (plan->model_len);
  g_autofree char *asked = ull_format_count (plan->context + plan->layout.image_tokens);

  return g_strdup_printf (plan->limit == ULL_LIMIT_POSITIONS
                              ? _("The model ends at %s tokens; %s asked.")
                              : _("The engine accepts at most %s tokens; %s asked."),
                          end, asked);
}

static char *
headline_exceeds (const UllPlan *plan)
{
  g_autofree char *requests = requests_of_tokens (plan);
  g_autofree char *over = NULL, *run = NULL, *hold = NULL;

  if (plan->limit == ULL_LIMIT_ONE_REQUEST)
    {
      g_autofree char *tokens = ull_format_count (plan->context);

      return g_strdup_printf (_("One request of %s tokens does not fit."), tokens);
    }
  if (plan->limit == ULL_LIMIT_MAX_NUM_SEQS)
    {
      run = ull_format_count (plan->max_concurrency);
      hold = ull_format_count (plan->memory_concurrency);
      return g_strdup_printf (_("%s run at once; memory would hold %s."), run, hold);
    }
  over = excess_text (-plan->ullage_bytes);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s does not fit: %s too much.", "%s do not fit: %s too much.",
                                       (gulong) plan->concurrency),
                          requests, over);
}

/* Where the pool is a range, only its low end is sure, and the rest is at most what the high end leaves. */
static char *
headline_fits_range (const UllPlan *plan, const char *requests)
{
  g_autofree char *more = NULL;

  if (plan->max_concurrency_low > plan->concurrency)
    {
      more = ull_format_count (plan->max_concurrency_low - plan->concurrency);
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits, with room for at least %s more.",
                                           "%s fit, with room for at least %s more.", (gulong) plan->concurrency),
                              requests, more);
    }
  more = ull_format_count (plan->max_concurrency_high - plan->concurrency);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits, with room for at most %s more.",
                                       "%s fit, with room for at most %s more.", (gulong) plan->concurrency),
                          requests, more);
}

static char *
headline_undecided (const UllPlan *plan)
{
  g_autofree char *low = ull_format_count (plan->max_concurrency_low);
  g_autofree char *high = ull_format_count (plan->max_concurrency_high);

  /* Translators: numbers of requests. */
  return g_strdup_printf (_("Between %s and %s fit."), low, high);
}

/* Whether how the cards divide the cache is why there is no more of it. */
static gboolean
binds_by_cards (const UllPlan *plan)
{
  return plan->limit == ULL_LIMIT_KV_POOL && (ull_plan_has_copies (plan) || ull_plan_has_fuller_stage (plan));
}

static char *
headline_fits (const UllPlan *plan)
{
  g_autofree char *requests = requests_of_tokens (plan);
  g_autofree char *more = NULL;

  if (binds_by_cards (plan) && plan->max_concurrency_low == plan->max_concurrency_high)
    return ull_plan_headline_cards (plan);
  if (plan->max_concurrency == G_MAXINT64)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits; the model keeps no cache.",
                                         "%s fit; the model keeps no cache.", (gulong) plan->concurrency),
                            requests);
  if (plan->max_concurrency_low < plan->max_concurrency_high)
    return headline_fits_range (plan, requests);
  if (plan->max_concurrency == plan->concurrency)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits; not one more.", "%s fit; not one more.",
                                         (gulong) plan->concurrency),
                            requests);
  more = ull_format_count (plan->max_concurrency - plan->concurrency);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s fits, with room for %s more.", "%s fit, with room for %s more.",
                                       (gulong) plan->concurrency),
                          requests, more);
}

/* At the model length; a context that nobody accepts is its own reason. */
static gboolean
would_not_start (const UllPlan *plan)
{
  return !plan->report.starts && plan->limit == ULL_LIMIT_MAX_MODEL_LEN && plan->context <= plan->model_len;
}

char *
ull_plan_headline (const UllPlan *plan)
{
  if (ull_plan_is_undecided (plan))
    return headline_undecided (plan);
  if (plan->limit == ULL_LIMIT_WEIGHTS)
    return plan->budget.refused > 0 ? headline_refused (plan) : headline_weights (plan);
  if (would_not_start (plan))
    return ull_plan_headline_start (plan);
  if (plan->limit == ULL_LIMIT_POSITIONS || plan->limit == ULL_LIMIT_MAX_MODEL_LEN)
    return headline_length (plan);
  if (plan->limit == ULL_LIMIT_ONE_REQUEST && plan->report.known)
    return ull_plan_headline_not_admitted ();
  return plan->fits ? headline_fits (plan) : headline_exceeds (plan);
}

/* Blocks of one token are blocks too, so the size of a block does not tell. */
static gboolean
counts_blocks (const UllPlan *plan)
{
  return plan->layout.by_blocks;
}

/* What the pool is against what a request takes, in the convention's own measure. */
static char *
pool_and_request (const UllPlan *plan)
{
  g_autofree char *pool = NULL, *request = NULL;

  if (counts_blocks (plan))
    {
      pool = ull_format_count (plan->layout.usable_blocks);
      request = ull_format_count (plan->blocks_per_request);
      return g_strdup_printf (_("%s blocks, %s a request"), pool, request);
    }
  pool = ull_format_size (plan->layout.pool);
  request = ull_format_size (plan->request_bytes);
  return g_strdup_printf (_("%s, %s a request"), pool, request);
}

static char *
detail_fits (const UllPlan *plan)
{
  g_autofree char *pool = pool_and_request (plan);
  g_autofree char *most = ull_format_count (plan->memory_concurrency);
  g_autofree char *run = ull_format_count (plan->max_concurrency);

  if (plan->memory_concurrency == G_MAXINT64)
    return g_strdup (_("Memory does not bind."));
  if (plan->limit == ULL_LIMIT_MAX_NUM_SEQS)
    return g_strdup_printf (_("Max sequences binds at %s; memory would hold %s."), run, most);
  if (plan->ullage_bytes == 0)
    return g_strdup (_("Exactly full counts as fitting."));
  if (binds_by_cards (plan))
    return ull_plan_detail_cards (plan);
  if (plan->limit == ULL_LIMIT_STATE)
    return g_strdup_printf (_("The fixed state per sequence binds at %s, not context: %s."), most, pool);
  return g_strdup_printf (_("KV memory binds at %s: %s."), most, pool);
}

static char *
asked_and_there (const UllPlan *plan)
{
  g_autofree char *asked = NULL, *there = NULL;
  gint64 blocks;

  if (counts_blocks (plan) && ull_mul (plan->blocks_per_request, plan->concurrency, &blocks))
    {
      asked = ull_format_count (blocks);
      there = ull_format_count (plan->layout.usable_blocks);
      return g_strdup_printf (_("KV memory binds: %s blocks asked, %s there."), asked, there);
    }
  asked = ull_format_size (plan->demand_bytes);
  there = ull_format_size (plan->layout.pool);
  return g_strdup_printf (_("KV memory binds: %s asked, %s there."), asked, there);
}

static char *
detail_exceeds (const UllPlan *plan)
{
  g_autofree char *binds = plan->limit == ULL_LIMIT_STATE
                               ? g_strdup (_("The fixed state per sequence binds, not context."))
                               : asked_and_there (plan);
  g_autofree char *most = ull_format_count (plan->max_concurrency);
  g_autofree char *count = ull_format_count (plan->concurrency);
  g_autofree char *tokens = ull_format_count (plan->max_context);
  g_autofree char *fit = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s request fits", "%s requests fit", (gulong) plan->max_concurrency), most);

  if (plan->max_context < 1)
    return g_strdup_printf (_("%s %s."), binds, fit);
  return g_strdup_printf (_("%s %s, or %s of at most %s tokens."), binds, fit, count, tokens);
}

static char *
detail_weights (const UllPlan *plan)
{
  g_autofree char *needed = ull_format_gib (plan->budget.fixed);
  g_autofree char *line = ull_format_gib (plan->budget.line);

  return g_strdup_printf (_("They need %s of the %s below the line. A larger card or narrower weights would help."), needed,
                          line);
}

/* A hundredth less than what is free would be sure. */
static char *
detail_refused (const UllPlan *plan)
{
  gint64 most = 0;
  g_autofree char *fraction = NULL;

  (void) !ull_mul_div_floor (plan->budget.free, 100, MAX (plan->budget.allocatable, 1), &most);
  fraction = ull_format_fraction (most * (ULL_PPM_ONE / 100));
  return g_strdup_printf (_("Utilisation binds: what is gone before it counts is not its own. At most %s would be right."),
                          fraction);
}

/* Whatever requests are asked for. */
char *
ull_plan_refusal (const UllPlan *plan)
{
  g_autofree char *what = NULL, *right = NULL;

  if (plan->limit == ULL_LIMIT_WEIGHTS)
    {
      what = plan->budget.refused > 0 ? headline_refused (plan) : headline_weights (plan);
      right = plan->budget.refused > 0 ? detail_refused (plan) : detail_weights (plan);
    }
  else if (plan->report.known && !plan->report.starts)
    {
      what = ull_plan_headline_start (plan);
      right = ull_plan_detail_start (plan);
    }
  if (what == NULL && (plan->warnings & (1u << ULL_WARNING_STEP_TOKENS)) != 0)
    return ull_plan_step_tokens_text ();
  return what != NULL ? g_strjoin (" ", what, right, NULL) : NULL;
}

/* Which range is the widest: of a term, or of the card itself. */
static char *
detail_undecided (const UllPlan *plan)
{
  if (plan->budget.widest == ULL_TERM_KV_POOL)
    return g_strdup (_("How much of the card is allocatable decides, and that is a guess; a start-up log would settle it."));
  if (plan->budget.widest == ULL_TERM_ACTIVATION)
    return g_strdup (_("The activation estimate decides; a start-up log would settle it."));
  return g_strdup_printf (_("An estimate decides, “%s”; a start-up log would settle it."),
                          ull_term_get_label (plan->budget.widest));
}

static char *
detail_one_request (const UllPlan *plan)
{
  g_autofree char *tokens = ull_format_count (plan->longest_request);
  g_autofree char *state = ull_format_size (plan->layout.constant);
  g_autofree char *there = ull_format_size (plan->layout.pool);

  if (plan->layout.constant > plan->layout.pool)
    return g_strdup_printf (_("The fixed state of a sequence takes %s however short it is; %s is there."), state, there);
  if (plan->longest_request < 1)
    return g_strdup (_("KV memory binds: not even one block is left."));
  return g_strdup_printf (_("The longest that does: %s tokens."), tokens);
}

static char *
detail_length (const UllPlan *plan)
{
  g_autofree char *end = ull_format_count (MAX (plan->model_len - plan->layout.image_tokens, 0));

  return g_strdup_printf (plan->limit == ULL_LIMIT_POSITIONS
                              ? _("The model’s positions bind: a context of at most %s tokens would be right.")
                              : _("Model length binds: raise it, or ask for at most %s tokens."),
                          end);
}

char *
ull_plan_detail (const UllPlan *plan)
{
  if (ull_plan_is_undecided (plan))
    return detail_undecided (plan);
  switch (plan->limit)
    {
    case ULL_LIMIT_WEIGHTS:
      return plan->budget.refused > 0 ? detail_refused (plan) : detail_weights (plan);
    case ULL_LIMIT_ONE_REQUEST:
      return detail_one_request (plan);
    case ULL_LIMIT_POSITIONS:
    case ULL_LIMIT_MAX_MODEL_LEN:
      return would_not_start (plan) ? ull_plan_detail_start (plan) : detail_length (plan);
    case ULL_LIMIT_MAX_NUM_SEQS:
      return plan->fits ? detail_fits (plan) : g_strdup (_("Max sequences binds."));
    case ULL_LIMIT_KV_POOL:
    case ULL_LIMIT_STATE:
    case ULL_N_LIMITS:
    default:
      return plan->fits ? detail_fits (plan) : detail_exceeds (plan);
    }
}

static char *
model_len_text (const UllPlan *plan)
{
  g_autofree char *length = ull_format_count (plan->model_len);
  g_autofree char *longest = ull_format_count (plan->longest_request);

  return g_strdup_printf (_("An engine accepts up to %s tokens all the same; a request that long can never finish: %s fit."),
                          length, longest);
}

static char *
dies_text (const UllDevice *device)
{
  g_autofree char *dies = ull_format_count (device->dies), *size = ull_format_gib (device->reported);

  return g_strdup_printf (_("To an engine %s is %s devices of %s: this is one of them, and tensor parallel counts them."),
                          device->name, dies, size);
}

/* vLLM refuses it unless a variable says otherwise; others cut the request or go on as if nothing were. */
static char *
positions_text (const UllPlan *plan, const UllScenario *scenario)
{
  g_autofree char *end = ull_format_count (scenario->model->max_positions), *length = ull_format_count (plan->model_len);
  gboolean vllm = scenario->value[ULL_FIELD_ENGINE] == ULL_ENGINE_VLLM;

  return g_strdup_printf (vllm ? _("The model ends at %s tokens: vLLM refuses a model length of %s unless "
                                   "VLLM_ALLOW_LONG_MAX_MODEL_LEN is 1, and what a model answers beyond its end is not sure.")
                               : _("The model ends at %s tokens: engines refuse a model length of %s unless they are told to "
                                   "take it, and what a model answers beyond its end is not sure."),
                          end, length);
}

static char *
prefix_text (const UllPlan *plan)
{
  g_autofree char *tokens = ull_format_count (plan->context), *prefix = ull_format_count (plan->layout.shared_tokens);

  return g_strdup_printf (_("Requests of %s tokens are no longer than the prefix of %s that they share: all of each but its "
                            "end is counted as shared."),
                          tokens, prefix);
}

static char *
format_text (const UllScenario *scenario)
{
  g_autoptr (GError) error = NULL;

  ull_engine_check_formats (scenario, &error);
  return error != NULL ? g_strconcat (error->message, ".", NULL) : g_strdup ("");
}

gboolean
ull_plan_shows_warning (const UllPlan *plan, const UllScenario *scenario, UllWarning warning)
{
  g_autofree char *text = NULL, *detail = NULL;

  if ((plan->warnings & (1u << warning)) == 0)
    return FALSE;
  if (warning != ULL_WARNING_STAGE)
    return TRUE;
  text = ull_plan_warning_text (plan, scenario, warning);
  detail = ull_plan_detail (plan);
  return !g_str_equal (text, detail);
}

char *
ull_plan_warning_text (const UllPlan *plan, const UllScenario *scenario, UllWarning warning)
{
  switch (warning)
    {
    case ULL_WARNING_MODEL_LEN:
      return model_len_text (plan);
    case ULL_WARNING_WEIGHTS_UNKNOWN:
      return g_strdup_printf (_("%s does not say how large its weights are: they are counted as 0 B; type their size."),
                              scenario->model->name);
    case ULL_WARNING_NATIVE_DTYPE:
      return g_strdup_printf (_("%s names no dtype: weights and cache are taken as bf16."), scenario->model->name);
    case ULL_WARNING_AS_PLAIN:
      return g_strdup_printf (_("%s has the unknown type “%s”: treated as plain attention."), scenario->model->name,
                              scenario->model->family ? scenario->model->family : "");
    case ULL_WARNING_NOT_ADMITTED:
    case ULL_WARNING_COPIES:
    case ULL_WARNING_STAGE:
    case ULL_WARNING_REPLICA:
    case ULL_WARNING_STRICT_CHECK:
    case ULL_WARNING_STEP_TOKENS:
      return ull_plan_engine_warning (plan, scenario, warning);
    case ULL_WARNING_UNIFIED_MEMORY:
      return g_strdup_printf (_("%s shares its memory with the processor: an engine starts by what the system has free, which is "
                                "not modelled; its own figure of the KV pool would be sure."),
                              scenario->device->name);
    case ULL_WARNING_WEIGHTS_DIVIDED:
      return g_strdup_printf (_("The shapes of %s are not known: its weights are divided by the cards alone."),
                              scenario->model->name);
    case ULL_WARNING_DIES:
      return dies_text (scenario->device);
    case ULL_WARNING_POSITIONS:
      return positions_text (plan, scenario);
    case ULL_WARNING_PREFIX:
      return prefix_text (plan);
    case ULL_WARNING_KV_FORMAT:
      return format_text (scenario);
    case ULL_N_WARNINGS:
    default:
      g_return_val_if_reached (NULL);
    }
}
