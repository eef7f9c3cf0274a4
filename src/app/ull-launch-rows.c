#include "ull-launch-rows.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Every text of a command is shown as it is: none of it is markup. */

static AdwActionRow *
add_row (AdwPreferencesGroup *group, const char *title, const char *subtitle)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (row, subtitle != NULL ? subtitle : "");
  adw_action_row_set_title_lines (row, 0);
  adw_action_row_set_subtitle_lines (row, 0);
  adw_preferences_group_add (group, GTK_WIDGET (row));
  return row;
}

static char *
dup_title (const UllLaunchItem *item)
{
  if (item->value == NULL)
    return g_strdup (*item->flag != 0 ? item->flag : _("Quotes"));
  return *item->flag != 0 ? g_strdup_printf ("%s %s", item->flag, item->value) : g_strdup (item->value);
}

/* "Model length: 32768"; of the model, and of cards, what is said of them. */
static char *
dup_setting (const UllLaunchItem *item)
{
  const UllField *field = item->field >= 0 ? ull_field_get ((UllFieldId) item->field) : NULL;
  g_autofree char *value = NULL;

  if (field == NULL)
    return g_strdup (item->note != NULL ? item->note : _("Model"));
  if (item->field == ULL_FIELD_K_DTYPE)
    return g_strdup (_("Format of keys and values"));
  if (item->number == ULL_UNSET)
    return g_strdup (ull_field_get_label (field));
  value = ull_field_format (field, item->number);
  return g_strdup_printf ("%s: %s", ull_field_get_label (field), value);
}

/* A sentence begins with the flag, which stands above it already. */
static const char *
skip_place (const UllLaunchItem *item)
{
  gsize length = strlen (item->flag);

  if (item->note != NULL && strncmp (item->note, item->flag, length) == 0 && g_str_has_prefix (item->note + length, ": "))
    return item->note + length + 2;
  return item->note;
}

static void
add_state (GtkBox *box, const UllLaunch *launch, UllLaunchState state, const char *title)
{
  AdwPreferencesGroup *group;

  if (ull_launch_count (launch, state) == 0)
    return;
  group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (group, title);
  for (guint i = 0; i < launch->items->len; i++)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i);
      g_autofree char *row = dup_title (item);
      g_autofree char *setting = state == ULL_LAUNCH_COUNTED ? dup_setting (item) : NULL;

      if (item->state == state)
        add_row (group, row, setting != NULL ? setting : skip_place (item));
    }
  gtk_box_append (box, GTK_WIDGET (group));
}

static void
add_neutral (GtkBox *box, const UllLaunch *launch)
{
  g_autoptr (GString) text = g_string_new (NULL);
  AdwPreferencesGroup *group;

  for (guint i = 0; i < launch->items->len; i++)
    {
      const UllLaunchItem *item = g_ptr_array_index (launch->items, i);

      if (item->state == ULL_LAUNCH_NEUTRAL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", item->flag);
    }
  if (text->len == 0)
    return;
  group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  add_row (group, _("Changes no memory of the card"), text->str);
  gtk_box_append (box, GTK_WIDGET (group));
}

GtkWidget *
ull_launch_rows_new (const UllLaunch *launch)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 18));

  add_state (box, launch, ULL_LAUNCH_WRONG, _("Refused by the engine"));
  add_state (box, launch, ULL_LAUNCH_COUNTED, _("Counted"));
  add_state (box, launch, ULL_LAUNCH_LEFT, _("Not counted"));
  add_neutral (box, launch);
  return GTK_WIDGET (box);
}
