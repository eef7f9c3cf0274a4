#pragma once

#include "ull-scene-chart.h"
#include "ull-scene-kind.h"

G_BEGIN_DECLS

#define ULL_TYPE_SCENE_CARD (ull_scene_card_get_type ())
G_DECLARE_FINAL_TYPE (UllSceneCard, ull_scene_card, ULL, SCENE_CARD, GtkWidget)

/* A small chart under its heading, with its table and its files: actions "scene.table" and "scene.export". The card is hidden, and
 * its table closed, while there is nothing to show. */

/* @subject: (nullable), borrowed: it and what it points to must live until the next call. */
void ull_scene_card_show (UllSceneCard *self, const UllSceneKind *kind, gconstpointer subject);
UllSceneChart *ull_scene_card_get_chart (UllSceneCard *self);
/* What the file picker is answered with; an ending that is none gets ".png". FALSE: it was refused, and the card says why. */
gboolean ull_scene_card_write (UllSceneCard *self, const char *path);
/* (nullable) */
const char *ull_scene_card_get_notice (UllSceneCard *self);

G_END_DECLS
