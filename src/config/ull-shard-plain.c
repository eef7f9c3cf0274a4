#include "ull-shard-private.h"

#include "ull-units.h"

#include <string.h>

/* A tensor as the format's own library writes it, which is how nearly all are: three members in one order and no blank between them.
 *
 *   {"dtype":"BF16","shape":[4096,1024],"data_offsets":[0,8388608]}
 *
 * It is compared with that, letter by letter, which takes half the time of finding out what it is. Nothing is decided here: what
 * is otherwise in any way, or not whole in the window, or wrong, is left for the reader that knows what to say of it. */

/* A tensor of so many letters is at hand; a longer one is for the other reader. */
#define AT_HAND 512

typedef struct
{
  const char *at;
  const char *end;
} Text;

static inline gboolean
take_word (Text *text, const char *word, gsize length)
{
  if (memcmp (text->at, word, length) != 0)
    return FALSE;
  text->at += length;
  return TRUE;
}

#define TAKE(text, word) take_word (text, word, sizeof word - 1)

static inline gboolean
take_number (Text *text, gint64 *number)
{
  const char *start = text->at;
  gint64 sum = 0;

  for (; g_ascii_isdigit (*text->at) && text->at - start < ULL_SHARD_DIGITS; text->at++)
    sum = sum * 10 + (*text->at - '0');
  *number = sum;
  return text->at > start && (*start != '0' || text->at == start + 1);
}

static gboolean
take_format (Text *text, const UllTensorFormat **format)
{
  const char *quote = memchr (text->at, '"', 16);

  if (!quote)
    return FALSE;
  *format = ull_tensor_format (text->at, (gsize) (quote - text->at));
  text->at = quote;
  return *format != NULL;
}

/* Room for a side of the most digits, and for all that follows the shape, is asked for once more with each. */
static gboolean
take_shape (Text *text, gint64 *elements)
{
  gint64 side;

  *elements = 1;
  if (*text->at == ']')
    return TRUE;
  for (;;)
    {
      if (text->end - text->at < AT_HAND / 4 || !take_number (text, &side) || !ull_mul (*elements, side, elements))
        return FALSE;
      if (*text->at != ',')
        return TRUE;
      text->at++;
    }
}

static gboolean
take_begin (const UllShardReader *reader, Text *text, gint64 *begin)
{
  if (reader->last_digits > 0 && memcmp (text->at, reader->last_end, reader->last_digits) == 0 && text->at[reader->last_digits] == ',')
    {
      text->at += reader->last_digits;
      *begin = reader->last_offset;
      return TRUE;
    }
  return take_number (text, begin);
}

static gboolean
take_offsets (UllShardReader *reader, Text *text, gint64 offset[2])
{
  const char *start;

  if (!take_begin (reader, text, &offset[0]) || *text->at != ',')
    return FALSE;
  start = ++text->at;
  if (!take_number (text, &offset[1]))
    return FALSE;
  reader->last_digits = (guint) (text->at - start);
  memcpy (reader->last_end, start, reader->last_digits);
  reader->last_offset = offset[1];
  return TRUE;
}

gboolean
ull_shard_take_plain (UllShardReader *reader, UllShardTensor *tensor)
{
  gsize n;
  const char *start = ull_json_pull_peek (reader->pull, &n);
  Text text = { start, start + n };

  if (n < AT_HAND || !TAKE (&text, "{\"dtype\":\"") || !take_format (&text, &tensor->format) || !TAKE (&text, "\",\"shape\":[")
      || !take_shape (&text, &tensor->elements) || !TAKE (&text, "],\"data_offsets\":[") || !take_offsets (reader, &text, tensor->offset)
      || !TAKE (&text, "]}"))
    return FALSE;
  ull_json_pull_pass (reader->pull, (gsize) (text.at - start));
  return TRUE;
}
