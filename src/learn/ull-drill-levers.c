/* Drills about levers. The levers of the list rank nearly alike on any card (narrower keys and values before another card, before
 * narrower weights), which who has seen ten of them knows. So two of them always stand beside a shorter context, which is drawn to
 * gain more than both in one question of two and less than the better one in the other: neither who follows the ranking nor who
 * always says the context is right more than half the time. */
#include "ull-drill-private.h"

#include "ull-pull.h"

#define PULLS 6
#define OFFERED 3
#define PARTS 32 /* of the context */

static const char *const pulls[PULLS] = { "kv_dtype=fp8", "weight_dtype=fp8", "weight_dtype=int4", "utilization=0.95", "tp=2", "kv_dtype=int4" };

typedef struct
{
  char *id;
  gint64 gain;
} Lever;

static void
clear_levers (Lever *levers)
{
  for (guint i = 0; i < OFFERED; i++)
    g_clear_pointer (&levers[i].id, g_free);
}

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

/* @parts of it are left. */
static void
shorten (const UllScenario *scenario, guint parts, Lever *lever)
{
  g_free (lever->id);
  lever->id = g_strdup_printf ("context=%" G_GINT64_FORMAT, MAX (scenario->value[ULL_FIELD_CONTEXT] * parts / PARTS, 1));
  lever->gain = gain_of (scenario, lever->id, TRUE);
}

/* A shorter context that gains something, and more or less than @gain as drawn. FALSE also where only one of the two can be: else
 * what nothing beats would be right whenever it is offered. */
static gboolean
draw_shorter (const UllScenario *scenario, gint64 gain, UllRandom *random, Lever *lever)
{
  gboolean more = ull_random_below (random, 2) == 0;
  guint fits[2][PARTS], n[2] = { 0 };

  for (guint parts = 1; parts < PARTS; parts++)
    {
      shorten (scenario, parts, lever);
      if (lever->gain > 0 && lever->gain != gain)
        fits[lever->gain > gain][n[lever->gain > gain]++] = parts;
    }
  if (n[FALSE] == 0 || n[TRUE] == 0)
    return FALSE;
  shorten (scenario, fits[more][ull_random_below (random, n[more])], lever);
  return TRUE;
}

/* Two levers of the list that gain something, and not the same. */
static gboolean
draw_two (const UllScenario *scenario, UllRandom *random, Lever *levers)
{
  guint first = (guint) ull_random_below (random, PULLS);
  guint second = (first + 1 + (guint) ull_random_below (random, PULLS - 1)) % PULLS;

  levers[0] = (Lever) { g_strdup (pulls[first]), gain_of (scenario, pulls[first], TRUE) };
  levers[1] = (Lever) { g_strdup (pulls[second]), gain_of (scenario, pulls[second], TRUE) };
  return levers[0].gain > 0 && levers[1].gain > 0 && levers[0].gain != levers[1].gain;
}

static void
offer (UllQuestion *question, const Lever *lever)
{
  g_autofree char *label = NULL;
  UllPull pull;

  ull_pull_from_id (lever->id, &pull, NULL);
  label = ull_pull_dup_label (&pull);
  ull_question_add_choice (question, lever->id, label, NULL, FALSE);
}

gboolean
ull_drill_draw_levers (UllQuestion *question, UllRandom *random)
{
  Lever levers[OFFERED] = { { NULL, 0 } };
  gboolean done = draw_two (question->scenario, random, levers)
                  && draw_shorter (question->scenario, MAX (levers[0].gain, levers[1].gain), random, &levers[2]);
  guint at = (guint) ull_random_below (random, OFFERED);

  /* The two are in no order, and the context is anywhere among them. */
  for (guint i = 0; done && i < OFFERED; i++)
    offer (question, &levers[(at + i) % OFFERED]);
  clear_levers (levers);
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
