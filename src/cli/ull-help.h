#pragma once

#include "ull-command.h"

G_BEGIN_DECLS

/* `ullage-cli --help` and `ullage-cli COMMAND --help`. */
void ull_help_append_program (GString *out);
void ull_help_append_command (GString *out, const UllCommand *command);

G_END_DECLS
