#include "ull-random.h"
#include "ull-scheduler.h"

/* Examples that the engine's own tests state, and what must hold after every step of any load: random loads with arrivals
 * in the same step, preemptions, cancellations with and without a lag, prefixes, chunks on and off, both generations. */

static UllSchedulerOptions
options_of (gint64 blocks, UllGenerationId generation)
{
  UllSchedulerOptions options = { .blocks = blocks, .block_tokens = 16, .max_num_seqs = 16, .max_batched_tokens = 8192,
                                  .max_model_len = 8192, .prefix_caching = TRUE, .chunked_prefill = TRUE, .check_every = 1 };

  ull_scheduler_options_set_generation (&options, generation);
  return options;
}

static UllSequence *
sequence_of (gint64 prompt, gint64 output, guint64 shared, gint64 shared_blocks, guint64 seed)
{
  UllSequence *sequence = g_new0 (UllSequence, 1);

  sequence->prompt = prompt;
  sequence->output = output;
  sequence->content = (UllContent) { .shared_seed = shared, .shared_blocks = shared_blocks, .seed = seed,
                                     .answer_block = G_MAXINT64 };
  return sequence;
}

static void
step (UllScheduler *scheduler, UllStepReport *report)
{
  ull_scheduler_schedule (scheduler, report);
  ull_scheduler_update (scheduler, report);
}

/* Three prompts of 800 under a budget of 1,024 and a threshold of 400: 400, 400, 224; the same; 1, 1, 352. */
static void
test_threshold (void)
{
  static const gint64 wanted[3][3] = { { 400, 400, 224 }, { 800, 800, 448 }, { 801, 801, 800 } };
  UllSchedulerOptions options = options_of (1000, ULL_GENERATION_MAIN);
  g_autofree UllSequence *one = sequence_of (800, 5, 0, 0, 1), *two = sequence_of (800, 5, 0, 0, 2),
                         *three = sequence_of (800, 5, 0, 0, 3);
  g_autoptr (UllScheduler) scheduler = NULL;
  UllStepReport report;

  options.max_batched_tokens = 1024;
  options.long_prefill_tokens = 400;
  scheduler = ull_scheduler_new (&options, NULL);
  g_assert_true (ull_scheduler_submit (scheduler, one, NULL));
  g_assert_true (ull_scheduler_submit (scheduler, two, NULL));
  g_assert_true (ull_scheduler_submit (scheduler, three, NULL));
  for (int i = 0; i < 3; i++)
    {
      step (scheduler, &report);
      g_assert_cmpint (one->computed, ==, wanted[i][0]);
      g_assert_cmpint (two->computed, ==, wanted[i][1]);
      g_assert_cmpint (three->computed, ==, wanted[i][2]);
    }
}

/* 10 usable blocks; two prompts of 80 tokens take 5 each; the first one's next token needs a sixth: the second goes. */
static void
test_preemption (void)
{
  UllSchedulerOptions options = options_of (11, ULL_GENERATION_MAIN);
  g_autofree UllSequence *one = sequence_of (80, 5, 0, 0, 1), *two = sequence_of (80, 5, 0, 0, 2);
  g_autoptr (UllScheduler) scheduler = NULL;
  UllStepReport report;

  options.prefix_caching = FALSE;
  scheduler = ull_scheduler_new (&options, NULL);
  g_assert_true (ull_scheduler_submit (scheduler, one, NULL));
  g_assert_true (ull_scheduler_submit (scheduler, two, NULL));
  step (scheduler, &report);
  g_assert_cmpuint (report.running, ==, 2);
  g_assert_cmpint (report.free_blocks, ==, 0);
  step (scheduler, &report);
  g_assert_cmpuint (report.preempted, ==, 1);
  g_assert_cmpuint (report.running, ==, 1);
  g_assert_true (ull_scheduler_get_first_waiting (scheduler) == two);
  g_assert_cmpint (report.free_blocks, ==, 4);
}

static void
assert_queue (const UllScheduler *scheduler, const guint32 *wanted, guint n)
{
  const UllBlockPool *pool = ull_scheduler_get_pool (scheduler);
  guint32 block = 0;

  for (guint i = 0; i < n; i++)
    {
      block = ull_block_pool_next_free (pool, block);
      g_assert_cmpuint (block, ==, wanted[i]);
    }
}

/* A prompt's tokens go into the pool when it is admitted; it is cancelled before it has answered. */
static void
fill (UllScheduler *scheduler, UllSequence *sequence)
{
  UllStepReport report;

  g_assert_true (ull_scheduler_submit (scheduler, sequence, NULL));
  step (scheduler, &report);
}

/* 48 common tokens and 7 of one's own: blocks 1 to 4. 48 and 5: the first three again, and 5. Freed, those without a
 * content lead the queue, and of the others the ends of chains come before their beginnings. */
static void
test_queue (void)
{
  static const guint32 freed[] = { 5, 4, 6, 7, 8, 9, 10, 3, 2, 1 };
  UllSchedulerOptions options = options_of (11, ULL_GENERATION_MAIN);
  g_autofree UllSequence *one = sequence_of (55, 9, 7, 3, 1), *two = sequence_of (53, 9, 7, 3, 2),
                         *three = sequence_of (53, 9, 7, 3, 3);
  g_autoptr (UllScheduler) scheduler = ull_scheduler_new (&options, NULL);

  fill (scheduler, one);
  fill (scheduler, two);
  g_assert_cmpuint (two->table[0], ==, 1);
  g_assert_cmpuint (two->table[2], ==, 3);
  g_assert_cmpuint (two->table[3], ==, 5);
  g_assert_cmpint (two->first_hit, ==, 48);
  ull_scheduler_cancel (scheduler, one);
  ull_scheduler_cancel (scheduler, two);
  assert_queue (scheduler, freed, G_N_ELEMENTS (freed));
  fill (scheduler, three);
  g_assert_cmpuint (three->table[3], ==, 5);
  g_assert_cmpint (ull_block_pool_get_n_free (ull_scheduler_get_pool (scheduler)), ==, 6);
  ull_scheduler_cancel (scheduler, three);
}

/* A prompt of whole blocks that is all cached computes its last block again. */
static void
test_last_block (void)
{
  UllSchedulerOptions options = options_of (32, ULL_GENERATION_MAIN);
  g_autofree UllSequence *one = sequence_of (64, 2, 9, 4, 1), *two = sequence_of (64, 2, 9, 4, 2),
                         *three = sequence_of (65, 2, 9, 4, 3);
  g_autoptr (UllScheduler) scheduler = ull_scheduler_new (&options, NULL);

  fill (scheduler, one);
  fill (scheduler, two);
  fill (scheduler, three);
  g_assert_cmpint (two->first_hit, ==, 48);
  g_assert_cmpint (three->first_hit, ==, 64);
}

/* Without chunks a prompt past the budget holds back the rest, or is passed over; passed ones come back turned round. */
static void
test_chunks_off (void)
{
  for (guint generation = 0; generation < ULL_N_GENERATIONS; generation++)
    {
      UllSchedulerOptions options = options_of (1000, (UllGenerationId) generation);
      g_autofree UllSequence *a = sequence_of (200, 2, 0, 0, 1), *b = sequence_of (300, 2, 0, 0, 2),
                             *c = sequence_of (50, 2, 0, 0, 3);
      g_autoptr (UllScheduler) scheduler = NULL;
      UllStepReport report;

      options.chunked_prefill = FALSE;
      options.max_batched_tokens = 128;
      scheduler = ull_scheduler_new (&options, NULL);
      g_assert_true (ull_scheduler_submit (scheduler, a, NULL));
      g_assert_true (ull_scheduler_submit (scheduler, b, NULL));
      g_assert_true (ull_scheduler_submit (scheduler, c, NULL));
      step (scheduler, &report);
      g_assert_cmpuint (report.running, ==, generation == ULL_GENERATION_MAIN ? 0 : 1);
      g_assert_true (ull_scheduler_get_first_waiting (scheduler) == (generation == ULL_GENERATION_MAIN ? a : b));
    }
}

/* A request that grows past the pool, alone, is preempted and never comes back: said, not run for ever. */
static void
test_larger_than_pool (void)
{
  for (guint generation = 0; generation < ULL_N_GENERATIONS; generation++)
    for (gint64 prompt = 10; prompt <= 200; prompt += 190)
      {
        UllSchedulerOptions options = options_of (11, (UllGenerationId) generation);
        g_autofree UllSequence *one = sequence_of (prompt, 500, 0, 0, 1);
        g_autoptr (UllScheduler) scheduler = NULL;
        UllStepReport report = { 0 };
        guint steps = 0;

        options.max_batched_tokens = 32;
        scheduler = ull_scheduler_new (&options, NULL);
        g_assert_true (ull_scheduler_submit (scheduler, one, NULL));
        while (!report.stuck && steps++ < 10000)
          step (scheduler, &report);
        g_assert_true (report.stuck);
        g_assert_cmpuint (steps, <, 500);
      }
}

static void
test_refused (void)
{
  UllSchedulerOptions options = options_of (11, ULL_GENERATION_MAIN);
  g_autoptr (UllScheduler) scheduler = ull_scheduler_new (&options, NULL);
  static const gint64 cases[][2] = { { 0, 1 }, { 1, 0 }, { -5, 3 }, { 8192, 1 }, { G_MAXINT64, 1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree UllSequence *one = sequence_of (cases[i][0], cases[i][1], 0, 0, 1);
      g_autoptr (GError) error = NULL;

      g_assert_false (ull_scheduler_submit (scheduler, one, &error));
      g_assert_nonnull (error);
    }
  options.block_tokens = 0;
  g_assert_null (ull_scheduler_new (&options, NULL));
}

/* Runs @sequence to its end, alone; blocks that are free after its last scheduling. */
static gint64
run_alone (UllScheduler *scheduler, UllSequence *sequence)
{
  UllStepReport report = { 0 };

  g_assert_true (ull_scheduler_submit (scheduler, sequence, NULL));
  while (sequence->state != ULL_SEQUENCE_DONE)
    step (scheduler, &report);
  g_assert_cmpint (report.free_after, ==, ull_block_pool_get_n_blocks (ull_scheduler_get_pool (scheduler)) - 1);
  return report.free_blocks;
}

/* Windows of 17 to 33 tokens need two blocks of 16 before a place; a table has four at once. In steps of 32 a prompt of 160 tokens
 * takes blocks 1 to 10, and each step gives the two oldest back with their contents: four are held at its end, 8 of 12 free. A
 * stranger of 64 tokens then takes 11, 12, and of the kept ones those that left first: the prompt's beginning. Nobody needs it:
 * the prompt is found again up to its ninth block, of which it holds the eighth and ninth, and takes one for the rest, the
 * fourth of the prompt; its first 97 tokens are found up to the sixth. Its first 40 tokens would need the first two. */
static void
test_window (void)
{
  UllSchedulerOptions options = options_of (13, ULL_GENERATION_MAIN);
  g_autofree UllSequence *one = sequence_of (160, 1, 0, 0, 1), *stranger = sequence_of (64, 1, 0, 0, 2),
                         *again = sequence_of (160, 1, 0, 0, 1), *part = sequence_of (97, 1, 0, 0, 1),
                         *begin = sequence_of (40, 1, 0, 0, 1);
  g_autoptr (UllScheduler) scheduler = NULL;

  options.max_batched_tokens = 32;
  options.table_most = 4;
  options.window_blocks = 2;
  scheduler = ull_scheduler_new (&options, NULL);
  g_assert_cmpint (run_alone (scheduler, one), ==, 8);
  g_assert_cmpint (run_alone (scheduler, stranger), ==, 8);
  g_assert_cmpint (run_alone (scheduler, again), ==, 12 - 3);
  g_assert_cmpint (again->first_hit, ==, 144);
  g_assert_cmpint (run_alone (scheduler, part), ==, 12 - 3);
  g_assert_cmpint (part->first_hit, ==, 96);
  g_assert_cmpint (run_alone (scheduler, begin), ==, 12 - 3);
  g_assert_cmpint (begin->first_hit, ==, 0);
}

/* A step longer than the window leaves what has passed it by its end without a block: ten blocks' tokens go into four. */
static void
test_window_in_a_step (void)
{
  UllSchedulerOptions options = options_of (5, ULL_GENERATION_MAIN);
  g_autofree UllSequence *one = sequence_of (160, 40, 0, 0, 1);
  g_autoptr (UllScheduler) scheduler = NULL;

  options.table_most = 4;
  options.window_blocks = 2;
  scheduler = ull_scheduler_new (&options, NULL);
  g_assert_cmpint (run_alone (scheduler, one), ==, 0);
  g_assert_cmpint (ull_scheduler_get_totals (scheduler)->preemptions, ==, 0);
}

typedef struct
{
  UllScheduler *scheduler;
  UllRandom random;
  GPtrArray *open;   /* sequences in flight (Owned) */
  gint64 end_reached;  /* tokens that those came to which are done or were cancelled */
  GHashTable *reached; /* sequence -> the most tokens that it ever had in the pool, counted here and not by the scheduler */
  gint64 again;        /* tokens computed below that */
  gint64 found;        /* tokens beyond it that an admission after the first found in the cache */
  UllSchedulerOptions options;
} Load;

static void
arrive (Load *load)
{
  guint64 n = ull_random_below (&load->random, 4);

  for (guint64 i = 0; i < n; i++)
    {
      UllSequence *sequence = sequence_of (1 + (gint64) ull_random_below (&load->random, 400),
                                           1 + (gint64) ull_random_below (&load->random, 200),
                                           1 + ull_random_below (&load->random, 3),
                                           (gint64) ull_random_below (&load->random, 12), ull_random_next (&load->random));

      if (ull_scheduler_submit (load->scheduler, sequence, NULL))
        g_ptr_array_add (load->open, sequence);
      else
        g_free (sequence);
    }
}

/* Whoever stands at the queue's head after a step that could have taken him did not fit. */
static void
assert_none_starves (const Load *load, const UllStepReport *report)
{
  const UllSequence *first = ull_scheduler_get_first_waiting (load->scheduler);
  gint64 spare = report->running > 0 ? load->options.watermark : 0;
  gint64 needed;

  if (first == NULL || report->preempted > 0 || report->tokens >= load->options.max_batched_tokens ||
      report->running >= load->options.max_num_seqs || load->options.n_extra > 0 || load->options.table_most > 0 || !load->options.chunked_prefill || load->options.prefix_caching)
    return;
  needed = load->options.full_sequence_gate
             ? first->known
             : MIN (first->known, load->options.max_batched_tokens - report->tokens);
  if (load->options.long_prefill_tokens > 0 && !load->options.full_sequence_gate)
    needed = MIN (needed, load->options.long_prefill_tokens);
  g_assert_cmpint ((needed + 15) / 16 + spare, >, report->free_blocks);
}

static gint64
reached_of (const Load *load, const UllSequence *sequence)
{
  return (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (load->reached, sequence));
}

/* Between scheduling and update, a sequence has `computed` tokens in the pool and computes `scheduled` more behind them. */
static gint64
watch_step (Load *load)
{
  gint64 again = 0;

  for (guint i = 0; i < load->open->len; i++)
    {
      UllSequence *sequence = load->open->pdata[i];
      gint64 before = reached_of (load, sequence), after = sequence->computed + sequence->scheduled;

      if (sequence->scheduled == 0)
        continue;
      again += CLAMP (before - sequence->computed, 0, sequence->scheduled);
      if (sequence->computed > before && sequence->preemptions > 0)
        load->found += sequence->computed - before;
      g_hash_table_insert (load->reached, sequence, GSIZE_TO_POINTER ((gsize) MAX (before, after)));
    }
  load->again += again;
  return again;
}

static void
collect_done (Load *load)
{
  guint n;
  UllSequence *const *finished = ull_scheduler_get_finished (load->scheduler, &n);

  for (guint i = 0; i < n; i++)
    {
      load->end_reached += finished[i]->known - 1;
      g_hash_table_remove (load->reached, finished[i]);
      g_ptr_array_remove_fast (load->open, finished[i]);
    }
}

static void
cancel_one (Load *load)
{
  UllSequence *sequence;

  if (load->open->len == 0 || ull_random_below (&load->random, 8) > 0)
    return;
  sequence = load->open->pdata[ull_random_below (&load->random, load->open->len)];
  load->end_reached += reached_of (load, sequence);
  g_hash_table_remove (load->reached, sequence);
  ull_scheduler_cancel (load->scheduler, sequence);
  g_ptr_array_remove_fast (load->open, sequence);
}

static void
test_random_load (gconstpointer data)
{
  static const guint32 extra[] = { 0, 2, 3, 3, 4 }; /* a state, a window of two blocks, then a second group */
  guint seed = GPOINTER_TO_UINT (data);
  Load load = { .open = g_ptr_array_new_with_free_func (g_free), .reached = g_hash_table_new (NULL, NULL) };
  const UllSchedulerTotals *totals;
  guint stuck = 0;

  ull_random_init (&load.random, seed);
  load.options = options_of (40 + (gint64) ull_random_below (&load.random, 200), (UllGenerationId) (seed % 2));
  load.options.prefix_caching = seed % 4 < 2;
  load.options.chunked_prefill = seed % 8 < 6;
  load.options.max_num_seqs = 1 + (gint64) ull_random_below (&load.random, 32);
  load.options.max_batched_tokens = 401 + (gint64) ull_random_below (&load.random, 600);
  load.options.long_prefill_tokens = seed % 3 == 0 && load.options.chunked_prefill ? 64 : 0;
  load.options.watermark = (gint64) ull_random_below (&load.random, 3);
  load.options.release_lag = seed % 5;
  if (seed % 7 == 0)
    {
      load.options.extra = extra;
      load.options.n_extra = G_N_ELEMENTS (extra);
      load.options.extra_slope = 1;
    }
  if (seed % 9 > 6)
    {
      load.options.table_most = 3 + seed % 5;
      load.options.window_blocks = 1 + seed % 3;
      load.options.extra_slope = 0;
    }
  load.scheduler = ull_scheduler_new (&load.options, NULL);
  totals = ull_scheduler_get_totals (load.scheduler);
  for (guint i = 0; i < 3000; i++)
    {
      gint64 before = totals->recomputed, again;
      UllStepReport report;

      if (i < 1500 && ull_random_below (&load.random, 6) == 0)
        arrive (&load);
      cancel_one (&load);
      ull_scheduler_schedule (load.scheduler, &report);
      g_assert_cmpint (report.tokens, <=, load.options.max_batched_tokens);
      g_assert_cmpuint (report.running, <=, load.options.max_num_seqs);
      assert_none_starves (&load, &report);
      stuck += report.stuck;
      again = watch_step (&load);
      ull_scheduler_update (load.scheduler, &report);
      g_assert_cmpint (totals->recomputed - before, ==, again);
      g_assert_cmpint (again, <=, report.tokens);
      collect_done (&load);
    }
  g_assert_cmpuint (stuck, <, 3000);
  /* Work done is work asked for and done again, less what the cache had. What is still open counts as far as it ever was. */
  for (guint i = 0; i < load.open->len; i++)
    load.end_reached += reached_of (&load, load.open->pdata[i]);
  g_assert_cmpint (totals->tokens + totals->first_hit_tokens + load.found, ==, load.end_reached + totals->recomputed);
  g_test_message ("seed %u: %" G_GINT64_FORMAT " tokens, %" G_GINT64_FORMAT " preemptions, %" G_GINT64_FORMAT
                  " finished, %u open",
                  seed, totals->tokens, totals->preemptions, totals->finished, load.open->len);
  g_clear_pointer (&load.scheduler, ull_scheduler_free);
  g_hash_table_unref (load.reached);
  g_ptr_array_unref (load.open);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scheduler/threshold", test_threshold);
  g_test_add_func ("/scheduler/preemption", test_preemption);
  g_test_add_func ("/scheduler/queue", test_queue);
  g_test_add_func ("/scheduler/last-block", test_last_block);
  g_test_add_func ("/scheduler/chunks-off", test_chunks_off);
  g_test_add_func ("/scheduler/larger-than-pool", test_larger_than_pool);
  g_test_add_func ("/scheduler/refused", test_refused);
  g_test_add_func ("/scheduler/window", test_window);
  g_test_add_func ("/scheduler/window-in-a-step", test_window_in_a_step);
  for (guint seed = 1; seed <= 72; seed++)
    {
      g_autofree char *path = g_strdup_printf ("/scheduler/random/%u", seed);

      g_test_add_data_func (path, GUINT_TO_POINTER (seed), test_random_load);
    }
  return g_test_run ();
}
