#include "ull-compare.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* No row has arithmetic of its own: both sides are what a plan says, and a difference is the one less the other. Values
 * are bytes, tokens, blocks or requests; a difference may be negative, a size may be where it is the ullage. */

static const struct
{
  const char *id;
  const char *label;
} labels[] = {
  { "card", N_("Card") },
  { "deficit", N_("Lacking") },
  { "kv_bytes_per_token", N_("Bytes per token") },
  { "kv_bytes_per_request", N_("One request") },
  { "blocks_per_request", N_("Blocks of one request") },
  { "tokens", N_("Tokens") },
  { "blocks", N_("Blocks") },
  { "max_concurrency", N_("Most requests") },
  { "max_context", N_("Longest context") },
  { "demand_bytes", N_("Asked for") },
  { "ullage_bytes", N_("Ullage") },
};

static gboolean
is_number (gint64 value)
{
  return value != ULL_COMPARE_NONE && value != ULL_COMPARE_UNBOUNDED;
}

static void
add (UllComparison *comparison, const char *id, UllUnit unit, gint64 a, gint64 b)
{
  UllCompareRow *row = &comparison->row[comparison->n];

  if (a == ULL_COMPARE_NONE && b == ULL_COMPARE_NONE)
    return;
  *row = (UllCompareRow) { .id = id, .unit = unit, .a = a, .b = b, .factor = NAN };
  row->comparable = is_number (a) && is_number (b) && !__builtin_sub_overflow (b, a, &row->difference);
  if (row->comparable && a > 0 && b >= 0)
    row->factor = (double) b / (double) a;
  comparison->n++;
}

static gint64
term_of (const UllPlan *plan, UllTermId id)
{
  return plan->budget.term[id].present ? plan->budget.term[id].bytes : ULL_COMPARE_NONE;
}

/* -1 is what a plan says where it counts none. */
static gint64
known (gint64 count)
{
  return count < 0 ? ULL_COMPARE_NONE : count;
}

static gint64
positive (gint64 bytes)
{
  return bytes > 0 ? bytes : ULL_COMPARE_NONE;
}

void
ull_comparison_init (UllComparison *comparison, const UllPlan *a, const UllPlan *b)
{
  comparison->n = 0;
  add (comparison, "card", ULL_UNIT_BYTES, a->budget.card, b->budget.card);
  for (int i = 0; i < ULL_N_TERMS; i++)
    add (comparison, ull_term_get_id ((UllTermId) i), ULL_UNIT_BYTES, term_of (a, (UllTermId) i),
         term_of (b, (UllTermId) i));
  add (comparison, "deficit", ULL_UNIT_BYTES, positive (a->budget.deficit), positive (b->budget.deficit));
  add (comparison, "kv_bytes_per_token", ULL_UNIT_BYTES, a->layout.per_token, b->layout.per_token);
  add (comparison, "kv_bytes_per_request", ULL_UNIT_BYTES, a->request_bytes, b->request_bytes);
  add (comparison, "blocks_per_request", ULL_UNIT_BLOCKS, known (a->blocks_per_request), known (b->blocks_per_request));
  add (comparison, "tokens", ULL_UNIT_TOKENS, known (a->layout.tokens), known (b->layout.tokens));
  add (comparison, "blocks", ULL_UNIT_BLOCKS, known (a->layout.blocks), known (b->layout.blocks));
  add (comparison, "max_concurrency", ULL_UNIT_REQUESTS, a->max_concurrency, b->max_concurrency);
  add (comparison, "max_context", ULL_UNIT_TOKENS, a->max_context, b->max_context);
  add (comparison, "demand_bytes", ULL_UNIT_BYTES, a->demand_bytes, b->demand_bytes);
  add (comparison, "ullage_bytes", ULL_UNIT_BYTES, a->ullage_bytes, b->ullage_bytes);
}

const UllCompareRow *
ull_comparison_find (const UllComparison *comparison, const char *id)
{
  for (guint i = 0; i < comparison->n; i++)
    if (g_str_equal (comparison->row[i].id, id))
      return &comparison->row[i];
  return NULL;
}

const char *
ull_compare_get_label (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_str_equal (labels[i].id, id))
      return _(labels[i].label);
  for (int i = 0; i < ULL_N_TERMS; i++)
    if (g_str_equal (ull_term_get_id ((UllTermId) i), id))
      return ull_term_get_label ((UllTermId) i);
  g_return_val_if_reached (NULL);
}

/* Two decimals of GiB, or the unit that leaves something to see. */
static char *
size_text (gint64 bytes)
{
  return ABS (bytes) >= ULL_GIB / 10 || bytes == 0 ? ull_format_gib (bytes) : ull_format_size (bytes);
}

static char *
number_text (UllUnit unit, gint64 value)
{
  if (unit == ULL_UNIT_DTYPE && value >= 0 && value < ULL_N_DTYPES)
    return g_strdup (ull_dtype_info ((UllDtype) value)->id);
  if (unit == ULL_UNIT_PPM)
    return ull_format_fraction (value);
  return unit == ULL_UNIT_BYTES ? size_text (value) : ull_format_count (value);
}

char *
ull_compare_value_text (UllUnit unit, gint64 value)
{
  if (value == ULL_COMPARE_NONE)
    return g_strdup (ULL_EN_DASH);
  if (value == ULL_COMPARE_UNBOUNDED)
    return g_strdup (_("no bound"));
  return number_text (unit, value);
}

static char *
signed_text (UllUnit unit, gint64 difference)
{
  g_autofree char *size = number_text (unit, ABS (difference));

  return g_strconcat (difference < 0 ? ULL_MINUS : "+", size, NULL);
}

char *
ull_compare_difference_text (const UllCompareRow *row)
{
  if (row->a == row->b)
    return g_strdup (_("same"));
  return row->comparable ? signed_text (row->unit, row->difference) : g_strdup ("");
}

char *
ull_compare_factor_text (const UllCompareRow *row)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (row->factor) || row->a == row->b)
    return g_strdup ("");
  g_ascii_formatd (number, sizeof number, row->factor < 0.1 ? "%.3f" : row->factor < 100 ? "%.2f" : "%.0f", row->factor);
  return g_strconcat (ULL_TIMES, number, NULL);
}

int
ull_compare_step (const UllDerivation *derivation, guint step, const UllDerivation *other)
{
  UllStepId id = derivation->step[step].id;
  guint before = 0;

  for (guint i = 0; i < step; i++)
    before += derivation->step[i].id == id;
  for (guint i = 0; i < other->n_steps; i++)
    if (other->step[i].id == id && before-- == 0)
      return (int) i;
  return -1;
}

char *
ull_compare_change_text (UllUnit unit, gint64 from, gint64 value)
{
  gint64 difference;

  if (from == value || unit == ULL_UNIT_DTYPE || __builtin_sub_overflow (value, from, &difference))
    return NULL;
  return signed_text (unit, difference);
}
