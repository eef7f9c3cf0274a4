#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Which layers keep everything, which only a window or a chunk, and how many tokens that is.
 *
 * layer_types wins over every pattern. A list or a pattern that is longer than the layers goes on with the draft layers
 * behind them; without one a draft layer is what the last layer is.
 *
 * A window of no smaller than the length limit never cuts anything off; it is kept as it is written, and said so. */

#define MAX_WINDOW (G_GINT64_CONSTANT (1) << 30)

/* Where layer i is full, all others sliding: every `period`th, counted with `ahead` layers before the first, or back from
 * the last. */
static const struct
{
  guint ahead;
  gboolean back;
  gboolean first; /* the first layer as well */
  gboolean last;  /* the last layer as well, whatever layer_types says */
} shapes[] = {
  [ULL_PATTERN_LAST_OF] = { .ahead = 1 },
  [ULL_PATTERN_FIRST_OF] = { .ahead = 0 },
  [ULL_PATTERN_LAST_OF_BACK] = { .ahead = 0, .back = TRUE },
  [ULL_PATTERN_LAST_OF_AND_FIRST] = { .ahead = 1, .first = TRUE },
  [ULL_PATTERN_LAST_OF_AND_END] = { .ahead = 1, .last = TRUE },
};

static gboolean
is_switched_off (const UllConfigReader *reader)
{
  return !ull_config_get_flag (reader, "use_sliding_window", !reader->family->window_switch);
}

static gboolean
read_window_member (UllJsonRef ref, gint64 *window, GError **error)
{
  if (!ull_json_read_int (ref, window, error))
    return FALSE;
  if (*window >= 0 && *window <= MAX_WINDOW)
    return TRUE;
  ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                      _("a window of so many tokens is none; a positive number or null would be right"));
  return FALSE;
}

/* Modern BERT's decoder gives the window of both sides in one. */
static gboolean
read_local_attention (const UllConfigReader *reader, gint64 *window, GError **error)
{
  UllJsonRef ref;

  if (!ull_config_find_named (reader, "local_attention", &ref))
    return TRUE;
  if (!read_window_member (ref, window, error))
    return FALSE;
  *window /= 2;
  return TRUE;
}

static void
take_class_window (UllConfigReader *reader, gint64 *window)
{
  g_autofree char *tokens = NULL;

  *window = reader->family->window;
  if (*window == 0)
    return;
  tokens = ull_format_count (*window);
  ull_config_warn (reader, _("sliding_window is not in the file; %s tokens is what the class %s takes"), tokens,
                   reader->family->id);
}

/* Embedding models look both ways and split the window. */
static gboolean
looks_both_ways (const UllConfigReader *reader)
{
  UllJsonRef ref;

  if (!ull_config_find_named (reader, "use_bidirectional_attention", &ref))
    return FALSE;
  if (ull_json_type (ref) != ULL_JSON_STRING)
    return ull_config_get_flag (reader, "use_bidirectional_attention", FALSE);
  g_autofree char *text = ull_json_read_string (ref, NULL);
  return g_strcmp0 (text, "all") == 0;
}

/* 0: no window. An explicit null means none even where the class has one. */
static gboolean
read_window (UllConfigReader *reader, gint64 *window, GError **error)
{
  UllJsonRef ref;

  *window = 0;
  if (is_switched_off (reader))
    return TRUE;
  if (ull_config_find (reader, ULL_MEMBER_WINDOW, &ref))
    {
      if (!read_window_member (ref, window, error))
        return FALSE;
    }
  else if (reader->family->pattern != ULL_PATTERN_CHUNK && !ull_json_get (reader->text, "sliding_window", &ref))
    {
      take_class_window (reader, window);
      if (!read_local_attention (reader, window, error))
        return FALSE;
    }
  if (*window > 0 && looks_both_ways (reader))
    *window = *window / 2 + 1;
  return TRUE;
}

/* Only Llama 4's class reads chunks; a marker of that name anywhere else was refused before. */
static gboolean
read_chunk (UllConfigReader *reader, gint64 *chunk, GError **error)
{
  UllJsonRef ref;

  *chunk = 0;
  if (reader->family->pattern != ULL_PATTERN_CHUNK)
    return TRUE;
  if (ull_config_find_named (reader, "attention_chunk_size", &ref))
    return read_window_member (ref, chunk, error);
  if (!ull_json_get (reader->text, "attention_chunk_size", &ref))
    *chunk = reader->family->window;
  return TRUE;
}

typedef struct
{
  UllConfigReader *reader;
  guint8 *kinds; /* n */
  guint n;       /* layers, and the draft layers behind them */
  gint64 window; /* 0: none */
  gint64 chunk;
} Kinds;

static gboolean
refuse_word (UllJsonRef word, const char *text, GError **error)
{
  g_autofree char *shown = ull_json_dup_shown (text);

  ull_json_set_error (word, error, ULL_ERROR_UNSUPPORTED,
                      _("layers of “%s” are not known here; full_attention or sliding_attention would be right"), shown);
  return FALSE;
}

static gboolean
read_word (const Kinds *kinds, UllJsonRef word, guint8 *kind, GError **error)
{
  const UllConfigReader *reader = kinds->reader;
  g_autofree char *text = ull_json_read_string (word, error);

  if (!text)
    return FALSE;
  if (strcmp (text, "full_attention") == 0 || strcmp (text, "attention") == 0)
    *kind = ULL_LAYER_FULL;
  else if (strcmp (text, "minimax_m3_sparse") == 0 && reader->family->rule == ULL_RULE_INDEXED)
    *kind = ULL_LAYER_FULL;
  else if (strcmp (text, "sliding_attention") == 0 && !ull_config_is_plain (reader))
    *kind = ULL_LAYER_SLIDING;
  else if (strcmp (text, "chunked_attention") == 0 && reader->family->pattern == ULL_PATTERN_CHUNK)
    *kind = ULL_LAYER_CHUNKED;
  else
    return refuse_word (word, text, error);

  if ((*kind == ULL_LAYER_SLIDING && kinds->window == 0) || (*kind == ULL_LAYER_CHUNKED && kinds->chunk == 0))
    {
      ull_json_set_error (word, error, ULL_ERROR_MISSING,
                          _("this layer slides, and no %s says how far; a number of tokens would be right"),
                          *kind == ULL_LAYER_SLIDING ? "sliding_window" : "attention_chunk_size");
      return FALSE;
    }
  return TRUE;
}

/* A list with one value for each layer at least; the values from @n on are left out. */
static gboolean
check_list (const UllConfigReader *reader, UllJsonRef list, GError **error)
{
  if (ull_json_type (list) == ULL_JSON_ARRAY && ull_json_length (list) >= reader->layers)
    return TRUE;
  ull_json_set_error (list, error, ULL_ERROR_INVALID,
                      _("this does not name every layer; a list of %d values would be right"), (int) reader->layers);
  return FALSE;
}

static gboolean
read_words (Kinds *kinds, UllJsonRef list, GError **error)
{
  UllJsonRef word;
  guint i = 0;

  if (!check_list (kinds->reader, list, error))
    return FALSE;
  for (gboolean ok = ull_json_first (list, &word); ok && i < kinds->n; ok = ull_json_next (&word), i++)
    if (!read_word (kinds, word, &kinds->kinds[i], error))
      return FALSE;
  return TRUE;
}

/* @kinds where the list has 0 and where it has 1. */
static gboolean
read_zeros_and_ones (Kinds *kinds, UllJsonRef list, guint8 zero, guint8 one, GError **error)
{
  UllJsonRef value;
  gint64 number;
  guint i = 0;

  if (!check_list (kinds->reader, list, error))
    return FALSE;
  for (gboolean ok = ull_json_first (list, &value); ok && i < kinds->n; ok = ull_json_next (&value), i++)
    {
      if (!ull_json_read_int (value, &number, error))
        return FALSE;
      if (number != 0 && number != 1)
        {
          ull_json_set_error (value, error, ULL_ERROR_UNSUPPORTED, _("a layer of this kind is not known; 0 or 1 would be "
                                                                     "right"));
          return FALSE;
        }
      kinds->kinds[i] = number ? one : zero;
    }
  return TRUE;
}

/* "LLLG": L slides, G is full, over and over; the model's last layer is full whatever its letter. */
static gboolean
read_letters (Kinds *kinds, UllJsonRef ref, GError **error)
{
  g_autofree char *letters = ull_json_read_string (ref, error);

  if (!letters)
    return FALSE;
  if (letters[0] == '\0' || letters[strspn (letters, "LG")] != '\0')
    {
      ull_json_set_error (ref, error, ULL_ERROR_UNSUPPORTED,
                          _("a pattern of these letters is not known; L for a layer that slides and G for one that does "
                            "not would be right"));
      return FALSE;
    }
  for (guint i = 0; i < kinds->n; i++)
    kinds->kinds[i] = letters[i % strlen (letters)] == 'L' ? ULL_LAYER_SLIDING : ULL_LAYER_FULL;
  kinds->kinds[kinds->reader->layers - 1] = ULL_LAYER_FULL;
  return TRUE;
}

static gboolean
find_period (const UllConfigReader *reader, UllJsonRef *ref)
{
  static const char *const names[] = {
    "sliding_window_pattern",
    "_sliding_window_pattern",
    "global_attn_every_n_layers",
    "no_rope_layer_interval",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (ull_config_find_named (reader, names[i], ref))
      return TRUE;
  return FALSE;
}

static gboolean
read_period (const UllConfigReader *reader, gint64 *period, GError **error)
{
  UllJsonRef ref;

  *period = reader->family->period;
  if (!find_period (reader, &ref))
    return TRUE;
  if (!ull_json_read_int (ref, period, error))
    return FALSE;
  if (*period >= 1 && *period <= G_MAXUINT16)
    return TRUE;
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("no layer of so many can be full; at least 1 would be right"));
  return FALSE;
}

static gboolean
fill_shape (Kinds *kinds, GError **error)
{
  const UllConfigReader *reader = kinds->reader;
  UllPattern pattern = reader->family->pattern;
  UllJsonRef ref;
  gint64 period;

  if (find_period (reader, &ref) && ull_json_type (ref) == ULL_JSON_STRING)
    return read_letters (kinds, ref, error);
  if (!read_period (reader, &period, error))
    return FALSE;
  for (gint64 i = 0; i < reader->layers; i++)
    {
      gint64 place = shapes[pattern].back ? reader->layers - 1 - i : i + shapes[pattern].ahead;
      gboolean full = place % period == 0 || (shapes[pattern].first && i == 0);
      kinds->kinds[i] = full ? ULL_LAYER_FULL : ULL_LAYER_SLIDING;
    }
  return TRUE;
}

/* Qwen's classes: which layers max_window_layers leaves sliding. */
static void
fill_qwen (Kinds *kinds)
{
  const UllConfigFamily *family = kinds->reader->family;
  gint64 limit = ull_config_get_count (kinds->reader, ULL_MEMBER_WINDOW_LAYERS);
  UllJsonRef ref;

  if (limit < 0)
    limit = ull_config_find (kinds->reader, ULL_MEMBER_WINDOW_LAYERS, &ref) ? 0 : family->period;
  for (guint i = 0; i < kinds->n; i++)
    {
      gboolean slides = family->pattern == ULL_PATTERN_FROM ? i >= limit : i % 2 == 0 && i < limit;
      kinds->kinds[i] = slides ? ULL_LAYER_SLIDING : ULL_LAYER_FULL;
    }
}

/* Layers with rope (1) and without (0); an empty list is none. */
static gboolean
fill_by_rope (Kinds *kinds, guint8 with, guint8 without, GError **error)
{
  const UllConfigReader *reader = kinds->reader;
  UllJsonRef list;
  gint64 period;

  if (ull_config_find_named (reader, "no_rope_layers", &list)
      && (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) > 0))
    return read_zeros_and_ones (kinds, list, without, with, error);
  if (!read_period (reader, &period, error))
    return FALSE;
  for (guint i = 0; i < kinds->n; i++)
    kinds->kinds[i] = (i + 1) % period == 0 ? without : with;
  return TRUE;
}

/* A window in a family whose class knows none. */
static gboolean
check_stray_window (Kinds *kinds, GError **error)
{
  UllConfigReader *reader = kinds->reader;
  g_autofree char *tokens = ull_format_count (kinds->window);
  UllJsonRef ref;

  if (!ull_config_is_plain (reader) && reader->positions > 0 && kinds->window >= reader->positions)
    return TRUE;
  ull_json_set_error (ull_config_find (reader, ULL_MEMBER_WINDOW, &ref) ? ref : reader->text, error,
                      ULL_ERROR_UNSUPPORTED,
                      _("a window of %s tokens is in force, and which layers of this family would keep to it is not known; "
                        "null would be right where none does"),
                      tokens);
  return FALSE;
}

static gboolean
fill_pattern (Kinds *kinds, GError **error)
{
  UllJsonRef list;

  if (kinds->reader->family->pattern == ULL_PATTERN_CHUNK)
    return kinds->chunk == 0 || fill_by_rope (kinds, ULL_LAYER_CHUNKED, ULL_LAYER_FULL, error);
  if (kinds->window == 0)
    return TRUE;
  if (ull_config_find_named (kinds->reader, "hybrid_layer_pattern", &list))
    return read_zeros_and_ones (kinds, list, ULL_LAYER_FULL, ULL_LAYER_SLIDING, error);
  switch (kinds->reader->family->pattern)
    {
    case ULL_PATTERN_NONE:
      return check_stray_window (kinds, error);
    case ULL_PATTERN_LISTED:
      return TRUE;
    case ULL_PATTERN_ALL:
      memset (kinds->kinds, ULL_LAYER_SLIDING, kinds->n);
      return TRUE;
    case ULL_PATTERN_FROM:
    case ULL_PATTERN_ODD_BELOW:
      fill_qwen (kinds);
      return TRUE;
    case ULL_PATTERN_NO_ROPE:
      return fill_by_rope (kinds, ULL_LAYER_FULL, ULL_LAYER_SLIDING, error);
    case ULL_PATTERN_LAST_OF:
    case ULL_PATTERN_FIRST_OF:
    case ULL_PATTERN_LAST_OF_BACK:
    case ULL_PATTERN_LAST_OF_AND_FIRST:
    case ULL_PATTERN_LAST_OF_AND_END:
    case ULL_PATTERN_CHUNK:
    default:
      return fill_shape (kinds, error);
    }
}

static void
warn_of_a_window_that_never_bites (const Kinds *kinds, gint64 window)
{
  UllConfigReader *reader = kinds->reader;

  if (window == 0 || reader->positions <= 0 || window < reader->positions)
    return;
  g_autofree char *tokens = ull_format_count (window);
  g_autofree char *limit = ull_format_count (reader->positions);
  ull_config_warn (reader,
                   _("the window of %s tokens is not smaller than the length limit of %s, so every layer keeps the whole "
                     "context"),
                   tokens, limit);
}

gboolean
ull_config_read_kinds (UllConfigReader *reader, guint8 *layer_kinds, gint64 caps[ULL_N_LAYER_KINDS], GError **error)
{
  Kinds kinds = { .reader = reader, .kinds = layer_kinds, .n = (guint) (reader->layers + reader->drafts) };
  UllPattern pattern = reader->family->pattern;
  guint last = (guint) reader->layers - 1;
  UllJsonRef list;

  /* A kind that no layer has, so that what is not filled is seen. */
  memset (layer_kinds, ULL_LAYER_FULL, last + 1);
  memset (layer_kinds + last + 1, ULL_N_LAYER_KINDS, (gsize) reader->drafts);
  if (!read_window (reader, &kinds.window, error) || !read_chunk (reader, &kinds.chunk, error))
    return FALSE;
  if (ull_config_find_named (reader, "layer_types", &list) ? !read_words (&kinds, list, error)
                                                           : !fill_pattern (&kinds, error))
    return FALSE;

  if (pattern < G_N_ELEMENTS (shapes) && shapes[pattern].last)
    layer_kinds[last] = ULL_LAYER_FULL;
  for (guint i = last + 1; i < kinds.n; i++)
    if (layer_kinds[i] == ULL_N_LAYER_KINDS)
      layer_kinds[i] = layer_kinds[last];
  warn_of_a_window_that_never_bites (&kinds, pattern == ULL_PATTERN_CHUNK ? kinds.chunk : kinds.window);
  caps[ULL_LAYER_SLIDING] = kinds.window;
  caps[ULL_LAYER_CHUNKED] = kinds.chunk;
  return TRUE;
}
