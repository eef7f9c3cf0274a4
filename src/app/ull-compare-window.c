#include "ull-compare-window.h"

#include "ull-compare.h"
#include "ull-csv.h"
#include "ull-error.h"
#include "ull-file-picker.h"
#include "ull-mnemonic.h"
#include "ull-notice.h"
#include "ull-pin-row.h"
#include "ull-roster.h"
#include "ull-table-view.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A pin's plan is made here, when there is a table to show it in, and lives no longer than that takes. The table is
 * dropped at once where something is withheld, and nothing can be copied or written then. Files hold plain numbers and
 * ids, the window shows them for people. */

struct _UllCompareWindow
{
  AdwWindow parent_instance;

  /* Template */
  GtkToggleButton *scenarios;
  GtkToggleButton *difference;
  UllNotice *notice;
  GtkWidget *pins_scroller;
  GtkListBox *pins;
  GtkStack *stack;
  UllTableView *table;
  AdwStatusPage *status;

  /* Owned */
  UllWorkspace *workspace;
};

G_DEFINE_FINAL_TYPE (UllCompareWindow, ull_compare_window, ADW_TYPE_WINDOW)

/* The present plan and every pin that can be planned. */
typedef struct
{
  GArray *entries;  /* UllRosterEntry */
  GPtrArray *plans; /* of the pins */
} Roster;

static void
roster_clear (Roster *roster)
{
  g_clear_pointer (&roster->entries, g_array_unref);
  g_clear_pointer (&roster->plans, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Roster, roster_clear)

static void
add_pin (Roster *roster, UllPin *pin)
{
  UllPlan *plan = ull_plan_new (ull_pin_get_scenario (pin), NULL);
  UllRosterEntry entry = { ull_pin_get_name (pin), ull_pin_get_scenario (pin), plan };

  if (plan == NULL)
    return;
  g_ptr_array_add (roster->plans, plan);
  g_array_append_val (roster->entries, entry);
}

static void
roster_init (Roster *roster, UllCompareWindow *self)
{
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  UllPins *pins = ull_workspace_get_pins (self->workspace);
  UllRosterEntry now = { _("Now"), disclosure->scenario, disclosure->plan };

  roster->entries = g_array_new (FALSE, FALSE, sizeof (UllRosterEntry));
  roster->plans = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_plan_free);
  g_array_append_val (roster->entries, now);
  for (guint i = 0; i < ull_pins_get_n (pins); i++)
    add_pin (roster, ull_pins_get (pins, i));
}

static const UllRosterEntry *
get_entry (const Roster *roster, guint n)
{
  return n < roster->entries->len ? &g_array_index (roster->entries, UllRosterEntry, n) : NULL;
}

/* What the present plan is compared with: the pin that is shown, else the last one. */
static const UllRosterEntry *
get_other (const Roster *roster, UllCompareWindow *self)
{
  UllPin *shown = ull_pins_get_shown (ull_workspace_get_pins (self->workspace));

  for (guint i = 1; shown != NULL && i < roster->entries->len; i++)
    if (get_entry (roster, i)->scenario == ull_pin_get_scenario (shown))
      return get_entry (roster, i);
  return get_entry (roster, roster->entries->len - 1);
}

static gboolean
may_show (UllCompareWindow *self)
{
  return self->workspace != NULL && ull_disclosure_is_whole (ull_workspace_get_disclosure (self->workspace))
         && ull_pins_get_n (ull_workspace_get_pins (self->workspace)) > 0;
}

static GPtrArray *
make_table (UllCompareWindow *self)
{
  g_auto (Roster) roster = { 0 };
  const UllRosterEntry *other;
  UllComparison comparison;

  roster_init (&roster, self);
  if (gtk_toggle_button_get_active (self->scenarios) || roster.entries->len < 2)
    return ull_roster_table (get_entry (&roster, 0), roster.entries->len);
  other = get_other (&roster, self);
  ull_comparison_init (&comparison, other->plan, get_entry (&roster, 0)->plan);
  return ull_comparison_table (&comparison, other->name, _("Now"));
}

char *
ull_compare_window_dup_csv (UllCompareWindow *self)
{
  g_auto (Roster) roster = { 0 };
  const UllRosterEntry *other;
  UllComparison comparison;
  GString *csv;

  g_return_val_if_fail (ULL_IS_COMPARE_WINDOW (self), NULL);

  if (!may_show (self))
    return NULL;
  csv = g_string_new (NULL);
  roster_init (&roster, self);
  if (gtk_toggle_button_get_active (self->scenarios) || roster.entries->len < 2)
    ull_roster_append_csv (get_entry (&roster, 0), roster.entries->len, csv, ULL_CSV_CRLF);
  else
    {
      other = get_other (&roster, self);
      ull_comparison_init (&comparison, other->plan, get_entry (&roster, 0)->plan);
      ull_comparison_append_csv (&comparison, other->name, _("Now"), csv, ULL_CSV_CRLF);
    }
  return g_string_free (csv, FALSE);
}

static void
show_status (UllCompareWindow *self)
{
  gboolean any = ull_pins_get_n (ull_workspace_get_pins (self->workspace)) > 0;

  ull_table_view_clear (self->table);
  adw_status_page_set_title (self->status, any ? _("Withheld") : _("Nothing Is Pinned"));
  adw_status_page_set_description (self->status,
                                   any ? _("The comparison comes when the whole sum is shown.")
                                       : _("Ctrl+K keeps the present plan to compare others with it."));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->status));
}

static void
disclosure_cb (gpointer data)
{
  UllCompareWindow *self = data;
  gboolean shown = may_show (self);
  g_autoptr (GPtrArray) table = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.copy", shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.export", shown);
  gtk_widget_set_visible (self->pins_scroller, ull_pins_get_n (ull_workspace_get_pins (self->workspace)) > 0);
  if (!shown)
    {
      show_status (self);
      return;
    }
  table = make_table (self);
  ull_table_view_set (self->table, table);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->table));
}

static void
page_cb (UllCompareWindow *self)
{
  if (self->workspace != NULL)
    disclosure_cb (self);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *csv = ull_compare_window_dup_csv (ULL_COMPARE_WINDOW (widget));

  if (csv != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
}

gboolean
ull_compare_window_write (UllCompareWindow *self, const char *path)
{
  g_autofree char *csv = NULL;
  g_autofree char *full = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (ULL_IS_COMPARE_WINDOW (self), FALSE);

  csv = ull_compare_window_dup_csv (self);
  if (csv == NULL)
    return FALSE;
  full = g_str_has_suffix (path, ".csv") ? g_strdup (path) : ull_file_picker_add_ending (path, "csv", &error);
  if (full != NULL && g_file_set_contents (full, csv, -1, &error))
    {
      ull_notice_set_revealed (self->notice, FALSE);
      return TRUE;
    }
  ull_notice_set_title (self->notice, error->message);
  ull_notice_set_revealed (self->notice, TRUE);
  return FALSE;
}

static void
picked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllCompareWindow) self = user_data;
  g_autoptr (GFile) file = ull_file_picker_finish (ULL_FILE_PICKER (source), result, NULL);

  if (file != NULL && g_file_peek_path (file) != NULL)
    ull_compare_window_write (self, g_file_peek_path (file));
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllCompareWindow *self = ULL_COMPARE_WINDOW (widget);
  g_autoptr (UllFilePicker) picker = ull_file_picker_new (_("Export Comparison"));

  ull_file_picker_set_initial_name (picker, gtk_toggle_button_get_active (self->scenarios) ? "scenarios.csv"
                                                                                            : "difference.csv");
  ull_file_picker_save (picker, GTK_WINDOW (self), NULL, picked_cb, g_object_ref (self));
}

static void
pin_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllCompareWindow *self = ULL_COMPARE_WINDOW (widget);
  UllScenario *scenario = ull_workspace_get_scenario (self->workspace);
  gboolean added;

  if (scenario != NULL)
    ull_pins_add (ull_workspace_get_pins (self->workspace), scenario, &added);
}

static GtkWidget *
make_row_cb (gpointer item, gpointer user_data)
{
  return ull_pin_row_new (ULL_COMPARE_WINDOW (user_data)->workspace, ULL_PIN (item));
}

static void
set_workspace (UllCompareWindow *self, UllWorkspace *workspace)
{
  if (!ull_watch (&self->workspace, workspace, disclosure_cb, self) || workspace == NULL)
    return;
  gtk_list_box_bind_model (self->pins, G_LIST_MODEL (ull_workspace_get_pins (workspace)), make_row_cb, self, NULL);
  /* While nothing is disclosed the pins still come and go. */
  g_signal_connect_object (ull_workspace_get_pins (workspace), "changed", G_CALLBACK (disclosure_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
ull_compare_window_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  if (property_id == ULL_WATCH_PROPERTY)
    set_workspace (ULL_COMPARE_WINDOW (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_compare_window_dispose (GObject *object)
{
  UllCompareWindow *self = ULL_COMPARE_WINDOW (object);

  if (self->pins != NULL)
    gtk_list_box_bind_model (self->pins, NULL, NULL, NULL, NULL);
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_COMPARE_WINDOW);
  G_OBJECT_CLASS (ull_compare_window_parent_class)->dispose (object);
}

static void
ull_compare_window_class_init (UllCompareWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_compare_window_set_property;
  object_class->dispose = ull_compare_window_dispose;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_NOTICE);
  g_type_ensure (ULL_TYPE_TABLE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-compare-window.ui");
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, scenarios);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, difference);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, pins_scroller);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, pins);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, table);
  gtk_widget_class_bind_template_child (widget_class, UllCompareWindow, status);
  gtk_widget_class_bind_template_callback (widget_class, page_cb);
  gtk_widget_class_install_action (widget_class, "compare.copy", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "compare.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "compare.pin", NULL, pin_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_k, GDK_CONTROL_MASK, "compare.pin", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_compare_window_init (UllCompareWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  ull_table_view_set_label (self->table, _("Comparison"));
}

UllCompareWindow *
ull_compare_window_new (GtkWindow *parent, UllWorkspace *workspace)
{
  return g_object_new (ULL_TYPE_COMPARE_WINDOW, "transient-for", parent, "workspace", workspace, NULL);
}

void
ull_compare_window_set_difference (UllCompareWindow *self, gboolean difference)
{
  g_return_if_fail (ULL_IS_COMPARE_WINDOW (self));

  gtk_toggle_button_set_active (difference ? self->difference : self->scenarios, TRUE);
}
