#include "ull-gguf-reader.h"

#include <string.h>

/* What the names of tensors tell of a layer, "blk.12.ssm_conv1d.weight". Each name is looked at once, so that it costs the
 * same whatever the layers are asked for. */

static const struct
{
  const char *start;
  guint8 mark;
} starts[] = {
  { "nextn.", ULL_GGUF_MARK_DRAFT },     { "ssm_", ULL_GGUF_MARK_STATE },      { "shortconv.", ULL_GGUF_MARK_STATE },
  { "time_mix_", ULL_GGUF_MARK_STATE },  { "attn_k.", ULL_GGUF_MARK_KEYS },    { "attn_k_b.", ULL_GGUF_MARK_KEYS },
  { "attn_kv_a_mqa.", ULL_GGUF_MARK_KEYS },
};

gboolean
ull_gguf_split_name (UllGgufText name, gint64 n, gint64 *layer, UllGgufText *rest)
{
  static const char block[] = "blk.";
  gsize i = strlen (block);
  const gsize digits = i;
  gint64 number = 0;

  if (name.length < i || memcmp (name.text, block, i) != 0)
    return FALSE;
  for (; i < name.length && g_ascii_isdigit (name.text[i]) && number < n; i++)
    number = number * 10 + (name.text[i] - '0');
  if (i == digits || i >= name.length || name.text[i] != '.' || number >= n)
    return FALSE;
  *layer = number;
  *rest = (UllGgufText) { name.text + i + 1, name.length - i - 1 };
  return TRUE;
}

static guint8
mark_of (UllGgufText rest)
{
  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      const gsize length = strlen (starts[i].start);

      if (rest.length >= length && memcmp (rest.text, starts[i].start, length) == 0)
        return starts[i].mark;
    }
  return 0;
}

guint8 *
ull_gguf_mark_layers (const GPtrArray *parts, gint64 n)
{
  g_autofree guint8 *marks = g_new0 (guint8, (gsize) n);
  gboolean any = FALSE;

  for (guint k = 0; k < parts->len; k++)
    {
      const UllGguf *part = parts->pdata[k];

      any |= part->tensors->len > 0;
      for (guint i = 0; i < part->tensors->len; i++)
        {
          UllGgufText rest;
          gint64 layer;

          if (ull_gguf_split_name (g_array_index (part->tensors, UllGgufTensor, i).name, n, &layer, &rest))
            marks[layer] |= ULL_GGUF_MARK_THERE | mark_of (rest);
        }
    }
  return any ? g_steal_pointer (&marks) : NULL;
}
