#include "ull-pool-speed.h"

#include <glib/gi18n-lib.h>

/* The player has the pace, so that it lasts as long as the card does; the menu's action and the button only say it. In GTK 4.8 the
 * keyboard is on a button inside the menu button, which needs a name of its own. */

#define ACTION "pace"
#define LABEL_KEY "ull-pool-speed-label"

static void
say (GtkMenuButton *button, UllPoolPlayer *player)
{
  UllPoolPace pace = ull_pool_player_get_pace (player);
  GtkLabel *label = g_object_get_data (G_OBJECT (button), LABEL_KEY);
  GtkWidget *inner = gtk_widget_get_first_child (GTK_WIDGET (button));
  g_autofree char *said = NULL, *name = NULL;

  if (g_strcmp0 (gtk_label_get_text (label), ull_pool_pace_name (pace)) == 0)
    return;
  said = ull_pool_pace_describe (pace);
  name = g_strdup_printf (_("Speed: %s"), said);
  gtk_label_set_text (label, ull_pool_pace_name (pace));
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
changed_cb (UllPoolPlayer *player, gpointer button)
{
  say (button, player);
}

static void
change_state_cb (GSimpleAction *action, GVariant *value, gpointer player)
{
  UllPoolPace pace;

  if (!ull_pool_pace_from_id (g_variant_get_string (value, NULL), &pace))
    return;
  g_simple_action_set_state (action, value);
  ull_pool_player_set_pace (player, pace);
}

void
ull_pool_speed_attach (GtkMenuButton *button, GtkLabel *label, UllPoolPlayer *player)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GMenuModel) menu = ull_pool_pace_menu ("speed." ACTION);
  const char *id = ull_pool_pace_id (ull_pool_player_get_pace (player));
  g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (ACTION, G_VARIANT_TYPE_STRING, g_variant_new_string (id));

  g_object_set_data (G_OBJECT (button), LABEL_KEY, label);
  g_signal_connect_object (action, "change-state", G_CALLBACK (change_state_cb), player, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (GTK_WIDGET (button), "speed", G_ACTION_GROUP (group));
  gtk_menu_button_set_menu_model (button, menu);
  g_signal_connect_object (player, "changed", G_CALLBACK (changed_cb), button, 0);
  say (button, player);
}
