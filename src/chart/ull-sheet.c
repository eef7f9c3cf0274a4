#include "ull-sheet.h"

#include "ull-chart.h"
#include "ull-drill.h"
#include "ull-error.h"
#include "ull-painter.h"
#include "ull-palette.h"
#include "ull-text.h"
#include "ull-units.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>

/* Black on white, since it is printed. What belongs together (a question, its choices and the line to answer on) is kept on one
 * page where a page can hold it: it is laid out once to see how high it is. Sizes in CSS pixels, text in points. */

#define PAGE_WIDTH 794.0
#define PAGE_HEIGHT 1123.0
#define MARGIN 68.0
#define INDENT 30.0
#define TITLE 15.0
#define BODY 11.0
#define SMALL 9.0
#define LINE 1.45
#define GAP 22.0
#define RULE_WIDTH 260.0
#define FIXED_DATE "2000-01-01T00:00:00Z"

typedef struct
{
  PangoContext *context;
  GPtrArray *pages;
  UllScene *page; /* Borrowed; NULL while only measuring */
  const char *title;
  double y;
} Sheet;

static void
begin_page (Sheet *sheet, const char *heading)
{
  guint32 ink = ull_palette_ink (ULL_LOOK_PRINT, ULL_INK_TEXT);

  sheet->page = ull_scene_new (PAGE_WIDTH, PAGE_HEIGHT);
  ull_scene_set_title (sheet->page, sheet->title);
  ull_scene_add_rect (sheet->page, "ground", 0, 0, PAGE_WIDTH, PAGE_HEIGHT)->fill = 0xffffffff;
  ull_scene_add_text (sheet->page, "title", MARGIN, MARGIN + TITLE * ULL_PX_PER_POINT, heading, TITLE, 800, ULL_ANCHOR_START, ink);
  g_ptr_array_add (sheet->pages, sheet->page);
  sheet->y = MARGIN + TITLE * ULL_PX_PER_POINT * LINE + GAP;
}

static void
put_line (Sheet *sheet, double x, const char *text, double size, int weight, UllInk ink)
{
  sheet->y += size * ULL_PX_PER_POINT * LINE;
  if (sheet->page != NULL)
    ull_scene_add_text (sheet->page, "text", x, sheet->y, text, size, weight, ULL_ANCHOR_START, ull_palette_ink (ULL_LOOK_PRINT, ink));
}

/* Lines of the text are kept, and wrapped where they are too long. */
static void
put_text (Sheet *sheet, double x, const char *text, double size, int weight, UllInk ink)
{
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n", -1);

  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      g_auto (GStrv) lines = ull_text_wrap (sheet->context, paragraphs[i], size, weight, PAGE_WIDTH - MARGIN - x);

      for (guint k = 0; lines[k] != NULL; k++)
        put_line (sheet, x, lines[k], size, weight, ink);
    }
}

static void
put_number (Sheet *sheet, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u.", number);

  if (sheet->page != NULL)
    ull_scene_add_text (sheet->page, "number", MARGIN, sheet->y + BODY * ULL_PX_PER_POINT * LINE, text, BODY, 700, ULL_ANCHOR_START,
                        ull_palette_ink (ULL_LOOK_PRINT, ULL_INK_TEXT));
}

static char *
given_text (const UllQuestion *question)
{
  g_autoptr (UllDisclosure) disclosure = ull_question_disclose (question);
  GString *text = g_string_new (NULL);

  for (int id = 0; disclosure != NULL && id < ULL_N_TERMS; id++)
    if ((question->given.terms & 1u << id) != 0 && disclosure->given.term[id].present)
      {
        g_autofree char *size = ull_format_gib (disclosure->given.term[id].bytes);

        g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", ull_term_get_label ((UllTermId) id), size);
      }
  for (guint i = 0; disclosure != NULL && i < disclosure->n_figures; i++)
    {
      g_autofree char *value = ull_formula_format ((double) disclosure->figure[i].value, disclosure->figure[i].unit, NULL);

      g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", ull_step_get_label (disclosure->figure[i].id), value);
    }
  return g_string_free (text, FALSE);
}

static void
put_choices (Sheet *sheet, const UllQuestion *question)
{
  for (guint i = 0; i < question->choices->len; i++)
    {
      g_autofree char *text = g_strconcat ("\342\230\220 ", g_array_index (question->choices, UllChoice, i).text, NULL);

      put_text (sheet, MARGIN + INDENT, text, BODY, 400, ULL_INK_TEXT);
    }
}

/* A line to write on, and the unit behind it. */
static void
put_rule (Sheet *sheet, const UllQuestion *question)
{
  g_autofree char *unit = ull_question_dup_unit (question);
  guint32 ink = ull_palette_ink (ULL_LOOK_PRINT, ULL_INK_DIM);

  sheet->y += 2 * BODY * ULL_PX_PER_POINT;
  if (sheet->page == NULL)
    return;
  ull_scene_add_rect (sheet->page, "rule", MARGIN + INDENT, sheet->y, RULE_WIDTH, 1)->fill = ink;
  if (unit != NULL)
    ull_scene_add_text (sheet->page, "unit", MARGIN + INDENT + RULE_WIDTH + 8, sheet->y, unit, SMALL, 400, ULL_ANCHOR_START, ink);
}

static void
put_question (Sheet *sheet, const UllQuestion *question, guint number)
{
  g_autofree char *given = given_text (question);

  put_number (sheet, number);
  put_text (sheet, MARGIN + INDENT, question->prompt, BODY, 400, ULL_INK_TEXT);
  if (*given != 0)
    put_text (sheet, MARGIN + INDENT, given, SMALL, 400, ULL_INK_DIM);
  put_choices (sheet, question);
  if (question->choices->len == 0)
    put_rule (sheet, question);
  sheet->y += GAP;
}

static void
put_answer (Sheet *sheet, const UllQuestion *question, const UllKey *key, guint number)
{
  const char *answer = key->truth_text;

  if (answer == NULL && question->choices->len > 0)
    answer = g_array_index (question->choices, UllChoice, key->right).text;
  put_number (sheet, number);
  put_text (sheet, MARGIN + INDENT, answer != NULL ? answer : "", BODY, 700, ULL_INK_TEXT);
  put_text (sheet, MARGIN + INDENT, key->explanation, SMALL, 400, ULL_INK_DIM);
  sheet->y += GAP / 2;
}

/* Lays it out without a page to see how high it is, then on this page or the next. */
static void
place (Sheet *sheet, const UllQuestion *question, const UllKey *key, guint number, const char *heading)
{
  Sheet trial = *sheet;

  trial.page = NULL;
  if (key != NULL)
    put_answer (&trial, question, key, number);
  else
    put_question (&trial, question, number);
  if (sheet->page == NULL || trial.y > PAGE_HEIGHT - MARGIN)
    begin_page (sheet, heading);
  if (key != NULL)
    put_answer (sheet, question, key, number);
  else
    put_question (sheet, question, number);
}

/* Once, for all questions are about the same: before the first of them. */
static void
put_facts (Sheet *sheet, const UllQuestion *question)
{
  g_autofree char *facts = question->scenario != NULL ? ull_drill_dup_facts (question->scenario) : NULL;

  if (facts == NULL)
    return;
  begin_page (sheet, sheet->title);
  put_text (sheet, MARGIN, facts, SMALL, 400, ULL_INK_TEXT);
  sheet->y += GAP;
}

static void
number_pages (const Sheet *sheet)
{
  for (guint i = 0; i < sheet->pages->len; i++)
    {
      g_autofree char *text = g_strdup_printf (_("%u of %u"), i + 1, sheet->pages->len);

      ull_scene_add_text (g_ptr_array_index (sheet->pages, i), "page", PAGE_WIDTH - MARGIN, PAGE_HEIGHT - MARGIN / 2, text, SMALL, 400,
                          ULL_ANCHOR_END, ull_palette_ink (ULL_LOOK_PRINT, ULL_INK_DIM));
    }
}

GPtrArray *
ull_sheet_build (const GPtrArray *questions, const char *title, PangoContext *context, guint *n_question_pages, GError **error)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_scene_free);
  g_autofree char *answers = g_strdup_printf (_("Answers: %s"), title);
  Sheet sheet = { .context = context, .pages = pages, .title = title };

  put_facts (&sheet, g_ptr_array_index (questions, 0));
  for (guint i = 0; i < questions->len; i++)
    place (&sheet, g_ptr_array_index (questions, i), NULL, i + 1, title);
  *n_question_pages = pages->len;
  sheet.page = NULL;
  for (guint i = 0; i < questions->len; i++)
    {
      g_autoptr (UllKey) key = ull_question_solve (g_ptr_array_index (questions, i), error);

      if (key == NULL)
        return NULL;
      place (&sheet, g_ptr_array_index (questions, i), key, i + 1, answers);
    }
  number_pages (&sheet);
  return g_steal_pointer (&pages);
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
write_pages (const GPtrArray *pages, const char *title, PangoContext *context, GByteArray *bytes)
{
  const double points = 72.0 / 96.0;
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append_cb, bytes, PAGE_WIDTH * points, PAGE_HEIGHT * points);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Ullage");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, FIXED_DATE);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_MOD_DATE, FIXED_DATE);
  cairo_scale (cr, points, points);
  for (guint i = 0; i < pages->len; i++)
    {
      ull_painter_paint (g_ptr_array_index (pages, i), cr, context);
      cairo_surface_show_page (surface);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static GBytes *
export_with (const GPtrArray *questions, const char *title, PangoContext *context, GError **error)
{
  guint n_question_pages;
  g_autoptr (GPtrArray) pages = ull_sheet_build (questions, title, context, &n_question_pages, error);
  GByteArray *bytes;
  cairo_status_t status;

  if (pages == NULL)
    return NULL;
  bytes = g_byte_array_new ();
  status = write_pages (pages, title, context, bytes);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("The sheet could not be drawn: %s"), cairo_status_to_string (status));
  return NULL;
}

GBytes *
ull_sheet_export (const GPtrArray *questions, const char *title, GError **error)
{
  PangoContext *context = ull_chart_context_new ();
  GBytes *bytes = export_with (questions, title, context, error);

  g_object_unref (context);
  return bytes;
}
