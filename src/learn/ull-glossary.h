#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the terms of the sum, of the memory stack and of the axes mean: two sentences each, and where they are from. */

typedef struct
{
  char **ids;   /* of steps, terms, parts of the stack, settings and axes that mean this */
  char *term;
  char *text;
  char *source;
} UllGlossaryEntry;

typedef struct _UllGlossary UllGlossary;

/* The program's own, in the best language there is: as for a lesson. (transfer full) */
UllGlossary *ull_glossary_new (const char *const *languages);
void ull_glossary_free (UllGlossary *glossary);
/* (nullable) @id: "bytes_per_token", "weights", "in-flight", "axis-context", … */
const UllGlossaryEntry *ull_glossary_find (const UllGlossary *glossary, const char *id);
/* The same for a term of the budget, a few of which share their id with something else. */
const UllGlossaryEntry *ull_glossary_find_term (const UllGlossary *glossary, const char *term_id);
/* All, in the order of the alphabet of their file. */
guint ull_glossary_get_length (const UllGlossary *glossary);
const UllGlossaryEntry *ull_glossary_get (const UllGlossary *glossary, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllGlossary, ull_glossary_free)

G_END_DECLS
