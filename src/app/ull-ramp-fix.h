#pragma once

#include "ull-ramp-run.h"

G_BEGIN_DECLS

/* What may be done about a cliff, each a change of the scenario. */

typedef enum
{
  ULL_FIX_SEQUENCES, /* no more at once than the operating point */
  ULL_FIX_FP8,
  ULL_FIX_CARD,      /* the next one of the catalogue with more memory */
  ULL_FIX_LENGTH,    /* half of the model length */
  ULL_N_FIXES,
} UllFix;

gboolean ull_fix_from_id (const char *id, UllFix *fix);
/* NULL with an error where it cannot be, or changes nothing. (transfer full) */
UllScenario *ull_fix_apply (UllFix fix, const UllRampResult *result, GError **error);

G_END_DECLS
