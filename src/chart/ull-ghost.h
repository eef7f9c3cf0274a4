#pragma once

#include "ull-curves.h"
#include "ull-vessel.h"

G_BEGIN_DECLS

/* A pinned scenario beside the present one: same hue, 60 %, dashed, named. Nothing is drawn where there is none. */

/* The axes reach the ghost's curve and point as well. */
void ull_ghost_widen (UllCurves *curves, const UllDisclosure *disclosure);
/* Claims the room of the ghost's name, at the end of its curve, and writes it. */
void ull_ghost_place_name (UllCurvePlot *plot);
void ull_ghost_draw_curve (UllCurvePlot *plot);
void ull_ghost_add_spot (UllCurvePlot *plot);

/* Bytes that the vessel's scale must reach. */
double ull_ghost_top (const UllDisclosure *disclosure);
/* Outline of the pinned pool, and the level in it. */
void ull_ghost_draw_pool (UllVessel *vessel);
/* y that its label speaks of. */
double ull_ghost_level_y (const UllVessel *vessel);

/* "KV pool 4.64 GiB · 9 fit" and the like. (transfer full) */
char *ull_ghost_detail (const UllDisclosure *disclosure, gboolean narrow);
/* What its figures follow from, for a caption; NULL where there is no ghost. (transfer full) */
char *ull_ghost_caption (const UllDisclosure *disclosure);
/* A sentence for the text alternatives; NULL where there is no ghost. (transfer full) */
char *ull_ghost_describe (const UllDisclosure *disclosure);

G_END_DECLS
