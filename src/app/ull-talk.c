#include "ull-talk.h"

/* `shown` says where a question stands: 0 locked, then a step of the sum for each, and one more for the answer with all that
 * is said of it. A key is made when a question leaves 0 and forgotten when it comes back, so a locked question has none.
 *
 * The picture is one of two workspaces. The first has what is given, and the pool once the sum has come to it; the second is made
 * for the answer. */

typedef struct
{
  guint counts[ULL_TALK_MAX_COUNTERS];
} Hands;

struct _UllTalk
{
  UllCourse *course;
  UllWorkspace *locked; /* (nullable) */
  UllWorkspace *whole;  /* (nullable) */
  char *problem;        /* (nullable) */
  GArray *hands;        /* Hands, one a position */
  guint shown;
};

static void
forget_pictures (UllTalk *talk)
{
  g_clear_object (&talk->locked);
  g_clear_object (&talk->whole);
}

/* At the question that the course is at, locked. */
static void
lock (UllTalk *talk)
{
  guint n;

  ull_course_again (talk->course);
  g_clear_pointer (&talk->problem, g_free);
  forget_pictures (talk);
  talk->shown = 0;
  talk->locked = ull_course_make_room (talk->course, 0);
  if (talk->hands->len <= ull_course_get_position (talk->course, &n))
    g_array_set_size (talk->hands, n);
}

UllTalk *
ull_talk_new (UllCourse *course)
{
  UllTalk *talk = g_new0 (UllTalk, 1);

  talk->course = course;
  talk->hands = g_array_new (FALSE, TRUE, sizeof (Hands));
  lock (talk);
  return talk;
}

void
ull_talk_free (UllTalk *talk)
{
  forget_pictures (talk);
  g_clear_pointer (&talk->problem, g_free);
  g_clear_pointer (&talk->hands, g_array_unref);
  g_clear_pointer (&talk->course, ull_course_free);
  g_free (talk);
}

const UllCourse *
ull_talk_get_course (const UllTalk *talk)
{
  return talk->course;
}

static guint
count_steps (const UllTalk *talk)
{
  const UllKey *key = ull_course_get_key (talk->course);

  return key != NULL ? key->steps->len : 0;
}

/* A step that asks nothing and has nothing to say afterwards is whole as it stands. */
static gboolean
is_plain (const UllTalk *talk)
{
  g_autofree char *reveal = NULL;

  if (ull_course_get_question (talk->course) != NULL)
    return FALSE;
  reveal = ull_course_dup_reveal (talk->course);
  return reveal == NULL;
}

gboolean
ull_talk_is_locked (const UllTalk *talk)
{
  return talk->shown == 0 && !is_plain (talk);
}

gboolean
ull_talk_is_whole (const UllTalk *talk)
{
  return talk->shown > count_steps (talk) || is_plain (talk);
}

guint
ull_talk_get_n_shown (const UllTalk *talk)
{
  return MIN (talk->shown, count_steps (talk));
}

const char *
ull_talk_get_problem (const UllTalk *talk)
{
  return talk->problem;
}

UllWorkspace *
ull_talk_get_workspace (const UllTalk *talk)
{
  return talk->whole != NULL ? talk->whole : talk->locked;
}

gboolean
ull_talk_is_run (const UllTalk *talk)
{
  const UllQuestion *question = ull_course_get_question (talk->course);

  return question == NULL || ull_question_is_run (question);
}

/* Of a question that is locked. */
static void
unlock (UllTalk *talk)
{
  g_autoptr (GError) error = NULL;

  if (ull_course_get_question (talk->course) == NULL || ull_course_reveal (talk->course, &error))
    return;
  talk->problem = g_strdup (error->message);
}

static void
show (UllTalk *talk, guint shown)
{
  if (talk->shown == 0 && shown > 0)
    unlock (talk);
  talk->shown = MIN (shown, count_steps (talk) + 1);
  g_clear_object (&talk->whole);
  if (ull_course_get_key (talk->course) != NULL)
    {
      g_clear_object (&talk->locked);
      talk->locked = ull_course_make_room (talk->course, ull_talk_get_n_shown (talk));
    }
  if (ull_talk_is_whole (talk) && ull_course_get_key (talk->course) != NULL)
    talk->whole = ull_course_make_workspace (talk->course);
}

gboolean
ull_talk_next (UllTalk *talk)
{
  if (!ull_talk_is_whole (talk))
    show (talk, talk->shown + 1);
  else if (ull_course_next (talk->course))
    lock (talk);
  else
    return FALSE;
  return TRUE;
}

void
ull_talk_finish (UllTalk *talk)
{
  if (ull_talk_is_whole (talk))
    return;
  show (talk, talk->shown + 1);
  show (talk, count_steps (talk) + 1);
}

/* A question that is gone back to stands as it was left; one whose load nobody has run stands locked. */
gboolean
ull_talk_back (UllTalk *talk)
{
  if (talk->shown > 1)
    show (talk, talk->shown - 1);
  else if (talk->shown == 1)
    lock (talk);
  else if (ull_course_can_go_back (talk->course))
    {
      ull_course_back (talk->course);
      lock (talk);
      if (ull_talk_is_run (talk))
        ull_talk_finish (talk);
    }
  else
    return FALSE;
  return TRUE;
}

static Hands *
get_hands (const UllTalk *talk)
{
  guint n;

  return &g_array_index (talk->hands, Hands, ull_course_get_position (talk->course, &n));
}

void
ull_talk_restart (UllTalk *talk)
{
  *get_hands (talk) = (Hands) { { 0 } };
  lock (talk);
}

guint
ull_talk_get_n_counters (const UllTalk *talk)
{
  const UllQuestion *question = ull_course_get_question (talk->course);

  if (question == NULL || question->kind == ULL_QUESTION_OPEN)
    return 0;
  return ull_question_is_number (question) ? ULL_TALK_COUNTERS : MIN (question->choices->len, ULL_TALK_MAX_COUNTERS);
}

guint
ull_talk_get_count (const UllTalk *talk, guint counter)
{
  g_return_val_if_fail (counter < ULL_TALK_MAX_COUNTERS, 0);

  return get_hands (talk)->counts[counter];
}

void
ull_talk_count (UllTalk *talk, guint counter, int by)
{
  guint *count;

  if (counter >= ull_talk_get_n_counters (talk))
    return;
  count = &get_hands (talk)->counts[counter];
  *count = (guint) CLAMP ((int) *count + by, 0, 9999);
}
