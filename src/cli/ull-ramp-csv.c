#include "ull-ramp-report.h"

#include "ull-csv.h"
#include "ull-ramp-columns.h"

#include <math.h>

/* Rows for a spreadsheet. A figure without a value is an empty cell. */

#define S_PER_NS 1e-9

static void
append_number (GPtrArray *cells, const UllRampLevel *level, const UllRampColumn *column)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";
  double value;

  if (column->whole)
    g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, G_STRUCT_MEMBER (gint64, level, column->offset));
  else if (isfinite (value = ull_ramp_column_get (column, level)))
    g_ascii_formatd (text, sizeof text, "%.9g", value);
  g_ptr_array_add (cells, g_strdup (text));
}

void
ull_ramp_report_csv (const UllRamp *ramp, GString *out)
{
  g_autoptr (GPtrArray) header = g_ptr_array_new ();

  g_ptr_array_add (header, (gpointer) "line");
  for (guint c = 0; c < ull_n_ramp_columns; c++)
    g_ptr_array_add (header, (gpointer) ull_ramp_columns[c].name);
  g_ptr_array_add (header, NULL);
  ull_csv_append_row (out, (const char *const *) header->pdata, ULL_CSV_LF);
  for (guint line = 0; line < ULL_N_LINES; line++)
    for (guint i = 0; ramp->level[line] != NULL && i < ramp->n_levels; i++)
      {
        g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);

        g_ptr_array_add (cells, g_strdup (ull_line_get_id ((UllRampLine) line)));
        for (guint c = 0; c < ull_n_ramp_columns; c++)
          append_number (cells, &ramp->level[line][i], &ull_ramp_columns[c]);
        g_ptr_array_add (cells, NULL);
        ull_csv_append_row (out, (const char *const *) cells->pdata, ULL_CSV_LF);
      }
}

static const char *const request_columns[]
  = { "concurrency", "request",    "client",        "arrival_s",   "prompt_tokens", "output_tokens", "hit_tokens",
      "first_token_s", "finish_s", "preemptions", "left", "outcome", NULL };

void
ull_ramp_report_request_header (GString *out)
{
  ull_csv_append_row (out, request_columns, ULL_CSV_LF);
}

static void
append_seconds (GString *out, gint64 ns)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";

  if (ns >= 0)
    g_ascii_formatd (text, sizeof text, "%.9f", (double) ns * S_PER_NS);
  g_string_append_printf (out, "%s,", text);
}

void
ull_ramp_report_request (const UllRequestRows *rows, const UllRampRequest *request)
{
  GString *out = rows->out;

  g_string_append_printf (out, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",", rows->concurrency, request->number,
                          request->client);
  append_seconds (out, request->arrival_ns);
  g_string_append_printf (out, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",", request->prompt, request->output);
  if (request->hit_tokens >= 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, request->hit_tokens);
  g_string_append_c (out, ',');
  append_seconds (out, request->first_token_ns);
  append_seconds (out, request->finish_ns);
  g_string_append_printf (out, "%u,%d,%s\n", request->preemptions, request->outcome == ULL_OUTCOME_CANCELLED,
                          ull_outcome_get_id (request->outcome));
}
