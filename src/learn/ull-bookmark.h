#pragma once

#include "ull-lesson.h"

G_BEGIN_DECLS

/* Where somebody left a lesson, and what they had committed by then. */

typedef struct
{
  char *question;  /* its id */
  char *answer;    /* a choice's id, or what was typed; empty where it was answered in words, which are not kept */
  int confidence;  /* per cent, or ULL_NO_CONFIDENCE */
  gboolean graded; /* FALSE: it was committed, and left before its load had been run */
} UllBookmarkAnswer;

typedef struct
{
  char *lesson;    /* its id */
  char *title;
  char *digest;    /* of what it asks: see UllLesson */
  guint at;        /* which of its questions and texts; their number: its end */
  GArray *answers; /* UllBookmarkAnswer */
} UllBookmark;

/* At the beginning. (transfer full) */
UllBookmark *ull_bookmark_new (const UllLesson *lesson);
void ull_bookmark_free (UllBookmark *bookmark);
/* An answer to a question that had none. */
void ull_bookmark_add (UllBookmark *bookmark, const char *question, const char *answer, int confidence, gboolean graded);
/* (transfer none) (nullable) */
const UllBookmarkAnswer *ull_bookmark_find (const UllBookmark *bookmark, const char *question);
/* Whether anything would be lost with it. */
gboolean ull_bookmark_is_begun (const UllBookmark *bookmark);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllBookmark, ull_bookmark_free)

G_END_DECLS
