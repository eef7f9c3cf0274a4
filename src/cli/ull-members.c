#include "ull-members.h"

#include "ull-document.h"

#include <math.h>

/* Integers pass through json-glib as gint64 and are printed in full; nothing here is locale-dependent. */

static void
add_text (JsonBuilder *builder, const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  /* A file's name may be any bytes, JSON is UTF-8. */
  valid = g_utf8_make_valid (text, -1);
  json_builder_add_string_value (builder, valid);
}

void
ull_member_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  add_text (builder, text);
}

void
ull_member_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

void
ull_member_known_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  if (value < 0 || value == G_MAXINT64)
    json_builder_add_null_value (builder);
  else
    json_builder_add_int_value (builder, value);
}

void
ull_member_bool (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
ull_member_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
ull_member_array (JsonBuilder *builder, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
}

void
ull_members_append_to (JsonBuilder *builder, GString *out)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = ull_document_print (root);

  g_string_append (out, text);
  g_string_append_c (out, '\n');
}
