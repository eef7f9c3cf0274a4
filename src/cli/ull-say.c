#include "ull-say.h"

#include "ull-files.h"

#include "ull-units.h"

#include <unistd.h>

/* Text from files and names of files may hold escape sequences and line breaks, or be no text at all: a terminal is shown
 * none of that. */

void
ull_say_neutralize (GString *text, gboolean one_line)
{
  g_autofree char *valid = g_utf8_make_valid (text->str, (gssize) text->len);

  g_string_truncate (text, 0);
  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);
      gboolean shown = ull_char_is_plain (character) || (character == '\n' && !one_line);

      g_string_append_unichar (text, shown ? character : '?');
    }
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
