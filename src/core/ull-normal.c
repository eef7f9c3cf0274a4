#include "ull-normal.h"

#include <math.h>

/* The quantile is Wichura's algorithm AS 241 (PPND16, Applied Statistics 37, 1988): three ratios of polynomials of
 * degree 7, about 1 part in 10^16. Coefficients stand with that of the highest power first. */

#define DEGREE 7

static const double centre_above[DEGREE + 1]
    = { 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
        1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0 };
static const double centre_below[DEGREE + 1]
    = { 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
        5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0 };
static const double near_above[DEGREE + 1]
    = { 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
        3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0 };
static const double near_below[DEGREE + 1]
    = { 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
        6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0 };
static const double far_above[DEGREE + 1]
    = { 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
        2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0 };
static const double far_below[DEGREE + 1]
    = { 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
        1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0 };

static double
ratio (const double *above, const double *below, double x)
{
  double a = above[0], b = below[0];

  for (int i = 1; i <= DEGREE; i++)
    {
      a = a * x + above[i];
      b = b * x + below[i];
    }
  return a / b;
}

double
ull_normal_at_most (double z)
{
  return 0.5 * erfc (-z * M_SQRT1_2);
}

double
ull_normal_beyond (double z)
{
  return 0.5 * erfc (z * M_SQRT1_2);
}

double
ull_normal_quantile (double probability)
{
  double centred = probability - 0.5, tail, r, z;

  g_return_val_if_fail (probability >= 0 && probability <= 1, 0);

  if (fabs (centred) <= 0.425)
    return centred * ratio (centre_above, centre_below, 0.180625 - centred * centred);
  tail = centred < 0 ? probability : 1 - probability;
  if (tail <= 0)
    return centred < 0 ? -INFINITY : INFINITY;
  r = sqrt (-log (tail));
  z = r <= 5 ? ratio (near_above, near_below, r - 1.6) : ratio (far_above, far_below, r - 5);
  return centred < 0 ? -z : z;
}
