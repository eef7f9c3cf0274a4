#pragma once

#include "ull-chart-slips.h"
#include "ull-ramp-picture.h"

G_BEGIN_DECLS

/* A chart that is of something else than a workspace's scenario: what makes its scene, table and file of a subject. */
typedef struct
{
  const char *id;    /* stable: for the names of files */
  const char *title; /* N_() */
  UllScene *(*build) (gconstpointer subject, const UllChartSpec *spec, PangoContext *context);
  /* (nullable): pixels that it needs at the width of @spec; else it takes what there is. */
  double (*height) (gconstpointer subject, const UllChartSpec *spec, PangoContext *context);
  GPtrArray *(*table) (gconstpointer subject);
  GBytes *(*export) (gconstpointer subject, UllExportFormat format, GError **error);
} UllSceneKind;

extern const UllSceneKind ull_scene_slips;       /* of a UllAnswered that ull_slips_chart_may_show() */
extern const UllSceneKind ull_scene_calibration; /* of a UllCalibration */
extern const UllSceneKind ull_scene_ramp;        /* of a UllRampPicture */

G_END_DECLS
