#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The standard normal distribution, to the accuracy of a double also far out in its tails. */

double ull_normal_at_most (double z); /* probability of at most @z */
double ull_normal_beyond (double z);  /* probability of more than @z */
/* The z of which ull_normal_at_most() is @probability; minus or plus infinity at 0 and 1. */
double ull_normal_quantile (double probability);

G_END_DECLS
