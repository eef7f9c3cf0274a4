#pragma once

#include "ull-playback.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a player has done in a thread: a level run from beginning to end, or its pool at one step. */

/* A whole run: never changes, and threads hold references to it. */
typedef struct
{
  UllPlayback *playback;
} UllPoolTape;

void ull_pool_tape_unref (gpointer tape);

typedef struct
{
  UllScenario *scenario; /* of a tape to be made, or */
  gint64 clients;
  UllPoolTape *tape;     /* one to be looked into */
  guint step;
  GCancellable *cancellable;
} UllPoolJob;

void ull_pool_job_free (gpointer job);
/* Thread bodies whose data is a job. Return an UllPoolTape, and an UllPoolPicture. */
void ull_pool_tape_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable);
void ull_pool_picture_worker (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable);

G_END_DECLS
