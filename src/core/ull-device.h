#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllDevice:
 *
 * One card, immutable and reference-counted. Three sizes: what the label says, what the driver reports, what an
 * allocation sees. The label is the card's; the two others are of one device, as driver and engine see it: of a card of two
 * dies each sees half, and tensor parallel counts dies. `reported` >= `allocatable_high` >= `allocatable` >= `allocatable_low`. Where the allocatable size is no
 * one's report it is a range, and its low end is what is counted on: what is available rounds down.
 */
typedef struct
{
  char *id;              /* "rtx-4090"; "custom" for a typed size */
  char *name;            /* "GeForce RTX 4090" */
  char *vendor;          /* (nullable), as are the next two */
  char *arch;
  char *memory;          /* "unified": it is the processor's too */
  char *note;            /* what its figures are of, a phrase */
  gint64 label_gb;       /* marketing GB, or -1 */
  gint64 reported;       /* bytes of one device, as are the next four */
  gboolean reported_guess; /* no one reported it: it is the most that may be allocatable */
  gint64 allocatable;
  gint64 allocatable_low; /* = allocatable where measured */
  gint64 allocatable_high;
  gboolean guess;        /* allocatable is a guess */
  gint64 dies;           /* devices that its memory is divided among: 1 but for cards of two */
  double bandwidth_gb_s; /* of the card's memory, 10^9 bytes; -1 unknown, as are the next three */
  double bf16_tflops;    /* dense; fp16 where there is no bf16 */
  double fp8_tflops;
  double link_gb_s;      /* to other cards, both directions together */
} UllDevice;

UllDevice *ull_device_new (const char *id,
                           const char *name,
                           gint64 label_gb,
                           gint64 reported,
                           gint64 allocatable);
/* A card with these facts, copied. */
UllDevice *ull_device_new_with (const UllDevice *facts);
/* A card of the typed size and nothing kept by a driver. */
UllDevice *ull_device_new_custom (gint64 bytes);
UllDevice *ull_device_ref (UllDevice *device);
void ull_device_unref (UllDevice *device);
/* Whether they are the same card with the same sizes. */
gboolean ull_device_equal (const UllDevice *a, const UllDevice *b);

/* The bundled cards, in catalogue order: (transfer none) (element-type UllDevice), read once from the program's
 * resources. Thread-safe. */
GPtrArray *ull_device_catalogue (void);
/* (transfer none) (nullable) */
UllDevice *ull_device_find (const char *id);
/* Places in the catalogue, by what an allocation sees of the card: one of each size, the first of equals. (transfer none) */
const guint *ull_device_sizes (guint *n_sizes);
/* A person's own cards, in the form of the catalogue: (transfer full) (element-type UllDevice). None where there is no such
 * file. One that cannot be used is an error whose sentence names the place in it. */
GPtrArray *ull_device_read_file (const char *path, GError **error);

/* Adds the card, or replaces the one of its id. Atomic; a file that cannot be read is left as it is. */
gboolean ull_device_file_put (const char *path, const UllDevice *device, GError **error);
gboolean ull_device_file_remove (const char *path, const char *id, GError **error);
/* An id for a card of that name that neither the catalogue nor @own has. (transfer full) */
char *ull_device_make_id (const char *name, GPtrArray *own);
/* What an allocation may see of a card of which only the label is known: the range that the catalogue's measured cards
 * span. */
void ull_device_guess_sizes (gint64 label_gb, gint64 *low, gint64 *high);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllDevice, ull_device_unref)

G_END_DECLS
