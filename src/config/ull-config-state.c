#include "ull-config-state.h"

#include "ull-config-layers.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Recurrent state in some or all layers. A layer keeps keys and values, a state, both or nothing; a state is
 * a convolution's last inputs at the model's own format and a recurrent part at the format that the file
 * declares for it. Sizes that no layer needs are not asked for: a model without attention has no heads, and
 * one whose layers all have attention no state. */

typedef struct
{
  UllStore attention;
  UllStore state[2];
  guint n_state;
  UllLayerKind kind; /* of a layer with attention alone */
} Stores;

static gboolean
has_step (const GByteArray *steps, UllStep step)
{
  for (guint i = 0; i < steps->len; i++)
    if (steps->data[i] == step || steps->data[i] == ULL_STEP_BOTH)
      return TRUE;
  return FALSE;
}

/* Attention over the hidden state and the embedding side by side: twice the hidden size, divided by the
 * heads. */
static gboolean
read_double_head (UllConfigReader *reader, GError **error)
{
  static const UllConfigSize member = { .names = { "attention_head_dim" } };
  UllJsonRef ref;

  if (ull_config_find_size (reader->text, &member, &ref))
    return ull_config_read_size (reader, reader->text, &member, &reader->head_dim, error);
  if (!ull_config_read_hidden (reader, error))
    return FALSE;
  if (2 * reader->hidden % reader->heads == 0)
    {
      reader->head_dim = 2 * reader->hidden / reader->heads;
      return TRUE;
    }
  g_autofree char *hidden = ull_format_count (2 * reader->hidden);
  g_autofree char *heads = ull_format_count (reader->heads);
  ull_json_set_error (
    reader->text, error, ULL_ERROR_INVALID,
    _ ("%s is no multiple of %s heads, so the head size is not known; write attention_head_dim"), hidden,
    heads);
  return FALSE;
}

static gboolean
read_heads (UllConfigReader *reader, const UllStateFamily *family, GError **error)
{
  if (!ull_config_read_heads (reader, error))
    return FALSE;
  return family->double_heads ? read_double_head (reader, error) : ull_config_read_head_dim (reader, error);
}

static gboolean
refuse_window (UllConfigReader *reader, GError **error)
{
  UllJsonRef ref;
  gint64 window;

  if (!ull_config_find (reader, ULL_MEMBER_WINDOW, &ref)
      || !ull_config_get_flag (reader, "use_sliding_window", TRUE))
    return TRUE;
  if (!ull_json_read_int (ref, &window, error))
    return FALSE;
  if (window == 0 || (reader->positions > 0 && window >= reader->positions))
    return TRUE;
  g_autofree char *tokens = ull_format_count (window);
  ull_json_set_error (ref, error, ULL_ERROR_UNSUPPORTED,
                      _ ("a window of %s tokens is not known in this family; null would be right"), tokens);
  return FALSE;
}

static gboolean
make_latent (UllConfigReader *reader, Stores *stores, GError **error)
{
  static const UllConfigSize rank = { .names = { "kv_lora_rank" } };
  UllJsonRef ref;
  gint64 latent, rope;

  if (!ull_config_read_size (reader, reader->text, &rank, &latent, error))
    return FALSE;
  /* A part for positions of size 0 is one; a file that does not say is not read. */
  if (!ull_config_find_named (reader, "qk_rope_head_dim", &ref))
    {
      ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                          _ ("qk_rope_head_dim is missing; without it the size of the latent is not known"));
      return FALSE;
    }
  if (!ull_json_read_int (ref, &rope, error))
    return FALSE;
  if (rope < 0 || rope > 1 << 20)
    {
      g_autofree char *given = ull_format_count (rope);
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _ ("%s is out of range; 64 would be usual"), given);
      return FALSE;
    }
  stores->attention = ull_config_store_latent (latent + rope);
  stores->kind = ULL_LAYER_LATENT;
  return TRUE;
}

static gboolean
make_window (UllConfigReader *reader, const UllConfigHeads *heads, Stores *stores, GError **error)
{
  gint64 window;

  if (!ull_config_read_count (reader, ULL_MEMBER_WINDOW, reader->nested ? reader->family->window : 0, &window,
                              error))
    return FALSE;
  stores->attention = ull_config_store_window (heads->heads, heads->k_dim, heads->v_dim, window);
  stores->kind = ULL_LAYER_SLIDING;
  return TRUE;
}

static gboolean
make_attention (UllConfigReader *reader, const UllStateFamily *family, Stores *stores, GError **error)
{
  UllConfigHeads full, sliding;

  if (family->attention == ULL_ATTENTION_LATENT)
    return make_latent (reader, stores, error)
           && ull_config_read_count (reader, ULL_MEMBER_HEADS, reader->nested ? reader->family->heads : 0,
                                     &reader->heads, error);
  if (!read_heads (reader, family, error) || !ull_config_read_kind_heads (reader, &full, &sliding, error))
    return FALSE;
  if (family->attention == ULL_ATTENTION_WINDOW)
    return make_window (reader, &sliding, stores, error);
  if (!refuse_window (reader, error))
    return FALSE;
  stores->attention = ull_config_store_kv (full.heads, full.k_dim, full.v_dim);
  stores->kind = ULL_LAYER_FULL;
  return TRUE;
}

static gboolean
make_state (UllConfigReader *reader, const UllStateFamily *family, Stores *stores, GError **error)
{
  UllStateElements elements;

  if (family->kind == ULL_STATE_LIGHTNING && !read_heads (reader, family, error))
    return FALSE;
  if (!ull_state_read_elements (reader, family, &elements, error))
    return FALSE;
  stores->n_state = 0;
  if (elements.conv > 0)
    {
      stores->state[stores->n_state] = ull_config_store_state (elements.conv, ULL_DTYPE_NATIVE);
      stores->state[stores->n_state++].role = ULL_ROLE_CONVOLUTION;
    }
  if (elements.recurrent > 0)
    stores->state[stores->n_state++] = ull_config_store_state (elements.recurrent, elements.format);
  return TRUE;
}

/* What the file, or else its class, declares for the recurrent part; "auto" is the model's own format. */
static gboolean
read_state_dtype (const UllConfigReader *reader,
                  const UllStateFamily *family,
                  UllDtype *dtype,
                  GError **error)
{
  static const char *const names[] = { "mamba_ssm_cache_dtype", "mamba_ssm_dtype" };
  UllJsonRef ref;

  *dtype = family->float_state ? ULL_DTYPE_F32 : ULL_DTYPE_UNKNOWN;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (!ull_config_find_named (reader, names[i], &ref))
        continue;
      g_autofree char *text = ull_json_read_string (ref, error);
      if (!text)
        return FALSE;
      *dtype = ull_dtype_from_text (text);
      if (*dtype != ULL_DTYPE_UNKNOWN || strcmp (text, "auto") == 0)
        return TRUE;
      g_autofree char *shown = ull_json_dup_shown (text);
      ull_json_set_error (ref, error, ULL_ERROR_UNSUPPORTED,
                          _ ("“%s” is no element format that is known; float32 would be right"), shown);
      return FALSE;
    }
  return TRUE;
}

static gboolean
add_layer (UllConfigLayers *layers, const Stores *stores, UllStep step, gboolean draft)
{
  UllStore all[ULL_MAX_STORES];
  UllLayerKind kind = ULL_LAYER_NONE;
  guint n = 0;

  if (step == ULL_STEP_STATE)
    kind = ULL_LAYER_RECURRENT;
  if (step == ULL_STEP_ATTENTION || step == ULL_STEP_BOTH)
    {
      kind = stores->kind;
      all[n++] = stores->attention;
    }
  for (guint i = 0; (step == ULL_STEP_STATE || step == ULL_STEP_BOTH) && i < stores->n_state; i++)
    all[n++] = stores->state[i];
  return ull_config_layers_add (layers, kind, draft, all, n);
}

static gboolean
make_layers (UllConfigReader *reader,
             const UllStateFamily *family,
             const GByteArray *steps,
             UllModel *facts,
             GError **error)
{
  g_autoptr (GByteArray) drafts = g_byte_array_new ();
  g_auto (UllConfigLayers) layers = { 0 };
  Stores stores = { 0 };

  if (!ull_state_read_draft_steps (reader, family, steps, drafts, error))
    return FALSE;
  if (has_step (steps, ULL_STEP_ATTENTION) && !make_attention (reader, family, &stores, error))
    return FALSE;
  if ((has_step (steps, ULL_STEP_STATE) || has_step (drafts, ULL_STEP_STATE))
      && !make_state (reader, family, &stores, error))
    return FALSE;
  ull_config_layers_init (&layers);
  for (guint i = 0; i < steps->len; i++)
    add_layer (&layers, &stores, (UllStep) steps->data[i], FALSE);
  for (guint i = 0; i < drafts->len; i++)
    add_layer (&layers, &stores, (UllStep) drafts->data[i], TRUE);
  ull_config_layers_take (&layers, facts);
  return TRUE;
}

gboolean
ull_config_read_state (UllConfigReader *reader, UllModel *facts, GError **error)
{
  const UllStateFamily *family = ull_state_family_by_id (reader->family->id);
  g_autoptr (GByteArray) steps = g_byte_array_new ();
  UllJsonRef ref;

  if (!family)
    {
      ull_json_set_error (
        reader->type_ref, error, ULL_ERROR_UNSUPPORTED,
        _ ("the size of the state that “%s” keeps is not known; a family whose state is would be right"),
        reader->type);
      return FALSE;
    }
  reader->hidden = -1;
  if (!ull_config_check_markers (reader, error) || !ull_state_read_steps (reader, family, steps, error)
      || !make_layers (reader, family, steps, facts, error)
      || !read_state_dtype (reader, family, &facts->state_dtype, error))
    return FALSE;
  return reader->hidden >= 0 || !ull_config_find (reader, ULL_MEMBER_HIDDEN, &ref)
         || ull_config_read_hidden (reader, error);
}

/* The package that Mamba came with writes no type; its layers are in ssm_cfg, which says so where they are
 * Mamba-2's. */
const UllConfigFamily *
ull_config_family_by_members (const UllConfigReader *reader, UllJsonRef *ref)
{
  UllJsonRef config, layer;

  if (!ull_json_get (reader->top, "ssm_cfg", &config) || ull_json_type (config) != ULL_JSON_OBJECT)
    return NULL;
  *ref = config;
  if (!ull_json_get (config, "layer", &layer))
    return ull_config_family_by_type ("mamba_ssm");
  g_autofree char *word = ull_json_read_string (layer, NULL);
  if (g_strcmp0 (word, "Mamba1") == 0)
    return ull_config_family_by_type ("mamba_ssm");
  return g_strcmp0 (word, "Mamba2") == 0 ? ull_config_family_by_type ("mamba_ssm2") : NULL;
}
