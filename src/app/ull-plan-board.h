#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  ULL_BOARD_WIDE,   /* vessel beside curves over sum */
  ULL_BOARD_MEDIUM, /* one card below the other, scrolling */
  ULL_BOARD_NARROW, /* one page at a time */
} UllBoardMode;

typedef enum
{
  ULL_SLOT_VERDICT,
  ULL_SLOT_MEMORY,
  ULL_SLOT_CURVES,
  ULL_SLOT_SUM,
  ULL_SLOT_LAYERS,
  ULL_SLOT_PREDICT,
  ULL_SLOT_SWITCHER,
  ULL_N_SLOTS,
} UllSlot;

#define ULL_TYPE_PLAN_BOARD (ull_plan_board_get_type ())
G_DECLARE_FINAL_TYPE (UllPlanBoard, ull_plan_board, ULL, PLAN_BOARD, GtkWidget)

/* Places the cards of a plan by the width it is given. In a .ui file a child's type is its slot: "verdict", "memory",
 * "curves", "sum", "layers", "predict", "switcher". What has no place at this width, or while a prediction is pending, is neither
 * laid out nor drawn. */
UllBoardMode ull_plan_board_mode (GtkWidget *widget, int width);
void ull_plan_board_set_slot (UllPlanBoard *self, UllSlot slot, GtkWidget *child);
void ull_plan_board_set_pending (UllPlanBoard *self, gboolean pending);
/* Which page a narrow board shows: ULL_SLOT_MEMORY, _CURVES, _SUM or _LAYERS. */
void ull_plan_board_set_page (UllPlanBoard *self, UllSlot page);

G_END_DECLS
