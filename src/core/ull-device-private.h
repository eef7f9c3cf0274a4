#pragma once

#include "ull-device.h"
#include "ull-json.h"

G_BEGIN_DECLS

/* Members of a card that may be absent, alike in the catalogue and in a .ullage file. */
typedef struct
{
  const char *name;
  gsize offset; /* in UllDevice: of a char * or of a double */
} UllDeviceMember;

extern const UllDeviceMember ull_device_texts[];   /* ended by a row without a name */
extern const UllDeviceMember ull_device_figures[]; /* the same */

/* Facts of a card of which nothing is known. */
void ull_device_facts_init (UllDevice *facts);
void ull_device_facts_clear (UllDevice *facts);
/* From the sizes of a card, which files hold, to those of one of its devices. */
void ull_device_facts_divide (UllDevice *facts);
gboolean ull_device_read_facts (UllJsonRef object, UllDevice *facts, GError **error);

/* {"devices": […]}: (transfer full) (element-type UllDevice). @taken: cards whose ids are not free, for a list that a
 * person wrote; or NULL. */
GPtrArray *ull_device_read_list (const char *name, const char *text, gsize length, GPtrArray *taken, GError **error);

G_END_DECLS
