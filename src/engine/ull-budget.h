#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The card divided into named terms, and the pool that is left. Independent of a request's length.
 *
 *   given  = floor (allocatable * utilisation)      not given = allocatable - given
 *   line   = given - ceil (allocatable * headroom)  (the load line: the most the pool may reach)
 *   pool   = line - weights - overhead - …          never below 0: what is missing is `deficit`
 *
 * The terms, the pool and minus the deficit sum to the card to the byte. */

/* Bottom to top as they are drawn. */
typedef enum
{
  ULL_TERM_DRIVER,
  ULL_TERM_RUNTIME, /* "overhead": holds a typed overhead, which replaces runtime, activation, graphs and communication */
  ULL_TERM_WEIGHTS,
  ULL_TERM_ACTIVATION,
  ULL_TERM_GRAPHS,
  ULL_TERM_COMMUNICATION,
  ULL_TERM_KV_POOL,
  ULL_TERM_HEADROOM,
  ULL_TERM_NOT_GIVEN,
  ULL_N_TERMS,
} UllTermId;

typedef enum
{
  ULL_SOURCE_MEASURED,
  ULL_SOURCE_FILE,
  ULL_SOURCE_FORMULA,
  ULL_SOURCE_TYPED,
  ULL_SOURCE_GUESS,
} UllSource;

typedef struct
{
  gint64 bytes;
  gint64 low;
  gint64 high;
  UllSource source;
  gboolean inside;  /* of what the engine was given */
  gboolean present; /* a term that does not apply is absent, not 0 */
} UllTerm;

typedef struct
{
  UllTerm term[ULL_N_TERMS]; /* by UllTermId; KV_POOL is present only once the pool was computed */
  gint64 card;               /* what the driver reports: the vessel's height */
  gint64 allocatable;
  gint64 given;
  gint64 line;               /* at least 0 */
  gint64 fixed;              /* inside terms below the pool */
  gint64 pool;
  gint64 pool_low;
  gint64 pool_high;
  gint64 deficit;            /* fixed terms over the line, else 0 */
} UllBudget;

/* Everything but the pool: what a question gives away. */
gboolean ull_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error);
/* The pool from the terms. */
void ull_budget_close (UllBudget *budget);

const char *ull_term_get_id (UllTermId term);       /* "weights" */
const char *ull_term_get_label (UllTermId term);    /* translated: "Weights" */
const char *ull_source_get_id (UllSource source);   /* "file" */
const char *ull_source_get_label (UllSource source); /* translated: "from the file" */

G_END_DECLS
