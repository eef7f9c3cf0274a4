#include "config.h"

#include "ull-command.h"
#include "ull-files.h"
#include "ull-given-launch.h"
#include "ull-help.h"
#include "ull-near.h"
#include "ull-say.h"
#include "ull-typed.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Output is gathered and written at the end, so that a failure prints a sentence and nothing else. The
 * program speaks English and the C locale whatever the person's: scripts read it, and no catalogue is loaded.
 */

/* A closed stream would give its number to the first file that is opened, and the answer would be written
 * into that. */
static void
occupy_streams (void)
{
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) == -1 && open ("/dev/null", O_RDONLY) != fd)
      _exit (ULL_EXIT_INPUT);
}

static UllExit
finish (GString *out, UllExit code)
{
  g_autofree char *message = NULL;

  ull_say_neutralize (out, FALSE);
  if (ull_file_write_all (STDOUT_FILENO, out->str, out->len))
    return code;
  message = g_strdup_printf ("standard output: cannot be written: %s", g_strerror (errno));
  ull_say_error (message);
  return ULL_EXIT_INPUT;
}

static const UllCommand *
find_command (const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *near;

  for (const UllCommand *command = ull_commands (); command->name != NULL; command++)
    {
      if (g_str_equal (command->name, name))
        return command;
      g_ptr_array_add (names, (gpointer) command->name);
    }
  g_ptr_array_add (names, NULL);
  near = ull_near_find (name, (const char *const *) names->pdata);
  if (near != NULL)
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no command; did you mean %s?", name, near);
  else
    g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE, "%s: is no command; ‘ullage-cli --help’ lists them",
                 name);
  return NULL;
}

/* What of --engine-args was not counted: a member of the object that was printed, or lines on standard error. */
static void
tell_launch (const UllArgs *args, GString *out)
{
  const UllLaunch *launch = ull_given_launch (args, NULL);
  g_autoptr (GPtrArray) all = ull_args_dup_kept (args);
  g_autoptr (GString) lines = g_string_new (NULL);

  if (launch == NULL)
    return;
  if (ull_args_has (args, "json") && out->len > 0)
    {
      ull_launch_report_into (launch, all, out);
      return;
    }
  ull_launch_report_text (launch, all, lines);
  ull_say_neutralize (lines, FALSE);
  ull_file_write_all (STDERR_FILENO, lines->str, lines->len);
}

static UllExit
run_command (char **argv, GString *out, GError **error)
{
  const UllCommand *command = find_command (argv[0], error);
  g_autoptr (UllArgs) args = command != NULL ? ull_args_parse (command, argv + 1, error) : NULL;

  UllExit code;

  if (args == NULL)
    return ULL_EXIT_USAGE;
  if (ull_args_has (args, "help"))
    {
      ull_help_append_command (out, command);
      return ULL_EXIT_DONE;
    }
  code = command->run (args, out, error);
  if (*error == NULL)
    tell_launch (args, out);
  else
    ull_typed_name_option (args, error);
  return code;
}

int
main (int argc, char **argv)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  UllExit code;

  occupy_streams ();
  signal (SIGPIPE, SIG_IGN);

  if (argc < 2)
    {
      ull_say_error ("no command is given; ‘ullage-cli --help’ lists them");
      return ULL_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))
    {
      ull_help_append_program (out);
      return (int) finish (out, ULL_EXIT_DONE);
    }
  if (g_str_equal (argv[1], "--version"))
    {
      g_string_append (out, "ullage-cli " PACKAGE_VERSION "\n");
      return (int) finish (out, ULL_EXIT_DONE);
    }

  code = run_command (argv + 1, out, &error);
  if (error == NULL)
    return (int) finish (out, code);
  ull_say_error (error->message);
  return g_error_matches (error, ULL_ERROR, ULL_ERROR_USAGE) ? ULL_EXIT_USAGE : ULL_EXIT_INPUT;
}
