#pragma once

#include "ull-lever.h"

G_BEGIN_DECLS

/* Where the levers stand: the first section is always in sight, the others fold. */
typedef enum
{
  ULL_SECTION_FIRST,
  ULL_SECTION_LOAD,
  ULL_SECTION_CACHE,
  ULL_SECTION_WEIGHTS,
  ULL_SECTION_CARD,
  ULL_SECTION_ENGINE,
  ULL_SECTION_SWITCHES,
  ULL_SECTION_BESIDES,
  ULL_SECTION_DRAFTS,
  ULL_N_SECTIONS,
} UllSection;

const char *ull_section_get_label (UllSection section);
/* The levers of a section, in order; how many there are. Of @scenario's engine, or of all where it is NULL. */
guint ull_section_list (UllSection section, const UllScenario *scenario, UllLeverId levers[ULL_N_LEVERS]);
/* ULL_N_SECTIONS for the number of a field that has no lever. */
UllSection ull_lever_get_section (UllLeverId lever);
/* What stands otherwise than a new document has it: "Tensor parallel 2 cards · Overhead 1.8 GB"; "" where nothing does.
 * (transfer full) */
char *ull_section_dup_summary (UllSection section, const UllScenario *scenario);

G_END_DECLS
