/* The calibration chart against golden text and what holds for every scene. A golden file is kept only after its picture,
 * which ULLAGE_SHOT_DIR=DIR paints, was looked at. */
#include "chart-checks.h"

#include "ull-calibration.h"

#include <string.h>

/* Answers of one confidence: how many, how many of them right. */
typedef struct
{
  int confidence;
  guint n, right;
} Answers;

static void
add (UllRecord *record, int confidence, gboolean right)
{
  UllRecordEntry entry = { 1764450000, g_strdup ("drill"), g_strdup ("d"), g_strdup ("fits"), g_strdup ("fits"), confidence, right,
                           NULL, 0 };

  g_array_append_val (record->entries, entry);
}

static UllRecord *
make_record (const Answers *answers, guint n)
{
  UllRecord *record = ull_record_new ();

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < answers[i].n; k++)
      add (record, answers[i].confidence, k < answers[i].right);
  return record;
}

static const Answers usual[] = { { 50, 18, 10 }, { 60, 10, 6 }, { 70, 12, 8 }, { 90, 15, 11 }, { 100, 8, 7 }, { 80, 14, 8 } };
static const Answers unsure[] = { { 10, 4, 1 }, { 30, 9, 4 }, { 50, 25, 12 }, { 90, 60, 20 }, { 100, 2, 0 } };
static const Answers single[] = { { 80, 1, 0 } };

typedef struct
{
  const char *name;
  const Answers *answers;
  guint n;
  double width, height, text_scale;
  UllLook look;
  gboolean rtl, narrow, file;
} Case;

#define USUAL .answers = usual, .n = G_N_ELEMENTS (usual), .text_scale = 1

static const Case cases[] = {
  { .name = "calibration-usual", USUAL, .width = 376, .height = 300 },
  { .name = "calibration-dark", USUAL, .width = 376, .height = 300, .look = ULL_LOOK_DARK },
  { .name = "calibration-contrast", USUAL, .width = 376, .height = 300, .look = ULL_LOOK_CONTRAST },
  { .name = "calibration-narrow", USUAL, .width = 308, .height = 220, .narrow = TRUE },
  { .name = "calibration-rtl", USUAL, .width = 376, .height = 300, .rtl = TRUE },
  { .name = "calibration-large-text", .answers = usual, .n = G_N_ELEMENTS (usual), .text_scale = 2, .width = 336, .height = 420 },
  { .name = "calibration-unsure", .answers = unsure, .n = G_N_ELEMENTS (unsure), .text_scale = 1, .width = 488, .height = 300 },
  { .name = "calibration-single", .answers = single, .n = 1, .text_scale = 1, .width = 376, .height = 300 },
  { .name = "calibration-empty", .text_scale = 1, .width = 376, .height = 300 },
  { .name = "calibration-print", USUAL, .width = 640, .height = 480, .look = ULL_LOOK_PRINT, .file = TRUE },
};

static void
paint (const UllCalibration *calibration, const UllChartSpec *spec, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", g_getenv ("ULLAGE_SHOT_DIR"), name);
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("ULLAGE_SHOT_DIR") == NULL)
    return;
  png = ull_calibration_export (calibration, spec, ULL_EXPORT_PNG, 2, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error);
  g_assert_no_error (error);
}

static void
test_golden (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (UllRecord) record = make_record (c->answers, c->n);
  UllChartSpec spec = { .width = c->width, .height = c->height, .look = c->look, .text_scale = c->text_scale, .rtl = c->rtl,
                        .narrow = c->narrow, .title = c->file, .caption = c->file };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = NULL;
  UllCalibration calibration;

  ull_calibration_init (&calibration, record);
  scene = ull_calibration_build (&calibration, &spec, context);
  paint (&calibration, &spec, c->name);
  chart_check_scene (scene, context, c->name);
  chart_check_golden (scene, c->name);
  g_object_unref (context);
}

/* Any record at any size: texts inside the picture and apart, every point a spot, nothing beyond the picture. */
static void
test_random (void)
{
  PangoContext *context = ull_chart_context_new ();

  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (UllRecord) record = ull_record_new ();
      g_autoptr (UllScene) scene = NULL;
      guint n = (guint) g_test_rand_int_range (0, 60), n_spots;
      UllCalibration calibration;
      UllChartSpec spec;

      for (guint k = 0; k < n; k++)
        add (record, g_test_rand_int_range (0, 8) == 0 ? ULL_NO_CONFIDENCE : g_test_rand_int_range (0, 101), g_test_rand_bit ());
      chart_random_spec (&spec);
      spec.height = MAX (spec.height, 300);
      ull_calibration_init (&calibration, record);
      scene = ull_calibration_build (&calibration, &spec, context);
      chart_check_scene (scene, context, "a record");
      ull_scene_get_spots (scene, &n_spots);
      g_assert_true (n_spots == calibration.n || n_spots == 0);
    }
  g_object_unref (context);
}

static double
find_diameter (const UllScene *scene, double x)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  double diameter = 0;

  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_CIRCLE && g_strcmp0 (marks[i].id, "answers") == 0 && ABS (marks[i].x - x) < 0.01)
      diameter = marks[i].width; /* the ground's ring comes first */
  return diameter;
}

/* Four times the answers are four times the area, hence twice the diameter. */
static void
test_area (void)
{
  const Answers answers[] = { { 50, 9, 5 }, { 100, 36, 20 } };
  g_autoptr (UllRecord) record = make_record (answers, 2);
  UllChartSpec spec = { .width = 488, .height = 300, .text_scale = 1 };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = NULL;
  UllCalibration calibration;
  const UllSpot *spots;
  double one, other;
  guint n;

  ull_calibration_init (&calibration, record);
  g_assert_cmpint (calibration.latest, ==, 1);
  scene = ull_calibration_build (&calibration, &spec, context);
  spots = ull_scene_get_spots (scene, &n);
  g_assert_cmpuint (n, ==, 2);
  one = find_diameter (scene, spots[0].x + spots[0].width / 2);
  other = find_diameter (scene, spots[1].x + spots[1].width / 2);
  g_assert_cmpfloat_with_epsilon (other / one, 2, 1e-6);
  g_object_unref (context);
}

/* What the picture shows is said: 11 of 15 are 73 %, and the last answer is at 80 %. */
static void
test_words (void)
{
  g_autoptr (UllRecord) record = make_record (usual, G_N_ELEMENTS (usual)), nothing = ull_record_new ();
  g_autofree char *text = NULL, *empty = NULL;
  UllCalibration calibration;

  ull_calibration_init (&calibration, record);
  text = ull_calibration_describe (&calibration);
  g_assert_nonnull (strstr (text, "About 90\302\240% sure: 11 of 15 right, 73\302\240%;"));
  g_assert_cmpint (calibration.point[calibration.latest].confidence, ==, 80);
  ull_calibration_init (&calibration, nothing);
  empty = ull_calibration_describe (&calibration);
  g_assert_cmpstr (empty, ==, "No answer has a confidence yet.");
  g_assert_cmpint (calibration.latest, ==, -1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/calibration/golden/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  g_test_add_func ("/calibration/random", test_random);
  g_test_add_func ("/calibration/area", test_area);
  g_test_add_func ("/calibration/words", test_words);
  return g_test_run ();
}
