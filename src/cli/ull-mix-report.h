#pragma once

#include "ull-mix.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The member "lengths" of what plan prints with --json. */
void ull_mix_report_json (const UllMix *mix, const UllLengths *lengths, JsonBuilder *builder);
/* What the lengths add to the verdict, which is of their mean: a sentence. */
void ull_mix_report_verdict (const UllMix *mix, GString *out);
/* The same for people: a table, and what overflows. */
void ull_mix_report_text (const UllMix *mix, const UllLengths *lengths, GString *out);

G_END_DECLS
