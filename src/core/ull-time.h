#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A time as a log has it, as nanoseconds since 1970 began in UTC:
 *
 *  - seconds: 1715299200.5, counted from whenever the log likes;
 *  - a day and a time of day: 2024-05-10 00:00:00.123456, a T or a space between them, seconds and their fraction there or not, a
 *    point or a comma before the fraction. Behind it Z, UTC, or how far its clock is before or behind UTC: +02:00, -0330, +02.
 *    Without any of these it is UTC.
 *
 * From 1970 to 2261; a fraction is kept to the nanosecond. %ULL_ERROR_SYNTAX or %ULL_ERROR_INVALID: what is wrong with it, and what
 * would be right. */
gboolean ull_time_parse (const char *text, gint64 *ns, GError **error);

G_END_DECLS
