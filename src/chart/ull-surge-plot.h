#pragma once

#include "ull-crowd.h"
#include "ull-line-names.h"
#include "ull-plane.h"
#include "ull-surge-picture.h"

G_BEGIN_DECLS

/* What the points of a pixel's width come to. */
typedef struct
{
  double x;
  double mean;    /* seconds, the mean of means */
  double longest; /* seconds */
  double running; /* requests, the most */
  double waiting;
  guint preempted;
  guint n;
  guint last;     /* index of its last point */
} UllSurgeColumn;

/* One cap's two graphs, one below the other. */
typedef struct
{
  UllPlane requests;
  UllPlane gaps;
  gboolean both;   /* the upper graph is drawn, too */
  double done;     /* pixels: where the burst's last answer is */
  const UllSurge *surge;
  UllSurgeCap cap;
  UllLineNames *key[2]; /* Borrowed: of the upper and the lower graphs, both halves' */
  GArray *columns; /* Owned: UllSurgeColumn */
} UllSurgeHalf;

void ull_surge_half_draw (UllSurgeHalf *half);
/* What is so at a point. (transfer full) */
char *ull_surge_describe_point (const UllSurgePoint *point);
/* Translated: "at the peak", "at the operating point". */
const char *ull_surge_cap_get_name (UllSurgeCap cap);

G_END_DECLS
