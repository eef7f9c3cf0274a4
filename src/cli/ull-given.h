#pragma once

#include "ull-args.h"

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The model that --layers, --query-heads, --kv-heads and --head-dim describe. */
UllModel *ull_given_by_hand (const UllArgs *args, GError **error);
/* The model of a file, a folder or a bundled id, with the by-hand sizes that were given beside it. @scenario
 * is set where it came out of a .ullage file, and then holds that model. */
UllModel *ull_given_open (const UllArgs *args, const char *path, UllScenario **scenario, GError **error);

G_END_DECLS
