#include "ull-ramp-table.h"

#include "ull-mnemonic.h"
#include "ull-ramp-shown.h"
#include "ull-table-view.h"

#include <glib/gi18n-lib.h>

/* Tables are the chart library's own, as its CSV files are. While a level is played the table stands still and follows when it pauses:
 * nobody reads rows that change twenty times a second. What is withheld is in no run, and so in no table. */

struct _UllRampTable
{
  AdwWindow parent_instance;

  /* Template */
  UllTableView *view;

  /* Owned */
  UllWorkspace *workspace;
  UllPoolCard *pool;
  GSimpleActionGroup *choices;
  GPtrArray *table; /* that is shown */
};

G_DEFINE_FINAL_TYPE (UllRampTable, ull_ramp_table, ADW_TYPE_WINDOW)

static const GActionEntry choice_entries[] = {
  { .name = "chart", .parameter_type = "s", .state = "'ramp'" },
};

static GPtrArray *
make_table (UllRampTable *self)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self->choices), "chart");
  const char *id = g_variant_get_string (state, NULL);
  g_auto (UllRampShown) shown = { .result = NULL };
  UllTimelinePicture over_time;
  UllBlockPicture blocks;

  if (g_str_equal (id, ULL_TIMELINE_CHART_ID))
    {
      ull_pool_card_get_over_time (self->pool, &over_time);
      return ull_timeline_table (&over_time);
    }
  if (g_str_equal (id, ULL_BLOCKS_CHART_ID))
    {
      ull_pool_card_get_blocks (self->pool, &blocks);
      return ull_block_grid_table (&blocks);
    }
  ull_ramp_shown_update (&shown, ull_workspace_get_ramp_run (self->workspace));
  return ull_ramp_chart_table (ull_ramp_shown_get (&shown) != NULL ? ull_ramp_shown_get (&shown)
                                                                    : &(UllRampPicture) { .peak = -1, .operating = -1 });
}

static gboolean
same (const GPtrArray *a, const GPtrArray *b)
{
  if (a == NULL || a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_strv_equal (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

/* A table that is the same is not set anew: selection and place stay. */
static void
update (UllRampTable *self)
{
  g_autoptr (GPtrArray) table = NULL;

  if (self->workspace == NULL || ull_pool_player_get_playing (ull_pool_card_get_player (self->pool)))
    return;
  table = make_table (self);
  if (same (self->table, table))
    return;
  ull_table_view_set (self->view, table);
  g_clear_pointer (&self->table, g_ptr_array_unref);
  self->table = g_steal_pointer (&table);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *csv = ull_ramp_table_dup_csv (ULL_RAMP_TABLE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
}

static void
ull_ramp_table_dispose (GObject *object)
{
  UllRampTable *self = ULL_RAMP_TABLE (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_RAMP_TABLE);
  g_clear_object (&self->workspace);
  g_clear_object (&self->pool);
  g_clear_object (&self->choices);
  g_clear_pointer (&self->table, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_ramp_table_parent_class)->dispose (object);
}

static void
ull_ramp_table_class_init (UllRampTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_ramp_table_dispose;
  g_type_ensure (ULL_TYPE_TABLE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-ramp-table.ui");
  gtk_widget_class_bind_template_child (widget_class, UllRampTable, view);
  gtk_widget_class_install_action (widget_class, "table.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "table.copy", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ull_ramp_table_init (UllRampTable *self)
{
  self->choices = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->choices), choice_entries, G_N_ELEMENTS (choice_entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "rows", G_ACTION_GROUP (self->choices));
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  ull_table_view_set_label (self->view, _("Data of the chart"));
  g_signal_connect_object (self->choices, "action-state-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

UllRampTable *
ull_ramp_table_new (GtkWindow *parent, UllWorkspace *workspace, UllPoolCard *pool)
{
  UllRampTable *self = g_object_new (ULL_TYPE_RAMP_TABLE, "transient-for", parent, NULL);

  self->workspace = g_object_ref (workspace);
  self->pool = g_object_ref (pool);
  g_signal_connect_object (ull_workspace_get_ramp_run (workspace), "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pool, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return self;
}

void
ull_ramp_table_set_chart (UllRampTable *self, const char *id)
{
  g_return_if_fail (ULL_IS_RAMP_TABLE (self));

  g_action_group_change_action_state (G_ACTION_GROUP (self->choices), "chart", g_variant_new_string (id));
}

char *
ull_ramp_table_dup_csv (UllRampTable *self)
{
  g_return_val_if_fail (ULL_IS_RAMP_TABLE (self), NULL);

  return ull_table_view_dup_csv (self->view);
}
