#pragma once

#include "ull-playback.h"
#include "ull-pool-pace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define ULL_TYPE_POOL_PLAYER (ull_pool_player_get_type ())
G_DECLARE_FINAL_TYPE (UllPoolPlayer, ull_pool_player, ULL, POOL_PLAYER, GObject)

/* Plays one level of a ramp: its steps, and the pool at one of them. Whatever takes longer than a frame is done in a thread, one
 * thing at a time, the latest that was asked for. Signal: "changed". */
UllPoolPlayer *ull_pool_player_new (void);
/* The scenario's load at so many clients; NULL: nothing, and what was is forgotten, but for who is followed: a request keeps its
 * number whatever is changed. */
void ull_pool_player_set_level (UllPoolPlayer *self, UllScenario *scenario, gint64 clients);
gint64 ull_pool_player_get_clients (UllPoolPlayer *self);
const UllPlayback *ull_pool_player_get_playback (UllPoolPlayer *self);    /* (transfer none) (nullable) */
/* Of the step that is shown, or the last one that was ready before it. (transfer none) (nullable) */
const UllPoolPicture *ull_pool_player_get_picture (UllPoolPlayer *self);
const char *ull_pool_player_get_problem (UllPoolPlayer *self); /* (nullable) */
guint ull_pool_player_get_step (UllPoolPlayer *self);
double ull_pool_player_get_time (UllPoolPlayer *self); /* seconds */
double ull_pool_player_get_end (UllPoolPlayer *self);
void ull_pool_player_seek (UllPoolPlayer *self, guint step);
void ull_pool_player_seek_time (UllPoolPlayer *self, double seconds);
void ull_pool_player_step_by (UllPoolPlayer *self, int by);
/* By a share of the whole run, a step at least; 1 and -1 are its ends. */
void ull_pool_player_leap (UllPoolPlayer *self, double share);
/* From the step before the end it begins again. */
void ull_pool_player_set_playing (UllPoolPlayer *self, gboolean playing);
gboolean ull_pool_player_get_playing (UllPoolPlayer *self);
/* Changed while it plays, it goes on from where it is. */
void ull_pool_player_set_pace (UllPoolPlayer *self, UllPoolPace pace);
UllPoolPace ull_pool_player_get_pace (UllPoolPlayer *self);
/* One request, whose blocks stand out, also where it is not there; -1: none. */
void ull_pool_player_follow (UllPoolPlayer *self, gint64 request);
gint64 ull_pool_player_get_followed (UllPoolPlayer *self);

G_END_DECLS
