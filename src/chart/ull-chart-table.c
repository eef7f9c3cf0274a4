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

/* @pinned: the same of the ghost, or -1 where there is no ghost to compare with. */
static void
add_sizes (GPtrArray *table, const char *name, gint64 bytes, gint64 low, gint64 high, const char *source, gint64 pinned)
{
  ull_table_take_row (table, g_strdup (name), plain (bytes), in_unit (bytes, ULL_GIB), in_unit (bytes, ULL_GB),
                      plain (low), plain (high), g_strdup (source), pinned >= 0 ? plain (pinned) : NULL, NULL);
}

static const UllStackPart *
find_part (const UllStack *stack, const char *id)
{
  for (guint i = 0; i < stack->n_parts; i++)
    if (g_str_equal (stack->part[i].id, id))
      return &stack->part[i];
  return NULL;
}

/* A part that a stack does not have takes nothing of it. */
static gint64
size_in (const UllStack *stack, const char *id)
{
  const UllStackPart *part = find_part (stack, id);

  return part != NULL ? part->size : 0;
}

/* What the weights are for, below their own row, of which they are the sum. How an estimate's range divides among them is not known. */
static void
add_weight_parts (GPtrArray *table, const UllDisclosure *disclosure)
{
  const UllDisclosure *ghost = ull_disclosure_has_ghost (disclosure) ? disclosure->ghost : NULL;
  const UllTerm *whole = &disclosure->given.term[ULL_TERM_WEIGHTS];
  gboolean exact = whole->low == whole->high;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    {
      gint64 bytes = disclosure->given.weight_part[i];
      gint64 pinned = ghost != NULL ? ghost->given.weight_part[i] : -1;
      g_autofree char *name = NULL;

      if (bytes <= 0 && pinned <= 0)
        continue;
      name = g_strdup_printf (_("Weights: %s"), ull_weight_part_get_label ((UllWeightPart) i));
      ull_table_take_row (table, g_steal_pointer (&name), plain (bytes), in_unit (bytes, ULL_GIB), in_unit (bytes, ULL_GB),
                          exact ? plain (bytes) : g_strdup (""), exact ? plain (bytes) : g_strdup (""), g_strdup (""),
                          pinned >= 0 ? plain (pinned) : NULL, NULL);
    }
}

static void
add_parts (GPtrArray *table, const UllDisclosure *disclosure, const UllStack *stack, const UllStack *ghost)
{
  for (guint i = 0; i < stack->n_parts; i++)
    {
      const UllStackPart *part = &stack->part[i];

      if (part->withheld)
        continue;
      add_sizes (table, part->name, part->size, part->low, part->high,
                 part->source >= 0 ? ull_source_get_label ((UllSource) part->source) : "",
                 ghost != NULL ? size_in (ghost, part->id) : -1);
      if (!disclosure->withheld && g_str_equal (part->id, ull_term_get_id (ULL_TERM_WEIGHTS)))
        add_weight_parts (table, disclosure);
    }
  for (guint i = 0; ghost != NULL && i < ghost->n_parts; i++)
    if (find_part (stack, ghost->part[i].id) == NULL)
      add_sizes (table, ghost->part[i].name, 0, 0, 0, "", ghost->part[i].size);
}

static char *
pinned_header (const UllDisclosure *disclosure)
{
  if (!ull_disclosure_has_ghost (disclosure))
    return NULL;
  return g_strdup_printf (_("%s, pinned (bytes)"), disclosure->ghost_name);
}

GPtrArray *
ull_chart_memory_table (const UllDisclosure *disclosure)
{
  GPtrArray *table = ull_rows_new ();
  UllStack stack, pinned;
  gboolean answered = ull_stack_init (&stack, disclosure);
  const UllStack *ghost = NULL;
  const UllPlan *plan = disclosure->plan;

  if (ull_disclosure_has_ghost (disclosure) && ull_stack_init (&pinned, disclosure->ghost))
    ghost = &pinned;
  ull_table_take_row (table, g_strdup (_("Part")), g_strdup (_("Size (bytes)")), g_strdup (_("Size (GiB)")),
                      g_strdup (_("Size (GB)")), g_strdup (_("Low (bytes)")), g_strdup (_("High (bytes)")),
                      g_strdup (_("Source")), pinned_header (disclosure), NULL);
  if (!answered && !disclosure->withheld)
    return table;

  add_sizes (table, _("Card"), stack.card, stack.card, stack.card, "", ghost != NULL ? ghost->card : -1);
  add_parts (table, disclosure, &stack, ghost);
  if (!answered)
    return table;

  add_sizes (table, _("Load line"), stack.given, stack.given, stack.given, "", ghost != NULL ? ghost->given : -1);
  add_sizes (table, _("KV pool"), plan->budget.pool, plan->budget.pool_low, plan->budget.pool_high, "",
             ghost != NULL ? disclosure->ghost->plan->budget.pool : -1);
  if (stack.overflow > 0 || (ghost != NULL && ghost->overflow > 0))
    add_sizes (table, ull_stack_overflow_label (&stack), stack.overflow, stack.overflow, stack.overflow, "",
               ghost != NULL ? ghost->overflow : -1);
  return table;
}

static void
add_header (GPtrArray *table, const UllCurves *curves, const UllDisclosure *disclosure)
{
  char **row = g_new0 (char *, curves->n + 3);

  row[0] = g_strdup (_("Context (tokens)"));
  for (guint i = 0; i < curves->n; i++)
    row[i + 1] = g_strdup_printf (_("Most requests, %s KV (requests)"), curves->curve[i].name);
  if (ull_disclosure_has_ghost (disclosure))
    row[curves->n + 1] = g_strdup_printf (_("Most requests, %s, pinned (requests)"), disclosure->ghost_name);
  g_ptr_array_add (table, row);
}

/* A model that keeps nothing has no most. */
static char *
most_cell (const UllLayout *layout, gint64 tokens)
{
  gint64 requests = ull_layout_max_requests (layout, tokens);

  return requests == G_MAXINT64 ? g_strdup ("") : plain (requests);
}

static void
add_lengths (GPtrArray *table, const UllCurves *curves, const UllDisclosure *disclosure, gint64 tokens)
{
  char **row = g_new0 (char *, curves->n + 3);

  row[0] = plain (tokens);
  for (guint i = 0; i < curves->n; i++)
    row[i + 1] = most_cell (&curves->curve[i].layout, tokens);
  if (ull_disclosure_has_ghost (disclosure))
    row[curves->n + 1] = most_cell (&disclosure->ghost->plan->layout, tokens);
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
  add_header (table, &curves, disclosure);
  lengths = lengths_of (&curves, disclosure->plan->context);
  for (guint i = 0; i < lengths->len; i++)
    {
      gint64 tokens = g_array_index (lengths, gint64, i);

      if (i == 0 || tokens != g_array_index (lengths, gint64, i - 1))
        add_lengths (table, &curves, disclosure, tokens);
    }
  return table;
}
