#pragma once

#include "ull-args.h"

#include "ull-load.h"

G_BEGIN_DECLS

/* ULL_ERROR_USAGE where an option is given that nothing of @load looks at: the sentence names it and what would be right. */
gboolean ull_given_check_read (const UllArgs *args, const UllLoad *load, GError **error);

G_END_DECLS
