#pragma once

#include "ull-args.h"

G_BEGIN_DECLS

/* What the program's exit says. A plan that does not fit is an answer, hence done. */
typedef enum
{
  ULL_EXIT_DONE = 0,
  ULL_EXIT_INPUT = 1,
  ULL_EXIT_USAGE = 2,
  ULL_EXIT_CHECK = 3,
} UllExit;

/* Of a command that takes as many operands as there are. */
#define ULL_ANY_OPERANDS G_MAXUINT

/**
 * UllCommand:
 *
 * One row of the command table.
 */
struct _UllCommand
{
  const char *name;
  const char *operands;     /* as --help prints them: "FILE", or "" */
  guint n_operands;         /* at most */
  const char *verb;         /* "Prints" or "Writes", before the summary in its own --help */
  const char *summary;      /* one line */
  const char *notes;        /* paragraphs of --help, wrapped as printed */
  gboolean scenario;        /* takes the options that describe a scenario */
  const UllOption *options; /* its own, ended by a row without a name */
  /* Appends what goes to standard output. An error means that nothing is printed: ULL_ERROR_USAGE is exit 2,
   * every other code exit 1. */
  UllExit (*run) (const UllArgs *args, GString *out, GError **error);
};

/* The commands in the order of --help, ended by a row without a name. */
const UllCommand *ull_commands (void);

UllExit ull_command_model (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_plan (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_levers (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_ramp (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_reach (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_fleet (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_chart (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_lesson (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_list (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_convert (const UllArgs *args, GString *out, GError **error);
UllExit ull_command_replay (const UllArgs *args, GString *out, GError **error);

extern const UllOption ull_command_model_options[];
extern const UllOption ull_command_plan_options[];
extern const UllOption ull_command_levers_options[];
extern const UllOption ull_command_ramp_options[];
extern const UllOption ull_command_reach_options[];
extern const UllOption ull_command_fleet_options[];
extern const UllOption ull_command_chart_options[];
extern const UllOption ull_command_lesson_options[];
extern const UllOption ull_command_list_options[];
extern const UllOption ull_command_convert_options[];
extern const UllOption ull_command_replay_options[];

G_END_DECLS
