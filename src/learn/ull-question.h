#pragma once

#include "ull-disclosure.h"
#include "ull-slip.h"
#include "ull-stage.h"

G_BEGIN_DECLS

/* A question holds what is asked and what is given, and no answer: that is computed when one is committed. */

typedef enum
{
  ULL_QUESTION_FITS,     /* whether the load fits, equality included */
  ULL_QUESTION_FIGURE,   /* a figure of the sum: requests, bytes per token, pool, … */
  ULL_QUESTION_LEVER,    /* which lever gains most: never a tie */
  ULL_QUESTION_FACTOR,   /* what a lever multiplies requests or tokens by */
  ULL_QUESTION_LIMIT,    /* which limit binds */
  ULL_QUESTION_SHAPE,    /* what the scenario's load comes to over clients: cliff, plateau, or rising still */
  ULL_QUESTION_PEAK,     /* the clients at which it does most; of a plateau, at which that begins */
  ULL_QUESTION_OPERATING, /* the most clients below that with which it holds when lengths have a heavier tail */
  ULL_QUESTION_RETENTION, /* what its throughput is times what it would be if nothing were kept */
  ULL_QUESTION_CONFIG,   /* a figure read off a config.json */
  ULL_QUESTION_NUMBER,   /* a sum of the lesson's own */
  ULL_QUESTION_CHOICE,   /* one of the lesson's own answers, each with a reason */
  ULL_QUESTION_OPEN,     /* to be answered in words and compared with a model answer: not counted */
  ULL_N_QUESTION_KINDS,
} UllQuestionKind;

typedef struct
{
  char *id;
  char *text;     /* translated */
  char *why;      /* (nullable): said once it was chosen; not expanded yet: see UllKey */
  gboolean right; /* of ULL_QUESTION_CHOICE; the others are computed */
} UllChoice;

/* A mistake that the lesson knows and the sum does not. */
typedef struct
{
  char *sum;
  char *name;
  char *why;
} UllOwnSlip;

/**
 * UllQuestion:
 *
 * Immutable and reference-counted.
 */
typedef struct
{
  UllQuestionKind kind;
  char *id;
  char *place;           /* (nullable): where it stands in its file, for messages */
  guint line, column;    /* the same in figures; 0 where it stands in none */
  char *prompt;
  char *hint;            /* (nullable) */
  char *explain;         /* (nullable): not expanded yet, for it may name what is withheld: see UllKey */
  char *config;          /* (nullable): of ULL_QUESTION_CONFIG, the text of the file */
  UllScenario *scenario; /* (nullable): of a question of no plan */
  UllStage *stage;       /* (nullable): what sums and explanations may name; NULL in a drill */
  UllGiven given;
  gint64 tolerance;      /* ppm */
  UllStepId target;      /* of ULL_QUESTION_FIGURE; ULL_STEP_RUNNING: whichever says how many requests */
  UllUnit unit;          /* of a number */
  char *unit_name;       /* (nullable): of a number whose unit is the lesson's own */
  char *sum;             /* of ULL_QUESTION_NUMBER; of ULL_QUESTION_CONFIG, the fact's name */
  gboolean by_requests;  /* a lever's gain is in requests, else in tokens */
  GArray *choices;       /* UllChoice; empty where a number is asked for */
  GArray *own_slips;     /* UllOwnSlip */
} UllQuestion;

UllQuestion *ull_question_new (UllQuestionKind kind, const char *id);
UllQuestion *ull_question_ref (UllQuestion *question);
void ull_question_unref (UllQuestion *question);
void ull_question_add_choice (UllQuestion *question, const char *id, const char *text, const char *why, gboolean right);
/* The choices that follow from the kind (fits and exceeds, limits). */
void ull_question_add_usual_choices (UllQuestion *question);
gboolean ull_question_is_number (const UllQuestion *question);
/* Whether the number is a factor, read with two decimals. */
gboolean ull_question_is_factor (const UllQuestion *question);
/* Whether its answer is read off a ramp. */
gboolean ull_question_is_ramp (const UllQuestion *question);
/* Whether ull_question_solve() has nothing to wait for: a ramp, of which it asks or with whose figures its answer is explained. */
gboolean ull_question_is_run (const UllQuestion *question);
/* Runs what that would wait for, for a thread; @watch as of ull_ramp_new(). */
gboolean ull_question_run (const UllQuestion *question, UllRampWatch watch, gpointer data, GError **error);
/* The least confidence that makes sense: among n answers, 1/n; of a number, 0. In per cent. */
guint ull_question_get_floor (const UllQuestion *question);

const char *ull_question_kind_get_id (UllQuestionKind kind);
UllQuestionKind ull_question_kind_from_id (const char *id); /* ULL_N_QUESTION_KINDS where there is none */
/* (transfer full) (nullable): "requests", what stands behind the number. */
char *ull_question_dup_unit (const UllQuestion *question);

/* What may be shown while it is open: what it gives, and nothing computed besides. NULL where it has no scenario. */
UllDisclosure *ull_question_disclose (const UllQuestion *question);

/* A mark on the axis of slips. */
typedef struct
{
  char *id;   /* of the slip, or "own" */
  char *name;
  char *why;
  double value;
  double least, most; /* what else comes of the same thought; equal to the value where nothing does */
  gboolean waits;     /* a question that is still to come asks for it: see ull_key_may_name() */
} UllKeyMark;

/* A step of the sum that comes to the answer. */
typedef struct
{
  char *label;
  char *sum;
  char *value;
  UllStepId id;
} UllKeyStep;

/**
 * UllKey:
 *
 * The answer to a question, and the usual mistakes about it.
 */
typedef struct
{
  double truth;      /* of a number */
  double least, most; /* numbers that are right where a ramp does not tell them apart; both 0: those within the tolerance */
  char *truth_text;  /* "9 requests" */
  guint right;       /* index of the right choice */
  GPtrArray *whys;   /* what is said of each choice, with its figures; NULL for one of which nothing is */
  UllSlips *slips;   /* (nullable): of a figure of the sum */
  UllTrial *trial;   /* (nullable): the ramp that the answer was read off */
  GArray *marks;     /* UllKeyMark, the least value first */
  char *explanation; /* what the lesson says of it, what is told besides, and the sum, a line a step */
  GArray *steps;     /* UllKeyStep: the same steps, to be shown one by one; empty where the answer is no sum of the plan */
  char *said;        /* the explanation without these steps: may be empty */
  char *words;       /* (nullable): what the lesson says */
  char *told;        /* (nullable): and what its scenario shows */
  gboolean told_waits; /* a question that is still to come asks for what is told */
  gboolean ramp_waits; /* or for another figure of the same ramp */
} UllKey;

/* (transfer full). ULL_ERROR_INVALID where there is no one answer (two levers gain the same). */
UllKey *ull_question_solve (const UllQuestion *question, GError **error);
void ull_key_free (UllKey *key);
/* Whether anything of it is withheld. */
gboolean ull_key_waits (const UllKey *key);
/* Withholds of @key what would answer one of the questions that are still to come, and gives back what no longer does: see
 * ull_key_may_name(). Before grading, and again when one of them was answered. (element-type UllQuestion) */
void ull_key_withhold (UllKey *key, const UllQuestion *question, const GPtrArray *later);

#define ULL_NO_CONFIDENCE (-1)

/**
 * UllGrade:
 *
 * What an answer was worth, in words and in figures.
 */
typedef struct
{
  gboolean counted;  /* FALSE: a model answer to compare with */
  gboolean right;
  int confidence;    /* per cent, or ULL_NO_CONFIDENCE */
  double number;     /* of a number */
  guint choice;      /* else the index of the choice */
  UllDiagnosisResult result;
  char *slip;        /* (nullable): the id of the slip it is most like */
  double factor;     /* of a number: how far off, at least 1; 0 where that says nothing */
  char *headline;    /* "You said 18 at 80 %. It is 9." */
  char *detail;      /* which slip it was, or why not */
} UllGrade;

/* Reads a number as typed, or a choice's id. ULL_ERROR_USAGE with a sentence where it is neither. */
gboolean ull_question_parse (const UllQuestion *question, const char *answer, double *number, guint *choice, GError **error);
/* (transfer full) */
UllGrade *ull_question_grade (const UllQuestion *question,
                              const UllKey *key,
                              const char *answer,
                              int confidence,
                              GError **error);
void ull_grade_free (UllGrade *grade);
/* Whether the number that was said is this usual mistake. */
gboolean ull_grade_is_mark (const UllQuestion *question, const UllGrade *grade, const UllKeyMark *mark);
/* Whether the mark may be drawn, listed or spoken of now: it tells nothing that is still to be asked, or it was said. */
gboolean ull_key_may_name (const UllQuestion *question, const UllGrade *grade, const UllKeyMark *mark);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllQuestion, ull_question_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllKey, ull_key_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllGrade, ull_grade_free)

G_END_DECLS
