/* The data of a chart as rows of cells, for the table beside it and for CSV. Numbers are plain (a point, no groups), so
 * that a spreadsheet reads them; the unit is in the header. */
#include "ull-curves.h"

#include "ull-stack.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

static void
free_row (gpointer row)
{
  g_strfreev (row);
}

GPtrArray *
ull_rows_new (void)
{
  return g_ptr_array_new_with_free_func (free_row);
}

void
ull_table_take_row (GPtrArray *table, ...)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  va_list args;
  char *cell;

  va_start (args, table);
  while ((cell = va_arg (args, char *)) != NULL)
    g_ptr_array_add (cells, cell);
  va_end (args);
  g_ptr_array_add (cells, NULL);
  g_ptr_array_add (table, g_ptr_array_steal (cells, NULL));
}

static char *
plain (gint64 number)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static char *
in_unit (gint64 bytes, gint64 unit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.4f", (double) bytes / (double) unit));
}

static void
add_sizes (GPtrArray *table, const char *name, gint64 bytes, gint64 low, gint64 high, const char *source)
{
  ull_table_take_row (table, g_strdup (name), plain (bytes), in_unit (bytes, ULL_GIB), in_unit (bytes, ULL_GB),
                      plain (low), plain (high), g_strdup (source), NULL);
}

GPtrArray *
ull_chart_memory_table (const UllDisclosure *disclosure)
{
  GPtrArray *table = ull_rows_new ();
  UllStack stack;
  gboolean answered = ull_stack_init (&stack, disclosure);

  ull_table_take_row (table, g_strdup (_("Part")), g_strdup (_("Size (bytes)")), g_strdup (_("Size (GiB)")),
                      g_strdup (_("Size (GB)")), g_strdup (_("Low (bytes)")), g_strdup (_("High (bytes)")),
                      g_strdup (_("Source")), NULL);
  if (!answered && !disclosure->withheld)
    return table;

  add_sizes (table, _("Card"), stack.card, stack.card, stack.card, "");
  for (guint i = 0; i < stack.n_parts; i++)
    add_sizes (table, stack.part[i].name, stack.part[i].size, stack.part[i].low, stack.part[i].high,
               stack.part[i].source >= 0 ? ull_source_get_label ((UllSource) stack.part[i].source) : "");
  if (!answered)
    return table;

  add_sizes (table, _("Load line"), stack.given, stack.given, stack.given, "");
  add_sizes (table, _("KV pool"), disclosure->plan->budget.pool, disclosure->plan->budget.pool_low,
             disclosure->plan->budget.pool_high, "");
  if (stack.overflow > 0)
    add_sizes (table, _("Over the load line"), stack.overflow, stack.overflow, stack.overflow, "");
  return table;
}

static void
add_header (GPtrArray *table, const UllCurves *curves)
{
  char **row = g_new0 (char *, curves->n + 2);

  row[0] = g_strdup (_("Context (tokens)"));
  for (guint i = 0; i < curves->n; i++)
    row[i + 1] = g_strdup_printf (_("Most requests, %s KV (requests)"), curves->curve[i].name);
  g_ptr_array_add (table, row);
}

static void
add_lengths (GPtrArray *table, const UllCurves *curves, gint64 tokens)
{
  char **row = g_new0 (char *, curves->n + 2);

  row[0] = plain (tokens);
  for (guint i = 0; i < curves->n; i++)
    {
      gint64 requests = ull_layout_max_requests (&curves->curve[i].layout, tokens);

      /* A model that keeps nothing has no most. */
      row[i + 1] = requests == G_MAXINT64 ? g_strdup ("") : plain (requests);
    }
  g_ptr_array_add (table, row);
}

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const gint64 *one = a;
  const gint64 *other = b;

  return *one < *other ? -1 : *one > *other;
}

static void
add_length (GArray *lengths, gint64 tokens)
{
  g_array_append_val (lengths, tokens);
}

/* Powers of two, the present context, and where the present curve steps down from its last sixteen requests. */
static GArray *
lengths_of (const UllCurves *curves, gint64 context)
{
  GArray *lengths = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 tokens = curves->shortest; tokens < curves->longest && tokens <= G_MAXINT64 / 2; tokens *= 2)
    add_length (lengths, tokens);
  add_length (lengths, curves->longest);
  add_length (lengths, context);
  for (gint64 requests = 1; requests <= 16; requests++)
    {
      gint64 tokens = ull_layout_max_tokens (&curves->curve[0].layout, requests, curves->longest);

      if (tokens > curves->shortest && tokens < curves->longest)
        add_length (lengths, tokens);
    }
  g_array_sort (lengths, compare_lengths);
  return lengths;
}

GPtrArray *
ull_chart_curves_table (const UllDisclosure *disclosure)
{
  GPtrArray *table = ull_rows_new ();
  g_autoptr (GArray) lengths = NULL;
  UllCurves curves;

  if (disclosure->plan == NULL)
    {
      ull_table_take_row (table, g_strdup (_("Context (tokens)")), NULL);
      return table;
    }
  ull_curves_init (&curves, disclosure);
  add_header (table, &curves);
  lengths = lengths_of (&curves, disclosure->plan->context);
  for (guint i = 0; i < lengths->len; i++)
    {
      gint64 tokens = g_array_index (lengths, gint64, i);

      if (i == 0 || tokens != g_array_index (lengths, gint64, i - 1))
        add_lengths (table, &curves, tokens);
    }
  return table;
}
