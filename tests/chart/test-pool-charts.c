/* The pool's grid of blocks, the pool over time, and a load's lengths, against golden text and what holds for every scene. A
 * golden file is kept only after its picture, which ULLAGE_SHOT_DIR=DIR paints, was looked at. */
#include "chart-checks.h"

#include "ull-block-grid.h"
#include "ull-mix-lengths.h"
#include "ull-pool-timeline.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  double width, height, text_scale;
  UllLook look;
  gboolean rtl;
  gint64 each; /* blocks of a request */
  gboolean file;
} Case;

static UllChartSpec
make_spec (const Case *c)
{
  return (UllChartSpec) { .width = c->width, .height = c->height, .look = c->look, .text_scale = c->text_scale, .rtl = c->rtl,
                          .title = c->file, .caption = c->file };
}

static void
paint (GBytes *png, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", g_getenv ("ULLAGE_SHOT_DIR"), name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error);
  g_bytes_unref (png);
  g_assert_no_error (error);
}

/* 32 shared, 24 requests of unlike sizes, 213 retained, 1 free. */
static GArray *
make_runs (gint64 each)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (UllCellRun));
  UllCellRun shared = { ULL_CELL_SHARED, -1, 32 }, kept = { ULL_CELL_RETAINED, -1, 213 }, unused = { ULL_CELL_FREE, -1, 1 };

  g_array_append_val (runs, shared);
  for (guint i = 0; i < 24; i++)
    {
      UllCellRun run = { ULL_CELL_OWNED, 40 + i, each + i * 7 % 31 };

      g_array_append_val (runs, run);
    }
  g_array_append_val (runs, kept);
  g_array_append_val (runs, unused);
  return runs;
}

static const Case grids[] = {
  { .name = "blocks", .width = 340, .height = 420, .text_scale = 1, .each = 72 },
  { .name = "blocks-dark", .width = 340, .height = 420, .text_scale = 1, .each = 72, .look = ULL_LOOK_DARK },
  { .name = "blocks-contrast", .width = 340, .height = 420, .text_scale = 1, .each = 72, .look = ULL_LOOK_CONTRAST },
  { .name = "blocks-rtl", .width = 340, .height = 420, .text_scale = 1, .each = 72, .rtl = TRUE },
  { .name = "blocks-many", .width = 340, .height = 420, .text_scale = 1, .each = 4000 },
  { .name = "blocks-large-text", .width = 340, .height = 560, .text_scale = 2, .each = 20 },
  { .name = "blocks-file", .width = 360, .height = 500, .text_scale = 1, .each = 500, .file = TRUE },
};

static void
test_grid (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GArray) runs = make_runs (c->each);
  UllBlockPicture picture = { (const UllCellRun *) (const void *) runs->data, runs->len, 24, 45, c->file ? "Chat sessions. Simulated." : NULL };
  UllChartSpec spec = make_spec (c);
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_block_grid_build (&picture, &spec, context);

  if (g_getenv ("ULLAGE_SHOT_DIR") != NULL)
    paint (ull_block_grid_export (&picture, &spec, ULL_EXPORT_PNG, 2, NULL), c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  g_object_unref (context);
}

/* Cells are equal: where each block has one, a run's area is its blocks times a cell's. */
static void
test_grid_areas (void)
{
  g_autoptr (GArray) runs = make_runs (72);
  UllBlockPicture picture = { (const UllCellRun *) (const void *) runs->data, runs->len, 24, -1, NULL };
  UllChartSpec spec = { .width = 340, .height = 420, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_block_grid_build (&picture, &spec, context);
  double area[ULL_N_CELLS] = { 0, }, cell;
  static const char *const ids[ULL_N_CELLS] = { "shared", "owned", "retained", "free" };
  const UllSpot *spots;
  guint n;

  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    for (guint kind = 0; kind < ULL_N_CELLS; kind++)
      if (g_str_equal (spots[i].id, ids[kind]))
        area[kind] += spots[i].width * spots[i].height;
  cell = area[ULL_CELL_FREE];
  g_assert_cmpfloat (cell, >, 0);
  for (guint kind = 0; kind < ULL_N_CELLS; kind++)
    g_assert_cmpfloat_with_epsilon (area[kind] / cell, (double) ull_block_grid_count (&picture, (UllCellKind) kind), 1e-6);
  g_object_unref (context);
}

/* Whose block the @i-th cell is, counted through the runs: a cell that stands for several is the first one's. */
static const UllCellRun *
run_of_cell (GArray *runs, gint64 i, gint64 each)
{
  gint64 before = 0;

  for (guint k = 0; k < runs->len; k++)
    {
      const UllCellRun *run = &g_array_index (runs, UllCellRun, k);

      before += run->blocks;
      if (i * each < before)
        return run;
    }
  return NULL;
}

/* Blocks of a cell, as the legend says; nothing said is one. */
static gint64
read_each (const UllScene *scene)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].text != NULL && g_str_has_prefix (marks[i].text, "a cell is "))
      return g_ascii_strtoll (marks[i].text + strlen ("a cell is "), NULL, 10);
  return 1;
}

/* Cells are read as text is: the place of each is its run's, row by row, right to left from the right. */
static void
test_grid_find (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GArray) runs = make_runs (c->each);
  UllBlockPicture picture = { (const UllCellRun *) (const void *) runs->data, runs->len, 24, -1, NULL };
  UllChartSpec spec = make_spec (c);
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_block_grid_build (&picture, &spec, context);
  const UllSpot *first = chart_find_spot (scene, "shared");
  gint64 blocks = 0, columns = 0, each = read_each (scene);
  double left = G_MAXDOUBLE, right = 0, width, height;
  const UllSpot *spots;
  guint n, found = 0;

  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    left = MIN (left, spots[i].x), right = MAX (right, spots[i].x + spots[i].width);
  for (guint i = 0; i < runs->len; i++)
    blocks += g_array_index (runs, UllCellRun, i).blocks;
  /* The 32 shared blocks stand first, in one row. */
  width = first->width * (double) each / 32;
  height = first->height;
  columns = (gint64) round ((right - left) / width);
  for (gint64 i = 0; i * each < blocks; i++)
    {
      double x = left + ((double) (i % columns) + 0.5) * width, y = first->y + ((double) (i / columns) + 0.5) * height;
      const UllSpot *spot = ull_block_grid_find (scene, spec.rtl ? left + right - x : x, y);
      const UllCellRun *run = run_of_cell (runs, i, each);

      g_assert_nonnull (spot);
      g_assert_cmpint (spot->owner, ==, run->owner);
      g_assert_cmpint (ull_block_grid_kind (spot), ==, run->kind);
      found++;
    }
  g_test_message ("%u cells", found);
  g_assert_null (ull_block_grid_find (scene, left - 1, first->y));
  g_assert_null (ull_block_grid_find (scene, left + 1, spec.height - 1));
  g_object_unref (context);
}

/* Whoever is followed, cells are where they were. */
static void
test_grid_stays (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint k = 0; k < 200; k++)
    {
      g_autoptr (GArray) runs = make_runs (g_test_rand_int_range (1, 500));
      UllBlockPicture picture = { (const UllCellRun *) (const void *) runs->data, runs->len, 24, -1, NULL };
      g_autoptr (UllScene) before = NULL, after = NULL;
      const UllSpot *one, *other;
      UllChartSpec spec;
      guint n, m;

      chart_random_spec (&spec);
      before = ull_block_grid_build (&picture, &spec, context);
      picture.followed = 45;
      after = ull_block_grid_build (&picture, &spec, context);
      one = ull_scene_get_spots (before, &n);
      other = ull_scene_get_spots (after, &m);
      g_assert_cmpuint (n, ==, m);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpfloat (one[i].x, ==, other[i].x);
          g_assert_cmpfloat (one[i].y, ==, other[i].y);
          g_assert_cmpint (one[i].owner, ==, other[i].owner);
        }
    }
  g_object_unref (context);
}

static void
test_grid_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 300; i++)
    {
      UllCellRun runs[64];
      UllBlockPicture picture = { runs, (guint) g_test_rand_int_range (0, 64), 3, g_test_rand_int_range (-1, 64), NULL };
      g_autoptr (UllScene) scene = NULL;
      UllChartSpec spec;

      for (guint k = 0; k < picture.n; k++)
        runs[k] = (UllCellRun) { (UllCellKind) g_test_rand_int_range (0, ULL_N_CELLS), k, (gint64) exp (g_test_rand_double_range (0, 11)) };
      chart_random_spec (&spec);
      scene = ull_block_grid_build (&picture, &spec, context);
      chart_check_scene (scene, context, "a pool");
    }
  g_object_unref (context);
}

static void
test_grid_words (void)
{
  g_autoptr (GArray) runs = make_runs (72);
  UllBlockPicture picture = { (const UllCellRun *) (const void *) runs->data, runs->len, 24, -1, NULL };
  gint64 owned = ull_block_grid_count (&picture, ULL_CELL_OWNED);
  g_autofree char *text = ull_block_grid_describe (&picture), *part = NULL, *followed = NULL;
  g_autoptr (GPtrArray) table = ull_block_grid_table (&picture);

  part = g_strdup_printf ("32 shared by 24 requests, %" G_GINT64_FORMAT ",%03" G_GINT64_FORMAT " in use, by owner, 213 retained, 1 free.",
                          owned / 1000, owned % 1000);
  g_assert_nonnull (strstr (text, part));
  picture.followed = 45;
  followed = ull_block_grid_describe (&picture);
  /* The sixth request has 72 blocks and 5 * 7 modulo 31 more. */
  g_assert_true (g_str_has_suffix (followed, " 1 free. 76 blocks are of request 46 alone."));
  g_assert_cmpuint (table->len, ==, 1 + runs->len);
}

static GArray *
make_samples (void)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (UllPoolSample));

  for (guint i = 0; i < 4000; i++)
    {
      double time = 0.04 * i, used = MIN (time / 30, 0.93 + 0.06 * sin (i * 0.31)), kept = MIN (MAX (1 - used, 0), MIN (time / 90, 0.12));
      UllPoolSample sample = { time, used, kept, used > 0.985 && i % 37 == 0, (guint) MIN (2 + i / 60, 20), i % 400 < 90 ? 3 : 0, 0.7 };

      g_array_append_val (samples, sample);
    }
  return samples;
}

static const UllSeriesSample series[] = {
  { 0, 0, NAN, NAN, NAN, NAN }, { 20, 0.61, NAN, NAN, NAN, NAN }, { 40, 0.9, NAN, NAN, NAN, NAN }, { 80, 0.97, NAN, NAN, NAN, NAN }, { 150, 0.95, NAN, NAN, NAN, NAN },
};

static const Case times[] = {
  { .name = "pool", .width = 340, .height = 170, .text_scale = 1 },
  { .name = "pool-requests", .width = 340, .height = 220, .text_scale = 1 },
  { .name = "pool-dark", .width = 340, .height = 220, .text_scale = 1, .look = ULL_LOOK_DARK },
  { .name = "pool-recorded", .width = 340, .height = 170, .text_scale = 1 },
  { .name = "pool-rtl", .width = 340, .height = 170, .text_scale = 1, .rtl = TRUE },
  { .name = "pool-large-text", .width = 340, .height = 240, .text_scale = 2 },
  { .name = "pool-file", .width = 360, .height = 300, .text_scale = 1, .file = TRUE },
  { .name = "pool-file-rtl", .width = 640, .height = 300, .text_scale = 1, .look = ULL_LOOK_PRINT, .rtl = TRUE, .file = TRUE },
};

static void
test_timeline (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GArray) samples = make_samples ();
  UllTimelinePicture picture = { (const UllPoolSample *) (const void *) samples->data, samples->len, 160, 60, NULL, 0, 0, NULL, c->file ? "Chat sessions. Simulated." : NULL };
  UllChartSpec spec = make_spec (c);
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = NULL;

  if (g_str_equal (c->name, "pool-recorded") || c->file)
    picture.recorded = series, picture.n_recorded = G_N_ELEMENTS (series), picture.recorded_name = "run.csv";
  scene = ull_timeline_build (&picture, &spec, context);
  if (g_getenv ("ULLAGE_SHOT_DIR") != NULL)
    paint (ull_timeline_export (&picture, &spec, ULL_EXPORT_PNG, 2, NULL), c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  /* Where the playhead stands is the time it stands for. */
  g_assert_cmpfloat_with_epsilon (ull_timeline_time_at (ull_scene_get_frame (scene),
                                                        ull_scale_map (&ull_scene_get_frame (scene)->x, 60)), 60, 1e-6);
  g_object_unref (context);
}

static void
test_timeline_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 300; i++)
    {
      UllPoolSample samples[200];
      UllTimelinePicture picture = { samples, (guint) g_test_rand_int_range (0, 200), 0, 0, series, G_N_ELEMENTS (series) * (i % 2), 0, NULL, NULL };
      g_autoptr (UllScene) scene = NULL;
      UllChartSpec spec;
      double time = 0;

      for (guint k = 0; k < picture.n; k++, time += exp (g_test_rand_double_range (-9, 4)))
        samples[k] = (UllPoolSample) { time, g_test_rand_double_range (0, 1), g_test_rand_double_range (0, 0.3), (guint) g_test_rand_int_range (0, 2), 5, 1, NAN };
      picture.end = time;
      picture.playhead = g_test_rand_double_range (-1, 2 * time + 1);
      chart_random_spec (&spec);
      scene = ull_timeline_build (&picture, &spec, context);
      chart_check_scene (scene, context, "a timeline");
    }
  g_object_unref (context);
}

static const struct
{
  Case c;
  const char *prompt, *answer;
} lengths[] = {
  { { .name = "mix-chat", .width = 280, .height = 130, .text_scale = 1 }, "lognormal:4.56,0.6,8,2048", "lognormal:4.85,0.6,8,2048" },
  { { .name = "mix-dark", .width = 280, .height = 130, .text_scale = 1, .look = ULL_LOOK_DARK }, "lognormal:6.6,0.9,64,8192", "lognormal:5,0.7,8,1024" },
  { { .name = "mix-fixed", .width = 280, .height = 130, .text_scale = 1 }, "fixed:2000", "uniform:16,256" },
  { { .name = "mix-rtl", .width = 280, .height = 130, .text_scale = 1, .rtl = TRUE }, "lognormal:6.6,0.9,64,8192", "lognormal:5,0.7,8,1024" },
  { { .name = "mix-large-text", .width = 280, .height = 200, .text_scale = 2 }, "lognormal:6.6,0.9,64,8192", "lognormal:5,0.7,8,1024" },
  { { .name = "mix-log", .width = 280, .height = 130, .text_scale = 1 }, NULL, NULL },
};

static void
check_handles (const UllScene *scene, UllLengths *answer)
{
  const UllSpot *median = chart_find_spot (scene, "answer-median"), *tail = chart_find_spot (scene, "answer-tail");
  const UllFrame *frame = ull_scene_get_frame (scene);
  gint64 tokens;

  g_assert_nonnull (median);
  g_assert_nonnull (tail);
  tokens = ull_mix_lengths_tokens_at (frame, median->x + median->width / 2);
  g_assert_cmpint (ABS (tokens - ull_lengths_quantile (answer, 500000)), <=, 1);
  tokens = ull_mix_lengths_tokens_at (frame, tail->x + tail->width / 2);
  g_assert_cmpint (ABS (tokens - ull_lengths_quantile (answer, ULL_TAIL_PPM)), <=, 1);
}

static void
test_lengths (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  const Case *c = &lengths[i].c;
  UllChartSpec spec = make_spec (c);
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllLengths) prompt = lengths[i].prompt != NULL ? ull_lengths_new (lengths[i].prompt, NULL, NULL) : NULL;
  g_autoptr (UllLengths) answer = lengths[i].answer != NULL ? ull_lengths_new (lengths[i].answer, NULL, NULL) : NULL;
  UllLengthsPicture picture = { { prompt, answer }, { "turn", "output" }, { i != 2, TRUE } };
  g_autoptr (UllScene) scene = ull_mix_lengths_build (&picture, &spec, context);

  if (g_getenv ("ULLAGE_SHOT_DIR") != NULL)
    paint (ull_mix_lengths_export (&picture, &spec, ULL_EXPORT_PNG, 2, NULL), c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  if (answer != NULL)
    check_handles (scene, answer);
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      g_autofree char *path = g_strconcat ("/pool-charts/grid/", grids[i].name, NULL);

      g_test_add_data_func (path, &grids[i], test_grid);
    }
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *path = g_strconcat ("/pool-charts/grid-find/", grids[i].name, NULL);

      g_test_add_data_func (path, &grids[i], test_grid_find);
    }
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *path = g_strconcat ("/pool-charts/timeline/", times[i].name, NULL);

      g_test_add_data_func (path, &times[i], test_timeline);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *path = g_strconcat ("/pool-charts/lengths/", lengths[i].c.name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_lengths);
    }
  g_test_add_func ("/pool-charts/grid-areas", test_grid_areas);
  g_test_add_func ("/pool-charts/grid-stays", test_grid_stays);
  g_test_add_func ("/pool-charts/grid-random", test_grid_random);
  g_test_add_func ("/pool-charts/grid-words", test_grid_words);
  g_test_add_func ("/pool-charts/timeline-random", test_timeline_random);
  return g_test_run ();
}
