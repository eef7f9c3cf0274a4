#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One line on a terminal that is rewritten while somebody waits; nothing where standard error is none. */
typedef struct
{
  gboolean shows;
  gboolean shown;
  gint64 begun_us;
  gint64 next_us;
} UllProgress;

void ull_progress_init (UllProgress *progress);
/* Takes the line away. */
void ull_progress_clear (UllProgress *progress);
/* A UllRampWatch: @data is the progress. */
gboolean ull_progress_watch_cb (guint done, guint all, gpointer data);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllProgress, ull_progress_clear)

G_END_DECLS
