#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pixels that a file of the chart of that id ("memory", "pool") has where nobody says otherwise. FALSE: there is no such chart. */
gboolean ull_export_get_size (const char *chart, double *width, double *height);

G_END_DECLS
