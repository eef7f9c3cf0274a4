/* Files: well formed, repeatable to the byte, with their text as text. */
#include "chart-checks.h"

#include "ull-error.h"
#include "ull-painter.h"
#include "ull-scale.h"
#include "ull-text.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

static UllChartSpec
file_spec (UllChartKind kind)
{
  return (UllChartSpec) { .kind = kind, .width = 720, .height = 480, .text_scale = 1, .title = TRUE, .caption = TRUE };
}

static GBytes *
export (const UllDisclosure *disclosure, UllChartKind kind, UllExportFormat format)
{
  g_autoptr (GError) error = NULL;
  UllChartSpec spec = file_spec (kind);
  GBytes *bytes = ull_chart_export (disclosure, &spec, format, 2, &error);

  g_assert_no_error (error);
  return bytes;
}

static void
test_repeatable (void)
{
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);

  for (int kind = 0; kind < ULL_N_CHARTS; kind++)
    for (int format = 0; format < ULL_N_EXPORTS; format++)
      {
        g_autoptr (GBytes) once = export (disclosure, (UllChartKind) kind, (UllExportFormat) format);
        g_autoptr (GBytes) again = export (disclosure, (UllChartKind) kind, (UllExportFormat) format);

        g_assert_cmpuint (g_bytes_get_size (once), >, 60);
        g_assert_true (g_bytes_equal (once, again));
      }
}

static gsize
big_endian (const guint8 *data)
{
  return (gsize) data[0] << 24 | (gsize) data[1] << 16 | (gsize) data[2] << 8 | data[3];
}

static void
test_png (void)
{
  static const guint8 signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
  g_autoptr (UllScenario) scenario = chart_fixture ("lab");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (GBytes) png = export (disclosure, ULL_CHART_MEMORY, ULL_EXPORT_PNG);
  const guint8 *data = g_bytes_get_data (png, NULL);

  g_assert_cmpmem (data, 8, signature, 8);
  g_assert_cmpuint (big_endian (data + 16), ==, 1440);
  g_assert_cmpuint (big_endian (data + 20), ==, 960);
}

typedef struct
{
  GHashTable *ids;  /* of patterns */
  GPtrArray *used;  /* ids that a fill refers to */
  GString *text;
  gboolean in_text;
  guint n_texts, n_titles, n_descriptions;
} Svg;

static void
start_element_cb (GMarkupParseContext *context, const char *name, const char **names, const char **values, gpointer data,
                  GError **error)
{
  Svg *svg = data;

  svg->n_texts += g_str_equal (name, "text");
  svg->n_titles += g_str_equal (name, "title");
  svg->n_descriptions += g_str_equal (name, "desc");
  svg->in_text = g_str_equal (name, "text");
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_str_equal (name, "pattern") && g_str_equal (names[i], "id"))
        g_assert_true (g_hash_table_add (svg->ids, g_strdup (values[i])));
      if (g_str_has_prefix (values[i], "url(#"))
        g_ptr_array_add (svg->used, g_strndup (values[i] + 5, strlen (values[i]) - 6));
      g_assert_null (strstr (values[i], "nan"));
      g_assert_null (strstr (values[i], "inf"));
    }
}

static void
text_cb (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Svg *svg = data;

  if (svg->in_text)
    g_string_append_len (svg->text, text, (gssize) length);
}

static void
check_svg (GBytes *bytes, const char *needle)
{
  static const GMarkupParser parser = { .start_element = start_element_cb, .text = text_cb };
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) used = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  Svg svg = { .ids = ids, .used = used, .text = text };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, G_MARKUP_DEFAULT_FLAGS, &svg, NULL);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_markup_parse_context_parse (context, data, (gssize) size, &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, &error));
  g_assert_cmpuint (svg.n_texts, >, 5);
  g_assert_cmpuint (svg.n_titles, ==, 1);
  g_assert_cmpuint (svg.n_descriptions, ==, 1);
  g_assert_nonnull (strstr (text->str, needle));
  for (guint i = 0; i < used->len; i++)
    g_assert_true (g_hash_table_contains (ids, g_ptr_array_index (used, i)));
}

static void
test_svg (void)
{
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (UllScenario) scenario = i == 0 ? chart_fixture ("overflow") : chart_random_scenario ();
      g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
      g_autoptr (GBytes) memory = export (disclosure, ULL_CHART_MEMORY, ULL_EXPORT_SVG);
      g_autoptr (GBytes) curves = export (disclosure, ULL_CHART_CURVES, ULL_EXPORT_SVG);

      check_svg (memory, "Memory of one card");
      check_svg (curves, "How many fit");
    }
}

/* A name is text, whatever is in it. */
static void
test_svg_escapes (void)
{
  g_autoptr (UllScenario) scenario = chart_dense ("<a> & \"b\"", 2, 2, 2, 64, -1, ull_device_new_custom (ULL_GIB));
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (GBytes) svg = export (disclosure, ULL_CHART_MEMORY, ULL_EXPORT_SVG);

  check_svg (svg, "<a> & \"b\"");
}

/* Every pattern, and the fill of a part of a cell, is drawn in both writers. */
static void
test_patterns (void)
{
  g_autoptr (UllScene) scene = ull_scene_new (400, 40);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 40);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = ull_chart_context_new ();
  g_autofree char *svg = NULL;
  const guint32 *pixels;
  int stride;

  for (int i = 1; i < ULL_N_PATTERNS; i++)
    {
      UllMark *mark = ull_scene_add_rect (scene, "cell", 30 * i, 2, 24, 36);

      mark->pattern = (UllPattern) i;
      mark->ink = 0x000000ff;
    }
  svg = ull_svg_write (scene);
  ull_painter_paint (scene, cr, context);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (const void *) cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface) / 4;
  for (int i = 1; i < ULL_N_PATTERNS; i++)
    {
      guint inked = 0;

      for (int y = 2; y < 38; y++)
        for (int x = 30 * i; x < 30 * i + 24; x++)
          inked += pixels[y * stride + x] != 0;
      g_assert_cmpuint (inked, >, 20);
      g_assert_cmpuint (inked, <=, 24 * 36);
    }
  g_assert_nonnull (strstr (svg, "id=\"bricks-000000ff\""));
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static char *
pdf_text (GBytes *pdf)
{
  g_autofree char *path = NULL, *tool = g_find_program_in_path ("pdftotext");
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  gsize size;
  const char *data = g_bytes_get_data (pdf, &size);
  int fd;

  if (tool == NULL)
    return NULL;

  fd = g_file_open_tmp ("ullage-XXXXXX.pdf", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, data, (gssize) size, &error);
  g_assert_no_error (error);
  {
    const char *argv[] = { tool, "-layout", path, "-", NULL };

    g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL, NULL, &error);
    g_assert_no_error (error);
  }
  g_unlink (path);
  return text;
}

static void
test_pdf (void)
{
  static const char *const words[] = { "Memory of one card", "Weights", "Load line", "21.28", "KV in flight" };
  g_autoptr (UllScenario) scenario = chart_fixture ("card");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (GBytes) pdf = export (disclosure, ULL_CHART_MEMORY, ULL_EXPORT_PDF);
  g_autofree char *text = pdf_text (pdf);

  g_assert_cmpint (memcmp (g_bytes_get_data (pdf, NULL), "%PDF-", 5), ==, 0);
  if (text == NULL)
    {
      g_test_message ("pdftotext is not installed: only the signature was checked");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_nonnull (strstr (text, words[i]));
}

/* A reader of RFC 4180 of its own: rows of fields. */
static GPtrArray *
parse_csv (const char *text)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

  while (*text != '\0')
    {
      g_autoptr (GString) field = g_string_new (NULL);
      gboolean quoted = *text == '"';

      text += quoted;
      while (quoted ? (*text != '"' || text[1] == '"') : (*text != ',' && *text != '\r'))
        {
          text += quoted && *text == '"';
          g_string_append_c (field, *text++);
        }
      text += quoted;
      g_ptr_array_add (row, g_strdup (field->str));
      if (*text == ',')
        {
          text++;
          continue;
        }
      g_assert_true (g_str_has_prefix (text, "\r\n"));
      text += 2;
      g_ptr_array_add (rows, row);
      row = g_ptr_array_new_with_free_func (g_free);
    }
  g_assert_cmpuint (row->len, ==, 0);
  g_ptr_array_unref (row);
  return rows;
}

static void
test_csv (void)
{
  for (guint i = 0; i < 50; i++)
    for (int kind = 0; kind < ULL_N_CHARTS; kind++)
      {
        g_autoptr (UllScenario) scenario = chart_random_scenario ();
        g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
        g_autoptr (GBytes) csv = export (disclosure, (UllChartKind) kind, ULL_EXPORT_CSV);
        g_autoptr (GPtrArray) table = ull_chart_table (disclosure, (UllChartKind) kind);
        g_autofree char *text = g_strndup (g_bytes_get_data (csv, NULL), g_bytes_get_size (csv));
        g_autoptr (GPtrArray) rows = parse_csv (text);

        g_assert_cmpuint (rows->len, ==, table->len);
        for (guint r = 0; r < rows->len; r++)
          {
            GPtrArray *row = g_ptr_array_index (rows, r);
            char **cells = g_ptr_array_index (table, r);

            g_assert_cmpuint (row->len, ==, g_strv_length (cells));
            g_assert_cmpuint (row->len, ==, ((GPtrArray *) g_ptr_array_index (rows, 0))->len);
            for (guint k = 0; k < row->len; k++)
              g_assert_cmpstr (g_ptr_array_index (row, k), ==, cells[k]);
          }
      }
}

/* The figures of the lab: 602, 301, 150, 75, 37, 18 requests of 1,024 to 32,768 tokens. */
static void
test_curve_table (void)
{
  static const struct
  {
    const char *tokens;
    const char *requests;
  } cases[] = { { "1024", "602" }, { "2048", "301" }, { "4096", "150" }, { "8192", "75" }, { "16384", "37" },
                { "32768", "18" } };
  g_autoptr (UllScenario) scenario = chart_fixture ("lab");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  g_autoptr (GPtrArray) table = ull_chart_table (disclosure, ULL_CHART_CURVES);
  guint found = 0;

  for (guint r = 1; r < table->len; r++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        char **row = g_ptr_array_index (table, r);

        if (!g_str_equal (row[0], cases[i].tokens))
          continue;
        g_assert_cmpstr (row[1], ==, cases[i].requests);
        found++;
      }
  g_assert_cmpuint (found, ==, G_N_ELEMENTS (cases));
}

static void
test_refused (void)
{
  static const struct
  {
    double width, height, scale;
  } cases[] = { { 20, 400, 1 }, { 400, 400, 0 }, { 400, 400, -1 }, { 400, 400, 100 }, { 1e9, 400, 1 }, { -400, 400, 1 } };
  g_autoptr (UllScenario) scenario = chart_fixture ("lab");
  g_autoptr (UllDisclosure) disclosure = ull_disclosure_new (scenario);
  UllExportFormat format;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllChartSpec spec = { .width = cases[i].width, .height = cases[i].height, .text_scale = 1 };
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_chart_export (disclosure, &spec, ULL_EXPORT_PNG, cases[i].scale, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
    }
  {
    g_autoptr (GError) error = NULL;

    g_assert_false (ull_export_format_from_path ("figure.jpeg", &format, &error));
    g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
    g_assert_nonnull (strstr (error->message, ".png, .svg, .pdf or .csv"));
  }
  g_assert_true (ull_export_format_from_path ("a.b/Figure.SVG", &format, NULL));
  g_assert_cmpint (format, ==, ULL_EXPORT_SVG);
  g_assert_false (ull_export_format_from_path ("figure", &format, NULL));
}

static void
test_ticks (void)
{
  static const struct
  {
    double range;
    guint intervals;
    double step;
  } memory[] = { { 23.99, 6, 4 }, { 24, 6, 4 }, { 48, 6, 8 }, { 51.02, 6, 10 }, { 79.65, 6, 16 }, { 8, 6, 2 }, { 0.9, 6, 0.2 },
                 { 300, 6, 50 }, { 1000, 6, 200 }, { 3000, 6, 500 } },
    time[] = { { 216, 10, 50 }, { 216, 6, 50 }, { 216, 2, 200 }, { 100, 10, 10 }, { 32, 4, 10 }, { 9, 6, 2 }, { 0.9, 6, 0.2 }, { 7000, 3, 5000 } };
  double ticks[ULL_MAX_TICKS];

  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    g_assert_cmpfloat (ull_scale_memory_step (memory[i].range, memory[i].intervals), ==, memory[i].step);
  for (guint i = 0; i < G_N_ELEMENTS (time); i++)
    g_assert_cmpfloat_with_epsilon (ull_scale_time_step (time[i].range, time[i].intervals), time[i].step, 1e-9);
  g_assert_cmpuint (ull_scale_log_ticks (1, 294, 64, ticks), ==, 8);
  g_assert_cmpfloat (ticks[7], ==, 200);
  g_assert_cmpuint (ull_scale_log_ticks (1, 294, 4, ticks), ==, 3);
  g_assert_cmpfloat (ticks[2], ==, 100);
  g_assert_cmpuint (ull_scale_token_ticks (1024, 131072, 10, ticks), ==, 8);
  g_assert_cmpuint (ull_scale_token_ticks (1024, 131072, 4, ticks), ==, 4);
  g_assert_cmpuint (ull_scale_token_ticks (1000, 131071, 10, ticks), ==, 7);
  g_assert_cmpint (ull_scale_pow2_floor (4095), ==, 2048);
  g_assert_cmpint (ull_scale_pow2_ceil (4097), ==, 8192);
  g_assert_cmpint (ull_scale_pow2_ceil (G_MAXINT64), ==, G_GINT64_CONSTANT (1) << 62);
}

/* Shaped text is kept, but not without end. */
static void
test_text_cache (void)
{
  PangoContext *context = ull_chart_context_new ();
  double width = ull_text_width (context, "KV in flight", 9, 700);

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      g_assert_cmpfloat (ull_text_width (context, text, 9, 400), >, 0);
    }
  g_assert_cmpfloat (ull_text_width (context, "KV in flight", 9, 700), ==, width);
  /* Figures have one width. */
  g_assert_cmpfloat_with_epsilon (ull_text_width (context, "111", 9, 400), ull_text_width (context, "888", 9, 400), 0.01);
  g_assert_finalize_object (context);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/export/repeatable", test_repeatable);
  g_test_add_func ("/chart/export/png", test_png);
  g_test_add_func ("/chart/export/svg", test_svg);
  g_test_add_func ("/chart/export/svg-escapes", test_svg_escapes);
  g_test_add_func ("/chart/export/patterns", test_patterns);
  g_test_add_func ("/chart/export/pdf", test_pdf);
  g_test_add_func ("/chart/export/csv", test_csv);
  g_test_add_func ("/chart/export/curve-table", test_curve_table);
  g_test_add_func ("/chart/export/refused", test_refused);
  g_test_add_func ("/chart/export/ticks", test_ticks);
  g_test_add_func ("/chart/export/text-cache", test_text_cache);
  return g_test_run ();
}
