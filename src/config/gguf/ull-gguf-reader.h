#pragma once

#include "ull-config.h"
#include "ull-config-layers.h"
#include "ull-gguf.h"

G_BEGIN_DECLS

/* How an architecture's layers are told apart where its files do not say. Its keys are never listed: they are those that begin
 * with its name, whatever that is. */
typedef enum
{
  ULL_GGUF_WINDOW_UNKNOWN = 0, /* a window without a pattern is refused */
  ULL_GGUF_WINDOW_ALL,         /* every layer keeps to it */
  ULL_GGUF_WINDOW_LAST_FULL,   /* all but the last of every `period` layers */
  ULL_GGUF_WINDOW_FIRST_FULL,  /* all but the first of every `period` layers */
} UllGgufWindows;

typedef struct
{
  const char *arch;
  UllGgufWindows windows;
  gint32 period;
  gint32 window;      /* where the file has none; 0: no window then; -1: the file must have it */
  gboolean chunked;   /* the window is a chunk */
  gboolean end_full;  /* the model's last layer is full whatever the period says */
  gint32 own_caches;  /* layers from the start with a cache of their own, where the file does not say; 0: all */
  gint32 interval;    /* full_attention_interval where the file has none */
  gboolean both;      /* each layer has attention and a state */
  gboolean encoder;   /* keeps no cache */
  gboolean expanded;  /* a latent's keys and values are kept for every head, by every engine */
} UllGgufFamily;

/* (nullable): for an architecture whose files say everything. */
const UllGgufFamily *ull_gguf_family (const char *arch);

/* A model being read. */
typedef struct
{
  const UllGguf *file;    /* that has the metadata */
  const GPtrArray *parts; /* of UllGguf: those that have tensors, the one above among them */
  char *arch;
  const UllGgufFamily *family; /* (nullable) */
  GPtrArray *warnings;         /* of char * */
  gint64 layers;               /* the draft ones behind them left out */
  gint64 drafts;
  gint64 hidden;    /* -1: not said */
  gint64 positions; /* -1: not said */
  gint64 heads;     /* of the first layer that has attention; 0: none has */
  guint8 *marks;    /* (nullable) UllGgufMarks of each layer */
  gint64 *query;    /* heads of each layer, the drafts too, as are the next ones */
  gint64 *kv;
  gint64 *k_dim;
  gint64 *v_dim;
} UllGgufReader;

/* Under the architecture's prefix: "attention.head_count". */
const UllGgufEntry *ull_gguf_reader_find (const UllGgufReader *reader, const char *key);
/* FALSE, naming the key, where it is no number of @min to @max; *value stays what it was where it is absent. */
gboolean ull_gguf_reader_read (const UllGgufReader *reader,
                               const char *key,
                               gint64 min,
                               gint64 max,
                               gint64 *value,
                               GError **error);
/* The same of a key that must be there. */
gboolean ull_gguf_reader_need (const UllGgufReader *reader,
                               const char *key,
                               gint64 min,
                               gint64 max,
                               gint64 *value,
                               GError **error);
/* One number for all layers or a list with one for each, which may leave out the draft layers: they are like the last then.
 * *values stays what it was where it is absent. */
gboolean ull_gguf_reader_read_each (const UllGgufReader *reader,
                                    const char *key,
                                    gint64 min,
                                    gint64 max,
                                    gint64 *values,
                                    GError **error);
gboolean ull_gguf_reader_is_list (const UllGgufReader *reader, const char *key);
/* A text of the file by its whole key, plain; NULL where there is none. (transfer full) */
char *ull_gguf_reader_dup_text (const UllGgufReader *reader, const char *key);
void ull_gguf_reader_set_error (const UllGgufReader *reader,
                                const char *key,
                                GError **error,
                                int code,
                                const char *format,
                                ...) G_GNUC_PRINTF (5, 6);
gboolean ull_gguf_reader_set_missing (const UllGgufReader *reader, const char *key, GError **error);
void ull_gguf_reader_warn (UllGgufReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* What the names of a layer's tensors tell: of a draft layer, of a recurrent one, of attention with keys of its own, and that there
 * are any. */
typedef enum
{
  ULL_GGUF_MARK_DRAFT = 1 << 0,
  ULL_GGUF_MARK_STATE = 1 << 1,
  ULL_GGUF_MARK_KEYS = 1 << 2,
  ULL_GGUF_MARK_THERE = 1 << 3,
} UllGgufMarks;

/* The layer below @n that a tensor's name says it is of, and what stands behind that; FALSE for one of no layer. */
gboolean ull_gguf_split_name (UllGgufText name, gint64 n, gint64 *layer, UllGgufText *rest);
/* UllGgufMarks of @n layers, or NULL where there are no tensors. */
guint8 *ull_gguf_mark_layers (const GPtrArray *parts, gint64 n);

/* Layers, heads and head sizes. */
gboolean ull_gguf_read_shape (UllGgufReader *reader, GError **error);
/* The tokens that each layer's window or chunk keeps, the draft layers too; 0: all. */
gboolean ull_gguf_read_windows (UllGgufReader *reader, gint64 *caps, GError **error);

/* A recurrent layer's state; elements of 0: there is none. */
typedef struct
{
  gint64 convolution;
  gint64 recurrent;
} UllGgufState;

/* What a state is made of, and which layers have attention and which a state. */
gboolean
ull_gguf_read_state (UllGgufReader *reader, UllGgufState *state, gboolean *attends, gboolean *keeps_state, GError **error);

/* The facts' runs and layers. */
gboolean ull_gguf_read_layers (UllGgufReader *reader, UllModel *facts, GError **error);
/* The same of an architecture that compresses what lies behind a window, and of one with an encoder. */
gboolean ull_gguf_read_compressed (UllGgufReader *reader, UllModel *facts, GError **error);
gboolean ull_gguf_read_decoder (UllGgufReader *reader, UllModel *facts, GError **error);

/* FALSE, naming it, where the file has a key that changes what layers keep and is not read; and a warning of each that might. */
gboolean ull_gguf_refuse_unread (const UllGgufReader *reader, GError **error);
void ull_gguf_warn_unread (UllGgufReader *reader);

/* What a tensor is for; layers from @layers on are draft layers. */
UllWeightPart ull_gguf_part (UllGgufText name, gint64 layers, gboolean *whole, gboolean *kv);
/* Weights, parameters and what they are made of, from the tensor infos; nothing where there are none. */
gboolean ull_gguf_read_weights (UllGgufReader *reader, UllModel *facts, GError **error);

/* @parts: of UllGguf, the first one with the metadata. @title: (nullable) for a file that names no model. */
UllModel *ull_gguf_read_model (const GPtrArray *parts, const char *title, GError **error);

/* The file of a folder that holds one model, or the first that there is of its parts. NULL where there is none, and with an error
 * where there are several. (transfer full) */
char *ull_gguf_find_in_folder (const char *folder, GError **error);

/* A file's bytes. */
UllModel *ull_gguf_read (const char *name, GBytes *bytes, GError **error);
/* @fd: of a regular file at @path. Opens the other parts of a split one. */
UllModel *ull_gguf_open (const char *path, int fd, GError **error);

G_END_DECLS
