#include "ull-fit-private.h"

#include "ull-random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the least loss is. A simulation's loss is rugged, because a request a hair earlier meets another step, and it has a valley: a
 * dearer step beside a cheaper context makes nearly the same times. A descent ends in the dent it begins next to. So this is done by
 * cross-entropy (Rubinstein, 1999): points are drawn about the beginning, the best of them say where the next are drawn, by their mean
 * and how they are spread together, which lies down along the valley; and so on, closer and closer. From the best point seen a simplex
 * descends (Nelder and Mead, 1965). Draws are the same in every run. All is in logarithms: a side is a factor, and nothing goes below 0. */

#define N ULL_N_STEP_COEFFICIENTS
#define N_FIRST 150
#define N_DRAWN 60
#define N_KEPT 20
#define N_GENERATIONS 9
/* Kept ones lie closer together than what they are the best of: without it a generation ends beside the valley. */
#define WIDER 1.21 /* of a variance */
#define LEAST_VARIANCE 1e-8
#define TRIES 100
#define ENOUGH 1e-4 /* difference of losses in the simplex, as a share */
#define SEED 1
#define N_MOVES 12
#define N_WHOLE_MOVES 4
#define N_WAYS 2

/* How far off the first are, either way: up to three times; and once more about the best that came of it, which no longer depends on
 * where all began. */
#define WIDE 1.0986122886681098
#define CLOSE 0.15
/* Sides of the simplexes that end it. */
static const double sides[] = { 0.05, -0.01 };

typedef struct
{
  const UllFitSpace *space;
  guint tries;
  gboolean ended;
  UllRandom random;
  double mean[N];
  double root[N][N]; /* lower triangle, whose square is the covariance */
} Search;

static void
try_point (Search *search, UllFitPoint *point)
{
  point->loss = INFINITY;
  search->tries++;
  search->ended = search->ended || !search->space->try_point (point, search->space->data);
}

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  double x = ((const UllFitPoint *) a)->loss, y = ((const UllFitPoint *) b)->loss;

  return (x > y) - (x < y);
}

/* The worst point moved through the middle of the others, so many times as far. */
static UllFitPoint
move_worst (Search *search, const UllFitPoint *simplex, double factor)
{
  UllFitPoint moved = { .hidden = simplex[N].hidden };

  for (guint i = 0; i < N; i++)
    {
      double middle = 0;

      for (guint k = 0; k < N; k++)
        middle += simplex[k].at[i] / N;
      moved.at[i] = middle + factor * (simplex[N].at[i] - middle);
    }
  try_point (search, &moved);
  return moved;
}

static void
shrink (Search *search, UllFitPoint *simplex)
{
  for (guint k = 1; k <= N; k++)
    {
      for (guint i = 0; i < N; i++)
        simplex[k].at[i] = (simplex[0].at[i] + simplex[k].at[i]) / 2;
      try_point (search, &simplex[k]);
    }
}

static void
step_simplex (Search *search, UllFitPoint *simplex)
{
  UllFitPoint mirrored = move_worst (search, simplex, -1), further;

  if (mirrored.loss < simplex[0].loss)
    {
      further = move_worst (search, simplex, -2);
      simplex[N] = further.loss < mirrored.loss ? further : mirrored;
      return;
    }
  if (mirrored.loss < simplex[N - 1].loss)
    {
      simplex[N] = mirrored;
      return;
    }
  further = move_worst (search, simplex, mirrored.loss < simplex[N].loss ? -0.5 : 0.5);
  if (further.loss < MIN (mirrored.loss, simplex[N].loss))
    simplex[N] = further;
  else
    shrink (search, simplex);
}

static UllFitPoint
descend (Search *search, const UllFitPoint *from, double side)
{
  guint most = search->tries + TRIES;
  UllFitPoint simplex[N + 1];

  simplex[0] = *from;
  for (guint k = 1; k <= N; k++)
    {
      simplex[k] = *from;
      simplex[k].at[k - 1] += side;
      try_point (search, &simplex[k]);
    }
  qsort (simplex, N + 1, sizeof *simplex, compare_cb);
  while (!search->ended && search->tries < most && simplex[N].loss - simplex[0].loss > ENOUGH * simplex[0].loss)
    {
      step_simplex (search, simplex);
      qsort (simplex, N + 1, sizeof *simplex, compare_cb);
    }
  return simplex[0];
}

/* Marsaglia's polar method. */
static double
draw_normal (UllRandom *random)
{
  double x, y, square;

  do
    {
      x = 2 * ull_random_unit (random) - 1;
      y = 2 * ull_random_unit (random) - 1;
      square = x * x + y * y;
    }
  while (square >= 1 || square <= 0);
  return x * sqrt (-2 * log (square) / square);
}

static UllFitPoint
draw_point (Search *search, gint64 hidden)
{
  UllFitPoint point = { .hidden = hidden };
  double normal[N];

  for (guint i = 0; i < N; i++)
    normal[i] = draw_normal (&search->random);
  for (guint i = 0; i < N; i++)
    {
      point.at[i] = search->mean[i];
      for (guint k = 0; k <= i; k++)
        point.at[i] += search->root[i][k] * normal[k];
    }
  return point;
}

/* Cholesky's. */
static void
take_root (Search *search, double covariance[N][N])
{
  for (guint i = 0; i < N; i++)
    for (guint k = 0; k <= i; k++)
      {
        double rest = covariance[i][k];

        for (guint j = 0; j < k; j++)
          rest -= search->root[i][j] * search->root[k][j];
        search->root[i][k] = i == k ? sqrt (MAX (rest, LEAST_VARIANCE)) : rest / search->root[k][k];
      }
}

static void
learn (Search *search, const UllFitPoint *kept)
{
  double covariance[N][N] = { { 0 } };

  for (guint i = 0; i < N; i++)
    {
      search->mean[i] = 0;
      for (guint k = 0; k < N_KEPT; k++)
        search->mean[i] += kept[k].at[i] / N_KEPT;
    }
  for (guint k = 0; k < N_KEPT; k++)
    for (guint i = 0; i < N; i++)
      for (guint j = 0; j <= i; j++)
        covariance[i][j] += WIDER * (kept[k].at[i] - search->mean[i]) * (kept[k].at[j] - search->mean[j]) / N_KEPT;
  take_root (search, covariance);
}

/* Draws, and sorts: the best first. The best of before is among them. */
static void
draw_generation (Search *search, UllFitPoint *points, guint n)
{
  for (guint k = 1; k < n && !search->ended; k++)
    {
      points[k] = draw_point (search, points[0].hidden);
      try_point (search, &points[k]);
    }
  qsort (points, n, sizeof *points, compare_cb);
}

/* About the first of them, which stays. */
static void
draw_about (Search *search, UllFitPoint *points, double reach)
{
  for (guint k = 1; k < N_FIRST && !search->ended; k++)
    {
      points[k].hidden = points[0].hidden;
      for (guint i = 0; i < N; i++)
        points[k].at[i] = points[0].at[i] + reach * (2 * ull_random_unit (&search->random) - 1);
      try_point (search, &points[k]);
    }
  qsort (points, N_FIRST, sizeof *points, compare_cb);
}

/* By the moves that take the schedule for settled. Whole ones first, then half ones, which do not go to and fro. */
static void
refine_by (Search *search, gboolean from_pause, UllFitPoint *best)
{
  UllFitPoint at = *best;

  for (guint i = 0; i < N_MOVES && best->loss > search->space->exact; i++)
    {
      UllFitPoint next = at;

      search->space->move_point (&next, from_pause, search->space->data);
      for (guint k = 0; k < N; k++)
        at.at[k] = from_pause || i < N_WHOLE_MOVES ? next.at[k] : log ((exp (at.at[k]) + exp (next.at[k])) / 2);
      try_point (search, &at);
      if (search->ended)
        return;
      if (at.loss < best->loss)
        *best = at;
    }
}

static void
refine (Search *search, UllFitPoint *best)
{
  for (guint from_pause = FALSE; from_pause <= TRUE && !search->ended; from_pause++)
    {
      /* A move is from what was tried last. */
      try_point (search, best);
      if (!search->ended)
        refine_by (search, (gboolean) from_pause, best);
    }
}

static void
cross (Search *search, double reach, UllFitPoint *best)
{
  UllFitPoint points[N_FIRST] = { *best };

  draw_about (search, points, reach);
  for (guint i = 0; i < N_GENERATIONS && !search->ended; i++)
    {
      learn (search, points);
      draw_generation (search, points, N_DRAWN);
    }
  *best = points[0];
}

/* Both ways in which tokens may be charged, from the corner on or all of them: the likelier one by what is fitted to, first. */
static void
search_wide (Search *search, UllFitPoint ways[N_WAYS], guint n)
{
  for (guint i = 0; i < n && !search->ended; i++)
    refine (search, &ways[i]);
  qsort (ways, n, sizeof *ways, compare_cb);
  if (ways[0].loss <= search->space->exact)
    return;
  for (guint i = 0; i < n && !search->ended && (i == 0 || ways[i - 1].loss > search->space->exact); i++)
    {
      cross (search, WIDE, &ways[i]);
      refine (search, &ways[i]);
    }
  qsort (ways, n, sizeof *ways, compare_cb);
}

gboolean
ull_fit_search (const double from[N], const UllFitSpace *space, UllFitPoint *best)
{
  Search search = { .space = space };
  UllFitPoint ways[N_WAYS] = { { .hidden = space->corner }, { .hidden = 0 } };

  ull_random_init (&search.random, SEED);
  for (guint i = 0; i < N_WAYS; i++)
    memcpy (ways[i].at, from, sizeof ways[i].at);
  search_wide (&search, ways, space->corner > 0 ? N_WAYS : 1);
  *best = ways[0];
  if (best->loss > space->exact && !search.ended)
    cross (&search, CLOSE, best);
  for (guint i = 0; i < G_N_ELEMENTS (sides) && best->loss > space->exact && !search.ended; i++)
    *best = descend (&search, best, sides[i]);
  if (best->loss > space->exact && !search.ended)
    refine (&search, best);
  return !search.ended;
}
