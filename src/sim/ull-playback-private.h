#pragma once

#include "ull-playback.h"
#include "ull-ramp-private.h"

struct _UllPlayback
{
  UllScenario *scenario;
  UllLoad *load;
  UllRampSetting setting;
  gint64 concurrency;
  gint64 block_bytes;
  GArray *steps; /* UllPlaybackStep */
  gboolean (*go_on) (gint64 finished, gpointer data);
  gpointer data;
};

/* The level's run as the ramp has it, up to a step. @ended: it did not come to its own end. */
gboolean ull_playback_run (
  const UllPlayback *playback, const UllSimWatch *watch, gint64 max_steps, gboolean *ended, GError **error);
