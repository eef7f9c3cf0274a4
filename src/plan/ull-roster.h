#pragma once

#include "ull-plan.h"

G_BEGIN_DECLS

/* Several plans in one table: what was asked and what came out of it. */

typedef struct
{
  const char *name; /* of the scenario, or its file */
  const UllScenario *scenario;
  const UllPlan *plan;
} UllRosterEntry;

typedef enum
{
  ULL_ROSTER_NAME,
  ULL_ROSTER_MODEL,
  ULL_ROSTER_DEVICE,
  ULL_ROSTER_ENGINE,
  ULL_ROSTER_SETTINGS, /* what is set otherwise than a new scenario has it, as options: "--context 4096 --k-dtype fp8" */
  ULL_ROSTER_VERDICT,
  ULL_ROSTER_LIMIT,
  ULL_ROSTER_POOL,     /* from here on numbers */
  ULL_ROSTER_PER_TOKEN,
  ULL_ROSTER_PER_REQUEST,
  ULL_ROSTER_TOKENS,
  ULL_ROSTER_BLOCKS,
  ULL_ROSTER_MAX_CONCURRENCY,
  ULL_ROSTER_MAX_CONTEXT,
  ULL_ROSTER_DEMAND,
  ULL_ROSTER_ULLAGE,
  ULL_N_ROSTER_COLUMNS,
} UllRosterColumn;

const char *ull_roster_get_id (UllRosterColumn column); /* "pool_bytes", the same in every version and language */
/* A cell for scripts: numbers plain, "" for what is not known or without a bound. (transfer full) */
char *ull_roster_cell (const UllRosterEntry *entry, UllRosterColumn column);
/* The value of a column of numbers; G_MAXINT64: no bound; -1, but for the ullage: there is none. */
gint64 ull_roster_number (const UllRosterEntry *entry, UllRosterColumn column);

/* Header and a row each. @ending: of a row. */
void ull_roster_append_csv (const UllRosterEntry *entries, guint n, GString *out, const char *ending);

/* For people, a column a scenario: what it is, each setting that is not the same in all, and what came out.
 * (transfer full) (element-type GStrv), the header first. */
GPtrArray *ull_roster_table (const UllRosterEntry *entries, guint n);

G_END_DECLS
