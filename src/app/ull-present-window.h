#pragma once

#include "ull-talk.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_PRESENT_WINDOW (ull_present_window_get_type ())
G_DECLARE_FINAL_TYPE (UllPresentWindow, ull_present_window, ULL, PRESENT_WINDOW, AdwWindow)

/* A course in a room: the whole screen, large type, and the keys of a presenter's remote. Actions: "present.next",
 * "present.back", "present.finish", "present.restart", "present.marker", "present.raise" and "present.lower" (int: which
 * counter). */
/* @course: (transfer full). */
UllPresentWindow *ull_present_window_new (GtkWindow *parent, UllCourse *course);
const UllTalk *ull_present_window_get_talk (UllPresentWindow *self);

/* The open plan as one question: how many requests fit? (transfer full) */
UllCourse *ull_present_plan (UllScenario *scenario);

G_END_DECLS
