#pragma once

#include "ull-pool-player.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A button whose menu has how fast @player plays; its @label says which is chosen. Borrows @player, who must outlive it. */
void ull_pool_speed_attach (GtkMenuButton *button, GtkLabel *label, UllPoolPlayer *player);

G_END_DECLS
