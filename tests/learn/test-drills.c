#include "ull-drill.h"

#include "ull-config.h"
#include "ull-engine.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

/* Ten thousand drills, and what one learns from them without reckoning: nothing. */

static UllScenario *
scenario_of (const char *model_id, const char *device_id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open_bundled (model_id, &error);

  g_assert_no_error (error);
  return ull_scenario_new (model, ull_device_find (device_id));
}

static UllDrills *
drills_of (UllScenario *scenario, guint level, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  UllDrills *drills = ull_drills_new (scenario, level, seed, &error);

  g_assert_no_error (error);
  return drills;
}

/* Where a value stands on its slider, from 0 to 1: context from 1k to 128k, concurrency from 1 to 256, both by doubling. */
static double
place (gint64 value, double low, double high)
{
  return CLAMP (log2 ((double) value / low) / log2 (high / low), 0, 1);
}

/* Guessers: always the same; by the slider that stands furthest to the right; by one slider alone. */
typedef struct
{
  const char *name;
  gboolean (*says_fits) (double context, double concurrency);
} Guesser;

static gboolean
always (double context, double concurrency)
{
  return TRUE;
}

static gboolean
bigger_slider (double context, double concurrency)
{
  return MAX (context, concurrency) < 0.5;
}

static gboolean
more_requests (double context, double concurrency)
{
  return concurrency < 0.5;
}

static gboolean
longer_requests (double context, double concurrency)
{
  return context < 0.5;
}

static gboolean
context_over_concurrency (double context, double concurrency)
{
  return context < concurrency;
}

static const Guesser guessers[] = {
  { "always fits", always },
  { "the bigger slider", bigger_slider },
  { "concurrency alone", more_requests },
  { "context alone", longer_requests },
  { "the one that stands further", context_over_concurrency },
};

#define DRILLS 10000

/* Of this kind as often as the boxes allow: sixteen times as often as of each other. */
static void
prefer (UllDrills *drills, UllDrillKind kind)
{
  UllDrillBoxes boxes = { .kind = { 4, 4, 4, 4, 4, 4, 4, 4, 4 } };

  boxes.kind[kind] = 0;
  ull_drills_set_boxes (drills, &boxes);
}

typedef struct
{
  const char *model;
  guint level;
} Course;

static void
test_guessers (gconstpointer data)
{
  const Course *course = data;
  g_autoptr (UllScenario) scenario = scenario_of (course->model, "rtx-4090");
  g_autoptr (UllDrills) drills = drills_of (scenario, course->level, 7);
  guint n = 0, right[G_N_ELEMENTS (guessers)] = { 0 }, near_it = 0;

  prefer (drills, ULL_DRILL_FITS);
  while (n < DRILLS)
    {
      g_autoptr (UllQuestion) question = ull_drills_next (drills);
      g_autoptr (UllPlan) plan = NULL;
      double context, concurrency;

      if (question->kind != ULL_QUESTION_FITS)
        continue;
      plan = ull_plan_new (question->scenario, NULL);
      context = place (plan->context, 1024, 131072);
      concurrency = place (plan->concurrency, 1, 256);
      for (gsize i = 0; i < G_N_ELEMENTS (guessers); i++)
        right[i] += guessers[i].says_fits (context, concurrency) == plan->fits ? 1 : 0;
      near_it += ull_within ((double) plan->demand_bytes, (double) plan->layout.capacity, 70000) ? 1 : 0;
      n++;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (guessers); i++)
    {
      g_test_message ("%s: %.1f %%", guessers[i].name, 100.0 * right[i] / DRILLS);
      g_assert_cmpuint (right[i], >=, DRILLS * 45 / 100);
      g_assert_cmpuint (right[i], <=, DRILLS * 55 / 100);
    }
  /* Whole requests of few are further apart than a sixteenth. */
  g_test_message ("near the boundary: %.1f %%", 100.0 * near_it / DRILLS);
  g_assert_cmpuint (near_it, >, DRILLS * 30 / 100);
  g_assert_cmpuint (near_it, <, DRILLS * 60 / 100);
}

/* The place of the right answer among levers says nothing: each of three is right as often, within the noise of a thousand. */
static void
test_levers (void)
{
  g_autoptr (UllScenario) scenario = scenario_of ("llama-3.1-8b", "rtx-4090");
  g_autoptr (UllDrills) drills = drills_of (scenario, 3, 11);
  guint n = 0, at[3] = { 0 };

  prefer (drills, ULL_DRILL_LEVER);
  while (n < 1000)
    {
      g_autoptr (UllQuestion) question = ull_drills_next (drills);
      g_autoptr (UllKey) key = NULL;

      if (question->kind != ULL_QUESTION_LEVER)
        continue;
      key = ull_question_solve (question, NULL);
      at[key->right]++;
      n++;
    }
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (at[i], >, 200);
      g_assert_cmpuint (at[i], <, 470);
    }
}

static gboolean
names (const UllQuestion *question, gint64 count)
{
  g_autofree char *text = ull_format_count (count);

  return strstr (question->prompt, text) != NULL;
}

static void
check_said (const UllQuestion *question)
{
  const UllScenario *scenario = question->scenario;
  gint64 seqs = ull_engine_get_setting (scenario, ULL_FIELD_MAX_NUM_SEQS), length = scenario->value[ULL_FIELD_MAX_MODEL_LEN];
  g_autofree char *share = ull_format_fraction (ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION));

  g_assert_null (strchr (question->prompt, '-') != NULL ? strstr (question->prompt, ".-") : NULL);
  g_assert_nonnull (strstr (question->prompt, share));
  g_assert_true (scenario->value[ULL_FIELD_TP] <= 1 || strstr (question->prompt, "of one card") != NULL);
  if (question->kind != ULL_QUESTION_LIMIT)
    return;
  g_assert_true (seqs == ULL_UNSET || names (question, seqs));
  g_assert_true (length == ULL_UNSET || names (question, length));
  g_assert_true (names (question, scenario->value[ULL_FIELD_CONTEXT]) && names (question, scenario->value[ULL_FIELD_CONCURRENCY]));
}

/* While it is open, a drill has no plan, gives nothing that is asked, and names its answer nowhere. */
static void
check_locked (const UllQuestion *question)
{
  g_autoptr (UllDisclosure) open = ull_question_disclose (question);
  g_autoptr (UllKey) key = ull_question_solve (question, NULL);
  g_autofree char *facts = ull_drill_dup_facts (question->scenario), *caption = NULL;

  g_assert_nonnull (key);
  g_assert_true (open->withheld);
  g_assert_null (open->plan);
  for (guint i = 0; i < open->n_figures; i++)
    {
      g_assert_true (question->kind != ULL_QUESTION_FIGURE || open->figure[i].id != question->target);
      g_assert_true (!ull_question_is_number (question) || (double) open->figure[i].value != key->truth);
    }
  /* Small numbers stand anywhere by chance. */
  if (!ull_question_is_number (question) || key->truth < 100000)
    return;
  caption = ull_format_count ((gint64) key->truth);
  g_assert_null (strstr (question->prompt, caption));
  g_assert_null (strstr (facts, caption));
}

/* On paper there is no lever to look at: what was drawn anew stands in the question, and the rest in the facts at its head. */
static void
test_said (void)
{
  static const char *const models[] = { "llama-3.1-8b", "gemma-3-12b", "deepseek-v3" };
  guint n_limits = 0;

  for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
    for (int engine = 0; engine < ULL_N_ENGINES; engine++)
      for (guint level = 1; level <= ULL_DRILL_LEVELS; level++)
        {
          g_autoptr (UllScenario) plain = scenario_of (models[m], "mi300x");
          g_autoptr (UllScenario) scenario = ull_scenario_with (plain, ULL_FIELD_ENGINE, engine, NULL, NULL);
          g_autoptr (UllScenario) several = ull_scenario_with (scenario, ULL_FIELD_TP, 8, NULL, NULL);
          g_autoptr (GPtrArray) sheet = ull_drills_sheet (several, level, 3, 60, NULL);

          g_assert_nonnull (sheet);
          for (guint i = 0; i < sheet->len; i++)
            {
              const UllQuestion *question = g_ptr_array_index (sheet, i);

              check_said (question);
              check_locked (question);
              n_limits += question->kind == ULL_QUESTION_LIMIT;
            }
        }
  g_assert_cmpuint (n_limits, >, 30);
}

static void
test_facts (void)
{
  g_autoptr (UllScenario) windows = scenario_of ("gemma-3-12b", "rtx-4090");
  g_autoptr (UllScenario) paged = ull_scenario_with (windows, ULL_FIELD_ENGINE, ULL_ENGINE_PAGED, NULL, NULL);
  g_autofree char *facts = ull_drill_dup_facts (paged);

  /* Its file: 48 layers, five of six with a window of 1,024; 8 KV heads of 256. The card's catalogue: 24,210 MiB. */
  g_assert_nonnull (strstr (facts, "40 layers, sliding window: 8 KV heads × (256 + 256) of at most 1,024 tokens."));
  g_assert_nonnull (strstr (facts, "8 layers, full attention: 8 KV heads × (256 + 256)."));
  g_assert_nonnull (strstr (facts, "Query heads: 16."));
  g_assert_nonnull (strstr (facts, "an allocation sees 23.64" ULL_NBSP "GiB"));
  g_assert_nonnull (strstr (facts, "blocks of 16 tokens"));
}

typedef struct
{
  guint offered;
  guint right;
} Tally;

static void
tally (const UllQuestion *question, const char *prefix, Tally *tally)
{
  g_autoptr (UllKey) key = ull_question_solve (question, NULL);

  g_assert_nonnull (key);
  for (guint i = 0; i < question->choices->len; i++)
    if (g_str_has_prefix (g_array_index (question->choices, UllChoice, i).id, prefix))
      {
        tally->offered++;
        tally->right += i == key->right;
      }
}

static void
tally_drills (UllDrillKind kind, UllQuestionKind asked, const char *const *prefixes, Tally *tallies)
{
  static const char *const models[] = { "llama-3.1-8b", "qwen2.5-7b", "gemma-3-12b" };

  for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
    {
      g_autoptr (UllScenario) scenario = scenario_of (models[m], "l40s");
      g_autoptr (UllDrills) drills = drills_of (scenario, 3, 11);

      prefer (drills, kind);
      for (guint n = 0; n < 1000; n++)
        {
          g_autoptr (UllQuestion) question = ull_drills_next (drills);

          for (guint i = 0; question->kind == asked && prefixes[i] != NULL; i++)
            tally (question, prefixes[i], &tallies[i]);
        }
    }
  for (guint i = 0; prefixes[i] != NULL; i++)
    g_test_message ("%s: right %u times of %u", prefixes[i], tallies[i].right, tallies[i].offered);
}

/* Who always says the first limit, or the lever with the same name, is right about half the time where that is the likeliest, and
 * nothing that is likely is never right. */
static void
test_answers (void)
{
  static const char *const limits[] = { "kv_pool", "max_model_len", "max_num_seqs", NULL };
  static const char *const levers[] = { "context", "kv_dtype=int4", "tp=2", "kv_dtype=fp8", NULL };
  Tally limit[3] = { { 0 } }, lever[4] = { { 0 } };

  tally_drills (ULL_DRILL_LIMIT, ULL_QUESTION_LIMIT, limits, limit);
  tally_drills (ULL_DRILL_LEVER, ULL_QUESTION_LEVER, levers, lever);
  for (gsize i = 0; i < G_N_ELEMENTS (limit); i++)
    {
      g_assert_cmpuint (100 * limit[i].right, >, 15 * limit[i].offered);
      g_assert_cmpuint (100 * limit[i].right, <, 55 * limit[i].offered);
    }
  g_assert_cmpuint (lever[0].offered, >, 500);
  g_assert_cmpuint (100 * lever[0].right, >, 40 * lever[0].offered);
  /* The strongest of the list are as often not enough. */
  for (gsize i = 0; i < G_N_ELEMENTS (lever); i++)
    {
      g_assert_cmpuint (lever[i].offered, >, 100);
      g_assert_cmpuint (100 * lever[i].right, <, 60 * lever[i].offered);
    }
}

/* A seed is a sheet. */
static void
test_seed (void)
{
  g_autoptr (UllScenario) scenario = scenario_of ("qwen2.5-7b", "l40s");
  g_autoptr (GPtrArray) one = ull_drills_sheet (scenario, 2, 42, 40, NULL);
  g_autoptr (GPtrArray) same = ull_drills_sheet (scenario, 2, 42, 40, NULL);
  g_autoptr (GPtrArray) other = ull_drills_sheet (scenario, 2, 43, 40, NULL);
  guint differ = 0;

  for (guint i = 0; i < one->len; i++)
    {
      const UllQuestion *a = g_ptr_array_index (one, i), *b = g_ptr_array_index (same, i), *c = g_ptr_array_index (other, i);

      g_assert_cmpstr (a->prompt, ==, b->prompt);
      g_assert_true (ull_scenario_equal (a->scenario, b->scenario));
      differ += g_strcmp0 (a->prompt, c->prompt) != 0 ? 1 : 0;
    }
  g_assert_cmpuint (differ, >, 30);
}

/* Whatever model is open, there is something to ask, and it has an answer. */
static void
test_every_model (void)
{
  guint n, asked = 0;
  const UllBundledModel *models = ull_config_bundled (&n);

  for (guint i = 0; i < n; i++)
    for (int engine = 0; engine < ULL_N_ENGINES; engine++)
      {
        g_autoptr (UllScenario) plain = scenario_of (models[i].id, "mi300x");
        g_autoptr (UllScenario) scenario = ull_scenario_with (plain, ULL_FIELD_ENGINE, engine, NULL, NULL);
        guint level = 1 + (i + (guint) engine) % 3;
        g_autoptr (GPtrArray) sheet = scenario != NULL ? ull_drills_sheet (scenario, level, i, 6, NULL) : NULL;

        for (guint k = 0; sheet != NULL && k < sheet->len; k++)
          {
            g_autoptr (UllKey) key = ull_question_solve (g_ptr_array_index (sheet, k), NULL);

            g_assert_nonnull (key);
            asked++;
          }
      }
  g_test_message ("%u models, %u drills", n, asked);
  g_assert_cmpuint (asked, >, n * 6);
}

static void
answer (UllDrills *drills, gboolean right, const char *slip)
{
  UllGrade grade = { .counted = TRUE, .right = right, .slip = (char *) slip };

  ull_drills_answered (drills, &grade);
}

/* What was missed comes back sooner: a kind in the first box is drawn sixteen times as often as one in the last. */
static void
test_boxes (void)
{
  g_autoptr (UllScenario) scenario = scenario_of ("llama-3.1-8b", "rtx-4090");
  g_autoptr (UllDrills) drills = drills_of (scenario, 1, 5);
  guint n_pool = 0;

  prefer (drills, ULL_DRILL_POOL);
  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (UllQuestion) question = ull_drills_next (drills);

      n_pool += question->kind == ULL_QUESTION_FIGURE && question->target == ULL_STEP_POOL ? 1 : 0;
    }
  /* 16 of 16 + 3: 842 of a thousand. */
  g_assert_cmpuint (n_pool, >, 800);
  g_assert_cmpuint (n_pool, <, 880);
}

/* A slip that has a name: two more of its kind, and the reason is said. */
static void
test_again (void)
{
  g_autoptr (UllScenario) scenario = scenario_of ("llama-3.1-8b", "rtx-4090");
  g_autoptr (UllDrills) drills = drills_of (scenario, 1, 9);
  g_autoptr (UllQuestion) first = NULL;
  g_autofree char *reason = NULL, *later = NULL;

  do
    {
      g_clear_pointer (&first, ull_question_unref);
      first = ull_drills_next (drills);
    }
  while (first->kind != ULL_QUESTION_FIGURE || first->target != ULL_STEP_BYTES_PER_TOKEN);
  answer (drills, FALSE, "query_heads");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (UllQuestion) again = ull_drills_next (drills);

      g_assert_cmpint (again->target, ==, ULL_STEP_BYTES_PER_TOKEN);
      if (i == 0)
        reason = ull_drills_dup_reason (drills);
      answer (drills, TRUE, NULL);
    }
  g_assert_cmpstr (reason, ==, "You took query heads for KV heads: two more of the kind.");
  g_clear_pointer (&first, ull_question_unref);
  first = ull_drills_next (drills);
  later = ull_drills_dup_reason (drills);
  g_assert_null (later);
}

static const Course courses[] = {
  { "llama-3.1-8b", 1 }, { "qwen2.5-7b", 2 }, { "llama-3.1-8b", 3 },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (courses); i++)
    {
      g_autofree char *path = g_strdup_printf ("/drills/guessers/%s/level-%u", courses[i].model, courses[i].level);

      g_test_add_data_func (path, &courses[i], test_guessers);
    }
  g_test_add_func ("/drills/levers", test_levers);
  g_test_add_func ("/drills/answers", test_answers);
  g_test_add_func ("/drills/said", test_said);
  g_test_add_func ("/drills/facts", test_facts);
  g_test_add_func ("/drills/seed", test_seed);
  g_test_add_func ("/drills/every-model", test_every_model);
  g_test_add_func ("/drills/boxes", test_boxes);
  g_test_add_func ("/drills/again", test_again);

  return g_test_run ();
}
