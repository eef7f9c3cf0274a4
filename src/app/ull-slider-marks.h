#pragma once

#include "ull-lever.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A tick for each stop, with its label where there is room for it. */
void ull_slider_marks_set (GtkScale *slider, const UllLeverScale *scale);

G_END_DECLS
