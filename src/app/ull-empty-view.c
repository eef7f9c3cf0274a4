#include "ull-empty-view.h"

#include "ull-mnemonic.h"

#include <adwaita.h>

/* The picture is a bitmap in the program's resources and not the icon theme's drawing: reading an SVG loads a library
 * that costs more than the rest of the first frame. */

struct _UllEmptyView
{
  GtkWidget parent_instance;

  /* Template */
  AdwStatusPage *page;
};

G_DEFINE_FINAL_TYPE (UllEmptyView, ull_empty_view, GTK_TYPE_WIDGET)

static void
ull_empty_view_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_EMPTY_VIEW);
  G_OBJECT_CLASS (ull_empty_view_parent_class)->dispose (object);
}

static void
ull_empty_view_class_init (UllEmptyViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_empty_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-empty-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllEmptyView, page);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste-command", NULL);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ull_empty_view_init (UllEmptyView *self)
{
  g_autoptr (GdkTexture) picture = gdk_texture_new_from_resource ("/org/ullage/Ullage/ullage.png");

  gtk_widget_init_template (GTK_WIDGET (self));
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
  adw_status_page_set_paintable (self->page, GDK_PAINTABLE (picture));
}

GtkWidget *
ull_empty_view_new (void)
{
  return g_object_new (ULL_TYPE_EMPTY_VIEW, NULL);
}
