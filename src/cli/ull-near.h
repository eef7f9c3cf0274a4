#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The candidate that @text is most likely a slip of, or NULL where none is near. @candidates:
 * NULL-terminated. */
const char *ull_near_find (const char *text, const char *const *candidates);

G_END_DECLS
