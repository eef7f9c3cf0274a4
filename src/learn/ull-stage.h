#pragma once

#include "ull-figures.h"
#include "ull-formula.h"
#include "ull-trial.h"

G_BEGIN_DECLS

/* The scenarios of a lesson by name, and the figures that its texts and sums may name. Reference-counted. */
typedef struct
{
  char *name;
  UllScenario *scenario;
} UllStageScenario;

typedef struct
{
  GArray *scenarios; /* UllStageScenario */
  GPtrArray *trials; /* UllTrial: those that were run, behind the lock: a thread runs them */
  GMutex lock;
} UllStage;

UllStage *ull_stage_new (void);
UllStage *ull_stage_ref (UllStage *stage);
void ull_stage_unref (UllStage *stage);
void ull_stage_add (UllStage *stage, const char *name, UllScenario *scenario);
/* (transfer none) (nullable) */
UllScenario *ull_stage_find (const UllStage *stage, const char *name);

/* What the load of a scenario came to, where a question about it was solved before; never run here. (transfer full) (nullable) */
UllTrial *ull_stage_find_trial (UllStage *stage, const UllScenario *scenario);
void ull_stage_add_trial (UllStage *stage, UllTrial *trial);
void ull_stage_forget_trials (UllStage *stage);

/* Who looks names up: whose scenario a name without another's is, and whether only what is given may be named. */
typedef struct
{
  UllStage *stage;
  UllScenario *scenario; /* (nullable) */
  const UllGiven *given; /* (nullable): NULL where everything of the plan may be named */
  gboolean answered;     /* what a load came to may be named as well */
} UllStageView;

/* A UllFormulaLookup; @data is a UllStageView. Names: facts of the model (layers, kv_heads, query_heads, head_dim,
 * hidden_size, parameters), settings by their JSON name, the card (card, allocatable), terms, steps of the sum,
 * max_concurrency, max_context, longest_request, concurrency_x; of its load load_turns, load_prefix, load_share, load_length,
 * load_answer, load_cap and load_requests, and of what that came to ramp_retention, ramp_unshared_rate, and a level with one of its
 * figures: ramp_peak, ramp_operating_rate, ramp_worst_hits (see ull_stage_find_ramp_figure()); of another scenario of the lesson with
 * its name and a dot. */
gboolean ull_stage_lookup (const char *name, double *value, UllUnit *unit, gpointer data, GError **error);

/* An id of a list of what is given: a term, a step that can be given, or "terms" for all of them. FALSE where it is none. */
gboolean ull_given_add (UllGiven *given, const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllStage, ull_stage_unref)

G_END_DECLS
