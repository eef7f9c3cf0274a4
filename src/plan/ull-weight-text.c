#include "ull-weight-text.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* The weights' own line of the sum. A mixture of experts is in memory whole, however few of them a token uses: those are a matter
 * of speed, and the usual mistake is to count them alone. */

char *
ull_weight_text_note (const UllStep *step, const char *sum)
{
  if (!step->experts)
    return g_strdup (sum);
  return g_strdup_printf (_("%s (all experts: the active ones are for speed only)"), sum);
}

char *
ull_weight_text_sum (const UllStep *step, const UllOperand *operands)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < step->n_operands; i++)
    {
      UllWeightPart part = (UllWeightPart) (operands[i].ref - ULL_FACT_WEIGHTS_EMBEDDING);
      g_autofree char *size = ull_format_size (operands[i].value);

      g_string_append_printf (text, "%s%s" ULL_NBSP "%s", i > 0 ? " + " : "", ull_weight_part_get_label (part), size);
    }
  return ull_weight_text_note (step, text->str);
}
