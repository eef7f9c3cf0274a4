#include "ull-ramp-private.h"

#include "ull-units.h"

#include <gio/gio.h>
#include <math.h>

/* Jobs are taken in turn by whoever is free, the calling thread among them; each writes its own level and nothing else, and
 * what comes of a level depends on its inputs alone. So neither the number of threads nor their order shows in the result.
 *
 * Automatic levels double until four times as many clients as the pool holds at once, at least 16 and at most 256; then twice a
 * level is put on either side of the best one, half-way in the logarithm. Where the last of them is the best and more may run, they
 * double further, as far: what requests share is not known before they run. */

#define LEAST_TOP 16
#define MOST_TOP 256
#define ROOM_FACTOR 4
#define REFINEMENTS 2
#define RISEN 0.98 /* of the last level, the most that the one before it has */
/* Of a log that clients take in turn. */
#define ROWS_PER_CLIENT 4

typedef struct
{
  const UllRampSetting *setting;
  GArray *jobs;
  UllRampProgress *progress;
  GMutex lock;
  guint next;          /* job, under the lock, as are the next two */
  guint failed;        /* the first job with an error; their number: none */
  GError *error;
  int done;            /* atomic */
  int ended;           /* atomic: a job failed, or nobody wants the rest */
} Team;

typedef struct
{
  Team *team;
  gboolean watches; /* the calling thread */
} Member;

static gboolean
go_on_cb (gint64 finished, gpointer data)
{
  const Member *member = data;
  Team *team = member->team;

  if (g_atomic_int_get (&team->ended))
    return FALSE;
  if (!member->watches || team->progress == NULL || team->progress->watch == NULL)
    return TRUE;
  if (team->progress->watch (team->progress->done + (guint) g_atomic_int_get (&team->done), team->progress->all,
                             team->progress->data))
    return TRUE;
  g_atomic_int_set (&team->ended, 1);
  return FALSE;
}

static gboolean
next_job (Team *team, guint *job)
{
  gboolean there;

  g_mutex_lock (&team->lock);
  *job = team->next;
  there = team->next < team->jobs->len;
  team->next += there;
  g_mutex_unlock (&team->lock);
  return there;
}

/* Of several errors the first job's is kept, whichever came first. */
static void
keep_error (Team *team, guint job, GError *error)
{
  g_mutex_lock (&team->lock);
  if (error != NULL && job < team->failed)
    {
      g_clear_error (&team->error);
      team->error = g_steal_pointer (&error);
      team->failed = job;
    }
  g_mutex_unlock (&team->lock);
  g_clear_error (&error);
}

static gpointer
level_worker (gpointer data)
{
  Member *member = data;
  Team *team = member->team;
  UllRampGoOn go_on = { go_on_cb, member };
  guint i;

  while (go_on_cb (0, member) && next_job (team, &i))
    {
      UllRampJob *job = &g_array_index (team->jobs, UllRampJob, i);
      GError *error = NULL;

      if (ull_ramp_run_level (team->setting, job->line, job->concurrency, &go_on, &job->level, &error))
        {
          g_atomic_int_inc (&team->done);
          continue;
        }
      keep_error (team, i, error);
      g_atomic_int_set (&team->ended, 1);
    }
  return NULL;
}

gboolean
ull_ramp_run_jobs (
  const UllRampSetting *setting, GArray *jobs, guint threads, UllRampProgress *progress, GError **error)
{
  Team team = { .setting = setting, .jobs = jobs, .progress = progress, .failed = jobs->len };
  Member own = { &team, TRUE }, other = { &team, FALSE };
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  g_mutex_init (&team.lock);
  for (guint i = 1; i < MIN (threads, jobs->len); i++)
    g_ptr_array_add (others, g_thread_new ("level", level_worker, &other));
  level_worker (&own);
  for (guint i = 0; i < others->len; i++)
    g_thread_join (others->pdata[i]);
  g_mutex_clear (&team.lock);
  if (progress != NULL)
    progress->done += jobs->len;
  if (team.error != NULL)
    {
      g_propagate_error (error, team.error);
      return FALSE;
    }
  if ((guint) team.done == jobs->len)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "ended");
  return FALSE;
}

static void
add_job (GArray *jobs, gint64 concurrency)
{
  UllRampJob job = { .line = ULL_LINE_MAIN, .concurrency = concurrency };

  g_array_append_val (jobs, job);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const UllRampJob *) a)->concurrency, y = ((const UllRampJob *) b)->concurrency;

  return (x > y) - (x < y);
}

static gint64
top_of (const UllRampSetting *setting)
{
  gint64 at_once, tokens, rows, top = LEAST_TOP;

  if (!ull_mul (setting->pool.scheduler.blocks - 1, setting->pool.scheduler.block_tokens, &tokens))
    return MOST_TOP;
  at_once = tokens / MAX (ull_sim_pool_get_room (&setting->pool, MAX (setting->mean_tokens, 1)), 1);
  while (top < MOST_TOP && top < at_once * ROOM_FACTOR)
    top *= 2;
  if (setting->log == NULL || setting->load->arrivals != ULL_ARRIVALS_CLOSED)
    return top;
  rows = ull_request_log_count (setting->log, MOST_TOP * ROWS_PER_CLIENT, NULL, NULL);
  while (top > 1 && top * ROWS_PER_CLIENT > rows)
    top /= 2;
  return top;
}

/* Half-way in the logarithm between two levels; none where they are neighbours. */
static void
add_between (GArray *jobs, gint64 a, gint64 b)
{
  gint64 middle = (gint64) (sqrt ((double) a * (double) b) + 0.5);

  if (middle > a && middle < b)
    add_job (jobs, middle);
}

static guint
find_best (const GArray *jobs)
{
  guint best = 0;

  for (guint i = 1; i < jobs->len; i++)
    if (g_array_index (jobs, UllRampJob, i).level.output_tokens_per_s
        > g_array_index (jobs, UllRampJob, best).level.output_tokens_per_s)
      best = i;
  return best;
}

static gboolean
still_rises (const GArray *jobs)
{
  guint last = jobs->len - 1;

  return last > 0 && find_best (jobs) == last
         && g_array_index (jobs, UllRampJob, last - 1).level.output_tokens_per_s
              < RISEN * g_array_index (jobs, UllRampJob, last).level.output_tokens_per_s;
}

static gboolean
go_further (const UllRampSetting *setting, GArray *jobs, guint threads, UllRampProgress *progress, GError **error)
{
  /* A log that clients take in turn has rows for so many. */
  gboolean ends = setting->log != NULL && setting->load->arrivals == ULL_ARRIVALS_CLOSED;
  gint64 last = g_array_index (jobs, UllRampJob, jobs->len - 1).concurrency;

  for (; !ends && last < MIN (MOST_TOP, setting->cap) && still_rises (jobs); last *= 2)
    {
      g_autoptr (GArray) next = g_array_new (FALSE, TRUE, sizeof (UllRampJob));

      add_job (next, 2 * last);
      if (!ull_ramp_run_jobs (setting, next, threads, progress, error))
        return FALSE;
      g_array_append_vals (jobs, next->data, next->len);
    }
  return TRUE;
}

static gboolean
refine (const UllRampSetting *setting, GArray *jobs, guint threads, UllRampProgress *progress, GError **error)
{
  g_autoptr (GArray) between = g_array_new (FALSE, TRUE, sizeof (UllRampJob));
  guint best = find_best (jobs);
  gint64 here = g_array_index (jobs, UllRampJob, best).concurrency;

  if (best > 0)
    add_between (between, g_array_index (jobs, UllRampJob, best - 1).concurrency, here);
  if (best + 1 < jobs->len)
    add_between (between, here, g_array_index (jobs, UllRampJob, best + 1).concurrency);
  if (between->len == 0)
    return TRUE;
  if (!ull_ramp_run_jobs (setting, between, threads, progress, error))
    return FALSE;
  g_array_append_vals (jobs, between->data, between->len);
  g_array_sort (jobs, compare_cb);
  return TRUE;
}

GArray *
ull_ramp_find_levels (
  const UllRampSetting *setting, const UllRampOptions *options, UllRampProgress *progress, GError **error)
{
  g_autoptr (GArray) jobs = g_array_new (FALSE, TRUE, sizeof (UllRampJob));

  for (guint i = 0; options->levels != NULL && i < options->n_levels; i++)
    add_job (jobs, options->levels[i]);
  for (gint64 level = 1, top = top_of (setting); options->levels == NULL && level <= top; level *= 2)
    add_job (jobs, level);
  if (!ull_ramp_run_jobs (setting, jobs, options->threads, progress, error))
    return NULL;
  if (options->levels == NULL && !go_further (setting, jobs, options->threads, progress, error))
    return NULL;
  for (guint i = 0; options->levels == NULL && i < REFINEMENTS; i++)
    if (!refine (setting, jobs, options->threads, progress, error))
      return NULL;
  return g_steal_pointer (&jobs);
}
