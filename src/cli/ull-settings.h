#pragma once

#include "ull-args.h"

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The options that describe a scenario, most of them made from the field table. */
void ull_settings_append_options (GArray *options);

/* A value of an option as typed: ULL_ERROR_USAGE, the message starting with "--OPTION: ". */
gboolean ull_settings_parse (const char *option,
                             UllFieldKind kind,
                             gint64 min,
                             gint64 max,
                             const char *text,
                             gint64 *value,
                             GError **error);

/* The scenario that the options and the operand at @operand describe. @default_device: the card where none is
 * given; NULL makes that an error. */
UllScenario *
ull_settings_scenario (const UllArgs *args, guint operand, const char *default_device, GError **error);
/* The same of a file, a folder or a bundled id, whatever the operands are. */
UllScenario *
ull_settings_scenario_of (const UllArgs *args, const char *path, const char *default_device, GError **error);
/* The model alone: @scenario is set too where it came out of a .ullage file. */
UllModel *ull_settings_model (const UllArgs *args, guint operand, UllScenario **scenario, GError **error);

G_END_DECLS
