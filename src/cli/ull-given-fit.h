#pragma once

#include "ull-args.h"

#include "ull-fit.h"
#include "ull-ramp.h"

G_BEGIN_DECLS

/* Where --fit names a run, the coefficients that @load has from then on, and what the run is worth as a test of them. TRUE with
 * *@fit NULL where it does not. */
gboolean ull_given_fit (const UllArgs *args,
                        const UllScenario *scenario,
                        UllLoad *load,
                        UllGenerationId generation,
                        UllFit **fit,
                        GError **error);

G_END_DECLS
