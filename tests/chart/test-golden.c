/* Scenes against golden text. ULLAGE_UPDATE_GOLDEN=1 rewrites the files, ULLAGE_SHOT_DIR=DIR also paints each scene
 * to DIR: a golden file is kept only after its picture was looked at. */
#include "chart-checks.h"

typedef struct
{
  const char *name; /* of the file */
  const char *fixture;
  const char *ghost; /* the fixture that is pinned beside it, or NULL */
  UllChartKind kind;
  double width, height, text_scale;
  UllLook look;
  gboolean rtl, withheld, narrow, file;
  UllExtent extent;
} Case;

#define MEMORY .kind = ULL_CHART_MEMORY, .text_scale = 1
#define CURVES .kind = ULL_CHART_CURVES, .text_scale = 1
#define LENGTHS .kind = ULL_CHART_LENGTHS, .text_scale = 1
#define LEVERS .kind = ULL_CHART_LEVERS, .text_scale = 1
#define LAYERS .kind = ULL_CHART_LAYERS, .text_scale = 1

static const Case cases[] = {
  { .name = "memory-chapter", .fixture = "chapter", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-lab", .fixture = "lab", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-card", .fixture = "card", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-overflow", .fixture = "overflow", MEMORY, .width = 368, .height = 500, .look = ULL_LOOK_DARK },
  { .name = "memory-torn", .fixture = "torn", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-weights-over", .fixture = "weights-over", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-contract", .fixture = "contract", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-guess", .fixture = "guess", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-withheld", .fixture = "card", MEMORY, .width = 348, .height = 580, .withheld = TRUE },
  { .name = "memory-narrow", .fixture = "card", MEMORY, .width = 308, .height = 360, .narrow = TRUE },
  { .name = "memory-rtl", .fixture = "card", MEMORY, .width = 368, .height = 500, .rtl = TRUE },
  { .name = "memory-large-text", .fixture = "card", .kind = ULL_CHART_MEMORY, .text_scale = 2, .width = 336, .height = 640 },
  { .name = "memory-contrast", .fixture = "contract", MEMORY, .width = 368, .height = 500, .look = ULL_LOOK_CONTRAST },
  { .name = "memory-contrast-dark", .fixture = "card", MEMORY, .width = 368, .height = 500, .look = ULL_LOOK_CONTRAST_DARK },
  { .name = "memory-print", .fixture = "contract", MEMORY, .width = 640, .height = 480, .look = ULL_LOOK_PRINT, .file = TRUE },
  { .name = "curves-chapter", .fixture = "chapter", CURVES, .width = 488, .height = 260 },
  { .name = "curves-lab", .fixture = "lab", CURVES, .width = 488, .height = 260 },
  { .name = "curves-card", .fixture = "card", CURVES, .width = 488, .height = 260 },
  { .name = "curves-overflow", .fixture = "overflow", CURVES, .width = 488, .height = 260, .look = ULL_LOOK_DARK },
  { .name = "curves-torn", .fixture = "torn", CURVES, .width = 488, .height = 260 },
  { .name = "curves-nothing", .fixture = "nothing", CURVES, .width = 488, .height = 260 },
  { .name = "curves-contract", .fixture = "contract", CURVES, .width = 488, .height = 260, .look = ULL_LOOK_CONTRAST },
  { .name = "curves-guess", .fixture = "guess", CURVES, .width = 640, .height = 400, .file = TRUE },
  { .name = "curves-withheld", .fixture = "card", CURVES, .width = 488, .height = 260, .withheld = TRUE },
  { .name = "curves-narrow", .fixture = "card", CURVES, .width = 308, .height = 300, .narrow = TRUE },
  { .name = "curves-rtl", .fixture = "card", CURVES, .width = 488, .height = 260, .rtl = TRUE, .file = TRUE },
  { .name = "curves-large-text", .fixture = "card", .kind = ULL_CHART_CURVES, .text_scale = 2, .width = 336, .height = 360 },
  { .name = "curves-contrast-dark", .fixture = "card", CURVES, .width = 488, .height = 260, .look = ULL_LOOK_CONTRAST_DARK },
  { .name = "curves-zoomed", .fixture = "card", CURVES, .width = 488, .height = 260, .extent = { 2048, 16384, 2, 20 } },
  { .name = "curves-zoomed-most", .fixture = "card", CURVES, .width = 488, .height = 260, .extent = { 3000, 6000, 5, 10 } },
  { .name = "curves-zoomed-beside", .fixture = "overflow", CURVES, .width = 488, .height = 260, .look = ULL_LOOK_DARK,
    .extent = { 16384, 40000, 0.7, 4 } },
  { .name = "memory-states", .fixture = "states", MEMORY, .width = 368, .height = 500 },
  { .name = "curves-windows", .fixture = "windows", CURVES, .width = 488, .height = 260 },
  { .name = "curves-states", .fixture = "states", CURVES, .width = 488, .height = 260 },
  { .name = "curves-only-windows", .fixture = "only-windows", CURVES, .width = 488, .height = 260 },
  { .name = "curves-only-states", .fixture = "only-states", CURVES, .width = 488, .height = 260 },
  { .name = "memory-vllm", .fixture = "vllm", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-vllm-terms", .fixture = "vllm-terms", MEMORY, .width = 640, .height = 640, .file = TRUE },
  { .name = "memory-vllm-stages", .fixture = "vllm-stages", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-vllm-stages-rtl", .fixture = "vllm-stages", MEMORY, .width = 368, .height = 500, .rtl = TRUE, .look = ULL_LOOK_DARK },
  { .name = "memory-vllm-refused", .fixture = "vllm-refused", MEMORY, .width = 368, .height = 500, .look = ULL_LOOK_DARK },
  { .name = "curves-vllm", .fixture = "vllm", CURVES, .width = 488, .height = 260 },
  { .name = "levers-card", .fixture = "card", LEVERS, .width = 900, .height = 900, .file = TRUE },
  { .name = "levers-dark", .fixture = "windows", LEVERS, .width = 700, .height = 500, .look = ULL_LOOK_DARK },
  { .name = "levers-narrow", .fixture = "card", LEVERS, .width = 308, .height = 500, .narrow = TRUE },
  { .name = "levers-rtl", .fixture = "latent", LEVERS, .width = 800, .height = 600, .rtl = TRUE },
  { .name = "levers-weights-over", .fixture = "weights-over", LEVERS, .width = 700, .height = 400 },
  { .name = "levers-withheld", .fixture = "card", LEVERS, .width = 600, .height = 300, .withheld = TRUE },
  { .name = "layers-dense", .fixture = "card", LAYERS, .width = 896, .height = 46 },
  { .name = "layers-windows", .fixture = "windows", LAYERS, .width = 896, .height = 46 },
  { .name = "layers-windows-dark", .fixture = "windows", LAYERS, .width = 896, .height = 46, .look = ULL_LOOK_DARK },
  { .name = "layers-states", .fixture = "states", LAYERS, .width = 896, .height = 46 },
  { .name = "layers-latent", .fixture = "latent", LAYERS, .width = 896, .height = 56 },
  { .name = "layers-every-kind", .fixture = "every-kind", LAYERS, .width = 896, .height = 150 },
  { .name = "layers-every-kind-dark", .fixture = "every-kind", LAYERS, .width = 896, .height = 150, .look = ULL_LOOK_DARK },
  { .name = "layers-contrast", .fixture = "every-kind", LAYERS, .width = 896, .height = 150, .look = ULL_LOOK_CONTRAST },
  { .name = "layers-contrast-dark", .fixture = "every-kind", LAYERS, .width = 896, .height = 150,
    .look = ULL_LOOK_CONTRAST_DARK },
  { .name = "layers-print", .fixture = "every-kind", LAYERS, .width = 960, .height = 320, .look = ULL_LOOK_PRINT, .file = TRUE },
  { .name = "layers-deep", .fixture = "deep", LAYERS, .width = 896, .height = 120 },
  { .name = "layers-narrow", .fixture = "windows", LAYERS, .width = 308, .height = 360, .narrow = TRUE },
  { .name = "layers-deep-narrow", .fixture = "deep", LAYERS, .width = 308, .height = 460, .narrow = TRUE },
  { .name = "layers-large-text", .fixture = "every-kind", .kind = ULL_CHART_LAYERS, .text_scale = 2, .width = 308,
    .height = 700, .narrow = TRUE },
  { .name = "layers-rtl", .fixture = "windows", LAYERS, .width = 896, .height = 46, .rtl = TRUE },
  { .name = "layers-withheld", .fixture = "windows", LAYERS, .width = 896, .height = 46, .withheld = TRUE },
  { .name = "lengths-lognormal", .fixture = "lengths", LENGTHS, .width = 488, .height = 200 },
  { .name = "lengths-dark", .fixture = "lengths", LENGTHS, .width = 488, .height = 300, .look = ULL_LOOK_DARK },
  { .name = "lengths-few", .fixture = "few-lengths", LENGTHS, .width = 488, .height = 200 },
  { .name = "lengths-long", .fixture = "long-lengths", LENGTHS, .width = 488, .height = 200, .look = ULL_LOOK_CONTRAST },
  { .name = "lengths-narrow", .fixture = "lengths", LENGTHS, .width = 308, .height = 180, .narrow = TRUE },
  { .name = "lengths-rtl", .fixture = "lengths", LENGTHS, .width = 488, .height = 200, .rtl = TRUE },
  { .name = "lengths-large-text", .fixture = "lengths", .kind = ULL_CHART_LENGTHS, .text_scale = 2, .width = 336, .height = 360 },
  { .name = "lengths-print", .fixture = "lengths", LENGTHS, .width = 640, .height = 400, .look = ULL_LOOK_PRINT, .file = TRUE },
  { .name = "lengths-one", .fixture = "lab", LENGTHS, .width = 488, .height = 200 },
  { .name = "lengths-withheld", .fixture = "lengths", LENGTHS, .width = 488, .height = 200, .withheld = TRUE },
  /* The chapter's card is smaller than this one and its requests are longer; the torn one asks for more than twice a card. */
  { .name = "memory-ghost", .fixture = "card", .ghost = "chapter", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-ghost-dark", .fixture = "overflow", .ghost = "card", MEMORY, .width = 368, .height = 500,
    .look = ULL_LOOK_DARK },
  { .name = "memory-ghost-larger", .fixture = "chapter", .ghost = "contract", MEMORY, .width = 368, .height = 500 },
  { .name = "memory-ghost-narrow", .fixture = "card", .ghost = "chapter", MEMORY, .width = 308, .height = 360,
    .narrow = TRUE },
  { .name = "memory-ghost-contrast", .fixture = "card", .ghost = "chapter", MEMORY, .width = 368, .height = 500,
    .look = ULL_LOOK_CONTRAST },
  { .name = "memory-ghost-rtl", .fixture = "card", .ghost = "chapter", MEMORY, .width = 368, .height = 500, .rtl = TRUE },
  { .name = "memory-ghost-large-text", .fixture = "card", .ghost = "chapter", .kind = ULL_CHART_MEMORY, .text_scale = 2,
    .width = 336, .height = 640 },
  { .name = "curves-ghost", .fixture = "card", .ghost = "windows", CURVES, .width = 488, .height = 260 },
  { .name = "curves-ghost-print", .fixture = "card", .ghost = "windows", CURVES, .width = 720, .height = 440,
    .look = ULL_LOOK_PRINT, .file = TRUE },
  { .name = "curves-ghost-dark", .fixture = "chapter", .ghost = "card", CURVES, .width = 488, .height = 260,
    .look = ULL_LOOK_DARK },
  { .name = "curves-ghost-narrow", .fixture = "card", .ghost = "windows", CURVES, .width = 308, .height = 300,
    .narrow = TRUE },
  { .name = "curves-ghost-same", .fixture = "overflow", .ghost = "card", CURVES, .width = 488, .height = 260 },
  { .name = "curves-print", .fixture = "card", CURVES, .width = 640, .height = 400, .look = ULL_LOOK_PRINT, .file = TRUE },
};

static void
paint (const Case *c, const UllDisclosure *disclosure, const UllChartSpec *spec)
{
  g_autofree char *name = g_strconcat (c->name, ".png", NULL);
  g_autofree char *path = NULL;
  UllChartSpec picture = *spec;
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  if (g_getenv ("ULLAGE_SHOT_DIR") == NULL)
    return;
  /* A file has a least height. */
  picture.height = MAX (picture.height, 120);

  path = g_build_filename (g_getenv ("ULLAGE_SHOT_DIR"), name, NULL);
  png = ull_chart_export (disclosure, &picture, ULL_EXPORT_PNG, 2, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (png, &size), (gssize) g_bytes_get_size (png), &error);
  g_assert_no_error (error);
}

static UllDisclosure *
disclose (const Case *c, UllScenario *scenario, UllScenario *pinned)
{
  if (c->withheld)
    return ull_disclosure_new_withheld (scenario);
  return pinned != NULL ? ull_disclosure_new_beside (scenario, pinned, pinned->model->name) : ull_disclosure_new (scenario);
}

static void
test_golden (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (UllScenario) scenario = chart_fixture (c->fixture);
  g_autoptr (UllScenario) pinned = c->ghost != NULL ? chart_fixture (c->ghost) : NULL;
  g_autoptr (UllDisclosure) disclosure = disclose (c, scenario, pinned);
  UllChartSpec spec = { .kind = c->kind, .width = c->width, .height = c->height, .look = c->look,
                        .text_scale = c->text_scale, .rtl = c->rtl, .narrow = c->narrow, .title = c->file,
                        .caption = c->file, .extent = c->extent };
  PangoContext *context = ull_chart_context_new ();
  g_autoptr (UllScene) scene = ull_chart_build (disclosure, &spec, context);

  paint (c, disclosure, &spec);
  chart_check_golden (scene, c->name);
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/chart/golden/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  return g_test_run ();
}
