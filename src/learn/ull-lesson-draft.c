#include "ull-lesson.h"

#include "ull-document.h"

#include <json-glib/json-glib.h>
#include <glib/gi18n-lib.h>

/* What is on the screen, as a lesson to go on writing: the scenario as its file has it, and the questions that it can be asked.
 * Only those that have an answer are written, so that the draft can be played as it is; those about a load where the scenario has
 * one, which is run once for all of them. */

typedef struct
{
  const char *id;
  const char *kind;
  const char *figure;
  const char *prompt;
  const char *given; /* ids, with blanks between */
  const char *view;
} Draft;

static const Draft drafts[] = {
  { "per-token", "figure", "bytes_per_token", N_("How many bytes does one token take?"), "", "memory" },
  { "fits", "fits", NULL, N_("Do {concurrency} of {context} each fit?"), "terms bytes_per_token", "memory" },
  { "requests", "figure", "requests", N_("How many requests of {context} fit at once?"), "terms bytes_per_token", "memory" },
  { "limit", "limit", NULL, N_("Which limit binds?"), "terms bytes_per_token", "memory" },
  { "shape", "shape", NULL, N_("What becomes of throughput as ever more clients come?"), "blocks", "ramp" },
  { "peak", "peak", NULL, N_("With how many clients does throughput stop rising?"), "blocks", "ramp" },
  { "operating", "operating", NULL, N_("With how many would you operate?"), "blocks", "ramp" },
  { "retention", "retention", NULL, N_("How many times as much is it than if nothing were kept?"), "blocks", "ramp" },
};

static void
add_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text);
}

static gboolean
can_be_asked (const UllScenario *scenario, UllStage *stage, const Draft *draft)
{
  UllQuestionKind kind = ull_question_kind_from_id (draft->kind);
  g_autoptr (UllQuestion) question = ull_question_new (kind, draft->id);
  g_autoptr (UllKey) key = NULL;

  question->scenario = ull_scenario_ref ((UllScenario *) scenario);
  question->stage = ull_stage_ref (stage);
  if (ull_question_is_ramp (question) && !ull_trial_has_load (scenario, NULL))
    return FALSE;
  question->target = g_strcmp0 (draft->figure, "requests") == 0 ? ULL_STEP_RUNNING : ULL_STEP_BYTES_PER_TOKEN;
  ull_question_add_usual_choices (question);
  key = ull_question_solve (question, NULL);
  return key != NULL;
}

/* What the scenario has no figure for is not given. */
static void
add_given (JsonBuilder *builder, const Draft *draft)
{
  g_auto (GStrv) ids = g_strsplit (draft->given, " ", -1);

  json_builder_set_member_name (builder, "given");
  json_builder_begin_array (builder);
  for (guint i = 0; ids[i] != NULL; i++)
    if (*ids[i] != 0)
      json_builder_add_string_value (builder, ids[i]);
  json_builder_end_array (builder);
}

static void
add_question (JsonBuilder *builder, const Draft *draft)
{
  json_builder_begin_object (builder);
  add_text (builder, "id", draft->id);
  add_text (builder, "kind", draft->kind);
  if (draft->figure != NULL)
    add_text (builder, "figure", draft->figure);
  add_text (builder, "prompt", _(draft->prompt));
  add_given (builder, draft);
  json_builder_end_object (builder);
}

static void
add_scenario (JsonBuilder *builder, const UllScenario *scenario)
{
  g_autofree char *text = ull_document_write (scenario, NULL);

  json_builder_set_member_name (builder, "scenarios");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "mine");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "document");
  json_builder_add_value (builder, json_from_string (text, NULL));
  json_builder_end_object (builder);
  json_builder_end_object (builder);
}

static void
add_steps (JsonBuilder *builder, const UllScenario *scenario)
{
  g_autoptr (UllStage) stage = ull_stage_new ();

  json_builder_set_member_name (builder, "steps");
  json_builder_begin_array (builder);
  for (gsize i = 0; i < G_N_ELEMENTS (drafts); i++)
    {
      if (!can_be_asked (scenario, stage, &drafts[i]))
        continue;
      json_builder_begin_object (builder);
      add_text (builder, "text", _("What is this step about?"));
      add_text (builder, "view", drafts[i].view);
      add_text (builder, "scenario", "mine");
      json_builder_set_member_name (builder, "questions");
      json_builder_begin_array (builder);
      add_question (builder, &drafts[i]);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

char *
ull_lesson_draft (const UllScenario *scenario, const char *title)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "ullage_lesson");
  json_builder_add_int_value (builder, ULL_LESSON_VERSION);
  add_text (builder, "id", "mine");
  add_text (builder, "title", title);
  add_text (builder, "summary", _("What is this lesson about?"));
  add_scenario (builder, scenario);
  add_steps (builder, scenario);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = ull_document_print (root);
  return g_strconcat (text, "\n", NULL);
}
