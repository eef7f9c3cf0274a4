#include "ull-glossary.h"

#include "ull-budget.h"
#include "ull-derivation.h"
#include "ull-field.h"

#include <string.h>

/* Every term of the sum, of the stack and of the axes has its entry: two sentences and a source. */

static UllGlossary *glossary;

static void
check (const char *id)
{
  const UllGlossaryEntry *entry = ull_glossary_find (glossary, id);

  if (entry == NULL)
    g_error ("%s has no entry", id);
  g_assert_cmpint (strlen (entry->term), >, 1);
}

static void
test_sum (void)
{
  for (int i = 0; i < ULL_N_STEP_IDS; i++)
    check (ull_step_get_id ((UllStepId) i));
}

static void
test_stack (void)
{
  static const char *const parts[] = { "in-flight", "retained", "waste", "ullage", "overflow", "load-line", "driver", "not_given" };

  for (int i = 0; i < ULL_N_TERMS; i++)
    if (ull_glossary_find_term (glossary, ull_term_get_id ((UllTermId) i)) == NULL)
      g_error ("%s has no entry", ull_term_get_id ((UllTermId) i));
  /* Other processes are not requests that share nothing. */
  g_assert_true (ull_glossary_find_term (glossary, "others") != ull_glossary_find (glossary, "others"));
  g_assert_true (ull_glossary_find_term (glossary, "context") != ull_glossary_find (glossary, "context"));
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    check (parts[i]);
}

static void
test_axes (void)
{
  static const char *const axes[] = { "axis-memory", "axis-context", "axis-concurrency", "axis-tokens" };
  static const UllFieldId levers[] = { ULL_FIELD_CONTEXT, ULL_FIELD_CONCURRENCY, ULL_FIELD_K_DTYPE, ULL_FIELD_V_DTYPE, ULL_FIELD_KV_HEADS,
                                       ULL_FIELD_UTILIZATION, ULL_FIELD_HEADROOM, ULL_FIELD_WEIGHT_DTYPE, ULL_FIELD_OVERHEAD,
                                       ULL_FIELD_BLOCK_SIZE, ULL_FIELD_MAX_NUM_SEQS, ULL_FIELD_TP, ULL_FIELD_ENGINE };

  for (gsize i = 0; i < G_N_ELEMENTS (axes); i++)
    check (axes[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (levers); i++)
    check (ull_field_get (levers[i])->name);
}

static guint
count_sentences (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at != 0; at++)
    if (*at == '.' && (at[1] == 0 || (at[1] == ' ' && !g_ascii_islower (at[2]))))
      n++;
  return n;
}

static void
test_entries (void)
{
  for (guint i = 0; i < ull_glossary_get_length (glossary); i++)
    {
      const UllGlossaryEntry *entry = ull_glossary_get (glossary, i);

      if (count_sentences (entry->text) != 2)
        g_error ("%s: %s", entry->term, entry->text);
      g_assert_cmpint (strlen (entry->source), >, 5);
      /* An id has one meaning. */
      for (guint k = 0; entry->ids[k] != NULL; k++)
        g_assert_true (ull_glossary_find (glossary, entry->ids[k]) == entry);
    }
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);

  glossary = ull_glossary_new (NULL);
  g_test_add_func ("/glossary/sum", test_sum);
  g_test_add_func ("/glossary/stack", test_stack);
  g_test_add_func ("/glossary/axes", test_axes);
  g_test_add_func ("/glossary/entries", test_entries);
  code = g_test_run ();
  ull_glossary_free (glossary);
  return code;
}
