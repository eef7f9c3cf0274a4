#include "ull-later.h"

/* A tick callback holds no reference: a widget that is unmapped or disposed must cancel. */

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UllLater *later = data;

  later->tick = 0;
  later->run (widget);
  return G_SOURCE_REMOVE;
}

void
ull_later_init (UllLater *later, GtkWidget *widget, UllLaterFunc run)
{
  *later = (UllLater) { widget, run, 0 };
}

void
ull_later_ask (UllLater *later)
{
  if (later->tick == 0 && gtk_widget_get_mapped (later->widget))
    later->tick = gtk_widget_add_tick_callback (later->widget, tick_cb, later, NULL);
}

void
ull_later_cancel (UllLater *later)
{
  if (later->tick != 0)
    gtk_widget_remove_tick_callback (later->widget, later->tick);
  later->tick = 0;
}
