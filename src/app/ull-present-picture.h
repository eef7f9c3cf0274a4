#pragma once

#include "ull-talk.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a room sees beside the question: a chart of what the talk may show by now, a ramp, or the file that is asked about; NULL where
 * there is nothing. Its text is @enlarge times as large as elsewhere. */
GtkWidget *ull_present_picture_new (const UllTalk *talk, double enlarge);

G_END_DECLS
