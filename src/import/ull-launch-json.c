#include "ull-launch-private.h"

#include "ull-json.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Flags whose value is an object: {"method": "mtp", "num_speculative_tokens": 3}, or one member as --name.member value. A hole in the
 * object stands for a value of its own, so that the rest can be read. */

typedef void (*MemberReader) (UllLaunch *launch, const char *flag, const char *member, const char *value);

static void
add_left (UllLaunch *launch, const char *flag, const char *value, const char *note)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_LEFT, flag, value);

  item->note = g_strdup (note);
}

static UllSpeculative
method_of (const char *value)
{
  if (strstr (value, "mtp") != NULL || strstr (value, "nextn") != NULL)
    return ULL_SPECULATIVE_MTP;
  if (strstr (value, "eagle") != NULL)
    return ULL_SPECULATIVE_EAGLE;
  if (strstr (value, "ngram") != NULL || strstr (value, "suffix") != NULL)
    return ULL_SPECULATIVE_NGRAM;
  return ULL_SPECULATIVE_DRAFT_MODEL;
}

static void
read_speculative (UllLaunch *launch, const char *flag, const char *member, const char *value)
{
  if (g_str_equal (member, "num_speculative_tokens"))
    ull_launch_add_value (launch, flag, value, ULL_VLLM_COUNT, ULL_FIELD_NUM_SPECULATIVE_TOKENS);
  else if (g_str_equal (member, "method") && !ull_shell_has_hole (value))
    {
      UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_COUNTED, flag, value);

      item->field = ULL_FIELD_SPECULATIVE_METHOD;
      item->number = method_of (value);
    }
  else if (g_str_equal (member, "model"))
    add_left (launch, flag, value, _("a draft model of its own: its weights and its cache are not known from its name"));
  else
    ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag, value);
}

static void
read_compilation (UllLaunch *launch, const char *flag, const char *member, const char *value)
{
  if (g_str_equal (member, "cudagraph_mode") && g_ascii_strcasecmp (value, "NONE") == 0)
    {
      UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_COUNTED, flag, value);

      item->field = ULL_FIELD_GRAPHS;
      item->number = 0;
    }
  else if (g_str_equal (member, "cudagraph_mode") && g_ascii_strcasecmp (value, "FULL_AND_PIECEWISE") == 0)
    ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag, value); /* the engine's own choice */
  else if (strstr (member, "cudagraph") != NULL || strstr (member, "capture") != NULL)
    add_left (launch, flag, value, _("captured graphs are counted by a rule of their own"));
  else
    ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag, value);
}

static void
read_attention (UllLaunch *launch, const char *flag, const char *member, const char *value)
{
  if (g_str_equal (member, "backend"))
    ull_launch_add_choice (launch, flag, value, ULL_FIELD_ATTENTION_BACKEND);
  else if (strstr (member, "kv_dtype") != NULL)
    add_left (launch, flag, value, _("a format of a part of the cache, which is counted in its usual one"));
  else
    ull_launch_add (launch, ULL_LAUNCH_NEUTRAL, flag, value);
}

static MemberReader
reader_of (const UllVllmFlag *flag)
{
  if (g_str_equal (flag->name, "speculative-config"))
    return read_speculative;
  if (g_str_equal (flag->name, "compilation-config"))
    return read_compilation;
  if (g_str_equal (flag->name, "attention-config"))
    return read_attention;
  return NULL;
}

/* The text with each hole as a string of its own, or a part of the one it stands in. */
static char *
escape_holes (const char *text)
{
  GString *escaped = g_string_new (NULL);
  gboolean in_string = FALSE, in_hole = FALSE, bare = FALSE;

  for (const char *p = text; *p != 0; p++)
    {
      if (*p == ULL_HOLE_BEGIN)
        {
          bare = !in_string;
          in_hole = TRUE;
        }
      if (*p == '"' && !in_hole && (p == text || p[-1] != '\\'))
        in_string = !in_string;
      if (*p == ULL_HOLE_BEGIN || *p == ULL_HOLE_DEFAULT || *p == ULL_HOLE_END)
        g_string_append_printf (escaped, "%s\\u%04x%s", *p == ULL_HOLE_BEGIN && bare ? "\"" : "", (guint) *p,
                                *p == ULL_HOLE_END && bare ? "\"" : "");
      else if (in_hole && (*p == '"' || *p == '\\'))
        g_string_append_printf (escaped, "\\%c", *p);
      else
        g_string_append_c (escaped, *p);
      in_hole &= *p != ULL_HOLE_END;
    }
  return g_string_free (escaped, FALSE);
}

static char *
dup_member (UllJsonRef ref)
{
  return ull_json_type (ref) == ULL_JSON_STRING ? ull_json_read_string (ref, NULL) : ull_json_dup_raw (ref);
}

static void
read_members (UllLaunch *launch, const char *typed, UllJsonRef root, MemberReader reader)
{
  UllJsonRef child;

  for (gboolean more = ull_json_first (root, &child); more; more = ull_json_next (&child))
    {
      g_autofree char *key = ull_json_dup_key (child);
      g_autofree char *value = dup_member (child);
      g_autofree char *flag = g_strdup_printf ("%s.%s", typed, key);

      if (value != NULL)
        reader (launch, flag, key, value);
    }
}

static void
add_broken (UllLaunch *launch, const char *typed, const char *value, const char *why)
{
  UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_WRONG, typed, value);
  g_autofree char *note = g_strdup_printf ("%s: %s", typed, why);

  ull_launch_set_wrong (item, note);
}

void
ull_launch_add_json (UllLaunch *launch, const UllLaunchFlag *flag, const UllVllmFlag *known)
{
  const char *value = g_ptr_array_index (flag->values, 0);
  MemberReader reader = reader_of (known);
  g_autofree char *escaped = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllJson) json = NULL;

  if (flag->path != NULL)
    {
      reader (launch, flag->typed, flag->path, value);
      return;
    }
  if (strspn (value, "0123456789") == strlen (value) || (ull_shell_has_hole (value) && *value != '{'))
    {
      UllLaunchItem *item = ull_launch_add (launch, ULL_LAUNCH_LEFT, flag->typed, value);

      item->hole = ull_shell_dup_hole (value, &item->fallback);
      item->state = item->hole != NULL ? ULL_LAUNCH_HOLE : ULL_LAUNCH_LEFT;
      item->note = item->hole == NULL ? g_strdup (_("captured graphs are counted by a rule of their own")) : NULL;
      return;
    }
  escaped = escape_holes (value);
  json = ull_json_parse (_("the object"), escaped, strlen (escaped), ULL_JSON_HF, &error);
  if (json == NULL)
    add_broken (launch, flag->typed, value, error->message);
  else if (ull_json_type (ull_json_root (json)) != ULL_JSON_OBJECT)
    add_broken (launch, flag->typed, value, _("the value is not an object; {\"member\": value} would be right"));
  else
    read_members (launch, flag->typed, ull_json_root (json), reader);
}
