#include "ull-ramp-shown.h"

/* Invariant: the drawing borrows from `result` and `before`, and is of both and of `lines`, or there is none of them. */

void
ull_ramp_shown_clear (UllRampShown *shown)
{
  ull_ramp_drawing_clear (&shown->drawing);
  g_clear_pointer (&shown->result, ull_ramp_result_unref);
  g_clear_pointer (&shown->before, ull_ramp_result_unref);
}

/* An earlier ramp that is the present one stands beside nothing. */
void
ull_ramp_shown_update (UllRampShown *shown, UllRampRun *run)
{
  UllRampResult *result = run != NULL ? ull_ramp_run_get_result (run) : NULL, *kept = run != NULL ? ull_ramp_run_get_kept (run) : NULL;

  guint lines = run != NULL ? ull_ramp_run_get_lines (run) : 0;

  kept = kept != result ? kept : NULL;
  if (shown->result == result && shown->before == kept && shown->lines == lines)
    return;
  ull_ramp_shown_clear (shown);
  if (result == NULL)
    return;
  shown->result = ull_ramp_result_ref (result);
  shown->before = kept != NULL ? ull_ramp_result_ref (kept) : NULL;
  ull_ramp_drawing_init (&shown->drawing, result->scenario, result->ramp, kept != NULL ? kept->ramp : NULL,
                         ull_ramp_run_get_kept_name (run));
  shown->lines = lines;
  ull_ramp_drawing_limit (&shown->drawing, lines);
}

const UllRampPicture *
ull_ramp_shown_get (const UllRampShown *shown)
{
  return shown->result != NULL ? &shown->drawing.picture : NULL;
}
