#pragma once

#include "ull-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* A scenario that a person keeps to compare with, under a name. */
#define ULL_TYPE_PIN (ull_pin_get_type ())
G_DECLARE_FINAL_TYPE (UllPin, ull_pin, ULL, PIN, GObject)

/* Properties: "name" (string, writable; an empty one is refused by keeping the old), "shown" (boolean, read-only). */
UllScenario *ull_pin_get_scenario (UllPin *self);
const char *ull_pin_get_name (UllPin *self);
void ull_pin_set_name (UllPin *self, const char *name);
gboolean ull_pin_get_shown (UllPin *self);

/* The pins, oldest first: a GListModel of UllPin. At most one of them is shown, as the ghost beside the present
 * scenario. Emits "changed" after anything of it has. */
#define ULL_TYPE_PINS (ull_pins_get_type ())
G_DECLARE_FINAL_TYPE (UllPins, ull_pins, ULL, PINS, GObject)

UllPins *ull_pins_new (void);
guint ull_pins_get_n (UllPins *self);
UllPin *ull_pins_get (UllPins *self, guint n); /* (transfer none) (nullable) */
/* Keeps @scenario, named after its model, and shows it. One that is kept already is only shown: @added tells. */
UllPin *ull_pins_add (UllPins *self, UllScenario *scenario, gboolean *added);
void ull_pins_remove (UllPins *self, UllPin *pin);
UllPin *ull_pins_get_shown (UllPins *self); /* (transfer none) (nullable) */
void ull_pins_show (UllPins *self, UllPin *pin); /* @pin NULL: none */

G_END_DECLS
