#include "ull-window-private.h"

#include "ull-learn-view.h"
#include "ull-sidebar.h"

#include <string.h>

/* The views of the window. The levers stand beside the plan, the load beside the ramp, and nothing beside the lessons: a lesson has a
 * scenario of its own, which they would not move. Ramp and lessons are made when they are first looked at. */

gboolean
ull_window_is_learning (UllWindow *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->views), "learn") == 0;
}

gboolean
ull_window_is_ramping (UllWindow *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->views), "ramp") == 0;
}

static void
problem_cb (UllWindow *self, const char *sentence)
{
  ull_notice_set_title (self->notice, sentence);
  ull_notice_set_revealed (self->notice, TRUE);
}

static void
make_learn_view (UllWindow *self)
{
  if (self->learn_view != NULL)
    return;
  self->learn_view = g_object_new (ULL_TYPE_LEARN_VIEW, "workspace", self->workspace, NULL);
  g_signal_connect_object (self->learn_view, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->learn_view, "moved", G_CALLBACK (ull_window_update_actions), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->learn_page, self->learn_view);
}

void
ull_window_view_changed (UllWindow *self)
{
  gboolean learning = ull_window_is_learning (self);
  GtkWidget *sidebar = adw_bin_get_child (self->sidebar);

  if (self->learning && !learning && self->plan_view != NULL)
    adw_flap_set_reveal_flap (self->flap, self->levers_shown);
  if (learning && !self->learning)
    {
      make_learn_view (self);
      self->levers_shown = adw_flap_get_reveal_flap (self->flap);
      adw_flap_set_reveal_flap (self->flap, FALSE);
    }
  self->learning = learning;
  if (ull_window_is_ramping (self) && self->plan_view != NULL)
    ull_window_make_ramp_view (self);
  if (sidebar != NULL)
    ull_sidebar_show_load (ULL_SIDEBAR (sidebar), ull_window_is_ramping (self));
  ull_window_update_actions (self);
}

void
ull_window_show_view (UllWindow *self, const char *name)
{
  if (strcmp (name, "plan") == 0 || strcmp (name, "ramp") == 0 || strcmp (name, "learn") == 0)
    adw_view_stack_set_visible_child_name (self->views, name);
  if (ull_window_is_learning (self))
    gtk_widget_child_focus (self->learn_view, GTK_DIR_TAB_FORWARD);
}

void
ull_window_first_lesson (UllWindow *self)
{
  ull_window_show_view (self, "learn");
  ull_learn_view_open_first (ULL_LEARN_VIEW (self->learn_view));
}

void
ull_window_play_lesson (UllWindow *self, UllLesson *lesson)
{
  ull_window_hide_notice (self);
  ull_window_show_view (self, "learn");
  ull_learn_view_play (ULL_LEARN_VIEW (self->learn_view), lesson);
}

GtkWidget *
ull_window_get_view (UllWindow *self)
{
  if (ull_window_is_ramping (self) && self->ramp_view != NULL)
    return self->ramp_view;
  return ull_window_is_learning (self) ? self->learn_view : self->plan_view;
}

UllWorkspace *
ull_window_get_shown (UllWindow *self)
{
  UllWorkspace *workspace = self->workspace;

  if (ull_window_is_learning (self))
    workspace = ull_learn_view_get_workspace (ULL_LEARN_VIEW (self->learn_view));
  return workspace != NULL && ull_workspace_get_disclosure (workspace) != NULL ? workspace : NULL;
}
