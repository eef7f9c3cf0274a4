#pragma once

#include "ull-pull.h"

G_BEGIN_DECLS

/* What would it take? For each lever how far alone, and the pairs that reach what is wanted, by trying plans. */

typedef enum
{
  ULL_WANT_TOKENS,   /* in the pool, as the plan counts them */
  ULL_WANT_REQUESTS, /* of the context, at once */
  ULL_WANT_CONTEXT,  /* tokens of a request, with as many at once as there are */
  ULL_N_WANTS,
} UllWant;

typedef struct
{
  UllWant want;
  gint64 amount;
  UllScenario *scenario; /* with the load that is wanted */
  UllPlan *plan;         /* of that */
  gboolean reached;      /* without any pull: then there are no rows */
  /* A lever a row, in the order of cost: the least setting that is enough, or the one that comes nearest. */
  GArray *single;
  /* Two levers a row that reach it together, neither pulled as far as it would have to be alone. First those whose dearer
   * lever costs least, then those whose other one does. In a row no pull can be less, the other staying as it is. */
  GArray *pairs;
} UllReach;

const UllField *ull_want_get_field (UllWant want); /* (nullable): the setting that holds it; tokens have none */
const char *ull_want_get_id (UllWant want);        /* "tokens" */

/* (transfer full). NULL with an error where the amount is out of range or the load has no plan. */
UllReach *ull_reach_new (const UllScenario *scenario, UllWant want, gint64 amount, GError **error);
void ull_reach_free (UllReach *reach);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllReach, ull_reach_free)

G_END_DECLS
