#include "ull-typed.h"

#include "ull-error.h"
#include "ull-field.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What the core says of a figure begins with what it is called, a colon and a space; of a setting with its label, whichever case it
 * begins in. A figure of a load has no row in the table of settings, and what it is called stands here. The core gives its sentences
 * translated, and so are the names looked for. */

static const struct
{
  const char *name;
  const char *option;
} figures[] = {
  { N_("requests"), "requests" },
  { N_("turns of a session"), "turns" },
  { N_("think time"), "think" },
  { N_("patience"), "patience" },
  { N_("cap"), "cap" },
  { N_("log"), "trace" },
  { N_("arrivals"), "arrivals" },
  { N_("rate of arrivals"), "arrivals" },
  { N_("coefficient of variation"), "arrivals" },
  { N_("phases"), "arrivals" },
  { N_("shared prefix"), "shared-prefix" },
  { N_("share of requests with the prefix"), "shared-fraction" },
  { N_("time of a step"), "step" },
  { N_("levels"), "levels" },
};

/* What follows "@name: " in @message, or NULL. */
static const char *
said_of (const char *message, const char *name)
{
  gsize length = strlen (name);

  return g_ascii_strncasecmp (message, name, length) == 0 && g_str_has_prefix (message + length, ": ") ? message + length + 2 : NULL;
}

static gboolean
is_set (const UllArgs *args, const char *name)
{
  gsize length = strlen (name);

  for (const char *const *text = ull_args_get_all (args, "set"); *text != NULL; text++)
    {
      g_autofree char *typed = g_strdelimit (g_strdup (*text), "-", '_');

      if (strncmp (typed, name, length) == 0 && typed[length] == '=')
        return TRUE;
    }
  return FALSE;
}

static char *
find_setting (const UllArgs *args, const char *message, const char **said)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);

      *said = said_of (message, ull_field_get_label (field));
      if (*said == NULL)
        continue;
      if (field->option != NULL && ull_args_has (args, field->option))
        return g_strdup (field->option);
      if (is_set (args, field->name))
        return g_strconcat ("set ", field->name, NULL);
    }
  return NULL;
}

static char *
find_figure (const UllArgs *args, const char *message, const char **said)
{
  for (gsize i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      *said = said_of (message, _(figures[i].name));
      if (*said != NULL && ull_args_has (args, figures[i].option))
        return g_strdup (figures[i].option);
    }
  return NULL;
}

void
ull_typed_name_option (const UllArgs *args, GError **error)
{
  g_autofree char *option = NULL, *message = NULL;
  const char *said;

  if (!g_error_matches (*error, ULL_ERROR, ULL_ERROR_INVALID) && !g_error_matches (*error, ULL_ERROR, ULL_ERROR_USAGE))
    return;
  option = find_setting (args, (*error)->message, &said);
  if (option == NULL)
    option = find_figure (args, (*error)->message, &said);
  if (option == NULL)
    return;
  message = g_strdup (said);
  g_clear_error (error);
  g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "--%s: %s", option, message);
}
