/* A level that is played: from the simulator's steps and pool to the charts' shares, runs and words. Figures are copied, nothing is
 * computed but units (nanoseconds to seconds, counts of blocks to shares of the pool). */
#include "ull-pool-drawing.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* There the pool does what the ramp is about. */
guint
ull_ramp_find_played (const UllRamp *ramp)
{
  return ramp->shape == ULL_SHAPE_CLIFF ? MIN (ramp->peak + 1, ramp->n_levels - 1) : ramp->peak;
}

char *
ull_played_describe_step (const UllPlayback *playback, guint step)
{
  guint n;
  const UllPlaybackStep *steps = ull_playback_get_steps (playback, &n);
  g_autofree char *time = NULL;

  if (step >= n)
    return NULL;
  time = ull_format_moment (ull_playback_get_time (playback, step));
  return g_strdup_printf (_("%s · %u running, %u waiting"), time, steps[step].running,
                          steps[step].waiting);
}

char *
ull_played_describe_moment (const UllPlayback *playback, guint step, const UllLoad *load, gint64 level, const char *described)
{
  g_autofree char *count = ull_format_count (level), *state = ull_played_describe_step (playback, step);
  const char *said = state != NULL ? state : "";

  if (load->arrivals != ULL_ARRIVALS_CLOSED)
    return g_strdup_printf (_("%s With at most %s running: %s. Simulated."), described, count, said);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s At %s client: %s. Simulated.", "%s At %s clients: %s. Simulated.", (gulong) level),
                          described, count, said);
}

/* Where an owner stands among those that run: of all others, behind them. */
static gint64
rank_of (const UllPoolPicture *pool, GHashTable *ranks, const UllPoolBlock *block)
{
  gpointer rank;

  if (block->kind == ULL_BLOCK_OWNED)
    return g_hash_table_lookup_extended (ranks, &block->owner, NULL, &rank) ? GPOINTER_TO_INT (rank) : (gint64) pool->n_requests;
  return block->order;
}

typedef struct
{
  UllCellKind kind;
  gint64 rank;
  gint64 owner;
} Cell;

static int
compare (gconstpointer a, gconstpointer b)
{
  const Cell *one = a, *other = b;

  if (one->kind != other->kind)
    return one->kind < other->kind ? -1 : 1;
  return one->rank == other->rank ? 0 : one->rank < other->rank ? -1 : 1;
}

static GHashTable *
make_ranks (const UllPoolPicture *pool, gint64 *sharers)
{
  GHashTable *ranks = g_hash_table_new (g_int64_hash, g_int64_equal);

  *sharers = 0;
  for (guint i = 0; i < pool->n_requests; i++)
    {
      g_hash_table_insert (ranks, &pool->requests[i].number, GINT_TO_POINTER ((int) i));
      *sharers += pool->requests[i].shared > 0;
    }
  return ranks;
}

GArray *
ull_pool_runs (const UllPoolPicture *pool, gint64 *sharers)
{
  static const UllCellKind kinds[] = { [ULL_BLOCK_UNUSED] = ULL_CELL_FREE, [ULL_BLOCK_RETAINED] = ULL_CELL_RETAINED,
                                       [ULL_BLOCK_SHARED] = ULL_CELL_SHARED, [ULL_BLOCK_OWNED] = ULL_CELL_OWNED };
  g_autoptr (GHashTable) ranks = make_ranks (pool, sharers);
  g_autofree Cell *cells = g_new0 (Cell, MAX (pool->n_blocks, 1));
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (UllCellRun));

  for (guint i = 0; i < pool->n_blocks; i++)
    {
      const UllPoolBlock *block = &pool->blocks[i];
      gboolean owned = block->kind == ULL_BLOCK_OWNED;

      cells[i] = (Cell) { kinds[block->kind], rank_of (pool, ranks, block), owned ? block->owner : -1 };
    }
  qsort (cells, pool->n_blocks, sizeof (Cell), compare);
  for (guint i = 0; i < pool->n_blocks; i++)
    {
      UllCellRun *last = runs->len > 0 ? &g_array_index (runs, UllCellRun, runs->len - 1) : NULL;
      UllCellRun run = { cells[i].kind, cells[i].owner, 1 };

      if (last != NULL && last->kind == run.kind && last->owner == run.owner)
        last->blocks++;
      else
        g_array_append_val (runs, run);
    }
  return runs;
}

GArray *
ull_pool_samples (const UllPlayback *playback)
{
  double blocks = (double) MAX (ull_playback_get_blocks (playback), 1);
  guint n;
  const UllPlaybackStep *steps = ull_playback_get_steps (playback, &n);
  GArray *samples = g_array_sized_new (FALSE, FALSE, sizeof (UllPoolSample), n);

  for (guint i = 0; i < n; i++)
    {
      UllPoolSample sample = { (double) steps[i].start_ns / 1e9, steps[i].used / blocks, steps[i].retained / blocks, steps[i].preempted,
                               steps[i].running, steps[i].waiting, ull_playback_get_hit_rate (playback, i) };

      g_array_append_val (samples, sample);
    }
  return samples;
}

/* A server is watched before its load begins, and a simulation begins with its first request: they are laid together where that comes,
 * which is after the last row in which there was none. 0: there is no such row, or no request at all. */
static guint
find_beginning (double (*row)[ULL_N_RECORDED], guint n)
{
  for (guint i = 0; i < n; i++)
    if (row[i][ULL_ROW_USE] > 0 || row[i][ULL_ROW_RUNNING] > 0 || row[i][ULL_ROW_WAITING] > 0)
      return i > 0 ? i - 1 : 0;
  return 0;
}

GArray *
ull_pool_recorded (double (*row)[ULL_N_RECORDED], guint n, double *idle)
{
  GArray *samples = g_array_sized_new (FALSE, FALSE, sizeof (UllSeriesSample), n);
  guint first = find_beginning (row, n);
  double before = n > 0 && isfinite (row[first][ULL_ROW_PREEMPTIONS]) ? row[first][ULL_ROW_PREEMPTIONS] : 0;

  *idle = n > 0 ? row[first][ULL_ROW_TIME] - row[0][ULL_ROW_TIME] : 0;
  for (guint i = first; i < n; i++)
    {
      UllSeriesSample sample = { row[i][ULL_ROW_TIME] - row[first][ULL_ROW_TIME], row[i][ULL_ROW_USE], row[i][ULL_ROW_HIT_RATE],
                                 row[i][ULL_ROW_PREEMPTIONS] - before, row[i][ULL_ROW_RUNNING],
                                 row[i][ULL_ROW_WAITING] };

      g_array_append_val (samples, sample);
    }
  return samples;
}
