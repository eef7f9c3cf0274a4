#pragma once

#include "ull-levers.h"
#include "ull-reach.h"

G_BEGIN_DECLS

/* The objects that data/schema/levers.json and reach.json describe. */
void ull_levers_report_json (const UllLevers *levers, GString *out);
void ull_reach_report_json (const UllReach *reach, GString *out);

/* Tables for people. */
void ull_levers_report_text (const UllLevers *levers, GString *out);
void ull_reach_report_text (const UllReach *reach, GString *out);

G_END_DECLS
