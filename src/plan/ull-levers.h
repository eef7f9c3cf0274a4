#pragma once

#include "ull-pull.h"

G_BEGIN_DECLS

/* Every lever alone from the present scenario: each row is a fresh plan of the scenario with that one thing changed, so
 * that it says what that plan says. */

/* What holds prefixes outside the card, and how fast they come back. */
typedef struct
{
  gint64 bytes[ULL_N_HOSTS];
  gint64 rate[ULL_N_HOSTS]; /* bytes a second */
} UllHost;

/* The sizes are examples, which a person replaces by what the host has. The rates are the line rates of PCI Express 4.0 in
 * one direction: 16 GT/s a lane, 128 of 130 bits payload; 16 lanes to the host's memory, 4 to a drive. A copy is slower. */
#define ULL_HOST_RAM_BYTES (64 * ULL_GIB)
#define ULL_HOST_NVME_BYTES (1000 * ULL_GB)
#define ULL_PCIE_LANE_RATE(lanes) ((lanes) * G_GINT64_CONSTANT (16000000000) / 8 * 128 / 130)
#define ULL_HOST_RAM_RATE ULL_PCIE_LANE_RATE (16)
#define ULL_HOST_NVME_RATE ULL_PCIE_LANE_RATE (4)

typedef struct
{
  UllScenario *scenario;
  UllPlan *plan; /* of the present scenario */
  GArray *rows;  /* UllPullRow, the most requests first, then the most tokens */
} UllLevers;

/* Whether @card is one that a person would weigh in place of @present, and a quarter larger at least than one of @than bytes. */
gboolean ull_levers_is_larger_card (const UllDevice *present, const UllDevice *card, gint64 than);

void ull_host_init (UllHost *host);
/* (transfer full). @host: NULL for the defaults; a tier of no bytes has no row. NULL with an error where the present
 * scenario has no plan. A lever that cannot move, or moves nothing, has no row. */
UllLevers *ull_levers_new (UllScenario *scenario, const UllHost *host, GError **error);
void ull_levers_free (UllLevers *levers);
/* The row with the id, or NULL. */
const UllPullRow *ull_levers_find (const UllLevers *levers, const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLevers, ull_levers_free)

G_END_DECLS
