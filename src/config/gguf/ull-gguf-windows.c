#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Which layers keep to a window:
 *
 *   sliding_window           the tokens of one, for all layers that keep to it, or a list with each layer's; 0: none
 *   sliding_window_pattern   a list, true for each layer that keeps to it; or a period n, of which one layer is full:
 *                            the last, or the first in architectures of that kind; 0: none is full
 *
 * Without a pattern it is the architecture's own; a window in one that has none known is refused, because to take its layers
 * for full or for sliding would both be guesses. */

#define MAX_WINDOW (G_GINT64_CONSTANT (1) << 40)

static void
fill_period (const UllGgufReader *reader, gint64 period, gint64 window, gint64 *caps)
{
  const UllGgufFamily *family = reader->family;
  gint64 full = family && family->windows == ULL_GGUF_WINDOW_FIRST_FULL ? 0 : period - 1;

  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    caps[i] = period > 0 && i % period == full ? 0 : window;
}

static gboolean
refuse_window (const UllGgufReader *reader, gint64 window, GError **error)
{
  g_autofree char *tokens = ull_format_count (window);
  g_autofree char *arch = ull_gguf_text_dup_shown ((UllGgufText) { reader->arch, strlen (reader->arch) });

  ull_gguf_reader_set_error (reader, "attention.sliding_window", error, ULL_ERROR_UNSUPPORTED,
                             _("a window of %s tokens is in force, and which layers of “%s” keep to it is not known; "
                               "%s.attention.sliding_window_pattern would tell it"),
                             tokens, arch, arch);
  return FALSE;
}

static gboolean
fill_family (const UllGgufReader *reader, gint64 window, gint64 *caps, GError **error)
{
  const UllGgufFamily *family = reader->family;

  if (!family || family->windows == ULL_GGUF_WINDOW_UNKNOWN)
    return refuse_window (reader, window, error);
  fill_period (reader, family->windows == ULL_GGUF_WINDOW_ALL ? 0 : family->period, window, caps);
  if (family->end_full)
    caps[reader->layers - 1] = 0;
  return TRUE;
}

static gboolean
read_pattern (const UllGgufReader *reader, gint64 window, gint64 *caps, GError **error)
{
  static const char key[] = "attention.sliding_window_pattern";
  gint64 period = 0;

  if (!ull_gguf_reader_find (reader, key))
    return fill_family (reader, window, caps, error);
  if (!ull_gguf_reader_is_list (reader, key))
    {
      if (!ull_gguf_reader_read (reader, key, 0, G_MAXUINT16, &period, error))
        return FALSE;
      fill_period (reader, period, window, caps);
      return TRUE;
    }
  if (!ull_gguf_reader_read_each (reader, key, 0, 1, caps, error))
    return FALSE;
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    caps[i] *= window;
  return TRUE;
}

static void
warn_of_a_window_that_never_bites (UllGgufReader *reader, gint64 window)
{
  g_autofree char *tokens = NULL, *limit = NULL;

  if (window == 0 || reader->positions < 0 || window < reader->positions)
    return;
  tokens = ull_format_count (window);
  limit = ull_format_count (reader->positions);
  ull_gguf_reader_warn (reader,
                        _("the window of %s tokens is not smaller than the length limit of %s, so every layer keeps the whole "
                          "context"),
                        tokens, limit);
}

gboolean
ull_gguf_read_windows (UllGgufReader *reader, gint64 *caps, GError **error)
{
  static const char key[] = "attention.sliding_window";
  gint64 window = reader->family ? reader->family->window : 0;

  if (ull_gguf_reader_is_list (reader, key))
    return ull_gguf_reader_read_each (reader, key, 0, MAX_WINDOW, caps, error);
  if (!ull_gguf_reader_read (reader, key, 0, MAX_WINDOW, &window, error))
    return FALSE;
  if (window < 0 || (window == 0 && !ull_gguf_reader_find (reader, key) &&
                     ull_gguf_reader_find (reader, "attention.sliding_window_pattern")))
    return ull_gguf_reader_set_missing (reader, key, error);
  if (window == 0)
    return TRUE;
  warn_of_a_window_that_never_bites (reader, window);
  return read_pattern (reader, window, caps, error);
}
