#include "ull-command.h"
#include "ull-lists.h"
#include "ull-members.h"
#include "ull-near.h"

/* Ids alone are the default, one a line, because that is what a script reads. */

const UllOption ull_command_list_options[] = {
  { .name = "long", .help = "say what each is", .group = "Output" },
  { .name = NULL },
};

static const char *const names[] = { "models", "devices", "engines", "formats", "settings", "lessons", "presets", NULL };
static void (*const lists[]) (UllTable *, JsonBuilder *)
  = { ull_list_models, ull_list_devices, ull_list_engines, ull_list_formats, ull_list_settings, ull_list_lessons,
        ull_list_presets };

UllExit
ull_command_list (const UllArgs *args, GString *out, GError **error)
{
  const char *name = ull_args_get_operand (args, 0);
  g_autoptr (UllTable) table = ull_table_new (ull_args_has (args, "long") ? "ll" : "l_");
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (g_strcmp0 (name, names[i]) != 0)
        continue;
      json_builder_begin_object (builder);
      ull_member_array (builder, name);
      lists[i](table, builder);
      json_builder_end_array (builder);
      json_builder_end_object (builder);
      if (ull_args_has (args, "json"))
        ull_members_append_to (builder, out);
      else
        ull_table_append_to (table, out);
      return ULL_EXIT_DONE;
    }
  if (name != NULL)
    {
      const char *near = ull_near_find (name, names);

      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no list; %s%s", name,
                   near != NULL ? "did you mean " : "",
                   near != NULL ? near : "models, devices, engines, formats, settings, lessons and presets are");
    }
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                 "no list is named; write models, devices, engines, formats, settings, lessons or presets");
  return ULL_EXIT_USAGE;
}
