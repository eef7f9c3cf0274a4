#include "ull-compare.h"

#include "ull-csv.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The difference of two plans as a table. For scripts a value is a plain number of the row's unit, and a factor has all the
 * digits that make it the same number again. */

static void
free_row (gpointer row)
{
  g_strfreev (row);
}

static void
take_row (GPtrArray *table, char *quantity, char *a, char *b, char *difference, char *factor)
{
  char *cells[] = { quantity, a, b, difference, factor, NULL };

  g_ptr_array_add (table, g_memdup2 (cells, sizeof cells));
}

GPtrArray *
ull_comparison_table (const UllComparison *comparison, const char *name_a, const char *name_b)
{
  GPtrArray *table = g_ptr_array_new_with_free_func (free_row);

  take_row (table, g_strdup (_("Quantity")), ull_format_plain (name_a), ull_format_plain (name_b),
            g_strdup (_("Difference")), g_strdup (_("Factor")));
  for (guint i = 0; i < comparison->n; i++)
    {
      const UllCompareRow *row = &comparison->row[i];

      take_row (table, g_strdup (ull_compare_get_label (row->id)), ull_compare_value_text (row->unit, row->a),
                ull_compare_value_text (row->unit, row->b), ull_compare_difference_text (row),
                ull_compare_factor_text (row));
    }
  return table;
}

static char *
plain (gint64 value)
{
  if (value == ULL_COMPARE_NONE || value == ULL_COMPARE_UNBOUNDED)
    return g_strdup ("");
  return g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

static char *
plain_factor (double factor)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (isnan (factor) ? "" : g_ascii_dtostr (text, sizeof text, factor));
}

void
ull_comparison_append_csv (const UllComparison *comparison, const char *name_a, const char *name_b, GString *out,
                           const char *ending)
{
  g_autofree char *plain_a = ull_format_plain (name_a);
  g_autofree char *plain_b = ull_format_plain (name_b);

  ull_csv_append_row (out, (const char *[]) { "quantity", "unit", plain_a, plain_b, "difference", "factor", NULL }, ending);
  for (guint i = 0; i < comparison->n; i++)
    {
      const UllCompareRow *row = &comparison->row[i];
      g_autofree char *a = plain (row->a), *b = plain (row->b), *factor = plain_factor (row->factor);
      g_autofree char *difference = row->comparable ? plain (row->difference) : g_strdup ("");

      ull_csv_append_row (out, (const char *[]) { row->id, ull_unit_get_id (row->unit), a, b, difference, factor, NULL },
                          ending);
    }
}
