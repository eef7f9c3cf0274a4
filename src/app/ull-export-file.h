#pragma once

#include "ull-block-grid.h"
#include "ull-fit-run.h"
#include "ull-pool-timeline.h"
#include "ull-ramp-picture.h"
#include "ull-ramp-run.h"
#include "ull-surge-run.h"

G_BEGIN_DECLS

/* Writes a chart of what @disclosure shows. The format is the path's ending. Atomic: a file that could not be written
 * whole is left as it was. */
gboolean ull_export_file_write (const UllDisclosure *disclosure,
                                UllChartKind kind,
                                UllLook look,
                                const char *path,
                                GError **error);

/* The same of the fit that @run has: it has one. */
gboolean ull_export_file_write_residuals (UllFitRun *run, UllLook look, const char *path, GError **error);

/* The same of the surge that @run has: it has one. */
gboolean ull_export_file_write_surge (UllSurgeRun *run, UllLook look, const char *path, GError **error);

/* The same of what @run has: it has something, and an earlier ramp stands beside it where one is kept. */
gboolean ull_export_file_write_ramp (UllRampRun *run, UllRampPanels panels, UllLook look, const char *path, GError **error);
/* The same of a level that is played. */
gboolean ull_export_file_write_blocks (const UllBlockPicture *picture, UllLook look, const char *path, GError **error);
/* @chart: the pool over time, or its recorded series over what was simulated. */
gboolean ull_export_file_write_over_time (const UllTimelinePicture *picture, const char *chart, UllLook look, const char *path, GError **error);

G_END_DECLS
