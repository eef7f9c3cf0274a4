#include "ull-export-size.h"

#include "ull-block-grid.h"
#include "ull-pool-timeline.h"
#include "ull-ramp-picture.h"
#include "ull-recorded-picture.h"
#include "ull-residuals-picture.h"
#include "ull-surge-picture.h"

/* A file is for a slide or a page and not a copy of the window, so that each chart has a size of its own in which all of its labels
 * have room. The window writes these; what the command line writes of a level or a fit is the same to the byte. */

static const struct
{
  const char *chart;
  double width;
  double height;
} sizes[] = {
  { "memory", 640, 760 },
  { "curves", 960, 600 },
  { "layers", 960, 240 },
  { "lengths", 960, 480 },
  { "levers", 960, 1080 },
  { ULL_RAMP_CHART_ID, 960, 1080 },
  { ULL_LATENCY_CHART_ID, 960, 480 },
  { ULL_SURGE_CHART_ID, 960, 720 },
  { ULL_BLOCKS_CHART_ID, 640, 760 },
  { ULL_TIMELINE_CHART_ID, 960, 360 },
  { ULL_RECORDED_CHART_ID, 960, 840 },
  { ULL_RESIDUALS_CHART_ID, 960, 640 },
};

gboolean
ull_export_get_size (const char *chart, double *width, double *height)
{
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (g_str_equal (sizes[i].chart, chart))
      {
        *width = sizes[i].width;
        *height = sizes[i].height;
        return TRUE;
      }
  return FALSE;
}
