#pragma once

#include "ull-launch.h"
#include "ull-plan.h"

G_BEGIN_DECLS

/* Between commands and scenarios, both ways. What is written and read again sets the same fields to the same values. */

/* The scenario as the command has it: every setting that vLLM has a flag for is the command's, or the engine's own choice where the
 * command is silent; the card, the load, the model and the engine's release stay. A value that does not go with the model becomes a wrong item
 * of @launch and the rest holds. (transfer full), never NULL. */
UllScenario *ull_launch_apply (UllLaunch *launch, const UllScenario *scenario);

/* One part of the command that starts what a scenario describes. */
typedef struct
{
  char *flag;         /* "--max-num-seqs"; or a variable's name */
  char *value;        /* (nullable): of a switch */
  char *why;          /* translated, one phrase */
  gboolean suggested; /* nobody set it: the answer says so */
} UllLaunchSetting;

/* (transfer full) (element-type UllLaunchSetting): what is set; with @plan, also what its answer suggests. Empty where the scenario's
 * engine is none that is started. */
GPtrArray *ull_launch_settings (const UllScenario *scenario, const UllPlan *plan);
/* Settings of the scenario that no flag says: labels, translated, (element-type utf8) (transfer full). */
GPtrArray *ull_launch_unsaid (const UllScenario *scenario);
/* "vllm serve MODEL \" and a line for each. @model: NULL for one to fill in. (transfer full) */
char *ull_launch_command (GPtrArray *settings, const char *model, gboolean suggested);

G_END_DECLS
