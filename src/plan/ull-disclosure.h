#pragma once

#include "ull-figures.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * UllDisclosure:
 *
 * What a view may know. Views take this, never a plan: while a prediction is pending there is no plan in it, because
 * none was computed. Immutable and reference-counted.
 */
typedef struct _UllDisclosure UllDisclosure;

struct _UllDisclosure
{
  UllScenario *scenario;
  UllBudget given;  /* terms below the pool; no pool in it while withheld */
  UllPlan *plan;    /* (nullable): NULL while withheld, or where `problem` is set */
  guint n_steps;    /* steps of the derivation that are shown, from the first */
  gboolean withheld;
  gboolean drawn;   /* while withheld: what is given stands in the picture too */
  char *problem;    /* (nullable): why there is no plan (an overflow): a sentence */
  guint n_figures;  /* while withheld: figures of the sum that a question gives */
  UllFigure figure[ULL_MAX_FIGURES];
  UllDisclosure *ghost; /* (nullable): what a pinned scenario comes to, to be shown beside; has a plan */
  char *ghost_name;     /* (nullable) */
};

#define ULL_TYPE_DISCLOSURE (ull_disclosure_get_type ())
GType ull_disclosure_get_type (void);

UllDisclosure *ull_disclosure_new (UllScenario *scenario);               /* everything */
/* Everything, and @pinned as the ghost beside it, where that differs and can be planned. */
UllDisclosure *ull_disclosure_new_beside (UllScenario *scenario, UllScenario *pinned, const char *name);
UllDisclosure *ull_disclosure_new_withheld (UllScenario *scenario);      /* what a question gives */
/* What this question gives, and nothing besides. */
UllDisclosure *ull_disclosure_new_given (UllScenario *scenario, const UllGiven *given);
/* A copy that shows the first @n_steps of the sum (at most all). The picture is shown, its ghost too. */
UllDisclosure *ull_disclosure_with_steps (UllDisclosure *disclosure, guint n_steps);
UllDisclosure *ull_disclosure_ref (UllDisclosure *disclosure);
void ull_disclosure_unref (UllDisclosure *disclosure);

/* Whether the ghost may be shown: there is one, and nothing is withheld. */
gboolean ull_disclosure_has_ghost (const UllDisclosure *disclosure);
/* Whether every step is shown: only then may more be said than the picture and those steps. */
gboolean ull_disclosure_is_whole (const UllDisclosure *disclosure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllDisclosure, ull_disclosure_unref)

G_END_DECLS
