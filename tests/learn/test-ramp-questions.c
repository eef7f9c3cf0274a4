#include "ull-lesson.h"

#include "ull-error.h"
#include "ull-question-private.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* Questions that are answered by a ramp. What counts as right is held to ramps that are written here, level by level; what the
 * lesson's own loads come to, to a ramp of the simulator and to how many clients fill the pool.
 *
 * A chat of 10 turns holds 256 tokens and n times a question of about 200 and an answer of about 100: at the mean of its turns, half a
 * turn past the middle, about 1,930 tokens or 121 blocks; at its last about 3,270 or 205; after one turn about 557 or 35. */

typedef struct
{
  gint64 clients;
  double rate, low, high;
} Level;

#define N(levels) levels, G_N_ELEMENTS (levels)

static const Level cliff[] = { { 4, 180, 178, 182 }, { 8, 330, 328, 332 }, { 11, 418, 415, 421 }, { 13, 471, 467, 475 },
                               { 16, 433, 343, 523 }, { 19, 353, 273, 434 }, { 64, 290, 280, 300 } };
static const Level plateau[] = { { 8, 318, 309, 326 }, { 16, 515, 494, 536 }, { 32, 725, 664, 785 }, { 45, 770, 676, 865 },
                                 { 54, 772, 676, 868 }, { 128, 764, 667, 861 } };
static const Level blind[] = { { 1, 50, 0, HUGE_VAL }, { 2, 60, 0, HUGE_VAL } };
static const Level at_once[] = { { 1, 50, 49, 51 }, { 2, 30, 29, 31 }, { 4, 20, 19, 21 } };

static UllTrial *
make_trial (const Level *levels, guint n, UllRampShape shape, guint peak, guint operating)
{
  UllTrial *trial = g_atomic_rc_box_new0 (UllTrial);
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);

  trial->scenario = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  trial->ramp = g_new0 (UllRamp, 1);
  trial->ramp->load = ull_load_new_preset ("chat");
  trial->ramp->n_levels = n;
  trial->ramp->shape = shape;
  trial->ramp->peak = peak;
  trial->ramp->operating = operating;
  trial->ramp->level[ULL_LINE_MAIN] = g_new0 (UllRampLevel, n);
  for (guint i = 0; i < n; i++)
    {
      UllRampLevel *level = &trial->ramp->level[ULL_LINE_MAIN][i];

      level->concurrency = levels[i].clients;
      level->output_tokens_per_s = levels[i].rate;
      level->low = levels[i].low;
      level->high = levels[i].high;
    }
  return trial;
}

/* Of the cliff, 11 and 19 are the nearest that lie wholly below 467 to 475, and 16 is not told from it. Of the plateau, 16 is wholly
 * below 676 to 865 and 32 is not, and at the level after 45 it has begun. Of an operating point, the levels beside it. */
static void
test_resolve (void)
{
  static const struct
  {
    const Level *levels;
    guint n;
    UllRampShape shape;
    guint peak, operating;
    gboolean told;
    double least, most, from, to; /* of the peak, of the operating point */
  } rows[] = {
    { N (cliff), ULL_SHAPE_CLIFF, 3, 2, TRUE, 12, 18, 9, 12 },
    { N (plateau), ULL_SHAPE_PLATEAU, 3, 0, TRUE, 17, 53, 1, 15 },
    { N (blind), ULL_SHAPE_PLATEAU, 1, 0, FALSE, 1, 2, 1, 1 },
    { N (at_once), ULL_SHAPE_CLIFF, 0, 0, TRUE, 1, 1, 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllTrial) trial = make_trial (rows[i].levels, rows[i].n, rows[i].shape, rows[i].peak, rows[i].operating);
      double least, most;

      g_assert_cmpint (ull_trial_resolve (trial, TRUE, &least, &most), ==, rows[i].told);
      g_assert_cmpfloat (least, ==, rows[i].least);
      g_assert_cmpfloat (most, ==, rows[i].most);
      ull_trial_resolve (trial, FALSE, &least, &most);
      g_assert_cmpfloat (least, ==, rows[i].from);
      g_assert_cmpfloat (most, ==, rows[i].to);
    }
}

/* An answer is right up to the bounds and not past them. */
static void
test_accepts (void)
{
  g_autoptr (UllQuestion) question = ull_question_new (ULL_QUESTION_PEAK, "q");
  UllKey key = { .truth = 13, .least = 12, .most = 18 };
  UllKey plain = { .truth = 13 };

  g_assert_false (ull_key_accepts (question, &key, 11));
  g_assert_true (ull_key_accepts (question, &key, 12));
  g_assert_true (ull_key_accepts (question, &key, 18));
  g_assert_false (ull_key_accepts (question, &key, 19));
  g_assert_true (ull_key_accepts (question, &plain, 13));
  g_assert_false (ull_key_accepts (question, &plain, 12));
}

static void
test_shapes (void)
{
  static const UllSlipId slips[3][3] = {
    /* said plateau, cliff, rising; truth down */
    [ULL_SHAPE_PLATEAU] = { ULL_N_SLIPS, ULL_SLIP_FULL_POOL, ULL_SLIP_NO_END },
    [ULL_SHAPE_CLIFF] = { ULL_SLIP_NO_LOSS, ULL_N_SLIPS, ULL_SLIP_NO_END },
    [ULL_SHAPE_RISING] = { ULL_N_SLIPS, ULL_N_SLIPS, ULL_N_SLIPS },
  };

  for (guint truth = 0; truth < 3; truth++)
    for (guint said = 0; said < 3; said++)
      g_assert_cmpint (ull_slip_of_shape ((UllRampShape) said, (UllRampShape) truth), ==, slips[truth][said]);
}

static UllLesson *
open_cliff (void)
{
  g_autoptr (GError) error = NULL;
  UllLesson *lesson = ull_lesson_open_bundled ("cliff", NULL, &error);

  g_assert_no_error (error);
  return lesson;
}

static UllKey *
solve (const UllLesson *lesson, const char *id, UllQuestion **question)
{
  g_autoptr (GError) error = NULL;
  UllKey *key;

  *question = ull_lesson_find (lesson, id);
  key = ull_question_solve (*question, &error);
  g_assert_no_error (error);
  return key;
}

/* The lesson's answers are those of a ramp of its scenarios, which a number in its file could not follow. */
static void
test_truth (void)
{
  static const struct
  {
    const char *shape, *peak, *operating, *retention;
    UllRampShape is;
    double blocks; /* that a client holds, at the mean of its turns; 0: not known here */
  } rows[] = {
    { "shape", "peak", "operating", "retention", ULL_SHAPE_CLIFF, 121 },
    { "chapter-shape", "chapter-peak", "chapter-operating", "chapter-retention", ULL_SHAPE_PLATEAU, 0 },
  };
  g_autoptr (UllLesson) lesson = open_cliff ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      UllQuestion *shape, *peak, *operating, *retention;
      g_autoptr (UllKey) is = solve (lesson, rows[i].shape, &shape);
      g_autoptr (UllKey) most = solve (lesson, rows[i].peak, &peak);
      g_autoptr (UllKey) safe = solve (lesson, rows[i].operating, &operating);
      g_autoptr (UllKey) worth = solve (lesson, rows[i].retention, &retention);
      g_autoptr (UllRamp) ramp = NULL;
      UllRampOptions options;

      ull_ramp_options_init (&options);
      ramp = ull_ramp_new (shape->scenario, shape->scenario->load, &options, NULL, NULL, NULL);
      g_assert_cmpint (ramp->shape, ==, rows[i].is);
      g_assert_cmpuint (is->right, ==, rows[i].is);
      g_assert_cmpfloat (most->truth, ==, (double) ramp->level[ULL_LINE_MAIN][ramp->peak].concurrency);
      g_assert_cmpfloat (safe->truth, ==, (double) ramp->level[ULL_LINE_MAIN][ramp->operating].concurrency);
      g_assert_cmpfloat (safe->truth, <, most->truth);
      g_assert_cmpfloat_with_epsilon (worth->truth, ramp->retention_gain + 1, 1e-9);
      g_assert_true (most->least <= most->truth && most->truth <= most->most);
      g_assert_true (safe->least <= safe->truth && safe->truth <= safe->most);
      /* The operating point's bounds end before the peak. */
      g_assert_cmpfloat (safe->most, <, most->truth);
      if (rows[i].blocks > 0)
        g_assert_true (ull_key_accepts (peak, most, floor ((double) ramp->blocks / rows[i].blocks)));
      /* One run serves all four. */
      g_assert_true (is->trial == worth->trial);
    }
}

static void
assert_slip (const UllLesson *lesson, const char *id, const char *answer, const char *slip)
{
  g_autoptr (GError) error = NULL;
  UllQuestion *question;
  g_autoptr (UllKey) key = solve (lesson, id, &question);
  g_autoptr (UllGrade) grade = ull_question_grade (question, key, answer, 80, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (grade->slip, ==, slip);
  g_assert_cmpint (grade->right, ==, slip == NULL && grade->result == ULL_DIAGNOSIS_RIGHT);
  if (slip != NULL)
    g_assert_nonnull (strstr (grade->detail, ull_slip_get_why (ull_slip_from_id (slip))));
}

/* Of 1,783 blocks: 205 a whole session make 8, rounded up 9; 35 a turn make 50; the cap is 256, as the engine has it unless it is told.
 * 131,072 tokens of the model length do not fit once. */
static void
test_slips (void)
{
  static const struct
  {
    const char *question, *answer, *slip;
  } rows[] = {
    { "peak", "14", NULL },
    { "peak", "8", "whole" },
    { "peak", "9", "whole" },
    { "peak", "11", "operating" },
    { "peak", "50", "one_turn" },
    { "peak", "256", "cap" },
    { "operating", "8", "whole" },
    { "operating", "13", "peak" },
    { "operating", "16", "peak" },
    { "operating", "256", "cap" },
    { "shape", "cliff", NULL },
    { "shape", "plateau", "no_loss" },
    { "shape", "rising", "no_end" },
    { "chapter-shape", "cliff", "full_pool" },
    { "chapter-operating", "45", "peak" },
    { "retention", "0.84", "gain" },
    { "retention", "8.6", "hit_rate" },
  };

  g_autoptr (UllLesson) lesson = open_cliff ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_slip (lesson, rows[i].question, rows[i].answer, rows[i].slip);
}

/* A server that runs requests of 2,048 tokens at the most: 1,783 blocks hold 13 of 128. */
static void
test_log_line (void)
{
  g_autoptr (UllLesson) lesson = open_cliff ();
  g_autoptr (UllQuestion) question = ull_question_new (ULL_QUESTION_PEAK, "q");
  g_autoptr (GError) error = NULL;
  g_autoptr (UllKey) key = NULL;
  gboolean found = FALSE;

  question->scenario
    = ull_scenario_with (ull_lesson_find (lesson, "chapter-shape")->scenario, ULL_FIELD_MAX_MODEL_LEN, 2048, NULL, &error);
  g_assert_no_error (error);
  key = ull_question_solve (question, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < key->marks->len; i++)
    if (g_str_equal (g_array_index (key->marks, UllKeyMark, i).id, "log_line"))
      {
        found = TRUE;
        g_assert_cmpfloat (g_array_index (key->marks, UllKeyMark, i).value, ==, 1783 / 128);
      }
  g_assert_true (found);
}

/* Nothing is run before it is asked for, a run can be ended, and one that has ended is there for all questions of the load. */
static gboolean
stop_cb (guint done, guint all, gpointer data)
{
  return ++*(guint *) data < 3;
}

static void
test_run (void)
{
  g_autoptr (UllLesson) lesson = open_cliff ();
  const UllQuestion *shape = ull_lesson_find (lesson, "shape"), *peak = ull_lesson_find (lesson, "peak");
  const UllQuestion *other = ull_lesson_find (lesson, "chapter-peak"), *hits = ull_lesson_find (lesson, "hits");
  const UllQuestion *words = ull_lesson_find (lesson, "why");
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_assert_false (ull_question_is_run (shape));
  g_assert_true (ull_question_is_run (words));
  /* It asks of no ramp, and is explained with one. */
  g_assert_false (ull_question_is_run (hits));
  g_assert_false (ull_question_run (shape, stop_cb, &n, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (ull_question_is_run (shape));
  g_assert_true (ull_question_run (shape, NULL, NULL, NULL));
  g_assert_true (ull_question_is_run (peak));
  g_assert_false (ull_question_is_run (other));
  g_assert_true (ull_question_run (hits, NULL, NULL, NULL));
  g_assert_true (ull_question_is_run (other));
  /* A lesson that was checked knows no answers. */
  g_assert_true (ull_lesson_check (lesson, NULL, NULL, NULL));
  g_assert_false (ull_question_is_run (peak));
}

/* While a question is open no text can name what its ramp comes to; a reveal can once it was asked. */
#define FRAME                                                                                                          \
  "{\"ullage_lesson\": 1, \"id\": \"x\", \"title\": \"T\", \"summary\": \"S\", \"scenarios\": {\"a\": {\"model\": "                \
  "\"llama-3.1-8b\", \"device\": \"rtx-4090\", \"load\": %s, \"settings\": {\"available\": \"3.74GB\"}}, \"b\": {\"model\": "      \
  "\"llama-3.1-8b\", \"memory\": \"24GB\"}}, \"steps\": [{\"text\": \"%s\", \"view\": \"ramp\", \"scenario\": \"a\", \"questions\": " \
  "[{\"id\": \"q\", %s}], \"reveal\": \"%s\"}]}"
#define PEAK "\"kind\": \"peak\", \"prompt\": \"P\""

static void
test_files (void)
{
  static const struct
  {
    const char *load, *text, *question, *reveal;
    const char *fault; /* NULL: it is read and checked */
  } rows[] = {
    { "\"chat\"", "{load_turns} turns", PEAK, "{ramp_peak}, {ramp_worst_hits:pct}, {ramp_retention:1}", NULL },
    { "{\"kind\": \"random\", \"lengths\": {\"spec\": \"fixed:600\"}, \"outputs\": {\"spec\": \"fixed:100\"}, \"requests\": 100}", "{load_length}", PEAK, "R", NULL },
    { "\"chat\"", "{ramp_peak}", PEAK, "R", "“ramp_peak”: is simulated" },
    { "\"chat\"", "T", "\"kind\": \"peak\", \"prompt\": \"{ramp_peak}\"", "R", "prompt: “ramp_peak”: is simulated" },
    { "\"chat\"", "T", "\"kind\": \"peak\", \"prompt\": \"P\", \"hint\": \"{a.ramp_best_rate}\"", "R", "is simulated" },
    { "\"chat\"", "T", "\"kind\": \"fits\", \"prompt\": \"P\"", "{ramp_peak}", "is simulated, and known once" },
    { "\"chat\"", "T", PEAK, "{ramp_top}", "“ramp_top”: is no figure of a ramp" },
    { "\"chat\"", "T", PEAK, "{b.load_turns}", "“load_turns”: is no figure" },
    { "\"chat\"", "T", "\"kind\": \"peak\", \"tolerance\": \"5%\", \"prompt\": \"P\"", "R", "tolerance: is not of a ramp" },
    { "\"chat\"", "T", "\"kind\": \"peak\", \"scenario\": \"b\", \"prompt\": \"P\"", "R", "the scenario has none; “load”" },
    { "\"xyzzy\"", "T", PEAK, "R", "scenarios.a.load: is no preset" },
    { "7", "T", PEAK, "R", "scenarios.a.load: " },
    { "{\"kind\": \"trace\", \"trace\": \"x.csv\", \"arrivals\": \"trace\"}", "T", PEAK, "R", "asks about a recorded log" },
    { "{\"requests\": 0}", "T", PEAK, "R", "scenarios.a.load" },
    /* No request of that length can be answered. */
    { "{\"kind\": \"random\", \"lengths\": {\"spec\": \"fixed:200000\"}, \"outputs\": {\"spec\": \"fixed:100\"}, \"requests\": 20}", "T", PEAK, "R", "x.json: line 1, steps[0].questions[0]: No request runs: each is refused, as the model length of 131,072 tokens has no room" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (FRAME, rows[i].load, rows[i].text, rows[i].question, rows[i].reveal);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLesson) lesson = ull_lesson_parse ("x.json", text, strlen (text), NULL, &error);
      gboolean right = lesson != NULL && ull_lesson_check (lesson, NULL, NULL, &error);

      if (rows[i].fault == NULL)
        g_assert_no_error (error);
      else if (right || strstr (error->message, rows[i].fault) == NULL)
        g_error ("%s\n%s\ndoes not say: %s", text, right ? "nothing" : error->message, rows[i].fault);
    }
}

/* A load that ends before it fills the pool has no peak to ask for. */
static void
test_rising (void)
{
  g_autoptr (UllQuestion) question = ull_question_new (ULL_QUESTION_PEAK, "q");
  g_autoptr (UllKey) key = g_new0 (UllKey, 1);
  static const Level rising[] = { { 1, 50, 49, 51 }, { 2, 99, 98, 100 } };
  g_autoptr (UllStage) stage = ull_stage_new ();
  g_autoptr (UllTrial) trial = make_trial (N (rising), ULL_SHAPE_RISING, 1, 0);
  g_autoptr (GError) error = NULL;

  key->whys = g_ptr_array_new ();
  key->marks = g_array_new (FALSE, FALSE, sizeof (UllKeyMark));
  key->steps = g_array_new (FALSE, FALSE, sizeof (UllKeyStep));
  ull_stage_add_trial (stage, trial);
  question->stage = ull_stage_ref (stage);
  question->scenario = ull_scenario_ref (trial->scenario);
  g_assert_false (ull_question_solve_ramp (question, key, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "still rises"));
}

/* What is on the screen with its load makes a lesson that asks about it, and can be played as it is. */
static void
test_draft (void)
{
  g_autoptr (UllLesson) cliff_lesson = open_cliff ();
  UllScenario *scenario = ull_lesson_find (cliff_lesson, "shape")->scenario;
  g_autofree char *text = ull_lesson_draft (scenario, "T");
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = ull_lesson_parse ("x.json", text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < 4; i++)
    g_assert_nonnull (ull_lesson_find (lesson, ((const char *[]) { "shape", "peak", "operating", "retention" })[i]));
  ull_lesson_check (lesson, NULL, NULL, &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ramp-questions/resolve", test_resolve);
  g_test_add_func ("/ramp-questions/accepts", test_accepts);
  g_test_add_func ("/ramp-questions/shapes", test_shapes);
  g_test_add_func ("/ramp-questions/truth", test_truth);
  g_test_add_func ("/ramp-questions/slips", test_slips);
  g_test_add_func ("/ramp-questions/log-line", test_log_line);
  g_test_add_func ("/ramp-questions/run", test_run);
  g_test_add_func ("/ramp-questions/files", test_files);
  g_test_add_func ("/ramp-questions/rising", test_rising);
  g_test_add_func ("/ramp-questions/draft", test_draft);

  return g_test_run ();
}
