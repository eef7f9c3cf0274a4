#pragma once

#include "ull-sim.h"

G_BEGIN_DECLS

/* Of a form that is right. (transfer full) */
UllLengths *sim_lengths_of (const char *spec);
/* Four hundred requests of those lengths, as they come. */
UllRandomLoad sim_load_of (const UllLengths *lengths, const UllLengths *outputs);
/* An engine with that many blocks of 16. */
UllSimOptions sim_options_of (gint64 blocks, gboolean caching);
/* Stops at once. */
gboolean sim_stop_cb (gint64 finished, gpointer data);

G_END_DECLS
