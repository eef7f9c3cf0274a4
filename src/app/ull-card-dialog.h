#pragma once

#include "ull-device.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_CARD_DIALOG (ull_card_dialog_get_type ())
G_DECLARE_FINAL_TYPE (UllCardDialog, ull_card_dialog, ULL, CARD_DIALOG, AdwWindow)

typedef enum
{
  ULL_CARD_NAME,
  ULL_CARD_LABEL,
  ULL_CARD_REPORTED,
  ULL_CARD_ALLOCATABLE,
  ULL_CARD_BANDWIDTH,
  ULL_CARD_BF16,
  ULL_CARD_LINK,
  ULL_N_CARD_FACTS,
} UllCardFact;

/* A card of the person's own: a new one, or @device to be changed or removed. Signal "changed" (const char *id): it was
 * written; "" where it was removed. */
UllCardDialog *ull_card_dialog_new (GtkWindow *parent, const UllDevice *device);
void ull_card_dialog_set (UllCardDialog *self, UllCardFact fact, const char *text);
gboolean ull_card_dialog_save (UllCardDialog *self);
gboolean ull_card_dialog_remove (UllCardDialog *self);
/* What is wrong, or NULL. */
const char *ull_card_dialog_get_message (UllCardDialog *self);

G_END_DECLS
