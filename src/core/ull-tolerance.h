#pragma once

#include "ull-units.h"

G_BEGIN_DECLS

/* "± 3.20 MiB": the farther end of a range whose ends are the same text in GiB; else NULL. (transfer full) (nullable) */
char *ull_format_tolerance (gint64 low, gint64 bytes, gint64 high);

G_END_DECLS
