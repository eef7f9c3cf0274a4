#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a widget computes only while it is on screen, and at most once a frame. Part of the widget's own struct; what it was
 * initialised with stays. */
typedef void (*UllLaterFunc) (GtkWidget *widget);

typedef struct
{
  GtkWidget *widget; /* the one it is part of */
  UllLaterFunc run;
  guint tick;
} UllLater;

void ull_later_init (UllLater *later, GtkWidget *widget, UllLaterFunc run);
/* Runs before the next frame is laid out; out of sight never. */
void ull_later_ask (UllLater *later);
void ull_later_cancel (UllLater *later);

G_END_DECLS
