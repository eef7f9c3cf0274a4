/* Every colour of a chart, chosen once. Areas come in two tones that alternate from the bottom of the vessel up, so
 * that neighbours differ by 3:1 in lightness and each differs from the ground by 3:1; the test recomputes both, and
 * what a reader with one kind of cone missing sees. Colours are 0xRRGGBBAA.
 *
 * Contrast is WCAG 2's: (L1 + 0.05) / (L2 + 0.05) of relative luminances. */
#include "ull-palette.h"

#include <math.h>

#define RGB(hex) (((guint32) (hex) << 8) | 0xff)

typedef enum
{
  TONE_MID,
  TONE_DEEP, /* light ink on it in the light looks, dark ink in the dark ones, whose "deep" tone is the bright one */
} Tone;

typedef struct
{
  guint32 colour[4]; /* light, dark, contrast, its dark */
  UllPattern pattern;
  Tone tone;
} Area;

static const Area areas[ULL_AREA_HEADROOM + 1] = {
  [ULL_AREA_DRIVER] = { { 0x92949b, 0x676a70, 0x6e6f75, 0x7b7d82 }, ULL_PATTERN_CROSS_HATCH, TONE_MID },
  [ULL_AREA_RUNTIME] = { { 0x29262a, 0xeee6fc, 0x262427, 0xece4fa }, ULL_PATTERN_DOTS_STAGGERED, TONE_DEEP },
  [ULL_AREA_WEIGHTS] = { { 0x8193bb, 0x5867a9, 0x616f8f, 0x6f7ab1 }, ULL_PATTERN_BRICKS, TONE_MID },
  [ULL_AREA_ACTIVATION] = { { 0x6c2454, 0xe9bacf, 0x411232, 0xf5e2ea }, ULL_PATTERN_LINES_FALLING, TONE_DEEP },
  [ULL_AREA_GRAPHS] = { { 0xa2895d, 0x915f41, 0x816d49, 0x9c7461 }, ULL_PATTERN_GRID, TONE_MID },
  [ULL_AREA_COMMUNICATION] = { { 0x473b31, 0xf8e1c0, 0x2b231c, 0xf9e4c8 }, ULL_PATTERN_DASHES, TONE_DEEP },
  [ULL_AREA_IN_FLIGHT] = { { 0x033896, 0x77ccfd, 0x01205d, 0xd2ebfe }, ULL_PATTERN_NONE, TONE_DEEP },
  [ULL_AREA_RETAINED] = { { 0x2aa683, 0x17775c, 0x1d7e63, 0x518874 }, ULL_PATTERN_WAVES, TONE_MID },
  [ULL_AREA_WASTE] = { { 0x711804, 0xfcb183, 0x4b0d02, 0xfee2d5 }, ULL_PATTERN_LINES_RISING, TONE_DEEP },
  [ULL_AREA_HEADROOM] = { { 0xbf8804, 0x7d6e00, 0x936802, 0x897d45 }, ULL_PATTERN_DOTS_SPACED, TONE_MID },
};

/* Black or white and how much of it: by look and tone. */
static const guint32 pattern_ink[ULL_N_LOOKS][2] = {
  [ULL_LOOK_LIGHT] = { 0x00000021, 0xffffff3d },         /* 13 %, 24 % */
  [ULL_LOOK_DARK] = { 0xffffff26, 0x00000038 },          /* 15 %, 22 % */
  [ULL_LOOK_CONTRAST] = { 0x00000099, 0xffffff99 },      /* 60 % */
  [ULL_LOOK_CONTRAST_DARK] = { 0xffffff99, 0x00000099 }, /* 60 % */
  [ULL_LOOK_PRINT] = { 0x000000ff, 0xffffffff },
};

static const guint32 inks[ULL_N_INKS][4] = {
  [ULL_INK_TEXT] = { 0x1f1f22, 0xffffff, 0x000000, 0xffffff },
  [ULL_INK_DIM] = { 0x5e5c64, 0xc0bfbc, 0x2e2c33, 0xf0efec },
  [ULL_INK_GOOD] = { 0x1b8553, 0x8ff0a4, 0x0b5733, 0x8ff0a4 },
  [ULL_INK_BAD] = { 0xb01c28, 0xff8a80, 0xb01c28, 0xff8a80 },
  [ULL_INK_GRID] = { 0xe4e2df, 0x474747, 0xa3a2aa, 0x77767b },
  [ULL_INK_GROUND] = { 0xffffff, 0x1e1e1e, 0xffffff, 0x000000 },
  [ULL_INK_WALL] = { 0x3d3846, 0xdeddda, 0x000000, 0xffffff },
  [ULL_INK_SERIES_1] = { 0x033896, 0x77ccfd, 0x01205d, 0xd2ebfe },
  [ULL_INK_SERIES_2] = { 0xc44602, 0xda9027, 0x8a2f00, 0xffc06a },
  [ULL_INK_SERIES_3] = { 0x9b60a4, 0xc097b2, 0x6b2f75, 0xe8c4e6 },
  [ULL_INK_SERIES_4] = { 0x36815c, 0xbafb72, 0x145036, 0xc9f98f },
};

static guint
column_of (UllLook look)
{
  return look == ULL_LOOK_PRINT ? 0 : (guint) look;
}

guint32
ull_palette_ink (UllLook look, UllInk ink)
{
  g_return_val_if_fail (look < ULL_N_LOOKS && ink < ULL_N_INKS, 0);

  return RGB (inks[ink][column_of (look)]);
}

static guint32
hairline_ink (UllLook look)
{
  gboolean strong = look != ULL_LOOK_LIGHT && look != ULL_LOOK_DARK;

  return (ull_palette_ink (look, ULL_INK_TEXT) & 0xffffff00) | (strong ? 0x99 : 0x4d);
}

UllAreaStyle
ull_palette_area (UllLook look, UllArea area)
{
  UllAreaStyle style = { 0, };

  g_return_val_if_fail (look < ULL_N_LOOKS && area < ULL_N_AREAS, style);

  style.fill = ull_palette_ink (look, ULL_INK_GROUND);
  switch (area)
    {
    case ULL_AREA_ULLAGE:
      return style;
    case ULL_AREA_NOT_GIVEN:
      style.pattern = ULL_PATTERN_HAIRLINES_RISING;
      style.ink = hairline_ink (look);
      return style;
    case ULL_AREA_OVERFLOW:
      style.pattern = ULL_PATTERN_BARS;
      style.ink = ull_palette_ink (look, ULL_INK_BAD);
      return style;
    default:
      style.fill = RGB (areas[area].colour[column_of (look)]);
      style.pattern = areas[area].pattern;
      style.ink = pattern_ink[look][areas[area].tone];
      return style;
    }
}

/* Kinds of layer take the colours of areas that never stand beside them. A window keeps a part, and so does its cell. */
static const struct
{
  UllArea area;
  UllPattern pattern;
} layers[ULL_N_LAYER_KINDS] = {
  [ULL_LAYER_FULL] = { ULL_AREA_IN_FLIGHT, ULL_PATTERN_NONE },            /* blue */
  [ULL_LAYER_SLIDING] = { ULL_AREA_RETAINED, ULL_PATTERN_LOWER_THIRD },   /* green */
  [ULL_LAYER_CHUNKED] = { ULL_AREA_HEADROOM, ULL_PATTERN_DOTS_STAGGERED }, /* ochre */
  [ULL_LAYER_LATENT] = { ULL_AREA_ACTIVATION, ULL_PATTERN_LINES_RISING }, /* plum */
  [ULL_LAYER_RECURRENT] = { ULL_AREA_WEIGHTS, ULL_PATTERN_BRICKS },       /* slate */
  [ULL_LAYER_CROSS] = { ULL_AREA_GRAPHS, ULL_PATTERN_GRID },              /* tan */
};

UllLayerStyle
ull_palette_layer (UllLook look, UllLayerKind kind)
{
  UllLayerStyle style = { 0, };
  guint32 colour;

  g_return_val_if_fail (look < ULL_N_LOOKS && kind < ULL_N_LAYER_KINDS, style);

  if (kind == ULL_LAYER_SHARED || kind == ULL_LAYER_NONE)
    {
      style.fill = ull_palette_ink (look, ULL_INK_GROUND);
      style.stroke = style.ink = ull_palette_ink (look, ULL_INK_DIM);
      return style;
    }
  colour = RGB (areas[layers[kind].area].colour[column_of (look)]);
  style.pattern = layers[kind].pattern;
  if (kind == ULL_LAYER_SLIDING)
    {
      style.fill = ull_palette_ink (look, ULL_INK_GROUND);
      style.stroke = style.ink = colour;
      return style;
    }
  style.fill = colour;
  style.ink = pattern_ink[look][areas[layers[kind].area].tone];
  return style;
}

const double *
ull_palette_series_dash (guint series)
{
  static const double dash[4][4] = { { 0, 0, 0, 0 }, { 7, 4, 0, 0 }, { 2, 3, 0, 0 }, { 9, 3, 2, 3 } };

  g_return_val_if_fail (series < G_N_ELEMENTS (dash), dash[0]);

  return dash[series];
}

static double
linear (guint32 channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
luminance (guint32 colour)
{
  return 0.2126 * linear (colour >> 24) + 0.7152 * linear (colour >> 16 & 0xff) + 0.0722 * linear (colour >> 8 & 0xff);
}

double
ull_palette_contrast (guint32 a, guint32 b)
{
  double la = luminance (a);
  double lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}
