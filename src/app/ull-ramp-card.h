#pragma once

#include "ull-pool-card.h"
#include "ull-workspace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_RAMP_CARD (ull_ramp_card_get_type ())
G_DECLARE_FINAL_TYPE (UllRampCard, ull_ramp_card, ULL, RAMP_CARD, GtkWidget)

typedef enum
{
  ULL_RAMP_PAGE_POOL,
  ULL_RAMP_PAGE_LATENCY,
  ULL_RAMP_PAGE_SURGE,
  ULL_RAMP_PAGE_FIT, /* what the fit of the load's step leaves; only where it is fitted */
  ULL_RAMP_PAGE_RECORDED, /* a server's series over the level that is played; only where one is open */
} UllRampPage;

/* The graphs of a ramp, a page of them at a time, and what stands beside it. Property: "workspace". */
/* Whose level, and whose series, are shown on the page of these. */
void ull_ramp_card_set_pool (UllRampCard *self, UllPoolCard *pool);
GtkWidget *ull_ramp_card_get_chart (UllRampCard *self); /* an UllSceneChart */
UllRampPage ull_ramp_card_get_page (UllRampCard *self);
void ull_ramp_card_set_page (UllRampCard *self, UllRampPage page);

G_END_DECLS
