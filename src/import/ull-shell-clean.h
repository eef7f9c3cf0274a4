#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The text with one kind of line end, of quotes and of dashes: what word processors and chat programs make of them is taken
 * back. (transfer full): UTF-8 without the marks of holes. */
char *ull_shell_clean (const char *text, gsize length);

G_END_DECLS
