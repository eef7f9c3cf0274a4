#pragma once

#include "ull-question.h"

G_BEGIN_DECLS

/* What an axis value of 1 is, and the unit's name: (transfer full) (nullable). */
double ull_slips_unit (const UllQuestion *question, double truth, char **name);
/* A number as it stands on the axis: (transfer full). */
char *ull_slips_format (const UllQuestion *question, double value);

G_END_DECLS
