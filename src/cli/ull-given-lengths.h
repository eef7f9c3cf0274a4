#pragma once

#include "ull-args.h"

#include "ull-lengths.h"

G_BEGIN_DECLS

/* What --lengths and --seed describe: @lengths is NULL where they are not given. FALSE with an error. */
gboolean ull_given_lengths (const UllArgs *args, UllLengths **lengths, gint64 *seed, GError **error);

G_END_DECLS
