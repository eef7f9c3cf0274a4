#include "ull-lesson.h"

#include "ull-question-private.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

/* What is said of an answer tells no answer that is still to come: of every lesson that comes with the program by the figures
 * themselves, and of ramps by two that differ only in what is asked later, of which the same must be said. */

/* Of ramps, whose clients are small numbers of many meanings, more is asked: see test_ramps(). */
static gboolean
may_be_mistaken (const UllQuestion *question, const UllQuestion *later)
{
  return ull_question_is_number (question) && ull_question_is_number (later) && question->unit == later->unit
         && !ull_question_is_ramp (question);
}

/* By name: what is asked later of the same ramp, and not what it is. */
static gboolean
is_named (const UllKey *key, const char *id)
{
  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      if (g_str_equal (mark->id, id) && !mark->waits)
        return TRUE;
    }
  return FALSE;
}

/* The lesson's two pairs: the mistake is there, waits, and is named once the other was answered. */
static void
test_pairs (void)
{
  static const char *const pairs[][2] = { { "peak", "operating" }, { "chapter-peak", "chapter-operating" } };
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("cliff", NULL, NULL);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      const UllQuestion *peak = ull_lesson_find (lesson, pairs[i][0]);
      g_autoptr (UllKey) key = ull_question_solve (peak, NULL);
      g_autoptr (GPtrArray) later = g_ptr_array_new ();

      g_ptr_array_add (later, ull_lesson_find (lesson, pairs[i][1]));
      ull_key_withhold (key, peak, later);
      g_assert_false (is_named (key, "operating"));
      g_assert_true (is_named (key, "whole"));
      ull_key_withhold (key, peak, none);
      g_assert_true (is_named (key, "operating"));
    }
}

static GPtrArray *
find_later (const GPtrArray *questions, guint at)
{
  GPtrArray *later = g_ptr_array_new ();

  for (guint i = at + 1; i < questions->len; i++)
    g_ptr_array_add (later, questions->pdata[i]);
  return later;
}

static UllKey *
solve (const UllQuestion *question)
{
  g_autoptr (GError) error = NULL;
  UllKey *key = ull_question_solve (question, &error);

  g_assert_no_error (error);
  return key;
}

static UllGrade *
grade (const UllQuestion *question, const UllKey *key, double number)
{
  g_autofree char *text = g_strdup_printf ("%.17g", number);
  g_autoptr (GError) error = NULL;
  UllGrade *made;

  /* A factor is typed with a point, a count without an exponent. */
  if (number == floor (number))
    {
      g_free (text);
      text = g_strdup_printf ("%.0f", number);
    }
  made = ull_question_grade (question, key, text, 80, &error);
  g_assert_no_error (error);
  return made;
}

/* A number that is nobody's mistake and not right. */
#define NOBODYS 987654321.0

static guint
check_marks (const UllQuestion *question, const UllKey *key, const UllQuestion *later)
{
  g_autoptr (UllKey) answer = solve (later);
  UllGrade *made = grade (question, key, NOBODYS);
  guint n = 0;

  g_assert_false (made->right);
  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      if (!ull_key_may_name (question, made, mark))
        continue;
      n++;
      if (mark->value == answer->truth)
        g_error ("%s shows %s, %g, which %s asks for", question->id, mark->name, mark->value, later->id);
    }
  ull_grade_free (made);
  return n;
}

static void
test_marks (void)
{
  guint n = 0;

  for (guint i = 0; ull_lesson_bundled ()[i] != NULL; i++)
    {
      g_autoptr (UllLesson) lesson = ull_lesson_open_bundled (ull_lesson_bundled ()[i], NULL, NULL);
      g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);

      for (guint k = 0; k < questions->len; k++)
        {
          g_autoptr (GPtrArray) later = find_later (questions, k);
          g_autoptr (UllKey) key = solve (questions->pdata[k]);

          ull_key_withhold (key, questions->pdata[k], later);
          for (guint j = 0; j < later->len; j++)
            if (may_be_mistaken (questions->pdata[k], later->pdata[j]))
              n += check_marks (questions->pdata[k], key, later->pdata[j]);
        }
    }
  g_test_message ("%u marks beside later answers", n);
  g_assert_cmpuint (n, >, 100);
}

/* The number, not one that has it among its digits. */
static gboolean
has_figure (const char *text, const char *figure)
{
  for (const char *at = text != NULL ? strstr (text, figure) : NULL; at != NULL; at = strstr (at + 1, figure))
    {
      char before = at > text ? at[-1] : ' ', after = at[strlen (figure)];

      if (!g_ascii_isdigit (before) && before != ',' && before != '.' && !g_ascii_isdigit (after) && after != ',')
        return TRUE;
    }
  return FALSE;
}

/* All that can be read after the answer, without the answer itself. (transfer full) */
static char *
read_after (const UllLesson *lesson, guint step, guint nth, const UllKey *key)
{
  const UllLessonStep *s = g_ptr_array_index (lesson->steps, step);
  g_autofree char *reveal = nth + 1 == s->questions->len ? ull_lesson_dup_reveal (lesson, step, NULL) : NULL;
  GString *text = g_string_new (key->explanation);

  for (guint i = 0; i < key->whys->len; i++)
    g_string_append_printf (text, "\n%s", key->whys->pdata[i] != NULL ? (const char *) key->whys->pdata[i] : "");
  g_string_append_printf (text, "\n%s\n%s", key->said, reveal != NULL ? reveal : "");
  return g_string_free (text, FALSE);
}

/* Two answers may be the same, and what was the answer before is known. Below 100 a figure is found in any sum. */
static guint
check_text (const UllQuestion *question, const char *text, const GHashTable *known, const UllQuestion *later)
{
  g_autoptr (UllKey) answer = ull_question_is_number (later) ? solve (later) : NULL;
  g_autofree char *figure = answer != NULL && answer->truth >= 100 ? ull_format_count ((gint64) answer->truth) : NULL;

  if (figure == NULL || g_hash_table_contains ((GHashTable *) known, figure))
    return 0;
  if (has_figure (text, figure))
    g_error ("%s tells %s, which %s asks for: %s", question->id, figure, later->id, text);
  return 1;
}

static void
test_texts (void)
{
  guint n = 0;

  for (guint i = 0; ull_lesson_bundled ()[i] != NULL; i++)
    {
      g_autoptr (UllLesson) lesson = ull_lesson_open_bundled (ull_lesson_bundled ()[i], NULL, NULL);
      g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
      g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      guint k = 0;

      for (guint step = 0; step < lesson->steps->len; step++)
        for (guint nth = 0; nth < ((const UllLessonStep *) lesson->steps->pdata[step])->questions->len; nth++, k++)
          {
            g_autoptr (GPtrArray) later = find_later (questions, k);
            g_autoptr (UllKey) key = solve (questions->pdata[k]);
            g_autofree char *text = NULL;

            if (ull_question_is_number (questions->pdata[k]))
              g_hash_table_add (known, ull_format_count ((gint64) key->truth));
            ull_key_withhold (key, questions->pdata[k], later);
            text = read_after (lesson, step, nth, key);
            for (guint j = 0; j < later->len; j++)
              n += check_text (questions->pdata[k], text, known, later->pdata[j]);
          }
    }
  g_test_message ("%u texts beside later answers", n);
  g_assert_cmpuint (n, >, 50);
}

/* Whether some requests fit is asked, then how many: the first is told without the second. */
static void
test_fits (void)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("fleet", NULL, NULL);
  const UllQuestion *fits = ull_lesson_find (lesson, "big"), *most = ull_lesson_find (lesson, "big-most");
  g_autoptr (GPtrArray) later = g_ptr_array_new (), none = g_ptr_array_new ();
  g_autoptr (UllKey) key = solve (fits), answer = solve (most);
  g_autofree char *figure = ull_format_count ((gint64) answer->truth);

  g_ptr_array_add (later, (gpointer) most);
  g_assert_true (has_figure (key->explanation, figure));
  ull_key_withhold (key, fits, later);
  g_assert_false (has_figure (key->explanation, figure));
  g_assert_false (has_figure (key->said, figure));
  g_assert_true (ull_key_waits (key));
  /* Afterwards it is there again. */
  ull_key_withhold (key, fits, none);
  g_assert_true (has_figure (key->explanation, figure));
  g_assert_false (ull_key_waits (key));
}

/* Four KV heads are what 4 is mistaken for in a file whose KV heads are asked for next: they are no ring there, and yet who says 4 is
 * told. */
static void
test_own (void)
{
  g_autoptr (UllLesson) lesson = ull_lesson_open_bundled ("config", NULL, NULL);
  const UllQuestion *layers = ull_lesson_find (lesson, "layers");
  g_autoptr (GPtrArray) later = g_ptr_array_new ();
  g_autoptr (UllKey) key = solve (layers);
  UllGrade *mine, *other;
  guint n = 0;

  g_ptr_array_add (later, ull_lesson_find (lesson, "kv-heads"));
  ull_key_withhold (key, layers, later);
  mine = grade (layers, key, 4);
  other = grade (layers, key, 5);
  g_assert_cmpint (mine->result, ==, ULL_DIAGNOSIS_SLIP);
  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      if (mark->value != 4)
        continue;
      n++;
      g_assert_true (ull_key_may_name (layers, mine, mark));
      g_assert_false (ull_key_may_name (layers, other, mark));
    }
  g_assert_cmpuint (n, ==, 1);
  ull_grade_free (mine);
  ull_grade_free (other);
}

/* One ramp of which the peak or the operating point is elsewhere. */
typedef struct
{
  guint peak, operating;
  UllRampShape shape;
} Ends;

static UllTrial *
make_trial (const Ends *ends)
{
  static const struct
  {
    gint64 clients;
    double rate, low, high;
  } levels[] = { { 4, 180, 178, 182 }, { 8, 330, 328, 332 }, { 11, 418, 415, 421 }, { 13, 471, 467, 475 },
                 { 16, 433, 343, 523 }, { 19, 353, 273, 434 }, { 64, 290, 280, 300 } };
  UllTrial *trial = g_atomic_rc_box_new0 (UllTrial);
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);
  UllRamp *ramp = g_new0 (UllRamp, 1);

  trial->scenario = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  trial->ramp = ramp;
  *ramp = (UllRamp) { .load = ull_load_new_preset ("chat"), .n_levels = G_N_ELEMENTS (levels), .shape = ends->shape, .peak = ends->peak,
                      .operating = ends->operating, .blocks = 1783, .block_tokens = 16, .cap = 256, .model_len = 131072,
                      .reason = ULL_OPERATE_PREEMPTIONS };
  for (guint line = 0; line < ULL_N_LINES; line++)
    {
      ramp->level[line] = g_new0 (UllRampLevel, G_N_ELEMENTS (levels));
      for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
        ramp->level[line][i] = (UllRampLevel) { .concurrency = levels[i].clients, .output_tokens_per_s = levels[i].rate,
                                                .low = levels[i].low, .high = levels[i].high, .hit_rate = 0.5,
                                                .preemptions_per_100 = (double) i };
    }
  return trial;
}

static UllQuestion *
ask (UllQuestionKind kind, UllStage *stage, UllScenario *scenario)
{
  UllQuestion *question = ull_question_new (kind, ull_question_kind_get_id (kind));

  question->stage = ull_stage_ref (stage);
  question->scenario = ull_scenario_ref (scenario);
  ull_question_add_usual_choices (question);
  return question;
}

/* Everything that an answer of @number clients brings up. (transfer full) */
static char *
say (UllQuestionKind kind, UllQuestionKind next, const Ends *ends, double number)
{
  g_autoptr (UllTrial) trial = make_trial (ends);
  g_autoptr (UllStage) stage = ull_stage_new ();
  g_autoptr (UllQuestion) question = ask (kind, stage, trial->scenario), later = ask (next, stage, trial->scenario);
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();
  g_autoptr (UllKey) key = NULL;
  GString *text = g_string_new (NULL);
  UllGrade *made;

  ull_stage_add_trial (stage, trial);
  g_ptr_array_add (asked, later);
  key = solve (question);
  ull_key_withhold (key, question, asked);
  made = grade (question, key, number);
  g_string_append_printf (text, "%s\n%s\n%s\n%s\n%s\n%d", key->explanation, key->said, made->headline, made->detail,
                          made->slip != NULL ? made->slip : "", made->result);
  for (guint i = 0; i < key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (key->marks, UllKeyMark, i);

      if (ull_key_may_name (question, made, mark))
        g_string_append_printf (text, "\n%s %s %g", mark->id, mark->name, mark->value);
    }
  ull_grade_free (made);
  return g_string_free (text, FALSE);
}

/* Operating points of 4, 8 and 11 are asked for after a peak of 13; peaks
 * of 13 and 16 after an operating point of 8, and after what keeping is worth. */
static void
test_ramps (void)
{
  static const struct
  {
    UllQuestionKind kind, later;
    Ends one, other;
  } rows[] = {
    { ULL_QUESTION_PEAK, ULL_QUESTION_OPERATING, { 3, 0, ULL_SHAPE_CLIFF }, { 3, 2, ULL_SHAPE_CLIFF } },
    { ULL_QUESTION_PEAK, ULL_QUESTION_OPERATING, { 3, 1, ULL_SHAPE_CLIFF }, { 3, 2, ULL_SHAPE_CLIFF } },
    { ULL_QUESTION_OPERATING, ULL_QUESTION_PEAK, { 3, 1, ULL_SHAPE_CLIFF }, { 4, 1, ULL_SHAPE_CLIFF } },
    { ULL_QUESTION_OPERATING, ULL_QUESTION_SHAPE, { 3, 1, ULL_SHAPE_CLIFF }, { 3, 1, ULL_SHAPE_PLATEAU } },
    { ULL_QUESTION_RETENTION, ULL_QUESTION_PEAK, { 3, 1, ULL_SHAPE_CLIFF }, { 4, 1, ULL_SHAPE_CLIFF } },
    { ULL_QUESTION_RETENTION, ULL_QUESTION_OPERATING, { 3, 0, ULL_SHAPE_CLIFF }, { 3, 2, ULL_SHAPE_CLIFF } },
    { ULL_QUESTION_RETENTION, ULL_QUESTION_SHAPE, { 3, 1, ULL_SHAPE_CLIFF }, { 3, 1, ULL_SHAPE_PLATEAU } },
  };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (double number = 1; number <= 70; number++, n++)
      {
        g_autofree char *one = say (rows[i].kind, rows[i].later, &rows[i].one, number);
        g_autofree char *other = say (rows[i].kind, rows[i].later, &rows[i].other, number);

        g_assert_cmpstr (one, ==, other);
      }
  g_test_message ("%u answers to two ramps", n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/keys/marks", test_marks);
  g_test_add_func ("/keys/pairs", test_pairs);
  g_test_add_func ("/keys/texts", test_texts);
  g_test_add_func ("/keys/fits", test_fits);
  g_test_add_func ("/keys/own", test_own);
  g_test_add_func ("/keys/ramps", test_ramps);

  return g_test_run ();
}
