#include "ull-error.h"
#include "ull-plan.h"

#include <stdio.h>

/* Reads cases, one a line, and prints a plan's answers, one a line: test-boundary.py compares them with Python's big
 * integers. A process for each of ten thousand cases would take a minute. */

typedef struct
{
  gint64 memory, layers, query_heads, kv_heads, head_dim;
  gint64 value[ULL_N_FIELDS];
} Case;

static gboolean
read_case (Case *c)
{
  gint64 *v = c->value;

  for (int i = 0; i < ULL_N_FIELDS; i++)
    v[i] = ull_field_get ((UllFieldId) i)->initial;
  return scanf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, &c->memory,
                &v[ULL_FIELD_UTILIZATION], &v[ULL_FIELD_HEADROOM], &v[ULL_FIELD_OVERHEAD])
           == 4
         && scanf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                   " %" G_GINT64_FORMAT,
                   &v[ULL_FIELD_WEIGHTS], &c->layers, &c->query_heads, &c->kv_heads, &c->head_dim)
              == 5
         && scanf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                   " %" G_GINT64_FORMAT,
                   &v[ULL_FIELD_K_DTYPE], &v[ULL_FIELD_ENGINE], &v[ULL_FIELD_BLOCK_SIZE], &v[ULL_FIELD_CONTEXT],
                   &v[ULL_FIELD_CONCURRENCY])
              == 5;
}

static UllScenario *
make_scenario (Case *c)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model
    = ull_model_new_dense ("case", c->layers, c->query_heads, c->kv_heads, c->head_dim, &error);
  g_autoptr (UllDevice) device = ull_device_new_custom (c->memory);
  UllScenario *scenario = NULL;

  g_assert_no_error (error);
  scenario = ull_scenario_new (model, device);
  c->value[ULL_FIELD_V_DTYPE] = c->value[ULL_FIELD_K_DTYPE];
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      UllScenario *next = ull_scenario_with (scenario, (UllFieldId) i, c->value[i], NULL, &error);

      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  return scenario;
}

static gint64
sum_terms (const UllBudget *budget)
{
  gint64 sum = -budget->deficit;

  for (int i = 0; i < ULL_N_TERMS; i++)
    if (budget->term[i].present)
      sum += budget->term[i].bytes;
  return sum;
}

int
main (void)
{
  Case c = { 0 };

  while (read_case (&c))
    {
      g_autoptr (UllScenario) scenario = make_scenario (&c);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllPlan) plan = ull_plan_new (scenario, &error);

      if (plan == NULL)
        {
          printf ("error %d\n", error->code == ULL_ERROR_OVERFLOW);
          continue;
        }
      printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
              " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %" G_GINT64_FORMAT "\n",
              plan->budget.pool, plan->layout.per_token, plan->request_bytes, plan->layout.tokens,
              plan->layout.blocks, plan->max_concurrency, plan->max_context, plan->ullage_bytes, plan->fits,
              sum_terms (&plan->budget));
    }
  return 0;
}
