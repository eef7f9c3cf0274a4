#include "ull-drill-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A drill is the learner's own scenario with settings drawn anew. Whether a load fits is drawn first, by a fair coin, and only
 * then the load: by a second coin near the boundary, equality included, or far from it; and by a third either the number of
 * requests or their length is what was chosen to make it so. So no single lever's place says the answer. */

#define SHORTEST 512
#define NEAR 16 /* near the boundary is within a sixteenth of it */

static gboolean
toss (UllRandom *random)
{
  return (ull_random_next (random) >> 63) != 0;
}

static gint64
between (UllRandom *random, gint64 low, gint64 high)
{
  return low + (gint64) ull_random_below (random, (guint64) (high - low + 1));
}

/* As likely between 1 and 2 thousand as between 2 and 4. */
static gint64
spread (UllRandom *random, gint64 low, gint64 high)
{
  return (gint64) llround ((double) low * pow ((double) high / (double) low, ull_random_unit (random)));
}

/* @taken with one thing changed, where that is allowed. */
static UllScenario *
vary (UllScenario *taken, UllFieldId field, gint64 value)
{
  UllScenario *next = ull_scenario_with (taken, field, value, NULL, NULL);

  if (next == NULL)
    return taken;
  ull_scenario_unref (taken);
  return next;
}

static UllScenario *
vary_dtype (UllScenario *taken, UllDtype dtype)
{
  return vary (vary (taken, ULL_FIELD_K_DTYPE, dtype), ULL_FIELD_V_DTYPE, dtype);
}

static UllScenario *
vary_heads (UllScenario *taken, UllRandom *random)
{
  gint64 heads = (gint64) 1 << ull_random_below (random, 6);

  if (!ull_model_check_kv_heads (taken->model, heads, NULL))
    return taken;
  return vary (taken, ULL_FIELD_KV_HEADS, heads);
}

static UllScenario *
draw_scenario (UllScenario *base, guint level, UllRandom *random)
{
  static const UllDtype dtypes[] = { ULL_DTYPE_BF16, ULL_DTYPE_FP8 };
  static const gint64 shares[] = { 800000, 850000, 900000, 950000 };
  UllScenario *scenario = ull_scenario_ref (base);

  scenario = vary_dtype (scenario, dtypes[ull_random_below (random, G_N_ELEMENTS (dtypes))]);
  if (ull_random_below (random, 3) == 0)
    scenario = vary_heads (scenario, random);
  if (level >= 2 && scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET)
    scenario = vary (scenario, ULL_FIELD_UTILIZATION, shares[ull_random_below (random, G_N_ELEMENTS (shares))]);
  if (level >= 3 && toss (random))
    scenario = vary (scenario, ULL_FIELD_TP, (gint64) 1 << between (random, 0, 3));
  return scenario;
}

/* The longest that a request may be here. */
static gint64
accepted_of (const UllScenario *scenario)
{
  return MIN (ull_scenario_get_model_len (scenario) > SHORTEST ? ull_scenario_get_model_len (scenario) : 131072, 1 << 20);
}

static UllPlan *
plan_with (UllScenario *scenario, gint64 context, gint64 concurrency)
{
  g_autoptr (UllScenario) loaded = vary (vary (ull_scenario_ref (scenario), ULL_FIELD_CONTEXT, context), ULL_FIELD_CONCURRENCY, concurrency);

  return ull_plan_new (loaded, NULL);
}

/* What stands at or inside the boundary @most, or past it. */
static gint64
side_of (UllRandom *random, gint64 most, gboolean inside)
{
  gboolean near_it = toss (random);
  double part = ull_random_unit (random);

  if (near_it)
    return inside ? most - (gint64) (part * (double) (most / NEAR + 1)) : most + 1 + (gint64) (part * (double) (most / NEAR));
  return inside ? (gint64) ((double) most * (0.60 + 0.34 * part)) : most + 1 + (gint64) ((double) most * (0.06 + 0.60 * part));
}

/* A length first, then how many: at the boundary of that length. */
static gboolean
draw_number (UllScenario *scenario, UllRandom *random, gboolean inside, gint64 *context, gint64 *concurrency)
{
  g_autoptr (UllPlan) plan = NULL;

  *context = spread (random, SHORTEST, accepted_of (scenario));
  plan = plan_with (scenario, *context, 1);
  if (plan == NULL || plan->memory_concurrency < 2 || plan->memory_concurrency > 1 << 20)
    return FALSE;
  *concurrency = MAX (side_of (random, plan->max_concurrency, inside), 1);
  return TRUE;
}

/* How many first, then a length. */
static gboolean
draw_length (UllScenario *scenario, UllRandom *random, gboolean inside, gint64 *context, gint64 *concurrency)
{
  g_autoptr (UllPlan) shortest = plan_with (scenario, SHORTEST, 1);
  g_autoptr (UllPlan) plan = NULL;
  gint64 most;

  if (shortest == NULL || shortest->memory_concurrency < 2)
    return FALSE;
  *concurrency = spread (random, 1, MIN (shortest->memory_concurrency, 1 << 20));
  plan = plan_with (scenario, SHORTEST, *concurrency);
  most = plan != NULL ? plan->max_context : 0;
  if (most < SHORTEST || most >= accepted_of (scenario))
    return FALSE;
  *context = side_of (random, most, inside);
  return *context >= 1 && *context <= accepted_of (scenario);
}

static UllScenario *
draw_load (UllScenario *scenario, UllRandom *random, gboolean inside)
{
  gint64 context, concurrency;

  if (!(toss (random) ? draw_number (scenario, random, inside, &context, &concurrency)
                      : draw_length (scenario, random, inside, &context, &concurrency)))
    return NULL;
  return vary (vary (ull_scenario_ref (scenario), ULL_FIELD_CONTEXT, context), ULL_FIELD_CONCURRENCY, concurrency);
}

/* Whose sizes are asked for; and the other limits, where they may matter: what an engine sets by itself cannot be guessed. */
static void
append_limits (GString *text, UllDrillKind kind, const UllScenario *scenario)
{
  gint64 seqs = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS), length = scenario->value[ULL_FIELD_MAX_MODEL_LEN];
  g_autofree char *most = ull_format_count (seqs), *longest = ull_format_count (length), *positions = ull_format_count (scenario->model->max_positions);

  if (scenario->value[ULL_FIELD_TP] > 1)
    g_string_append (text, _(" Sizes are those of one card."));
  if (kind != ULL_DRILL_FITS && kind != ULL_DRILL_REQUESTS && kind != ULL_DRILL_LEVER && kind != ULL_DRILL_LIMIT)
    return;
  if (seqs != ULL_UNSET)
    g_string_append_printf (text, _(" It runs at most %s at once."), most);
  if (length != ULL_UNSET)
    g_string_append_printf (text, _(" It accepts at most %s tokens."), longest);
  if (kind == ULL_DRILL_LIMIT && scenario->model->max_positions > 0)
    g_string_append_printf (text, _(" The model has %s positions."), positions);
}

/* "Llama-3.1-8B on GeForce RTX 4090, cache in fp8, 0.90 of the card. " */
static char *
setting_text (UllDrillKind kind, const UllScenario *scenario)
{
  g_autofree char *share = ull_format_fraction (ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION));
  g_autofree char *cards = ull_format_count (scenario->value[ULL_FIELD_TP]);
  UllFormats formats;
  GString *text = g_string_new (NULL);

  ull_scenario_get_formats (scenario, &formats);
  if (scenario->value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    g_string_append_printf (text, _("%s, cache in %s."), scenario->model->name, ull_dtype_info (formats.k)->id);
  else if (scenario->value[ULL_FIELD_TP] > 1)
    g_string_append_printf (text, _("%s on %s × %s together, cache in %s, %s of each card."), scenario->model->name, cards,
                            scenario->device->name, ull_dtype_info (formats.k)->id, share);
  else
    g_string_append_printf (text, _("%s on %s, cache in %s, %s of the card."), scenario->model->name, scenario->device->name,
                            ull_dtype_info (formats.k)->id, share);
  if (scenario->value[ULL_FIELD_KV_HEADS] != ULL_UNSET)
    {
      g_autofree char *heads = ull_format_count (scenario->value[ULL_FIELD_KV_HEADS]);

      g_string_append_c (text, ' ');
      g_string_append_printf (text, _("KV heads: %s."), heads);
    }
  append_limits (text, kind, scenario);
  return g_string_free (text, FALSE);
}

static char *
asked_text (UllDrillKind kind, const UllScenario *scenario)
{
  g_autofree char *context = ull_format_count (scenario->value[ULL_FIELD_CONTEXT]);
  g_autofree char *requests = ull_format_count (scenario->value[ULL_FIELD_CONCURRENCY]);

  switch (kind)
    {
    case ULL_DRILL_PER_TOKEN:
      return g_strdup (_("How many bytes does one token take?"));
    case ULL_DRILL_REQUEST:
      return g_strdup_printf (_("How much memory does one request of %s tokens take?"), context);
    case ULL_DRILL_FITS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Does %s request of %s tokens fit?", "Do %s requests of %s tokens fit?",
                                           (gulong) scenario->value[ULL_FIELD_CONCURRENCY]),
                              requests, context);
    case ULL_DRILL_POOL:
      return g_strdup (_("How large is the KV pool?"));
    case ULL_DRILL_TOKENS:
      return g_strdup (_("How many tokens does the pool hold?"));
    case ULL_DRILL_REQUESTS:
      return g_strdup_printf (_("How many requests of %s tokens fit at once?"), context);
    case ULL_DRILL_LEVER:
      return g_strdup_printf (_("Which of these gains the most requests of %s tokens?"), context);
    case ULL_DRILL_FACTOR:
      return g_strdup (_("What does this lever multiply the tokens of the pool by?"));
    case ULL_DRILL_LIMIT:
    case ULL_N_DRILL_KINDS:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s request of %s tokens: which limit binds?",
                                           "%s requests of %s tokens: which limit binds?",
                                           (gulong) scenario->value[ULL_FIELD_CONCURRENCY]),
                              requests, context);
    }
}

static const struct
{
  UllQuestionKind kind;
  UllStepId target;
  guint level;        /* from which on it is asked */
  gint64 tolerance;
} rows[ULL_N_DRILL_KINDS] = {
  [ULL_DRILL_PER_TOKEN] = { ULL_QUESTION_FIGURE, ULL_STEP_BYTES_PER_TOKEN, 1, 0 },
  [ULL_DRILL_REQUEST] = { ULL_QUESTION_FIGURE, ULL_STEP_REQUEST, 1, 10000 },
  [ULL_DRILL_FITS] = { ULL_QUESTION_FITS, ULL_STEP_ULLAGE, 1, 0 },
  [ULL_DRILL_POOL] = { ULL_QUESTION_FIGURE, ULL_STEP_POOL, 1, 10000 },
  [ULL_DRILL_TOKENS] = { ULL_QUESTION_FIGURE, ULL_STEP_TOKENS, 2, 10000 },
  [ULL_DRILL_REQUESTS] = { ULL_QUESTION_FIGURE, ULL_STEP_RUNNING, 2, 0 },
  [ULL_DRILL_LEVER] = { ULL_QUESTION_LEVER, ULL_STEP_RUNNING, 3, 0 },
  [ULL_DRILL_FACTOR] = { ULL_QUESTION_FACTOR, ULL_STEP_TOKENS, 3, 20000 },
  [ULL_DRILL_LIMIT] = { ULL_QUESTION_LIMIT, ULL_STEP_ULLAGE, 3, 0 },
};

gboolean
ull_drill_is_of_level (UllDrillKind kind, guint level)
{
  return rows[kind].level <= level;
}

/* The higher the level, the less is given. */
static void
give (UllQuestion *question, UllDrillKind kind, guint level)
{
  if (kind == ULL_DRILL_PER_TOKEN)
    return;
  if (kind == ULL_DRILL_REQUEST)
    {
      if (level == 1)
        ull_given_add (&question->given, "bytes_per_token");
      return;
    }
  ull_given_add (&question->given, "terms");
  if (level <= 2 && kind != ULL_DRILL_POOL)
    ull_given_add (&question->given, "bytes_per_token");
  if (level == 1 && kind == ULL_DRILL_FITS)
    ull_given_add (&question->given, "pool_bytes");
}

/* A limit of sequences or a length makes other limits than the pool bind. */
static UllScenario *
draw_limit (UllScenario *scenario, UllRandom *random)
{
  g_autoptr (UllScenario) loaded = draw_load (scenario, random, toss (random));
  gint64 requests = loaded != NULL ? loaded->value[ULL_FIELD_CONCURRENCY] : 1;

  if (loaded == NULL)
    return NULL;
  switch (ull_random_below (random, 4))
    {
    case 0:
      return vary (g_steal_pointer (&loaded), ULL_FIELD_MAX_NUM_SEQS, MAX (requests / 2, 1));
    case 1:
      return vary (g_steal_pointer (&loaded), ULL_FIELD_MAX_MODEL_LEN, MAX (loaded->value[ULL_FIELD_CONTEXT] / 2, 1));
    case 2:
      return vary (g_steal_pointer (&loaded), ULL_FIELD_MAX_NUM_SEQS, requests * 2);
    default:
      return g_steal_pointer (&loaded);
    }
}

static UllScenario *
draw_for (UllDrillKind kind, UllScenario *scenario, UllRandom *random)
{
  if (kind == ULL_DRILL_FITS)
    return draw_load (scenario, random, toss (random));
  if (kind == ULL_DRILL_LIMIT)
    return draw_limit (scenario, random);
  return vary (ull_scenario_ref (scenario), ULL_FIELD_CONTEXT,
               (gint64) 1 << between (random, 10, MAX (10, (gint64) floor (log2 ((double) accepted_of (scenario))))));
}

/* A question that has no answer, or whose answer is that nothing is there, teaches nothing. */
static gboolean
is_worth_asking (UllDrillKind kind, const UllQuestion *question)
{
  g_autoptr (UllKey) key = ull_question_solve (question, NULL);

  if (key == NULL)
    return FALSE;
  return !ull_question_is_number (question) || (key->truth > 0 && key->truth < 9e15);
}

UllQuestion *
ull_drill_make (UllDrillKind kind, UllScenario *base, guint level, guint number, UllRandom *random)
{
  g_autofree char *id = g_strdup_printf ("drill-%u", number);
  g_autoptr (UllQuestion) question = ull_question_new (rows[kind].kind, id);
  g_autoptr (UllScenario) scenario = draw_scenario (base, level, random);
  g_autofree char *setting = NULL, *asked = NULL;

  question->scenario = draw_for (kind, scenario, random);
  if (question->scenario == NULL || (kind == ULL_DRILL_POOL && base->value[ULL_FIELD_AVAILABLE] != ULL_UNSET))
    return NULL;
  question->target = rows[kind].target;
  question->unit = question->kind == ULL_QUESTION_FIGURE ? ull_step_get_unit (question->target) : ULL_UNIT_COUNT;
  question->tolerance = rows[kind].tolerance;
  question->by_requests = kind == ULL_DRILL_LEVER;
  setting = setting_text (kind, question->scenario);
  asked = asked_text (kind, question->scenario);
  question->prompt = g_strdup_printf ("%s %s", setting, asked);
  ull_question_add_usual_choices (question);
  give (question, kind, level);
  if ((kind == ULL_DRILL_LEVER && !ull_drill_draw_levers (question, random)) || (kind == ULL_DRILL_FACTOR && !ull_drill_draw_factor (question, random)))
    return NULL;
  return is_worth_asking (kind, question) ? g_steal_pointer (&question) : NULL;
}
