#include "ull-csv.h"

#include <string.h>

/* RFC 4180: a field with a comma, a quote or a line break is quoted, and a quote in it doubled. */

static void
append_field (GString *out, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (out, field);
      return;
    }
  g_string_append_c (out, '"');
  for (const char *c = field; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *c);
    }
  g_string_append_c (out, '"');
}

void
ull_csv_append_row (GString *out, const char *const *fields, const char *ending)
{
  for (guint i = 0; fields[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_field (out, fields[i]);
    }
  g_string_append (out, ending);
}
