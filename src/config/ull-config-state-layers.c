#include "ull-config-state.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Which layers have attention and which a state. A list of words for the layers decides where there is one;
 * else the family's own way, of which its row tells. A list that goes on past the layers names draft layers
 * behind them; one that is too short, or has a word that the family does not know, is refused. */

#define MAX_LAYERS 65536
#define MAX_DRAFT_LAYERS 64

/* Whom a word is known to. */
typedef enum
{
  FOR_ALL = 1 << 0,
  FOR_MAMBA = 1 << 1,
  FOR_CONV = 1 << 2,
  FOR_LRU = 1 << 3,
  FOR_PATTERN = 1 << 4, /* families with layers of neither kind */
  FOR_BOTH = 1 << 5,    /* families whose attention stands beside a state */
  FOR_EITHER = 1 << 6,  /* families whose attention stands in its place */
} Families;

static const struct
{
  const char *word;
  Families families;
  UllStep step;
} words[] = {
  { "full_attention", FOR_EITHER, ULL_STEP_ATTENTION },
  { "attention", FOR_EITHER, ULL_STEP_ATTENTION },
  { "linear_attention", FOR_ALL, ULL_STEP_STATE },
  { "hybrid", FOR_BOTH, ULL_STEP_BOTH },
  { "mamba", FOR_MAMBA, ULL_STEP_STATE },
  { "conv", FOR_CONV, ULL_STEP_STATE },
  { "recurrent", FOR_LRU, ULL_STEP_STATE },
  { "mlp", FOR_PATTERN, ULL_STEP_NOTHING },
  { "moe", FOR_PATTERN, ULL_STEP_NOTHING },
  /* Zamba2's first files. */
  { "g", FOR_BOTH, ULL_STEP_BOTH },
  { "m", FOR_BOTH, ULL_STEP_STATE },
  /* Nemotron-H's letters. */
  { "M", FOR_PATTERN, ULL_STEP_STATE },
  { "*", FOR_PATTERN, ULL_STEP_ATTENTION },
  { "-", FOR_PATTERN, ULL_STEP_NOTHING },
  { "E", FOR_PATTERN, ULL_STEP_NOTHING },
};

static Families
families_of (const UllStateFamily *family)
{
  Families families = FOR_ALL | (family->both ? FOR_BOTH : FOR_EITHER);

  if (family->kind == ULL_STATE_MAMBA1 || family->kind == ULL_STATE_MAMBA2)
    families |= FOR_MAMBA;
  if (family->kind == ULL_STATE_CONV)
    families |= FOR_CONV;
  if (family->kind == ULL_STATE_LRU)
    families |= FOR_LRU;
  if (family->order == ULL_ORDER_PATTERN)
    families |= FOR_PATTERN;
  return families;
}

static gboolean
add_word (const UllStateFamily *family, UllJsonRef place, const char *word, GByteArray *steps, GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if ((words[i].families & families_of (family)) && strcmp (words[i].word, word) == 0)
      {
        guint8 step = (guint8) words[i].step;
        g_byte_array_append (steps, &step, 1);
        return TRUE;
      }
  g_autofree char *shown = ull_json_dup_shown (word);
  ull_json_set_error (place, error, ULL_ERROR_UNSUPPORTED,
                      _ ("layers of “%s” are not known here; %s would be right"), shown,
                      family->both ? "hybrid" : "full_attention");
  return FALSE;
}

gboolean
ull_state_check_list (UllJsonRef list, gint64 at_least, GError **error)
{
  gboolean is_list = ull_json_type (list) == ULL_JSON_ARRAY;

  if (is_list && ull_json_length (list) >= at_least && ull_json_length (list) <= MAX_LAYERS)
    return TRUE;
  g_autofree char *length = ull_format_count (is_list ? ull_json_length (list) : 0);
  g_autofree char *layers = ull_format_count (at_least);
  if (is_list)
    ull_json_set_error (list, error, ULL_ERROR_INVALID,
                        _ ("%s entries do not tell of every layer; a list of %s would be right"), length,
                        layers);
  else
    ull_json_set_error (list, error, ULL_ERROR_INVALID,
                        _ ("this is no list; one with an entry for each layer would be right"));
  return FALSE;
}

/* The words of the first @count entries. */
static gboolean
add_words (const UllStateFamily *family, UllJsonRef list, gint64 count, GByteArray *steps, GError **error)
{
  UllJsonRef entry;
  gint64 i = 0;

  for (gboolean ok = ull_json_first (list, &entry); ok && i < count; ok = ull_json_next (&entry), i++)
    {
      g_autofree char *word = ull_json_read_string (entry, error);
      if (!word || !add_word (family, entry, word, steps, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_letters (const UllStateFamily *family, UllJsonRef ref, GByteArray *steps, GError **error)
{
  g_autofree char *pattern = ull_json_read_string (ref, error);

  if (!pattern)
    return FALSE;
  if (pattern[0] == '\0' || strlen (pattern) > MAX_LAYERS)
    {
      ull_json_set_error (
        ref, error, ULL_ERROR_INVALID,
        _ ("this tells of no layers, or of too many; a letter for each layer would be right"));
      return FALSE;
    }
  for (const char *p = pattern; *p; p = g_utf8_next_char (p))
    {
      g_autofree char *letter = g_strndup (p, (gsize) (g_utf8_next_char (p) - p));
      if (!add_word (family, ref, letter, steps, error))
        return FALSE;
    }
  return TRUE;
}

/* The pattern is as long as the model, whatever num_hidden_layers says. */
static void
count_pattern (UllConfigReader *reader, GByteArray *steps)
{
  gint64 written = ull_config_get_count (reader, ULL_MEMBER_LAYERS);

  reader->layers = steps->len;
  if (written < 0 || written == reader->layers)
    return;
  g_autofree char *said = ull_format_count (written);
  g_autofree char *taken = ull_format_count (reader->layers);
  ull_config_warn (reader, _ ("the pattern has %s layers where %s says %s; the pattern is taken"), taken,
                   ull_config_member_get_name (ULL_MEMBER_LAYERS), said);
}

static gboolean
read_word_list (
  UllConfigReader *reader, const UllStateFamily *family, UllJsonRef list, GByteArray *steps, GError **error)
{
  gboolean whole = family->order == ULL_ORDER_PATTERN;

  if (!whole && !ull_config_read_layers (reader, error))
    return FALSE;
  if (whole && ull_json_type (list) == ULL_JSON_STRING)
    {
      if (!add_letters (family, list, steps, error))
        return FALSE;
    }
  else if (!ull_state_check_list (list, whole ? 1 : reader->layers, error)
           || !add_words (family, list, whole ? MAX_LAYERS : reader->layers, steps, error))
    return FALSE;
  if (whole)
    count_pattern (reader, steps);
  return TRUE;
}

static gboolean
read_cycle (UllConfigReader *reader, const UllStateFamily *family, GByteArray *steps, GError **error)
{
  UllJsonRef list;

  if (!ull_config_find_named (reader, family->member, &list))
    return ull_state_read_period (reader, family, steps, error);
  if (!ull_state_check_list (list, 1, error) || !add_words (family, list, reader->layers, steps, error))
    return FALSE;
  for (guint i = 0, round = steps->len; i + round < reader->layers; i++)
    g_byte_array_append (steps, &(guint8){ steps->data[i] }, 1);
  return TRUE;
}

static gboolean
read_own_order (UllConfigReader *reader, const UllStateFamily *family, GByteArray *steps, GError **error)
{
  switch (family->order)
    {
    case ULL_ORDER_PERIOD:
      return ull_state_read_period (reader, family, steps, error);
    case ULL_ORDER_LISTED:
      return ull_state_read_listed (reader, family, steps, error);
    case ULL_ORDER_KIMI:
      return ull_state_read_kimi (reader, family, steps, error);
    case ULL_ORDER_FLAGS:
      return ull_state_read_flags (reader, family, steps, error);
    case ULL_ORDER_CYCLE:
      return read_cycle (reader, family, steps, error);
    case ULL_ORDER_PATTERN: /* read before */
    case ULL_ORDER_ALIKE:
    default:
      ull_state_fill (reader, family, family->both ? ULL_STEP_BOTH : ULL_STEP_STATE, steps);
      return TRUE;
    }
}

gboolean
ull_state_read_steps (UllConfigReader *reader,
                      const UllStateFamily *family,
                      GByteArray *steps,
                      GError **error)
{
  static const char *const lists[] = { "layer_types", "layers_block_type" };
  UllJsonRef list;

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (ull_config_find_named (reader, lists[i], &list))
      return read_word_list (reader, family, list, steps, error);
  if (family->order == ULL_ORDER_PATTERN)
    return ull_config_find_named (reader, family->member, &list)
             ? read_word_list (reader, family, list, steps, error)
             : ull_state_set_missing (reader, family->member, error);
  return ull_config_read_layers (reader, error) && read_own_order (reader, family, steps, error);
}

/* What one draft layer does: in Nemotron-H a round of words or letters, elsewhere attention. */
static gboolean
read_draft_round (UllConfigReader *reader, const UllStateFamily *family, GByteArray *round, GError **error)
{
  static const guint8 usual[] = { ULL_STEP_ATTENTION, ULL_STEP_NOTHING };
  UllJsonRef list;

  if (family->order != ULL_ORDER_PATTERN)
    {
      g_byte_array_append (round, &(guint8){ family->both ? ULL_STEP_BOTH : ULL_STEP_ATTENTION }, 1);
      return TRUE;
    }
  if (!ull_config_find_named (reader, "mtp_layers_block_type", &list)
      && !ull_config_find_named (reader, "mtp_hybrid_override_pattern", &list))
    {
      g_byte_array_append (round, usual, G_N_ELEMENTS (usual));
      return TRUE;
    }
  if (ull_json_type (list) == ULL_JSON_STRING)
    return add_letters (family, list, round, error);
  return ull_state_check_list (list, 1, error) && add_words (family, list, MAX_DRAFT_LAYERS, round, error);
}

gboolean
ull_state_read_draft_steps (UllConfigReader *reader,
                            const UllStateFamily *family,
                            const GByteArray *steps,
                            GByteArray *drafts,
                            GError **error)
{
  g_autoptr (GByteArray) round = g_byte_array_new ();

  if (!ull_config_read_drafts (reader, error))
    return FALSE;
  /* A draft is made of what the model has. */
  if (reader->drafts == 0
      || !(memchr (steps->data, ULL_STEP_ATTENTION, steps->len)
           || memchr (steps->data, ULL_STEP_BOTH, steps->len)))
    return TRUE;
  if (!read_draft_round (reader, family, round, error))
    return FALSE;
  for (gint64 i = 0; i < reader->drafts; i++)
    g_byte_array_append (drafts, round->data, MIN (round->len, MAX_DRAFT_LAYERS));
  return TRUE;
}
