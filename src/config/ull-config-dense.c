#include "ull-config-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Full attention in every layer: one run of one store that grows with every token.
 *
 * The members that could say otherwise are checked, not assumed: a window in force, a list of layer kinds,
 * a value size of its own. A window that is not smaller than the length limit never cuts anything off and
 * counts as none. */

static gboolean
refuse_window (const UllConfigReader *reader, gint64 window, const UllJsonRef *ref, GError **error)
{
  g_autofree char *tokens = ull_format_count (window);

  if (ref)
    ull_json_set_error (
      *ref, error, ULL_ERROR_UNSUPPORTED,
      _("a window of %s tokens is in force, which is not read yet; a model without one would "
        "be right"),
      tokens);
  else
    ull_json_set_error (
      reader->text, error, ULL_ERROR_UNSUPPORTED,
      _("sliding_window is absent, which for %s means a window of %s tokens, and windows are "
        "not read yet; sliding_window: null would say that there is none"),
      reader->family->id, tokens);
  return FALSE;
}

static gboolean
window_is_off (const UllConfigReader *reader)
{
  if (!ull_config_get_flag (reader, "use_sliding_window", !reader->family->window_switch))
    return TRUE;

  /* With the switch, only layers from max_window_layers on slide. */
  gint64 from = ull_config_get_count (reader, ULL_MEMBER_WINDOW_LAYERS);
  return reader->family->window_switch && from >= reader->layers;
}

static gboolean
check_window (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref, named;
  gboolean present = ull_config_find (reader, ULL_MEMBER_WINDOW, &ref);
  gint64 window = reader->family->window;

  /* An explicit null means no window even where the class has one. */
  if (window_is_off (reader)
      || (!present && (window == 0 || ull_json_get (reader->text, "sliding_window", &named))))
    return TRUE;
  if (present && !ull_json_read_int (ref, &window, error))
    return FALSE;
  if (window == 0)
    return TRUE;
  if (window < 0)
    {
      ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                          _("a negative window is none; a positive number or null would be right"));
      return FALSE;
    }
  if (reader->positions > 0 && window >= reader->positions)
    {
      g_autofree char *tokens = ull_format_count (window);
      g_autofree char *limit = ull_format_count (reader->positions);
      ull_config_warn (reader,
                       _(
                         "the window of %s tokens is not smaller than the length limit of %s, so every layer "
                         "keeps the whole context"),
                       tokens, limit);
      return TRUE;
    }
  return refuse_window (reader, window, present ? &ref : NULL, error);
}

/* A list longer than the layers goes on with the draft layers behind them. */
static gboolean
check_layer_types (const UllConfigReader *reader, GError **error)
{
  UllJsonRef list, word;

  if (!ull_config_find_named (reader, "layer_types", &list))
    return TRUE;
  if (ull_json_type (list) != ULL_JSON_ARRAY || ull_json_length (list) < reader->layers)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _("this does not name every layer; a list of %d words would be right"),
                          (int) reader->layers);
      return FALSE;
    }

  gint64 i = 0;
  for (gboolean ok = ull_json_first (list, &word); ok && i < reader->layers; ok = ull_json_next (&word), i++)
    {
      g_autofree char *text = ull_json_read_string (word, error);
      if (!text)
        return FALSE;
      if (strcmp (text, "full_attention") == 0 || strcmp (text, "attention") == 0)
        continue;
      g_autofree char *shown = ull_json_dup_shown (text);
      ull_json_set_error (word, error, ULL_ERROR_UNSUPPORTED,
                          _("layers of “%s” are not read yet; full_attention would be right"), shown);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_value_size (const UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;
  gint64 size;

  if (!ull_config_find_named (reader, "v_head_dim", &ref))
    return TRUE;
  if (!ull_json_read_int (ref, &size, error))
    return FALSE;
  if (size == 0 || size == reader->head_dim)
    return TRUE;
  g_autofree char *values = ull_format_count (size);
  g_autofree char *keys = ull_format_count (reader->head_dim);
  ull_json_set_error (ref, error, ULL_ERROR_UNSUPPORTED,
                      _("values of %s beside keys of %s are not read yet; one size for both would be right"),
                      values, keys);
  return FALSE;
}

gboolean
ull_config_read_dense (UllConfigReader *reader, UllModel *facts, GError **error)
{
  if (!ull_config_check_markers (reader, error) || !ull_config_read_shape (reader, error)
      || !check_window (reader, error) || !check_layer_types (reader, error)
      || !check_value_size (reader, error))
    return FALSE;

  facts->n_layers = (guint) reader->layers;
  facts->layer_run = g_new0 (guint8, facts->n_layers);
  facts->n_runs = 1;
  facts->runs = g_new0 (UllRun, 1);
  facts->runs[0] = (UllRun) {
    .count = reader->layers,
    .kind = ULL_LAYER_FULL,
    .n_stores = 1,
    .stores[0] = {
      .growth = ULL_GROWTH_TOKEN,
      .shard = ULL_SHARD_HEADS,
      .role = ULL_ROLE_CACHE,
      .per = 1,
      .heads = reader->kv_heads,
      .k_dim = reader->head_dim,
      .v_dim = reader->head_dim,
      .k_format = ULL_DTYPE_KV,
      .v_format = ULL_DTYPE_KV,
    },
  };
  return TRUE;
}
