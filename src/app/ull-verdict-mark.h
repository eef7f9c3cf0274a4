#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  ULL_VERDICT_GOOD,
  ULL_VERDICT_BAD,
  ULL_VERDICT_WITHHELD,
} UllVerdictState;

#define ULL_TYPE_VERDICT_MARK (ull_verdict_mark_get_type ())
G_DECLARE_FINAL_TYPE (UllVerdictMark, ull_verdict_mark, ULL, VERDICT_MARK, GtkWidget)

/* A tick, a bar or a lock on a tinted disc: the verdict without its colour. */
void ull_verdict_mark_set_state (UllVerdictMark *self, UllVerdictState state);
UllVerdictState ull_verdict_mark_get_state (UllVerdictMark *self);
void ull_verdict_mark_set_small (UllVerdictMark *self, gboolean small);

G_END_DECLS
