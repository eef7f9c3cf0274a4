#pragma once

#include "ull-plan.h"
#include "ull-sim.h"

G_BEGIN_DECLS

/* What a step takes, of card and model:
 *
 *   dt = base + token * tokens in the step + context * tokens resident of what runs in it
 *
 * Where the base is the formula's and the model has routed experts, a step of few tokens reads fewer of them: each token is taken to choose
 * its own of all alike and of nobody else's choice, so that of E experts, k a token, n tokens leave E (1 - k / E)^n unread. (Real
 * routers choose less evenly: fewer are read.) Where the three are fitted to a run, the first `hidden` tokens of a step take no time: see ull_step_cost_get_corner().
 *
 * A claim of time, of a scheduler's step on a card: never to be drawn with, or added to, a claim of bytes. */

typedef enum
{
  ULL_COST_FORMULA, /* card, model and the efficiencies of the card's architecture */
  ULL_COST_TYPED,
  ULL_COST_FITTED,  /* to the times of a real run */
} UllCostSource;

typedef struct
{
  double us;   /* microseconds */
  double low;
  double high;
  UllCostSource source;
} UllCost;

/* An architecture's shares of what its data sheet says, as measured; low and high are of the measurements. */
typedef struct
{
  const char *arch;    /* as a card has it; NULL: of any other */
  double compute[3];   /* value, low, high: of dense 16-bit FLOP/s, end to end, */
  double weights[3];   /* of memory bandwidth, reading weights, */
  double cache[3];     /* and reading keys and values */
  double step_us[3];   /* of a step, besides: scheduling, launches, sampling */
  double layer_us[3];  /* the same, of each layer */
  const char *source;  /* untranslated phrase */
} UllEfficiency;

typedef struct
{
  UllCost coefficient[ULL_N_STEP_COEFFICIENTS];
  const UllEfficiency *efficiency; /* (nullable): where every coefficient is typed or fitted */
  char *step_source;               /* Owned (nullable): what was said of where typed ones are from */
  /* What the formulas took: 0 where none did. */
  gint64 weight_bytes;       /* of one card, */
  gint64 read_bytes;         /* and of them what a step reads: not an input embedding */
  double experts_us;         /* of reading them, routed experts: all of them, */
  gint64 experts;            /* so many; 0: there are none */
  gint64 experts_used;       /* of which a token takes so many */
  gint64 active_parameters;  /* that a token is multiplied by, of all cards */
  double cache_bytes;        /* a token, of one card: where windows or states are read too, of a sequence of */
  gint64 cache_tokens;       /* so many; 0: the same of any */
  gint64 cards;              /* that share each layer */
  double weights_us;         /* of the base: reading the weights once, */
  double overhead_us;        /* what every step has besides, */
  double collectives_us;     /* and waiting for the other cards */
  double compute_us;         /* of a token: arithmetic past what hides behind the weights, */
  double link_us;            /* and what it sends to other cards */
  double product_us;         /* all its arithmetic */
  gint64 hidden;             /* tokens; 0 where the coefficients were not fitted */
} UllStepCost;

guint ull_efficiency_get_n (void);
const UllEfficiency *ull_efficiency_get (guint index);
const UllEfficiency *ull_efficiency_find (const char *arch); /* @arch (nullable); the last row stands for all others */

/* @tokens: that a sequence has on average, of which windows and states hold a part that does not grow; 0: the scenario's context.
 * The coefficients that @load types, the others by the formulas. ULL_ERROR_MISSING where those need a figure of the card or
 * of the model that nobody has. @load may be NULL. @cost is to be cleared either way. */
gboolean ull_step_cost_init (UllStepCost *cost,
                             const UllScenario *scenario,
                             const UllPlan *plan,
                             const UllLoad *load,
                             gint64 tokens,
                             GError **error);
void ull_step_cost_clear (UllStepCost *cost);
/* Tokens at which a step's arithmetic takes as long as reading the weights; 0 where no formula was needed. */
gint64 ull_step_cost_get_corner (const UllStepCost *cost);
/* Microseconds that a step of one token takes less than the base: what it does not read of the experts. */
double ull_step_cost_get_saved (const UllStepCost *cost);
/* As the simulator takes it: whole nanoseconds, picoseconds and femtoseconds. */
void ull_step_cost_get_time (const UllStepCost *cost, UllStepTime *time);

const char *ull_cost_source_get_id (UllCostSource source);
/* (transfer full), translated: "weights 15.0 GiB at 78 % of 1,008 GB/s: 20.4 ms; …" */
char *ull_step_cost_text (const UllStepCost *cost, UllStepCoefficient coefficient);
/* (transfer full): the same of all of them, a line each, and what one line has said is not said again. */
char *ull_step_cost_texts (const UllStepCost *cost);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllStepCost, ull_step_cost_clear)

G_END_DECLS
