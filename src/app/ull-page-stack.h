#pragma once

#include "ull-lengths-view.h"
#include "ull-levers-view.h"
#include "ull-sum-view.h"
#include "ull-target-view.h"

G_BEGIN_DECLS

typedef enum
{
  ULL_PAGE_SUM,
  ULL_PAGE_LEVERS,
  ULL_PAGE_TARGET,
  ULL_PAGE_LENGTHS,
  ULL_N_PAGES,
} UllPage;

#define ULL_TYPE_PAGE_STACK (ull_page_stack_get_type ())
G_DECLARE_FINAL_TYPE (UllPageStack, ull_page_stack, ULL, PAGE_STACK, GtkWidget)

/* The card below the curves: the sum, every lever alone, what a target takes, or the lengths of requests. Property:
 * "workspace". Levers and target have no page while they may not be shown (ull_levers_view_may_show). */
GtkWidget *ull_page_stack_new (void);
void ull_page_stack_set_page (UllPageStack *self, UllPage page);
UllPage ull_page_stack_get_page (UllPageStack *self);
/* Room at the top that something else is drawn over; not part of what the card asks for. */
void ull_page_stack_set_top (UllPageStack *self, int top);
UllSumView *ull_page_stack_get_sum (UllPageStack *self);
UllLeversView *ull_page_stack_get_levers (UllPageStack *self);
UllTargetView *ull_page_stack_get_target (UllPageStack *self);
UllLengthsView *ull_page_stack_get_lengths (UllPageStack *self);

G_END_DECLS
