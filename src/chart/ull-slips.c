/* The slips of an answer as a value: what is said of them, the table and the file. Marks that have no place on the axis, at 0 or
 * below, are in words and table all the same; those that would answer a question which is still to come are nowhere. */
#include "ull-chart-private.h"
#include "ull-slips-unit.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

#define LEAST_EM 7
#define PAGE_WIDTH 800.0
#define PAGE_AROUND 120.0 /* heading, caption and margins */

gboolean
ull_slips_chart_may_show (const UllAnswered *answered)
{
  return ull_question_is_number (answered->question) && answered->grade->counted && answered->key->truth > 0;
}

char *
ull_slips_describe (const UllAnswered *answered)
{
  const GArray *marks = answered->key->marks;
  g_autofree char *truth = ull_slips_format (answered->question, answered->key->truth);
  g_autofree char *yours = ull_slips_format (answered->question, answered->grade->number);
  g_autofree char *unit = ull_question_dup_unit (answered->question);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, _("The answer is %s, yours is %s."), truth, yours);
  if (unit != NULL && answered->question->unit != ULL_UNIT_BYTES)
    g_string_append_printf (out, _(" In %s."), unit);
  for (guint i = 0; i < marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (marks, UllKeyMark, i);
      g_autofree char *value = ull_slips_format (answered->question, mark->value);

      if (ull_key_may_name (answered->question, answered->grade, mark))
        g_string_append_printf (out, _(" %s: %s."), mark->name, value);
    }
  return g_string_free (out, FALSE);
}

static char *
plain (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", value));
}

static void
add_row (GPtrArray *table, const UllAnswered *answered, const char *what, double value, const char *why)
{
  double factor = value / answered->key->truth;

  ull_table_take_row (table, g_strdup (what), plain (value), value > 0 ? g_strdup_printf ("%.4g", factor) : g_strdup (""),
                      g_strdup (why != NULL ? why : ""), NULL);
}

GPtrArray *
ull_slips_chart_table (const UllAnswered *answered)
{
  GPtrArray *table = ull_rows_new ();
  g_autofree char *unit = ull_question_dup_unit (answered->question);

  ull_table_take_row (table, g_strdup (_("Number")), unit != NULL ? g_strdup_printf (_("Value (%s)"), unit) : g_strdup (_("Value")),
                      g_strdup (_("Times the answer")), g_strdup (_("What is right")), NULL);
  add_row (table, answered, _("The answer"), answered->key->truth, NULL);
  add_row (table, answered, _("Yours"), answered->grade->number, answered->grade->right ? NULL : answered->grade->detail);
  for (guint i = 0; i < answered->key->marks->len; i++)
    {
      const UllKeyMark *mark = &g_array_index (answered->key->marks, UllKeyMark, i);

      if (ull_key_may_name (answered->question, answered->grade, mark))
        add_row (table, answered, mark->name, mark->value, mark->why);
    }
  return table;
}

static UllScene *
build (const UllAnswered *answered, const UllChartSpec *spec, PangoContext *context, gboolean ground)
{
  UllDraft draft = ull_draft_start (NULL, spec, context, ull_draft_margin (ground));
  g_autofree char *description = ull_slips_describe (answered);
  UllSurround frame = { _("Your number among the usual mistakes"), description, answered->question->prompt, LEAST_EM, ull_chart_draw_slips };

  draft.answered = answered;
  return ull_draft_build (&draft, &frame, ground);
}

UllScene *
ull_slips_chart_build (const UllAnswered *answered, const UllChartSpec *spec, PangoContext *context)
{
  return build (answered, spec, context, FALSE);
}

void
ull_slips_chart_page (const UllAnswered *answered, UllChartSpec *spec)
{
  PangoContext *context = ull_chart_context_new ();

  *spec = (UllChartSpec) { .width = PAGE_WIDTH, .look = ULL_LOOK_LIGHT, .text_scale = 1, .title = TRUE, .caption = TRUE };
  spec->height = ull_slips_chart_height (answered, spec, context) + PAGE_AROUND;
  g_object_unref (context);
}

GBytes *
ull_slips_chart_export (const UllAnswered *answered, const UllChartSpec *spec, UllExportFormat format, double scale, GError **error)
{
  g_autoptr (GPtrArray) table = NULL;
  g_autoptr (UllScene) scene = NULL;
  PangoContext *context;
  GBytes *bytes;

  g_return_val_if_fail (ull_slips_chart_may_show (answered), NULL);

  if (format == ULL_EXPORT_CSV)
    {
      table = ull_slips_chart_table (answered);
      return ull_export_table (table);
    }
  if (!ull_export_check_size (spec, format, scale, error))
    return NULL;
  context = ull_chart_context_new ();
  scene = build (answered, spec, context, TRUE);
  bytes = ull_export_scene (scene, context, format, scale, error);
  g_object_unref (context);
  return bytes;
}
