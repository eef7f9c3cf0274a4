#pragma once

#include "ull-question.h"

G_BEGIN_DECLS

/* Lessons are data: {"ullage_lesson": 1, "id": …, "number": …, "title": …, "title@de": …, "scenarios": {…}, "steps": [{"text":
 * …, "view": …, "scenario": …, "questions": […], "reveal": …}]}. Texts may stand in several languages; figures in them are
 * {sums} of the lesson's scenarios, so that a lesson cannot disagree with the program. */

#define ULL_LESSON_VERSION 1
#define ULL_LESSON_MAX_BYTES (G_GINT64_CONSTANT (1) << 20)

/* Which picture belongs to a step. */
typedef enum
{
  ULL_LESSON_VIEW_NONE,
  ULL_LESSON_VIEW_MEMORY,
  ULL_LESSON_VIEW_CURVES,
  ULL_LESSON_VIEW_SUM,
  ULL_LESSON_VIEW_LEVERS,
  ULL_LESSON_VIEW_LAYERS,
  ULL_LESSON_VIEW_RAMP, /* of the scenario's load */
  ULL_N_LESSON_VIEWS,
} UllLessonView;

typedef struct
{
  char *text;            /* what is read before anything is answered: it names nothing that is withheld */
  char *reveal;          /* (nullable): not expanded: see ull_lesson_dup_reveal() */
  char *place;           /* where the step stands in its file */
  guint line, column;    /* the same in figures */
  UllLessonView view;
  UllScenario *scenario; /* (nullable) */
  GPtrArray *questions;  /* UllQuestion */
} UllLessonStep;

/**
 * UllLesson:
 *
 * A lesson in one language. Immutable and reference-counted.
 */
typedef struct
{
  char *id;
  gint64 number;  /* -1: none */
  char *title;
  char *summary;
  UllStage *stage;
  GPtrArray *steps; /* UllLessonStep */
  char *digest;     /* of what is asked, whatever is said about it and in which language */
} UllLesson;

/* @name: for messages. @languages: the best first, as g_get_language_names() has them, or NULL for the plain texts. Errors
 * name line and member. */
UllLesson *ull_lesson_parse (const char *name,
                             const char *text,
                             gsize length,
                             const char *const *languages,
                             GError **error);
UllLesson *ull_lesson_ref (UllLesson *lesson);
void ull_lesson_unref (UllLesson *lesson);
/* Whether every question has its one answer and every reveal its figures: what is computed only when it is shown. Ramps take a
 * while: @watch (nullable) is as of ull_ramp_new(). */
gboolean ull_lesson_check (const UllLesson *lesson, UllRampWatch watch, gpointer data, GError **error);
/* What is read after the answers: (transfer full) (nullable). */
char *ull_lesson_dup_reveal (const UllLesson *lesson, guint step, GError **error);
/* The question of that id, or NULL. */
UllQuestion *ull_lesson_find (const UllLesson *lesson, const char *id);
/* All questions in order. (transfer container) (element-type UllQuestion) */
GPtrArray *ull_lesson_questions (const UllLesson *lesson);

/* The lessons that come with the program, in their order: NULL-terminated ids. */
const char *const *ull_lesson_bundled (void);
/* ULL_ERROR_MISSING where there is none of that id. */
UllLesson *ull_lesson_open_bundled (const char *id, const char *const *languages, GError **error);
/* The text of a bundled lesson's file. (transfer full) */
GBytes *ull_lesson_bundled_text (const char *id, GError **error);

const char *ull_lesson_view_get_id (UllLessonView view);

/* A lesson of a scenario, as a text to go on writing: its questions are filled in. Where the scenario has a load that is run, which
 * takes a while. (transfer full) */
char *ull_lesson_draft (const UllScenario *scenario, const char *title);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLesson, ull_lesson_unref)

G_END_DECLS
