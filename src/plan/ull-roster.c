#include "ull-roster.h"

#include "ull-csv.h"
#include "ull-compare.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Two forms of one table. For scripts a row is a plan, ids are fixed, sizes are bytes, and `settings` with `model`,
 * `device` and `engine` make the same plan again. For people a column is a plan, and only settings that differ are rows:
 * what is the same everywhere explains no difference. */

/* That no shell takes for anything else. */
#define WORD_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/%@"

static const char *const ids[ULL_N_ROSTER_COLUMNS] = {
  [ULL_ROSTER_NAME] = "name",
  [ULL_ROSTER_MODEL] = "model",
  [ULL_ROSTER_DEVICE] = "device",
  [ULL_ROSTER_ENGINE] = "engine",
  [ULL_ROSTER_SETTINGS] = "settings",
  [ULL_ROSTER_VERDICT] = "verdict",
  [ULL_ROSTER_LIMIT] = "limit",
  [ULL_ROSTER_POOL] = "pool_bytes",
  [ULL_ROSTER_PER_TOKEN] = "kv_bytes_per_token",
  [ULL_ROSTER_PER_REQUEST] = "kv_bytes_per_request",
  [ULL_ROSTER_TOKENS] = "tokens",
  [ULL_ROSTER_BLOCKS] = "blocks",
  [ULL_ROSTER_MAX_CONCURRENCY] = "max_concurrency",
  [ULL_ROSTER_MAX_CONTEXT] = "max_context",
  [ULL_ROSTER_DEMAND] = "demand_bytes",
  [ULL_ROSTER_ULLAGE] = "ullage_bytes",
};

const char *
ull_roster_get_id (UllRosterColumn column)
{
  g_return_val_if_fail ((guint) column < ULL_N_ROSTER_COLUMNS, NULL);

  return ids[column];
}

gint64
ull_roster_number (const UllRosterEntry *entry, UllRosterColumn column)
{
  const UllPlan *plan = entry->plan;

  switch (column)
    {
    case ULL_ROSTER_POOL:
      return plan->budget.pool;
    case ULL_ROSTER_PER_TOKEN:
      return plan->layout.per_token;
    case ULL_ROSTER_PER_REQUEST:
      return plan->request_bytes;
    case ULL_ROSTER_TOKENS:
      return plan->layout.tokens;
    case ULL_ROSTER_BLOCKS:
      return plan->layout.blocks;
    case ULL_ROSTER_MAX_CONCURRENCY:
      return plan->max_concurrency;
    case ULL_ROSTER_MAX_CONTEXT:
      return plan->max_context;
    case ULL_ROSTER_DEMAND:
      return plan->demand_bytes;
    case ULL_ROSTER_ULLAGE:
      return plan->ullage_bytes;
    default:
      g_return_val_if_reached (-1);
    }
}

/* A word as a shell takes it. */
static void
append_word (GString *text, const char *word)
{
  g_autofree char *quoted = NULL;

  if (*word != '\0' && strspn (word, WORD_CHARACTERS) == strlen (word))
    g_string_append (text, word);
  else
    g_string_append (text, quoted = g_shell_quote (word));
}

/* A setting without an option of its own is named as its flag; a fraction's name tells how a file holds it. */
static void
append_setting (GString *text, const UllField *field, gint64 value)
{
  g_autofree char *typed = ull_field_format (field, value);
  g_autofree char *name = g_strdup (field->name);

  if (g_str_has_suffix (name, "_ppm"))
    name[strlen (name) - 4] = '\0';
  g_string_append_printf (text, "%s--%s%s", text->len > 0 ? " " : "", field->option != NULL ? field->option : "set ",
                          field->option != NULL ? " " : name);
  if (field->option == NULL)
    g_string_append_c (text, '=');
  append_word (text, typed);
}

static char *
settings_text (const UllScenario *scenario)
{
  UllEngineId engine = (UllEngineId) scenario->value[ULL_FIELD_ENGINE];
  GString *text = g_string_new (NULL);

  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);
      gint64 value = scenario->value[i];

      if (i == ULL_FIELD_ENGINE || (i == ULL_FIELD_CONTEXT && scenario->lengths != NULL) || value == field->initial
          || value == ULL_UNSET || !ull_field_is_read_by (field, engine))
        continue;
      append_setting (text, field, value);
    }
  if (scenario->lengths != NULL)
    {
      g_autofree char *spec = ull_format_plain (ull_lengths_get_spec (scenario->lengths));

      g_string_append_printf (text, "%s--lengths ", text->len > 0 ? " " : "");
      append_word (text, spec);
    }
  return g_string_free (text, FALSE);
}

/* A card that no catalogue has is its size. */
static char *
device_text (const UllDevice *device)
{
  if (g_str_equal (device->id, "custom"))
    return g_strdup_printf ("%" G_GINT64_FORMAT, device->reported);
  return ull_format_plain (device->id);
}

static char *
number_cell (const UllRosterEntry *entry, UllRosterColumn column)
{
  gint64 number = ull_roster_number (entry, column);

  if (number == G_MAXINT64 || (number < 0 && column != ULL_ROSTER_ULLAGE))
    return g_strdup ("");
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

char *
ull_roster_cell (const UllRosterEntry *entry, UllRosterColumn column)
{
  switch (column)
    {
    case ULL_ROSTER_NAME:
      return ull_format_plain (entry->name);
    case ULL_ROSTER_MODEL:
      return ull_format_plain (entry->scenario->model->name);
    case ULL_ROSTER_DEVICE:
      return device_text (entry->scenario->device);
    case ULL_ROSTER_ENGINE:
      return g_strdup (ull_engine_get_id ((UllEngineId) entry->scenario->value[ULL_FIELD_ENGINE]));
    case ULL_ROSTER_SETTINGS:
      return settings_text (entry->scenario);
    case ULL_ROSTER_VERDICT:
      return g_strdup (entry->plan->fits ? "fits" : "exceeds");
    case ULL_ROSTER_LIMIT:
      return g_strdup (ull_limit_get_id (entry->plan->limit));
    default:
      return number_cell (entry, column);
    }
}

void
ull_roster_append_csv (const UllRosterEntry *entries, guint n, GString *out, const char *ending)
{
  const char *header[ULL_N_ROSTER_COLUMNS + 1] = { NULL };

  for (int i = 0; i < ULL_N_ROSTER_COLUMNS; i++)
    header[i] = ids[i];
  ull_csv_append_row (out, header, ending);
  for (guint k = 0; k < n; k++)
    {
      g_auto (GStrv) cells = g_new0 (char *, ULL_N_ROSTER_COLUMNS + 1);

      for (int i = 0; i < ULL_N_ROSTER_COLUMNS; i++)
        cells[i] = ull_roster_cell (&entries[k], (UllRosterColumn) i);
      ull_csv_append_row (out, (const char *const *) cells, ending);
    }
}

typedef char *(*CellText) (const UllRosterEntry *entry, int which);

static void
add_row (GPtrArray *table, const char *label, const UllRosterEntry *entries, guint n, CellText text, int which)
{
  char **row = g_new0 (char *, n + 2);

  row[0] = g_strdup (label);
  for (guint i = 0; i < n; i++)
    row[i + 1] = text (&entries[i], which);
  g_ptr_array_add (table, row);
}

static char *
name_text (const UllRosterEntry *entry, int which)
{
  return ull_format_plain (entry->name);
}

static char *
model_text (const UllRosterEntry *entry, int which)
{
  return ull_format_plain (entry->scenario->model->name);
}

static char *
card_text (const UllRosterEntry *entry, int which)
{
  return ull_format_plain (entry->scenario->device->name);
}

static char *
setting_text (const UllRosterEntry *entry, int which)
{
  const UllField *field = ull_field_get ((UllFieldId) which);
  gint64 value = entry->scenario->value[which];

  if (value == ULL_UNSET)
    return g_strdup (ULL_EN_DASH);
  if (field->kind == ULL_KIND_SIZE)
    return ull_compare_value_text (ULL_UNIT_BYTES, value);
  if (field->kind == ULL_KIND_ENGINE)
    return g_strdup (ull_engine_get_label ((UllEngineId) value));
  return field->kind == ULL_KIND_COUNT ? ull_format_count (value) : ull_field_format (field, value);
}

static char *
verdict_text (const UllRosterEntry *entry, int which)
{
  if (ull_plan_is_undecided (entry->plan))
    return g_strdup (_("Not decided"));
  return g_strdup (entry->plan->fits ? _("Fits") : _("Does not fit"));
}

static char *
outcome_text (const UllRosterEntry *entry, int which)
{
  gboolean bytes = which == ULL_ROSTER_POOL || which == ULL_ROSTER_PER_TOKEN || which == ULL_ROSTER_PER_REQUEST
                   || which == ULL_ROSTER_DEMAND || which == ULL_ROSTER_ULLAGE;
  gint64 value = ull_roster_number (entry, (UllRosterColumn) which);

  if (value < 0 && which != ULL_ROSTER_ULLAGE)
    value = ULL_COMPARE_NONE;
  return ull_compare_value_text (bytes ? ULL_UNIT_BYTES : ULL_UNIT_COUNT, value);
}

static gboolean
differs (const UllRosterEntry *entries, guint n, int field)
{
  for (guint i = 1; i < n; i++)
    if (entries[i].scenario->value[field] != entries[0].scenario->value[field])
      return TRUE;
  return FALSE;
}

static void
free_row (gpointer row)
{
  g_strfreev (row);
}

GPtrArray *
ull_roster_table (const UllRosterEntry *entries, guint n)
{
  static const UllRosterColumn outcomes[]
      = { ULL_ROSTER_POOL,   ULL_ROSTER_PER_TOKEN,       ULL_ROSTER_PER_REQUEST, ULL_ROSTER_TOKENS,
          ULL_ROSTER_BLOCKS, ULL_ROSTER_MAX_CONCURRENCY, ULL_ROSTER_MAX_CONTEXT, ULL_ROSTER_ULLAGE };
  GPtrArray *table = g_ptr_array_new_with_free_func (free_row);

  add_row (table, _("Quantity"), entries, n, name_text, 0);
  add_row (table, _("Model"), entries, n, model_text, 0);
  add_row (table, _("Card"), entries, n, card_text, 0);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (differs (entries, n, i))
      add_row (table, ull_field_get_label (ull_field_get ((UllFieldId) i)), entries, n, setting_text, i);
  add_row (table, _("Verdict"), entries, n, verdict_text, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (outcomes); i++)
    {
      const char *id = outcomes[i] == ULL_ROSTER_POOL ? "kv_pool" : ids[outcomes[i]];

      add_row (table, ull_compare_get_label (id), entries, n, outcome_text, (int) outcomes[i]);
    }
  return table;
}
