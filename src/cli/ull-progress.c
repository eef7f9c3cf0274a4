#include "ull-progress.h"

#include <stdio.h>
#include <unistd.h>

/* A level may take longer than all others together, and is asked about while it runs: so the line has how long it has been, too. */

#define FIRST_US G_USEC_PER_SEC
#define EACH_US (G_USEC_PER_SEC / 2)

void
ull_progress_init (UllProgress *progress)
{
  *progress = (UllProgress) { .shows = isatty (STDERR_FILENO) == 1, .begun_us = g_get_monotonic_time () };
  progress->next_us = progress->begun_us + FIRST_US;
}

void
ull_progress_clear (UllProgress *progress)
{
  if (progress->shown)
    fputs ("\r\033[K", stderr);
  progress->shown = FALSE;
}

gboolean
ull_progress_watch_cb (guint done, guint all, gpointer data)
{
  UllProgress *progress = data;
  gint64 now = g_get_monotonic_time ();

  if (!progress->shows || now < progress->next_us)
    return TRUE;
  fprintf (stderr, "\r\033[K%u of about %u levels simulated, %.0f s", done, all, (double) (now - progress->begun_us) / G_USEC_PER_SEC);
  fflush (stderr);
  progress->shown = TRUE;
  progress->next_us = now + EACH_US;
  return TRUE;
}
