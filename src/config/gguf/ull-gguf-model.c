#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The way through a GGUF file's metadata: the architecture, which is the prefix of every key that matters; the layers; what
 * each of them keeps. Nothing hangs on the architecture's name being known, but what a file leaves to its engine does. */

#define MAX_ARCH 64
#define MAX_DIGESTED ((gsize) 16 << 20)
#define MAX_DIGESTED_ENTRY ((gsize) 4096)

static void
reader_clear (UllGgufReader *reader)
{
  g_clear_pointer (&reader->arch, g_free);
  g_clear_pointer (&reader->warnings, g_ptr_array_unref);
  g_clear_pointer (&reader->marks, g_free);
  g_clear_pointer (&reader->query, g_free);
  g_clear_pointer (&reader->kv, g_free);
  g_clear_pointer (&reader->k_dim, g_free);
  g_clear_pointer (&reader->v_dim, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllGgufReader, reader_clear)

/* What is a GGUF file and no model. */
static gboolean
refuse_other_files (const UllGgufReader *reader, GError **error)
{
  static const struct
  {
    const char *type;
    const char *what;
  } others[] = {
    { "adapter", N_("this is an adapter (LoRA) and no model; the model that it belongs to would be right") },
    { "mmproj", N_("this is an encoder for images or sound and no model; the model that it belongs to would be right") },
    { "imatrix", N_("this is a matrix of importances and no model; the model that it was made of would be right") },
  };
  g_autofree char *type = ull_gguf_reader_dup_text (reader, "general.type");

  for (gsize i = 0; type && i < G_N_ELEMENTS (others); i++)
    if (strcmp (type, others[i].type) == 0)
      {
        ull_gguf_set_error (reader->file, "general.type", error, ULL_ERROR_UNSUPPORTED, "%s", _(others[i].what));
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_arch (UllGgufReader *reader, GError **error)
{
  static const char key[] = "general.architecture";
  const UllGgufEntry *entry = ull_gguf_find (reader->file, key);
  UllGgufText text;

  if (!entry)
    {
      ull_gguf_set_error (reader->file, key, error, ULL_ERROR_MISSING,
                          _("the file does not have it, so its keys are nobody’s; a model’s file would be right"));
      return FALSE;
    }
  if (!ull_gguf_get_text (reader->file, entry, &text) || text.length == 0 || text.length > MAX_ARCH ||
      !g_utf8_validate_len (text.text, text.length, NULL))
    {
      ull_gguf_set_error (reader->file, key, error, ULL_ERROR_INVALID, _("this is no name; one like llama would be right"));
      return FALSE;
    }
  reader->arch = g_strndup (text.text, text.length);
  reader->family = ull_gguf_family (reader->arch);
  return TRUE;
}

static gboolean
refuse_encoder (const UllGgufReader *reader, GError **error)
{
  const UllGgufEntry *causal = ull_gguf_reader_find (reader, "attention.causal");
  gint64 is_causal = 1;

  if (strcmp (reader->arch, "clip") == 0)
    {
      ull_gguf_set_error (reader->file, "general.architecture", error, ULL_ERROR_UNSUPPORTED,
                          _("this is an encoder for images or sound and no model; the model that it belongs to would be right"));
      return FALSE;
    }
  if (!(reader->family && reader->family->encoder) &&
      (!causal || !ull_gguf_get_int (reader->file, causal, 0, &is_causal) || is_causal != 0))
    return TRUE;
  ull_gguf_reader_set_error (reader, "attention.causal", error, ULL_ERROR_UNSUPPORTED,
                             _("this is an encoder, which keeps no cache; a model that generates text would be right"));
  return FALSE;
}

static gboolean
keeps_anything (const UllModel *facts)
{
  for (guint i = 0; i < facts->n_runs; i++)
    if (facts->runs[i].n_stores > 0)
      return TRUE;
  return FALSE;
}

/* A layer that keeps a cache has tensors; without them what is there would pass for the whole. Where no name numbers a layer, as an
 * encoder's and its decoder's do not, nothing is told. */
static void
warn_of_layers (UllGgufReader *reader, const UllModel *facts)
{
  const guint n = MIN (facts->n_layers, (guint) (reader->layers + reader->drafts));
  guint there = 0, lacking = 0, first = 0;

  for (guint i = 0; reader->marks && i < n; i++)
    if (reader->marks[i] & ULL_GGUF_MARK_THERE)
      there++;
    else if (facts->runs[facts->layer_run[i]].n_stores > 0 && lacking++ == 0)
      first = i;
  if (lacking == 0 || there == 0)
    return;
  if (lacking == 1)
    ull_gguf_reader_warn (reader, _("the file has no tensor of layer %u (the first is 0): it is not whole, and the weights are less than the model’s"),
                          first);
  else
    ull_gguf_reader_warn (reader, _("the file has no tensor of %u layers, the first of them %u (the first is 0): it is not whole, and the "
                                    "weights are less than the model’s"), lacking, first);
}

static gboolean
read_stores (UllGgufReader *reader, UllModel *facts, GError **error)
{
  gboolean ok;

  if (!refuse_other_files (reader, error) || !read_arch (reader, error) || !refuse_encoder (reader, error) ||
      !ull_gguf_refuse_unread (reader, error) || !ull_gguf_read_shape (reader, error))
    return FALSE;
  if (ull_gguf_reader_find (reader, "attention.compress_ratios"))
    ok = ull_gguf_read_compressed (reader, facts, error);
  else if (ull_gguf_reader_find (reader, "decoder_block_count"))
    ok = ull_gguf_read_decoder (reader, facts, error);
  else
    ok = ull_gguf_read_layers (reader, facts, error);
  if (ok)
    {
      ull_gguf_warn_unread (reader);
      warn_of_layers (reader, facts);
    }
  if (!ok || keeps_anything (facts))
    return ok;
  return ull_gguf_reader_set_missing (reader, "attention.head_count", error);
}

/* Of the start of every entry and of the tensor infos: a vocabulary tells no model from another, and what a file holds besides
 * may be of any size. */
static gsize
add_to_digest (const UllGguf *part, GChecksum *sum, const char *from, const char *to, gsize most)
{
  const gsize length = MIN ((gsize) (to - from), most);

  if (!ull_gguf_pages_ensure (part->pages, (gsize) ((const guint8 *) from - part->pages->bytes), length))
    return 0;
  g_checksum_update (sum, (const guchar *) from, (gssize) length);
  return length;
}

static char *
dup_digest (const GPtrArray *parts)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize left = MAX_DIGESTED;

  for (guint k = 0; k < parts->len; k++)
    {
      const UllGguf *part = parts->pdata[k];
      const char *end = (const char *) part->pages->bytes + part->header_end;
      const char *tensors = part->tensors->len > 0 ? g_array_index (part->tensors, UllGgufTensor, 0).name.text : end;

      for (guint i = 0; i < part->entries->len; i++)
        {
          const UllGgufEntry *entry = &g_array_index (part->entries, UllGgufEntry, i);
          const char *next = i + 1 < part->entries->len ? entry[1].key.text : tensors;

          left -= add_to_digest (part, sum, entry->key.text, next, MIN (left, MAX_DIGESTED_ENTRY));
        }
      left -= add_to_digest (part, sum, tensors, end, left);
    }
  return g_strdup (g_checksum_get_string (sum));
}

static void
read_facts (UllGgufReader *reader, const char *title, UllModel *facts)
{
  facts->name = ull_gguf_reader_dup_text (reader, "general.name");
  if (!facts->name)
    facts->name = g_strdup (title ? title : reader->file->name);
  facts->family = ull_gguf_text_dup_shown ((UllGgufText) { reader->arch, strlen (reader->arch) });
  facts->source = g_strdup (reader->file->name);
  facts->digest = dup_digest (reader->parts);
  facts->query_heads = reader->heads;
  facts->hidden_size = reader->hidden;
  facts->max_positions = reader->positions;
  /* What the engine that these files are for keeps where nobody asks for another format. */
  facts->native_dtype = ULL_DTYPE_F16;
  facts->state_dtype = ULL_DTYPE_F32;
}

UllModel *
ull_gguf_read_model (const GPtrArray *parts, const char *title, GError **error)
{
  g_auto (UllGgufReader) reader = {
    .file = parts->pdata[0],
    .parts = parts,
    .warnings = g_ptr_array_new_with_free_func (g_free),
    .hidden = -1,
    .positions = -1,
  };
  UllModel facts = { .parameters = -1, .weight_bytes = -1 };

  if (!read_stores (&reader, &facts, error) || !ull_gguf_read_weights (&reader, &facts, error))
    {
      g_clear_pointer (&facts.runs, g_free);
      g_clear_pointer (&facts.layer_run, g_free);
      return NULL;
    }
  read_facts (&reader, title, &facts);
  if (reader.warnings->len > 0)
    {
      g_ptr_array_add (reader.warnings, NULL);
      facts.warnings = (char **) g_ptr_array_free (g_steal_pointer (&reader.warnings), FALSE);
    }
  return ull_model_take (&facts, error);
}
