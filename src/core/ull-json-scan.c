#include "ull-json-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The scanner: RFC 8259 in one pass over UTF-8 text that is checked first.
 *
 * The text is followed by a NUL, which no token holds, so no step needs to look at the end. Nothing
 * recurses: open containers stand on a stack of ULL_JSON_MAX_DEPTH places, so hostile nesting costs an
 * error. Time is linear in the text; looking for duplicate members (strict) sorts each object's names
 * once. Numbers are not converted here: a value's text is its value, and a reader takes from it what it
 * needs, exactly. */

/* Far above any real file (a 16 MiB index of tensors has half a million); bounds the memory hostile text
 * can take. */
#define MAX_NODES (1u << 22)

typedef struct
{
  UllJson *json;
  const char *at;
  const char *end;
  guint32 open[ULL_JSON_MAX_DEPTH];
  guint32 last[ULL_JSON_MAX_DEPTH]; /* the newest child of each open container, or 0 */
  guint depth;
  const char *key; /* the name of the member whose value comes next, or NULL */
  gboolean key_escaped;
  GError **error;
} Scanner;

static gboolean G_GNUC_PRINTF (3, 4)
refuse (Scanner *scanner, const char *at, const char *format, ...)
{
  const char *line = scanner->json->text;
  guint n_lines = 1;
  for (const char *c = line; c < at; c++)
    if (*c == '\n')
      {
        n_lines++;
        line = c + 1;
      }

  /* Whatever is before a fault is valid UTF-8, so its characters can be counted. */
  glong column = g_utf8_strlen (line, at - line) + 1;

  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);

  /* Translators: a file's name, a place in it, and a sentence that says what is wrong there. */
  g_set_error (scanner->error, ULL_ERROR, ULL_ERROR_SYNTAX, _("%s: line %u, column %ld: %s"),
               scanner->json->name, n_lines, column, message);
  if (scanner->error != NULL)
    ull_error_set_place (*scanner->error, n_lines, (guint) column);
  return FALSE;
}

/* @wanted: "a value", translated. */
static gboolean
refuse_here (Scanner *scanner, const char *wanted)
{
  if (scanner->at == scanner->end)
    return refuse (scanner, scanner->at, _("the text ends here; %s should follow (is the file cut short?)"),
                   wanted);

  gunichar c = g_utf8_get_char (scanner->at);
  if (!g_unichar_isprint (c))
    return refuse (scanner, scanner->at, _("the character U+%04X cannot stand here; %s should"), c, wanted);

  char found[7] = "";
  g_unichar_to_utf8 (c, found);
  return refuse (scanner, scanner->at, _("“%s” cannot stand here; %s should"), found, wanted);
}

static void
skip_space (Scanner *scanner)
{
  while (*scanner->at == ' ' || *scanner->at == '\n' || *scanner->at == '\r' || *scanner->at == '\t')
    scanner->at++;
}

static gboolean
scan_escape (Scanner *scanner)
{
  const char *at = scanner->at;
  gunichar character = 0;
  gsize length = 2;

  if (at[1] == '\0')
    {
      scanner->at++;
      return refuse_here (scanner, _("the rest of a string"));
    }
  if (at[1] == 'u')
    length = ull_json_read_escape (at, &character);
  else if (!strchr ("\"\\/bfnrt", at[1]))
    return refuse (scanner, at,
                   _("the escape is not one that JSON knows; a backslash itself is written \\\\"));
  if (length == 0)
    return refuse (scanner, at,
                   _("the \\u escape is not a character that text can hold; four hexadecimal digits other "
                     "than 0000, or a pair of surrogates, would be"));

  scanner->at += length;
  return TRUE;
}

/* At an opening quote. */
static gboolean
scan_string (Scanner *scanner, gboolean *escaped)
{
  scanner->at++;
  for (;;)
    {
      guchar c = (guchar) *scanner->at;
      if (c == '"')
        {
          scanner->at++;
          return TRUE;
        }
      if (c == '\\')
        {
          *escaped = TRUE;
          if (!scan_escape (scanner))
            return FALSE;
          continue;
        }
      if (c == '\0')
        return refuse_here (scanner, _("the rest of a string"));
      if (c < 0x20)
        return refuse_here (scanner, _("the rest of a string (line ends and tabs are written \\n and \\t)"));
      scanner->at++;
    }
}

static const char *
skip_digits (const char *at)
{
  while (g_ascii_isdigit (*at))
    at++;
  return at;
}

static gboolean
scan_number (Scanner *scanner, UllJsonType *type)
{
  const char *start = scanner->at;
  if (*scanner->at == '-')
    scanner->at++;
  if (!g_ascii_isdigit (*scanner->at))
    return refuse_here (scanner, _("a digit"));
  scanner->at = *scanner->at == '0' ? scanner->at + 1 : skip_digits (scanner->at);
  if (g_ascii_isdigit (*scanner->at))
    return refuse (scanner, start, _("the number starts with a needless 0; write it without"));

  *type = ULL_JSON_INTEGER;
  if (*scanner->at == '.')
    {
      *type = ULL_JSON_REAL;
      scanner->at++;
      if (!g_ascii_isdigit (*scanner->at))
        return refuse_here (scanner, _("a digit"));
      scanner->at = skip_digits (scanner->at);
    }
  if (*scanner->at == 'e' || *scanner->at == 'E')
    {
      *type = ULL_JSON_REAL;
      scanner->at++;
      if (*scanner->at == '+' || *scanner->at == '-')
        scanner->at++;
      if (!g_ascii_isdigit (*scanner->at))
        return refuse_here (scanner, _("a digit"));
      scanner->at = skip_digits (scanner->at);
    }

  gint64 value;
  if (*type == ULL_JSON_REAL || ull_json_number_to_int (start, scanner->at, &value))
    return TRUE;
  if (scanner->json->dialect == ULL_JSON_STRICT)
    return refuse (scanner, start,
                   _("the number does not fit 64 bits; the largest that does is 9223372036854775807"));
  *type = ULL_JSON_REAL;
  return TRUE;
}

static gboolean
scan_word (Scanner *scanner, UllJsonType *type)
{
  static const struct
  {
    const char *text;
    UllJsonType type;
  } words[] = {
    { "null", ULL_JSON_NULL },
    { "true", ULL_JSON_BOOLEAN },
    { "false", ULL_JSON_BOOLEAN },
    { "NaN", ULL_JSON_NONFINITE },
    { "Infinity", ULL_JSON_NONFINITE },
    { "-Infinity", ULL_JSON_NONFINITE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (!g_str_has_prefix (scanner->at, words[i].text))
        continue;
      if (words[i].type == ULL_JSON_NONFINITE && scanner->json->dialect == ULL_JSON_STRICT)
        return refuse (scanner, scanner->at, _("%s is not JSON; a finite number would be"), words[i].text);

      *type = words[i].type;
      scanner->at += strlen (words[i].text);
      return TRUE;
    }
  return refuse_here (scanner, _("a value"));
}

static gboolean
add_node (Scanner *scanner, UllJsonType type, const char *start)
{
  UllJson *json = scanner->json;

  if (json->n_nodes == MAX_NODES)
    return refuse (scanner, start, _("there are too many values; at most %u are read"), MAX_NODES);
  if (json->n_nodes == json->n_allocated)
    {
      json->n_allocated *= 2;
      json->nodes = g_renew (UllJsonNode, json->nodes, json->n_allocated);
    }

  guint32 index = json->n_nodes++;
  UllJsonNode *node = &json->nodes[index];
  *node = (UllJsonNode) {
    .start = (guint32) (start - json->text),
    .end = (guint32) (scanner->at - json->text),
    .key = scanner->key ? (guint32) (scanner->key - json->text) : 0,
    .key_escaped = (guint8) scanner->key_escaped,
    .type = (guint8) type,
  };
  scanner->key = NULL;
  scanner->key_escaped = FALSE;
  if (scanner->depth == 0)
    return TRUE;

  guint32 parent = scanner->open[scanner->depth - 1];
  guint32 *last = &scanner->last[scanner->depth - 1];
  node->parent = parent;
  json->nodes[parent].length++;
  if (*last)
    json->nodes[*last].next = index;
  *last = index;
  return TRUE;
}

/* A member's name and its colon. */
static gboolean
scan_key (Scanner *scanner)
{
  skip_space (scanner);
  if (*scanner->at != '"')
    return refuse_here (scanner, _("a member’s name in quotes"));

  scanner->key = scanner->at;
  if (!scan_string (scanner, &scanner->key_escaped))
    return FALSE;
  skip_space (scanner);
  if (*scanner->at != ':')
    return refuse_here (scanner, _("“:”"));
  scanner->at++;
  return TRUE;
}

/* At an opening bracket or brace; leaves the scanner before the first child or, where there is none,
 * before the end. */
static gboolean
open_container (Scanner *scanner, UllJsonType type)
{
  if (scanner->depth == ULL_JSON_MAX_DEPTH)
    return refuse (scanner, scanner->at,
                   _("lists and objects are nested too deeply; at most %d levels are read"),
                   ULL_JSON_MAX_DEPTH);

  guint32 index = scanner->json->n_nodes;
  const char *start = scanner->at++;
  if (!add_node (scanner, type, start))
    return FALSE;

  scanner->open[scanner->depth] = index;
  scanner->last[scanner->depth] = 0;
  scanner->depth++;
  skip_space (scanner);
  return TRUE;
}

static gboolean
scan_scalar (Scanner *scanner)
{
  const char *start = scanner->at;
  char c = *start;
  UllJsonType type = ULL_JSON_STRING;
  gboolean escaped = FALSE;
  gboolean ok;

  if (c == '"')
    ok = scan_string (scanner, &escaped);
  else if (g_ascii_isdigit (c) || (c == '-' && start[1] != 'I'))
    ok = scan_number (scanner, &type);
  else
    ok = scan_word (scanner, &type);
  return ok && add_node (scanner, type, start);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sorted, not hashed: names made to collide cost no more than others. */
static gboolean
check_duplicates (Scanner *scanner, guint32 object)
{
  UllJson *json = scanner->json;
  if (json->nodes[object].length < 2)
    return TRUE;

  g_autoptr (GPtrArray) keys = g_ptr_array_new_full (json->nodes[object].length, g_free);
  for (guint32 i = object + 1; i != 0; i = json->nodes[i].next)
    g_ptr_array_add (keys, ull_json_decode (json->text + json->nodes[i].key));
  g_ptr_array_sort (keys, compare_keys);
  for (guint i = 1; i < keys->len; i++)
    if (strcmp (keys->pdata[i - 1], keys->pdata[i]) == 0)
      {
        g_autofree char *key = ull_json_dup_shown (keys->pdata[i]);
        return refuse (scanner, json->text + json->nodes[object].start,
                       _("the object that starts here has the member “%s” twice; once would be right"), key);
      }
  return TRUE;
}

/* Behind a value: over closing brackets and one comma. *done where the document is complete. */
static gboolean
scan_after_value (Scanner *scanner, gboolean *done)
{
  while (scanner->depth > 0)
    {
      guint32 index = scanner->open[scanner->depth - 1];
      gboolean is_object = scanner->json->nodes[index].type == ULL_JSON_OBJECT;

      skip_space (scanner);
      char c = *scanner->at;
      if (c == ',' && scanner->json->nodes[index].length > 0)
        {
          scanner->at++;
          return !is_object || scan_key (scanner);
        }
      if (c != (is_object ? '}' : ']'))
        return refuse_here (scanner, is_object ? _("“,” or “}”") : _("“,” or “]”"));

      scanner->at++;
      scanner->json->nodes[index].end = (guint32) (scanner->at - scanner->json->text);
      scanner->depth--;
      if (is_object && scanner->json->dialect == ULL_JSON_STRICT && !check_duplicates (scanner, index))
        return FALSE;
    }
  *done = TRUE;
  return TRUE;
}

static gboolean
scan_document (Scanner *scanner)
{
  gboolean done = FALSE;

  while (!done)
    {
      gboolean ok = TRUE;
      gboolean opened_with_child = FALSE;

      skip_space (scanner);
      char c = *scanner->at;
      if (c == '[')
        {
          ok = open_container (scanner, ULL_JSON_ARRAY);
          opened_with_child = ok && *scanner->at != ']';
        }
      else if (c == '{')
        {
          ok = open_container (scanner, ULL_JSON_OBJECT);
          opened_with_child = ok && *scanner->at != '}';
          ok = ok && (!opened_with_child || scan_key (scanner));
        }
      else
        ok = scan_scalar (scanner);

      if (!ok || (!opened_with_child && !scan_after_value (scanner, &done)))
        return FALSE;
    }

  skip_space (scanner);
  if (scanner->at < scanner->end)
    return refuse_here (scanner, _("the end of the text"));
  return TRUE;
}

/* The text is checked whole and first, so that what follows may walk over characters. */
static gboolean
check_text (Scanner *scanner)
{
  const char *bad;

  if (!g_utf8_validate_len (scanner->at, (gsize) (scanner->end - scanner->at), &bad))
    return refuse (scanner, bad,
                   *bad == '\0' ? _("there is a NUL byte; JSON is UTF-8 text")
                                : _("this is not UTF-8; JSON is UTF-8 text"));
  if (!g_str_has_prefix (scanner->at, "\357\273\277"))
    return TRUE;
  if (scanner->json->dialect == ULL_JSON_STRICT)
    return refuse (scanner, scanner->at,
                   _("the text starts with a byte-order mark; save it as UTF-8 without one"));
  scanner->at += 3;
  return TRUE;
}

gboolean
ull_json_scan (UllJson *json, GError **error)
{
  Scanner scanner = {
    .json = json,
    .at = json->text,
    .end = json->text + json->length,
    .error = error,
  };

  json->n_allocated = (guint32) MIN (json->length / 8 + 8, MAX_NODES);
  json->nodes = g_new (UllJsonNode, json->n_allocated);
  return check_text (&scanner) && scan_document (&scanner);
}
