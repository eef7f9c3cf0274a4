#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* Undo: references to immutable scenarios and a cursor. Holds at most ULL_HISTORY_LIMIT entries; the oldest go. */

#define ULL_HISTORY_LIMIT 500

typedef struct
{
  GPtrArray *entries; /* of UllScenario */
  guint cursor;
  guint depth;   /* of changes that are one entry */
  gboolean open; /* the entry at the cursor was begun by the change that is going on, which replaces it */
} UllHistory;

void ull_history_init (UllHistory *history);
void ull_history_clear (UllHistory *history);
/* Forgets everything; @scenario is where it starts. */
void ull_history_start (UllHistory *history, UllScenario *scenario);
UllScenario *ull_history_get_current (const UllHistory *history); /* (transfer none) (nullable) */
/* Cuts off what was undone. */
void ull_history_record (UllHistory *history, UllScenario *scenario);
void ull_history_begin (UllHistory *history);
/* TRUE where the change came to nothing and its entry was dropped. */
gboolean ull_history_end (UllHistory *history);
gboolean ull_history_can_undo (const UllHistory *history);
gboolean ull_history_can_redo (const UllHistory *history);
/* @by: -1 or 1. Ends the entry that is going on. */
void ull_history_move (UllHistory *history, int by);

G_END_DECLS
