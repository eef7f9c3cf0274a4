#include "ull-compare.h"
#include "ull-csv.h"
#include "ull-disclosure.h"
#include "ull-roster.h"

#include "plan-cases.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

/* Differences against their derivations, and against the two plans they are of; tables against what they were made from. */

static UllScenario *
chapter_with (const char *option, const char *text)
{
  const Setting settings[] = { { option, text }, { NULL, NULL } };

  return case_with (case_chapter (), settings);
}

static UllScenario *
chapter_fp8 (void)
{
  const Setting settings[] = { { "k-dtype", "fp8" }, { "v-dtype", "fp8" }, { NULL, NULL } };

  return case_with (case_chapter (), settings);
}

static void
check (const UllComparison *comparison, const char *id, gint64 a, gint64 b)
{
  const UllCompareRow *row = ull_comparison_find (comparison, id);

  g_assert_nonnull (row);
  g_assert_cmpint (row->a, ==, a);
  g_assert_cmpint (row->b, ==, b);
  g_assert_true (row->comparable);
  g_assert_cmpint (row->difference, ==, b - a);
  g_assert_cmpfloat_with_epsilon (row->factor, (double) b / (double) a, 1e-12);
}

/* The chapter's 24 GB: 21.6 − 16.06 − 1.8 = 3.74 GB of pool. A token takes 131,072 B, in fp8 65,536: 28,533 and 57,067 tokens.
 * A request of 4,096 tokens takes 512 and 256 MiB: 6 and 13 fit. */
static void
test_dtype (void)
{
  g_autoptr (UllScenario) one = case_chapter ();
  g_autoptr (UllScenario) other = chapter_fp8 ();
  g_autoptr (UllPlan) a = case_plan (one);
  g_autoptr (UllPlan) b = case_plan (other);
  UllComparison comparison;

  ull_comparison_init (&comparison, a, b);
  check (&comparison, "kv_pool", 3740000000, 3740000000);
  check (&comparison, "weights", 16060000000, 16060000000);
  check (&comparison, "kv_bytes_per_token", 131072, 65536);
  check (&comparison, "kv_bytes_per_request", 536870912, 268435456);
  check (&comparison, "tokens", 28533, 57067);
  check (&comparison, "max_concurrency", 6, 13);
  g_assert_null (ull_comparison_find (&comparison, "activation"));
  g_assert_null (ull_comparison_find (&comparison, "deficit"));
}

static void
check_text (char *taken, const char *expected)
{
  g_autofree char *text = taken;

  g_assert_cmpstr (text, ==, expected);
}

static void
test_text (void)
{
  static const UllCompareRow more = { .unit = ULL_UNIT_BYTES, .a = 4 * ULL_GIB, .b = 6 * ULL_GIB, .comparable = TRUE,
                                      .difference = 2 * ULL_GIB, .factor = 1.5 };
  static const UllCompareRow less = { .unit = ULL_UNIT_TOKENS, .a = 57067, .b = 28533, .comparable = TRUE,
                                      .difference = -28534, .factor = 28533 / 57067.0 };
  static const UllCompareRow same = { .unit = ULL_UNIT_BYTES, .a = 5, .b = 5, .comparable = TRUE, .factor = 1 };
  static const UllCompareRow open = { .unit = ULL_UNIT_TOKENS, .a = 5, .b = ULL_COMPARE_UNBOUNDED };

  check_text (ull_compare_difference_text (&more), "+2.00" ULL_NBSP "GiB");
  check_text (ull_compare_factor_text (&more), ULL_TIMES "1.50");
  check_text (ull_compare_difference_text (&less), ULL_MINUS "28,534");
  check_text (ull_compare_factor_text (&less), ULL_TIMES "0.50");
  check_text (ull_compare_difference_text (&same), "same");
  check_text (ull_compare_factor_text (&same), "");
  check_text (ull_compare_difference_text (&open), "");
  check_text (ull_compare_value_text (ULL_UNIT_TOKENS, ULL_COMPARE_UNBOUNDED), "no bound");
  check_text (ull_compare_value_text (ULL_UNIT_BYTES, ULL_COMPARE_NONE), ULL_EN_DASH);
  check_text (ull_compare_value_text (ULL_UNIT_BYTES, 512 * ULL_MIB), "0.50" ULL_NBSP "GiB");
  check_text (ull_compare_value_text (ULL_UNIT_BYTES, 65536), "64" ULL_NBSP "KiB");
}

/* Any two plans: a row is what the plans say, turned round it is the same with the sign changed. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint rows = 0;

  for (int i = 0; i < 400; i++)
    {
      g_autoptr (UllScenario) one = case_random (rand);
      g_autoptr (UllScenario) other = case_random (rand);
      g_autoptr (UllPlan) a = ull_plan_new (one, NULL);
      g_autoptr (UllPlan) b = ull_plan_new (other, NULL);
      UllComparison there, back;

      if (a == NULL || b == NULL)
        continue;
      ull_comparison_init (&there, a, b);
      ull_comparison_init (&back, b, a);
      g_assert_cmpuint (there.n, ==, back.n);
      g_assert_cmpuint (there.n, <=, ULL_MAX_COMPARE_ROWS);
      for (guint k = 0; k < there.n; k++, rows++)
        {
          g_assert_cmpint (there.row[k].a, ==, back.row[k].b);
          g_assert_cmpint (there.row[k].comparable, ==, back.row[k].comparable);
          if (there.row[k].comparable)
            g_assert_cmpint (there.row[k].difference, ==, -back.row[k].difference);
          g_assert_nonnull (ull_compare_get_label (there.row[k].id));
        }
    }
  g_test_message ("%u rows", rows);
  g_assert_cmpuint (rows, >, 4000);
}

static void
test_steps (void)
{
  g_autoptr (UllScenario) one = case_chapter ();
  g_autoptr (UllScenario) other = chapter_with ("engine", "paged");
  g_autoptr (UllPlan) a = case_plan (one);
  g_autoptr (UllPlan) b = case_plan (other);

  for (guint i = 0; i < a->derivation.n_steps; i++)
    {
      int found = ull_compare_step (&a->derivation, i, &b->derivation);

      g_assert_cmpint (ull_compare_step (&a->derivation, i, &a->derivation), ==, (int) i);
      if (found >= 0)
        g_assert_cmpint (b->derivation.step[found].id, ==, a->derivation.step[i].id);
    }
  g_assert_null (ull_compare_change_text (ULL_UNIT_BYTES, 7, 7));
}

static void
test_roster (void)
{
  g_autoptr (UllScenario) one = case_chapter ();
  g_autoptr (UllScenario) other = chapter_fp8 ();
  g_autoptr (UllPlan) a = case_plan (one);
  g_autoptr (UllPlan) b = case_plan (other);
  const UllRosterEntry entries[] = { { "one", one, a }, { "a, \"b\"", other, b } };
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autoptr (GPtrArray) table = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean dtype = FALSE;

  ull_roster_append_csv (entries, 2, csv, ULL_CSV_LF);
  lines = g_strsplit (csv->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_true (g_str_has_prefix (lines[0], "name,model,device,engine,settings,verdict,limit,pool_bytes,"));
  g_assert_true (g_str_has_prefix (lines[1], "one,Chapter,24000000000,ideal,"));
  g_assert_nonnull (strstr (lines[1], ",3740000000,131072,536870912,28533,"));
  g_assert_true (g_str_has_prefix (lines[2], "\"a, \"\"b\"\"\",Chapter,"));
  g_assert_nonnull (strstr (lines[2], "--k-dtype fp8 --v-dtype fp8"));
  g_assert_nonnull (strstr (lines[2], ",3740000000,65536,268435456,57067,"));

  table = ull_roster_table (entries, 2);
  for (guint i = 0; i < table->len; i++)
    {
      char **row = g_ptr_array_index (table, i);

      g_assert_cmpuint (g_strv_length (row), ==, 3);
      dtype = dtype || g_str_equal (row[2], "fp8");
      /* What is the same in all explains no difference. */
      g_assert_cmpstr (row[0], !=, ull_field_get_label (ull_field_get (ULL_FIELD_UTILIZATION)));
    }
  g_assert_true (dtype);
}

/* A ghost is what a fresh plan says; there is none where it would say nothing, and never while the answer is withheld. */
static void
test_ghost (void)
{
  g_autoptr (UllScenario) one = case_chapter ();
  g_autoptr (UllScenario) other = chapter_fp8 ();
  g_autoptr (UllDisclosure) beside = ull_disclosure_new_beside (one, other, "fp8");
  g_autoptr (UllDisclosure) same = ull_disclosure_new_beside (one, one, "same");
  g_autoptr (UllDisclosure) withheld = ull_disclosure_new_withheld (one);
  g_autoptr (UllDisclosure) some = ull_disclosure_with_steps (beside, 2);

  g_assert_true (ull_disclosure_has_ghost (beside));
  g_assert_cmpint (beside->ghost->plan->layout.tokens, ==, 57067);
  g_assert_cmpint (beside->plan->layout.tokens, ==, 28533);
  g_assert_cmpstr (beside->ghost_name, ==, "fp8");
  g_assert_true (ull_disclosure_is_whole (beside));
  g_assert_false (ull_disclosure_has_ghost (same));
  g_assert_false (ull_disclosure_has_ghost (withheld));
  g_assert_null (withheld->ghost);
  g_assert_false (ull_disclosure_is_whole (withheld));
  g_assert_true (ull_disclosure_has_ghost (some));
  g_assert_false (ull_disclosure_is_whole (some));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare/dtype", test_dtype);
  g_test_add_func ("/compare/text", test_text);
  g_test_add_func ("/compare/random", test_random);
  g_test_add_func ("/compare/steps", test_steps);
  g_test_add_func ("/compare/roster", test_roster);
  g_test_add_func ("/compare/ghost", test_ghost);
  return g_test_run ();
}
