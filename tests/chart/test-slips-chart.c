#include "ull-chart-slips.h"

#include "ull-painter.h"
#include "ull-text.h"
#include "ull-units.h"

#include <cairo.h>
#include <string.h>

/* The chart of slips: every usual mistake is on it with its own value, nothing lies outside or on top of another name, and the
 * golden scenes were looked at. ULLAGE_UPDATE_GOLDEN=1 rewrites them, ULLAGE_SHOT_DIR=DIR paints them. */

typedef struct
{
  UllQuestion *question;
  UllKey *key;
  UllGrade *grade;
} Fixture;

/* 24 × 10⁹ bytes, 0.90 of them given, 16.06 and 1.8 × 10⁹ taken: 3.74 × 10⁹ for tokens of 131,072 bytes. */
static void
answer (Fixture *fixture, UllStepId target, const char *typed)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Chapter", 32, 32, 8, 128, NULL);
  g_autoptr (UllDevice) device = ull_device_new_custom (G_GINT64_CONSTANT (24000000000));
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, device);
  const struct
  {
    UllFieldId field;
    gint64 value;
  } settings[] = { { ULL_FIELD_UTILIZATION, 900000 },     { ULL_FIELD_WEIGHTS, G_GINT64_CONSTANT (16060000000) },
                   { ULL_FIELD_OVERHEAD, 1800000000 },    { ULL_FIELD_CONTEXT, 8192 },
                   { ULL_FIELD_ENGINE, ULL_ENGINE_IDEAL } };
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      UllScenario *next = ull_scenario_with (scenario, settings[i].field, settings[i].value, NULL, &error);

      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  fixture->question = ull_question_new (ULL_QUESTION_FIGURE, "q");
  fixture->question->scenario = ull_scenario_ref (scenario);
  fixture->question->target = target;
  fixture->question->unit = ull_step_get_unit (target);
  fixture->question->tolerance = 1000;
  fixture->key = ull_question_solve (fixture->question, &error);
  g_assert_no_error (error);
  fixture->grade = ull_question_grade (fixture->question, fixture->key, typed, 80, &error);
  g_assert_no_error (error);
}

static void
clear (Fixture *fixture)
{
  ull_grade_free (fixture->grade);
  ull_key_free (fixture->key);
  ull_question_unref (fixture->question);
}

static UllAnswered
answered_of (const Fixture *fixture)
{
  return (UllAnswered) { fixture->question, fixture->key, fixture->grade };
}

static UllScene *
build (const Fixture *fixture, double width, double text_scale, UllLook look, PangoContext *context)
{
  UllAnswered answered = answered_of (fixture);
  UllChartSpec spec = { .width = width, .look = look, .text_scale = text_scale };

  spec.height = ull_slips_chart_height (&answered, &spec, context);
  return ull_slips_chart_build (&answered, &spec, context);
}

static guint
count (const UllScene *scene, const char *id)
{
  const UllMark *marks;
  guint n, found = 0;

  marks = ull_scene_get_marks (scene, &n);
  for (guint i = 0; i < n; i++)
    found += g_strcmp0 (marks[i].id, id) == 0 && marks[i].kind == ULL_MARK_CIRCLE;
  return found;
}

static const UllMark *
find_circle (const UllScene *scene, const char *id)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_CIRCLE && g_strcmp0 (marks[i].id, id) == 0)
      return &marks[i];
  return NULL;
}

/* ⌊3.74 × 10⁹ ÷ 131,072⌋ = 28,533; K alone halves the bytes: ⌊3.74 × 10⁹ ÷ 65,536⌋ = 57,067; query heads for KV heads make
 * them four times as many: 7,133. On a logarithmic axis equal factors are equal distances. */
static void
test_places (void)
{
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = NULL;
  const UllMark *truth, *half, *query;
  Fixture fixture;

  answer (&fixture, ULL_STEP_TOKENS, "57067");
  g_assert_cmpfloat (fixture.key->truth, ==, 28533);
  scene = build (&fixture, 480, 1, ULL_LOOK_LIGHT, context);
  truth = find_circle (scene, "truth");
  half = find_circle (scene, "k_alone");
  query = find_circle (scene, "query_heads");
  g_assert_nonnull (truth);
  g_assert_nonnull (half);
  g_assert_nonnull (query);
  g_assert_cmpfloat_with_epsilon (truth->x - query->x, 2 * (half->x - truth->x), 0.1);
  for (guint i = 0; i < fixture.key->marks->len; i++)
    g_assert_cmpuint (count (scene, g_array_index (fixture.key->marks, UllKeyMark, i).id), >=, 1);
  g_assert_nonnull (strstr (ull_scene_get_description (scene), "28,533"));
  g_assert_nonnull (strstr (ull_scene_get_description (scene), "K alone, not K and V: 57,067."));
  clear (&fixture);
  g_object_unref (context);
}

typedef struct
{
  double x0, y0, x1, y1;
} Box;

static void
check_names (const UllScene *scene, PangoContext *context)
{
  guint n, n_boxes = 0;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  Box boxes[128];

  for (guint i = 0; i < n; i++)
    {
      double width, left;

      if (marks[i].kind != ULL_MARK_TEXT)
        continue;
      width = ull_text_width (context, marks[i].text, marks[i].size, marks[i].weight);
      left = ull_text_left (&marks[i], width);
      g_assert_cmpfloat (left, >=, -0.5);
      g_assert_cmpfloat (left + width, <=, ull_scene_get_width (scene) + 0.5);
      g_assert_cmpfloat (marks[i].y, <=, ull_scene_get_height (scene));
      boxes[n_boxes++] = (Box) { left, marks[i].y - marks[i].size * 0.9, left + width, marks[i].y + marks[i].size * 0.1 };
    }
  for (guint i = 0; i < n_boxes; i++)
    for (guint j = i + 1; j < n_boxes; j++)
      if (boxes[i].x0 < boxes[j].x1 && boxes[j].x0 < boxes[i].x1)
        g_assert_true (boxes[i].y1 <= boxes[j].y0 || boxes[j].y1 <= boxes[i].y0);
}

static void
test_room (void)
{
  static const char *const typed[] = { "1", "7133", "28000", "28533", "28700", "57067", "9000000" };
  PangoContext *context = ull_chart_context_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    for (double width = 300; width < 900; width += 140)
      for (double scale = 1; scale <= 2; scale++)
        {
          g_autoptr (UllScene) scene = NULL;
          Fixture fixture;

          answer (&fixture, ULL_STEP_TOKENS, typed[i]);
          scene = build (&fixture, width, scale, ULL_LOOK_LIGHT, context);
          check_names (scene, context);
          clear (&fixture);
        }
  g_object_unref (context);
}

/* Nothing has no logarithm: it is said in words and not put somewhere. */
static void
test_nothing (void)
{
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = NULL;
  g_autofree char *text = NULL;
  Fixture fixture;

  answer (&fixture, ULL_STEP_TOKENS, "0");
  scene = build (&fixture, 480, 1, ULL_LOOK_LIGHT, context);
  text = ull_scene_to_text (scene);
  g_assert_null (strstr (text, "text yours"));
  g_assert_null (strstr (text, "path yours"));
  g_assert_nonnull (strstr (text, "0 has no place on it"));
  clear (&fixture);
  g_object_unref (context);
}

static void
paint (const UllScene *scene, const char *name, PangoContext *context)
{
  const char *folder = g_getenv ("ULLAGE_SHOT_DIR");
  g_autofree char *path = folder != NULL ? g_strdup_printf ("%s/%s.png", folder, name) : NULL;
  cairo_surface_t *surface;
  cairo_t *cr;

  if (path == NULL)
    return;
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) ull_scene_get_width (scene), (int) ull_scene_get_height (scene));
  cr = cairo_create (surface);
  cairo_set_source_rgb (cr, strstr (name, "dark") ? 0.12 : 1, strstr (name, "dark") ? 0.12 : 1, strstr (name, "dark") ? 0.12 : 1);
  cairo_paint (cr);
  ull_painter_paint (scene, cr, context);
  g_assert_cmpint (cairo_surface_write_to_png (surface, path), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
check_golden (const char *name, const char *typed, double width, double text_scale, UllLook look)
{
  PangoContext *context = ull_chart_context_new ();
  g_autofree char *file = g_strdup_printf ("%s.scene", name);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "golden", file, NULL);
  g_autoptr (UllScene) scene = NULL;
  g_autofree char *text = NULL, *golden = NULL;
  Fixture fixture;

  answer (&fixture, ULL_STEP_TOKENS, typed);
  scene = build (&fixture, width, text_scale, look, context);
  text = ull_scene_to_text (scene);
  paint (scene, name, context);
  if (g_strcmp0 (g_getenv ("ULLAGE_UPDATE_GOLDEN"), "1") == 0)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_get_contents (path, &golden, NULL, NULL));
  g_assert_cmpstr (text, ==, golden);
  clear (&fixture);
  g_object_unref (context);
}

static const UllMark *
find_text (const UllScene *scene, const char *id)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);

  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_TEXT && g_strcmp0 (marks[i].id, id) == 0)
      return &marks[i];
  return NULL;
}

/* The factor stands below the names of both numbers, which a narrow chart pushes over it: its capitals, some 0.72 of its size high, end
 * below their letters' tails, some 0.2 of theirs. */
static void
test_factor (void)
{
  static const char *const answers[] = { "3566", "7133", "14266", "57067", "114135", "228271", "913085" };
  PangoContext *context = ull_chart_context_new ();
  guint found = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    for (double width = 240; width <= 640; width += 20)
      {
        Fixture fixture;
        const UllMark *factor, *truth, *yours;

        answer (&fixture, ULL_STEP_TOKENS, answers[i]);
        g_autoptr (UllScene) scene = build (&fixture, width, 1, ULL_LOOK_LIGHT, context);
        factor = find_text (scene, "factor");
        truth = find_text (scene, "truth");
        yours = find_text (scene, "yours");
        if (factor != NULL)
          {
            found++;
            g_assert_cmpfloat (factor->y - 0.72 * factor->size * 96 / 72, >=, MAX (truth->y, yours->y) + 0.2 * truth->size * 96 / 72);
          }
        clear (&fixture);
      }
  g_test_message ("%u factors", found);
  g_assert_cmpuint (found, >, 50);
  g_object_unref (context);
}

static void
test_golden (void)
{
  check_golden ("slips-wrong", "57067", 520, 1, ULL_LOOK_LIGHT);
  check_golden ("slips-right-dark", "28533", 520, 1, ULL_LOOK_DARK);
  check_golden ("slips-narrow-large-text", "20000", 300, 2, ULL_LOOK_CONTRAST);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slips-chart/places", test_places);
  g_test_add_func ("/slips-chart/room", test_room);
  g_test_add_func ("/slips-chart/nothing", test_nothing);
  g_test_add_func ("/slips-chart/factor", test_factor);
  g_test_add_func ("/slips-chart/golden", test_golden);
  return g_test_run ();
}
