#include "ull-config-state.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Which layers have attention, in figures: every so many, or their numbers, or a flag for each. */

#define MAX_LAYERS 65536

gboolean
ull_state_set_missing (const UllConfigReader *reader, const char *member, GError **error)
{
  ull_json_set_error (reader->text, error, ULL_ERROR_MISSING,
                      _ ("%s is missing; without it there is no telling which layers have attention"),
                      member);
  return FALSE;
}

void
ull_state_fill (const UllConfigReader *reader, const UllStateFamily *family, UllStep step, GByteArray *steps)
{
  if (family->both && step == ULL_STEP_ATTENTION)
    step = ULL_STEP_BOTH;
  g_byte_array_set_size (steps, (guint) reader->layers);
  memset (steps->data, (int) step, steps->len);
}

static void
mark (const UllStateFamily *family, GByteArray *steps, gint64 layer)
{
  steps->data[layer] = family->both ? ULL_STEP_BOTH : ULL_STEP_ATTENTION;
}

/* @most: the largest that is right. */
static gboolean
read_figure (
  UllConfigReader *reader, const char *member, gint64 least, gint64 most, gint64 *value, GError **error)
{
  UllJsonRef ref;
  gint64 number;

  if (!member)
    return TRUE;
  if (!ull_config_find_named (reader, member, &ref))
    {
      g_autofree char *taken = ull_format_count (*value);
      ull_config_warn (reader, _ ("%s is not in the file; %s is what the class %s takes"), member, taken,
                       reader->family->id);
      return TRUE;
    }
  if (!ull_json_read_int (ref, &number, error))
    return FALSE;
  if (number < least || number > most)
    {
      g_autofree char *given = ull_format_count (number);
      g_autofree char *low = ull_format_count (least);
      g_autofree char *high = ull_format_count (most);
      ull_json_set_error (ref, error, ULL_ERROR_INVALID, _ ("%s is out of range; %s to %s would be right"),
                          given, low, high);
      return FALSE;
    }
  *value = number;
  return TRUE;
}

gboolean
ull_state_read_period (UllConfigReader *reader,
                       const UllStateFamily *family,
                       GByteArray *steps,
                       GError **error)
{
  gint64 period = family->period, offset = family->offset;

  if (!read_figure (reader, family->period_member, 1, MAX_LAYERS, &period, error)
      || !read_figure (reader, family->offset_member, 0, period - 1, &offset, error))
    return FALSE;
  if (offset < 0)
    offset = period - 1;

  ull_state_fill (reader, family, ULL_STEP_STATE, steps);
  if (family->skipped > 0 && family->skipped <= reader->layers)
    mark (family, steps, family->skipped - 1);
  for (gint64 i = family->skipped; i < reader->layers; i++)
    if ((i - family->skipped) % period == offset)
      mark (family, steps, i);
  return TRUE;
}

/* Numbers of layers in a list, counted from @base. A number past the layers is no layer of this model. */
static gboolean
read_numbers (UllConfigReader *reader,
              UllJsonRef list,
              gint64 base,
              gboolean (*each) (gpointer, gint64),
              gpointer data,
              GError **error)
{
  UllJsonRef entry;
  gint64 number;

  if (ull_json_type (list) != ULL_JSON_ARRAY)
    {
      ull_json_set_error (list, error, ULL_ERROR_INVALID,
                          _ ("this is no list; one of layers’ numbers would be right"));
      return FALSE;
    }
  for (gboolean ok = ull_json_first (list, &entry); ok; ok = ull_json_next (&entry))
    {
      if (!ull_json_read_int (entry, &number, error))
        return FALSE;
      if (number < base || (number - base < reader->layers && !each (data, number - base)))
        {
          g_autofree char *given = ull_format_count (number);
          ull_json_set_error (entry, error, ULL_ERROR_INVALID,
                              _ (
                                "%s is no layer’s number, or is there twice; each layer once would be right"),
                              given);
          return FALSE;
        }
    }
  return TRUE;
}

typedef struct
{
  const UllStateFamily *family;
  GByteArray *steps;
} Marking;

static gboolean
mark_attention (gpointer data, gint64 layer)
{
  Marking *marking = data;

  mark (marking->family, marking->steps, layer);
  return TRUE;
}

gboolean
ull_state_read_listed (UllConfigReader *reader,
                       const UllStateFamily *family,
                       GByteArray *steps,
                       GError **error)
{
  Marking marking = { family, steps };
  UllJsonRef list;

  if (ull_config_find_named (reader, family->member, &list))
    {
      ull_state_fill (reader, family, ULL_STEP_STATE, steps);
      return read_numbers (reader, list, 0, mark_attention, &marking, error);
    }
  if (family->absent == ULL_STEP_NOTHING)
    return ull_state_set_missing (reader, family->member, error);
  ull_state_fill (reader, family, family->absent, steps);
  return TRUE;
}

/* In two lists every layer stands once. */
static gboolean
mark_once (gpointer data, gint64 layer)
{
  Marking *marking = data;

  if (marking->steps->data[layer] != ULL_STEP_NOTHING)
    return FALSE;
  marking->steps->data[layer] = ULL_STEP_ATTENTION;
  return TRUE;
}

static gboolean
mark_state_once (gpointer data, gint64 layer)
{
  Marking *marking = data;

  if (marking->steps->data[layer] != ULL_STEP_NOTHING)
    return FALSE;
  marking->steps->data[layer] = ULL_STEP_STATE;
  return TRUE;
}

gboolean
ull_state_read_kimi (UllConfigReader *reader, const UllStateFamily *family, GByteArray *steps, GError **error)
{
  Marking marking = { family, steps };
  UllJsonRef object, list;

  if (!ull_config_find_named (reader, family->member, &object))
    return ull_state_set_missing (reader, family->member, error);
  ull_state_fill (reader, family, ULL_STEP_NOTHING, steps);
  if (!ull_json_get (object, "full_attn_layers", &list))
    return ull_state_set_missing (reader, "full_attn_layers", error);
  if (!read_numbers (reader, list, 1, mark_once, &marking, error))
    return FALSE;
  if (!ull_json_get (object, "kda_layers", &list))
    return ull_state_set_missing (reader, "kda_layers", error);
  if (!read_numbers (reader, list, 1, mark_state_once, &marking, error))
    return FALSE;
  for (guint i = 0; i < steps->len; i++)
    if (steps->data[i] == ULL_STEP_NOTHING)
      {
        g_autofree char *layer = ull_format_count (i + 1);
        ull_json_set_error (object, error, ULL_ERROR_INVALID,
                            _ ("layer %s is in neither list; each layer in one of them would be right"),
                            layer);
        return FALSE;
      }
  return TRUE;
}

gboolean
ull_state_read_flags (UllConfigReader *reader,
                      const UllStateFamily *family,
                      GByteArray *steps,
                      GError **error)
{
  UllJsonRef list, entry;
  gint64 i = 0, flag;

  if (!ull_config_find_named (reader, family->member, &list))
    return ull_state_set_missing (reader, family->member, error);
  if (!ull_state_check_list (list, reader->layers, error))
    return FALSE;
  ull_state_fill (reader, family, ULL_STEP_STATE, steps);
  for (gboolean ok = ull_json_first (list, &entry); ok && i < reader->layers;
       ok = ull_json_next (&entry), i++)
    {
      if (!ull_json_read_int (entry, &flag, error))
        return FALSE;
      if (flag != 0 && flag != 1)
        {
          ull_json_set_error (entry, error, ULL_ERROR_UNSUPPORTED,
                              _ ("this is neither 1, for attention, nor 0; one of them would be right"));
          return FALSE;
        }
      if (flag == 1)
        mark (family, steps, i);
    }
  return TRUE;
}
