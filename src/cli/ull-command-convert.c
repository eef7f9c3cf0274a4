#include "ull-command.h"
#include "ull-files.h"
#include "ull-members.h"
#include "ull-settings.h"

#include "ull-document.h"

#include <string.h>

const UllOption ull_command_convert_options[] = {
  { .name = "output", .value = "FILE.ullage", .help = "the file to write", .group = "Output", .letter = 'o' },
  { .name = NULL },
};

/* The card that the window opens with too. */
#define DEFAULT_DEVICE "rtx-4090"

/* The text whose unknown members are kept: the .ullage file that is converted, else none. */
static gboolean
read_previous (const UllArgs *args, char **previous, GError **error)
{
  const char *path = ull_args_get_operand (args, 0);
  gsize length;

  if (path == NULL)
    path = ull_args_get (args, "model");
  *previous = NULL;
  if (path == NULL || !ull_file_is_document (path))
    return TRUE;
  *previous = ull_file_read_document (path, &length, error);
  return *previous != NULL;
}

UllExit
ull_command_convert (const UllArgs *args, GString *out, GError **error)
{
  const char *path = ull_args_get (args, "output");
  g_autoptr (UllScenario) scenario = NULL, placed = NULL;
  g_autofree char *previous = NULL;
  g_autofree char *text = NULL;

  if (path == NULL || !ull_file_is_document (path))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--output: %s; write -o FILE.ullage",
                   path == NULL ? "is needed" : "does not end in .ullage");
      return ULL_EXIT_USAGE;
    }
  scenario = ull_settings_scenario (args, 0, DEFAULT_DEVICE, error);
  if (scenario == NULL || !read_previous (args, &previous, error))
    return ULL_EXIT_INPUT;
  placed = ull_document_place_log (scenario, path);
  text = ull_document_write (placed, previous);
  if (!ull_file_write (path, text, strlen (text), error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      ull_member_text (builder, "path", path);
      ull_member_int (builder, "bytes", (gint64) strlen (text));
      ull_member_text (builder, "model", scenario->model->name);
      ull_member_text (builder, "device", scenario->device->id);
      json_builder_end_object (builder);
      ull_members_append_to (builder, out);
    }
  return ULL_EXIT_DONE;
}
