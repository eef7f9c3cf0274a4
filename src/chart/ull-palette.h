#pragma once

#include "ull-scene.h"
#include "ull-budget.h"

G_BEGIN_DECLS

typedef enum
{
  ULL_LOOK_LIGHT,
  ULL_LOOK_DARK,
  ULL_LOOK_CONTRAST,
  ULL_LOOK_CONTRAST_DARK,
  ULL_LOOK_PRINT,
  ULL_N_LOOKS,
} UllLook;

typedef enum
{
  ULL_AREA_DRIVER,
  ULL_AREA_RUNTIME,
  ULL_AREA_WEIGHTS,
  ULL_AREA_ACTIVATION,
  ULL_AREA_GRAPHS,
  ULL_AREA_COMMUNICATION,
  ULL_AREA_IN_FLIGHT,
  ULL_AREA_RETAINED,
  ULL_AREA_WASTE,
  ULL_AREA_HEADROOM,
  ULL_AREA_ULLAGE,
  ULL_AREA_NOT_GIVEN,
  ULL_AREA_OVERFLOW,
  ULL_N_AREAS,
} UllArea;

typedef enum
{
  ULL_INK_TEXT,
  ULL_INK_DIM,
  ULL_INK_GOOD,
  ULL_INK_BAD,
  ULL_INK_GRID,
  ULL_INK_GROUND,
  ULL_INK_WALL, /* of the vessel, load line */
  ULL_INK_SERIES_1,
  ULL_INK_SERIES_2,
  ULL_INK_SERIES_3,
  ULL_INK_SERIES_4,
  ULL_N_INKS,
} UllInk;

typedef struct
{
  guint32 fill; /* 0xRRGGBBAA */
  guint32 ink;  /* of the pattern */
  UllPattern pattern;
} UllAreaStyle;

/* A cell of the layer strip. */
typedef struct
{
  guint32 fill;
  guint32 stroke; /* outline; 0: none */
  guint32 ink;
  UllPattern pattern;
} UllLayerStyle;

UllAreaStyle ull_palette_area (UllLook look, UllArea area);
UllLayerStyle ull_palette_layer (UllLook look, UllLayerKind kind);
guint32 ull_palette_ink (UllLook look, UllInk ink);
/* Four lengths, zeros at the end; series 0 to 3. */
const double *ull_palette_series_dash (guint series);
/* WCAG 2 contrast ratio of two opaque colours. */
double ull_palette_contrast (guint32 a, guint32 b);

G_END_DECLS
