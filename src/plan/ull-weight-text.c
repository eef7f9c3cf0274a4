#include "ull-weight-text.h"

#include "ull-store-text.h"
#include "ull-tolerance.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

#define CEIL_LEFT "\342\214\210"
#define CEIL_RIGHT "\342\214\211"
#define DIVIDED " \303\267 "

/* The weights' own line of the sum. A mixture of experts is in memory whole, however few of them a token uses: those are a matter
 * of speed, and the usual mistake is to count them alone. */

/* (transfer full) (nullable) */
static char *
dup_sureness (const UllStep *step)
{
  g_autofree char *near = ull_format_tolerance (step->low, step->value, step->high);
  g_autofree char *low = ull_format_gib (step->low);
  g_autofree char *high = ull_format_gib (step->high);

  if (near != NULL)
    return g_strdup_printf (_("an estimate, %s"), near);
  if (step->high > step->low)
    return g_strdup_printf (_("an estimate, %s to %s"), low, high);
  return step->high > 0 ? g_strdup (_("exact, from the files’ headers")) : NULL;
}

char *
ull_weight_text_note (const UllStep *step, const char *sum)
{
  g_autofree char *noted = step->experts ? g_strdup_printf (_("%s (all experts: the active ones are for speed only)"), sum) : g_strdup (sum);
  g_autofree char *sureness = dup_sureness (step);

  return sureness != NULL ? g_strdup_printf ("%s (%s)", noted, sureness) : g_steal_pointer (&noted);
}

char *
ull_weight_text_sum (const UllDerivation *derivation, guint step)
{
  const UllStep *s = &derivation->step[step];
  const UllOperand *operands = &derivation->operand[s->first_operand];
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < s->n_operands; i++)
    {
      UllWeightPart part = operands[i].kind == ULL_OPERAND_STEP ? derivation->step[operands[i].ref].part
                                                                : (UllWeightPart) (operands[i].ref - ULL_FACT_WEIGHTS_EMBEDDING);
      g_autofree char *size = ull_format_size (operands[i].value);

      g_string_append_printf (text, "%s%s" ULL_NBSP "%s", i > 0 ? " + " : "", ull_weight_part_get_label (part), size);
    }
  return ull_weight_text_note (s, text->str);
}

char *
ull_weight_text_label (const UllStep *step)
{
  return g_strdup_printf (_("%s on a card"), ull_weight_part_get_label (step->part));
}

/* "⌈2.50 GiB ÷ 4⌉", or the size alone where one card has it all. */
static void
append_quotient (GString *text, const char *name, gint64 bytes, gint64 cards)
{
  g_autofree char *size = ull_format_size (bytes);

  if (bytes == 0)
    return;
  if (text->len > 0)
    g_string_append (text, " + ");
  if (name != NULL)
    g_string_append_printf (text, "%s" ULL_NBSP, name);
  if (cards > 1)
    g_string_append_printf (text, CEIL_LEFT "%s" DIVIDED "%" G_GINT64_FORMAT CEIL_RIGHT, size, cards);
  else
    g_string_append (text, size);
}

static void
append_said (GString *text, const char *said)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " + " : "", said);
}

char *
ull_weight_text_share (const UllStep *step, const UllOperand *operands)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *whole = ull_format_size (operands[ULL_SHARE_WHOLE].value);
  g_autofree char *made = ull_format_size (operands[ULL_SHARE_MADE].value);
  /* Translators: a size, of what is not divided among cards. */
  g_autofree char *whole_said = g_strdup_printf (_("%s whole"), whole);
  /* Translators: a size, of tables, padding and copies that an engine makes itself. */
  g_autofree char *made_said = g_strdup_printf (_("%s in no file"), made);
  g_autofree char *layers = ull_store_text_count (step->layers, N_("layer"), N_("layers"));

  append_quotient (text, NULL, operands[ULL_SHARE_DIVIDED].value, operands[ULL_SHARE_CARDS].value);
  append_quotient (text, _("K, V"), operands[ULL_SHARE_KV].value, operands[ULL_SHARE_KV_CARDS].value);
  if (operands[ULL_SHARE_WHOLE].value > 0)
    append_said (text, whole_said);
  if (operands[ULL_SHARE_MADE].value > 0)
    append_said (text, made_said);
  if (step->layers == 0)
    return g_strdup (text->str);
  return g_strdup_printf ("%s: %s", layers, text->str);
}
