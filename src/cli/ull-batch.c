#include "ull-batch.h"

#include "ull-files.h"
#include "ull-given-lengths.h"
#include "ull-given-margin.h"
#include "ull-members.h"
#include "ull-say.h"
#include "ull-settings.h"

#include "ull-csv.h"
#include "ull-roster.h"

#include <string.h>

/* Many plans at once. The options are the same for all, and change in each what its file says. A row is the plan that the
 * command makes of that file alone. Files of a folder are sorted by their names' bytes, whatever the person's language. */

typedef struct
{
  char *path;
  char *name;
  UllScenario *scenario;
  UllPlan *plan;
} Item;

static void
item_free (gpointer data)
{
  Item *item = data;

  g_clear_pointer (&item->path, g_free);
  g_clear_pointer (&item->name, g_free);
  g_clear_pointer (&item->scenario, ull_scenario_unref);
  g_clear_pointer (&item->plan, ull_plan_free);
  g_free (item);
}

static void
add_item (GPtrArray *items, char *path, char *name)
{
  Item *item = g_new0 (Item, 1);

  item->path = path;
  item->name = name;
  g_ptr_array_add (items, item);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  const Item *const *one = a, *const *other = b;

  return strcmp ((*one)->name, (*other)->name);
}

/* The .ullage files of a folder; none where it is a model's. */
static GPtrArray *
list_folder (const char *path)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (item_free);
  g_autofree char *config = g_build_filename (path, "config.json", NULL);
  g_autoptr (GDir) folder = g_file_test (config, G_FILE_TEST_EXISTS) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (ull_file_is_document (name))
      add_item (items, g_build_filename (path, name, NULL), g_filename_display_name (name));
  g_ptr_array_sort (items, compare_cb);
  return items;
}

static GPtrArray *
list_operands (const UllArgs *args)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (item_free);
  const char *path;

  for (guint i = 0; (path = ull_args_get_operand (args, i)) != NULL; i++)
    {
      g_autoptr (GPtrArray) files = list_folder (path);

      if (files->len > 0)
        g_ptr_array_extend_and_steal (items, g_steal_pointer (&files));
      else
        add_item (items, g_strdup (path), g_filename_display_name (path));
    }
  return items;
}

gboolean
ull_batch_is_asked (const UllArgs *args)
{
  const char *path = ull_args_get_operand (args, 0);
  g_autoptr (GPtrArray) files = NULL;

  if (path == NULL || ull_args_get_operand (args, 1) != NULL)
    return path != NULL;
  files = list_folder (path);
  return files->len > 0;
}

static gboolean
check_options (const UllArgs *args, GError **error)
{
  if (ull_args_has (args, "explain"))
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--explain: is of one plan; name one file with it");
  else if (ull_args_has (args, "model"))
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--model: given beside %s; name one model",
                 ull_args_get_operand (args, 0));
  else
    return TRUE;
  return FALSE;
}

/* @kept: whether it passes --check; the draws that tell are made only where that is asked. */
static gboolean
check_item (const UllArgs *args, const Item *item, gboolean *kept, GError **error)
{
  const UllLengths *lengths = ull_args_has (args, "check") ? item->scenario->lengths : NULL;
  gint64 margin, seed;
  UllMix mix;

  if (!ull_given_margin (args, item->plan->budget.pool, &margin, error)
      || !ull_given_seed (args, item->scenario, &seed, error)
      || (lengths != NULL && !ull_mix_init (&mix, item->scenario, lengths, (guint64) seed, error)))
    return FALSE;
  *kept = ull_margin_is_kept (item->plan, margin, lengths != NULL ? &mix : NULL);
  return TRUE;
}

/* FALSE with an error that names the file. */
static gboolean
plan_item (const UllArgs *args, Item *item, gboolean *kept, GError **error)
{
  g_autoptr (GError) fault = NULL;

  item->scenario = ull_settings_scenario_of (args, item->path, NULL, &fault);
  if (item->scenario != NULL)
    item->plan = ull_plan_new (item->scenario, &fault);
  if (item->plan != NULL && check_item (args, item, kept, &fault))
    return TRUE;
  /* Most messages of a file begin with its name already. */
  if (strstr (fault->message, item->name) == NULL)
    g_prefix_error (&fault, "%s: ", item->name);
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

static void
add_cell (JsonBuilder *builder, const UllRosterEntry *entry, UllRosterColumn column)
{
  g_autofree char *text = NULL;

  if (column == ULL_ROSTER_ULLAGE)
    ull_member_int (builder, ull_roster_get_id (column), ull_roster_number (entry, column));
  else if (column >= ULL_ROSTER_POOL)
    ull_member_known_int (builder, ull_roster_get_id (column), ull_roster_number (entry, column));
  else
    {
      text = ull_roster_cell (entry, column);
      ull_member_text (builder, ull_roster_get_id (column), text);
    }
}

static void
append_json (const UllRosterEntry *entries, guint n, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_member_array (builder, "plans");
  for (guint i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      for (int column = 0; column < ULL_N_ROSTER_COLUMNS; column++)
        add_cell (builder, &entries[i], (UllRosterColumn) column);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}

static void
fault_free (gpointer fault)
{
  g_error_free (fault);
}

/* An option that is wrong in every file is wrong in itself: it is said once. */
static gboolean
is_usage (GPtrArray *faults, guint n_items)
{
  for (guint i = 0; i < faults->len; i++)
    if (!g_error_matches (g_ptr_array_index (faults, i), ULL_ERROR, ULL_ERROR_USAGE))
      return FALSE;
  return faults->len == n_items;
}

static UllExit
tell (GPtrArray *faults, guint n_items, GError **error)
{
  if (is_usage (faults, n_items))
    {
      g_propagate_error (error, g_error_copy (g_ptr_array_index (faults, 0)));
      return ULL_EXIT_USAGE;
    }
  for (guint i = 0; i < faults->len; i++)
    ull_say_error (((const GError *) g_ptr_array_index (faults, i))->message);
  return ULL_EXIT_INPUT;
}

UllExit
ull_batch_plan (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (GPtrArray) items = list_operands (args);
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (fault_free);
  g_autofree UllRosterEntry *entries = g_new0 (UllRosterEntry, items->len);
  gboolean all_kept = TRUE;
  guint n = 0;

  if (!check_options (args, error))
    return ULL_EXIT_USAGE;
  for (guint i = 0; i < items->len; i++)
    {
      Item *item = g_ptr_array_index (items, i);
      g_autoptr (GError) fault = NULL;
      gboolean kept = FALSE;

      if (plan_item (args, item, &kept, &fault))
        entries[n++] = (UllRosterEntry) { item->name, item->scenario, item->plan };
      else
        g_ptr_array_add (faults, g_steal_pointer (&fault));
      all_kept = all_kept && kept;
    }
  if (ull_args_has (args, "json"))
    append_json (entries, n, out);
  else
    ull_roster_append_csv (entries, n, out, ULL_CSV_LF);
  if (faults->len > 0)
    return tell (faults, items->len, error);
  return ull_args_has (args, "check") && !all_kept ? ULL_EXIT_CHECK : ULL_EXIT_DONE;
}
