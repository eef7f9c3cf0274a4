#pragma once

#include "ull-course.h"
#include "ull-scene-card.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_TRIAL_CARD (ull_trial_card_get_type ())
G_DECLARE_FINAL_TYPE (UllTrialCard, ull_trial_card, ULL, TRIAL_CARD, AdwBin)

/* The ramp of a lesson's load, with what was said about it; its graphs without a curve while a question asks for it. */
GtkWidget *ull_trial_card_new (void);
/* For a room: the graphs alone, with text so many times as large. */
GtkWidget *ull_trial_card_new_bare (double enlarge);
void ull_trial_card_show (UllTrialCard *self, const UllCourseRamp *ramp);
/* What is drawn, its table and its files; NULL of a bare one. */
UllSceneCard *ull_trial_card_get_card (UllTrialCard *self);
UllSceneChart *ull_trial_card_get_chart (UllTrialCard *self);

G_END_DECLS
