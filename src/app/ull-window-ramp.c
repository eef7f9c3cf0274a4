#include "ull-window-private.h"

#include "ull-ramp-view.h"

/* The ramp's view is made when it is first looked at; until then nothing of it is computed. */

static void
problem_cb (UllWindow *self, const char *sentence)
{
  ull_notice_set_title (self->notice, sentence);
  ull_notice_set_revealed (self->notice, TRUE);
}

void
ull_window_make_ramp_view (UllWindow *self)
{
  if (self->ramp_view != NULL)
    return;
  self->ramp_view = ull_ramp_view_new (self->workspace);
  g_signal_connect_object (self->ramp_view, "problem", G_CALLBACK (problem_cb), self, G_CONNECT_SWAPPED);
  adw_bin_set_child (self->ramp_page, self->ramp_view);
}
