#pragma once

#include "ull-lesson.h"

#include "ull-json.h"

/* How members of a lesson's file are read. Every function sets an error with the member's place; @error is never NULL, so that
 * NULL without an error can mean that an optional member is absent. */

typedef struct
{
  const char *const *languages; /* (nullable) */
  UllStage *stage;
} UllLessonReader;

/* Whether every member of @object is one of @known, where "title*" allows title@de too. */
gboolean ull_lesson_check_members (UllJsonRef object, const char *const *known, GError **error);
/* A member's text; NULL with no error where an optional one is absent. (transfer full) */
char *ull_lesson_read_text (UllJsonRef object, const char *name, gboolean needed, GError **error);
/* The same in the best language there is; @where: the member it was found as. */
char *ull_lesson_read_words (const UllLessonReader *reader,
                             UllJsonRef object,
                             const char *name,
                             gboolean needed,
                             UllJsonRef *where,
                             GError **error);
/* The same with its figures in place. @view says which may be named. */
char *ull_lesson_read_expanded (const UllLessonReader *reader,
                                UllJsonRef object,
                                const char *name,
                                gboolean needed,
                                UllStageView *view,
                                GError **error);
/* A scenario of "scenarios". */
UllScenario *ull_lesson_read_scenario (const UllLessonReader *reader, UllJsonRef object, GError **error);
/* The model that the text of a config.json describes. */
UllModel *ull_lesson_read_config (UllJsonRef config, GError **error);
/* The scenario that a member names; NULL with no error where it is absent. (transfer none) */
UllScenario *ull_lesson_read_scenario_name (const UllLessonReader *reader, UllJsonRef object, GError **error);
/* @scenario: of the step. */
UllQuestion *ull_lesson_read_question (const UllLessonReader *reader,
                                       UllJsonRef object,
                                       UllScenario *scenario,
                                       GError **error);
/* Whether the model keeps one vector for keys and values of all heads: a file of it has no KV head to ask about. */
gboolean ull_question_has_latent (const UllModel *model);
/* SHA-256 of what the lesson asks and all that its answers hang on: see UllLesson. (transfer full) */
char *ull_lesson_dup_digest (const UllLesson *lesson);
/* "lesson.json: line 3, steps[2]" (transfer full) */
char *ull_lesson_dup_place (UllJsonRef ref);
