#pragma once

#include "ull-json.h"

G_BEGIN_DECLS

/* A value. Nodes stand in the order of the text, so a container's first child is the node after it. */
typedef struct
{
  guint32 start;  /* byte offsets into the text: [start, end) */
  guint32 end;
  guint32 key;    /* offset of the member name's opening quote; 0 where there is none */
  guint32 next;   /* the next sibling; 0 where there is none (the root is no one's sibling) */
  guint32 parent; /* the root is its own */
  guint32 length; /* children */
  guint8 type;    /* UllJsonType */
  guint8 key_escaped;
} UllJsonNode;

struct _UllJson
{
  char *name;
  char *text; /* followed by a NUL */
  gsize length;
  UllJsonDialect dialect;
  UllJsonNode *nodes;
  guint32 n_nodes;
  guint32 n_allocated;
};

/* Fills the nodes from the text. */
gboolean ull_json_scan (UllJson *json, GError **error);

/* At the backslash of a \u escape: its length in bytes (a pair of surrogates is one escape) and its
 * character; 0 where it is none that text can hold. */
gsize ull_json_read_escape (const char *at, gunichar *character);
/* What stands between @quote, an opening quote that was scanned before, and its closing one (transfer
 * full). */
char *ull_json_decode (const char *quote);
/* The exact value of a number that was scanned before; FALSE where it is no whole number of 64 bits. */
gboolean ull_json_number_to_int (const char *start, const char *end, gint64 *value);

G_END_DECLS
