#include "chart-checks.h"

#include "chart-models.h"

#include "ull-stack.h"
#include "ull-text.h"
#include "ull-units.h"

#include <math.h>

typedef struct
{
  double x0, y0, x1, y1;
  const UllMark *mark;
} Box;

/* Ink may stand out of its advance by a sliver of antialiasing. */
#define SLIVER 0.6

static void
complain (const char *what, const char *why, const UllMark *a, const UllMark *b)
{
  g_error ("%s: %s: %s \"%s\"%s%s%s", what, why, a->id, a->text != NULL ? a->text : "", b != NULL ? " and \"" : "",
           b != NULL ? b->text : "", b != NULL ? "\"" : "");
}

static Box
text_box (const UllMark *mark, PangoContext *context)
{
  UllTextExtents extents;
  double left;

  ull_text_measure (context, mark->text, mark->size, mark->weight, mark->italic, &extents);
  left = ull_text_left (mark, extents.width) + extents.ink_x;
  return (Box) { left, mark->y + extents.ink_top, left + extents.ink_width, mark->y + extents.ink_bottom, mark };
}

static void
check_texts (const UllScene *scene, PangoContext *context, const char *what)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (Box));

  for (guint i = 0; i < n; i++)
    {
      Box box;

      if (marks[i].kind != ULL_MARK_TEXT)
        continue;
      box = text_box (&marks[i], context);
      if (box.x0 < -SLIVER || box.y0 < -SLIVER || box.x1 > ull_scene_get_width (scene) + SLIVER
          || box.y1 > ull_scene_get_height (scene) + SLIVER)
        complain (what, "text is cut", &marks[i], NULL);
      for (guint k = 0; k < boxes->len; k++)
        {
          const Box *other = &g_array_index (boxes, Box, k);

          if (box.x0 + SLIVER < other->x1 && other->x0 + SLIVER < box.x1 && box.y0 + SLIVER < other->y1
              && other->y0 + SLIVER < box.y1)
            complain (what, "texts overlap", &marks[i], other->mark);
        }
      g_array_append_val (boxes, box);
    }
}

static void
check_inside (const UllScene *scene, const char *what)
{
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  double width = ull_scene_get_width (scene);
  double height = ull_scene_get_height (scene);

  for (guint i = 0; i < n; i++)
    {
      const UllMark *mark = &marks[i];
      const double *point = ull_scene_get_points (scene, mark);
      double x0 = mark->x, y0 = mark->y, x1 = mark->x + mark->width, y1 = mark->y + mark->height;

      if (mark->kind == ULL_MARK_TEXT)
        continue;
      if (mark->kind == ULL_MARK_CIRCLE)
        {
          x0 -= mark->width / 2, x1 -= mark->width / 2, y0 -= mark->width / 2, y1 -= mark->width / 2;
          /* The halo of a point at the edge of the plot may be cut. */
          if (g_str_equal (mark->id, "present"))
            x0 = MAX (x0, 0), x1 = MIN (x1, width), y0 = MAX (y0, 0), y1 = MIN (y1, height);
        }
      for (guint k = 0; mark->kind == ULL_MARK_PATH && k < mark->n_points; k++)
        {
          x0 = k == 0 ? point[0] : MIN (x0, point[2 * k]);
          x1 = k == 0 ? point[0] : MAX (x1, point[2 * k]);
          y0 = k == 0 ? point[1] : MIN (y0, point[2 * k + 1]);
          y1 = k == 0 ? point[1] : MAX (y1, point[2 * k + 1]);
        }
      g_assert_true (isfinite (x0) && isfinite (y0) && isfinite (x1) && isfinite (y1));
      if (x0 < -1 || y0 < -1 || x1 > width + 1 || y1 > height + 1)
        complain (what, "mark stands out of the picture", mark, NULL);
      if (mark->kind == ULL_MARK_RECT && (mark->width < 0 || mark->height < 0))
        complain (what, "rectangle is inside out", mark, NULL);
    }
}

void
chart_check_scene (const UllScene *scene, PangoContext *context, const char *what)
{
  check_texts (scene, context, what);
  check_inside (scene, what);
}

const UllSpot *
chart_find_spot (const UllScene *scene, const char *id)
{
  guint n;
  const UllSpot *spots = ull_scene_get_spots (scene, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (spots[i].id, id))
      return &spots[i];
  return NULL;
}

void
chart_check_parts (const UllScene *scene, const UllDisclosure *disclosure, const char *what)
{
  UllStack stack;
  const UllSpot *first, *last;
  gint64 sum = 0;
  double scale, edge, slack;

  g_assert_true (ull_stack_init (&stack, disclosure));
  for (guint i = 0; i < stack.n_parts; i++)
    sum += stack.part[i].bytes;
  g_assert_cmpint (sum, ==, disclosure->given.card);
  first = stack.n_parts > 0 ? chart_find_spot (scene, stack.part[0].id) : NULL;
  /* A picture too small for a chart has none. */
  if (first == NULL)
    return;

  last = chart_find_spot (scene, stack.part[stack.n_parts - 1].id);
  edge = first->y + first->height;
  scale = (edge - last->y) / (double) stack.card;
  /* Bounds are whole pixels, and parts too thin to see take up to 4 px of their neighbours. */
  slack = 1.01 + 4 * stack.n_parts;
  for (guint i = 0; i < stack.n_parts; i++)
    {
      const UllSpot *spot = chart_find_spot (scene, stack.part[i].id);
      double right = (double) stack.part[i].bytes * scale;

      g_assert_nonnull (spot);
      if (fabs (spot->y + spot->height - edge) > 0.01)
        g_error ("%s: a hole below %s", what, spot->id);
      if (fabs (spot->height - right) > slack)
        g_error ("%s: %s is %g px high, to scale %g", what, spot->id, spot->height, right);
      edge = spot->y;
    }
}

static gint64
log_uniform (double from, double to)
{
  return (gint64) exp (g_test_rand_double_range (log (from), log (to)));
}

UllScenario *
chart_random_scenario (void)
{
  static const UllDtype dtypes[] = { ULL_DTYPE_BF16, ULL_DTYPE_FP8, ULL_DTYPE_INT4, ULL_DTYPE_NVFP4, ULL_DTYPE_F32,
                                     ULL_DTYPE_Q8_0 };
  gint64 kv_heads = G_GINT64_CONSTANT (1) << g_test_rand_int_range (0, 6);
  gint64 card = log_uniform (2e9, 3e11);
  gint64 kept = log_uniform (1, 1e9);
  gint64 positions = g_test_rand_int_range (0, 4) == 0 ? -1 : log_uniform (2048, 2e6);
  gboolean given = g_test_rand_int_range (0, 12) == 0;
  UllDtype dtype = dtypes[g_test_rand_int_range (0, G_N_ELEMENTS (dtypes))];
  UllDevice *device = g_test_rand_bit () ? ull_device_new_custom (card)
                                         : ull_device_new ("card", "A card with a name", 24, card, card - kept);
  UllScenario *scenario;

  if (g_test_rand_int_range (0, 3) == 0)
    {
      device->guess = TRUE;
      device->allocatable_low = device->allocatable - device->allocatable / 50;
      device->allocatable_high = device->reported;
    }
  scenario = chart_dense ("A model", g_test_rand_int_range (1, 128), 64, kv_heads, 64 * g_test_rand_int_range (1, 5),
                          positions, device);
  if (g_test_rand_int_range (0, 3) == 0)
    {
      g_autoptr (UllScenario) dense = scenario;
      g_autoptr (UllModel) model = chart_model_random ();

      scenario = ull_scenario_with_model (dense, model);
    }
  chart_set (&scenario, ULL_FIELD_ENGINE, g_test_rand_int_range (0, ULL_N_ENGINES));
  chart_set (&scenario, ULL_FIELD_CONTEXT, log_uniform (1, 1e6));
  chart_set (&scenario, ULL_FIELD_CONCURRENCY, log_uniform (1, 5000));
  chart_set (&scenario, ULL_FIELD_K_DTYPE, dtype);
  chart_set (&scenario, ULL_FIELD_V_DTYPE, g_test_rand_int_range (0, 5) == 0 ? ULL_DTYPE_Q4_0 : dtype);
  chart_set (&scenario, ULL_FIELD_UTILIZATION, g_test_rand_bit () ? 1000000 : g_test_rand_int_range (200000, 1000000));
  if (g_test_rand_bit ())
    chart_set (&scenario, ULL_FIELD_WEIGHTS, log_uniform (1e6, 1.5 * (double) card));
  if (g_test_rand_bit ())
    chart_set (&scenario, ULL_FIELD_OVERHEAD, log_uniform (1, (double) card / 2));
  if (g_test_rand_bit ())
    chart_set (&scenario, ULL_FIELD_HEADROOM, g_test_rand_int_range (0, 500000));
  if (g_test_rand_bit ())
    chart_set (&scenario, ULL_FIELD_MAX_NUM_SEQS, log_uniform (1, 5000));
  if (g_test_rand_int_range (0, 3) == 0)
    {
      chart_set (&scenario, ULL_FIELD_PREFIX_TOKENS, log_uniform (1, 1e6));
      chart_set (&scenario, ULL_FIELD_PREFIX_REQUESTS, log_uniform (1, 5000));
    }
  if (g_test_rand_int_range (0, 3) == 0)
    chart_set (&scenario, ULL_FIELD_RETAIN, log_uniform (1, 1e6));
  if (given)
    chart_set (&scenario, ULL_FIELD_AVAILABLE, log_uniform (1, 1e11));
  return scenario;
}

void
chart_random_spec (UllChartSpec *spec)
{
  static const double scales[] = { 1, 1.5, 2 };

  *spec = (UllChartSpec) {
    .kind = (UllChartKind) g_test_rand_int_range (0, ULL_N_CHARTS),
    .width = g_test_rand_int_range (280, 1600),
    .height = g_test_rand_int_range (120, 1200),
    .look = (UllLook) g_test_rand_int_range (0, ULL_N_LOOKS),
    .text_scale = scales[g_test_rand_int_range (0, G_N_ELEMENTS (scales))],
    .rtl = g_test_rand_bit (),
    .narrow = g_test_rand_bit (),
    .title = g_test_rand_bit (),
    .caption = g_test_rand_bit (),
  };
}

static void
compare (const char *path, const char *text)
{
  g_autofree char *golden = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &golden, NULL, &error);
  g_assert_no_error (error);
  if (g_str_equal (golden, text))
    return;

  {
    g_auto (GStrv) expected = g_strsplit (golden, "\n", -1);
    g_auto (GStrv) found = g_strsplit (text, "\n", -1);

    for (guint i = 0; expected[i] != NULL && found[i] != NULL; i++)
      g_assert_cmpstr (found[i], ==, expected[i]);
    g_assert_cmpuint (g_strv_length (found), ==, g_strv_length (expected));
  }
}

void
chart_check_golden (const UllScene *scene, const char *name)
{
  g_autofree char *text = ull_scene_to_text (scene);
  g_autofree char *file = g_strconcat (name, ".scene", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "golden", file, NULL);

  if (g_getenv ("ULLAGE_UPDATE_GOLDEN") != NULL)
    g_assert_true (g_file_set_contents (path, text, -1, NULL));
  else
    compare (path, text);
}
