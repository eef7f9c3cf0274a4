/* A chart as a whole file in memory. Equal inputs make equal bytes: fonts are unhinted, the PDF's dates are fixed, and
 * nothing of this computer goes in. Pictures are in CSS pixels, 96 an inch; a PDF page has the same size in points. */
#include "ull-chart-private.h"

#include "ull-csv.h"
#include "ull-error.h"
#include "ull-painter.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_PIXELS 16384.0
#define LEAST_SIZE 120.0
#define FIXED_DATE "2000-01-01T00:00:00Z"

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static GBytes *
finish (cairo_surface_t *surface, cairo_t *cr, GByteArray *bytes, cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_status (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);

  g_byte_array_unref (bytes);
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _ ("The picture could not be drawn: %s"),
               cairo_status_to_string (status));
  return NULL;
}

static GBytes *
write_png (const UllScene *scene, PangoContext *context, double scale, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface
    = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (ull_scene_get_width (scene) * scale + 0.5),
                                  (int) (ull_scene_get_height (scene) * scale + 0.5));
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_scale (cr, scale, scale);
  ull_painter_paint (scene, cr, context);
  status = cairo_surface_write_to_png_stream (surface, append_cb, bytes);
  return finish (surface, cr, bytes, status, error);
}

static GBytes *
write_pdf (const UllScene *scene, PangoContext *context, GError **error)
{
  const double points = 72.0 / 96.0;
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface
    = cairo_pdf_surface_create_for_stream (append_cb, bytes, ull_scene_get_width (scene) * points,
                                           ull_scene_get_height (scene) * points);
  cairo_t *cr = cairo_create (surface);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, ull_scene_get_title (scene));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, ull_scene_get_description (scene));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Ullage");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, FIXED_DATE);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, FIXED_DATE);
  cairo_scale (cr, points, points);
  ull_painter_paint (scene, cr, context);
  cairo_surface_finish (surface);
  return finish (surface, cr, bytes, CAIRO_STATUS_SUCCESS, error);
}

GBytes *
ull_export_table (GPtrArray *table)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < table->len; i++)
    ull_csv_append_row (out, g_ptr_array_index (table, i), ULL_CSV_CRLF);
  return g_string_free_to_bytes (out);
}

gboolean
ull_export_check_size (const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  double dots = format == ULL_EXPORT_PNG ? scale : 1;
  double least = MIN (spec->width, spec->height);
  double most = MAX (spec->width, spec->height) * dots;

  /* Written so that what is no number fails too. */
  if (dots > 0 && least >= LEAST_SIZE && most <= MAX_PIXELS)
    return TRUE;

  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("The picture would be %g × %g pixels; %g to %g each way would be right"), spec->width * dots,
               spec->height * dots, LEAST_SIZE, MAX_PIXELS);
  return FALSE;
}

GBytes *
ull_export_scene (const UllScene *scene, PangoContext *context, UllExportFormat format, double scale, GError **error)
{
  char *svg;

  if (format == ULL_EXPORT_PNG)
    return write_png (scene, context, scale, error);
  if (format == ULL_EXPORT_PDF)
    return write_pdf (scene, context, error);
  svg = ull_svg_write (scene);
  return g_bytes_new_take (svg, strlen (svg));
}

GBytes *
ull_chart_export (const UllDisclosure *disclosure, const UllChartSpec *spec, UllExportFormat format, double scale,
                  GError **error)
{
  g_autoptr (GPtrArray) table = NULL;
  g_autoptr (UllScene) scene = NULL;
  PangoContext *context;
  GBytes *bytes;

  g_return_val_if_fail (format < ULL_N_EXPORTS, NULL);

  if (format == ULL_EXPORT_CSV)
    {
      table = ull_chart_table (disclosure, spec->kind);
      return ull_export_table (table);
    }
  if (!ull_export_check_size (spec, format, scale, error))
    return NULL;

  context = ull_chart_context_new ();
  scene = ull_chart_build_picture (disclosure, spec, context);
  bytes = ull_export_scene (scene, context, format, scale, error);
  g_object_unref (context);
  return bytes;
}

gboolean
ull_export_format_from_path (const char *path, UllExportFormat *format, GError **error)
{
  static const char *const endings[ULL_N_EXPORTS] = { "png", "svg", "pdf", "csv" };
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (dot + 1, endings[i]) == 0)
      {
        *format = (UllExportFormat) i;
        return TRUE;
      }
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
               _("%s: the ending names no kind of picture; .png, .svg, .pdf or .csv would be right"), path);
  return FALSE;
}
