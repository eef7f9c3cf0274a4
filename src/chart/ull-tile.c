/* Slanted lines are drawn a period to either side as well: what a line's thickness hands over a tile's edge must come
 * back in at the opposite edge. Upright and level lines lie on half pixels, so that one pixel is one pixel. */
#include "ull-tile.h"

#define FALLING(p) \
  { -(p), -2.0 * (p), 2.0 * (p), (p) }, { -(p), -(p), 2.0 * (p), 2.0 * (p) }, { -(p), 0, (p), 2.0 * (p) }
#define RISING(p) \
  { -(p), (p), (p), -(p) }, { -(p), 2.0 * (p), 2.0 * (p), -(p) }, { 0, 2.0 * (p), 2.0 * (p), 0 }

static const UllTileLine cross_hatch[] = { FALLING (6), RISING (6) };
static const UllTileLine bricks[] = {
  { 0, 0.5, 24, 0.5 }, { 0, 6.5, 24, 6.5 }, { 5.5, 0, 5.5, 6 }, { 17.5, 6, 17.5, 12 },
};
static const UllTileLine lines_falling[] = { FALLING (8) };
static const UllTileLine grid[] = { { 0, 3.5, 6, 3.5 }, { 3.5, 0, 3.5, 6 } };
static const UllTileLine dashes[] = { { 0, 1.5, 3, 1.5 }, { 3, 4.5, 6, 4.5 } };
static const UllTileLine waves[] = {
  { -1.5, 4.9, 0, 4 }, { 0, 4, 1.5, 2.9 }, { 1.5, 2.9, 3, 2.4 }, { 3, 2.4, 4.5, 2.9 }, { 4.5, 2.9, 6, 4 },
  { 6, 4, 7.5, 5.1 }, { 7.5, 5.1, 9, 5.6 }, { 9, 5.6, 10.5, 5.1 }, { 10.5, 5.1, 12, 4 }, { 12, 4, 13.5, 2.9 },
};
static const UllTileLine lines_rising[] = { RISING (4) };
static const UllTileLine hairlines_rising[] = { RISING (9) };
static const UllTileLine bars[] = { RISING (10) };
static const UllTileDot dots_staggered[] = { { 1.5, 1.5, 0.8 }, { 4.5, 4.5, 0.8 } };
static const UllTileDot dots_spaced[] = { { 4, 4, 1.2 } };

#define LINES(array) (array), G_N_ELEMENTS (array)

static const UllTile tiles[ULL_N_PATTERNS] = {
  [ULL_PATTERN_NONE] = { "none", 0, 0, 0, NULL, 0, NULL, 0 },
  [ULL_PATTERN_CROSS_HATCH] = { "cross-hatch", 6, 6, 1, LINES (cross_hatch), NULL, 0 },
  [ULL_PATTERN_DOTS_STAGGERED] = { "dots-staggered", 6, 6, 1, NULL, 0, LINES (dots_staggered) },
  [ULL_PATTERN_BRICKS] = { "bricks", 24, 12, 1, LINES (bricks), NULL, 0 },
  [ULL_PATTERN_LINES_FALLING] = { "lines-falling", 8, 8, 1, LINES (lines_falling), NULL, 0 },
  [ULL_PATTERN_GRID] = { "grid", 6, 6, 1, LINES (grid), NULL, 0 },
  [ULL_PATTERN_DASHES] = { "dashes", 6, 6, 1, LINES (dashes), NULL, 0 },
  [ULL_PATTERN_WAVES] = { "waves", 12, 8, 1, LINES (waves), NULL, 0 },
  [ULL_PATTERN_LINES_RISING] = { "lines-rising", 4, 4, 1, LINES (lines_rising), NULL, 0 },
  [ULL_PATTERN_DOTS_SPACED] = { "dots-spaced", 8, 8, 1, NULL, 0, LINES (dots_spaced) },
  [ULL_PATTERN_HAIRLINES_RISING] = { "hairlines-rising", 9, 9, 1, LINES (hairlines_rising), NULL, 0 },
  [ULL_PATTERN_BARS] = { "bars", 10, 10, 4, LINES (bars), NULL, 0 },
  [ULL_PATTERN_LOWER_THIRD] = { "lower-third", 0, 0, 0, NULL, 0, NULL, 0 },
};

const UllTile *
ull_tile_get (UllPattern pattern)
{
  g_return_val_if_fail (pattern < ULL_N_PATTERNS, NULL);

  return tiles[pattern].width > 0 ? &tiles[pattern] : NULL;
}

const char *
ull_pattern_get_id (UllPattern pattern)
{
  g_return_val_if_fail (pattern < ULL_N_PATTERNS, NULL);

  return tiles[pattern].id;
}
