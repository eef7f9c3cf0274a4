#include "ull-gguf-reader.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The state of a recurrent layer, elements a sequence: the last inputs of its convolution, and what it has summed of all.
 *
 *   wkv.head_size S      token_shift_count (2) × H               H × S
 *   shortconv.l_cache L  H × (L - 1)                             -
 *   kda.head_dim D       3 × (K - 1) × heads × D                 heads × D × D
 *   ssm.*                (K - 1) × (inner + 2 × groups × state)  inner × state
 *
 * with H the hidden size and K ssm.conv_kernel. llama.cpp keeps both in f32.
 *
 * Which layers keep it: those that attention.recurrent_layers lists; else those that full_attention_interval passes over; else those whose head_count_kv is 0, less those that
 * feed_forward_length, a list with zeros for layers that are nothing else, shows to be MLPs alone. Where there are tensors,
 * their names decide instead. */

#define MAX_SIZE (1 << 24)

static gboolean
multiply (const UllGgufReader *reader, const char *key, gint64 a, gint64 b, gint64 *product, GError **error)
{
  if (ull_mul (a, b, product) && *product <= G_GINT64_CONSTANT (1) << 40)
    return TRUE;
  ull_gguf_reader_set_error (reader, key, error, ULL_ERROR_OVERFLOW, _("a state of so many elements is none; smaller sizes would be right"));
  return FALSE;
}

static gboolean
need_hidden (const UllGgufReader *reader, GError **error)
{
  return reader->hidden > 0 || ull_gguf_reader_set_missing (reader, "embedding_length", error);
}

static gboolean
read_wkv (const UllGgufReader *reader, UllGgufState *state, GError **error)
{
  gint64 size = 0, shifts = 2;

  return need_hidden (reader, error) && ull_gguf_reader_read (reader, "wkv.head_size", 1, MAX_SIZE, &size, error) &&
         ull_gguf_reader_read (reader, "token_shift_count", 1, 16, &shifts, error) &&
         multiply (reader, "token_shift_count", shifts, reader->hidden, &state->convolution, error) &&
         multiply (reader, "wkv.head_size", reader->hidden, size, &state->recurrent, error);
}

static gboolean
read_short (const UllGgufReader *reader, UllGgufState *state, GError **error)
{
  gint64 length = 0;

  return need_hidden (reader, error) && ull_gguf_reader_read (reader, "shortconv.l_cache", 1, MAX_SIZE, &length, error) &&
         multiply (reader, "shortconv.l_cache", reader->hidden, length - 1, &state->convolution, error);
}

static gboolean
read_kda (const UllGgufReader *reader, UllGgufState *state, GError **error)
{
  gint64 size = 0, kernel = 0, width;

  if (!ull_gguf_reader_read (reader, "kda.head_dim", 1, MAX_SIZE, &size, error) ||
      !ull_gguf_reader_need (reader, "ssm.conv_kernel", 1, MAX_SIZE, &kernel, error))
    return FALSE;
  if (reader->heads == 0)
    return ull_gguf_reader_set_missing (reader, "attention.head_count", error);
  return multiply (reader, "kda.head_dim", size, reader->heads, &width, error) &&
         multiply (reader, "kda.head_dim", width, size, &state->recurrent, error) &&
         multiply (reader, "ssm.conv_kernel", width, 3 * (kernel - 1), &state->convolution, error);
}

static gboolean
read_ssm (const UllGgufReader *reader, UllGgufState *state, GError **error)
{
  gint64 kernel = 0, inner = 0, size = 0, groups = 0, width;

  return ull_gguf_reader_need (reader, "ssm.conv_kernel", 1, MAX_SIZE, &kernel, error) &&
         ull_gguf_reader_need (reader, "ssm.inner_size", 1, MAX_SIZE, &inner, error) &&
         ull_gguf_reader_need (reader, "ssm.state_size", 1, MAX_SIZE, &size, error) &&
         ull_gguf_reader_read (reader, "ssm.group_count", 0, MAX_SIZE, &groups, error) &&
         multiply (reader, "ssm.group_count", 2 * groups, size, &width, error) &&
         multiply (reader, "ssm.conv_kernel", inner + width, kernel - 1, &state->convolution, error) &&
         multiply (reader, "ssm.inner_size", inner, size, &state->recurrent, error);
}

static gboolean
has_ssm (const UllGgufReader *reader)
{
  return ull_gguf_reader_find (reader, "ssm.conv_kernel") || ull_gguf_reader_find (reader, "ssm.inner_size") ||
         ull_gguf_reader_find (reader, "ssm.state_size");
}

static gboolean
read_elements (const UllGgufReader *reader, UllGgufState *state, GError **error)
{
  *state = (UllGgufState) { 0 };
  if (ull_gguf_reader_find (reader, "wkv.head_size"))
    return read_wkv (reader, state, error);
  if (ull_gguf_reader_find (reader, "shortconv.l_cache"))
    return read_short (reader, state, error);
  if (ull_gguf_reader_find (reader, "kda.head_dim"))
    return read_kda (reader, state, error);
  if (has_ssm (reader) || ull_gguf_reader_find (reader, "full_attention_interval") ||
      ull_gguf_reader_find (reader, "attention.recurrent_layers"))
    return read_ssm (reader, state, error);
  return TRUE;
}

static gboolean
fill_listed (const UllGgufReader *reader, gboolean *attends, gboolean *keeps_state, GError **error)
{
  const gint64 n = reader->layers + reader->drafts;
  g_autofree gint64 *listed = g_new0 (gint64, (gsize) n);

  if (!ull_gguf_reader_read_each (reader, "attention.recurrent_layers", 0, 1, listed, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      keeps_state[i] = i < reader->layers && listed[i] != 0;
      attends[i] = !keeps_state[i];
    }
  return TRUE;
}

static void
fill_interval (const UllGgufReader *reader, gint64 interval, gboolean *attends, gboolean *keeps_state)
{
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      attends[i] = i >= reader->layers || (i + 1) % interval == 0;
      keeps_state[i] = !attends[i];
    }
}

/* By head_count_kv, of which some or all are 0. */
static gboolean
fill_zeros (const UllGgufReader *reader, gboolean *keeps_state, GError **error)
{
  const gint64 n = reader->layers + reader->drafts;
  g_autofree gint64 *widths = g_new0 (gint64, (gsize) n);
  gboolean listed = FALSE;

  if (ull_gguf_reader_is_list (reader, "feed_forward_length") &&
      !ull_gguf_reader_read_each (reader, "feed_forward_length", 0, G_MAXINT32, widths, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    listed |= widths[i] == 0;
  for (gint64 i = 0; i < n; i++)
    keeps_state[i] = reader->kv[i] == 0 && (!listed || widths[i] == 0);
  return TRUE;
}

static void
fill_marks (const UllGgufReader *reader, gboolean *attends, gboolean *keeps_state)
{
  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      keeps_state[i] = (reader->marks[i] & ULL_GGUF_MARK_STATE) != 0;
      attends[i] = attends[i] && (!keeps_state[i] || (reader->marks[i] & ULL_GGUF_MARK_KEYS) != 0);
    }
}

static gboolean
refuse_order (const UllGgufReader *reader, GError **error)
{
  g_autofree char *arch = ull_gguf_text_dup_shown ((UllGgufText) { reader->arch, strlen (reader->arch) });

  ull_gguf_reader_set_error (reader, "attention.head_count_kv", error, ULL_ERROR_UNSUPPORTED,
                             _("every layer has attention and some keep a state as well, and which of “%s” do is not known; "
                               "%s.full_attention_interval, or 0 heads for those without attention, would tell it"),
                             arch, arch);
  return FALSE;
}

gboolean
ull_gguf_read_state (UllGgufReader *reader, UllGgufState *state, gboolean *attends, gboolean *keeps_state, GError **error)
{
  gint64 interval = reader->family ? reader->family->interval : 0, without = 0;

  for (gint64 i = 0; i < reader->layers + reader->drafts; i++)
    {
      attends[i] = reader->kv[i] > 0;
      without += !attends[i];
    }
  if (!read_elements (reader, state, error))
    return FALSE;
  if (state->convolution == 0 && state->recurrent == 0)
    return TRUE;
  if (ull_gguf_reader_find (reader, "attention.recurrent_layers"))
    return fill_listed (reader, attends, keeps_state, error);
  if (!ull_gguf_reader_read (reader, "full_attention_interval", 1, G_MAXUINT16, &interval, error))
    return FALSE;
  if (interval > 0)
    fill_interval (reader, interval, attends, keeps_state);
  else if (reader->marks)
    fill_marks (reader, attends, keeps_state);
  else if (without > 0)
    return fill_zeros (reader, keeps_state, error);
  else if (reader->family && reader->family->both)
    memcpy (keeps_state, attends, (gsize) (reader->layers + reader->drafts) * sizeof *attends);
  else
    return refuse_order (reader, error);
  return TRUE;
}
