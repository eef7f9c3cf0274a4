#pragma once

#include "ull-bookmark.h"

G_BEGIN_DECLS

/* What somebody answered, kept in one file of their own: no name, and nothing leaves it but as a table that they export. Time is
 * an argument: the library has no clock. */

#define ULL_RECORD_VERSION 1

typedef struct
{
  gint64 time;     /* seconds since 1970, UTC */
  char *source;    /* a lesson's id, or "drill" */
  char *question;  /* its id */
  char *kind;
  char *term;      /* what was asked: a step's id, or the kind */
  int confidence;  /* per cent, or ULL_NO_CONFIDENCE */
  gboolean right;
  char *slip;      /* (nullable): which usual mistake it was */
  double factor;   /* of a number: how far off, at least 1; else 0 */
} UllRecordEntry;

typedef struct
{
  GArray *entries;      /* UllRecordEntry, as they came */
  GPtrArray *bookmarks; /* UllBookmark: the last one last */
  gboolean locked;      /* a file is there that could be neither read nor put aside: nothing is written over it */
} UllRecord;

UllRecord *ull_record_new (void);
/* Always a record: empty where there is no file. A file that cannot be read is put aside under another name, and @problem is a
 * sentence that says so. (transfer full) */
UllRecord *ull_record_load (const char *path, char **problem);
/* The same for one who only looks: NULL with an error where there is no file or it cannot be read, and nothing is moved.
 * (transfer full) */
UllRecord *ull_record_read (const char *path, GError **error);
/* The text of a record's file; @name: for messages. NULL with an error where it is none. (transfer full) */
UllRecord *ull_record_parse (const char *name, const char *text, gsize length, GError **error);
/* And back: (transfer full). */
char *ull_record_dup_text (const UllRecord *record);
void ull_record_free (UllRecord *record);

/* An open question is not counted and not kept. */
void ull_record_add (UllRecord *record, const UllQuestion *question, const UllGrade *grade, const char *source, gint64 time);
/* Where the lesson was left, as long as it asks what it asked then. (transfer none) (nullable) */
const UllBookmark *ull_record_find_bookmark (const UllRecord *record, const UllLesson *lesson);
/* Whether it was left, and asks something else by now. */
gboolean ull_record_has_changed (const UllRecord *record, const UllLesson *lesson);
/* @bookmark: (transfer full): instead of what there was of its lesson. One at the beginning is none. */
void ull_record_keep_bookmark (UllRecord *record, UllBookmark *bookmark);
/* Atomic: a file that could not be written whole is left as it was. Makes its folder. */
gboolean ull_record_save (const UllRecord *record, const char *path, GError **error);
/* Takes the file away, and those that were put aside. */
gboolean ull_record_erase (UllRecord *record, const char *path, GError **error);
/* One row an answer, with a header. (transfer full) */
char *ull_record_csv (const UllRecord *record);

typedef struct
{
  guint n_answers;
  guint n_right;
  guint n_confident;        /* answers that said how sure */
  double mean_confidence;   /* per cent; not a number where none did, as the next */
  double brier;             /* mean square of confidence less outcome: 0 is best, 0.25 a coin */
  double median_factor;     /* of numbers: how far off, right ones included; not a number where there are none */
  UllSlipId missed_slip;    /* the most frequent; ULL_N_SLIPS: none */
  const char *missed_term;  /* (nullable), borrowed: what was answered wrong most often */
  guint n_missed;           /* how often */
} UllRecordSummary;

void ull_record_summarize (const UllRecord *record, UllRecordSummary *summary);

/* A point of the reliability curve: answers of about this confidence. */
typedef struct
{
  int confidence; /* 0, 10, … 100 */
  guint n;
  guint right;
  double low;     /* 95 % interval of the share that is right (Wilson), from 0 to 1 */
  double high;
} UllReliability;

#define ULL_RELIABILITY_POINTS 11
/* Points that have answers, the least confident first: their number. */
guint ull_record_reliability (const UllRecord *record, UllReliability points[ULL_RELIABILITY_POINTS]);
/* The interval alone. */
void ull_wilson (guint right, guint n, double *low, double *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllRecord, ull_record_free)

G_END_DECLS
