#pragma once

#include "ull-args.h"

G_BEGIN_DECLS

/* Whether @action of lesson takes every option and operand that was given: what would be without effect is refused.
 * ULL_ERROR_USAGE. */
gboolean ull_lesson_options_check (const UllArgs *args, const char *action, GError **error);

G_END_DECLS
