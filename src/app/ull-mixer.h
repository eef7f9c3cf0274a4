#pragma once

#include "ull-mix.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The draws of a scenario's lengths, in a thread of their own. @mix is what ull_mix_init_normal() made of the same scenario. */
void ull_mixer_draw_async (UllScenario *scenario,
                           const UllMix *mix,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
/* FALSE with G_IO_ERROR_CANCELLED, or where the bytes cannot be counted. */
gboolean ull_mixer_draw_finish (GAsyncResult *result, UllMix *mix, GError **error);

/* Lengths from a description that names a file, compact, so that they are the same again when they are saved and opened.
 * finish: (transfer full) */
void ull_mixer_read_async (const char *spec, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
UllLengths *ull_mixer_read_finish (GAsyncResult *result, GError **error);

/* How files are read for a load, in any thread. (transfer none) */
const UllFileSource *ull_mixer_get_files (void);

/* The first row of a file of lengths. finish: (transfer full) */
void ull_mixer_columns_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
char **ull_mixer_columns_finish (GAsyncResult *result, GError **error);

G_END_DECLS
