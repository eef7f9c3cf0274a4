#include "ull-lesson.h"

#include "ull-config.h"
#include "ull-document.h"
#include "ull-units.h"

#include <string.h>

/* Lessons as files: what is wrong is told with its place, and what an open question withholds can neither be read nor named. */

static const char frame[] = "{\"ullage_lesson\": 1, \"id\": \"x\", \"title\": \"T\", \"title@de\": \"D\", \"title@pt_BR\": \"P\", \"summary\": \"S\",\n"
                            "\"scenarios\": {\"a\": {\"model\": \"llama-3.1-8b\", \"memory\": \"24GB\", \"settings\": {\"weights\": \"16GB\"}}},\n"
                            "\"steps\": [{\"text\": \"%s\", \"scenario\": \"a\", \"questions\": [%s]}]}";

static UllLesson *
parse (const char *text, const char *const *languages, GError **error)
{
  return ull_lesson_parse ("x.json", text, strlen (text), languages, error);
}

static char *
framed (const char *text, const char *question)
{
  g_autoptr (GString) whole = g_string_new (frame);

  g_string_replace (whole, "%s", "\001", 1);
  g_string_replace (whole, "%s", question, 1);
  g_string_replace (whole, "\001", text, 1);
  return g_string_free (g_steal_pointer (&whole), FALSE);
}

#define FIGURE "{\"id\": \"q\", \"kind\": \"figure\", \"figure\": \"requests\", \"prompt\": \"P\""

#define LLAMA "{\"model_type\": \"llama\", \"num_hidden_layers\": 2, \"hidden_size\": 64, \"num_attention_heads\": 4}"
#define LATENT                                                                                                         \
  "{\"model_type\": \"deepseek_v3\", \"num_hidden_layers\": 61, \"hidden_size\": 7168, \"num_attention_heads\": 128, "          \
  "\"num_key_value_heads\": 128, \"kv_lora_rank\": 512, \"qk_rope_head_dim\": 64, \"qk_nope_head_dim\": 128, \"v_head_dim\": 128}"

static const struct
{
  const char *text;
  const char *question;
  const char *fault; /* a part of the message */
} wrong[] = {
  { "T", "{\"id\": \"q\", \"kind\": \"figure\", \"figure\": \"requests\"}", "has no “prompt”" },
  { "T", "{\"id\": \"q\", \"kind\": \"riddle\", \"prompt\": \"P\"}", "steps[0].questions[0].kind: is no kind of question" },
  { "T", FIGURE ", \"xyzzy\": 1}", "steps[0].questions[0].xyzzy: is no member that is known here" },
  { "T", FIGURE ", \"prompt@\": \"\"}", "is no member that is known here" },
  { "T", FIGURE ", \"given\": [\"memory_requests\"]}", "given[0]: cannot be given" },
  { "T", FIGURE ", \"given\": [\"kv_pool\"]}", "cannot be given" },
  { "T", FIGURE ", \"given\": 3}", "is no list" },
  { "T", FIGURE ", \"tolerance\": \"50%\"}", "tolerance: is no tolerance" },
  { "T", FIGURE ", \"scenario\": \"b\"}", "scenario: names no scenario" },
  { "T", "{\"id\": \"q\", \"kind\": \"figure\", \"figure\": \"xyzzy\", \"prompt\": \"P\"}", "figure: is no figure of a sum" },
  { "T", "{\"id\": \"q\", \"kind\": \"figure\", \"figure\": \"tokens\", \"given\": [\"tokens\"], \"prompt\": \"P\"}", "is given; something that is not" },
  { "T", "{\"id\": \"q\", \"kind\": \"lever\", \"by\": \"tokens\", \"levers\": [\"kv_dtype=fp8\"], \"prompt\": \"P\"}", "has no “levers”" },
  { "T", "{\"id\": \"q\", \"kind\": \"lever\", \"by\": \"tokens\", \"levers\": [\"kv_dtype=fp8\", \"x=1\"], \"prompt\": \"P\"}", "levers[1]: “x=1”: is no lever" },
  { "T", "{\"id\": \"q\", \"kind\": \"choice\", \"prompt\": \"P\", \"choices\": [{\"id\": \"a\", \"text\": \"A\"}, {\"id\": \"b\", \"text\": \"B\"}]}",
    "has not one right answer" },
  { "T", "{\"id\": \"q\", \"kind\": \"config\", \"fact\": \"layers\", \"prompt\": \"P\"}", "has no “config”" },
  { "T", "{\"id\": \"q\", \"kind\": \"config\", \"fact\": \"max_concurrency\", \"config\": " LLAMA ", \"prompt\": \"P\"}", "no fact of a file" },
  { "T", "{\"id\": \"q\", \"kind\": \"config\", \"fact\": \"kv_heads\", \"config\": " LATENT ", \"prompt\": \"P\"}", "one latent for all heads" },
  { "T", "{\"id\": \"q\", \"kind\": \"config\", \"fact\": \"head_dim\", \"config\": " LATENT ", \"prompt\": \"P\"}", "one latent for all heads" },
  { "T", "{\"id\": \"q\", \"kind\": \"config\", \"fact\": \"layers\", \"config\": {\"model_type\": \"xyzzy\"}, \"prompt\": \"P\"}", "questions[0].config: " },
  { "T", "{\"id\": \"p\", \"kind\": \"figure\", \"figure\": \"pool_bytes\", \"prompt\": \"P\"}, " FIGURE ", \"given\": [\"pool_bytes\"]}",
    "gives with one question what another asks" },
  { "T", FIGURE "}, " FIGURE "}", "has two questions “q”" },
  /* What is asked about cannot be named, in a text, a prompt or a hint; nor what follows from it. */
  { "{memory_requests}", FIGURE "}", "steps[0].text: “memory_requests”: is not given while the question is open" },
  { "{pool_bytes}", FIGURE "}", "is not given" },
  { "{weights}", FIGURE ", \"given\": [\"bytes_per_token\"]}", "“weights”: is not given" },
  { "{max_context}", FIGURE ", \"given\": [\"terms\", \"pool_bytes\"]}", "is not given" },
  { "T", FIGURE ", \"hint\": \"{ullage_bytes}\"}", "questions[0].hint: “ullage_bytes”: is not given" },
  { "{1 +}", FIGURE "}", "is no sum" },
  { "{layers", FIGURE "}", "has a { without its }" },
  { "{layers:x}", FIGURE "}", "is no way to write a figure" },
  { "{b.layers}", FIGURE "}", "there is no such scenario" },
};

static void
test_wrong (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *text = framed (wrong[i].text, wrong[i].question);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLesson) lesson = parse (text, NULL, &error);

      g_assert_null (lesson);
      g_assert_true (g_str_has_prefix (error->message, "x.json: line "));
      if (strstr (error->message, wrong[i].fault) == NULL)
        g_error ("%s\ndoes not say: %s", error->message, wrong[i].fault);
    }
}

/* Found by the check only, since it takes a plan: a tie, and a reveal that names nothing. */
static void
test_check (void)
{
  static const char tie[] = "{\"id\": \"q\", \"kind\": \"lever\", \"by\": \"tokens\", \"levers\": [\"kv_dtype=fp8\", \"kv_dtype=int8\"], \"prompt\": \"P\"}";
  g_autofree char *text = framed ("T", tie);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = parse (text, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (ull_lesson_check (lesson, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "x.json: line 3, steps[0].questions[0]: two levers gain the same"));
}

static void
test_languages (void)
{
  static const struct
  {
    const char *languages[4];
    const char *title;
  } rows[] = {
    { { NULL }, "T" }, { { "de", NULL }, "D" }, { { "de_AT.UTF-8", "de", NULL }, "D" }, { { "fr", "de", NULL }, "D" },
    { { "fr", NULL }, "T" }, { { "en_GB", "de", NULL }, "T" }, { { "C", "de", NULL }, "T" }, { { "pt_BR", NULL }, "P" }, { { "pt", NULL }, "T" },
  };
  g_autofree char *text = framed ("T", FIGURE "}");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllLesson) lesson = parse (text, rows[i].languages, NULL);

      g_assert_cmpstr (lesson->title, ==, rows[i].title);
    }
}

/* The first four lessons are there in German: title and every prompt. */
static void
test_german (void)
{
  static const char *const german[] = { "de", NULL };

  for (guint i = 0; i < 4; i++)
    {
      const char *id = ull_lesson_bundled ()[i];
      g_autoptr (UllLesson) plain = ull_lesson_open_bundled (id, NULL, NULL);
      g_autoptr (UllLesson) other = ull_lesson_open_bundled (id, german, NULL);
      g_autoptr (GPtrArray) a = ull_lesson_questions (plain);
      g_autoptr (GPtrArray) b = ull_lesson_questions (other);

      g_assert_cmpstr (plain->title, !=, other->title);
      for (guint k = 0; k < a->len; k++)
        g_assert_cmpstr (((UllQuestion *) g_ptr_array_index (a, k))->prompt, !=, ((UllQuestion *) g_ptr_array_index (b, k))->prompt);
    }
}

static void
append_question (GString *text, const UllQuestion *question)
{
  g_autoptr (UllDisclosure) disclosure = ull_question_disclose (question);

  g_string_append_printf (text, "%s|%s|", question->prompt, question->hint != NULL ? question->hint : "");
  if (disclosure == NULL)
    return;
  g_assert_true (disclosure->withheld);
  g_assert_null (disclosure->plan);
  g_assert_cmpuint (disclosure->n_steps, ==, 0);
  for (int id = 0; id < ULL_N_TERMS; id++)
    g_string_append_printf (text, "%d %" G_GINT64_FORMAT "|", disclosure->given.term[id].present, disclosure->given.term[id].bytes);
  g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "|",
                          disclosure->given.fixed, disclosure->given.line, disclosure->given.pool, disclosure->given.pool_low,
                          disclosure->given.pool_high);
  for (guint i = 0; i < disclosure->n_figures; i++)
    g_string_append_printf (text, "%d %" G_GINT64_FORMAT "|", disclosure->figure[i].id, disclosure->figure[i].value);
}

/* Everything that can be read while the questions are open. */
static char *
locked_text (const UllLesson *lesson)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const UllLessonStep *step = g_ptr_array_index (lesson->steps, i);

      g_string_append_printf (text, "%s|", step->text);
      for (guint k = 0; k < step->questions->len; k++)
        append_question (text, g_ptr_array_index (step->questions, k));
    }
  return g_string_free (text, FALSE);
}

/* Two scenarios that differ in what the question withholds and in nothing that it gives read the same. */
static void
test_noninterference (void)
{
  static const struct
  {
    const char *given;
    const char *member; /* of the scenario */
    const char *one, *other;
    gboolean same;
  } rows[] = {
    { "[]", "weights", "16GB", "9GB", TRUE },
    { "[\"weights\"]", "weights", "16GB", "9GB", FALSE },
    { "[\"bytes_per_token\", \"request_bytes\"]", "weights", "16GB", "9GB", TRUE },
    { "[\"bytes_per_token\", \"not_given\"]", "weights", "16GB", "9GB", TRUE },
    { "[\"overhead\", \"bytes_per_token\"]", "weights", "16GB", "9GB", TRUE },
    { "[\"pool_bytes\"]", "weights", "16GB", "9GB", FALSE },
    { "[\"weights\"]", "overhead", "1GB", "2GB", TRUE },
    { "[\"weights\", \"bytes_per_token\"]", "headroom", "5%", "10%", TRUE },
    { "[\"headroom\"]", "headroom", "5%", "10%", FALSE },
    { "[\"terms\"]", "kv-dtype", "bf16", "fp8", TRUE },
    { "[\"terms\", \"pool_bytes\"]", "kv-dtype", "bf16", "fp8", TRUE },
    { "[\"terms\", \"tokens\"]", "kv-dtype", "bf16", "fp8", FALSE },
    { "[\"terms\", \"bytes_per_token\"]", "kv-dtype", "bf16", "fp8", FALSE },
    { "[\"terms\"]", "max-num-seqs", "3", "300", TRUE },
    { "[\"terms\", \"tokens\", \"blocks\"]", "max-num-seqs", "3", "300", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *question = g_strdup_printf (FIGURE ", \"given\": %s}", rows[i].given);
      g_autofree char *text = framed ("{context}", question);
      g_autofree char *locked[2] = { NULL, NULL };

      for (guint k = 0; k < 2; k++)
        {
          g_autofree char *setting = g_strdup_printf ("\"%s\": \"%s\"", rows[i].member, k == 0 ? rows[i].one : rows[i].other);
          g_autoptr (GString) whole = g_string_new (text);
          g_autoptr (GError) error = NULL;
          g_autoptr (UllLesson) lesson = NULL;

          g_string_replace (whole, "\"weights\": \"16GB\"", setting, 1);
          lesson = parse (whole->str, NULL, &error);
          g_assert_no_error (error);
          locked[k] = locked_text (lesson);
        }
      if ((g_strcmp0 (locked[0], locked[1]) == 0) != rows[i].same)
        g_error ("%s, %s: %s\n%s", rows[i].given, rows[i].member, locked[0], locked[1]);
      g_free (locked[1]);
    }
}

/* Whatever is cut off or changed, the answer is a lesson or a sentence with a place. */
static void
test_mutations (void)
{
  guint n = 0, n_read = 0;

  for (const char *const *id = ull_lesson_bundled (); *id != NULL; id++)
    {
      g_autoptr (GBytes) bytes = ull_lesson_bundled_text (*id, NULL);
      gsize length;
      const char *text = g_bytes_get_data (bytes, &length);

      for (gsize i = 0; i < length; i += 97)
        {
          g_autofree char *broken = g_memdup2 (text, length);
          g_autoptr (GError) error = NULL;
          g_autoptr (UllLesson) lesson = NULL;

          broken[i] = "{}[]\",:x0\\ "[i % 11];
          lesson = ull_lesson_parse ("x.json", broken, i % 2 == 0 ? length : i, NULL, &error);
          g_assert_true ((lesson == NULL) == (error != NULL));
          if (error != NULL)
            g_assert_true (g_str_has_prefix (error->message, "x.json: "));
          n_read += lesson != NULL ? 1 : 0;
          n++;
        }
    }
  g_test_message ("%u texts, %u of them lessons", n, n_read);
  g_assert_cmpuint (n, >, 500);
}

/* What is on the screen makes a lesson that can be played as it is, for every model. */
static void
test_draft (void)
{
  guint n;
  const UllBundledModel *models = ull_config_bundled (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (models[i].id, NULL);
      g_autoptr (UllScenario) scenario = ull_scenario_new (model, ull_device_find ("h100-sxm"));
      g_autofree char *before = NULL, *after = NULL;
      g_autofree char *text = ull_lesson_draft (scenario, "A \"title\" with {braces}");
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLesson) lesson = parse (text, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (lesson->title, ==, "A \"title\" with {braces}");
      ull_lesson_check (lesson, NULL, NULL, &error);
      g_assert_no_error (error);
      before = ull_document_write (scenario, NULL);
      after = ull_document_write (((UllLessonStep *) g_ptr_array_index (lesson->steps, 0))->scenario, NULL);
      g_assert_cmpstr (before, ==, after);
    }
}

static gboolean
no_names (const char *name, double *value, UllUnit *unit, gpointer data, GError **error)
{
  *value = 7;
  *unit = ULL_UNIT_TOKENS;
  return TRUE;
}

static void
test_formulas (void)
{
  static const struct
  {
    const char *text;
    const char *expanded; /* NULL: an error */
  } rows[] = {
    { "{32 * 7900}", "252,800" },          { "{32 * 7900 / 44000:1}", "5.7" },   { "{(16 - 1) / 2:1}", "7.5" },
    { "{ceil (300 / 75)}", "4" },          { "{floor (301 / 75)}", "4" },        { "{min (3, 2) + max (1, 5)}", "7" },
    { "{round (2.5)}", "3" },              { "{x}", "7" ULL_NBSP "tokens" },     { "{x:n}", "7" },
    { "{2 * x}", "14" },                   { "{{x}", "{x}" },                    { "{1 - 3}", ULL_MINUS "2" },
    { "{1073741824:gib}", "1.00" ULL_NBSP "GiB" }, { "{0.826:pct}", "83" ULL_NBSP "%" }, { "{1 / 3}", "0.33" },
    { "{}", NULL },                        { "{1 / 0}", NULL },                  { "{1 2}", NULL },
    { "{((1)}", NULL },                    { "{log (2)}", NULL },                { "{floor (1, 2)}", NULL },
    { "{1e999}", NULL },                   { "{-1}", NULL },
  };
  g_autoptr (GString) deep = g_string_new ("{");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *expanded = ull_formula_expand (rows[i].text, no_names, NULL, &error);

      g_assert_cmpstr (expanded, ==, rows[i].expanded);
      g_assert_true ((expanded == NULL) == (error != NULL));
    }
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '(');
  g_string_append_c (deep, '}');
  g_assert_null (ull_formula_expand (deep->str, no_names, NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lesson-files/wrong", test_wrong);
  g_test_add_func ("/lesson-files/check", test_check);
  g_test_add_func ("/lesson-files/languages", test_languages);
  g_test_add_func ("/lesson-files/german", test_german);
  g_test_add_func ("/lesson-files/noninterference", test_noninterference);
  g_test_add_func ("/lesson-files/mutations", test_mutations);
  g_test_add_func ("/lesson-files/draft", test_draft);
  g_test_add_func ("/lesson-files/formulas", test_formulas);

  return g_test_run ();
}
