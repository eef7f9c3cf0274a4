#include "ull-say.h"

#include "ull-files.h"

#include <unistd.h>

void
ull_say_neutralize (GString *text, gboolean one_line)
{
  for (gsize i = 0; i < text->len; i++)
    if (g_ascii_iscntrl (text->str[i]) && (one_line || text->str[i] != '\n'))
      text->str[i] = '?';
}

void
ull_say_error (const char *message)
{
  g_autoptr (GString) line = g_string_new (message);

  g_string_prepend (line, "ullage-cli: ");
  ull_say_neutralize (line, TRUE);
  g_string_append_c (line, '\n');
  ull_file_write_all (STDERR_FILENO, line->str, line->len);
}
