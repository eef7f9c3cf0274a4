#pragma once

#include "ull-args.h"

#include "ull-ramp.h"

G_BEGIN_DECLS

/* An earlier ramp, to stand beside the one that is asked for: members are NULL where none is given. */
typedef struct
{
  UllScenario *scenario; /* Owned, as are the next two */
  UllRamp *ramp;
  char *name;
} UllGivenBeside;

/* Of the document that --beside names, with the options of a load over its own as over that of @scenario. @beside is to be cleared either
 * way. */
gboolean ull_given_beside (const UllArgs *args, const UllScenario *scenario, const UllRampOptions *options, UllGivenBeside *beside, GError **error);
void ull_given_beside_clear (UllGivenBeside *beside);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllGivenBeside, ull_given_beside_clear)

G_END_DECLS
