#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Hashes of names, many of them, of which one asks at the end which were there more than once. */

typedef struct _UllNameSet UllNameSet;

UllNameSet *ull_name_set_new (void);
void ull_name_set_free (UllNameSet *set);
void ull_name_set_add (UllNameSet *set, guint64 hash);
/* Those that were added more than once, each once. (transfer full) (element-type guint64) */
GArray *ull_name_set_dup_repeated (UllNameSet *set);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllNameSet, ull_name_set_free)

G_END_DECLS
