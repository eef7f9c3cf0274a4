#include "ull-history.h"

/* Invariants: the cursor points to an entry where there is one; `open` only while `depth` is above 0, and then there is
 * an entry before the cursor: the one the change began from. */

void
ull_history_init (UllHistory *history)
{
  *history = (UllHistory) { 0 };
  history->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_scenario_unref);
}

void
ull_history_clear (UllHistory *history)
{
  g_clear_pointer (&history->entries, g_ptr_array_unref);
}

void
ull_history_start (UllHistory *history, UllScenario *scenario)
{
  /* The reference first: the scenario may be one of those that go. */
  UllScenario *kept = ull_scenario_ref (scenario);

  g_ptr_array_set_size (history->entries, 0);
  g_ptr_array_add (history->entries, kept);
  history->cursor = 0;
  history->open = FALSE;
}

UllScenario *
ull_history_get_current (const UllHistory *history)
{
  return history->entries->len > 0 ? g_ptr_array_index (history->entries, history->cursor) : NULL;
}

void
ull_history_record (UllHistory *history, UllScenario *scenario)
{
  UllScenario *kept = ull_scenario_ref (scenario);

  g_ptr_array_set_size (history->entries, (int) history->cursor + (history->open ? 0 : 1));
  g_ptr_array_add (history->entries, kept);
  if (history->entries->len > ULL_HISTORY_LIMIT)
    g_ptr_array_remove_index (history->entries, 0);
  history->cursor = history->entries->len - 1;
  history->open = history->depth > 0;
}

void
ull_history_begin (UllHistory *history)
{
  history->depth++;
}

gboolean
ull_history_end (UllHistory *history)
{
  gboolean was_open = history->open;
  UllScenario *before;

  g_return_val_if_fail (history->depth > 0, FALSE);

  if (--history->depth > 0)
    return FALSE;
  history->open = FALSE;
  if (!was_open)
    return FALSE;
  /* A drag that ends where it began leaves no entry: the next undo must visibly undo. */
  before = g_ptr_array_index (history->entries, history->cursor - 1);
  if (!ull_scenario_equal (before, ull_history_get_current (history)))
    return FALSE;
  g_ptr_array_set_size (history->entries, (int) history->cursor);
  history->cursor--;
  return TRUE;
}

gboolean
ull_history_can_undo (const UllHistory *history)
{
  return history->cursor > 0;
}

gboolean
ull_history_can_redo (const UllHistory *history)
{
  return history->cursor + 1 < history->entries->len;
}

void
ull_history_move (UllHistory *history, int by)
{
  g_return_if_fail (by < 0 ? ull_history_can_undo (history) : ull_history_can_redo (history));

  history->cursor += (guint) by;
  history->open = FALSE;
}
