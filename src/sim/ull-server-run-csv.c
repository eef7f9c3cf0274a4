#include "ull-server-run-private.h"

#include "ull-csv.h"
#include "ull-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A run's requests as a CSV: one a row, in the columns that are found by their names, whatever else there is. Seconds and tokens.
 *
 * A request that the engine refused took nothing of it, and is passed over. One whose client left, or that was never answered, did take
 * something, and how much the row does not say: a run with such a one is refused. */

typedef struct
{
  guint column[ULL_N_RUN_FIGURES]; /* from 1; 0: not there; as are the next two */
  guint concurrency;
  guint outcome;
} Header;

typedef struct
{
  double figures[ULL_N_RUN_FIGURES]; /* NAN: an empty cell */
  double concurrency;
  gboolean refused;
} Row;

static void
take_name (Header *header, const UllCsv *csv)
{
  for (guint i = 0; i < ULL_N_RUN_FIGURES; i++)
    if (g_str_equal (csv->text, ull_server_run_names[i]))
      header->column[i] = csv->column;
  if (g_str_equal (csv->text, "concurrency"))
    header->concurrency = csv->column;
  if (g_str_equal (csv->text, "outcome"))
    header->outcome = csv->column;
}

static gboolean
read_header (UllCsv *csv, Header *header, GError **error)
{
  UllCsvToken token;

  do
    {
      token = ull_csv_next (csv, error);
      if (token == ULL_CSV_FAULT)
        return FALSE;
      if (token != ULL_CSV_END)
        take_name (header, csv);
    }
  while (token == ULL_CSV_FIELD);
  for (guint i = 0; i < ULL_N_RUN_FIGURES; i++)
    if (header->column[i] == 0)
      {
        ull_csv_set_error (csv, ull_server_run_names[i], error, ULL_ERROR_MISSING,
                           _("is no column of the first row; arrival_s, prompt_tokens, output_tokens, first_token_s and finish_s are "
                             "needed"));
        return FALSE;
      }
  return TRUE;
}

static gboolean
refuse_number (const UllCsv *csv, const char *name, GError **error)
{
  ull_csv_set_error (csv, name, error, ULL_ERROR_SYNTAX, _("this is no number; seconds or tokens would be right"));
  return FALSE;
}

static gboolean
set_concurrency (const UllCsv *csv, Row *row, GError **error)
{
  char *end;

  row->concurrency = g_ascii_strtod (csv->text, &end);
  if (end != csv->text && *end == '\0' && row->concurrency >= 1 && row->concurrency <= 1e6)
    return TRUE;
  ull_csv_set_error (csv, "concurrency", error, ULL_ERROR_INVALID, _("this is no concurrency; a number from 1 to 1,000,000 would be right"));
  return FALSE;
}

static gboolean
set_outcome (const UllCsv *csv, Row *row, GError **error)
{
  g_autofree char *wrong = ull_server_run_read_outcome (csv->text, &row->refused);

  if (wrong == NULL)
    return TRUE;
  ull_csv_set_error (csv, "outcome", error, ULL_ERROR_INVALID, "%s", wrong);
  return FALSE;
}

static gboolean
set_cell (const UllCsv *csv, const Header *header, Row *row, GError **error)
{
  if (csv->column == header->concurrency)
    return set_concurrency (csv, row, error);
  if (csv->column == header->outcome)
    return set_outcome (csv, row, error);
  for (guint i = 0; i < ULL_N_RUN_FIGURES; i++)
    {
      char *end;

      if (header->column[i] != csv->column)
        continue;
      /* What became of the request, which stands behind it, says whether there has to be a time. */
      row->figures[i] = csv->text[0] != '\0' ? g_ascii_strtod (csv->text, &end) : NAN;
      if (csv->text[0] != '\0' && (end == csv->text || *end != '\0' || !isfinite (row->figures[i])))
        return refuse_number (csv, ull_server_run_names[i], error);
    }
  return TRUE;
}

static gboolean
end_row (UllServerRun *run, const UllCsv *csv, const Row *row, GError **error)
{
  g_autofree char *wrong = NULL;

  if (row->refused)
    return TRUE;
  for (guint i = 0; i < ULL_N_RUN_FIGURES; i++)
    if (isnan (row->figures[i]))
      return refuse_number (csv, ull_server_run_names[i], error);
  wrong = ull_server_run_add (run, row->figures, row->concurrency, run->ids->len);
  if (wrong == NULL)
    return TRUE;
  ull_csv_set_error (csv, NULL, error, ULL_ERROR_INVALID, "%s", wrong);
  return FALSE;
}

gboolean
ull_server_run_read_csv (UllServerRun *run, UllStream *stream, GError **error)
{
  const Row none = { .figures = { -1, -1, -1, -1, -1 } };
  Row row = none;
  UllCsvToken token;
  Header header = { .concurrency = 0 };
  UllCsv csv;

  ull_csv_init (&csv, stream);
  if (!read_header (&csv, &header, error))
    return FALSE;
  while ((token = ull_csv_next (&csv, error)) == ULL_CSV_FIELD || token == ULL_CSV_LAST_FIELD)
    {
      if (ull_csv_is_blank (&csv, token))
        continue;
      if (!set_cell (&csv, &header, &row, error))
        return FALSE;
      if (token != ULL_CSV_LAST_FIELD)
        continue;
      if (!end_row (run, &csv, &row, error))
        return FALSE;
      row = none;
    }
  return token == ULL_CSV_END;
}
