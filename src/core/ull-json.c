#include "ull-json-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Reading from a scanned document. A handle is a node's index; every read goes back to the text, so that
 * integers are exact and a message can name the place. Looking a member up is linear in its object's
 * members and allocates nothing. */

static const UllJsonNode *
get_node (UllJsonRef ref)
{
  return &ref.json->nodes[ref.node];
}

UllJson *
ull_json_parse (const char *name, const char *text, gsize length, UllJsonDialect dialect, GError **error)
{
  g_return_val_if_fail (name != NULL && (text != NULL || length == 0), NULL);

  if (length > G_MAXUINT32 / 2)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_SYNTAX, _("%s: the text is too long; at most 2 GiB are read"),
                   name);
      return NULL;
    }

  g_autoptr (UllJson) json = g_new0 (UllJson, 1);
  json->name = g_strdup (name);
  json->text = g_malloc (length + 1);
  if (length > 0)
    memcpy (json->text, text, length);
  json->text[length] = '\0';
  json->length = length;
  json->dialect = dialect;
  if (!ull_json_scan (json, error))
    return NULL;
  return g_steal_pointer (&json);
}

void
ull_json_free (UllJson *json)
{
  if (!json)
    return;
  g_free (json->name);
  g_free (json->text);
  g_free (json->nodes);
  g_free (json);
}

const char *
ull_json_get_name (const UllJson *json)
{
  return json->name;
}

const char *
ull_json_get_text (const UllJson *json, gsize *length)
{
  if (length)
    *length = json->length;
  return json->text;
}

UllJsonRef
ull_json_root (const UllJson *json)
{
  return (UllJsonRef) { json, 0 };
}

UllJsonType
ull_json_type (UllJsonRef ref)
{
  return get_node (ref)->type;
}

guint
ull_json_length (UllJsonRef ref)
{
  return get_node (ref)->length;
}

static gboolean
key_equals (const UllJson *json, const UllJsonNode *node, const char *member, gsize length)
{
  const char *quote = json->text + node->key;

  /* Most names differ in their first letter already. */
  if (G_LIKELY (!node->key_escaped))
    return quote[1] == member[0] && strncmp (quote + 1, member, length) == 0 && quote[1 + length] == '"';

  g_autofree char *key = ull_json_decode (quote);
  return strcmp (key, member) == 0;
}

gboolean
ull_json_get (UllJsonRef object, const char *member, UllJsonRef *value)
{
  const UllJsonNode *nodes = object.json->nodes;
  guint32 found = 0;

  if (ull_json_type (object) != ULL_JSON_OBJECT || ull_json_length (object) == 0)
    return FALSE;

  /* The last one wins, so the search never stops early. */
  gsize length = strlen (member);
  for (guint32 i = object.node + 1; i != 0; i = nodes[i].next)
    if (key_equals (object.json, &nodes[i], member, length))
      found = i;
  if (found)
    *value = (UllJsonRef) { object.json, found };
  return found != 0;
}

gboolean
ull_json_first (UllJsonRef container, UllJsonRef *child)
{
  if (get_node (container)->length == 0)
    return FALSE;
  *child = (UllJsonRef) { container.json, container.node + 1 };
  return TRUE;
}

gboolean
ull_json_next (UllJsonRef *child)
{
  guint32 next = get_node (*child)->next;
  if (next == 0)
    return FALSE;
  child->node = next;
  return TRUE;
}

char *
ull_json_dup_key (UllJsonRef ref)
{
  guint32 key = get_node (ref)->key;
  return key ? ull_json_decode (ref.json->text + key) : NULL;
}

char *
ull_json_dup_raw (UllJsonRef ref)
{
  const UllJsonNode *node = get_node (ref);
  return g_strndup (ref.json->text + node->start, node->end - node->start);
}

static void
set_type_error (UllJsonRef ref, const char *wanted, GError **error)
{
  const char *names[] = {
    [ULL_JSON_NULL] = _("null"),
    [ULL_JSON_BOOLEAN] = _("true or false"),
    [ULL_JSON_INTEGER] = _("a number"),
    [ULL_JSON_REAL] = _("a number"),
    [ULL_JSON_NONFINITE] = _("a number that is not finite"),
    [ULL_JSON_STRING] = _("text"),
    [ULL_JSON_ARRAY] = _("a list"),
    [ULL_JSON_OBJECT] = _("an object"),
  };

  /* Translators: both are things like "a list", "text", "a whole number". */
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("this is %s; %s would be right"),
                      names[ull_json_type (ref)], wanted);
}

gboolean
ull_json_read_int (UllJsonRef ref, gint64 *value, GError **error)
{
  const UllJsonNode *node = get_node (ref);
  const char *text = ref.json->text;

  if (node->type != ULL_JSON_INTEGER && node->type != ULL_JSON_REAL)
    {
      set_type_error (ref, _("a whole number"), error);
      return FALSE;
    }
  if (ull_json_number_to_int (text + node->start, text + node->end, value))
    return TRUE;

  int shown = (int) MIN (node->end - node->start, 40);
  ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                      _("%.*s is not a whole number that 64 bits hold; one would be right"), shown,
                      text + node->start);
  return FALSE;
}

gboolean
ull_json_read_double (UllJsonRef ref, double *value, GError **error)
{
  const UllJsonNode *node = get_node (ref);

  if (node->type != ULL_JSON_INTEGER && node->type != ULL_JSON_REAL)
    {
      set_type_error (ref, _("a number"), error);
      return FALSE;
    }

  double number = g_ascii_strtod (ref.json->text + node->start, NULL);
  if (!isfinite (number))
    {
      ull_json_set_error (ref, error, ULL_ERROR_INVALID,
                          _("the number is too large; a finite one would be right"));
      return FALSE;
    }
  *value = number;
  return TRUE;
}

gboolean
ull_json_read_bool (UllJsonRef ref, gboolean *value, GError **error)
{
  if (ull_json_type (ref) != ULL_JSON_BOOLEAN)
    {
      set_type_error (ref, _("true or false"), error);
      return FALSE;
    }
  *value = ref.json->text[get_node (ref)->start] == 't';
  return TRUE;
}

char *
ull_json_read_string (UllJsonRef ref, GError **error)
{
  if (ull_json_type (ref) != ULL_JSON_STRING)
    {
      set_type_error (ref, _("text"), error);
      return NULL;
    }
  return ull_json_decode (ref.json->text + get_node (ref)->start);
}

static guint
get_index (UllJsonRef ref)
{
  guint index = 0;
  for (guint32 i = get_node (ref)->parent + 1; i != ref.node; i = ref.json->nodes[i].next)
    index++;
  return index;
}

char *
ull_json_dup_path (UllJsonRef ref)
{
  g_autofree char *path = g_strdup ("");

  for (; ref.node != 0; ref.node = get_node (ref)->parent)
    {
      g_autofree char *key = ull_json_dup_key (ref);
      g_autofree char *step = key ? ull_json_dup_shown (key) : g_strdup_printf ("[%u]", get_index (ref));
      const char *joint = path[0] == '\0' || path[0] == '[' ? "" : ".";
      g_autofree char *longer = g_strconcat (step, joint, path, NULL);
      g_free (path);
      path = g_steal_pointer (&longer);
    }
  return g_steal_pointer (&path);
}

guint
ull_json_get_line (UllJsonRef ref)
{
  const UllJsonNode *node = get_node (ref);
  const char *end = ref.json->text + (node->key ? node->key : node->start);
  guint line = 1;

  for (const char *c = ref.json->text; c < end; c++)
    line += *c == '\n';
  return line;
}

guint
ull_json_get_column (UllJsonRef ref)
{
  const UllJsonNode *node = get_node (ref);
  const char *at = ref.json->text + (node->key ? node->key : node->start), *line = at;

  while (line > ref.json->text && line[-1] != '\n')
    line--;
  return (guint) g_utf8_strlen (line, at - line) + 1;
}

void
ull_json_set_error (UllJsonRef ref, GError **error, UllError code, const char *format, ...)
{
  g_autofree char *path = ull_json_dup_path (ref);
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);

  if (path[0] == '\0')
    /* Translators: a file's name, a line in it, and a sentence that says what is wrong there. */
    g_set_error (error, ULL_ERROR, code, _("%s: line %u: %s"), ref.json->name, ull_json_get_line (ref),
                 message);
  else
    /* Translators: a file's name, a line in it, a member's name, and a sentence that says what is wrong
     * there. */
    g_set_error (error, ULL_ERROR, code, _("%s: line %u, %s: %s"), ref.json->name, ull_json_get_line (ref),
                 path, message);
  if (error != NULL)
    ull_error_set_place (*error, ull_json_get_line (ref), ull_json_get_column (ref));
}
