/* Drills about levers. The levers of the list rank nearly alike on any card (narrower keys and values before another card, before
 * narrower weights), which who has seen ten of them knows; a shorter context may gain more or less than each, and has to be
 * reckoned. */
#include "ull-drill-private.h"

#include "ull-pull.h"

#define PULLS 6
#define OFFERED 3

static const char *const pulls[PULLS] = { "kv_dtype=fp8", "weight_dtype=fp8", "weight_dtype=int4", "utilization=0.95", "tp=2", "kv_dtype=int4" };

/* What the lever gains here; 0 for one that is there already, takes some away, or cannot be pulled. */
static gint64
gain_of (const UllScenario *scenario, const char *id, gboolean by_requests)
{
  g_autoptr (UllScenario) pulled = NULL;
  g_autoptr (UllPlan) before = NULL, after = NULL;
  UllPull pull;

  pulled = ull_pull_from_id (id, &pull, NULL) ? ull_pull_apply (&pull, scenario, NULL) : NULL;
  before = pulled != NULL ? ull_plan_new (scenario, NULL) : NULL;
  after = before != NULL ? ull_plan_new (pulled, NULL) : NULL;
  if (after == NULL)
    return 0;
  return MAX (by_requests ? after->max_concurrency - before->max_concurrency : after->layout.tokens - before->layout.tokens, 0);
}

/* From 5 to 15 sixteenths of the context. */
static char *
draw_shorter (const UllScenario *scenario, UllRandom *random)
{
  gint64 sixteenths = 5 + (gint64) ull_random_below (random, 11);

  return g_strdup_printf ("context=%" G_GINT64_FORMAT, MAX (scenario->value[ULL_FIELD_CONTEXT] * sixteenths / 16, 1));
}

typedef struct
{
  char *id[PULLS + 1];
  gint64 gain[PULLS + 1];
  guint n;
} Levers;

static void
add_lever (Levers *levers, const UllScenario *scenario, char *id)
{
  levers->gain[levers->n] = gain_of (scenario, id, TRUE);
  if (levers->gain[levers->n] > 0)
    levers->id[levers->n++] = g_steal_pointer (&id);
  g_free (id);
}

/* Three levers of those that gain something here, the best of them drawn first: each that two others are less than is as likely
 * to be right as another. FALSE where the one drawn has no two below it. */
static gboolean
offer_levers (UllQuestion *question, Levers *levers, UllRandom *random)
{
  guint best = (guint) ull_random_below (random, levers->n), start = (guint) ull_random_below (random, levers->n);
  guint at = (guint) ull_random_below (random, OFFERED), taken[OFFERED] = { best, best, best };

  for (guint i = 0, n = 0; i < levers->n && n < OFFERED - 1; i++)
    {
      guint other = (start + i) % levers->n;

      if (levers->gain[other] < levers->gain[best])
        taken[(at + 1 + n++) % OFFERED] = other;
    }
  if (taken[(at + 1) % OFFERED] == best || taken[(at + 2) % OFFERED] == best)
    return FALSE;
  for (guint i = 0; i < OFFERED; i++)
    {
      g_autofree char *label = NULL;
      UllPull pull;

      ull_pull_from_id (levers->id[taken[i]], &pull, NULL);
      label = ull_pull_dup_label (&pull);
      ull_question_add_choice (question, levers->id[taken[i]], label, NULL, FALSE);
    }
  return TRUE;
}

gboolean
ull_drill_draw_levers (UllQuestion *question, UllRandom *random)
{
  Levers levers = { .n = 0 };
  gboolean done;

  for (guint i = 0; i < PULLS; i++)
    add_lever (&levers, question->scenario, g_strdup (pulls[i]));
  add_lever (&levers, question->scenario, draw_shorter (question->scenario, random));
  done = levers.n >= OFFERED && offer_levers (question, &levers, random);
  for (guint i = 0; i < levers.n; i++)
    g_free (levers.id[i]);
  return done;
}

gboolean
ull_drill_draw_factor (UllQuestion *question, UllRandom *random)
{
  g_autofree char *label = NULL, *prompt = NULL;
  UllPull pull;

  question->sum = g_strdup (pulls[ull_random_below (random, PULLS)]);
  if (gain_of (question->scenario, question->sum, FALSE) == 0 || !ull_pull_from_id (question->sum, &pull, NULL))
    return FALSE;
  label = ull_pull_dup_label (&pull);
  prompt = g_steal_pointer (&question->prompt);
  question->prompt = g_strdup_printf ("%s %s", prompt, label);
  return TRUE;
}
