#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A version of an engine as one number that orders: a release is major * 10^6 + minor * 10^3 + patch, a day of its
 * development yyyymmdd. No release reaches the number of a day. */

#define ULL_VERSION_MIN 0
#define ULL_VERSION_MAX 20991231

gboolean ull_version_is_day (gint64 version);
/* "0.19.0", "v0.19", "0.11.x", with a suffix of a candidate, a development or a local build, which does not count; or
 * "2026-03-24". Else ULL_ERROR_USAGE. */
gboolean ull_version_parse (const char *text, gint64 *version, GError **error);
/* "0.19.0" or "2026-03-24". (transfer full) */
char *ull_version_format (gint64 version);

G_END_DECLS
