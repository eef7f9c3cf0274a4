/* The charts of a ramp against golden text and what holds for every scene. The figures are made up: what is tested is where
 * they are drawn. A golden file is kept only after its picture, which ULLAGE_SHOT_DIR=DIR paints, was looked at. */
#include "chart-checks.h"
#include "ull-text.h"

#include "ull-ramp-picture.h"

#include <math.h>
#include <string.h>

#define TIMES(ttft, late, tpot, itl) { { ttft, late }, { tpot, 1.6 * (tpot) }, { itl, 4 * (itl) } }, { 0, }, FALSE

static const UllRampDot cliff[] = {
  { 1, 58, 57, 59, 0.6, 0.05, 0.92, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
  { 2, 112, 110, 114, 1.1, 0.08, 0.92, 0, TIMES (0.06, 0.13, 0.018, 0.016) },
  { 4, 215, 211, 220, 2.1, 0.14, 0.92, 0, TIMES (0.07, 0.2, 0.019, 0.016) },
  { 8, 400, 394, 407, 4, 0.27, 0.92, 0, TIMES (0.09, 0.3, 0.02, 0.017) },
  { 16, 700, 690, 708, 7, 0.53, 0.92, 0, TIMES (0.12, 0.45, 0.023, 0.018) },
  { 20, 826, 815, 840, 8.2, 0.67, 0.92, 0, TIMES (0.14, 0.6, 0.024, 0.019) },
  { 24, 903, 880, 925, 9, 0.83, 0.89, 0.6, TIMES (0.2, 1.4, 0.027, 0.02) },
  { 28, 815, 770, 850, 8, 0.93, 0.7, 3.7, TIMES (0.8, 4, 0.034, 0.022) },
  { 40, 609, 590, 640, 6, 0.97, 0.3, 10, TIMES (7, 26, 0.05, 0.026) },
  { 64, 615, 600, 640, 6, 0.97, 0.31, 10.7, TIMES (25, 80, 0.055, 0.027) },
};
static const UllRampDot alone[] = {
  { 1, 50, 50, 50, 0.5, 0.06, -1, 0, TIMES (0.1, 0.2, 0.02, 0.018) },
  { 4, 180, 180, 180, 1.8, 0.17, -1, 0, TIMES (0.1, 0.2, 0.02, 0.018) },
  { 16, 422, 422, 422, 4.2, 0.7, -1, 0, TIMES (0.1, 0.2, 0.02, 0.018) },
  { 24, 455, 455, 455, 4.5, 0.96, -1, 4, TIMES (0.1, 0.2, 0.02, 0.018) },
  { 64, 442, 442, 442, 4.4, 0.97, -1, 12, TIMES (0.1, 0.2, 0.02, 0.018) },
};
static const UllRampDot plateau[] = {
  { 8, 390, 380, 400, 1.2, 0.2, 0.12, 0, TIMES (0.2, 0.6, 0.02, 0.018) },
  { 16, 700, 690, 710, 2.2, 0.45, 0.12, 0, TIMES (0.3, 0.9, 0.022, 0.019) },
  { 32, 960, 940, 980, 3, 0.9, 0.12, 8, TIMES (0.9, 6, 0.03, 0.024) },
  { 64, 1010, 985, 1030, 3.1, 0.97, 0.12, 21, TIMES (12, 40, 0.04, 0.026) },
  { 128, 1012, 985, 1030, 3.1, 0.97, 0.12, 22, TIMES (48, 130, 0.041, 0.026) },
};
static const UllRampDot single[] = { { 12, 420, 420, 420, 4, 0.4, -1, 0, TIMES (0.1, 0.4, 0.02, 0.02) } };

/* A batch's times and its use of the pool have no meaning. */
static const UllRampDot batches[] = {
  { 1, 58, 58, 58, 0.6, NAN, -1, NAN, { { 0, 0 } }, { 0, }, FALSE },
  { 8, 240, 240, 240, 2.4, NAN, -1, NAN, { { 0, 0 } }, { 0, }, FALSE },
  { 24, 310, 310, 310, 3.1, NAN, -1, NAN, { { 0, 0 } }, { 0, }, FALSE },
  { 64, 330, 330, 330, 3.3, NAN, -1, NAN, { { 0, 0 } }, { 0, }, FALSE },
};
static const UllRampDot reserved[] = {
  { 1, 57, 57, 57, 0.6, 0.05, -1, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
  { 4, 120, 120, 120, 1.2, 0.14, -1, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
  { 64, 121, 121, 121, 1.2, 0.14, -1, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
};
static const UllRampDot uniform[] = {
  { 1, 60, 60, 60, 0.6, 0.05, -1, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
  { 16, 760, 760, 760, 0.6, 0.4, -1, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
  { 64, 1340, 1340, 1340, 0.6, 0.9, -1, 0, TIMES (0.05, 0.11, 0.017, 0.016) },
};

#define LINE(dots) { dots, G_N_ELEMENTS (dots), NULL }
#define BASELINES { LINE (uniform), LINE (reserved), LINE (batches) }

/* A number that is beyond the axis stands at its end. */
static const UllRampSaid said[] = { { 26, "your peak", TRUE }, { 300, "your operating point", FALSE } };

static const UllRampPicture pictures[] = {
  { .with = LINE (cliff), .without = LINE (alone), .peak = 6, .operating = 5, .cap = 22,
    .clients = "Clients, each sending its next turn at once", .load = "Chat sessions." },
  { .with = LINE (plateau), .without = LINE (alone), .peak = 4, .operating = 2, .plateau = TRUE, .cap = 256,
    .clients = "Clients, each sending its next request at once", .load = "The chapter's." },
  { .with = LINE (single), .peak = 0, .operating = 0 },
  { .peak = -1, .operating = -1 },
  { .with = LINE (plateau), .before = { cliff, G_N_ELEMENTS (cliff), "before: bf16" }, .peak = 4, .operating = -1, .rising = TRUE },
  { .with = LINE (cliff), .without = LINE (alone), .before = { plateau, G_N_ELEMENTS (plateau), "before: 24 GiB" }, .peak = 6, .operating = 5,
    .cap = 22, .clients = "Clients, each sending its next turn at once", .load = "Chat sessions.", .baseline = BASELINES },
  { .with = LINE (cliff), .without = LINE (alone), .peak = 6, .operating = 5, .cap = 256,
    .clients = "Clients, each sending its next turn at once", .load = "Chat sessions.", .said = said, .n_said = G_N_ELEMENTS (said) },
  { .peak = -1, .operating = -1, .withheld = "Withheld for now" },
};

enum
{
  CLIFF,
  PLATEAU,
  SINGLE,
  NOTHING,
  BESIDE,
  BASELINES_TOO,
  SAID,
  WITHHELD,
};

typedef struct
{
  const char *name;
  guint picture;
  UllRampPanels panels;
  double width, height, text_scale;
  UllLook look;
  gboolean rtl, narrow, file;
} Case;

#define TWO (ULL_RAMP_THROUGHPUT | ULL_RAMP_POOL)

static const Case cases[] = {
  { .name = "ramp-cliff", .picture = CLIFF, .panels = TWO, .width = 528, .height = 616, .text_scale = 1 },
  { .name = "ramp-dark", .picture = CLIFF, .panels = TWO, .width = 528, .height = 616, .text_scale = 1, .look = ULL_LOOK_DARK },
  { .name = "ramp-contrast", .picture = CLIFF, .panels = TWO, .width = 528, .height = 616, .text_scale = 1, .look = ULL_LOOK_CONTRAST },
  { .name = "ramp-latency", .picture = CLIFF, .panels = ULL_RAMP_THROUGHPUT | ULL_RAMP_LATENCY, .width = 528, .height = 616, .text_scale = 1 },
  { .name = "ramp-plateau", .picture = PLATEAU, .panels = TWO, .width = 700, .height = 560, .text_scale = 1 },
  { .name = "ramp-single", .picture = SINGLE, .panels = TWO, .width = 528, .height = 480, .text_scale = 1 },
  { .name = "ramp-nothing", .picture = NOTHING, .panels = TWO, .width = 528, .height = 480, .text_scale = 1 },
  { .name = "ramp-beside", .picture = BESIDE, .panels = TWO, .width = 528, .height = 480, .text_scale = 1 },
  { .name = "ramp-said", .picture = SAID, .panels = TWO, .width = 528, .height = 520, .text_scale = 1 },
  { .name = "ramp-said-narrow", .picture = SAID, .panels = TWO, .width = 320, .height = 520, .text_scale = 1, .narrow = TRUE },
  { .name = "ramp-withheld", .picture = WITHHELD, .panels = TWO, .width = 528, .height = 480, .text_scale = 1 },
  { .name = "ramp-baselines", .picture = BASELINES_TOO, .panels = TWO, .width = 528, .height = 616, .text_scale = 1 },
  { .name = "ramp-baselines-narrow", .picture = BASELINES_TOO, .panels = TWO, .width = 290, .height = 520, .text_scale = 1, .narrow = TRUE },
  { .name = "ramp-narrow", .picture = CLIFF, .panels = TWO, .width = 320, .height = 520, .text_scale = 1, .narrow = TRUE },
  { .name = "ramp-rtl", .picture = CLIFF, .panels = TWO, .width = 528, .height = 616, .text_scale = 1, .rtl = TRUE },
  { .name = "ramp-large-text", .picture = CLIFF, .panels = TWO, .width = 640, .height = 900, .text_scale = 2 },
  { .name = "ramp-print", .picture = CLIFF, .panels = ULL_RAMP_ALL, .width = 960, .height = 1000, .text_scale = 1, .look = ULL_LOOK_PRINT,
    .file = TRUE },
  { .name = "latency", .picture = CLIFF, .panels = ULL_RAMP_LATENCY, .width = 960, .height = 480, .text_scale = 1, .file = TRUE },
  { .name = "latency-narrow", .picture = CLIFF, .panels = ULL_RAMP_LATENCY, .width = 360, .height = 400, .text_scale = 1,
    .look = ULL_LOOK_DARK, .file = TRUE },
};

static void
paint (const UllRampPicture *picture, UllRampPanels panels, const UllChartSpec *spec, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", g_getenv ("ULLAGE_SHOT_DIR"), name);
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("ULLAGE_SHOT_DIR") == NULL)
    return;
  png = ull_ramp_chart_export (picture, panels, spec, ULL_EXPORT_PNG, 1.5, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error);
  g_assert_no_error (error);
}

static void
test_golden (gconstpointer data)
{
  const Case *c = data;
  UllChartSpec spec = { .width = c->width, .height = c->height, .look = c->look, .text_scale = c->text_scale, .rtl = c->rtl,
                        .narrow = c->narrow, .title = c->file, .caption = c->file };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (&pictures[c->picture], c->panels, &spec, context);

  paint (&pictures[c->picture], c->panels, &spec, c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  g_object_unref (context);
}

static void
random_dot (UllRampDot *dot, double clients)
{
  double rate = exp (g_test_rand_double_range (-3, 12));

  *dot = (UllRampDot) { clients, rate, rate * g_test_rand_double_range (0.5, 1), rate * g_test_rand_double_range (1, 1.5), rate / 100,
                        g_test_rand_double_range (0, 1), g_test_rand_bit () ? -1 : g_test_rand_double_range (0, 1),
                        g_test_rand_bit () ? 0 : exp (g_test_rand_double_range (-3, 7)), { { 0, 0 }, { 0, 0 }, { 0, 0 } }, { 0, }, FALSE };
  for (guint k = 0; k < ULL_N_TIMES && g_test_rand_int_range (0, 6) > 0; k++)
    {
      dot->time[k].median = exp (g_test_rand_double_range (-11, 5));
      dot->time[k].p99 = dot->time[k].median * g_test_rand_double_range (1, 50);
    }
}

/* Any figures at any size: texts inside the picture and apart from each other, no mark beyond it. */
static void
test_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 400; i++)
    {
      guint n = (guint) g_test_rand_int_range (0, 16);
      UllRampDot dots[16];
      UllRampSaid some[2] = { { g_test_rand_int_range (1, 300), "your peak", g_test_rand_bit () },
                              { exp (g_test_rand_double_range (0, 30)), "your operating point", g_test_rand_bit () } };
      UllRampPicture picture = { .with = { dots, n, NULL }, .without = { dots, n / 2, NULL }, .before = { dots, g_test_rand_bit () ? n : 0, "before" },
                                 .peak = -1, .operating = -1, .plateau = g_test_rand_bit (), .rising = g_test_rand_bit (),
                                 .cap = g_test_rand_int_range (0, 300), .clients = "Clients", .said = some,
                                 .n_said = (guint) g_test_rand_int_range (0, 3) };
      g_autoptr (UllScene) scene = NULL;
      UllChartSpec spec;
      double clients = g_test_rand_int_range (1, 100);

      for (guint k = 0; k < n; k++, clients = ceil (clients * g_test_rand_double_range (1.05, 2)))
        random_dot (&dots[k], clients);
      for (guint k = 0; k < ULL_N_BASELINES; k++)
        picture.baseline[k] = (UllRampCurve) { dots, g_test_rand_bit () ? n : 0, NULL };
      if (n > 0)
        picture.peak = g_test_rand_int_range (-1, (int) n), picture.operating = g_test_rand_int_range (-1, (int) n);
      chart_random_spec (&spec);
      scene = ull_ramp_chart_build (&picture, (UllRampPanels) g_test_rand_int_range (1, 8), &spec, context);
      chart_check_scene (scene, context, "a ramp");
    }
  g_object_unref (context);
}

/* The handle stands where the axis has its cap, in whole clients; where there is no cap there is no handle. */
static void
test_cap (void)
{
  UllChartSpec spec = { .width = 528, .height = 616, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (&pictures[CLIFF], ULL_RAMP_ALL, &spec, context);
  g_autoptr (UllScene) none = ull_ramp_chart_build (&pictures[SINGLE], ULL_RAMP_ALL, &spec, context);
  const UllFrame *frame = ull_scene_get_frame (scene);
  const UllSpot *cap = chart_find_spot (scene, "cap");

  g_assert_nonnull (cap);
  g_assert_cmpint (ull_ramp_chart_clients_at (frame, cap->x + cap->width / 2), ==, 22);
  /* Six octaves from 1 to 64: the middle is 8. */
  g_assert_cmpint (ull_ramp_chart_clients_at (frame, (frame->left + frame->right) / 2), ==, 8);
  g_assert_cmpint (ull_ramp_chart_clients_at (frame, -1000), ==, 1);
  g_assert_null (chart_find_spot (none, "cap"));
  g_object_unref (context);
}

/* Where nothing runs that is what is said, and no place is named. */
static void
test_nothing_runs (void)
{
  UllRampPicture picture = { .with = LINE (plateau), .peak = -1, .operating = -1, .plateau = TRUE, .cap = 256, .nothing = "No request runs: why." };
  g_autofree char *text = ull_ramp_chart_describe (&picture);
  UllChartSpec spec = { .width = 528, .height = 616, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (&picture, ULL_RAMP_ALL, &spec, context);
  gboolean why = FALSE;
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  g_assert_cmpstr (text, ==, "Output tokens a second over clients, as simulated. No request runs: why. At most 256 requests run at once.");
  /* Axes without a line, and the reason on them. */
  for (guint i = 0; i < n; i++)
    {
      why = why || (marks[i].kind == ULL_MARK_TEXT && g_str_equal (marks[i].text, picture.nothing));
      g_assert_false (g_strcmp0 (marks[i].id, "with") == 0 || g_strcmp0 (marks[i].id, "use") == 0);
    }
  g_assert_true (why);
  g_object_unref (context);
}

static void
test_words (void)
{
  g_autofree char *text = ull_ramp_chart_describe (&pictures[CLIFF]), *flat = ull_ramp_chart_describe (&pictures[PLATEAU]);
  g_autofree char *nothing = ull_ramp_chart_describe (&pictures[NOTHING]);
  g_autoptr (GPtrArray) table = ull_ramp_chart_table (&pictures[CLIFF]);
  char **row = g_ptr_array_index (table, 7);

  g_assert_cmpstr (text, ==, "Output tokens a second over clients, as simulated. The peak: 903 at 24 clients. Operate at 20 clients: 826. "
                             "At most 22 requests run at once.");
  g_assert_nonnull (strstr (flat, "A plateau: it does not turn back; 1,012 at 128 clients."));
  g_assert_cmpstr (nothing, ==, "No ramp was run yet.");
  g_assert_cmpuint (table->len, ==, 1 + G_N_ELEMENTS (cliff) + G_N_ELEMENTS (alone));
  g_assert_cmpstr (row[1], ==, "24");
  g_assert_cmpstr (row[2], ==, "903");
  g_assert_cmpstr (row[8], ==, "0.6");
}

/* What was said is in words, in the table and on the picture; what is withheld has neither figures nor a row. */
static void
test_said (void)
{
  const UllChartSpec spec = { .width = 600, .height = 500, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (&pictures[SAID], TWO, &spec, context);
  g_autofree char *text = ull_ramp_chart_describe (&pictures[SAID]), *withheld = ull_ramp_chart_describe (&pictures[WITHHELD]);
  g_autoptr (GPtrArray) table = ull_ramp_chart_table (&pictures[SAID]);
  g_autoptr (GPtrArray) none = ull_ramp_chart_table (&pictures[WITHHELD]);
  char **row = g_ptr_array_index (table, table->len - 2);
  const UllSpot *spot = chart_find_spot (scene, "said-0");
  const UllFrame *frame = ull_scene_get_frame (scene);
  const UllMark *marks;
  guint n, heads = 0;

  g_assert_true (g_str_has_suffix (text, " your peak: 26, which is right. your operating point: 300, which is not right."));
  g_assert_cmpstr (withheld, ==, "Withheld for now");
  g_assert_cmpuint (table->len, ==, 1 + G_N_ELEMENTS (cliff) + G_N_ELEMENTS (alone) + 2);
  g_assert_cmpstr (row[0], ==, "your peak");
  g_assert_cmpstr (row[1], ==, "26");
  g_assert_cmpstr (row[2], ==, "");
  g_assert_cmpuint (none->len, ==, 1);
  g_assert_nonnull (spot);
  g_assert_cmpint (ull_ramp_chart_clients_at (frame, spot->x + spot->width / 2), ==, 26);
  spot = chart_find_spot (scene, "said-1");
  g_assert_cmpfloat (fabs (spot->x + spot->width / 2 - frame->right), <, 2);
  /* 300 is past the last level: the line at the axis' end is not its place, and a head points on. */
  g_assert_true (g_str_has_suffix (spot->description, "It lies beyond this axis."));
  marks = ull_scene_get_marks (scene, &n);
  for (guint i = 0; i < n; i++)
    heads += g_strcmp0 (marks[i].id, "said-beyond") == 0 ? 1 : 0;
  g_assert_cmpuint (heads, ==, 1);
  g_object_unref (context);
}

/* What stands beside is said: the uniform load's capacity is one that this load has not, and 1,340 is above 903. */
static void
test_baselines (void)
{
  g_autofree char *text = ull_ramp_chart_describe (&pictures[BASELINES_TOO]);
  g_autoptr (GPtrArray) table = ull_ramp_chart_table (&pictures[BASELINES_TOO]);
  char **row = g_ptr_array_index (table, table->len - 1);
  UllChartSpec spec = { .width = 528, .height = 616, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (&pictures[BASELINES_TOO], ULL_RAMP_ALL, &spec, context);
  guint n;

  g_assert_true (g_str_has_suffix (text, "Beside it, every request 2,000 tokens: at most 1,340, at 64 clients, a capacity that this load does "
                                         "not reach. Beside it, full-length reservation: at most 121, at 64 clients. Beside it, static batches: "
                                         "at most 330, at 64 clients."));
  g_assert_cmpuint (table->len, ==, 1 + 10 + 5 + 5 + 3 + 3 + 4);
  g_assert_cmpstr (row[0], ==, "static batches");
  g_assert_cmpstr (row[2], ==, "330");
  /* Use, hits, preemptions and times: of batches there are none. */
  for (guint i = 6; i < 15; i++)
    g_assert_cmpstr (row[i], ==, "");
  g_assert_nonnull (strstr (ull_scene_get_spots (scene, &n)[0].description, "static batches: 58.0."));
  g_object_unref (context);
}

/* What is drawn as a line or a bar and would not be known for what it is without a name. Where no other line is beside it, the
 * throughput needs none. */
static gboolean
needs_name (const UllMark *mark, const UllRampPicture *picture)
{
  static const char *const ids[] = { "with", "without", "before", "uniform", "reserved", "static", "use", "hits", "preemptions",
                                     "ttft", "tpot", "itl", "said-0", "said-1", NULL };
  gboolean beside = picture->without.n > 0 || picture->before.n > 0;

  return mark->kind != ULL_MARK_TEXT && g_strv_contains (ids, mark->id) && (beside || !g_str_equal (mark->id, "with"));
}

static gboolean
has_name (const UllMark *marks, guint n, const char *id)
{
  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_TEXT && marks[i].id == id)
      return TRUE;
  return FALSE;
}

/* A name in a plot stands left or right of the upright lines: the cap, and what was said. */
static void
check_struck (const UllScene *scene, PangoContext *context, const UllMark *text, const char *what)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  double width = ull_text_width (context, text->text, text->size, text->weight), left = ull_text_left (text, width);

  for (guint i = 0; i < n; i++)
    {
      const double *at = marks[i].kind == ULL_MARK_PATH && marks[i].n_points == 2 ? ull_scene_get_points (scene, &marks[i]) : NULL;
      gboolean upright = at != NULL && at[0] == at[2] && (g_str_equal (marks[i].id, "cap") || g_str_equal (marks[i].id, "said"));

      if (upright && at[0] > left && at[0] < left + width && text->y > MIN (at[1], at[3]) && text->y < MAX (at[1], at[3]))
        g_error ("%s: “%s” is struck out by %s", what, text->text, marks[i].id);
    }
}

static void
check_names (const UllRampPicture *picture, const UllChartSpec *spec)
{
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (picture, ULL_RAMP_ALL, spec, context);
  g_autofree char *what = g_strdup_printf ("%g × %g at %g", spec->width, spec->height, spec->text_scale);
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  chart_check_scene (scene, context, what);
  for (guint i = 0; i < n; i++)
    {
      if (needs_name (&marks[i], picture) && !has_name (marks, n, marks[i].id))
        g_error ("%s: %s has no name", what, marks[i].id);
      if (marks[i].kind == ULL_MARK_TEXT && !g_str_equal (marks[i].id, "peak") && !g_str_equal (marks[i].id, "operating"))
        check_struck (scene, context, &marks[i], what);
    }
  g_object_unref (context);
}

/* Where a plot is full its lines are named above it: in every width, at twice the text, in both directions. */
static void
test_every_line_has_a_name (void)
{
  static const guint full[] = { CLIFF, PLATEAU, BESIDE, BASELINES_TOO, SAID };
  static const double widths[] = { 290, 320, 360, 480, 528, 700, 1200, 1600 };

  for (guint i = 0; i < G_N_ELEMENTS (full) * G_N_ELEMENTS (widths) * 4; i++)
    {
      double scale = 1 + i % 2;
      UllChartSpec spec = { .width = widths[i / 4 % G_N_ELEMENTS (widths)], .height = 900 * scale, .text_scale = scale, .rtl = i / 2 % 2 };

      spec.narrow = spec.width < 600;
      check_names (&pictures[full[i / 4 / G_N_ELEMENTS (widths)]], &spec);
    }
}

/* One level alone is no line, and nothing rises or falls to it: its dots are seen, and no peak is named. */
static void
test_one_level (void)
{
  UllChartSpec spec = { .width = 528, .height = 616, .text_scale = 1 };
  UllRampPicture picture = { .with = LINE (single), .without = LINE (single), .peak = 0, .operating = 0, .plateau = TRUE };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_ramp_chart_build (&picture, ULL_RAMP_ALL, &spec, context);
  gboolean dot = FALSE;
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    {
      dot = dot || (marks[i].kind == ULL_MARK_CIRCLE && g_str_equal (marks[i].id, "without"));
      g_assert_false (marks[i].kind == ULL_MARK_TEXT && g_str_equal (marks[i].id, "peak"));
    }
  g_assert_true (dot);
  g_object_unref (context);
}

static void
test_seconds (void)
{
  static const struct
  {
    double seconds;
    const char *text;
  } times[] = { { 0.0001, "0.1\302\240ms" }, { 0.001, "1\302\240ms" }, { 0.0163, "16.3\302\240ms" }, { 0.016, "16\302\240ms" },
                { 0.35, "350\302\240ms" }, { 1, "1\302\240s" }, { 1.24, "1.2\302\240s" }, { 26, "26\302\240s" }, { 100, "100\302\240s" },
                { 150, "2.5\302\240min" } };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = ull_format_seconds (times[i].seconds);

      g_assert_cmpstr (text, ==, times[i].text);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/ramp-chart/golden/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  g_test_add_func ("/ramp-chart/random", test_random);
  g_test_add_func ("/ramp-chart/cap", test_cap);
  g_test_add_func ("/ramp-chart/nothing-runs", test_nothing_runs);
  g_test_add_func ("/ramp-chart/words", test_words);
  g_test_add_func ("/ramp-chart/said", test_said);
  g_test_add_func ("/ramp-chart/baselines", test_baselines);
  g_test_add_func ("/ramp-chart/every-line-has-a-name", test_every_line_has_a_name);
  g_test_add_func ("/ramp-chart/one-level", test_one_level);
  g_test_add_func ("/ramp-chart/seconds", test_seconds);
  return g_test_run ();
}
