/* Recomputes what the palette promises: WCAG 2 contrast, CIEDE2000 differences, and the same as people without one kind
 * of cone see them (Machado, Oliveira and Fernandes 2009, severity 1). Colours come from the palette, thresholds from
 * the table of the design, rounded there to whole numbers. */
#include "ull-palette.h"

#include <math.h>

typedef struct
{
  double l, a, b;
} Lab;

enum
{
  NORMAL,
  PROTAN,
  DEUTAN,
  TRITAN,
  N_EYES,
};

static const double cones[N_EYES][3][3] = {
  [NORMAL] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  [PROTAN] = { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
  [DEUTAN] = { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } },
  [TRITAN] = { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } },
};

static double
linear (guint32 channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
lab_curve (double t)
{
  return t > 216.0 / 24389 ? cbrt (t) : (24389.0 / 27 * t + 16) / 116;
}

/* D65. */
static Lab
lab_of (guint32 colour, int eye)
{
  const double rgb[3] = { linear (colour >> 24), linear (colour >> 16 & 0xff), linear (colour >> 8 & 0xff) };
  double seen[3], x, y, z;

  for (int i = 0; i < 3; i++)
    {
      double sum = cones[eye][i][0] * rgb[0] + cones[eye][i][1] * rgb[1] + cones[eye][i][2] * rgb[2];

      seen[i] = CLAMP (sum, 0, 1);
    }
  x = lab_curve ((0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2]) / 0.95047);
  y = lab_curve (0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2]);
  z = lab_curve ((0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2]) / 1.08883);
  return (Lab) { 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

static double
radians (double degrees)
{
  return degrees * G_PI / 180;
}

static double
hue (double a, double b)
{
  double degrees = a == 0 && b == 0 ? 0 : atan2 (b, a) * 180 / G_PI;

  return degrees < 0 ? degrees + 360 : degrees;
}

/* The terms are named as in Sharma, Wu and Dalal 2005. */
static double
ciede2000 (Lab one, Lab two)
{
  double c_mean = (hypot (one.a, one.b) + hypot (two.a, two.b)) / 2;
  double g = 0.5 * (1 - sqrt (pow (c_mean, 7) / (pow (c_mean, 7) + pow (25, 7))));
  double a1 = one.a * (1 + g), a2 = two.a * (1 + g);
  double c1 = hypot (a1, one.b), c2 = hypot (a2, two.b);
  double h1 = hue (a1, one.b), h2 = hue (a2, two.b);
  double dh = c1 * c2 == 0 ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  double dl = two.l - one.l, dc = c2 - c1, dhh = 2 * sqrt (c1 * c2) * sin (radians (dh) / 2);
  double l = (one.l + two.l) / 2, c = (c1 + c2) / 2;
  double h = c1 * c2 == 0 ? h1 + h2 : fabs (h1 - h2) <= 180 ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2
                                                                                             : (h1 + h2 - 360) / 2;
  double t = 1 - 0.17 * cos (radians (h - 30)) + 0.24 * cos (radians (2 * h)) + 0.32 * cos (radians (3 * h + 6))
             - 0.2 * cos (radians (4 * h - 63));
  double theta = 30 * exp (-pow ((h - 275) / 25, 2));
  double rc = 2 * sqrt (pow (c, 7) / (pow (c, 7) + pow (25, 7)));
  double sl = 1 + 0.015 * pow (l - 50, 2) / sqrt (20 + pow (l - 50, 2));
  double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t, rt = -sin (radians (2 * theta)) * rc;

  return sqrt (pow (dl / sl, 2) + pow (dc / sc, 2) + pow (dhh / sh, 2) + rt * dc / sc * dhh / sh);
}

static double
difference (guint32 a, guint32 b, int eye)
{
  return ciede2000 (lab_of (a, eye), lab_of (b, eye));
}

/* From Sharma, Wu and Dalal's test data: the formula itself. */
static void
test_formula (void)
{
  g_assert_cmpfloat_with_epsilon (ciede2000 ((Lab) { 50, 2.6772, -79.7751 }, (Lab) { 50, 0, -82.7485 }), 2.0425, 1e-4);
  g_assert_cmpfloat_with_epsilon (ciede2000 ((Lab) { 50, 2.5, 0 }, (Lab) { 73, 25, -18 }), 27.1492, 1e-4);
  g_assert_cmpfloat_with_epsilon (ciede2000 ((Lab) { 2.0776, 0.0795, -1.135 }, (Lab) { 0.9033, -0.0636, -0.5514 }), 0.9082,
                                  1e-4);
}

/* The stack from the bottom up without communication, whose place under the KV cache is parted by a gap, and without
 * headroom, which the load line parts. */
static const UllArea stack[] = { ULL_AREA_DRIVER, ULL_AREA_RUNTIME, ULL_AREA_WEIGHTS, ULL_AREA_ACTIVATION,
                                 ULL_AREA_GRAPHS, ULL_AREA_IN_FLIGHT, ULL_AREA_RETAINED, ULL_AREA_WASTE };

static double
least_neighbours (UllLook look, int eye)
{
  double least = G_MAXDOUBLE;

  for (guint i = 0; i + 1 < G_N_ELEMENTS (stack); i++)
    {
      guint32 a = ull_palette_area (look, stack[i]).fill;
      guint32 b = ull_palette_area (look, stack[i + 1]).fill;

      least = MIN (least, eye < 0 ? ull_palette_contrast (a, b) : difference (a, b, eye));
    }
  return least;
}

static double
least_to_ground (UllLook look)
{
  double least = G_MAXDOUBLE;

  for (int area = 0; area <= ULL_AREA_HEADROOM; area++)
    least = MIN (least, ull_palette_contrast (ull_palette_area (look, (UllArea) area).fill,
                                              ull_palette_ink (look, ULL_INK_GROUND)));
  return least;
}

static double
least_of_all (UllLook look, int eye)
{
  double least = G_MAXDOUBLE;

  for (int a = 0; a <= ULL_AREA_HEADROOM; a++)
    for (int b = a + 1; b <= ULL_AREA_HEADROOM; b++)
      least = MIN (least, difference (ull_palette_area (look, (UllArea) a).fill, ull_palette_area (look, (UllArea) b).fill,
                                      eye));
  return least;
}

static double
least_series (UllLook look, int eye)
{
  double least = G_MAXDOUBLE;

  for (int a = ULL_INK_SERIES_1; a <= ULL_INK_SERIES_4; a++)
    for (int b = a + 1; b <= ULL_INK_SERIES_4; b++)
      least = MIN (least, difference (ull_palette_ink (look, (UllInk) a), ull_palette_ink (look, (UllInk) b), eye));
  return least;
}

static void
test_contrast (void)
{
  static const double ground[] = { 3.03, 3.04, 4.97, 5.08 };
  static const double between[] = { 3.11, 3.02, 3.06, 3.33 };

  for (int look = ULL_LOOK_LIGHT; look <= ULL_LOOK_CONTRAST_DARK; look++)
    {
      g_assert_cmpfloat_with_epsilon (least_to_ground ((UllLook) look), ground[look], 0.005);
      g_assert_cmpfloat_with_epsilon (least_neighbours ((UllLook) look, -1), between[look], 0.005);
    }
}

/* Printed figures are cut off, not rounded: 39.51 stands as 39. */
static void
test_differences (void)
{
  static const double neighbours[2][N_EYES] = { { 39, 35, 30, 30 }, { 36, 26, 34, 29 } };
  static const double any[2][N_EYES] = { { 11, 8, 9, 9 }, { 14, 7, 8, 8 } };
  static const double series[2][N_EYES] = { { 26, 15, 18, 20 }, { 38, 14, 16, 13 } };

  for (int look = ULL_LOOK_LIGHT; look <= ULL_LOOK_DARK; look++)
    for (int eye = 0; eye < N_EYES; eye++)
      {
        g_assert_cmpfloat (floor (least_neighbours ((UllLook) look, eye)), ==, neighbours[look][eye]);
        g_assert_cmpfloat_with_epsilon (least_of_all ((UllLook) look, eye), any[look][eye], 1);
        g_assert_cmpfloat (floor (least_series ((UllLook) look, eye)), ==, series[look][eye]);
      }
  /* High contrast goes down to where only pattern and label tell. */
  g_assert_cmpfloat_with_epsilon (least_of_all (ULL_LOOK_CONTRAST_DARK, PROTAN), 0.7, 0.05);
}

static void
test_text (void)
{
  static const guint32 card[] = { 0xffffffff, 0x363636ff };

  for (int look = ULL_LOOK_LIGHT; look <= ULL_LOOK_DARK; look++)
    {
      g_assert_cmpfloat_with_epsilon (ull_palette_contrast (ull_palette_ink ((UllLook) look, ULL_INK_DIM), card[look]), 6.6,
                                      0.05);
      for (int ink = ULL_INK_SERIES_1; ink <= ULL_INK_SERIES_4; ink++)
        g_assert_cmpfloat (ull_palette_contrast (ull_palette_ink ((UllLook) look, (UllInk) ink), card[look]), >=, 4.56);
    }
  /* WCAG's enhanced level for all text where contrast is asked for. */
  for (int look = ULL_LOOK_CONTRAST; look <= ULL_LOOK_CONTRAST_DARK; look++)
    for (int ink = ULL_INK_SERIES_1; ink <= ULL_INK_SERIES_4; ink++)
      g_assert_cmpfloat (ull_palette_contrast (ull_palette_ink ((UllLook) look, (UllInk) ink),
                                               ull_palette_ink ((UllLook) look, ULL_INK_GROUND)), >=, 7);
}

/* Each area has a pattern of its own but the cache, which shows its requests, and the ullage, which is empty. */
static void
test_patterns (void)
{
  gboolean seen[ULL_N_PATTERNS] = { FALSE };

  for (int area = 0; area < ULL_N_AREAS; area++)
    {
      UllAreaStyle style = ull_palette_area (ULL_LOOK_PRINT, (UllArea) area);
      gboolean plain = area == ULL_AREA_IN_FLIGHT || area == ULL_AREA_ULLAGE;

      g_assert_true (plain == (style.pattern == ULL_PATTERN_NONE));
      g_assert_false (!plain && seen[style.pattern]);
      seen[style.pattern] = TRUE;
    }
}

/* Kinds of layer: 3:1 to the ground by what is drawn of them, and no two by colour alone. */
static void
test_layers (void)
{
  for (int look = 0; look < ULL_N_LOOKS; look++)
    for (int kind = 0; kind < ULL_N_LAYER_KINDS; kind++)
      {
        UllLayerStyle style = ull_palette_layer ((UllLook) look, (UllLayerKind) kind);
        guint32 ground = ull_palette_ink ((UllLook) look, ULL_INK_GROUND);

        g_assert_cmpfloat (ull_palette_contrast (style.stroke != 0 ? style.stroke : style.fill, ground), >=, 3);
        for (int other = 0; other < kind; other++)
          {
            UllLayerStyle its = ull_palette_layer ((UllLook) look, (UllLayerKind) other);
            /* A tick tells a shared layer from one without a cache. */
            gboolean outlines = kind == ULL_LAYER_NONE && other == ULL_LAYER_SHARED;

            g_assert_true (outlines || style.pattern != its.pattern || (style.stroke == 0) != (its.stroke == 0));
          }
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/palette/formula", test_formula);
  g_test_add_func ("/chart/palette/contrast", test_contrast);
  g_test_add_func ("/chart/palette/differences", test_differences);
  g_test_add_func ("/chart/palette/text", test_text);
  g_test_add_func ("/chart/palette/patterns", test_patterns);
  g_test_add_func ("/chart/palette/layers", test_layers);
  return g_test_run ();
}
