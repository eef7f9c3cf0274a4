#include "ull-target-view.h"

#include "ull-clear.h"
#include "ull-look.h"
#include "ull-watch.h"

/* One page, scrolled. Its parts compute by themselves; the page holds nothing. */

struct _UllTargetView
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *box;
  UllReachView *reach;
  UllFleetView *fleet;
};

G_DEFINE_FINAL_TYPE (UllTargetView, ull_target_view, GTK_TYPE_WIDGET)

static void
ull_target_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ull_look_damage (widget, snapshot);
  GTK_WIDGET_CLASS (ull_target_view_parent_class)->snapshot (widget, snapshot);
}

static void
ull_target_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllTargetView *self = ULL_TARGET_VIEW (object);

  if (property_id != ULL_WATCH_PROPERTY)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
      return;
    }
  g_object_set_property (G_OBJECT (self->reach), "workspace", value);
  g_object_set_property (G_OBJECT (self->fleet), "workspace", value);
}

static void
ull_target_view_dispose (GObject *object)
{
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_target_view_parent_class)->dispose (object);
}

static void
ull_target_view_class_init (UllTargetViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_target_view_set_property;
  object_class->dispose = ull_target_view_dispose;
  widget_class->snapshot = ull_target_view_snapshot;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_REACH_VIEW);
  g_type_ensure (ULL_TYPE_FLEET_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-target-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllTargetView, box);
  gtk_widget_class_bind_template_child (widget_class, UllTargetView, reach);
  gtk_widget_class_bind_template_child (widget_class, UllTargetView, fleet);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ull_target_view_init (UllTargetView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Below what scrolls: a row far down is chosen, priced and used with all of it in view. */
  ull_fleet_list_move_chosen (ull_fleet_view_get_list (self->fleet), self->box);
}

GtkWidget *
ull_target_view_new (void)
{
  return g_object_new (ULL_TYPE_TARGET_VIEW, NULL);
}

UllReachView *
ull_target_view_get_reach (UllTargetView *self)
{
  g_return_val_if_fail (ULL_IS_TARGET_VIEW (self), NULL);

  return self->reach;
}

UllFleetView *
ull_target_view_get_fleet (UllTargetView *self)
{
  g_return_val_if_fail (ULL_IS_TARGET_VIEW (self), NULL);

  return self->fleet;
}
