/* The unit of the axis of slips: the question's own; of sizes GiB or MiB where the truth is at least 1 of them, else bytes, which
 * are what a small size is asked in. */
#include "ull-slips-unit.h"

#include "ull-units.h"

#include <math.h>

double
ull_slips_unit (const UllQuestion *question, double truth, char **name)
{
  if (question->unit != ULL_UNIT_BYTES)
    {
      *name = ull_question_dup_unit (question);
      return 1;
    }
  if (truth < (double) ULL_MIB)
    {
      *name = g_strdup ("B");
      return 1;
    }
  *name = g_strdup (truth >= (double) ULL_GIB ? "GiB" : "MiB");
  return (double) (truth >= (double) ULL_GIB ? ULL_GIB : ULL_MIB);
}

char *
ull_slips_format (const UllQuestion *question, double value)
{
  if (question->unit == ULL_UNIT_BYTES && value >= (double) ULL_MIB && value < 9e18)
    return ull_format_size ((gint64) llround (value));
  if (question->unit == ULL_UNIT_BYTES)
    return ull_formula_format (value, ULL_UNIT_BYTES, NULL);
  return ull_formula_format (value, ULL_UNIT_COUNT, ull_question_is_factor (question) ? "2" : NULL);
}
