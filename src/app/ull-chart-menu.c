#include "ull-chart-menu.h"

#include "ull-chart-meaning.h"
#include "ull-chart-view-private.h"

#include <glib/gi18n-lib.h>

/* The window's own dialog, told which chart. */
static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *id = ull_chart_kind_get_id (ull_chart_view_get_kind (ULL_CHART_VIEW (widget)));

  gtk_widget_activate_action (widget, "win.export-chart", "s", id);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_chart_zoom_by (ULL_CHART_VIEW (widget)->zoom, g_variant_get_int32 (parameter));
}

/* Of the part that the menu was opened at, since the pointer has left it since; else of the part that is named now. */
static void
meaning_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllChartView *self = ULL_CHART_VIEW (widget);
  const UllSpot *spot = ull_chart_view_peek_spot (self);

  if (g_variant_get_boolean (parameter))
    ull_chart_meaning_show (self, self->menu_spot);
  else
    ull_chart_meaning_show (self, spot != NULL ? spot->id : NULL);
}

static GMenuModel *
make_model (UllChartKind kind)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) meaning = g_menu_new ();
  g_autoptr (GMenu) zoom = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new ();

  g_menu_append (meaning, _("_What This Means"), "chart.meaning(true)");
  g_menu_append (zoom, _("Zoom _In"), "chart.zoom(1)");
  g_menu_append (zoom, _("Zoom _Out"), "chart.zoom(-1)");
  g_menu_append (zoom, _("Show the _Whole"), "chart.zoom(0)");
  g_menu_append (files, _("_Export…"), "chart.export");
  g_menu_append (files, _("_Data Table"), "plan.data-table");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (meaning));
  if (kind == ULL_CHART_CURVES)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (zoom));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  return G_MENU_MODEL (g_steal_pointer (&menu));
}

static GtkWidget *
make_menu (UllChartView *self)
{
  g_autoptr (GMenuModel) model = make_model (self->kind);
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  return menu;
}

void
ull_chart_menu_popup (UllChartView *self, double x, double y)
{
  const UllSpot *spot = ull_chart_view_peek_spot (self);

  self->menu_spot = spot != NULL ? spot->id : NULL;
  if (self->menu == NULL)
    {
      self->menu = make_menu (self);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle) { (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_chart_menu_popup (ULL_CHART_VIEW (widget), gtk_widget_get_width (widget) / 2.0,
                        gtk_widget_get_height (widget) / 2.0);
}

void
ull_chart_menu_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "chart.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "chart.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "chart.zoom", "i", zoom_action);
  gtk_widget_class_install_action (widget_class, "chart.meaning", "b", meaning_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "chart.meaning", "b", FALSE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "chart.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "chart.menu", NULL);
}
