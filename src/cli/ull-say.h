#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Text from files may hold escape sequences and line breaks: a terminal is shown neither. */
void ull_say_neutralize (GString *text, gboolean one_line);
/* "ullage-cli: MESSAGE" and a line break, on standard error. */
void ull_say_error (const char *message);

G_END_DECLS
