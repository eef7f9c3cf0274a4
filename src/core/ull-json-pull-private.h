#pragma once

#include "ull-json-private.h"
#include "ull-json-pull.h"

G_BEGIN_DECLS

struct _UllJsonPull
{
  char *name;
  UllJsonRead read;
  gpointer data;
  char *window;       /* of ULL_JSON_PULL_WINDOW bytes, with room behind them */
  char *at;
  char *end;          /* a NUL stands there */
  gboolean ended;     /* there is nothing behind the window */
  guint64 before;     /* bytes of the text before the window */
  guint64 line_start; /* of the text */
  guint line;
  guint depth;
  guint64 objects;    /* a bit for each open container: an object, and not an array */
  guint64 begun;      /* and whether it has had a child */
  GString *decoded;   /* of a string with escapes */
};

#define ULL_JSON_PULL_WINDOW (2 * ULL_JSON_PULL_MAX_TEXT)
/* Bytes that may be looked at behind the end. */
#define ULL_JSON_PULL_ROOM 16

/* More of the text behind the window's end, or the knowledge that it has ended; what stands before *@keep is dropped, and
 * *@keep and the place of the reader move with what stays. FALSE where it cannot be read. */
gboolean ull_json_pull_fill (UllJsonPull *pull, char **keep, GError **error);
/* "“x” cannot stand here; a value should", or that the text ends. FALSE. */
gboolean ull_json_pull_refuse_here (UllJsonPull *pull, GError **error, const char *wanted);
/* At an opening quote: to behind the closing one. @text is NULL where nobody asks for it. */
gboolean ull_json_pull_scan_string (UllJsonPull *pull, UllJsonText *text, GError **error);

G_END_DECLS
